import { dayStart, hourMs, partsIn } from '@wattdesk/base/time'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourStart, piecesOf } from './usage-range.rules.ts'

const zones = ['Asia/Kolkata', 'Asia/Kathmandu', 'UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe']
const instant = fc.integer({ min: Date.UTC(2023, 0), max: Date.UTC(2027, 0) }).map(ms => new Date(ms))
const dayAt = (text: string, zone: string) => {
  const [y = 0, m = 0, d = 0] = text.split('-').map(Number)
  return dayStart(y, m, d, zone)
}

test('the pieces of a range meet, do not overlap, and are whole hours and days of the zone', () => {
  fc.assert(
    fc.property(instant, instant, fc.constantFrom(...zones), (a, b, zone) => {
      const [from, until] = a < b ? [a, b] : [b, a]
      const { days, hours, sessions } = piecesOf({ from, until }, zone)
      const spans = [...hours, ...sessions]
      if (days) spans.push({ from: dayAt(days.from, zone), until: dayAt(days.until, zone) })
      spans.sort((x, y) => x.from.getTime() - y.from.getTime())
      let at = from.getTime()
      for (const s of spans) {
        expect(s.from.getTime()).toBe(at)
        expect(s.until.getTime()).toBeGreaterThan(at)
        at = s.until.getTime()
      }
      expect(at).toBe(until.getTime())
      for (const h of hours)
        for (const edge of [h.from, h.until]) expect(partsIn(edge, zone)).toMatchObject({ minute: 0, second: 0 })
      for (const s of sessions) expect(s.until.getTime() - s.from.getTime()).toBeLessThan(2 * hourMs)
      for (const s of hours) expect(s.until.getTime() - s.from.getTime()).toBeLessThan(49 * hourMs)
    }),
    { numRuns: 2000 },
  )
})

test('a business day of India is one day, and half of it is hours', () => {
  const from = new Date('2026-03-01T18:30:00Z')
  expect(piecesOf({ from, until: new Date('2026-03-02T18:30:00Z') }, 'Asia/Kolkata')).toEqual({
    days: { from: '2026-03-02', until: '2026-03-03' },
    hours: [],
    sessions: [],
  })
  const until = new Date('2026-03-02T06:30:00Z')
  expect(piecesOf({ from, until }, 'Asia/Kolkata')).toEqual({ days: null, hours: [{ from, until }], sessions: [] })
  expect(hourStart(new Date('2026-03-01T18:29:59.999Z'), 'Asia/Kolkata')).toEqual(new Date('2026-03-01T17:30:00Z'))
})
