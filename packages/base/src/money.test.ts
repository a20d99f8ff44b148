// Money: rounding away from zero at the half, exact reading and writing of rupees, Indian grouping.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  formatRupees,
  isRupees,
  paiseFromRupees,
  percentFromPpm,
  ppmFromPercent,
  round,
  rupeesFromPaise,
  share,
} from './money.ts'

test.each([
  [5n, 1n, 2n, 3n],
  [-5n, 1n, 2n, -3n],
  [5n, 1n, 3n, 2n],
  [4n, 1n, 3n, 1n],
  [-4n, 1n, 3n, -1n],
  [0n, 7n, 9n, 0n],
  [15_801n, 2200n, 1000n, 34_762n],
])('R(%s, %s, %s) = %s', (a, n, d, expected) => expect(round(a, n, d)).toBe(expected))

describe('round', () => {
  it('is never more than half a unit from the exact value, and symmetric about zero', () => {
    const big = fc.bigInt(-(10n ** 15n), 10n ** 15n)
    fc.assert(
      fc.property(big, big, fc.bigInt(1n, 10n ** 9n), (a, n, d) => {
        const rest = a * n - round(a, n, d) * d
        expect(2n * (rest < 0n ? -rest : rest)).toBeLessThanOrEqual(d)
        expect(round(-a, n, d)).toBe(-round(a, n, d))
      }),
    )
  })
})

describe('rupees', () => {
  it('come back as the same paise after JSON', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 14n), 10n ** 14n), paise => {
        expect(paiseFromRupees(JSON.parse(JSON.stringify(rupeesFromPaise(paise))))).toBe(paise)
      }),
    )
  })

  test.each([0.1 + 0.2, '1.005', '1e3', '', 'abc', Number.NaN, Number.POSITIVE_INFINITY, '1,000', '.5', 1e21])(
    '%s is refused',
    value => {
      expect(isRupees(value)).toBe(false)
      expect(() => paiseFromRupees(value)).toThrow(RangeError)
    },
  )

  test.each([
    [16, 1600n],
    ['22.5', 2250n],
    [0.07, 7n],
    ['-3.30', -330n],
    [' 1.1 ', 110n],
    [1.15, 115n],
  ])('%s rupees are %s paise', (rupees, paise) => expect(paiseFromRupees(rupees)).toBe(paise))

  test.each([
    [12_345_678n, '₹1,23,456.78'],
    [123_456_789_0n, '₹1,23,45,678.90'],
    [-5n, '-₹0.05'],
    [0n, '₹0.00'],
    [1234.5, '₹1,234.50'],
    [-0, '₹0.00'],
  ])('%s reads %s', (amount, text) => expect(formatRupees(amount)).toBe(text))
})

test('rates are exact in parts per million', () => {
  expect(ppmFromPercent(2.36)).toBe(23_600)
  expect(percentFromPpm(23_600)).toBe(2.36)
  expect(share(65_826n, 23_600)).toBe(1553n)
  expect(() => ppmFromPercent('0.00001')).toThrow(RangeError)
})
