// Task Details: the progress of one operation, live, and the charge point's answer (D-OPS-4, D-OPS-5).
import { Alert, Button, DialogActions, DialogContent } from '@mui/material'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Suspense, useEffect, useState } from 'react'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { useLive } from '#kit/live.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { unfollowTask } from './followed.actions.ts'
import { getTask, type Task } from './remote-operation.contract.ts'
import { outcomeWord } from './remote-operation.rules.ts'

/** The portal asks every second for at most 25 seconds, then shows the state it has (D-OPS-5). */
const ASK_EVERY_MS = 1000
const ASK_FOR_MS = 25_000
/** While the message that proves an accepted operation, or parts of its answer, are awaited. */
const EFFECT_EVERY_MS = 5000

/** Parts of the answer are still to come. */
const isComing = (task: Task | undefined): boolean => task?.told?.state === 'awaited' || task?.told?.state === 'coming'

/** Queries beside those of tasks: an operation that has ended may have changed any of them. */
export const isOfOthers = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => queryKey[1] !== getTask.path

/**
 * Reads a task of `charger` (chargepoint_id) until it has ended, and at once when the live stream mentions it.
 * `isLate`: the task has not ended within the time that the portal asks by itself.
 */
export function useTask(charger: string, taskId: string | undefined) {
  const [since] = useState(() => Date.now())
  const args = { params: { chargerId: charger, taskId: taskId ?? '' } }
  const asked = useQuery({
    ...query(getTask, args),
    enabled: taskId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data?.data.effect?.state === 'awaited' || isComing(data?.data)) return EFFECT_EVERY_MS
      return data?.data.status !== 'COMPLETED' && Date.now() - since < ASK_FOR_MS ? ASK_EVERY_MS : false
    },
  })
  useLive('task', events => {
    if (events.some(e => e.taskId === taskId)) void asked.refetch()
  })
  const task = asked.data?.data
  return { asked, task, isLate: task?.status === 'PENDING' && Date.now() - since >= ASK_FOR_MS }
}

// Loaded with the first task that is opened.
const TaskBody = later(() => import('./task-body.tsx'))

export type TaskDialogProps = { charger: string; taskId: string | undefined; onClose: () => void }
export function TaskDialog({ charger, taskId, onClose }: TaskDialogProps) {
  return (
    <DialogFrame open={taskId !== undefined} onClose={onClose}>
      {taskId !== undefined && <TaskView key={taskId} charger={charger} taskId={taskId} />}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </DialogFrame>
  )
}

/** Title and content of a dialog with one task; a user who has seen the end there gets no other notice. */
export function TaskView({ charger, taskId }: { charger: string; taskId: string }) {
  const cache = useQueryClient()
  const { asked, task, isLate } = useTask(charger, taskId)
  const isOver = task?.status === 'COMPLETED'
  const effectState = task?.effect?.state
  const isSeen = isOver && effectState !== 'awaited'
  useEffect(() => {
    if (isSeen) unfollowTask(taskId)
  }, [isSeen, taskId])
  // Everything that the operation may have changed is read again.
  useEffect(() => {
    if (!isOver && !effectState) return
    void cache.invalidateQueries({ predicate: isOfOthers })
  }, [isOver, effectState, cache])
  const word = task && outcomeWord(task)
  return (
    <>
      <DialogHead cross={false} tools={word && <ToneChip tone={word === 'Error' ? 'fault' : 'success'} label={word} />}>
        Task Details
      </DialogHead>
      <DialogContent aria-live="polite" sx={{ minHeight: 320 }}>
        {isLate && (
          <Alert
            severity="warning"
            sx={{ mb: 2 }}
            action={
              <Button color="inherit" size="small" onClick={() => void asked.refetch()}>
                Check again
              </Button>
            }
          >
            The charge point has not answered yet.
          </Alert>
        )}
        {task ? (
          <Suspense fallback={<RowsSkeleton rows={4} />}>
            <TaskBody task={task} />
          </Suspense>
        ) : asked.error ? (
          <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <RowsSkeleton rows={4} />
        )}
      </DialogContent>
    </>
  )
}
