// What the events of a transaction say of its session: a table of facts at every place, and the same facts in every order.
import type { Request201 } from '@wattdesk/ocpp/ocpp201'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TransactionStep } from '#fleet/stations/station-transaction.rules.ts'
import {
  factsOf,
  hasNoEnergy,
  isLostSession,
  stepOf,
  stepsOfBefore,
  stopRegisterOf,
  withoutSession,
  withStep,
} from './transaction-step.rules.ts'

type Event = Request201<'TransactionEvent'>
type Steps = readonly TransactionStep[]
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 12, minute)).toISOString()
const step = (seqNo: number, more: Partial<TransactionStep> = {}): TransactionStep => ({
  seqNo,
  at: at(seqNo),
  eventType: seqNo === 0 ? 'Started' : 'Updated',
  trigger: 'ChargingStateChanged',
  ...more,
})
const token = { idToken: 'CARD', type: 'ISO14443' }
const evse = { connectorId: 2 }
const charging = { chargingState: 'Charging' }

test.each<[string, Steps, Partial<ReturnType<typeof factsOf>>]>([
  ['nothing', [], { connectorId: undefined, token: undefined, startAt: undefined, isStartOpen: true }],
  ['both at once', [step(0, { token, ...evse })], { connectorId: 2, token, startAt: at(0), isStartOpen: true }],
  ['the later of token and EVSE is the start', [step(0, { token }), step(3, evse)], { startAt: at(3) }],
  ['until energy flows', [step(0, { token, ...evse }), step(4, charging)], { startAt: at(4), isStartOpen: false }],
  [
    'energy from before is not its own',
    [step(0, { ...evse, ...charging }), step(4, { token })],
    { startAt: at(4), isStartOpen: false },
  ],
  ['the first flow counts', [step(0, { token, ...evse }), step(2, charging), step(5, charging)], { startAt: at(2) }],
  ['who stops lets nobody in', [step(0, evse), step(1, { token, trigger: 'StopAuthorized' })], { token: undefined }],
  ['nor who ends', [step(0, evse), step(1, { token, eventType: 'Ended' })], { token: undefined }],
  [
    'the last event tells the EVSE',
    [step(0, { token }), step(1, { ...evse, eventType: 'Ended' })],
    { startAt: at(1), connectorId: 2 },
  ],
  [
    'a connector by name counts before an EVSE',
    [step(0, { token, connectorId: 1 }), step(1, { connectorId: 3, isConnectorNamed: true })],
    { connectorId: 3, startAt: at(0) },
  ],
  [
    'the first register is the start',
    [step(0), step(1, { firstWh: 4000 }), step(2, { firstWh: 4400 })],
    { startWh: 4000 },
  ],
  [
    'Transaction.Begin before it, wherever',
    [step(1, { firstWh: 4000 }), step(9, { beginWh: 3900 })],
    { startWh: 3900 },
  ],
  ['one that cannot be read is none', [step(0, { firstWh: null }), step(1, { firstWh: 4000 })], { startWh: undefined }],
  ['offline by the event of the token', [step(0, { token, isOffline: true }), step(1, evse)], { isOnline: false }],
])('%s', (_, steps, facts) => {
  expect(factsOf(steps)).toMatchObject(facts)
})

/** Events as a station tells them, with any fact at any place. */
const events: fc.Arbitrary<Steps> = fc
  .array(
    fc.record({
      chargingState: fc.constantFrom(undefined, 'Charging', 'SuspendedEV', 'EVConnected', 'Idle'),
      trigger: fc.constantFrom(
        'MeterValuePeriodic',
        'MeterValuePeriodic',
        'ChargingStateChanged',
        'StopAuthorized',
        'Authorized',
      ),
      connectorId: fc.constantFrom(undefined, undefined, 1, 2),
      isConnectorNamed: fc.constantFrom(undefined, true as const),
      token: fc.constantFrom(undefined, undefined, token, { idToken: 'OTHER', type: 'Central' }),
      firstWh: fc.constantFrom(undefined, null, 1000, 2000, 3000),
      beginWh: fc.constantFrom(undefined, undefined, undefined, null, 900),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map(list =>
    list.map((one, i) =>
      step(i, { ...one, eventType: i === 0 ? 'Started' : i === list.length - 1 ? 'Ended' : 'Updated' }),
    ),
  )

describe('any order', () => {
  const folded = (steps: Steps, transactionId: number | null = null) => {
    let kept: Steps = []
    for (const s of steps) kept = withStep({ steps: kept, transactionId }, s)
    return kept
  }
  const shuffled = events.chain(steps =>
    fc.tuple(fc.constant(steps), fc.shuffledSubarray([...steps], { minLength: steps.length })),
  )

  test('tells the facts of the right order, also when every event comes twice', () => {
    fc.assert(
      fc.property(shuffled, ([steps, other]) => {
        expect(factsOf(folded([...other, ...other]))).toEqual(factsOf(folded(steps)))
      }),
    )
  })
  test('tells the same start and connector of a session that has begun', () => {
    const start = ({ startAt, startWh, isStartOpen, connectorId }: ReturnType<typeof factsOf>) => ({
      startAt,
      startWh,
      isStartOpen,
      connectorId,
    })
    fc.assert(
      fc.property(shuffled, fc.nat(8), ([steps, other], begunAfter) => {
        let kept: Steps = []
        other.forEach((s, i) => {
          const isBegun = i > begunAfter
          if (isBegun) kept = kept.map(withoutSession)
          kept = withStep({ steps: kept, transactionId: isBegun ? 7 : null }, s)
        })
        expect(start(factsOf(kept))).toEqual(start(factsOf(steps)))
      }),
    )
  })
  test('is lost or not', () => {
    fc.assert(
      fc.property(shuffled, ([steps, other]) => {
        expect([isLostSession(folded(other)), hasNoEnergy(folded(other))]).toEqual([
          isLostSession(steps),
          hasNoEnergy(steps),
        ])
      }),
    )
  })
})

test('of a running session only what is more than another reading is kept', () => {
  const begun = [step(0, { token, ...evse, ...charging, firstWh: 1000 })]
  const periodic = { trigger: 'MeterValuePeriodic', firstWh: 2000 }
  const kept = (s: TransactionStep) => withStep({ steps: begun, transactionId: 7 }, s).length
  expect(kept(step(1, periodic))).toBe(1)
  expect(kept(step(1, { ...periodic, ...charging }))).toBe(1)
  expect(kept(step(1, { ...periodic, chargingState: 'SuspendedEV' }))).toBe(2)
  expect(kept(step(1, { trigger: 'ChargingRateChanged' }))).toBe(2)
  expect(kept(step(0, { token, ...evse, ...charging, firstWh: 1000 }))).toBe(1)
})
test('a flood of events is bounded, and the start still follows them', () => {
  let steps: Steps = []
  for (let n = 5; n < 500; n++)
    steps = withStep({ steps, transactionId: null }, step(n, { trigger: 'Other', readings: [] }))
  expect([steps.length, steps.filter(s => s.readings).length]).toEqual([200, 60])
  const last = withStep({ steps, transactionId: null }, step(900, { token, ...evse, ...charging, firstWh: 7 }))
  expect(factsOf(last)).toMatchObject({ connectorId: 2, token, startAt: at(900), startWh: 7 })
})
test('who charges and the readings are kept until the session begins, and no longer', () => {
  const bare = withoutSession(step(0, { token, readings: [{ timestamp: at(0), sampledValue: [] }], reservationId: 4 }))
  expect(bare).toEqual(step(0, { token: { idToken: '', type: 'ISO14443' } }))
})
test('a transaction that an earlier version kept goes on', () => {
  const before = {
    connectorId: 2,
    firstAt: new Date(at(0)),
    registerWh: 1000,
    isStartOpen: true,
    seen: [[0, 3]] as const,
  }
  const steps = stepsOfBefore(before)
  expect(factsOf(withStep({ steps, transactionId: 7 }, step(4, { ...charging, firstWh: 5000 })))).toMatchObject({
    startWh: 1000,
    connectorId: 2,
    isStartOpen: false,
  })
  expect(factsOf(stepsOfBefore({ ...before, isStartOpen: false })).isStartOpen).toBe(false)
})

const sample = (value: number, context?: string, unit = 'Wh') => ({
  value,
  unitOfMeasure: { unit },
  ...(context && { context }),
})
const event = (meters: ReturnType<typeof sample>[], more: object = {}): Event =>
  ({
    eventType: 'Ended',
    timestamp: at(9),
    triggerReason: 'StopAuthorized',
    seqNo: 9,
    transactionInfo: { transactionId: 'tx' },
    ...(meters.length > 0 && { meterValue: meters.map((m, i) => ({ timestamp: at(i), sampledValue: [m] })) }),
    ...more,
  }) as Event
test.each<[string, Event, Steps, number | undefined]>([
  ['none', event([]), [], undefined],
  ['the last one', event([sample(1000), sample(2000)]), [], 2000],
  ['that of Transaction.End', event([sample(3000, 'Transaction.End'), sample(2000)]), [], 3000],
  ['one that cannot be read is none', event([sample(1000), sample(1e15)]), [], undefined],
  ['even beside another one', event([sample(2000), sample(1, 'Transaction.End', 'J')]), [], undefined],
  ['Transaction.End of an event before', event([]), [step(4, { endWh: 2500 }), step(5)], 2500],
])('the register at the stop: %s', (_, p, steps, wh) => {
  expect(stopRegisterOf(p, steps)).toBe(wh)
})
test('a single register in the last event is no start', () => {
  expect(stepOf(event([sample(4500)]), 1).firstWh).toBeUndefined()
  expect(stepOf(event([sample(4000), sample(4500)]), 1)).toMatchObject({ firstWh: 4000, endWh: 4500 })
})
