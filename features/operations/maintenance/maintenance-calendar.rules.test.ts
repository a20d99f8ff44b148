// The days of the calendar and what touches each, on the clock of the browser.
import { describe, expect, test } from 'vitest'
import { dayFrom, daysOf, dayText, localText, onDay, stepped, timesOn, titleOf } from './maintenance-calendar.rules.ts'

const at = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute)
const iso = (day: number, hour = 0, minute = 0) => at(day, hour, minute).toISOString()

describe('days', () => {
  test('a week begins on Monday', () => {
    const days = daysOf('week', at(28, 15))
    expect([days.length, days[0]?.from, days.at(-1)?.to]).toEqual([7, at(23), at(30)])
    expect(daysOf('week', at(23))[0]?.from).toEqual(at(23))
    expect(daysOf('week', at(29))[0]?.from).toEqual(at(23))
  })
  test('a month has whole weeks, those of its neighbours marked', () => {
    const days = daysOf('month', at(28))
    expect([days.length, days[0]?.from, days.at(-1)?.to]).toEqual([42, new Date(2026, 9, 26), new Date(2026, 11, 7)])
    expect(days.filter(d => d.isIn).length).toBe(30)
    // February 2027 begins on a Monday and has 28 days.
    expect(daysOf('month', new Date(2027, 1, 10)).length).toBe(28)
  })
  test('steps, titles and the day in the address', () => {
    expect([stepped('week', at(28), 1), stepped('month', at(28), -1)]).toEqual([
      new Date(2026, 11, 5),
      new Date(2026, 9, 1),
    ])
    expect(titleOf('month', at(28), [])).toBe('November 2026')
    expect(titleOf('week', at(28), daysOf('week', at(28)))).toMatch(/^23 Nov 2026 to 29 Nov 2026$/)
    expect([dayText(at(8)), dayFrom('2026-11-08', at(1)), dayFrom('x', at(1, 9))]).toEqual(['2026-11-08', at(8), at(1)])
    expect(localText(at(8, 9, 5))).toBe('2026-11-08T09:05')
  })
})

describe('on a day', () => {
  const m = (starts_at: string, ends_at: string) => ({ starts_at, ends_at })
  const day = { from: at(28), to: at(29), isIn: true }
  test.each([
    ['within', iso(28, 10), iso(28, 12, 30), '10:00 to 12:30'],
    ['over midnight', iso(28, 22), iso(29, 2), 'from 22:00'],
    ['from the day before', iso(27, 22), iso(28, 2), 'until 02:00'],
    ['the whole day', iso(27), iso(30), 'all day'],
    ['exactly the day', iso(28), iso(29), 'all day'],
  ])('%s', (_, from, to, text) => {
    expect([onDay([m(from, to)], day).length, timesOn(m(from, to), day)]).toEqual([1, text])
  })
  test('what ends as it begins, or begins as it ends, is not on it; the rest in order', () => {
    const all = [m(iso(28, 9), iso(28, 10)), m(iso(27), iso(28)), m(iso(29), iso(30)), m(iso(28, 8), iso(28, 9))]
    expect(onDay(all, day)).toEqual([all[3], all[0]])
  })
})
