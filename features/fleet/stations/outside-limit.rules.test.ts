import { describe, expect, test } from 'vitest'
import { type OutsideLimit, outsideText, outsideValue, scheduleOf, wattsOf } from './outside-limit.rules.ts'

const T0 = Date.UTC(2026, 0, 5, 9)
const at = (seconds: number) => T0 + seconds * 1000
const schedule = (more: object = {}) =>
  scheduleOf(
    {
      id: 1,
      chargingRateUnit: 'W',
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: 20_000 },
        { startPeriod: 600, limit: 11_500 },
      ],
      ...more,
    },
    { toldAt: T0, aheadSec: 0 },
  )
const limit = (more: Partial<OutsideLimit> = {}): OutsideLimit => ({
  evseId: 0,
  source: 'EMS',
  since: T0,
  isGridCritical: null,
  schedules: [schedule()],
  ...more,
})

describe('the value at a moment', () => {
  test.each<[string, OutsideLimit, number, number | undefined]>([
    ['from its telling on', limit(), 0, 20_000],
    ['in its second period', limit(), 600, 11_500],
    ['for ever without a duration', limit(), 1e6, 11_500],
    ['not after its duration', limit({ schedules: [schedule({ duration: 900 })] }), 900, undefined],
    ['not before its start', limit({ schedules: [schedule({ startSchedule: '2026-01-05T10:00:00Z' })] }), 0, undefined],
    ['from its own start on', limit({ schedules: [schedule({ startSchedule: '2026-01-05T08:55:00Z' })] }), 300, 11_500],
    [
      'the lowest of several',
      limit({
        schedules: [
          schedule(),
          schedule({ chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 10 }] }),
        ],
      }),
      0,
      10,
    ],
    [
      'never below nothing',
      limit({ schedules: [schedule({ chargingSchedulePeriod: [{ startPeriod: 0, limit: -5 }] })] }),
      0,
      0,
    ],
    ['none where none is told', limit({ schedules: [] }), 0, undefined],
  ])('%s', (_, of, seconds, value) => {
    expect(outsideValue(of, at(seconds))?.value).toBe(value)
  })
  test('the start of a station whose clock is ahead lies earlier', () => {
    const told = { id: 1, chargingRateUnit: 'W' as const, startSchedule: '2026-01-05T10:00:00Z' }
    const chargingSchedulePeriod = [{ startPeriod: 0, limit: 1 }]
    expect(scheduleOf({ ...told, chargingSchedulePeriod }, { toldAt: T0, aheadSec: 3600 }).startAt).toBe(T0)
  })
})

test.each([
  [{ value: 16, unit: 'A', phases: null }, 3, 11_040],
  [{ value: 16, unit: 'A', phases: 1 }, 3, 3680],
  [{ value: 16, unit: 'A', phases: 3 }, 1, 3680],
  [{ value: 7000, unit: 'W', phases: 1 }, 3, 7000],
] as const)('watts of %j on %i phases', (value, phases, watts) => {
  expect(wattsOf(value, phases)).toBe(watts)
})

test.each<[OutsideLimit, string]>([
  [limit(), 'at most 20 kW by its energy manager'],
  [
    limit({ evseId: 2, source: 'SO', isGridCritical: true }),
    'EVSE 2: at most 20 kW by the grid operator, critical for the grid',
  ],
  [
    limit({
      source: 'CSO',
      schedules: [
        schedule({ chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16, numberPhases: 1 }] }),
      ],
    }),
    'at most 16 A on 1 phase by its operator',
  ],
  [limit({ source: 'Other', schedules: [] }), 'a limit by another system, of which no figure is told'],
  [
    limit({ schedules: [schedule({ startSchedule: '2026-01-06T00:00:00Z' })] }),
    'a limit by its energy manager, not at this time',
  ],
])('%j in words', (of, text) => {
  expect(outsideText(of, T0)).toBe(text)
})
