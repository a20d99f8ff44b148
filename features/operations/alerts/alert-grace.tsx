// The line over the list of alerts while charge points come back after a restart of the product, whose alerts wait (ALERT-09).
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { usePolling } from '#kit/live.ts'
import { useSession } from '#kit/session.ts'
import { Clock } from '#kit/time.tsx'
import { getComingBack } from './alert.contract.ts'

/** While it runs the line goes within seconds of the last charge point; its beginning comes with the stream that opens anew. */
const RUNS_MS = 3000
const POLL_MS = 30_000

export function AlertGrace() {
  const { teamId } = useSession()
  const polls = usePolling(POLL_MS)
  const { data } = useQuery({
    ...query(getComingBack, { params: { teamId } }),
    enabled: teamId !== 0,
    staleTime: 0,
    refetchInterval: q => (q.state.data?.data.until ? RUNS_MS : polls),
  })
  const { chargers, until } = data?.data ?? { chargers: 0, until: null }
  if (until === null) return null
  return (
    <Alert severity="info" role="status">
      {chargers === 1 ? 'A charge point is' : `${chargers.toLocaleString('en-IN')} charge points are`} coming back after
      a restart until <Clock at={until} />; {chargers === 1 ? 'its' : 'their'} offline alerts wait.
    </Alert>
  )
}
