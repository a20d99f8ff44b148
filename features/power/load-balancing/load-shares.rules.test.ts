// The share of each car (D-SITE-4): equal shares, never below the least of a car, and power unused for 60 s for others.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nothingRemembered, type PlanCharger, type PlanConnector } from './load-plan-types.rules.ts'
import { sharesOf, UNUSED_MS, useOf, usesOf } from './load-shares.rules.ts'

/** A connector in tenths of an ampere: 6 A to 32 A. */
const car = (connectorId: number, more: Partial<PlanConnector> = {}): PlanConnector => ({
  connectorId,
  wants: true,
  draw: null,
  least: 60,
  most: 320,
  ...more,
})
const charger = (pk: number, connectors: PlanConnector[], more: Partial<PlanCharger> = {}): PlanCharger => ({
  pk,
  safe: 0,
  most: 320 * connectors.length,
  state: 'acknowledged',
  acknowledged: null,
  unanswered: [],
  connectors,
  ...more,
})
const shared = (
  chargers: PlanCharger[],
  limit: number,
  { waiting = [] as string[], caps = {} as Record<string, number> } = {},
) => {
  const keys = chargers.flatMap(c => c.connectors.filter(n => n.wants).map(n => `${c.pk} ${n.connectorId}`))
  const granted = new Set(keys.filter(k => !waiting.includes(k)))
  const s = sharesOf(chargers, { limit, granted, caps: new Map(Object.entries(caps)) })
  return { shares: Object.fromEntries(s.shares), limits: Object.fromEntries(s.limits), level: s.level }
}

test('power is unused after 60 seconds', () => expect(UNUSED_MS).toBe(60_000))

describe('shares', () => {
  test('are equal among the cars', () => {
    const site = [charger(1, [car(1)]), charger(2, [car(1)])]
    expect(shared(site, 400)).toEqual({ shares: { '1 1': 200, '2 1': 200 }, limits: { 1: 200, 2: 200 }, level: 200 })
  })
  test('end at the most that a connector gives; the rest goes to the others', () => {
    const site = [charger(1, [car(1, { most: 100 })]), charger(2, [car(1)])]
    expect(shared(site, 400).shares).toEqual({ '1 1': 100, '2 1': 300 })
    expect(shared(site, 1000).shares).toEqual({ '1 1': 100, '2 1': 320 })
  })
  test('of a car that takes less end at its cap', () => {
    const site = [charger(1, [car(1)]), charger(2, [car(1)])]
    expect(shared(site, 400, { caps: { '1 1': 120 } }).shares).toEqual({ '1 1': 120, '2 1': 280 })
    // A cap below the least of the car does not stop the car.
    expect(shared(site, 400, { caps: { '1 1': 20 } }).shares['1 1']).toBe(60)
  })
  test('of a car that waits for its turn are 0; connectors without a car have none', () => {
    const site = [charger(1, [car(1), car(2, { wants: false })]), charger(2, [car(1)])]
    expect(shared(site, 400, { waiting: ['2 1'] }).shares).toEqual({ '1 1': 320, '2 1': 0 })
  })
  test('of a charger together never exceed its rated power', () => {
    const site = [charger(1, [car(1), car(2)], { most: 300 }), charger(2, [car(1)])]
    expect(shared(site, 900)).toMatchObject({
      shares: { '1 1': 150, '1 2': 150, '2 1': 320 },
      limits: { 1: 300, 2: 320 },
    })
  })
  test('leave each charger its safe limit, which counts whether or not a car is there', () => {
    const site = [charger(1, [car(1, { wants: false })], { safe: 100 }), charger(2, [car(1)])]
    expect(shared(site, 300)).toEqual({ shares: { '2 1': 200 }, limits: { 1: 100, 2: 200 }, level: 200 })
  })
  test('are whole steps', () => {
    const site = [charger(1, [car(1)]), charger(2, [car(1)]), charger(3, [car(1)])]
    expect(shared(site, 400).shares).toEqual({ '1 1': 133, '2 1': 133, '3 1': 133 })
  })
  test('never exceed the limit together, and no car has less than its least', () => {
    const any = fc.record({
      n: fc.integer({ min: 1, max: 3 }),
      safe: fc.integer({ min: 0, max: 80 }),
      most: fc.integer({ min: 60, max: 320 }),
    })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), fc.integer({ min: 0, max: 2000 }), (list, spare) => {
        const site = list.map((c, i) =>
          charger(
            i + 1,
            Array.from({ length: c.n }, (_, k) => car(k + 1, { most: c.most })),
            {
              safe: c.safe,
              most: c.most * c.n,
            },
          ),
        )
        // The turns grant only cars for whose least there is room.
        const limit = list.reduce((n, c) => n + Math.max(c.safe, c.n * 60), 0) + spare
        const { shares, limits } = shared(site, limit)
        expect(Object.values(limits).reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(limit)
        for (const [key, share] of Object.entries(shares)) {
          const c = list[Number(key.split(' ')[0]) - 1]
          expect(share).toBeGreaterThanOrEqual(60)
          expect(share).toBeLessThanOrEqual(c?.most ?? 0)
        }
      }),
    )
  })
})

describe('the cap of a car by its draw', () => {
  const now = 1_000_000
  const none = { lowSince: null, cap: null }
  const use = (before: { lowSince: number | null; cap: number | null }, more: Partial<Parameters<typeof useOf>[1]>) =>
    useOf(before, { draw: 100, given: 200, least: 60, slack: 10, now, ...more })
  test.each<[string, Parameters<typeof use>, { lowSince: number | null; cap: number | null }]>([
    ['a car that takes less begins to count', [none, {}], { lowSince: now, cap: null }],
    [
      '59.999 seconds are not enough',
      [{ lowSince: now - 59_999, cap: null }, {}],
      { lowSince: now - 59_999, cap: null },
    ],
    [
      'after 60 seconds the rest is given away',
      [{ lowSince: now - 60_000, cap: null }, {}],
      { lowSince: null, cap: 120 },
    ],
    ['a car that takes all but the slack has no cap', [{ lowSince: 1, cap: null }, { draw: 190 }], none],
    [
      'a rest of less than twice the slack is not worth a message',
      [none, { draw: 189 }],
      { lowSince: null, cap: null },
    ],
    ['a greater rest is', [none, { draw: 170 }], { lowSince: now, cap: null }],
    ['a capped car that takes all it has is free again', [{ lowSince: null, cap: 120 }, { draw: 110 }], none],
    [
      'a capped car that takes still less is capped lower',
      [{ lowSince: now - 60_000, cap: 120 }, { draw: 70 }],
      { lowSince: null, cap: 90 },
    ],
    ['a cap leaves a car its least', [{ lowSince: now - 60_000, cap: null }, { draw: 0 }], { lowSince: null, cap: 60 }],
    ['an unknown draw changes no cap', [{ lowSince: 5, cap: 120 }, { draw: null }], { lowSince: null, cap: 120 }],
    [
      'a share that does not stand changes no cap',
      [{ lowSince: 5, cap: 120 }, { given: undefined }],
      { lowSince: null, cap: 120 },
    ],
    [
      'a share below the least is a wait',
      [
        { lowSince: 5, cap: 120 },
        { given: 59, draw: 0 },
      ],
      { lowSince: null, cap: 120 },
    ],
    ['a time in the future begins again', [{ lowSince: now + 1, cap: null }, {}], { lowSince: now, cap: null }],
  ])('%s', (_, [before, more], after) => expect(use(before, more)).toEqual(after))

  test('is kept for each connector with a car, by the share that stands', () => {
    const site = [
      charger(1, [car(1, { draw: 100 }), car(2, { wants: false, draw: 0 })], {
        acknowledged: { limit: 200, shares: { 1: 200 } },
      }),
    ]
    const remembered = { lowSince: now - 60_000, cap: null, turnSince: null, ticket: 1, isGranted: true }
    const memory = { ...nothingRemembered, connectors: { '1 1': remembered } }
    expect(Object.fromEntries(usesOf(site, { memory, slack: 10, now }))).toEqual({
      '1 1': { lowSince: null, cap: 120 },
    })
    expect(Object.fromEntries(usesOf(site, { memory: nothingRemembered, slack: 10, now }))).toEqual({
      '1 1': { lowSince: now, cap: null },
    })
  })
})
