// The way of an operation: Queued, Sent, the charge point's answer, Done, Failed or Timed out; icon and word each.
import CheckCircle from '@mui/icons-material/CheckCircle'
import ErrorIcon from '@mui/icons-material/Error'
import HourglassEmpty from '@mui/icons-material/HourglassEmpty'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked'
import { Box, Typography } from '@mui/material'
import { promiseOf } from './effect.rules.ts'
import type { Task } from './remote-operation.contract.ts'

const clock = new Intl.DateTimeFormat('en-IN', { timeStyle: 'medium', hourCycle: 'h23' })

export type Step = { label: string; at: string | null; is: 'done' | 'now' | 'next' | 'failed' | 'late' }

/** The steps as far as they are known; a step that never came is left out once the task has ended. */
export function stepsOf(task: Task): Step[] {
  const { response, error } = task.result[0] ?? { response: null, error: null }
  const isOver = task.status === 'COMPLETED'
  const queued: Step = { label: 'Queued', at: task.startTime, is: task.state === 'queued' ? 'now' : 'done' }
  const sent: Step = { label: 'Sent', at: task.sentTime, is: task.sentTime ? 'done' : 'next' }
  if (!isOver)
    return [
      queued,
      sent,
      { label: 'Answer', at: null, is: task.sentTime ? 'now' : 'next' },
      { label: 'Done', at: null, is: 'next' },
    ]
  const reached = task.sentTime || response !== null ? [queued, { ...sent, is: 'done' as const }] : [queued]
  if (task.state === 'timeout') return [...reached, { label: 'Timed out', at: task.endTime, is: 'late' }]
  const isRefused = error !== null && error === response
  const answer: Step[] =
    response === null ? [] : [{ label: response, at: task.endTime, is: isRefused ? 'failed' : 'done' }]
  // An update or upload may fail long after its operation was accepted (S-PROGRESS).
  const late = task.progress.at(-1)
  const step = task.effect?.state === 'awaited' && promiseOf(task.operation)?.step
  if (step) return [...reached, ...answer, { label: step, at: null, is: 'now' }]
  return [
    ...reached,
    ...answer,
    {
      label: error === null ? 'Done' : 'Failed',
      at: late?.status === error ? late.at : (task.effect?.at ?? task.endTime),
      is: error === null ? 'done' : 'failed',
    },
  ]
}

const icons = { done: CheckCircle, now: HourglassEmpty, next: RadioButtonUnchecked, failed: ErrorIcon, late: ErrorIcon }
const tones = { done: 'success', now: 'active', next: 'neutral', failed: 'fault', late: 'warning' } as const

/** Shows the steps that a task has reached, in one line. */
export function StepWords({ steps }: { steps: readonly Step[] }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {steps
        .filter(s => s.is !== 'next')
        .map(s => {
          const Icon = icons[s.is]
          return (
            <Box
              component="span"
              key={s.label}
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
            >
              <Icon aria-hidden sx={{ fontSize: 16 }} />
              {s.is === 'now' ? `Waiting: ${s.label}` : s.label}
            </Box>
          )
        })}
    </Box>
  )
}

export function TaskSteps({ task }: { task: Task }) {
  const steps = stepsOf(task)
  return (
    <Box
      component="ol"
      aria-label="Progress"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))`,
      }}
    >
      {steps.map((s, i) => {
        const Icon = icons[s.is]
        return (
          <Box
            component="li"
            key={s.label}
            {...(s.is === 'now' && { 'aria-current': 'step' as const })}
            sx={{ position: 'relative', textAlign: 'center', px: 0.5 }}
          >
            {i > 0 && (
              <Box
                aria-hidden
                sx={{
                  position: 'absolute',
                  top: 11,
                  left: 'calc(-50% + 16px)',
                  right: 'calc(50% + 16px)',
                  borderTop: 2,
                  borderColor: s.is === 'next' ? 'divider' : `status.${tones[s.is]}.text`,
                }}
              />
            )}
            <Icon aria-hidden sx={{ fontSize: 24, color: `status.${tones[s.is]}.text` }} />
            <Typography sx={{ fontSize: '0.8125rem', fontWeight: 550, overflowWrap: 'anywhere' }}>{s.label}</Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
              {s.at ? clock.format(new Date(s.at)) : s.is === 'now' ? 'Waiting' : '\u00a0'}
            </Typography>
          </Box>
        )
      })}
    </Box>
  )
}
