// Which parts of an answer are kept, and how a reported value compares with the value set.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  attemptOf,
  lostChangeOf,
  lostEndingOf,
  payloadIn,
  reportedKeys,
  stateOf,
  unknownIn,
} from './charger-config.rules.ts'
import { isAccessKey, KNOWN_KEYS, knownKey } from './config-keys.contract.ts'

test('keys are kept as they are told, secrets without their value', () => {
  const answer = {
    configurationKey: [
      { key: 'HeartbeatInterval', readonly: false, value: '300' },
      { key: 'AuthorizationKey', readonly: false, value: 'very-secret-0001' },
      { key: 'WifiPassword', readonly: false, value: 'hunter2' },
      { key: 'FtpUrl', readonly: false, value: 'ftp://me:hunter2@host/x' },
      { key: 'Echo', readonly: false, value: 'says 0123456789abcdef' },
      { key: 'NumberOfConnectors', readonly: true, value: 2 },
      { key: 'Empty', readonly: true },
      { key: '', readonly: true, value: 'x' },
      { value: 'x' },
      null,
      { key: 'HEARTBEATINTERVAL', readonly: true, value: '60' },
    ],
    unknownKey: ['Nothing', 7],
  }
  expect(reportedKeys(answer, ['0123456789abcdef']).map(t => [t.key, t.spelling, t.value, t.isReadOnly])).toEqual([
    ['heartbeatinterval', 'HEARTBEATINTERVAL', '60', true],
    ['authorizationkey', 'AuthorizationKey', null, false],
    ['wifipassword', 'WifiPassword', null, false],
    ['ftpurl', 'FtpUrl', 'ftp://me:***@host/x', false],
    ['echo', 'Echo', 'says ***', false],
    ['numberofconnectors', 'NumberOfConnectors', '2', true],
    ['empty', 'Empty', null, true],
  ])
  expect(unknownIn(answer)).toEqual(['nothing'])
})

test.each([undefined, null, {}, 'x', { configurationKey: 'x' }, { status: 'Accepted' }])('%j tells nothing', answer => {
  expect([reportedKeys(answer), unknownIn(answer)]).toEqual([[], []])
})

test('whatever a charger writes as a key or a value can be stored', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('İ'.repeat(50), 'İ'.repeat(300), 'a\0b', 'x\ud800'),
  )
  const entry = fc.record({ key: text, value: text, readonly: fc.boolean() })
  fc.assert(
    fc.property(fc.array(entry), configurationKey => {
      for (const { key, spelling, value } of reportedKeys({ configurationKey })) {
        expect([key.length, spelling.length].every(n => n >= 1 && n <= 300)).toBe(true)
        for (const stored of [key, spelling, value ?? '']) {
          expect(stored.isWellFormed()).toBe(true)
          expect(stored).not.toContain('\0')
        }
      }
    }),
  )
})

test('an answer that does not fit its schema is read all the same; what is no answer is not', () => {
  expect(payloadIn('[3,"1",{"a":1}]')).toEqual({ a: 1 })
  expect([payloadIn('{'), payloadIn('null'), payloadIn('[3]')]).toEqual([undefined, undefined, undefined])
})

const [early, set, late] = [1, 2, 3].map(n => new Date(Date.UTC(2026, 0, n))) as [Date, Date, Date]
test.each([
  ['same', { outcome: 'Accepted', value: '5', isSame: true }, { readAt: late }, early],
  ['same', { outcome: 'Accepted', value: '5', isSame: true }, { readAt: set }, null],
  ['differs', { outcome: 'Accepted', value: '5', isSame: false }, { readAt: late }, early],
  ['differs', { outcome: 'Accepted', value: '5', isSame: false }, { readAt: late }, early],
  ['differs', { outcome: 'Timeout', value: '5', isSame: false }, { readAt: late }, early],
  ['unread', { outcome: 'Timeout', value: '5', isSame: false }, { readAt: early }, early],
  ['restart', { outcome: 'RebootRequired', value: '5', isSame: false }, { readAt: late }, early],
  ['restart', { outcome: 'RebootRequired', value: '5', isSame: true }, { readAt: late }, null],
  ['unread', { outcome: 'RebootRequired', value: '5', isSame: false }, { readAt: early }, late],
  ['differs', { outcome: 'RebootRequired', value: '5', isSame: false }, { readAt: late }, late],
  [null, { outcome: 'Accepted', value: null, isSame: false }, { readAt: late }, early],
  [null, { outcome: 'Accepted', value: '5', isSame: false }, undefined, early],
  [null, undefined, { readAt: late }, early],
] as const)('%s: %j against %j', (state, wish, told, bootAt) => {
  expect(stateOf(wish && { ...wish, endedAt: set }, told, bootAt)).toBe(state)
})

test.each([
  [
    { kind: 'result', payload: { status: 'Accepted' } },
    { isTaken: true, outcome: 'Accepted' },
  ],
  [
    { kind: 'result', payload: { status: 'RebootRequired' } },
    { isTaken: true, outcome: 'RebootRequired' },
  ],
  [
    { kind: 'result', payload: { status: 'Rejected' } },
    { isTaken: false, outcome: 'Rejected' },
  ],
  [
    { kind: 'error', code: 'NotSupported', text: '', details: {} },
    { isTaken: false, outcome: 'NotSupported' },
  ],
  [
    { kind: 'error', code: 'InternalError', text: '', details: {} },
    { isTaken: true, outcome: 'InternalError' },
  ],
  [
    { kind: 'timeout', sent: true },
    { isTaken: true, outcome: 'Timeout' },
  ],
  [
    { kind: 'closed', sent: true },
    { isTaken: true, outcome: 'Connection lost' },
  ],
  [
    { kind: 'bad-result', text: '', raw: '' },
    { isTaken: true, outcome: 'No valid answer' },
  ],
  [{ kind: 'timeout', sent: false }, undefined],
  [{ kind: 'unreachable', sent: false }, undefined],
  [{ kind: 'busy' }, undefined],
] as const)('an attempt that ends as %j', (outcome, kept) => {
  expect(attemptOf(outcome)).toEqual(kept)
})

test('every known key has a meaning, in the spelling of OCPP', () => {
  expect(KNOWN_KEYS.filter(k => k.meaning === '' || !k.meaning.endsWith('.'))).toEqual([])
  expect(KNOWN_KEYS).toHaveLength(53)
  expect(knownKey('heartbeatinterval')).toMatchObject({ name: 'HeartbeatInterval', unit: 'seconds', kind: 'whole' })
  expect(knownKey('MaxPowerW')).toBeUndefined()
  expect(['AuthorizationKey', 'securityprofile', 'Other'].map(isAccessKey)).toEqual([true, true, false])
})

test.each([
  ['has the value', { value: '300', isSame: true }, false, ['done', 'Accepted', null], 'Accepted'],
  [
    'has another',
    { value: '60', isSame: false },
    false,
    ['timeout', null, 'The server stopped before the answer, and the value is 60'],
    'Timeout',
  ],
  [
    'tells none',
    undefined,
    false,
    ['timeout', null, 'The server stopped before the answer, and the value is not told'],
    'Timeout',
  ],
  [
    'tells no value',
    { value: null, isSame: false },
    false,
    ['timeout', null, 'The server stopped before the answer, and the value is not told'],
    'Timeout',
  ],
  ['does not know the key', undefined, true, ['failed', 'NotSupported', 'NotSupported'], 'NotSupported'],
] as const)('a lost change of a charger that %s', (_, told, isUnknown, [state, response, error], kept) => {
  const { ending, outcome } = lostEndingOf(told, isUnknown)
  expect(ending).toEqual({ state, response, error, details: null })
  expect(attemptOf(outcome)?.outcome).toBe(kept)
})

test('a lost change is asked about by its key, but for secrets and the ways of signing in', () => {
  const of = (customConfKey: string) => lostChangeOf({ keyType: 'Custom', customConfKey, customConfValue: '2' })
  expect(of('BlinkRepeat')).toEqual({ key: 'BlinkRepeat', value: '2' })
  expect(of('HeartBeatInterval')).toEqual({ key: 'HeartbeatInterval', value: '2' })
  expect(['AuthorizationKey', 'SecurityProfile', 'WifiPassword'].map(of)).toEqual([undefined, undefined, undefined])
})
