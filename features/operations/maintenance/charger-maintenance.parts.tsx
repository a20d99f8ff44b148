// The maintenance of a charger on its page: the one that runs, or the next one, with its time and reason.
import { Alert, Link } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { Time } from '#kit/time.tsx'
import { listChargerMaintenance } from './maintenance.contract.ts'

/** A window begins and ends by its time, which no event of the stream tells. */
const POLL_MS = 30_000
type Props = { teamId: number; charger: { chargepoint_id: string } }
export function ChargerMaintenance({ teamId, charger }: Props) {
  const asked = useQuery({
    ...query(listChargerMaintenance, { params: { teamId, id: charger.chargepoint_id } }),
    refetchInterval: POLL_MS,
  })
  const next = asked.data?.data[0]
  if (!next) return null
  return (
    <Alert severity={next.isRunning ? 'warning' : 'info'}>
      {next.isRunning ? 'Planned maintenance until ' : 'Planned maintenance from '}
      <Time at={next.isRunning ? next.to : next.from} />
      {!next.isRunning && (
        <>
          {' to '}
          <Time at={next.to} />
        </>
      )}
      {': '}
      <Link component={RouterLink} to={`/maintenance/${next.maintenanceId}`} color="inherit">
        {next.reason}
      </Link>
      {next.isRunning && '. Drivers cannot start a session.'}
    </Alert>
  )
}
