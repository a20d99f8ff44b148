// Load Values in the planner's steps: units, the energy budget of an hour, and the limits told to a charger.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastOf, limitInChargerUnit, limitOf, planUnitOf, stepsOf } from './load-units.rules.ts'
import { LOAD_UNITS } from './load-units.words.ts'

const HOUR = 3_600_000
const T0 = Date.UTC(2026, 0, 5, 9)

test.each([
  ['A', 62.5, 625],
  ['A', 0.1, 1],
  ['A', 0.05, 0],
  ['kW', 120.5, 120_500],
  ['kW', 0.001, 1],
  ['kWh', 50, 50_000],
  ['kW', 0, 0],
] as const)('%s %d is %d steps', (unit, value, steps) => {
  expect(limitOf({ value, unit }, { now: T0, usedWh: null })).toBe(steps)
})

test('the least that a car charges with', () => {
  expect([leastOf('dA', 1), leastOf('dA', 3), leastOf('W', 1), leastOf('W', 3)]).toEqual([60, 60, 1400, 4200])
  expect(LOAD_UNITS.map(planUnitOf)).toEqual(['W', 'W', 'dA'])
})

test.each([
  ['on its way with the hour', 30, 25_000, 50_000],
  ['behind: no hour takes more, wherever it begins', 45, 1000, 50_000],
  ['ahead', 30, 40_000, 20_000],
  ['used up', 30, 50_000, 0],
  ['more than used up', 30, 60_000, 0],
])('a budget of 50 kWh that is %s', (_what, minutes, usedWh, watts) => {
  expect(limitOf({ value: 50, unit: 'kWh' }, { now: T0 + minutes * 60_000, usedWh })).toBe(watts)
})

test('the budget of the clock hour is kept by whoever keeps to the limit, whatever was taken before at first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 120, maxLength: 120 }),
      fc.double({ min: 0, max: 0.5, noNaN: true }),
      (value, parts, before) => {
        let usedWh = before * value * 1000
        for (const [i, part] of parts.entries()) {
          const watts = limitOf({ value, unit: 'kWh' }, { now: T0 + i * 30_000, usedWh })
          expect(watts).toBeLessThanOrEqual(value * 1000)
          usedWh += (watts * part * 30) / 3600
        }
        // The rest of the hour counts as at least a hundredth of it.
        expect(usedWh).toBeLessThanOrEqual(value * 1000 * 1.0001)
      },
    ),
  )
})

test('the next hour begins with the whole budget', () => {
  expect(limitOf({ value: 50, unit: 'kWh' }, { now: T0 + HOUR, usedWh: 0 })).toBe(50_000)
})

test('what a charger is told is never more than was planned, and what is read of it never less', () => {
  const phases = fc.constantFrom(1, 2, 3) as fc.Arbitrary<1 | 2 | 3>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400_000 }), phases, (watts, p) => {
      expect(limitInChargerUnit('W', { limit: watts, phases: p, as: 'A' }) * 230 * p).toBeLessThanOrEqual(watts + 1e-6)
      expect(limitInChargerUnit('dA', { limit: watts, phases: p, as: 'W' })).toBeLessThanOrEqual(
        (watts / 10) * 230 * p + 1e-6,
      )
      expect(limitInChargerUnit('W', { limit: watts, phases: p, as: 'W' })).toBe(watts)
      expect(limitInChargerUnit('dA', { limit: watts, phases: p, as: 'A' })).toBe(watts / 10)
      const [down, up] = [false, true].map(u => stepsOf('dA', { watts, phases: p, up: u }))
      expect(((down ?? 0) / 10) * 230 * p).toBeLessThanOrEqual(watts + 1e-6)
      expect(((up ?? 0) / 10) * 230 * p).toBeGreaterThanOrEqual(watts - 1e-6)
    }),
  )
  expect(limitInChargerUnit('W', { limit: 22_000, phases: 3, as: 'A' })).toBe(31.8)
})
