// Registers that do not fit the sampled power, and ordinary chargers, whose sessions raise no alarm.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secondOf } from '#fleet/stations/session-length.rules.ts'
import { misfitOf } from './register-fit.rules.ts'
import { knotsOf, type MeteredSession, type Sample } from './sample.rules.ts'

const T0 = Date.UTC(2026, 2, 2, 10)
const at = (minute: number) => new Date(T0 + minute * 60_000)
type Session = { minutes: number; startWh: number; stopWh: number; samples: Sample[]; scale?: 1 | 1000 }
function session({ minutes, startWh, stopWh, samples, scale = 1 }: Session): MeteredSession {
  const first = { second: secondOf(at(0)), wh: startWh }
  const last = { second: secondOf(at(minutes)), wh: Math.max(startWh, stopWh) }
  const dropped = knotsOf(samples, first, last, false).drops
  const ends = { startedAt: at(0), stoppedAt: at(minutes), meterStartWh: startWh, meterStopWh: stopWh }
  return { ...ends, samples, dropped, registerScale: scale }
}
/** A sample every five minutes. */
const every5 = (minutes: number, of: (minute: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: Math.floor(minutes / 5) }, (_, i) => ({ at: at((i + 1) * 5), ...of((i + 1) * 5) }))

describe('energy that does not fit', () => {
  const W = 7200
  /** The energy delivered up to a minute, in Wh. */
  const wh = (minute: number) => (W * minute) / 60
  test.each<[string, Session, boolean, RegExp]>([
    [
      'all registers in kWh: 12 kWh read as 12 Wh',
      {
        minutes: 100,
        startWh: 1234,
        stopWh: 1246,
        samples: every5(100, m => ({ energyWh: Math.round(1234 + wh(m) / 1000), powerW: W })),
      },
      true,
      /^Power over time gives 11\.\d+ kWh, the registers give 0\.012 kWh; the registers look like kWh without a unit$/,
    ],
    [
      'start and stop in kWh, samples in Wh, no power',
      {
        minutes: 100,
        startWh: 1234,
        stopWh: 1246,
        samples: every5(100, m => ({ energyWh: Number.NaN, impossibleWh: 1_234_000 + wh(m) })),
      },
      true,
      /^20 of 20 readings were impossible; the registers look like kWh without a unit$/,
    ],
    [
      'the same from zero: the first samples can be, the others lie above the stop',
      { minutes: 100, startWh: 0, stopWh: 12, samples: every5(100, m => ({ energyWh: wh(m) })) },
      true,
      /readings were impossible; the registers look like kWh/,
    ],
    [
      'samples in kWh, start and stop in Wh',
      {
        minutes: 100,
        startWh: 1_234_000,
        stopWh: 1_246_000,
        samples: every5(100, m => ({ energyWh: Math.round(1234 + wh(m) / 1000) })),
      },
      false,
      /^20 of 20 readings were impossible$/,
    ],
    [
      'a meter that stands still while power flows',
      { minutes: 60, startWh: 5123, stopWh: 5123, samples: every5(60, () => ({ energyWh: 5123, powerW: W })) },
      false,
      /^Power over time gives/,
    ],
    [
      'power in kW without a unit',
      { minutes: 60, startWh: 5123, stopWh: 12_323, samples: every5(60, () => ({ powerW: 7.2 })) },
      false,
      /^Power over time gives 0\.007 kWh, the registers give 7\.2 kWh$/,
    ],
    [
      'a session that is read as kWh already looks like no kWh',
      { minutes: 100, startWh: 12, stopWh: 24, scale: 1000, samples: every5(100, () => ({ powerW: W })) },
      false,
      /^Power over time/,
    ],
  ])('%s', (_, s, looksLikeKwh, text) => {
    const misfit = misfitOf(session(s))
    expect(misfit?.looksLikeKwh).toBe(looksLikeKwh)
    expect(misfit?.text).toMatch(text)
  })
})

describe('ordinary chargers', () => {
  test.each<[string, Session]>([
    ['no samples', { minutes: 60, startWh: 1000, stopWh: 8200, samples: [] }],
    ['no power', { minutes: 60, startWh: 1000, stopWh: 1004, samples: every5(60, () => ({ energyWh: 1002 })) }],
    ['a car that is full', { minutes: 600, startWh: 1000, stopWh: 1012, samples: every5(600, () => ({ powerW: 1 })) }],
    ['power that is never told', { minutes: 60, startWh: 0, stopWh: 7200, samples: every5(60, () => ({ powerW: 0 })) }],
    [
      'a meter in steps of 1 kWh, in a small session',
      { minutes: 15, startWh: 12_000, stopWh: 12_000, samples: every5(15, () => ({ energyWh: 12_000, powerW: 3700 })) },
    ],
    [
      'a meter in steps of 100 Wh',
      { minutes: 10, startWh: 12_300, stopWh: 12_300, samples: every5(10, () => ({ energyWh: 12_300, powerW: 1000 })) },
    ],
    ['half a minute', { minutes: 0.5, startWh: 7, stopWh: 7, samples: [{ at: at(0.4), powerW: 7200 }] }],
    ['one odd sample', { minutes: 60, startWh: 1000, stopWh: 8200, samples: [{ at: at(5), energyWh: 999_999 }] }],
    [
      'power that was sampled once, at the end',
      { minutes: 60, startWh: 0, stopWh: 7200, samples: [{ at: at(59), powerW: 40 }] },
    ],
  ])('%s', (_, s) => {
    expect(misfitOf(session(s))).toBeUndefined()
  })

  test('any power with the energy that follows from it, by any step of the meter up to 1 kWh', () => {
    const draw = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(
        draw,
        fc.constantFrom(1, 10, 100, 1000),
        fc.integer({ min: 0, max: 9_999_999 }),
        (watts, step, from) => {
          const register = (energyWh: number) => Math.floor((from + energyWh) / step) * step
          let energyWh = 0
          const samples: Sample[] = [{ at: at(0), powerW: watts[0], energyWh: register(0) }]
          watts.forEach((powerW, i) => {
            energyWh += ((watts[i - 1] ?? powerW) + powerW) / 24
            samples.push({ at: at((i + 1) * 5), powerW, energyWh: register(energyWh) })
          })
          const s = { minutes: watts.length * 5, startWh: register(0), stopWh: register(energyWh), samples }
          expect(misfitOf(session(s))).toBeUndefined()
        },
      ),
    )
  })

  test('a register in whole kWh, read as Wh, is seen wherever 3 kWh or more were measured', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 3, max: 90 }), (from, kwh) => {
        const watt = kwh * 600
        const samples = every5(100, m => ({ energyWh: Math.floor(from + (watt * m) / 60_000), powerW: watt }))
        const misfit = misfitOf(session({ minutes: 100, startWh: from, stopWh: from + kwh, samples }))
        expect(misfit?.looksLikeKwh).toBe(true)
      }),
    )
  })
})

test('dropped samples are counted by cause', () => {
  const samples: Sample[] = [
    { at: at(-1), energyWh: 1000 },
    { at: at(1), energyWh: Number.NaN },
    { at: at(2), energyWh: 900 },
    { at: at(3), energyWh: 3000 },
    { at: at(4), energyWh: 1500 },
    { at: at(5), energyWh: 1400 },
    { at: new Date(Number.NaN), energyWh: 1500 },
  ]
  const { drops, dropped } = knotsOf(
    samples,
    { second: secondOf(at(0)), wh: 1000 },
    { second: secondOf(at(9)), wh: 2000 },
    false,
  )
  expect(drops).toEqual({ undeliverable: 1, belowStart: 1, aboveStop: 1, backwards: 1, outsideTime: 2 })
  expect(dropped).toBe(6)
})
