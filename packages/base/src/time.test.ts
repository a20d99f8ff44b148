// Days in zones, ranges, and the texts of time.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import * as time from './time.ts'

const INDIA = 'Asia/Kolkata'
const at = new Date('2026-03-04T20:15:30.500Z')

describe('a day', () => {
  it('begins and ends in its zone', () => {
    expect(time.startOfDay(at, INDIA).toISOString()).toBe('2026-03-04T18:30:00.000Z')
    expect(time.endOfDay(at, INDIA).toISOString()).toBe('2026-03-05T18:29:59.999Z')
    expect(time.startOfMonth(at, INDIA).toISOString()).toBe('2026-02-28T18:30:00.000Z')
    expect(time.startOfMonth(at, 'Asia/Kolkata', 1).toISOString()).toBe('2026-03-31T18:30:00.000Z')
    expect(time.startOfDay(at, 'UTC').toISOString()).toBe('2026-03-04T00:00:00.000Z')
  })

  it('has 23 or 25 hours where clocks change', () => {
    const hours = (day: string): number => {
      const noon = new Date(`${day}T12:00:00Z`)
      const length =
        time.endOfDay(noon, 'Europe/Berlin').getTime() + 1 - time.startOfDay(noon, 'Europe/Berlin').getTime()
      return length / time.hourMs
    }
    expect([hours('2026-03-28'), hours('2026-03-29'), hours('2026-10-25')]).toEqual([24, 23, 25])
  })

  it('of Beirut begins at one where midnight is skipped', () => {
    const noon = new Date('2026-03-29T12:00:00Z')
    expect(time.startOfDay(noon, 'Asia/Beirut').toISOString()).toBe('2026-03-28T22:00:00.000Z')
  })

  it('holds its instant in any zone', () => {
    const zones = fc.constantFrom('Asia/Kolkata', 'UTC', 'America/St_Johns', 'Pacific/Apia', 'Asia/Beirut')
    const instant = fc.date({ min: new Date('1990-01-01Z'), max: new Date('2090-01-01Z'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, zones, (now, zone) => {
        expect(time.startOfDay(now, zone).getTime()).toBeLessThanOrEqual(now.getTime())
        expect(time.endOfDay(now, zone).getTime()).toBeGreaterThanOrEqual(now.getTime())
      }),
    )
  })
})

test('ranges end with today', () => {
  const iso = (range: { from: Date; to: Date }): string[] => [range.from.toISOString(), range.to.toISOString()]
  expect(iso(time.rangeOf('Today', at, INDIA))).toEqual(['2026-03-04T18:30:00.000Z', '2026-03-05T18:29:59.999Z'])
  expect(iso(time.rangeOf('Last7Days', at, INDIA))).toEqual(['2026-02-26T18:30:00.000Z', '2026-03-05T18:29:59.999Z'])
})

test('formats', () => {
  expect(time.formatDateTime(at, 'Asia/Kolkata')).toBe('05 Mar 2026 01:45')
  expect(time.formatTimestamp(at, 'Asia/Kolkata')).toBe('2026-03-05 01:45:30 AM')
  expect([time.dayOf(at, 'Asia/Kolkata'), time.dayOf(at, 'UTC')]).toEqual(['2026-03-05', '2026-03-04'])
  expect(time.formatTimestamp(new Date('2026-03-05T12:00:00Z'), 'UTC')).toBe('2026-03-05 12:00:00 PM')
  expect(time.formatTimestamp(new Date('2026-03-05T00:00:00Z'), 'UTC')).toBe('2026-03-05 12:00:00 AM')
})

test.each([
  [-5, 'Just now'],
  [59, 'Just now'],
  [60, '1 min ago'],
  [3599, '59 min ago'],
  [3600, '1 hour ago'],
  [7200, '2 hours ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [172_799, '1 day ago'],
  [172_800, '2 days ago'],
])('%s seconds ago reads %s', (seconds, text) =>
  expect(time.relativeTime(new Date(at.getTime() - seconds * 1000), at)).toBe(text),
)

test.each([
  [24, 'good'],
  [24.1, 'warning'],
  [168, 'warning'],
  [168.1, 'bad'],
])('last connected %s hours ago is %s', (hours, state) =>
  expect(time.lastConnected(new Date(at.getTime() - hours * time.hourMs), at)).toBe(state),
)

test('what was never connected is a warning', () => expect(time.lastConnected(undefined, at)).toBe('warning'))

test('a file has the clock of a zone; a zone reads by the name people know', () => {
  const at = new Date('2026-01-05T20:04:05.678Z')
  expect(time.formatFileTime(at, { zone: 'Asia/Kolkata' })).toBe('2026-01-06 01:34:05')
  expect(time.formatFileTime(at, { zone: 'America/New_York', ms: true })).toBe('2026-01-05 15:04:05.678')
  expect(['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev', 'UTC'].map(time.zoneName)).toEqual([
    'Asia/Kolkata',
    'Asia/Kolkata',
    'Europe/Kyiv',
    'UTC',
  ])
})

test('the time zone notice names hours without sign', () => {
  expect(time.timezoneNotice(330)).toEqual({ inAccordance: false, text: 'Your current timezone is 5.5hrs ahead.' })
  expect(time.timezoneNotice(-480).text).toBe('Your current timezone is 8hrs behind.')
  expect(time.timezoneNotice(0)).toEqual({
    inAccordance: true,
    text: 'Your current timezone is in accordance with UTC.',
  })
})

test.each([
  [330, '+05:30'],
  [-210, '-03:30'],
  [840, '+14:00'],
  [0, '+00:00'],
])('%i minutes east of UTC are the zone %s', (minutes, zone) => {
  expect(time.zoneOfOffset(minutes)).toBe(zone)
  expect(time.offsetMinutes(new Date('2026-06-01T00:00:00Z'), zone)).toBe(minutes)
})
