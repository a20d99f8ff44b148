// The alerts that stand for a charger or a site, on its page: severity, what, since when, each with its page (ALERT-12).
import { Box, Card, Link, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Filters } from '@wattdesk/base/filters'
import { keyOf, query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { useLive } from '#kit/live.ts'
import { useAccess } from '#kit/session.ts'
import { RelativeTime } from '#kit/time.tsx'
import { LIST, pathOf } from './alert.actions.ts'
import { type Alert, listAlerts } from './alert.contract.ts'
import { AlertStateChip, SeverityChip } from './alert-chips.parts.tsx'

/** So many are shown, the most severe first and of those the newest; the list has the rest. */
const SHOWN = 5
const filtersOf = (of: Of): Filters => ({
  combine: 'AND',
  conditions: [
    { field: 'state', operator: 'notEquals', value: 'Closed' },
    {
      field: of.chargepointPk === undefined ? 'zone_id' : 'chargepoint_pk',
      operator: 'equals',
      value: of.chargepointPk ?? of.zoneId,
    },
  ],
})
type Of = { teamId: number } & (
  | { chargepointPk: number; zoneId?: undefined }
  | { zoneId: number; chargepointPk?: undefined }
)

const Line = ({ alert: a }: { alert: Alert }) => (
  <Stack component="li" direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', py: 0.75 }}>
    <SeverityChip severity={a.severity} />
    {a.state === 'Acknowledged' && <AlertStateChip state={a.state} />}
    <Link component={RouterLink} to={pathOf(a)} sx={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
      {a.text}
    </Link>
    <Box component="span" sx={{ color: 'text.secondary' }}>
      since <RelativeTime at={a.since} />
    </Box>
  </Stack>
)

/** Nothing where none stands, or for readers without view on alerts. */
export function OpenAlerts(of: Of) {
  const { canView } = useAccess('Alert')
  const cache = useQueryClient()
  const filters = JSON.stringify(filtersOf(of))
  const asked = useQuery({
    ...query(listAlerts, { params: { teamId: of.teamId }, query: { filters, pageSize: SHOWN, sort: '-urgency' } }),
    enabled: canView && of.teamId !== 0,
  })
  useLive('alert', () => void cache.invalidateQueries({ queryKey: keyOf(listAlerts) }))
  const { data: alerts = [], total = 0 } = asked.data ?? {}
  if (!canView || alerts.length === 0) return null
  return (
    <Card component="section" aria-label="Open alerts" sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5 }}>
      <Typography variant="h3" component="h2">
        {total === 1 ? '1 open alert' : `${total.toLocaleString('en-IN')} open alerts`}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {alerts.map(a => (
          <Line key={a.alert_id} alert={a} />
        ))}
      </Stack>
      {total > alerts.length && (
        <Link component={RouterLink} to={`${LIST}?${new URLSearchParams({ filters })}`}>
          All {total.toLocaleString('en-IN')}
        </Link>
      )}
    </Card>
  )
}
