// Which time a timeline shows: addresses that give back the same view, zooming and moving within bounds, ticks of the axis.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spanOf } from './timeline.rules.ts'
import {
  ALL_LANES,
  LENGTHS,
  listTime,
  movedView,
  nextLength,
  resized,
  ticksOf,
  viewBetween,
  viewOf,
  writeView,
} from './timeline-view.rules.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')
const ZONE = 'Asia/Kolkata'
const DAY = 86_400_000
const view = (address: string) => viewOf(new URLSearchParams(address), NOW)

test('what an address asks for is written back as it was; what is no time is the last hour', () => {
  const time = fc.integer({ min: NOW - 400 * DAY, max: NOW })
  const lanes = fc.subarray([...ALL_LANES])
  fc.assert(
    fc.property(
      time,
      fc.integer({ min: 60_000, max: 31 * DAY }),
      lanes,
      fc.constantFrom('', 'status.1.5'),
      (from, length, shownLanes, event) => {
        const v = { from, to: from + length, isLive: false, lanes: shownLanes, event }
        const params = new URLSearchParams('tab=timeline')
        writeView(params, v)
        expect(viewOf(params, NOW)).toEqual(v)
        expect(params.get('tab')).toBe('timeline')
      },
    ),
  )
  for (const wrong of [
    '',
    'start=x&end=y',
    'start=2026-01-02&end=2026-01-01',
    'start=2026-01-01&end=2026-05-01',
    'span=5',
  ])
    expect(view(wrong)).toMatchObject({ from: NOW - 3_600_000, to: NOW, isLive: true })
  expect(view('span=86400000')).toMatchObject({ from: NOW - DAY, isLive: true })
  const live = new URLSearchParams('span=86400000')
  writeView(live, view('span=86400000'), { isFixed: true })
  expect(live.get('end')).toBe('2026-06-15T12:00:00.000Z')
})

test('however one moves and zooms, the server takes the time, and it never lies after now', () => {
  const step = fc.oneof(
    fc.record({ move: fc.double({ min: -3, max: 3, noNaN: true }) }),
    fc.record({ way: fc.constantFrom('nearer' as const, 'wider' as const) }),
    fc.record({
      a: fc.integer({ min: NOW - 60 * DAY, max: NOW + DAY }),
      length: fc.integer({ min: 0, max: 60 * DAY }),
    }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps => {
      let v = view('')
      for (const s of steps) {
        if ('move' in s) v = movedView(v, s.move, NOW)
        else if ('way' in s) v = resized(v, nextLength(v, s.way), NOW)
        else v = viewBetween(v, s.a, s.a + s.length, NOW)
        expect(v.to).toBeLessThanOrEqual(NOW)
        expect(v.isLive).toBe(v.to === NOW)
        const iso = (ms: number) => new Date(ms).toISOString()
        expect(spanOf({ from: iso(v.from), to: iso(v.to) }, ZONE).ok).toBe(true)
      }
    }),
  )
})

test('the lengths go from 31 days to a minute, and stop there', () => {
  let v = viewBetween(view(''), NOW - 40 * DAY, NOW - 9 * DAY, NOW)
  const lengths = [v.to - v.from]
  for (let i = 0; i < 9; i++) {
    v = resized(v, nextLength(v, 'nearer'), NOW)
    lengths.push(v.to - v.from)
  }
  expect(lengths.slice(0, 8)).toEqual(LENGTHS.map(([ms]) => ms))
  expect(lengths.slice(8)).toEqual([60_000, 60_000])
})

describe('the axis', () => {
  const texts = (from: string, to: string, most = 8, zone = ZONE) =>
    ticksOf({ from: Date.parse(from), to: Date.parse(to) }, zone, most).map(t => t.text)
  test('has whole minutes, hours and days of the zone', () => {
    expect(texts('2026-06-15T04:30:00Z', '2026-06-15T05:30:00Z')).toEqual([
      '10:00',
      '10:10',
      '10:20',
      '10:30',
      '10:40',
      '10:50',
      '11:00',
    ])
    expect(texts('2026-06-14T12:00:00Z', '2026-06-15T12:00:00Z')).toEqual([
      '18:00',
      '21:00',
      '15 Jun',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
    ])
    expect(texts('2026-06-15T04:30:00Z', '2026-06-15T04:31:00Z', 4)).toEqual([
      '10:00:00',
      '10:00:15',
      '10:00:30',
      '10:00:45',
      '10:01:00',
    ])
  })
  test('keeps its days where clocks are changed', () => {
    expect(texts('2026-03-27T00:00:00Z', '2026-03-31T00:00:00Z', 8, 'Europe/Berlin').filter(t => / /.test(t))).toEqual([
      '28 Mar',
      '29 Mar',
      '30 Mar',
      '31 Mar',
    ])
  })
  test('has few ticks at any length', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: NOW - 400 * DAY, max: NOW }),
        fc.integer({ min: 60_000, max: 31 * DAY }),
        (from, length) => {
          const ticks = ticksOf({ from, to: from + length }, ZONE, 9)
          expect(ticks.length).toBeGreaterThan(1)
          expect(ticks.length).toBeLessThanOrEqual(10)
          expect(ticks.every(t => t.at >= from && t.at <= from + length)).toBe(true)
        },
      ),
    )
  })
})

test('times of the list name the day and the milliseconds where they matter', () => {
  const at = Date.parse('2026-06-15T04:30:00.123Z')
  const of = (from: string, to: string) => listTime(at, { from: Date.parse(from), to: Date.parse(to) }, ZONE)
  expect(of('2026-06-15T04:00:00Z', '2026-06-15T05:00:00Z')).toBe('10:00:00')
  expect(of('2026-06-15T04:29:30Z', '2026-06-15T04:30:30Z')).toBe('10:00:00.123')
  expect(of('2026-06-12T04:00:00Z', '2026-06-15T05:00:00Z')).toBe('15 Jun 10:00:00')
})
