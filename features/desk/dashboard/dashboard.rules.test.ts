import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averageByDay, baseOf, changeText, countText, environment, percentChange } from './dashboard.rules.ts'

test('a range that runs is compared with as much of the range before as has passed of it', () => {
  const day = { from: new Date('2026-03-09T18:30:00Z'), until: new Date('2026-03-10T18:30:00Z') }
  const before = new Date('2026-03-08T18:30:00Z')
  const at = (now: string) => baseOf(day, new Date(now))
  expect(at('2026-03-10T03:00:00Z')).toEqual({ from: before, until: new Date('2026-03-09T03:00:00Z') })
  // A range in the past or in the future is compared with a whole range of the same length before it.
  expect(at('2026-03-12T03:00:00Z')).toEqual({ from: before, until: day.from })
  expect(at('2026-03-09T03:00:00Z')).toEqual({ from: before, until: day.from })
})

test.each([
  [12, 10, 20],
  [10, 12, -17],
  [5, 0, 100],
  [0, 0, 0],
  [0, 7, -100],
  [1000, 1000, 0],
  [999, 1000, 0],
])('%d against %d is %d percent', (count, base, percent) => {
  expect(percentChange(count, base)).toBe(percent)
  expect(Object.is(percentChange(count, base), -0)).toBe(false)
})

test.each([
  [12, 'Last7Days', '12% increase since last 7 days'],
  [0, 'Last30Days', '0% increase since last 30 days'],
  [-17, 'Last90Days', '17% decrease since last 90 days'],
  [100, 'Today', '100% increase since yesterday'],
  [-3, 'Custom', ''],
] as const)('%d over %s reads "%s"', (percent, period, text) => expect(changeText(percent, period)).toBe(text))

test.each([
  ['totalDevices', 1000, '1,000'],
  ['totalDevices', 1001, '1.00K'],
  ['totalSessions', 123_456, '123.46K'],
  ['totalEnergy', 1000, '1,000 Wh'],
  ['totalEnergy', 1500, '1.50 kWh'],
  ['totalEnergy', 123_456_789, '1,23,456.79 kWh'],
  ['totalRevenue', 0, '₹0'],
  ['totalRevenue', 640.2, '₹640.20'],
  ['totalRevenue', 1000.01, '₹1.00K'],
  ['totalRevenue', 12_345.678, '₹12.35K'],
] as const)('%s of %d reads %s', (field, count, text) => expect(countText(field, count)).toBe(text))

test('averages: energy with one decimal, the rest rounded', () => {
  expect(averageByDay(100, 7, 'energy')).toBe(14.3)
  expect(averageByDay(100, 7, 'other')).toBe(14)
})

describe('the environment', () => {
  test('1,000 kWh: 500 kg by the grid, 410 kg by the mix', () => {
    expect(environment(1000)).toEqual({ offsetKg: 90, trees: 4.1, reductionPercent: 18, score: 6.8 })
  })
  test('no energy: nothing spared, a mark of 5', () => {
    expect(environment(0)).toEqual({ offsetKg: 0, trees: 0, reductionPercent: 0, score: 5 })
  })
  test('the mark stays between 1 and 10, the offset below the grid', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), kwh => {
        const { offsetKg, score } = environment(kwh)
        expect(score).toBeGreaterThanOrEqual(1)
        expect(score).toBeLessThanOrEqual(10)
        expect(offsetKg).toBeLessThanOrEqual(kwh * 0.5 + 0.1)
      }),
    )
  })
})
