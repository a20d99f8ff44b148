// The estimate of the loss: a table of cases, and the properties that it needs known figures, adds up, and follows time
// and pace.
import { hourMs } from '@wattdesk/base/time'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourlyPaise, type Pace } from '#fleet/chargers/pace.rules.ts'
import { byCost, type Down, dueStep, earliest, lossOf } from './attention.rules.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
const pace = (revenuePaise: number, upHours: number, workedOutAt = ago(2)): Pace => ({
  revenuePaise,
  upMs: upHours * hourMs,
  workedOutAt,
})
const down = (hours: number | null, p: Pace | null, share = 1): Down => ({
  since: hours === null ? null : ago(hours),
  share,
  pace: p,
})

test.each([
  [0, 'Decide: 48 h left'],
  [24.5, 'Decide: 23 h left'],
  [47.5, 'Decide: less than 1 h left'],
  [48.5, 'Decide: the time is over, so the product decides within the hour'],
])('a step to be taken within 48 hours, %d hours after it began', (hours, text) => {
  expect(dueStep('Decide', 48, ago(hours), now)).toBe(text)
})

test.each([
  ['by the hour it was up', pace(67_200, 672), 100],
  ['of a charger that was up for a day of 28', pace(2400, 24), 100],
  ['not without revenue', pace(0, 672), undefined],
  ['not from less than a day', pace(9000, 23.9), undefined],
  ['not without any time', pace(9000, 0), undefined],
])('what an hour brings: %s', (_, p, expected) => expect(hourlyPaise(p)).toBe(expected))

describe('the loss', () => {
  test.each<[string, Down[], [perHour: number, soFar: number, covers: number] | undefined]>([
    ['of nothing is none', [], undefined],
    ['of chargers of which nothing is known is none', [down(5, null), down(5, pace(0, 672))], undefined],
    ['is the pace times the hours', [down(5, pace(67_200, 672))], [100, 500, 1]],
    ['of a connector of two is half', [down(5, pace(67_200, 672), 0.5)], [50, 250, 1]],
    [
      'adds up those that are known',
      [down(5, pace(67_200, 672)), down(1, pace(134_400, 672)), down(9, null)],
      [300, 700, 2],
    ],
    ['without a time has nothing so far', [down(null, pace(67_200, 672))], [100, 0, 1]],
    ['of a time that is still to come has nothing so far', [down(-3, pace(67_200, 672))], [100, 0, 1]],
  ])('%s', (_, downs, expected) => {
    const loss = lossOf(downs, now)
    expect(loss && [loss.perHourPaise, loss.soFarPaise, loss.covers]).toEqual(expected)
  })
  test('says how old the oldest pace is', () => {
    const downs = [
      down(1, pace(67_200, 672, ago(3))),
      down(1, pace(67_200, 672, ago(20))),
      down(1, pace(0, 672, ago(90))),
    ]
    expect(lossOf(downs, now)?.workedOutAt).toEqual(ago(20))
  })

  const anyDown = fc.record({
    since: fc.option(fc.integer({ min: 0, max: 2000 }).map(ago)),
    share: fc.constantFrom(1, 0.5, 0.25),
    pace: fc.option(
      fc.record({
        revenuePaise: fc.integer({ min: 0, max: 1e9 }),
        upMs: fc.integer({ min: 0, max: 672 * hourMs }),
        workedOutAt: fc.integer({ min: 0, max: 30 }).map(ago),
      }),
    ),
  })
  test('is there exactly where a pace is, covers those alone, and is never below zero', () =>
    fc.assert(
      fc.property(fc.array(anyDown), downs => {
        const known = downs.filter(d => d.pace && hourlyPaise(d.pace) !== undefined)
        const loss = lossOf(downs, now)
        expect(loss?.covers ?? 0).toBe(known.length)
        expect(loss?.perHourPaise ?? 0).toBeGreaterThanOrEqual(0)
        expect(loss?.soFarPaise ?? 0).toBeGreaterThanOrEqual(0)
        expect(lossOf(known, now)).toEqual(loss)
      }),
    ))
  test('of two groups together is that of each, to the rounding', () =>
    fc.assert(
      fc.property(fc.array(anyDown), fc.array(anyDown), (a, b) => {
        const of = (downs: Down[]) => lossOf(downs, now)?.soFarPaise ?? 0
        expect(Math.abs(of([...a, ...b]) - of(a) - of(b))).toBeLessThanOrEqual(2)
      }),
    ))
})

test('the costliest first, those without an estimate behind in their order', () => {
  const item = (name: string, perHour: number | null) => ({ name, loss: perHour === null ? null : { perHour } })
  const items = [item('a', null), item('b', 5), item('c', null), item('d', 9), item('e', 0)]
  expect(byCost(items).map(i => i.name)).toEqual(['d', 'b', 'e', 'a', 'c'])
})

test('the earliest of times, passing over what is not known', () => {
  expect(earliest([])).toBeNull()
  expect(earliest([null, ago(1), ago(3), null, ago(2)])).toEqual(ago(3))
})
