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

/**
 * The link to the waiting chargers, with their number: for readers who may see chargers, if any waits; always for those who may add
 * one, since a charger of no company is found there by its exact id alone.
 */
export function WaitingToJoin() {
  const { teamId } = useSession()
  const { canView, canCreate } = useAccess('ChargerPoint')
  const waiting = useQuery({
    ...query(listJoining, { params: { teamId }, query: { page: 1, pageSize: 1 } }),
    enabled: teamId !== 0 && canView,
    refetchInterval: usePolling(POLL_MS),
  })
  const total = waiting.data?.total ?? 0
  if (teamId === 0 || !(canCreate || total > 0)) return null
  return (
    <Button component={RouterLink} to="/charger/waiting" size="small" variant="outlined" startIcon={<Sensors />}>
      Waiting to join{total > 0 && `: ${total.toLocaleString('en-IN')}`}
    </Button>
  )
}
