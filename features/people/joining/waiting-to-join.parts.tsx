// How many chargers wait to join, with the way there.
import Sensors from '@mui/icons-material/SensorsOutlined'
import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { usePolling } from '#kit/live.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { listJoining } from './joining.contract.ts'

const POLL_MS = 30_000

/** The link to the waiting chargers, with their number; shown to readers who may see chargers, if any waits. */
export function WaitingToJoin() {
  const { teamId } = useSession()
  const { canView } = useAccess('ChargerPoint')
  const waiting = useQuery({
    ...query(listJoining, { params: { teamId }, query: { page: 1, pageSize: 1 } }),
    enabled: teamId !== 0 && canView,
    refetchInterval: usePolling(POLL_MS),
  })
  if (!waiting.data?.total) return null
  return (
    <Button component={RouterLink} to="/charger/waiting" size="small" variant="outlined" startIcon={<Sensors />}>
      Waiting to join: {waiting.data.total.toLocaleString('en-IN')}
    </Button>
  )
}
