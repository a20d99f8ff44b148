// Task Details: the progress of one operation, live, and the charge point's answer (D-OPS-4, D-OPS-5).
import { Alert, Box, Button, DialogActions, DialogContent, Link, Stack, Typography } from '@mui/material'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { Suspense, useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { DialogFrame, DialogHead } from '#kit/dialog-frame.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { useLive } from '#kit/live.ts'
import { RawText } from '#kit/raw-text.tsx'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { promiseOf } from './effect.rules.ts'
import { unfollowTask } from './followed.actions.ts'
import { knownOperation } from './operations/operations.contract.ts'
import { progressOf } from './progress.rules.ts'
import { getTask, type Task } from './remote-operation.contract.ts'
import { outcomeWord } from './remote-operation.rules.ts'
import { meaningOf } from './task-outcome.rules.ts'
import { TaskProgress } from './task-progress.tsx'
import { TaskSteps } from './task-steps.tsx'

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

/** What proves an accepted operation, by the proving message. */
const EFFECTS = {
  StartTransaction: 'Session',
  StopTransaction: 'Session',
  BootNotification: 'Restart',
  HigherProfile: 'Security profile',
} as const

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
          <TaskBody task={task} />
        ) : asked.error ? (
          <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <RowsSkeleton rows={4} />
        )}
      </DialogContent>
    </>
  )
}

// Tables and charts are heavy, and few answers need one.
const TaskAnswer = later(() => import('./task-answer.tsx').then(m => ({ default: m.TaskAnswer })))
const TaskTold = later(() => import('./task-told.tsx'))
const isTold = (t: Task): boolean => t.status === 'COMPLETED' && knownOperation(t.operation)?.shows !== undefined

/** Answers after which something is still to come, or to be done. */
const LATER = ['Scheduled', 'RebootRequired']
function severityOf({ state, effect, progress, result: [row] }: Task): 'success' | 'info' | 'warning' | 'error' {
  if (row?.error) return state === 'timeout' ? 'warning' : 'error'
  if (effect?.state === 'awaited') return 'info'
  const told = progress.at(-1)
  if (told) return progressOf(told.status).is === 'done' ? 'success' : 'info'
  return LATER.includes(row?.response ?? '') ? 'info' : 'success'
}

function TaskBody({ task }: { task: Task }) {
  const row = task.result[0]
  const hasDetails = row?.details !== null && row?.details !== undefined
  const details = hasDetails ? JSON.stringify(row?.details, null, 2) : ''
  const isOver = task.status === 'COMPLETED'
  const seen = task.effect?.state === 'seen' ? promiseOf(task.operation)?.seen : undefined
  const said = row && isOver ? meaningOf({ operation: task.operation, progress: task.progress, ...row }) : ''
  const meaning = seen ? `${seen}.` : said
  return (
    <Stack spacing={3}>
      <TaskSteps task={task} />
      {meaning && <Alert severity={severityOf(task)}>{meaning}</Alert>}
      {isTold(task) && (
        <Suspense>
          <TaskAnswer task={task} />
        </Suspense>
      )}
      {task.told && (
        <Suspense>
          <TaskTold charger={row?.charge_box_id ?? ''} taskId={task.taskId} told={task.told} />
        </Suspense>
      )}
      <TaskProgress task={task} />
      <DetailList
        items={[
          { label: 'Charge Box ID', value: row?.charge_box_id },
          { label: 'Operation', value: task.operation },
          { label: 'Response', value: row?.response },
          { label: 'Error', value: row?.error },
          {
            label: EFFECTS[task.effect?.message ?? 'StartTransaction'],
            hidden: !task.effect,
            value: task.effect && <Effect task={task} effect={task.effect} />,
          },
        ]}
      />
      <Box>
        <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            Details
          </Typography>
          {hasDetails && <CopyButton text={details} label="details" />}
        </Stack>
        <RawText label="Details" maxHeight={240}>
          {hasDetails ? details : '–'}
        </RawText>
      </Box>
    </Stack>
  )
}

/** Shows how the promise of an accepted operation stands, and its session. */
function Effect({ task, effect }: { task: Task; effect: NonNullable<Task['effect']> }) {
  const promise = promiseOf(task.operation)
  const session = effect.transactionId !== null && (
    <Link component={RouterLink} to={`/transactions/${effect.transactionId}`}>
      Transaction {effect.transactionId}
    </Link>
  )
  if (effect.message === 'StartTransaction' && session) return session
  return (
    <>
      {session} {promise?.[effect.state]}
    </>
  )
}
