// The sessions that run at a charging site: each connector that charges, with its session.
import { Box, Card, Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { listTransactions } from '#desk/transactions/transaction.contract.ts'
import { connectorText } from '#fleet/stations/evse-words.rules.ts'
import { ErrorNotice } from '#kit/error.tsx'
import { Energy } from '#kit/figures.tsx'
import { useLive } from '#kit/live.ts'
import { useAccess } from '#kit/session.ts'
import { RelativeTime } from '#kit/time.tsx'

const MOST = 50
const RUNNING = { combine: 'AND', conditions: [{ field: 'stoptime', operator: 'isEmpty' }] } as const

export function SiteSessions({ teamId, zoneId }: { teamId: number; zoneId: number }) {
  const { canView } = useAccess('Transaction')
  const asked = { page: 1, pageSize: MOST, sort: 'chargepoint_id', filters: JSON.stringify(RUNNING), zoneId } as const
  const q = useQuery({ ...query(listTransactions, { params: { teamId }, query: asked }), enabled: canView })
  useLive('transaction', events => {
    if (canView && events.some(e => e.change !== 'metered')) void q.refetch()
  })
  const reply = q.data
  if (canView && q.error && !reply) return <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />
  if (!canView || !reply) return null
  const { data: sessions, total } = reply
  return (
    <Card component="section" aria-label="Running sessions" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Running sessions
      </Typography>
      {sessions.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>No session runs at this site now.</Typography>
      )}
      <Box component="ul" aria-label="Connectors that charge" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {sessions.map(s => (
          <Box component="li" key={s.transactionId} sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
            {s.chargepoint_id}, {connectorText(s)}:{' '}
            <Link component={RouterLink} to={`/transactions/${s.transactionId}`} underline="always">
              Session {s.transactionId}
            </Link>{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <Energy energyWh={s.kw_consumed * 1000} />, begun <RelativeTime at={s.starttime} within />
            </Box>
          </Box>
        ))}
      </Box>
      {total > sessions.length && (
        <Typography sx={{ mt: 1, color: 'text.secondary' }}>
          {sessions.length} of {total.toLocaleString('en-IN')} sessions.
        </Typography>
      )}
    </Card>
  )
}
