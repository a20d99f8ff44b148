// How far a firmware update or an upload has come after its answer: each state with its time.
import { Box, Stack, Typography } from '@mui/material'
import { ToneChip } from '#kit/status-chip.tsx'
import { Clock } from '#kit/time.tsx'
import type { ProgressState } from './progress.contract.ts'
import { progressOf } from './progress.rules.ts'
import type { Task } from './remote-operation.contract.ts'

const tones = { done: 'success', now: 'active', failed: 'fault', idle: 'neutral' } as const

/** The states in the order in which they came. */
export function ProgressStates({ states }: { states: readonly ProgressState[] }) {
  return (
    <Stack
      component="ol"
      direction="row"
      useFlexGap
      aria-label="Told by the charge point"
      sx={{ m: 0, p: 0, listStyle: 'none', columnGap: 2, rowGap: 1, flexWrap: 'wrap' }}
    >
      {states.map(s => (
        <Box component="li" key={`${s.status} ${s.at}`} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <ToneChip tone={tones[progressOf(s.status).is]} label={s.status} />
          <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
            <Clock at={s.at} />
          </Typography>
        </Box>
      ))}
    </Stack>
  )
}

/** The states of an operation that goes on after its answer; nothing until the charge point has reported one. */
export const TaskProgress = ({ task }: { task: Task }) =>
  task.progress.length > 0 ? <ProgressStates states={task.progress} /> : null
