// Registers in kWh without a unit where no power is sampled, and ordinary chargers, whose sessions raise no alarm.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kwhWithoutPower } from './kwh-register.rules.ts'
import type { MeteredSession, Sample, StatusAt } from './sample.rules.ts'

const T0 = Date.UTC(2026, 2, 2, 10)
const at = (minute: number) => new Date(T0 + minute * 60_000)
type Session = Partial<Omit<MeteredSession, 'statuses'>> & {
  minutes: number
  wh: readonly [start: number, stop: number]
  kw?: number | null
  statuses?: readonly [minute: number, status: string][]
}
const session = ({ minutes, wh: [meterStartWh, meterStopWh], kw = 60, statuses = [], ...more }: Session) => ({
  startedAt: at(0),
  stoppedAt: at(minutes),
  meterStartWh,
  meterStopWh,
  samples: [],
  dropped: { undeliverable: 0, belowStart: 0, aboveStop: 0, backwards: 0, outsideTime: 0 },
  registerScale: 1 as const,
  maxPowerW: kw === null ? null : kw * 1000,
  statuses: statuses.map(([minute, status]): StatusAt => ({ at: at(minute), status })),
  ...more,
})
/** Registers as they are told, evenly over the session, each so many minutes. */
const told = (registers: readonly number[], everyMinutes: number, unitless: Sample['unitless'] = 'whole'): Sample[] =>
  registers.map((energyWh, i) => ({ at: at((i + 1) * everyMinutes), energyWh: Math.round(energyWh), unitless }))
const CHARGING = [[0.5, 'Charging']] as const
const charging = CHARGING as unknown as [number, string][]
const twos = Array.from({ length: 9 }, (_, i) => 15_002 + 2 * i)
const decimals = twos.map((wh, i) => wh + 0.115 * (i + 1))

describe('registers that look like kWh', () => {
  test.each<[string, Session, RegExp]>([
    [
      'a fast charger, 2 kWh every five minutes',
      { minutes: 47, wh: [15_000, 15_020], samples: told(twos, 5) },
      /^20 Wh in 47 minutes are less than any car draws, and the registers rise in small steps all along$/,
    ],
    [
      'the same with decimals',
      { minutes: 47, wh: [15_000, 15_021], samples: told(decimals, 5, 'fraction') },
      /, and the registers have decimals$/,
    ],
    [
      '12 kWh in an hour, by four samples',
      {
        minutes: 60,
        wh: [500, 512],
        samples: [502, 504, 506, 511].map((energyWh, i) => ({
          at: at([10, 20, 30, 55][i] ?? 0),
          energyWh,
          unitless: 'whole' as const,
        })),
      },
      /in small steps all along$/,
    ],
    [
      'decimals at 7.4 kW',
      { minutes: 60, wh: [100, 107], kw: 7.4, samples: told([101.2, 103.5, 105.8], 15, 'fraction') },
      /decimals$/,
    ],
    [
      'no samples at 7.4 kW, charging all along',
      { minutes: 60, wh: [100, 107], kw: 7.4, statuses: charging },
      /^7 Wh in 60 minutes are less .* the connector was charging all along$/,
    ],
    [
      'the end of the draw reported with the stop',
      { minutes: 60, wh: [100, 107], kw: 7.4, statuses: [...charging, [59, 'Finishing']] },
      /charging all along/,
    ],
    ['11 kW on three phases', { minutes: 60, wh: [100, 111], kw: 11, statuses: charging }, /charging all along/],
    [
      'a connector of unknown power',
      { minutes: 60, wh: [100, 107], kw: null, statuses: charging },
      /charging all along/,
    ],
  ])('%s', (_, s, text) => expect(kwhWithoutPower(session(s))).toMatch(text))

  test('whole kWh of a fast charger are seen from 20 minutes and 3 kWh on, wherever they rise in both halves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 55_000 }), fc.integer({ min: 20, max: 90 }), (watt, minutes) => {
        const register = (minute: number) => Math.floor(700 + (watt * minute) / 60_000)
        const samples = told(
          Array.from({ length: minutes - 1 }, (_, i) => register(i + 1)),
          1,
        )
        const s = session({ minutes, wh: [700, register(minutes)], samples })
        expect(kwhWithoutPower(s)).toBeDefined()
      }),
    )
  })
})

describe('ordinary chargers', () => {
  test.each<[string, Session]>([
    [
      'a scooter that draws 150 W',
      { minutes: 240, wh: [1000, 1600], kw: 3.3, statuses: charging, samples: told([1150, 1300, 1450], 60) },
    ],
    ['a car that takes 1 kWh and is full then', { minutes: 300, wh: [1000, 2040], kw: 7.4, statuses: charging }],
    [
      'a full car whose charger says so',
      { minutes: 300, wh: [1000, 1030], kw: 7.4, statuses: [...charging, [3, 'SuspendedEV']] },
    ],
    [
      'a limit of ours',
      { minutes: 60, wh: [1000, 1007], kw: 7.4, statuses: [...charging, [2, 'SuspendedEVSE'], [50, 'Charging']] },
    ],
    [
      'a car that is full in the middle',
      { minutes: 60, wh: [1000, 1007], kw: 7.4, statuses: [...charging, [30, 'Finishing']] },
    ],
    ['a short session', { minutes: 9, wh: [1000, 1005], samples: told([1001.5, 1002.5, 1003.5], 2, 'fraction') }],
    [
      'a short session of a fast charger',
      { minutes: 19, wh: [1000, 1009], samples: told([1002, 1004, 1006, 1008], 4) },
    ],
    [
      'half an hour without a state, at an AC charger',
      { minutes: 60, wh: [1000, 1007], kw: 7.4, samples: told([1002, 1004, 1006], 15) },
    ],
    ['a trickle of 20 W on one phase', { minutes: 480, wh: [1000, 1160], kw: 7.4, statuses: charging }],
    ['a relay that counts some Wh in a night', { minutes: 600, wh: [1000, 1005], kw: 7.4, statuses: charging }],
    ['nothing', { minutes: 60, wh: [1000, 1000], kw: 7.4, statuses: charging }],
    [
      'a fast charger that charges nothing after its test of the cable',
      { minutes: 60, wh: [1000, 1020], samples: told([1020, 1020, 1020, 1020], 10) },
    ],
    [
      'registers in Wh with their unit',
      {
        minutes: 60,
        wh: [1000, 1007],
        kw: 7.4,
        statuses: charging,
        samples: told([1002, 1004], 20, undefined).map(({ unitless: _, ...x }) => x),
      },
    ],
    ['more than the connector could deliver as kWh', { minutes: 60, wh: [1000, 1012], kw: 3.3, statuses: charging }],
    [
      'registers that are read as kWh already',
      { minutes: 47, wh: [15_000, 15_020], samples: told(twos, 5), registerScale: 1000 },
    ],
  ])('%s', (_, s) => expect(kwhWithoutPower(session(s))).toBeUndefined())

  test('any car that draws 50 W or more from an AC charger', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 22_000 }),
        fc.integer({ min: 1, max: 720 }),
        fc.constantFrom(3.3, 7.4, 11, 22),
        fc.constantFrom<Sample['unitless']>('whole', 'fraction'),
        (watt, minutes, kw, unitless) => {
          const register = (minute: number) => 5000 + (watt * minute) / 60
          const every = minutes / 6
          const samples = told(
            [1, 2, 3, 4, 5].map(n => register(n * every)),
            every,
            unitless,
          )
          const s = session({ minutes, wh: [5000, Math.floor(register(minutes))], kw, samples, statuses: charging })
          expect(kwhWithoutPower(s)).toBeUndefined()
        },
      ),
    )
  })
})
