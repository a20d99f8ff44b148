// What took whole sites down in the period of the panel: a few lines, and nothing where there was nothing.
import { Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Time } from '../../web/kit/time.tsx'
import { listSiteOutages, type TimeRange } from './uptime.contract.ts'
import { CauseText, durationText } from './uptime-words.tsx'

const SHOWN = 3

export function SiteOutages({ teamId, range }: { teamId: number; range: TimeRange }) {
  const q = useQuery(query(listSiteOutages, { params: { teamId }, query: { timeRange: range } }))
  const outages = q.data?.data ?? []
  if (outages.length === 0) return null
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h4" component="h4" sx={{ fontSize: '0.875rem', fontWeight: 600 }}>
        Whole sites down ({outages.length})
      </Typography>
      <Box component="ul" aria-label="Outages of whole sites" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {outages.slice(0, SHOWN).map(o => (
          <Stack
            key={`${o.siteId} ${o.from}`}
            component="li"
            direction="row"
            useFlexGap
            sx={{ gap: 1, py: 0.75, flexWrap: 'wrap', justifyContent: 'space-between' }}
          >
            <span>
              {o.siteName}: {o.stations.length} stations,{' '}
              {o.to === null ? `for ${durationText(o.minutes)}, still down` : durationText(o.minutes)}
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
    </Box>
  )
}
