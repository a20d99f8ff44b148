import fc from 'fast-check'
import { expect, test } from 'vitest'
import { strideOf, timeTicks, yTicks } from './chart-ticks.ts'

test.each([
  [[0, 12.4, 7], 0, undefined, [0, 4, 8, 12, 16]],
  [[0, 101], 0, undefined, [0, 30, 60, 90, 120]],
  [[2, 1], 0, undefined, [0, 1, 2, 3, 4]],
  [[0, 6], 0, undefined, [0, 2, 4, 6, 8]],
  [[0, 0.5], 0, undefined, [0, 0.15, 0.3, 0.45, 0.6]],
  [[99.1], 0, 100, [0, 25, 50, 75, 100]],
  [[], 0, undefined, [0, 1, 2, 3, 4]],
  [[228.4, 231.9], undefined, undefined, [228, 229, 230, 231, 232]],
  [[230, 230], undefined, undefined, [226, 228, 230, 232, 234]],
  [[0, 0], undefined, undefined, [0, 1, 2, 3, 4]],
  [[-5, 5], undefined, undefined, [-6, -3, 0, 3, 6]],
])('the ticks of %j from %s to %s', (values, min, max, ticks) => {
  expect(yTicks(values, min, max)).toEqual(ticks)
})

test('five ticks in equal steps hold every value', () => {
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), values => {
      const ticks = yTicks(values)
      expect(ticks).toHaveLength(5)
      const slack = Math.max(...values.map(Math.abs), 1e-300) * 1e-9
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values) + slack)
      expect(ticks[4]).toBeGreaterThanOrEqual(Math.max(...values) - slack)
    }),
  )
})

test.each([
  [7, 7, 1],
  [7, 4, 2],
  [24, 12, 2],
  [24, 5, 6],
  [30, 5, 6],
  [90, 5, 18],
  [500, 6, 84],
  [1, 0, 1],
])('of %i points with room for %i labels every %ith has one', (count, room, stride) => {
  expect(strideOf(count, room)).toBe(stride)
})

test('labels of times stand at round times and never closer than they have room', () => {
  const at = (h: number, m: number) => new Date(2026, 2, 10, h, m)
  expect(timeTicks(at(9, 7), at(10, 7), 5)).toEqual([at(9, 15), at(9, 30), at(9, 45), at(10, 0)])
  expect(timeTicks(at(0, 0), at(24, 0), 5)).toEqual([at(0, 0), at(6, 0), at(12, 0), at(18, 0), at(24, 0)])
})
