import { expect, test } from 'vitest'
import type { Task } from './remote-operation.contract.ts'
import { LOST, NOT_CONNECTED, START_MISSING } from './remote-operation.rules.ts'
import { outcomeOf } from './task-outcome.rules.ts'
import { pendingTask, testTask } from './test-task.tsx'

const failed = (error: string, response: string | null = null, state: Task['state'] = 'failed') =>
  testTask({ state }, { error, response })
const answered = (operation: string, response: string) =>
  testTask({ operation, state: 'failed' }, { error: response, response })
const started = (state: 'awaited' | 'started') =>
  testTask({ start: { state, transactionId: state === 'started' ? 9 : null } })

test.each<[string, Task, string, string]>([
  ['queued', pendingTask('queued'), 'pending', 'Queued'],
  ['sent', pendingTask('sent'), 'pending', 'Sent. Waiting for the charge point.'],
  ['accepted', testTask(), 'done', 'Accepted.'],
  ['answered without a status', testTask({}, { response: null }), 'done', 'Done.'],
  ['an accepted start', started('awaited'), 'pending', 'Accepted. Waiting for the session to start.'],
  ['a started session', started('started'), 'done', 'Accepted. The session has started.'],
  ['a start without session', failed(START_MISSING, 'Accepted'), 'refused', 'Accepted, but no session has started.'],
  ['rejected', failed('Rejected', 'Rejected'), 'refused', 'Rejected. The charge point refused.'],
  ['unlock failed', failed('UnlockFailed', 'UnlockFailed'), 'refused', 'UnlockFailed. The charge point refused.'],
  [
    'a profile refused',
    answered('SetChargingProfile', 'Rejected'),
    'refused',
    'Rejected. The charge point does not take this profile.',
  ],
  [
    'profiles not supported',
    answered('SetChargingProfile', 'NotSupported'),
    'refused',
    'NotSupported. The charge point does not support charging profiles of this kind.',
  ],
  [
    'nothing to clear',
    answered('ClearChargingProfile', 'Unknown'),
    'refused',
    'Unknown. No profile that fits was installed on the charge point.',
  ],
  [
    'no schedule',
    answered('GetCompositeSchedule', 'Rejected'),
    'refused',
    'Rejected. The charge point cannot tell its schedule.',
  ],
  ['not connected', failed(NOT_CONNECTED), 'refused', 'Charge point is not connected. Nothing was sent.'],
  [
    'no answer',
    failed('Timeout', null, 'timeout'),
    'unknown',
    'Timeout. Whether the charge point did it is not known.',
  ],
  [
    'line lost',
    failed(LOST),
    'unknown',
    'Connection lost before the answer. Whether the charge point did it is not known.',
  ],
  ['an error of the charge point', failed('Not now'), 'refused', 'Not now.'],
])('a task: %s', (_, task, is, text) => expect(outcomeOf(task)).toEqual({ is, text }))
