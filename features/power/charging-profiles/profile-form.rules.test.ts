// The form of a profile: times there and back on the browser's clock, and the drawing of the periods typed so far.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elapsedText, pointsOf } from '#control/remote-operations/schedule.rules.ts'
import { ChargingProfileForm, secondsOf } from './charging-profile-body.contract.ts'
import { connectorsOfAll, drawnOf, localText, placesFor, type Values } from './profile-form.rules.ts'
import { profileBody } from './test-profile.ts'

const aTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

test('a time that is shown and saved again is the same instant', () => {
  fc.assert(
    fc.property(aTime, at => {
      const instant = secondsOf(at)
      const body = {
        ...profileBody(),
        valid_from: localText(instant),
        valid_to: localText(instant),
        start_schedule: '',
      }
      const read = ChargingProfileForm.parse(body)
      // An hour that comes twice when clocks go back has one local name.
      expect(localText(read.valid_from)).toBe(localText(instant))
      expect([read.valid_to, read.start_schedule]).toEqual([read.valid_from, null])
    }),
  )
})
test('seconds stand in a field only where there are any', () => {
  expect(localText(secondsOf(new Date(2026, 0, 5, 9, 30, 0)))).toBe('2026-01-05T09:30')
  expect(localText(secondsOf(new Date(2026, 0, 5, 9, 30, 7)))).toBe('2026-01-05T09:30:07')
  expect(localText(null)).toBe('')
})

const period = (start_period: number | string | null, power_limit: number | string | null) => ({
  schedule_period_pk: null,
  number_phase: null,
  start_period,
  power_limit,
})
test.each<[string, Values['schedulePeriods'], [number, number][]]>([
  [
    'the first counts from 0',
    [period(60, 32), period(3600, 16)],
    [
      [0, 32],
      [3600, 16],
    ],
  ],
  ['half typed ones are left out', [period(1, null), period(60, 16), period('x', 8)], [[60, 16]]],
  [
    'one that does not ascend is left out',
    [period(1, 32), period(3600, 16), period(60, 8)],
    [
      [0, 32],
      [3600, 16],
    ],
  ],
])('drawn: %s', (_, schedulePeriods, limits) => {
  const drawn = drawnOf({ schedulePeriods, duration_in_seconds: null, charging_rate_unit: 'W' })
  expect(drawn.limits.map(l => [l.startPeriod, l.limit])).toEqual(limits)
  expect(drawn.unit).toBe('W')
})

const steps = [
  { startPeriod: 0, limit: 32 },
  { startPeriod: 21_600, limit: 16 },
]
test.each<[string, number | null, [number, number][]]>([
  [
    'open, a quarter beyond the last step',
    null,
    [
      [0, 32],
      [21_600, 16],
      [27_000, 16],
    ],
  ],
  [
    'up to its end',
    86_400,
    [
      [0, 32],
      [21_600, 16],
      [86_400, 16],
    ],
  ],
  [
    'without what comes behind its end',
    3600,
    [
      [0, 32],
      [3600, 32],
    ],
  ],
])('the points of a schedule: %s', (_, durationS, points) => {
  expect(pointsOf({ limits: steps, durationS }).map(p => [p.s, p.limit])).toEqual(points)
})
test.each([
  [0, '0:00 h'],
  [45, '0:00:45'],
  [21_600, '6:00 h'],
  [90_000, '25:00 h'],
])('%i seconds read %s', (s, text) => expect(elapsedText(s)).toBe(text))

test('a profile is offered the connectors it is for', () => {
  expect(placesFor('ChargePointMaxProfile', [1, 2]).map(p => p.value)).toEqual(['0'])
  expect(placesFor('TxProfile', [1, 2]).map(p => p.value)).toEqual(['1', '2'])
  expect(placesFor('TxDefaultProfile', [1, 2]).map(p => p.value)).toEqual(['0', '1', '2'])
  // For several chargers, the connectors that every one has; a charger without reported connectors may have any.
  expect(
    [
      [],
      [[2, 1]],
      [
        [1, 2, 3],
        [1, 3],
      ],
      [[1, 2], []],
      [[0]],
    ].map(connectorsOfAll),
  ).toEqual([[], [1, 2], [1, 3], [1, 2], [1, 2, 3, 4]])
})
