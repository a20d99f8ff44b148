// The firmware updates and uploads of a charge point as it told of them, those that nobody asked for among them.
import { Box, Button, Card, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { ErrorNotice } from '../../web/kit/error.tsx'
import { useLive, usePolling } from '../../web/kit/live.ts'
import { RowsSkeleton } from '../../web/kit/skeleton.tsx'
import { listTransfers, type Transfer } from './progress.contract.ts'
import { progressOf, subjectOf } from './progress.rules.ts'
import { ProgressStates } from './task-progress.tsx'

const POLL_MS = 30_000
const SHOWN_FIRST = 5

type Props = {
  teamId: number
  charger: { chargepoint_pk: number; chargepoint_id: string }
  /** Opens the operation that asked for it. */
  onTask?: (taskId: string) => void
}
export function Transfers({ teamId, charger, onTask }: Props) {
  const [isWhole, setWhole] = useState(false)
  const q = useQuery({
    ...query(listTransfers, { params: { teamId, id: String(charger.chargepoint_pk) } }),
    refetchInterval: usePolling(POLL_MS),
  })
  useLive('task', events => {
    if (events.some(e => e.chargepoint_id === charger.chargepoint_id)) void q.refetch()
  })
  const all = q.data?.data ?? []
  const shown = isWhole ? all : all.slice(0, SHOWN_FIRST)
  return (
    <Card component="section" aria-label="Firmware and uploads" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.25 }}>
        Firmware and uploads
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5, maxWidth: '72ch' }}>
        How far they have come, as the charge point tells.
      </Typography>
      {q.error && !q.data && <ErrorNotice error={q.error} onRetry={() => void q.refetch()} />}
      {q.isPending && <RowsSkeleton rows={2} />}
      {q.data && all.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>The charge point has told of none yet.</Typography>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(t => (
          <Row key={`${t.taskId} ${t.action} ${t.states[0]?.at}`} transfer={t} onTask={onTask} />
        ))}
      </Stack>
      {all.length > shown.length && (
        <Button size="small" color="inherit" onClick={() => setWhole(true)}>
          Show all {all.length}
        </Button>
      )}
    </Card>
  )
}

function Row({ transfer: { taskId, action, states }, onTask }: { transfer: Transfer; onTask: Props['onTask'] }) {
  const last = states.at(-1)
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.75,
        alignItems: 'start',
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', lg: '160px minmax(0, 1fr) auto' },
      }}
    >
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
    </Box>
  )
}
