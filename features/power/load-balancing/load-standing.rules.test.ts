// The connectors of one charger are told their limits in turn: wherever this breaks off, and whichever limit lapses
// when, the connectors together never have more than before or after.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acknowledged, booted, joined, paused, unprepared, withoutEnded } from './load-job.rules.ts'
import { readBackOf } from './load-profile.rules.ts'
import {
  aged,
  CARRIERS,
  inOrder,
  type LoadStanding,
  lowestStandingLimit,
  nothingStands,
  type SentLimit,
  safeOf,
  stateOf,
  valuesOf,
} from './load-standing.rules.ts'

const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0)
const usable = { isUsable: true, connectionNo: 1 }
/** Real connectors: a limit up to a moment, the safe limit after it. */
type Real = { value: number; until: number }[]
const taken = (real: Real, safe: number, now: number) => sum(real.map(r => (r.until > now ? r.value : safe)))

const aCase = fc.integer({ min: 2, max: 4 }).chain(n =>
  fc.record({
    safe: fc.constantFrom(0, 60),
    shares: fc.array(fc.array(fc.option(fc.constantFrom(60, 80, 130, 320)), { minLength: n, maxLength: n }), {
      minLength: 2,
      maxLength: 6,
    }),
    spare: fc.integer({ min: 0, max: 130 }),
    breaks: fc.array(fc.record({ after: fc.nat(4), isDone: fc.boolean(), ms: fc.constantFrom(0, 1, 5, 11) }), {
      minLength: 6,
      maxLength: 6,
    }),
  }),
)

test('wherever the telling breaks off, the connectors together have no more than one of the limits that may stand', () => {
  fc.assert(
    fc.property(aCase, ({ safe, shares, spare, breaks }) => {
      const ids = shares[0]?.map((_, i) => i + 1) ?? []
      let s: LoadStanding = {
        ...nothingStands('dA'),
        carrier: 'connectors',
        safe: { told: safe, acknowledged: safe, unanswered: [] },
      }
      const real: Real = ids.map(() => ({ value: 0, until: 0 }))
      let now = 0
      shares.forEach((cars, round) => {
        const own = Object.fromEntries(cars.flatMap((x, i) => (x === null ? [] : [[i + 1, x]])))
        const limit = { shares: own, limit: Math.max(safe * ids.length, sum(Object.values(own)) + spare) }
        const isMixed = s.limit.unanswered.length > 0
        const lapsesAt = now + 10
        const sent: SentLimit = isMixed
          ? { ...lowestStandingLimit(s), lapsesAt }
          : { ...limit, values: valuesOf(s, limit, ids), lapsesAt }
        const most = Math.max(
          safe * ids.length,
          isMixed ? 0 : sent.limit,
          s.limit.acknowledged?.limit ?? 0,
          ...s.limit.unanswered.map(l => l.limit),
        )
        s = { ...s, limit: { ...s.limit, unanswered: [...s.limit.unanswered, sent] } }
        const { after = 9, isDone = false, ms = 0 } = breaks[round] ?? {}
        const order = inOrder(s, sent.values)
        order.forEach(([id, value], i) => {
          // The connector at which the message breaks off may have taken its limit.
          if (i < after || (i === after && isDone)) real[id - 1] = { value, until: lapsesAt }
          for (const at of [now, now + 9, now + 11]) expect(taken(real, safe, at)).toBeLessThanOrEqual(most)
        })
        if (after >= order.length) s = acknowledged(s, sent)
        now += ms
        const stands = (l: SentLimit) => l.lapsesAt > now
        const { acknowledged: a, unanswered } = s.limit
        s = { ...s, limit: { acknowledged: a && stands(a) ? a : null, unanswered: unanswered.filter(stands) } }
      })
    }),
    { numRuns: 3000 },
  )
})

test('what connectors without a car are left with: the safe share, as far as the limit has room for it', () => {
  const s: LoadStanding = {
    ...nothingStands('dA'),
    carrier: 'connectors',
    safe: { told: 60, acknowledged: 60, unanswered: [] },
  }
  expect(valuesOf(s, { limit: 320, shares: { 2: 250 } }, [1, 2, 3])).toEqual({ 1: 60, 2: 250, 3: 0 })
  expect(valuesOf(s, { limit: 180, shares: {} }, [1, 2, 3])).toEqual({ 1: 60, 2: 60, 3: 60 })
  expect(valuesOf({ ...s, carrier: 'station' }, { limit: 180, shares: { 1: 100 } }, [1, 2, 3])).toEqual({ 0: 180 })
})

test('how a charger stands, and when its safe limit comes first', () => {
  const s = nothingStands('W')
  expect(CARRIERS[0]).toBe('connectors')
  expect(stateOf(s, { ...usable, isUsable: false }, 5)).toBe('silent')
  expect(stateOf(s, usable, 5)).toBe('unknown')
  const busy = { ...s, busy: { token: 'a', until: 10, connectionNo: 1 } }
  expect([5, 10].map(at => stateOf(busy, usable, at))).toEqual(['waiting', 'unknown'])
  // Over a new connection nobody waits for an answer of the old connection.
  expect(stateOf(busy, { ...usable, connectionNo: 2 }, 5)).toBe('unknown')
  const refused = paused(s, 'refused', 0)
  expect([59_999, 60_000].map(at => stateOf(refused, usable, at))).toEqual(['refused', 'unknown'])
  expect(paused(refused, 'refused', 60_000).pause?.until).toBe(180_000)
  expect(unprepared(s, 0)).toBe('join')
  const safe: LoadStanding = { ...s, carrier: 'each', bootAt: 1, safe: { told: 60, acknowledged: 60, unanswered: [] } }
  expect(unprepared(safe, 60)).toBeUndefined()
  expect(unprepared(booted(safe, 2, 3), 60)).toBe('boot')
  expect(unprepared(safe, 0)).toBe('safe')
})

test('a limit is reckoned with until it has lapsed by the slowest clock that counts as right, or was known to be wrong', () => {
  const sent: SentLimit = { limit: 320, shares: {}, values: { 1: 320 }, lapsesAt: 900_000 }
  const s: LoadStanding = {
    ...nothingStands('dA'),
    limit: { acknowledged: sent, unanswered: [{ ...sent, clockMs: 3_600_000 }] },
  }
  expect(aged(s, 1_019_999)).toBe(s)
  expect(aged(s, 1_020_000).limit).toEqual({ acknowledged: null, unanswered: [{ ...sent, clockMs: 3_600_000 }] })
  expect(aged(s, 4_620_000).limit).toEqual({ acknowledged: null, unanswered: [] })
})

test('where the acknowledged limit has lapsed, the least that may stand is no more than the safe one', () => {
  const sent: SentLimit = { limit: 320, shares: { 1: 320 }, values: { 1: 320, 2: 0 }, lapsesAt: 900_000 }
  const at = (safe: number, acknowledged: SentLimit | null) =>
    lowestStandingLimit({
      ...nothingStands('dA'),
      safe: { told: safe, acknowledged: safe, unanswered: [] },
      limit: { acknowledged, unanswered: [sent] },
    }).values
  // The message may have ended before its first connector was told.
  expect([at(0, null), at(60, null)]).toEqual([
    { 1: 0, 2: 0 },
    { 1: 60, 2: 0 },
  ])
  expect(at(0, { ...sent, values: { 1: 200, 2: 60 } })).toEqual({ 1: 200, 2: 0 })
})

const NOW = Date.UTC(2026, 0, 5, 9)
const periods = (...of: [number, number][]) => of.map(([startPeriod, limit]) => ({ startPeriod, limit }))
const whole = { chargingRateUnit: 'A', duration: 1800, chargingSchedulePeriod: periods([0, 20], [900, 6]) }
test.each<[string, object, ReturnType<typeof readBackOf>]>([
  ['all of the time asked for: what holds at its end', whole, { after: 60, most: 200 }],
  ['without a duration it goes on', { ...whole, duration: undefined }, { after: 60, most: 200 }],
  ['that ends early', { ...whole, duration: 1000 }, { after: null, most: 200 }],
  [
    'that began long ago, and ends early by that',
    { ...whole, startSchedule: '2026-01-05T08:50:00Z' },
    { after: null, most: 200 },
  ],
  ['that begins later', { ...whole, startSchedule: '2026-01-05T09:02:00Z' }, undefined],
  ['in another unit', { ...whole, chargingRateUnit: 'W' }, undefined],
  ['without periods', { ...whole, chargingSchedulePeriod: [] }, undefined],
  ['whose first period begins later', { ...whole, chargingSchedulePeriod: periods([60, 6]) }, undefined],
  ['whose periods go back', { ...whole, chargingSchedulePeriod: periods([0, 20], [900, 20], [600, 6]) }, undefined],
  ['with a period after its own end', { ...whole, duration: 900 }, undefined],
  ['with a limit below nothing', { ...whole, chargingSchedulePeriod: periods([0, -1]) }, undefined],
])('a read-back %s', (_what, chargingSchedule, expected) => {
  const s: LoadStanding = { ...nothingStands('dA'), carrier: 'connectors' }
  const told = { type: 'AC', phases: 1, clockOffsetSec: 0 } as const
  const read = (more: object) =>
    readBackOf(s, told, { payload: { status: 'Accepted', ...more }, asked: 1, connectorCount: 1, now: NOW })
  expect(read({ connectorId: 1, chargingSchedule })).toEqual(expected)
  expect(read({ connectorId: 2, chargingSchedule })).toBeUndefined()
  expect(read({ status: 'Rejected', chargingSchedule })).toBeUndefined()
  expect(read({})).toBeUndefined()
})

test('a restart, and coming to the site anew, end the pause and make open what was acknowledged', () => {
  const sent: SentLimit = { limit: 320, shares: {}, values: { 1: 320 }, lapsesAt: 900_000 }
  const s: LoadStanding = {
    ...nothingStands('dA'),
    carrier: 'connectors',
    bootAt: 1,
    joinedAt: 1,
    safe: { told: 60, acknowledged: 60, unanswered: [] },
    limit: { acknowledged: sent, unanswered: [] },
    pause: { kind: 'refused', until: 900_000, count: 3, note: null },
  }
  const whole = { connectorIds: [1], rated: 322 }
  expect([booted(s, 1, 5), joined(s, 1)]).toEqual([s, s])
  expect(safeOf(s, whole)).toBe(60)
  for (const next of [booted(s, 2, 5), joined(s, 2)]) {
    expect(next).toMatchObject({ pause: null, limit: { acknowledged: null, unanswered: [sent] } })
    expect(safeOf(next, whole)).toBe(322)
  }
  // A refusal about a session ends with the session.
  const ofSession: LoadStanding = { ...s, pause: s.pause && { ...s.pause, transactionId: 7 } }
  const running = (transactionId: number | null) => [{ connectorId: 1, transactionId }]
  expect([withoutEnded(ofSession, running(7)), withoutEnded(s, running(null))]).toEqual([ofSession, s])
  expect(withoutEnded(ofSession, running(8)).pause).toBeNull()
  expect([unprepared(booted(s, 2, 5), 60), unprepared(joined(s, 2), 60)]).toEqual(['boot', 'join'])
  // Stored by an earlier release: nobody recorded since when.
  expect(joined({ ...s, joinedAt: null }, 2)).toEqual({ ...s, joinedAt: 2 })
})
