// The firmware updates and uploads that a charge point reported, even those that nobody asked for.
import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useLive, usePolling } from '#kit/live.ts'
import { ShortList, ShortRow } from '#kit/short-list.tsx'
import { listTransfers, type Transfer } from './progress.contract.ts'
import { progressOf, subjectOf } from './progress.rules.ts'
import { ProgressStates } from './task-progress.tsx'

const POLL_MS = 30_000

type Props = {
  teamId: number
  charger: { chargepoint_pk: number; chargepoint_id: string }
  /** Opens the operation that asked for the transfer. */
  onTask?: (taskId: string) => void
}
export function Transfers({ teamId, charger, onTask }: Props) {
  const q = useQuery({
    ...query(listTransfers, { params: { teamId, id: String(charger.chargepoint_pk) } }),
    refetchInterval: usePolling(POLL_MS),
  })
  useLive('task', events => {
    if (events.some(e => e.chargepoint_id === charger.chargepoint_id)) void q.refetch()
  })
  return (
    <ShortList
      title="Firmware and uploads"
      help="How far the latest have come, as the charge point tells."
      source={q}
      none="The charge point has told of none yet."
      row={t => <Row key={`${t.taskId} ${t.action} ${t.states[0]?.at}`} transfer={t} onTask={onTask} />}
    />
  )
}

const COLUMNS = { xs: 'minmax(0, 1fr) auto', lg: '160px minmax(0, 1fr) auto' }
function Row({ transfer: { taskId, action, states }, onTask }: { transfer: Transfer; onTask: Props['onTask'] }) {
  const last = states.at(-1)
  return (
    <ShortRow columns={COLUMNS}>
      <Box>
        <Box sx={{ fontWeight: 550 }}>{subjectOf(action)}</Box>
        {taskId === null && (
          <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>Not asked for by the portal</Box>
        )}
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, gridRow: { xs: 2, lg: 'auto' } }}>
        <ProgressStates states={states} />
        <Box sx={{ mt: 0.5, color: 'text.secondary' }}>{last && progressOf(last.status).text}</Box>
      </Box>
      <Box>
        {taskId !== null && onTask && (
          <Button
            size="small"
            aria-label={`Details of this ${subjectOf(action).toLowerCase()}`}
            onClick={() => onTask(taskId)}
          >
            Details
          </Button>
        )}
      </Box>
    </ShortRow>
  )
}
