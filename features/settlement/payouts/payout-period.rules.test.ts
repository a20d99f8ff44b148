import { expect, test } from 'vitest'
import { dayText, monthsOf, periodOf, periodText, yearsOf } from './payout-period.rules.ts'

const ZONE = 'Asia/Kolkata'
const now = new Date('2026-10-15T12:00:00Z')

test('years run from 2020 to the current one', () => {
  expect(yearsOf(now, ZONE)).toEqual(['2020', '2021', '2022', '2023', '2024', '2025', '2026'])
})
test('of the current year only the months before the current one are offered', () => {
  expect(monthsOf('2026', now, ZONE)).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09'])
  expect(monthsOf('2025', now, ZONE)).toHaveLength(12)
  expect(monthsOf('2027', now, ZONE)).toEqual([])
  expect(monthsOf('2019', now, ZONE)).toEqual([])
})
test('in the business time zone: its new year has begun while UTC still has the old one', () => {
  const eve = new Date('2026-12-31T20:00:00Z')
  expect(yearsOf(eve, ZONE).at(-1)).toBe('2027')
  expect(monthsOf('2027', eve, ZONE)).toEqual([])
  expect(monthsOf('2026', eve, ZONE)).toHaveLength(12)
})
test('an address that names no month that is over is no period', () => {
  expect(periodOf('2026', '09', now, ZONE)).toEqual({ year: '2026', month: '09' })
  for (const [y, m] of [
    ['2026', '10'],
    ['2026', '13'],
    ['abc', '01'],
    ['2026', null],
    [null, '01'],
  ] as const)
    expect(periodOf(y, m, now, ZONE)).toBeUndefined()
})
test('months and days in words, whatever the zone of the reader', () => {
  expect(periodText({ year: '2026', month: '09' })).toBe('September 2026')
  expect([dayText('2026-09-01'), dayText('')]).toEqual(['01 Sep 2026', '–'])
})
