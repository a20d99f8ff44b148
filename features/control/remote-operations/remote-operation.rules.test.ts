// The reading of answers, the refusals before sending, and the texts of Task Details.

import { redact } from '@wattdesk/ocpp/redact'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectorLabel } from './connector-label.rules.ts'
import { isCredentialKey } from './credential-key.words.ts'
import { admissible as admissibleAt, sendRefusal } from './operation-admission.rules.ts'
import { keyParts, needsFullAccess } from './operation-request.rules.ts'
import type { ChargerStanding } from './operations/operation.contract.ts'
import type { RemoteOperation } from './operations/operations.contract.ts'
import { endingOf, fateOf, outcomeWord, type TaskFacts, taskOf } from './remote-operation.rules.ts'

const admissible = (o: RemoteOperation, c: ChargerStanding) => admissibleAt(o, c, new Date(0), 'Asia/Kolkata')

const start = (connectorId = 1): RemoteOperation => ({
  chargerId: 'C',
  remoteOperationType: 'RemoteStart',
  parameters: { connectorId, idTag: 'T' },
})
const standing = (over: Partial<ChargerStanding> = {}): ChargerStanding => ({
  connected: true,
  isLoadBalanced: false,
  byHand: false,
  closings: null,
  bootAccepted: true,
  preparingState: false,
  connectors: [{ connectorId: 1, status: 'Available' }],
  profile: 1,
  hasKey: true,
  ocppProtocol: 'ocpp1.6J',
  ...over,
})

test.each([
  [{ kind: 'result', payload: { status: 'Accepted' } }, 'done', 'Accepted', null],
  [{ kind: 'result', payload: { status: 'Scheduled' } }, 'done', 'Scheduled', null],
  [{ kind: 'result', payload: { status: 'Occupied' } }, 'failed', 'Occupied', 'Occupied'],
  [{ kind: 'result', payload: { configurationKey: [] } }, 'done', null, null],
  [{ kind: 'error', code: 'InternalError', text: '', details: {} }, 'failed', null, 'InternalError'],
  [{ kind: 'error', code: 'InternalError', text: 'fuse', details: {} }, 'failed', null, 'fuse'],
  [{ kind: 'timeout', sent: true }, 'timeout', null, 'Timeout'],
  [{ kind: 'timeout', sent: false }, 'failed', null, 'The charge point was busy with other operations for a minute'],
  [{ kind: 'closed', sent: false }, 'failed', null, 'Charge point is not connected'],
  [{ kind: 'closed', sent: true }, 'failed', null, 'Connection lost before the answer'],
  [
    { kind: 'unreachable', sent: false },
    'failed',
    null,
    'The server that holds the connection of the charge point cannot be reached',
  ],
  [{ kind: 'unreachable', sent: true }, 'failed', null, 'Connection lost before the answer'],
  [{ kind: 'busy' }, 'failed', null, 'Too many operations are waiting for this charge point'],
] as const)('%o ends as %s', (outcome, state, response, error) => {
  expect(endingOf(outcome)).toMatchObject({ state, response, error })
})

test('nothing that was refused reads as done, whatever word the charger uses', () => {
  fc.assert(
    fc.property(fc.string(), status => {
      const e = endingOf({ kind: 'result', payload: { status } })
      const good = ['Accepted', 'AcceptedCanceled', 'Scheduled', 'RebootRequired', 'Unlocked'].includes(status)
      return (e.state === 'done') === good && (e.error === null) === good && e.response === status
    }),
  )
})

test.each([
  [{ kind: 'result', payload: { status: 'Accepted' } }, 'taken'],
  [{ kind: 'result', payload: { status: 'RebootRequired' } }, 'reboot'],
  [{ kind: 'result', payload: { status: 'Rejected' } }, 'refused'],
  [{ kind: 'result', payload: { status: 'NotSupported' } }, 'refused'],
  [{ kind: 'error', code: 'NotImplemented', text: '', details: {} }, 'refused'],
  [{ kind: 'error', code: 'InternalError', text: '', details: {} }, 'unknown'],
  [{ kind: 'timeout', sent: true }, 'unknown'],
  [{ kind: 'timeout', sent: false }, 'refused'],
  [{ kind: 'closed', sent: true }, 'unknown'],
  [{ kind: 'closed', sent: false }, 'refused'],
  [{ kind: 'unreachable', sent: true }, 'unknown'],
  [{ kind: 'unreachable', sent: false }, 'refused'],
  [{ kind: 'busy' }, 'refused'],
  [{ kind: 'bad-result', text: 'status', raw: '' }, 'unknown'],
] as const)('what the charger was asked to take, after %o, is %s (D-OCPP-9)', (outcome, fate) => {
  expect(fateOf(outcome)).toBe(fate)
})

describe('keys and profiles over OCPP (D-OCPP-9)', () => {
  const change = (customConfKey: string, customConfValue: string, c: Partial<ChargerStanding> = {}) =>
    admissible(
      {
        chargerId: 'C',
        remoteOperationType: 'ChangeConfiguration',
        parameters: { keyType: 'Custom', customConfKey, customConfValue },
      },
      standing(c),
    )
  test.each([
    ['0'.repeat(32), true],
    ['aF09'.repeat(9), true],
    ['f'.repeat(40), true],
    ['0'.repeat(33), false],
    ['0'.repeat(30), false],
    ['0'.repeat(42), false],
    ['0'.repeat(60), false],
    ['12345678', false],
    [`${'0'.repeat(31)}g`, false],
    [`${'0'.repeat(32)}\n`, false],
    [` ${'0'.repeat(32)}`, false],
    ['correct horse battery staple', false],
  ])('AuthorizationKey %j may be sent: %s', (value, may) => {
    for (const key of ['AuthorizationKey', 'authorizationkey', 'AUTHORIZATIONKEY']) {
      const admitted = change(key, value)
      expect(admitted.ok).toBe(may)
      if (!admitted.ok) expect(admitted.error).toMatchObject({ status: 422, field: 'customConfValue' })
    }
  })
  test.each([
    ['0', { profile: 0 }, true],
    ['1', { profile: 0 }, true],
    ['1', { profile: 0, hasKey: false }, false],
    ['2', { profile: 1, hasKey: false }, false],
    ['3', { profile: 1, hasKey: false }, true],
    ['1', { profile: 2 }, false],
    ['0', { profile: 1 }, false],
    ['4', { profile: 1 }, false],
    ['01', { profile: 1 }, false],
    ['', { profile: 1 }, false],
  ])('SecurityProfile %j at %j may be sent: %s', (value, at, may) => {
    expect(change('securityprofile', value, at).ok).toBe(may)
  })
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
  test('a start with a profile could lift the limit of a site that balances the load', () => {
    const balanced = standing({ isLoadBalanced: true })
    const withProfile: RemoteOperation = {
      chargerId: 'C',
      remoteOperationType: 'RemoteStart',
      parameters: { connectorId: 1, idTag: 'T', charging_profile_pk: 5 },
    }
    expect(admissible(withProfile, balanced)).toMatchObject({ ok: false, error: { status: 409 } })
    expect(admissible(start(), balanced).ok).toBe(true)
  })
  test('a charger that has not been accepted is not asked to start or stop, but may be reset', () => {
    const pending = standing({ bootAccepted: false })
    expect(sendRefusal(start(), pending)).toBe('Charge point is not registered yet')
    const reset: RemoteOperation = { chargerId: 'C', remoteOperationType: 'Reset', parameters: { resetType: 'HARD' } }
    expect(sendRefusal(reset, pending)).toBeUndefined()
    expect(sendRefusal(reset, standing({ connected: false }))).toBe('Charge point is not connected')
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

  test.each([
    ['RemoteStart', 'StartTransaction', 90_000, 7, 'Accepted, but no session has started'],
    ['RemoteStop', 'StopTransaction', 90_000, 7, 'Accepted, but the session has not ended'],
    ['Reset', 'BootNotification', 300_000, null, 'Accepted, but the charge point has not restarted'],
  ])('an accepted %s awaits its %s for %i ms, then it is missing, then an error', (...row) => {
    const [operation, message, waitMs, transactionId, error] = row
    const t = facts({ operation })
    const awaited = taskOf(t, undefined, later(waitMs - 1))
    expect(awaited).toMatchObject({ effect: { message, state: 'awaited', transactionId: null }, state: 'done' })
    const missing = taskOf(t, undefined, later(waitMs))
    expect(missing).toMatchObject({ effect: { message, state: 'missing' }, state: 'failed', result: [{ error }] })
    expect(outcomeWord(missing)).toBe('Error')
    const seen = taskOf(t, { transactionId, at }, later(waitMs))
    expect(seen).toMatchObject({
      effect: { message, state: 'seen', at: at.toISOString(), transactionId },
      state: 'done',
    })
  })
  test('other operations promise nothing, nor does one that was refused', () => {
    expect(taskOf(facts({ operation: 'ClearCache' }), undefined, later(90_000)).effect).toBeNull()
    expect(
      taskOf(facts({ state: 'failed', response: 'Rejected', error: 'Rejected' }), undefined, later(90_000)).effect,
    ).toBeNull()
  })
  test('is Error when the first row has an error, else Success, and neither while it is pending', () => {
    expect(outcomeWord(taskOf(facts(), { transactionId: 7, at }, at))).toBe('Success')
    expect(outcomeWord(taskOf(facts({ state: 'timeout', response: null, error: 'Timeout' }), undefined, at))).toBe(
      'Error',
    )
    expect(outcomeWord(taskOf(facts({ state: 'sent', response: null, endedAt: null }), undefined, at))).toBeUndefined()
  })
})

test('a connector reads with its number and state', () => {
  expect(connectorLabel({ connectorId: 2 }, 'Available')).toBe('ConnectorId-2 (Available to use)')
  expect(connectorLabel({ connectorId: 1 }, 'Charging')).toBe('ConnectorId-1 (Charging)')
  expect(connectorLabel({ connectorId: 1 }, null)).toBe('ConnectorId-1 (Unknown)')
  expect(connectorLabel({ connectorId: 1 }, 'Available', '04 Mar 2025 10:36')).toBe(
    'ConnectorId-1 (state unknown since 04 Mar 2025 10:36)',
  )
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

test.each([
  ['SmartChargingEnabled', false],
  ['MaxChargingProfilesInstalled', false],
  ['ChargingScheduleMaxPeriods', false],
  ['SupportedFeatureProfiles', false],
  ['MeterValueSampleInterval', true],
  ['HeartbeatInterval', true],
])('where a site balances its load, the key %s may be changed: %s', (customConfKey, may) => {
  const o: RemoteOperation = {
    chargerId: 'C',
    remoteOperationType: 'ChangeConfiguration' as const,
    parameters: { keyType: 'Custom', customConfKey, customConfValue: '1' },
  }
  expect(admissible(o, standing({ isLoadBalanced: true })).ok).toBe(may)
  expect(admissible(o, standing()).ok).toBe(true)
})
