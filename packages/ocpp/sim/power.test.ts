// The curves hold for any car, outlet and limit: the register never falls, energy is the integral of power, SoC stays
// within its bounds, DC power falls towards full, limits are kept, and looking more often changes next to nothing.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acOutlet, advance, beginCharge, type Charge, dcOutlet, dcTaper, minimumW, readingOf } from './power.ts'
import { ordinaryVehicle, vehicles } from './vehicles.ts'

const T0 = Date.UTC(2025, 5, 1, 8)
const noLimit = (): number => Number.POSITIVE_INFINITY
const outlet = fc.constantFrom(acOutlet(1, 16), acOutlet(1, 32), acOutlet(3, 32), dcOutlet(30_000), dcOutlet(120_000))
const situation = fc.record({
  outlet,
  vehicle: fc.constantFrom(...vehicles),
  soc: fc.double({ min: 0, max: 100, noNaN: true }),
  seed: fc.nat(),
})
const walk = (from: Charge, seconds: number, step: number, limitW = noLimit): Charge[] => {
  const seen = [from]
  let charge = from
  for (let t = step; t <= seconds; t += step) {
    charge = advance(charge, T0 + t * 1000, limitW)
    seen.push(charge)
  }
  return seen
}

describe('a charge', () => {
  it('never lowers the register and keeps SoC between 0 and 100', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 700 }), fc.nat(90_000), (given, step, limit) => {
        const seen = walk(beginCharge({ ...given, at: T0 }), 4 * 3600, step, () => limit)
        const registers = seen.map(charge => readingOf(charge, 1234).registerWh)
        expect(registers.every((wh, i) => Number.isInteger(wh) && wh >= (registers[i - 1] ?? 1234))).toBe(true)
        expect(seen.every(({ soc }) => soc >= 0 && soc <= 100)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('delivers the integral of its power, within 1 percent and 20 Wh', () => {
    fc.assert(
      fc.property(situation, given => {
        const seen = walk(beginCharge({ ...given, at: T0 }), 3 * 3600, 10)
        const integral = seen.reduce((sum, { powerW }, i) => sum + (i === 0 ? 0 : (powerW * 10) / 3600), 0)
        const energyWh = seen.at(-1)?.energyWh ?? 0
        expect(Math.abs(energyWh - integral)).toBeLessThanOrEqual(20 + 0.01 * integral)
      }),
      { numRuns: 60 },
    )
  })

  it('hardly depends on how often it is looked at', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 300 }), (given, step) => {
        const begin = beginCharge({ ...given, at: T0 })
        const end = 3600 - (3600 % step)
        const often = walk(begin, end, step).at(-1)?.energyWh ?? 0
        const once = advance(begin, T0 + end * 1000, noLimit).energyWh
        expect(Math.abs(often - once)).toBeLessThanOrEqual(25 + once * 0.005)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps to the outlet, to the car and to a limit', () => {
    fc.assert(
      fc.property(situation, fc.nat(60_000), (given, limit) => {
        for (const charge of walk(beginCharge({ ...given, at: T0 }), 3600, 60, () => limit)) {
          expect(charge.powerW).toBeLessThanOrEqual(Math.min(limit, given.outlet.maxW) + 1e-9)
          if (given.outlet.kind === 'AC') expect(charge.powerW).toBeLessThanOrEqual(given.vehicle.maxAcW)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('shows SuspendedEVSE under 6 A and SuspendedEV when full, then draws less than 300 W', () => {
    const at = { outlet: acOutlet(), vehicle: ordinaryVehicle, at: T0, seed: 1 }
    const starved = advance(beginCharge({ ...at, soc: 40 }), T0 + 60_000, () => 1379)
    expect([starved.flow, starved.powerW]).toEqual(['SuspendedEVSE', 0])
    expect(minimumW(at.outlet, at.vehicle)).toBe(1380)
    const full = advance(beginCharge({ ...at, soc: 99 }), T0 + 3600_000, noLimit)
    expect(full.flow).toBe('SuspendedEV')
    expect(full.powerW).toBeLessThan(300)
    expect(full.soc).toBe(100)
  })
})

it('an AC car behind 32 A draws its onboard 7.2 kW and reaches it within half a minute', () => {
  const begin = beginCharge({ outlet: acOutlet(3, 32), vehicle: ordinaryVehicle, soc: 30, at: T0, seed: 1 })
  expect(advance(begin, T0 + 2_000, noLimit).powerW).toBeLessThan(2_000)
  expect(advance(begin, T0 + 30_000, noLimit).powerW).toBe(7_200)
})

it('DC power is constant up to the knee and falls strictly after it', () => {
  const at = (soc: number): number => dcTaper(ordinaryVehicle, soc)
  expect([at(0), at(50), at(75)]).toEqual([1, 1, 1])
  for (let soc = 76; soc <= 100; soc++) expect(at(soc)).toBeLessThan(at(soc - 1))
})

it('readings are repeatable and noisy by less than a percent', () => {
  const charge = advance(
    beginCharge({ outlet: dcOutlet(), vehicle: ordinaryVehicle, soc: 20, at: T0, seed: 7 }),
    T0 + 300_000,
    noLimit,
  )
  expect(readingOf(charge, 0)).toEqual(readingOf(charge, 0))
  expect(Math.abs(readingOf(charge, 0).powerW / charge.powerW - 1)).toBeLessThan(0.01)
})
