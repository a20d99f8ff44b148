// How answers read, what is refused before sending, and what Task Details says.

import { redact } from '@wattdesk/ocpp/redact'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCredentialKey, type RemoteOperation } from './remote-operation.contract.ts'
import {
  admissible,
  connectorLabel,
  endingOf,
  keyParts,
  needsFullAccess,
  outcomeWord,
  type Standing,
  type TaskFacts,
  taskOf,
  unsendable,
} from './remote-operation.rules.ts'

const start = (connectorId = 1): RemoteOperation => ({
  chargerId: 'C',
  remoteOperationType: 'RemoteStart',
  parameters: { connectorId, idTag: 'T' },
})
const standing = (over: Partial<Standing> = {}): Standing => ({
  connected: true,
  bootAccepted: true,
  preparingState: false,
  connectors: [{ connectorId: 1, status: 'Available' }],
  ...over,
})

test.each([
  [{ kind: 'result', payload: { status: 'Accepted' } }, 'done', 'Accepted', null],
  [{ kind: 'result', payload: { status: 'Scheduled' } }, 'done', 'Scheduled', null],
  [{ kind: 'result', payload: { status: 'Occupied' } }, 'failed', 'Occupied', 'Occupied'],
  [{ kind: 'result', payload: { configurationKey: [] } }, 'done', null, null],
  [{ kind: 'error', code: 'InternalError', text: '', details: {} }, 'failed', null, 'InternalError'],
  [{ kind: 'error', code: 'InternalError', text: 'fuse', details: {} }, 'failed', null, 'fuse'],
  [{ kind: 'timeout' }, 'timeout', null, 'Timeout'],
  [{ kind: 'closed' }, 'failed', null, 'Charge point is not connected'],
  [{ kind: 'busy' }, 'failed', null, 'Too many operations are waiting for this charge point'],
] as const)('%o ends as %s', (outcome, state, response, error) => {
  expect(endingOf(outcome, false)).toMatchObject({ state, response, error })
})

test('nothing that was refused reads as done, whatever word the charger uses', () => {
  fc.assert(
    fc.property(fc.string(), status => {
      const e = endingOf({ kind: 'result', payload: { status } }, true)
      const good = ['Accepted', 'Scheduled', 'RebootRequired', 'Unlocked'].includes(status)
      return (e.state === 'done') === good && (e.error === null) === good && e.response === status
    }),
  )
})

describe('before sending', () => {
  test('Preparing State lets a start through only on a connector that is Preparing', () => {
    for (const status of ['Available', 'Charging', 'Faulted', null])
      expect(
        admissible(start(), standing({ preparingState: true, connectors: [{ connectorId: 1, status }] })),
      ).toMatchObject({
        ok: false,
        error: { status: 409, field: 'connectorId' },
      })
    expect(
      admissible(start(), standing({ preparingState: true, connectors: [{ connectorId: 1, status: 'Preparing' }] })).ok,
    ).toBe(true)
    // Not connected: the task says so, not a status of yesterday.
    expect(admissible(start(), standing({ preparingState: true, connected: false })).ok).toBe(true)
  })
  test('a charger that has not been accepted is not asked to start or stop, but may be reset', () => {
    const pending = standing({ bootAccepted: false })
    expect(unsendable(start(), pending)).toBe('Charge point is not registered yet')
    const reset: RemoteOperation = { chargerId: 'C', remoteOperationType: 'Reset', parameters: { resetType: 'HARD' } }
    expect(unsendable(reset, pending)).toBeUndefined()
    expect(unsendable(reset, standing({ connected: false }))).toBe('Charge point is not connected')
  })
  test.each([
    ['AuthorizationKey', true],
    ['securityprofile', true],
    ['HeartbeatInterval', false],
  ])('%s needs full access: %s', (customConfKey, needed) => {
    const parameters = { keyType: 'Custom', customConfKey, customConfValue: '1' } as const
    expect(needsFullAccess({ chargerId: 'C', remoteOperationType: 'ChangeConfiguration', parameters })).toBe(needed)
  })
  test('keys are asked for in parts that keep all of them, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.option(fc.integer({ min: -1, max: 9 }), { nil: undefined }),
        (keys, most) => {
          const parts = keyParts(keys, most)
          expect(parts.flat()).toEqual(keys)
          if (most !== undefined && most > 0) expect(Math.max(0, ...parts.map(p => p.length))).toBeLessThanOrEqual(most)
        },
      ),
    )
  })
})

describe('the task', () => {
  const at = new Date('2026-01-01T00:00:00Z')
  const facts = (over: Partial<TaskFacts> = {}): TaskFacts => ({
    taskId: 't',
    chargepointId: 'C',
    operation: 'RemoteStart',
    state: 'done',
    response: 'Accepted',
    error: null,
    details: { status: 'Accepted' },
    createdAt: at,
    sentAt: at,
    endedAt: at,
    ...over,
  })
  const later = (ms: number) => new Date(at.getTime() + ms)

  test('an accepted start is awaited for 90 seconds, then missing, then an error', () => {
    expect(taskOf(facts(), null, later(89_999))).toMatchObject({ start: { state: 'awaited' }, state: 'done' })
    const missing = taskOf(facts(), null, later(90_000))
    expect(missing).toMatchObject({ start: { state: 'missing' }, state: 'failed' })
    expect(outcomeWord(missing)).toBe('Error')
    expect(taskOf(facts(), 7, later(90_000))).toMatchObject({
      start: { state: 'started', transactionId: 7 },
      state: 'done',
    })
  })
  test('other operations await no session', () => {
    expect(taskOf(facts({ operation: 'Reset' }), null, later(90_000)).start).toBeNull()
    expect(
      taskOf(facts({ state: 'failed', response: 'Rejected', error: 'Rejected' }), null, later(90_000)).start,
    ).toBeNull()
  })
  test('is Error when the first row has an error, else Success, and neither while it is pending', () => {
    expect(outcomeWord(taskOf(facts(), 7, at))).toBe('Success')
    expect(outcomeWord(taskOf(facts({ state: 'timeout', response: null, error: 'Timeout' }), null, at))).toBe('Error')
    expect(outcomeWord(taskOf(facts({ state: 'sent', response: null, endedAt: null }), null, at))).toBeUndefined()
  })
})

test('a connector reads with its number and state', () => {
  expect(connectorLabel(2, 'Available')).toBe('ConnectorId-2 (Available to use)')
  expect(connectorLabel(1, 'Charging')).toBe('ConnectorId-1 (Charging)')
  expect(connectorLabel(1, null)).toBe('ConnectorId-1 (Unknown)')
})

test.each([
  'AuthorizationKey',
  'authorizationkey',
  'WifiPassword',
  'PSK',
  'ApiToken',
  'HeartbeatInterval',
  'keyboard',
  '',
])('the key %s is a credential to forms, tasks and the audit log where it is one to the log of frames', key => {
  const hidden = redact(JSON.stringify({ key, value: 'the-value' })).includes('***')
  expect(isCredentialKey(key)).toBe(hidden)
})
