// The operations that this browser tab follows, a line each under the banner: under way, done, or why not. A success
// disappears by itself; a failure stays until the reader closes it.
import Close from '@mui/icons-material/Close'
import HourglassEmpty from '@mui/icons-material/HourglassEmpty'
import { Alert, Box, Button, IconButton } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '@wattdesk/wire/call'
import { useEffect, useState } from 'react'
import { NOTICE_MS, queryErrorText } from '#kit/notices.tsx'
import { type Followed, unfollowTask, useFollowed } from './followed.actions.ts'
import { isOfOthers, TaskDialog, useTask } from './task-dialog.parts.tsx'
import { isRefusedByCharger, type Outcome, outcomeOf } from './task-outcome.rules.ts'
import { StepWords, stepsOf } from './task-steps.tsx'

const severities = { pending: 'info', done: 'success', refused: 'error', unknown: 'warning' } as const
export function TaskStrip() {
  const followed = useFollowed()
  const [open, setOpen] = useState<Followed>()
  return (
    <Box component="section" aria-label="Operations" sx={{ '&:empty': { display: 'none' } }}>
      {followed.map(f => (
        <Line key={f.taskId} followed={f} isOpen={open?.taskId === f.taskId} onOpen={() => setOpen(f)} />
      ))}
      <TaskDialog charger={open?.charger ?? ''} taskId={open?.taskId} onClose={() => setOpen(undefined)} />
    </Box>
  )
}

/** The outcome of the task as far as known; when asking for the task failed, the task itself counts as open. */
function useOutcome(f: Followed) {
  const { asked, task, isLate } = useTask(f.charger, f.taskId)
  const known: Outcome = task ? outcomeOf(task) : { is: 'pending', text: 'Sent to the server.' }
  const outcome: Outcome =
    asked.error && known.is === 'pending'
      ? { is: 'unknown', text: `${known.text} How it went is not known yet: ${queryErrorText(asked.error)}` }
      : known
  const isOver = known.is !== 'pending'
  return { asked, task, outcome, isOver, mayAsk: !isOver && (asked.error !== null || isLate) }
}

type LineProps = { followed: Followed; isOpen: boolean; onOpen: () => void }
function Line({ followed: f, isOpen, onOpen }: LineProps) {
  const cache = useQueryClient()
  const { asked, task, outcome, isOver, mayAsk } = useOutcome(f)
  const isGone = asked.error instanceof CallError && asked.error.status === 404
  useEffect(() => {
    if (isGone) unfollowTask(f.taskId)
  }, [isGone, f.taskId])
  useEffect(() => {
    if (!isOver) return
    void cache.invalidateQueries({ predicate: isOfOthers })
  }, [isOver, cache])
  const isDone = outcome.is === 'done'
  useEffect(() => {
    if (!isDone || isOpen) return
    const timer = setTimeout(() => unfollowTask(f.taskId), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isDone, isOpen, f.taskId])
  return (
    <Alert
      severity={severities[outcome.is]}
      role={isDone || !isOver ? 'status' : 'alert'}
      {...(outcome.is === 'pending' && { icon: <HourglassEmpty fontSize="inherit" /> })}
      sx={{
        borderRadius: 0,
        borderBottom: 1,
        borderColor: 'divider',
        '& .MuiAlert-message': { minWidth: 0, flexGrow: 1 },
      }}
      action={
        <>
          {mayAsk && (
            <Button color="inherit" size="small" onClick={() => void asked.refetch()}>
              Check again
            </Button>
          )}
          <Button color="inherit" size="small" onClick={onOpen}>
            Details
          </Button>
          <IconButton
            color="inherit"
            size="small"
            aria-label={`Close ${f.label}`}
            onClick={() => unfollowTask(f.taskId)}
          >
            <Close fontSize="small" />
          </IconButton>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25, alignItems: 'center' }}>
        <Box component="b" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {f.label}
        </Box>
        {task && !isOver && <StepWords steps={stepsOf(task)} />}
        {(!task || isOver || asked.error) && <span>{outcome.text}</span>}
        {isOver && !isDone && f.otherwise && (
          <span>{(task && !isRefusedByCharger(task) && f.unknown) || f.otherwise}</span>
        )}
      </Box>
    </Alert>
  )
}
