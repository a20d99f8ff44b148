// When reports are made: hours of the business zone, both changes of the clocks, the ends of months, and what was missed.
import { describe, expect, test } from 'vitest'
import { hourOn, lastTime, nextTime, nextTimes, periodBefore, type Times, timesText } from './report-time.rules.ts'

const INDIA = 'Asia/Kolkata'
const BERLIN = 'Europe/Berlin'
const daily = (hour: number): Times => ({ rhythm: 'daily', hour, weekday: null, monthDay: null })
const weekly = (weekday: number, hour: number): Times => ({ rhythm: 'weekly', hour, weekday, monthDay: null })
const monthly = (monthDay: number, hour: number): Times => ({ rhythm: 'monthly', hour, weekday: null, monthDay })

describe('the next time', () => {
  test.each<[string, Times, string, string, string]>([
    ['later today', daily(6), '2026-03-04T00:00:00Z', INDIA, '2026-03-04T00:30:00.000Z'],
    ['at the very time: tomorrow', daily(6), '2026-03-04T00:30:00Z', INDIA, '2026-03-05T00:30:00.000Z'],
    ['midnight', daily(0), '2026-03-04T18:29:59Z', INDIA, '2026-03-04T18:30:00.000Z'],
    ['the last hour of a year', daily(23), '2026-12-31T18:00:00Z', INDIA, '2027-01-01T17:30:00.000Z'],
    ['a weekday', weekly(1, 6), '2026-03-04T00:00:00Z', INDIA, '2026-03-09T00:30:00.000Z'],
    ['a weekday, today', weekly(3, 6), '2026-03-04T00:00:00Z', INDIA, '2026-03-04T00:30:00.000Z'],
    ['Sunday', weekly(7, 6), '2026-03-04T00:00:00Z', INDIA, '2026-03-08T00:30:00.000Z'],
    ['a day of the month', monthly(5, 6), '2026-03-05T01:00:00Z', INDIA, '2026-04-05T00:30:00.000Z'],
    ['day 28', monthly(28, 6), '2026-02-01T00:00:00Z', INDIA, '2026-02-28T00:30:00.000Z'],
    ['the last day of February', monthly(0, 6), '2026-02-01T00:00:00Z', INDIA, '2026-02-28T00:30:00.000Z'],
    [
      'the last day of a leap year’s February',
      monthly(0, 6),
      '2028-02-01T00:00:00Z',
      INDIA,
      '2028-02-29T00:30:00.000Z',
    ],
    ['from last day to last day', monthly(0, 6), '2026-03-31T00:30:00Z', INDIA, '2026-04-30T00:30:00.000Z'],
    ['winter in Berlin', daily(6), '2026-03-28T00:00:00Z', BERLIN, '2026-03-28T05:00:00.000Z'],
    ['the day on which summer begins', daily(6), '2026-03-28T06:00:00Z', BERLIN, '2026-03-29T04:00:00.000Z'],
    [
      'an hour that is skipped: as the clocks go on',
      daily(2),
      '2026-03-28T12:00:00Z',
      BERLIN,
      '2026-03-29T01:00:00.000Z',
    ],
    ['the day after that', daily(2), '2026-03-29T01:00:00Z', BERLIN, '2026-03-30T00:00:00.000Z'],
    ['an hour that comes twice: the first', daily(2), '2026-10-24T12:00:00Z', BERLIN, '2026-10-25T00:00:00.000Z'],
    ['and not again an hour later', daily(2), '2026-10-25T00:00:00Z', BERLIN, '2026-10-26T01:00:00.000Z'],
    ['the day on which winter begins', daily(6), '2026-10-24T12:00:00Z', BERLIN, '2026-10-25T05:00:00.000Z'],
  ])('%s', (_, times, after, zone, expected) => {
    expect(nextTime(times, new Date(after), zone).toISOString()).toBe(expected)
  })

  test('three of them, each behind the one before', () => {
    const at = new Date('2026-01-30T12:00:00Z')
    expect(nextTimes(monthly(0, 6), at, INDIA, 3).map(d => d.toISOString().slice(0, 10))).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
    ])
  })

  test('lies behind every instant, and the last one not, in both zones and over all changes', () => {
    for (const zone of [INDIA, BERLIN])
      for (const times of [daily(0), daily(2), daily(3), weekly(7, 2), monthly(0, 23), monthly(1, 0)])
        for (let h = 0; h < 400 * 24; h += 31) {
          const at = new Date(Date.UTC(2026, 0, 1, h))
          const [last, next] = [lastTime(times, at, zone), nextTime(times, at, zone)]
          if (!(last <= at && next > at)) throw new Error(`${zone} ${JSON.stringify(times)} ${at.toISOString()}`)
          // Nothing lies between both.
          if (nextTime(times, last, zone).getTime() !== next.getTime())
            throw new Error(`${zone} ${JSON.stringify(times)} ${at.toISOString()}: a time is passed over`)
        }
  })
})

test('what was missed is the last time that has come, however many passed', () => {
  expect(lastTime(daily(6), new Date('2026-03-09T10:00:00Z'), INDIA).toISOString()).toBe('2026-03-09T00:30:00.000Z')
  expect(lastTime(daily(6), new Date('2026-03-09T00:29:00Z'), INDIA).toISOString()).toBe('2026-03-08T00:30:00.000Z')
  expect(lastTime(monthly(0, 6), new Date('2026-03-09T10:00:00Z'), INDIA).toISOString()).toBe(
    '2026-02-28T00:30:00.000Z',
  )
})

test('an hour of a day as clocks show it', () => {
  expect(hourOn({ year: 2026, month: 7, day: 1 }, 6, BERLIN).toISOString()).toBe('2026-07-01T04:00:00.000Z')
})

test.each<[Parameters<typeof periodBefore>[0], string, string, [string, string] | undefined]>([
  ['view', '2026-03-04T00:30:00Z', INDIA, undefined],
  ['day', '2026-03-04T00:30:00Z', INDIA, ['2026-03-02T18:30:00.000Z', '2026-03-03T18:30:00.000Z']],
  ['week', '2026-03-04T00:30:00Z', INDIA, ['2026-02-24T18:30:00.000Z', '2026-03-03T18:30:00.000Z']],
  ['month', '2026-03-01T00:30:00Z', INDIA, ['2026-01-31T18:30:00.000Z', '2026-02-28T18:30:00.000Z']],
  ['month', '2026-01-31T00:30:00Z', INDIA, ['2025-11-30T18:30:00.000Z', '2025-12-31T18:30:00.000Z']],
  // The day on which summer began has 23 hours.
  ['day', '2026-03-30T04:00:00Z', BERLIN, ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']],
])('the period %s before %s in %s', (period, at, zone, expected) => {
  const found = periodBefore(period, new Date(at), zone)
  expect(found && [found.from.toISOString(), found.to.toISOString()]).toEqual(expected)
})

test('times in words', () => {
  expect([daily(6), weekly(7, 23), monthly(5, 0), monthly(0, 9)].map(timesText)).toEqual([
    'Every day at 06:00',
    'Every Sunday at 23:00',
    'On day 5 of every month at 00:00',
    'On the last day of every month at 09:00',
  ])
})
