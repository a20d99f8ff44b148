// Quiet hours and hours of people: by table, in a zone with and without a change of clocks, and as properties.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursBegin, mayTellAt, neverEnds, type Quiet, quietUntil } from './quiet-hours.rules.ts'

const ALL = [1, 2, 3, 4, 5, 6, 7]
const quiet = (days: number[], from: string, to: string): Quiet => ({ days, from, to })
const night = quiet(ALL, '22:00', '06:00')

// 2026-06-03 is a Wednesday; 08:00 UTC is 13:30 in Kolkata.
test.each<[string, Quiet[], string, string, string | undefined]>([
  ['outside', [night], 'Asia/Kolkata', '2026-06-03T08:00:00Z', undefined],
  [
    'in the evening: until the next morning',
    [night],
    'Asia/Kolkata',
    '2026-06-03T17:00:00Z',
    '2026-06-04T00:30:00.000Z',
  ],
  ['at its first minute', [night], 'Asia/Kolkata', '2026-06-03T16:30:00Z', '2026-06-04T00:30:00.000Z'],
  ['at its end', [night], 'Asia/Kolkata', '2026-06-04T00:30:00Z', undefined],
  [
    'a night belongs to the day on which it begins',
    [quiet([3], '22:00', '06:00')],
    'Asia/Kolkata',
    '2026-06-03T23:00:00Z',
    '2026-06-04T00:30:00.000Z',
  ],
  ['and not to the day before', [quiet([3], '22:00', '06:00')], 'Asia/Kolkata', '2026-06-02T23:00:00Z', undefined],
  [
    'two in a row are one',
    [quiet([3], '13:00', '14:00'), quiet([3], '14:00', '15:00')],
    'Asia/Kolkata',
    '2026-06-03T08:00:00Z',
    '2026-06-03T09:30:00.000Z',
  ],
  [
    'over the end of the week',
    [quiet([7], '20:00', '04:00')],
    'Asia/Kolkata',
    '2026-06-07T20:00:00Z',
    '2026-06-07T22:30:00.000Z',
  ],
  // Clocks in Berlin go forward on 29 March 2026 at 02:00.
  [
    'over a change of clocks: the time of day counts',
    [night],
    'Europe/Berlin',
    '2026-03-28T22:00:00Z',
    '2026-03-29T04:00:00.000Z',
  ],
])('%s', (_what, all, zone, at, until) => {
  expect(quietUntil(new Date(at), all, zone)?.toISOString()).toBe(until)
})

test('quiet hours that leave no minute of the week never end', () => {
  expect(neverEnds([quiet(ALL, '00:00', '12:00'), quiet(ALL, '12:00', '00:00')])).toBe(true)
  expect(neverEnds([quiet(ALL, '00:00', '23:59')])).toBe(false)
  expect(neverEnds([])).toBe(false)
})

test('the hours of a person begin again when they are over', () => {
  const hours = { from: '09:00', to: '18:00' }
  expect(hoursBegin(new Date('2026-06-03T08:00:00Z'), hours, 'Asia/Kolkata')).toBeUndefined()
  expect(hoursBegin(new Date('2026-06-03T13:00:00Z'), hours, 'Asia/Kolkata')?.toISOString()).toBe(
    '2026-06-04T03:30:00.000Z',
  )
})

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
const anyQuiet = fc
  .record({ days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), from: time, to: time })
  .filter(q => q.from !== q.to)
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })

test('whatever is put off is told within eight days, at a moment that the rule’s quiet hours allow', () => {
  fc.assert(
    fc.property(
      fc.array(anyQuiet, { maxLength: 4 }),
      fc.option(fc.record({ from: time, to: time }), { nil: undefined }),
      moment,
      (all, hours, at) => {
        fc.pre(!neverEnds(all))
        const when = mayTellAt(at, all, hours, 'Asia/Kolkata')
        expect(when.getTime()).toBeGreaterThanOrEqual(at.getTime())
        expect(when.getTime() - at.getTime()).toBeLessThanOrEqual(9 * 86_400_000)
        expect(quietUntil(when, all, 'Asia/Kolkata')).toBeUndefined()
      },
    ),
    { numRuns: 300 },
  )
})
