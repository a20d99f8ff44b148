import { messages } from '@wattdesk/ocpp/messages'
import { messages201 } from '@wattdesk/ocpp/messages201/index'
import { expect, test } from 'vitest'
import { answerWords } from './answer-words.rules.ts'
import { promiseOf } from './effect.rules.ts'
import { parameters } from './operation-body.contract.ts'
import type { OperationPromise } from './operations/operation.contract.ts'
import type { Task } from './remote-operation.contract.ts'
import { LOST, NOT_CONNECTED, NOT_SENT } from './remote-operation.rules.ts'
import { outcomeOf } from './task-outcome.rules.ts'
import { pendingTask, testTask } from './test-task.tsx'

const failed = (error: string, response: string | null = null, state: Task['state'] = 'failed') =>
  testTask({ state }, { error, response })
const answered = (operation: string, response: string) =>
  testTask({ operation, state: 'failed' }, { error: response, response })
const plain = (operation: string, details: object) => testTask({ operation }, { response: null, details })
const coded = (error: string, errorCode: string) =>
  testTask({ state: 'failed' }, { response: null, error, details: { errorCode } })
const promised = (operation: string) => promiseOf(operation) as OperationPromise
const promising = (operation: string, state: 'awaited' | 'seen') =>
  testTask({ operation, effect: { message: promised(operation).message, state, at: null, transactionId: null } })
const unkept = (operation: string) =>
  testTask({ operation, state: 'failed' }, { error: promised(operation).missing, response: 'Accepted' })

test.each<[string, Task, string, string]>([
  ['queued', pendingTask('queued'), 'pending', 'Queued'],
  ['sent', pendingTask('sent'), 'pending', 'Sent. Waiting for the charge point.'],
  ['accepted', testTask(), 'done', 'Accepted. The charge point restarts. It is away for some minutes.'],
  ['answered without a status', testTask({}, { response: null }), 'done', 'Done.'],
  ['an accepted start', promising('RemoteStart', 'awaited'), 'pending', 'Accepted. Waiting for the session to start.'],
  ['a started session', promising('RemoteStart', 'seen'), 'done', 'Accepted. The session has started.'],
  ['a start without session', unkept('RemoteStart'), 'refused', 'Accepted, but no session has started.'],
  ['an accepted stop', promising('RemoteStop', 'awaited'), 'pending', 'Accepted. Waiting for the session to end.'],
  ['a stopped session', promising('RemoteStop', 'seen'), 'done', 'Accepted. The session has ended.'],
  [
    'a stop after which the session goes on',
    unkept('RemoteStop'),
    'refused',
    'Accepted, but the session has not ended. The charge point has sent no StopTransaction. Send RemoteStop again, or have somebody look at the charge point.',
  ],
  ['an accepted reset', promising('Reset', 'awaited'), 'pending', 'Accepted. Waiting for the charge point to restart.'],
  ['a reset that was done', promising('Reset', 'seen'), 'done', 'Accepted. The charge point has restarted.'],
  [
    'a reset without a restart',
    unkept('Reset'),
    'refused',
    'Accepted, but the charge point has not restarted. The charge point has sent no BootNotification. Send Reset again, or have somebody look at the charge point.',
  ],
  [
    'a refusal without words of its own',
    answered('ChangeAvailability', 'Rejected'),
    'refused',
    'Rejected. The charge point refused.',
  ],
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
    'waited in vain behind others',
    failed(NOT_SENT),
    'refused',
    'The charge point was busy with other operations for a minute. Nothing was sent.',
  ],
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
  [
    'an answer that is none',
    failed('The answer is not valid: status: is missing'),
    'unknown',
    'The answer is not valid: status: is missing. Whether the charge point did it is not known.',
  ],
  ['an error of the charge point', failed('Not now'), 'refused', 'Not now.'],
  [
    'an operation that it does not know',
    coded('NotImplemented', 'NotImplemented'),
    'refused',
    'NotImplemented. The charge point does not know this operation.',
  ],
  [
    'a request that it cannot read',
    coded('type?', 'FormationViolation'),
    'refused',
    'type?. The charge point could not make sense of the request.',
  ],
  ...['InternalError', 'GenericError'].map((code): [string, Task, string, string] => [
    `an error on the way, ${code}`,
    coded('Modem', code),
    'unknown',
    'Modem. Something went wrong in the charge point. Whether it did it is not known.',
  ]),
  ['nothing to upload', plain('GetDiagnostics', {}), 'done', 'Done. The charge point has nothing to upload.'],
  ['a file', plain('GetDiagnostics', { fileName: 'd.zip' }), 'done', 'Done. The charge point uploads d.zip.'],
  ['no list', plain('GetLocalListVersion', { listVersion: -1 }), 'done', 'Done. The charge point keeps no local list.'],
  ['an empty list', plain('GetLocalListVersion', { listVersion: 0 }), 'done', 'Done. The local list is empty.'],
  ['a list', plain('GetLocalListVersion', { listVersion: 7 }), 'done', 'Done. The local list has version 7.'],
])('a task: %s', (_, task, is, text) => expect(outcomeOf(task)).toEqual({ is, text }))

const NEEDS_NO_WORDS = [
  'RemoteStart Accepted',
  'ChangeAvailability Rejected',
  'SetChargingProfile Accepted',
  'ClearChargingProfile Accepted',
  'GetCompositeSchedule Accepted',
  'GetInstalledCertificateIds Accepted',
]
test('every answer of the standard has its sentence', () => {
  const actions = {
    RemoteStart: 'RemoteStartTransaction',
    RemoteStop: 'RemoteStopTransaction',
    ResetEvse: 'Reset',
    RaiseSecurityProfile: 'Reset',
  } as Record<string, string>
  const silent = Object.keys(parameters).flatMap(operation => {
    const action = actions[operation] ?? operation
    // Operations that OCPP 1.6 does not have.
    const message = messages[action as keyof typeof messages] ?? messages201[action as keyof typeof messages201]
    const { node } = message.confirmation
    const status = node.kind === 'obj' ? node.required.status?.node : undefined
    const answers = status?.kind === 'oneOf' ? status.allowed : []
    return answers.filter(response => !answerWords({ operation, response })).map(r => `${operation} ${r}`)
  })
  expect(silent.toSorted()).toEqual(NEEDS_NO_WORDS.toSorted())
})

test.each([
  [['Downloading'], null, 'The charge point is downloading the firmware.'],
  [['Downloading', 'Downloaded', 'Installing', 'Installed'], null, 'The firmware is installed.'],
  [['Downloading', 'DownloadFailed'], 'DownloadFailed', /could not be downloaded/],
  [['Odd'], null, 'The charge point fetches and installs the firmware at the time that was set.'],
] as const)('what a charge point tells of an update after its answer reads in words: %j [63]', (told, error, text) => {
  const progress = told.map(status => ({ status, at: '2026-01-05T08:00:00Z' }))
  const task = testTask({ operation: 'UpdateFirmware', progress }, { response: null, error, details: {} })
  const said = outcomeOf(task)
  expect(said.text).toMatch(text)
  expect(said.is).toBe(error === null ? 'done' : 'refused')
})
