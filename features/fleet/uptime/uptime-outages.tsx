// Outages of whole sites in the period of the panel, in a few lines; nothing without an outage.
import { Box, Button, Link, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { numberText } from '#kit/figures.tsx'
import { filtersNaming } from '#kit/list-picked.ts'
import { useAccess } from '#kit/session.ts'
import { Time } from '#kit/time.tsx'
import { listSiteOutages, type SiteOutage, type TimeRange } from './uptime.contract.ts'
import { CauseText, durationText } from './uptime-words.tsx'

const SHOWN = 3

/** The number of stations, leading to the list of just these where the reader may open that. */
function Stations({ stations }: Pick<SiteOutage, 'stations'>) {
  const { canView } = useAccess('ChargerPoint')
  const text = `${numberText(stations.length)} stations`
  const filters =
    canView &&
    filtersNaming(
      'chargepoint_pk',
      stations.map(s => s.id),
    )
  return filters ? (
    <Link component={RouterLink} to={`/charger?filters=${encodeURIComponent(filters)}`}>
      {text}
    </Link>
  ) : (
    text
  )
}

export function SiteOutages({ teamId, range }: { teamId: number; range: TimeRange }) {
  const q = useQuery(query(listSiteOutages, { params: { teamId }, query: { timeRange: range } }))
  const outages = q.data?.data ?? []
  const [isWhole, setWhole] = useState(false)
  if (outages.length === 0) return null
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h4" component="h4" sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
        Whole sites down ({outages.length})
      </Typography>
      <Box component="ul" aria-label="Outages of whole sites" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {outages.slice(0, isWhole ? undefined : SHOWN).map(o => (
          <Stack
            key={`${o.siteId} ${o.from}`}
            component="li"
            direction="row"
            useFlexGap
            sx={{ gap: 1, py: 0.75, flexWrap: 'wrap', justifyContent: 'space-between' }}
          >
            <span>
              {o.siteName}: <Stations stations={o.stations} /> down for {durationText(o.minutes)}
              {o.to === null && ', still down'}
            </span>
            <Stack
              component="span"
              direction="row"
              useFlexGap
              sx={{ gap: 1.5, color: 'text.secondary', flexWrap: 'wrap' }}
            >
              <CauseText cause={o.cause} />
              <Time at={o.from} />
            </Stack>
          </Stack>
        ))}
      </Box>
      {outages.length > SHOWN && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${numberText(outages.length)}`}
        </Button>
      )}
    </Box>
  )
}
