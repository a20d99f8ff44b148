import { describe, expect, test } from 'vitest'
import { isOver, lastDayOf, lastDue, monthAfter, monthsFrom, payoutIdFor, periodOf } from './period.rules.ts'

const INDIA = 'Asia/Kolkata'
test('a month begins and ends at midnight of the business zone', () => {
  const p = periodOf(2026, 2, INDIA)
  expect([p.month, p.start.toISOString(), p.end.toISOString(), p.days, lastDayOf(p)]).toEqual([
    '2026-02-01',
    '2026-01-31T18:30:00.000Z',
    '2026-02-28T18:30:00.000Z',
    28,
    '2026-02-28',
  ])
  expect(periodOf(2024, 2, INDIA).days).toBe(29)
  expect(periodOf(2026, 13, INDIA).month).toBe('2027-01-01')
})

describe('due is the month before, from 02:00 of the 1st on', () => {
  test.each([
    ['2026-10-31T20:29:59Z', '2026-09-01'],
    ['2026-10-31T20:30:00Z', '2026-10-01'],
    ['2026-11-22T12:00:00Z', '2026-10-01'],
    ['2026-12-31T20:30:00Z', '2026-12-01'],
  ])('%s: %s', (now, month) => expect(lastDue(new Date(now), INDIA).month).toBe(month))
})

test('by hand from its end on', () => {
  const p = periodOf(2026, 10, INDIA)
  expect([isOver(p, new Date('2026-10-31T18:29:59Z')), isOver(p, p.end)]).toEqual([false, true])
})

test('months follow each other', () => {
  const named = (a: string, b: string) => monthsFrom(a, b, INDIA).map(p => p.month)
  expect(named('2025-11-01', '2026-02-01')).toEqual(['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01'])
  expect(named('2026-03-01', '2026-02-01')).toEqual([])
  expect(monthAfter('2026-12-01')).toBe('2027-01-01')
  expect(payoutIdFor('2026-10-01', 7)).toBe('PO-2610-7')
})
