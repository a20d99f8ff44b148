// The numbers whose digits hold a text are those that comparing the texts of all numbers finds.
import { conditionMatches } from '@wattdesk/base/filters'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DigitsPlace, numbersHolding } from './big-list-numbers.ts'

const PLACES: DigitsPlace[] = ['contains', 'startsWith', 'endsWith']

test('are those whose text holds the digits at the place', () => {
  const digits = fc.stringMatching(/^\d{1,5}$/)
  fc.assert(
    fc.property(digits, fc.constantFrom(...PLACES), fc.integer({ min: 0, max: 12_345 }), (value, operator, last) => {
      const all = Array.from({ length: last }, (_, n) => n + 1)
      const expected = all.filter(n => conditionMatches(String(n), { field: 'x', operator, value }, 'text', 0))
      const found = numbersHolding(value, operator, last, 20_000)
      expect(found?.toSorted((a, b) => a - b)).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['11', 'contains', 1111, [11, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 211, 311]],
  ['0', 'contains', 20, [10, 20]],
  ['05', 'contains', 2000, [105, 205, 305, 405, 505, 605, 705, 805, 905, 1005, 1050, 1051]],
  ['05', 'startsWith', 2000, []],
  ['12', 'startsWith', 125, [12, 120, 121, 122, 123, 124, 125]],
  ['12', 'endsWith', 400, [12, 112, 212, 312]],
  ['12345', 'contains', 999, []],
] as const)('%s %s up to %s', (text, place, last, first) => {
  const found = numbersHolding(text, place, last, 1000)?.toSorted((a, b) => a - b)
  expect(found?.slice(0, first.length)).toEqual(first)
  if (first.length === 0) expect(found).toEqual([])
})

test('none hold what is no digits; more than may be named are not named', () => {
  expect(numbersHolding('12a', 'contains', 1000, 10)).toEqual([])
  expect(numbersHolding('-1', 'contains', 1000, 10)).toEqual([])
  expect(numbersHolding(' 1', 'contains', 1000, 10)).toEqual([])
  expect(numbersHolding('', 'contains', 1000, 1000)).toBeUndefined()
  // 12, 112 to 912, 120 to 129.
  expect(numbersHolding('12', 'contains', 999, 20)).toHaveLength(20)
  expect(numbersHolding('12', 'contains', 999, 19)).toBeUndefined()
  expect(numbersHolding('1', 'contains', 2_000_000_000, 10_000)).toBeUndefined()
  expect(numbersHolding('123456789012', 'contains', 2_000_000_000, 10_000)).toEqual([])
})
