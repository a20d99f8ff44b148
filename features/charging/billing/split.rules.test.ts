// The energy and the time of a session by price slot (M-2.1 to M-2.4): registers at borders, and pieces that add up.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DrawInput, drawOf, overlap } from './draw.rules.ts'
import { split } from './split.rules.ts'
import { clock, group, noon, reading, slot, weekOf } from './test-bill.ts'

const at = noon / 1000
/** 16.00 until 12:30, 22.00 after it; the session begins on Monday at 12:00. */
const halves = weekOf([750], [{ pricePerKwhPaise: 1600 }, { pricePerKwhPaise: 2200 }])
const one = group('fixed', [slot({ pricePerKwhPaise: 1000 })])
const parted = (samples: ReturnType<typeof reading>[], seconds = 4200, wh = 28_001, snapshot = halves) =>
  split({ samples, snapshot, toleranceWatt: 300 }, { second: at, wh: 0 }, { second: at + seconds, wh })

describe('the register where the price changes', () => {
  test('lies on the line between its neighbours: the worked example', () => {
    const { borders, pieces } = parted([reading(900, 6000), reading(1700, 11_500), reading(1901, 12_907)])
    expect(borders).toEqual([{ at: clock(1800), registerWh: 12_200, mark: 'interpolated' }])
    expect(pieces.map(p => [p.energyWh, p.seconds])).toEqual([
      [12_200, 1800],
      [15_801, 2400],
    ])
  })
  test('is measured where a sample stands at the border', () => {
    expect(parted([reading(900, 6000), reading(1800, 12_345)]).borders).toEqual([
      { at: clock(1800), registerWh: 12_345, mark: 'measured' },
    ])
  })
  test('is shared out over the session where there are no samples', () => {
    // 28 001 · 1800 / 4200 = 12 000.43
    expect(parted([]).borders).toEqual([{ at: clock(1800), registerWh: 12_000, mark: 'without samples' }])
  })
  test('is rounded half up', () => {
    // 1 Wh in 3600 s: half a Wh after half of the time.
    expect(parted([], 3600, 1).borders[0]?.registerWh).toBe(1)
    expect(parted([], 3601, 1).borders[0]?.registerWh).toBe(0)
  })
  test('a fixed group has none, and one piece', () => {
    const { borders, pieces } = parted([], 4200, 28_001, one)
    expect(borders).toEqual([])
    expect(pieces).toMatchObject([{ slot: 0, energyWh: 28_001, seconds: 4200, idleSeconds: 0, chargingSeconds: 4200 }])
  })
})

test('samples that cannot be are dropped and counted', () => {
  const { dropped } = parted([reading(-5, 10), reading(900, 6000), reading(1000, 5000), reading(1100, 99_999)])
  expect(dropped).toBe(3)
})

test('whatever the samples, Wh and seconds add up, nothing is negative, and no second is idle and charging', () => {
  const sample = fc
    .record({
      second: fc.integer({ min: -100, max: 4300 }),
      wh: fc.integer({ min: -10, max: 30_000 }),
      powerW: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: undefined }),
    })
    .map(({ second, wh, powerW }) => reading(second, wh, powerW === undefined ? {} : { powerW }))
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 20 }), fc.integer({ min: 0, max: 30_000 }), (samples, wh) => {
      const { pieces } = parted(samples, 4200, wh)
      const sum = (of: (p: (typeof pieces)[number]) => number) => pieces.reduce((n, p) => n + of(p), 0)
      expect([sum(p => p.energyWh), sum(p => p.seconds)]).toEqual([wh, 4200])
      for (const p of pieces) {
        expect(Math.min(p.energyWh, p.idleSeconds, p.chargingSeconds)).toBeGreaterThanOrEqual(0)
        expect(p.idleSeconds + p.chargingSeconds).toBeLessThanOrEqual(p.seconds)
      }
    }),
  )
})

test.each([
  [0, 10, 0],
  [10, 20, 10],
  [15, 35, 10],
  [20, 30, 0],
  [0, 100, 20],
])('of the seconds %d to %d, %d lie in the spans 10 to 20 and 30 to 40', (from, to, seconds) => {
  const spans = [
    { from: 10, to: 20 },
    { from: 30, to: 40 },
  ]
  expect(overlap(spans, from, to)).toBe(seconds)
})

describe('idle seconds of a draw', () => {
  /** A sample every minute, each with its power. */
  const draw = (watts: number[], more: Partial<DrawInput> = {}) => {
    const moments = watts.map((watt, i) => ({ second: i * 60, wh: undefined, watt, isLimited: false }))
    const knots = [
      { second: 0, wh: 0 },
      { second: watts.length * 60, wh: 0 },
    ]
    return drawOf(moments, knots, { toleranceWatt: 300, ...more })
  }
  test.each([
    ['9 minutes of low draw are charging', 9, 299, [], []],
    ['10 minutes are free of both fees', 10, 299, [], [{ from: 0, to: 600 }]],
    ['from the 11th minute the car is idle', 11, 299, [{ from: 600, to: 660 }], [{ from: 0, to: 600 }]],
    ['a draw at the tolerance is charging', 30, 300, [], []],
  ])('%s', (_, minutes, watt, idle, unserved) => {
    expect(draw(Array(minutes).fill(watt))).toEqual({ idle, unserved })
  })
  test('idle time pauses while the car draws, and goes on at once', () => {
    expect(draw([...Array(11).fill(0), 5000, 0])).toEqual({
      idle: [
        { from: 600, to: 660 },
        { from: 720, to: 780 },
      ],
      unserved: [{ from: 0, to: 600 }],
    })
  })
  test('SuspendedEVSE is no service', () => {
    const statuses = [{ status: 'SuspendedEVSE', at: new Date(60_000) }]
    const moments = [{ second: 0, wh: undefined, watt: 5000, isLimited: false }]
    const knots = [
      { second: 0, wh: 0 },
      { second: 600, wh: 0 },
    ]
    expect(drawOf(moments, knots, { toleranceWatt: 300, statuses })).toEqual({
      idle: [],
      unserved: [{ from: 60, to: 600 }],
    })
  })
  test('a gap of more than 15 minutes says nothing and counts as charging', () => {
    const knots = (to: number) => [
      { second: 0, wh: 0 },
      { second: to, wh: 0 },
    ]
    const low = [{ second: 0, wh: undefined, watt: 0, isLimited: false }]
    expect(drawOf(low, knots(900), { toleranceWatt: 300 }).idle).toEqual([{ from: 600, to: 900 }])
    expect(drawOf(low, knots(901), { toleranceWatt: 300 })).toEqual({ idle: [], unserved: [] })
  })
})
