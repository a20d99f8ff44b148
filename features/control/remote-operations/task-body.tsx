// What is known of one operation: its steps, the charge point's answer, and what proves it.
import { Alert, Box, Link, Stack, Typography } from '@mui/material'
import { Suspense } from 'react'
import { Link as RouterLink } from 'react-router'
import { CopyButton } from '#kit/copy-button.tsx'
import { DetailList } from '#kit/detail-list.tsx'
import { later } from '#kit/later.ts'
import { RawText } from '#kit/raw-text.tsx'
import { promiseOf } from './effect.rules.ts'
import { knownOperation } from './operations/operations.contract.ts'
import { progressOf } from './progress.rules.ts'
import type { Task } from './remote-operation.contract.ts'
import { meaningOf } from './task-outcome.rules.ts'
import { TaskProgress } from './task-progress.tsx'
import { TaskSteps } from './task-steps.tsx'

/** What proves an accepted operation, by the proving message. */
const EFFECTS = {
  StartTransaction: 'Session',
  StopTransaction: 'Session',
  BootNotification: 'Restart',
  HigherProfile: 'Security profile',
} as const

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

export default function TaskBody({ task }: { task: Task }) {
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
