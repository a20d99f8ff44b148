// A month under another Load Value: figures worked out by hand, and properties of any cars and any limit.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChargerFacts } from '#power/load-balancing/load-facts.rules.ts'
import type { LoadUnit } from '#power/load-balancing/load-units.words.ts'
import { curveOf } from './car-curve.rules.ts'
import { LimitTrial, type Outcome, type TrialSession } from './load-trial.rules.ts'

const MINUTE = 60_000
const T0 = Date.UTC(2026, 2, 2, 6)
const charger = (pk: number, type: 'AC' | 'DC', kw: number, connectors = 1): ChargerFacts => ({
  pk,
  type,
  maxPowerWatt: null,
  isUsable: true,
  node: null,
  connectionNo: 0,
  bootAt: null,
  joinedAt: null,
  clockOffsetSec: 0,
  connectors: Array.from({ length: connectors }, (_, i) => ({
    connectorId: i + 1,
    kw,
    volt: null,
    status: null,
    transactionId: null,
    powerW: null,
    meteredAt: null,
  })),
})
/** A car that stays from one minute to another, and draws a power in each of some stretches of time, then nothing. */
const car = (pk: number, from: number, to: number, kws: readonly (readonly [minutes: number, kw: number])[]) => {
  const readings = [{ at: new Date(T0 + from * MINUTE), energyWh: 0 }]
  for (const [minutes, kw] of kws) {
    const last = readings.at(-1) as (typeof readings)[number]
    readings.push({
      at: new Date(last.at.getTime() + minutes * MINUTE),
      energyWh: last.energyWh + (kw * 1000 * minutes) / 60,
    })
  }
  const span = { startedAt: T0 + from * MINUTE, stoppedAt: T0 + to * MINUTE }
  const curve = curveOf({ ...span, meterStartWh: 0, meterStopWh: readings.at(-1)?.energyWh ?? 0, readings })
  return { pk, connectorId: 1, ...span, curve }
}
function run<S extends TrialSession>(
  chargers: readonly ChargerFacts[],
  value: number,
  unit: LoadUnit,
  sessions: readonly S[],
): Outcome<S>[] {
  const trial = new LimitTrial<S>(chargers, { value, unit }, T0)
  const outcomes: Outcome<S>[] = []
  const go = (until: number) => {
    while (trial.now < until) outcomes.push(...trial.step(until))
  }
  for (const s of sessions.toSorted((a, b) => a.startedAt - b.startedAt)) {
    go(s.startedAt)
    outcomes.push(...[trial.come(s) ?? []].flat())
  }
  while (Number.isFinite(trial.nextLeave)) go(trial.nextLeave)
  return outcomes
}
const one = [charger(1, 'DC', 60)]
const two = [...one, charger(2, 'DC', 60)]
const hourAt = (pk: number, kw: number, stays = 60) => car(pk, 0, stays, [[60, kw]])

test.each<[string, readonly ChargerFacts[], number, LoadUnit, TrialSession[], [kWh: number, minutes: number][]]>([
  [
    'enough for all',
    two,
    120,
    'kW',
    [hourAt(1, 50), hourAt(2, 40)],
    [
      [50, 0],
      [40, 0],
    ],
  ],
  // The safe limit is kept free for a charger without a car, whose next car begins at once.
  ['a safe limit elsewhere', two, 25, 'kW', [hourAt(1, 50)], [[20.8, 35.04]]],
  [
    'equal shares',
    two,
    60,
    'kW',
    [hourAt(1, 50), hourAt(2, 50)],
    [
      [30, 24],
      [30, 24],
    ],
  ],
  // The first takes 10 of 60 kW: after a minute the other has the rest.
  [
    'what one does not take, the other has',
    two,
    60,
    'kW',
    [hourAt(1, 10), hourAt(2, 50)],
    [
      [10, 0],
      [48, 2],
    ],
  ],
  ['alone, with half of its power', one, 25, 'kW', [hourAt(1, 50)], [[25, 30]]],
  ['who stays longer has it all, later', one, 25, 'kW', [hourAt(1, 50, 180)], [[50, 60]]],
  // The car waited by itself for half an hour before it charged: this pause stays.
  [
    'a pause of its own',
    one,
    25,
    'kW',
    [
      car(1, 0, 120, [
        [30, 0],
        [30, 50],
      ]),
    ],
    [[25, 30]],
  ],
  // 16 A for each phase are 3.68 kW on one of three.
  ['A for each phase', [charger(1, 'AC', 22)], 16, 'A', [hourAt(1, 7.36)], [[3.68, 30]]],
  ['a budget by the hour', one, 20, 'kWh', [hourAt(1, 40, 120)], [[40, 60]]],
  ['less than a car charges with', one, 1, 'kW', [hourAt(1, 50)], [[0, 60]]],
])('%s', (_, chargers, value, unit, sessions, wanted) => {
  const outcomes = run(chargers, value, unit, sessions)
  const of = (s: TrialSession) => outcomes.find(o => o.session === s)
  const tolerance = sessions.length > 1 ? 1 : 0.1
  sessions.forEach((s, i) => {
    const [kWh = 0, minutes = 0] = wanted[i] ?? []
    expect(Math.abs((of(s)?.afterWh ?? -1) / 1000 - kWh)).toBeLessThanOrEqual(tolerance)
    expect(Math.abs((of(s)?.delayMs ?? -1) / MINUTE - minutes)).toBeLessThanOrEqual(tolerance * 1.2)
  })
})

test('there are turns where not all can charge: nobody is left with nothing', () => {
  const four = [1, 2, 3, 4].map(pk => charger(pk, 'AC', 22))
  // 10 kW are enough for two cars on three phases, with 4.2 kW at least for each.
  const outcomes = run(
    four,
    10,
    'kW',
    four.map(c => car(c.pk, 0, 240, [[240, 11]])),
  )
  const kWh = outcomes.map(o => o.afterWh / 1000)
  expect(Math.min(...kWh)).toBeGreaterThan(7)
  expect(kWh.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(40 + 1e-6)
})

test('no car gets more than it did, all together never more than the limit lets through, and a higher limit costs nothing', () => {
  const visit = fc.record({
    pk: fc.integer({ min: 1, max: 3 }),
    from: fc.integer({ min: 0, max: 300 }),
    stays: fc.integer({ min: 1, max: 200 }),
    kws: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 60 })), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  const chargers = [1, 2, 3].map(pk => charger(pk, 'DC', 60))
  fc.assert(
    fc.property(fc.array(visit, { minLength: 1, maxLength: 8 }), fc.integer({ min: 5, max: 200 }), (visits, limit) => {
      // At most one car at a charger at a time.
      const freeAt = new Map<number, number>()
      const sessions = visits
        .toSorted((a, b) => a.from - b.from)
        .flatMap(({ pk, from, stays, kws }) => {
          if (from < (freeAt.get(pk) ?? 0)) return []
          const to = from + Math.max(stays, kws.reduce((n, [m]) => n + m, 0) + 1)
          freeAt.set(pk, to)
          return [car(pk, from, to, kws)]
        })
      const outcomes = run(chargers, limit, 'kW', sessions)
      expect(outcomes).toHaveLength(sessions.length)
      let sum = 0
      for (const { session: s, afterWh, delayMs } of outcomes) {
        const before = s.curve.at(-1)?.wh ?? 0
        sum += afterWh
        expect(afterWh).toBeGreaterThanOrEqual(0)
        expect(afterWh).toBeLessThanOrEqual(before + 1e-6)
        expect(delayMs).toBeLessThanOrEqual(s.stoppedAt - s.startedAt + 1e-6)
        if (limit >= 180) expect([afterWh, delayMs]).toEqual([before, 0])
      }
      const last = Math.max(...sessions.map(s => s.stoppedAt))
      const trickle = 0.1 * 3
      expect(sum).toBeLessThanOrEqual(((limit + trickle) * 1000 * (last - T0)) / 3_600_000 + 1e-6)
    }),
    { numRuns: 30 },
  )
})
