// The Load Value of a site in the planner's whole steps, so that sums are exact: tenths of an ampere for each phase
// where the value is in A, watts where it is in kW or kWh (D-SITE-4).
import type { LoadStepUnit } from '#fleet/chargers/load-figure.rules.ts'
import type { LoadUnit } from './load-units.words.ts'

export type PlanUnit = LoadStepUnit
export const planUnitOf = (unit: LoadUnit): PlanUnit => (unit === 'A' ? 'dA' : 'W')

const NOMINAL_V = 230
const LEAST_DA = 60
const LEAST_W_PER_PHASE = 1400
/** Returns the least with which a car charges: 6 A, or 1.4 kW for each phase. */
export const leastOf = (unit: PlanUnit, phases: 1 | 2 | 3): number =>
  unit === 'dA' ? LEAST_DA : LEAST_W_PER_PHASE * phases

const HOUR_MS = 3_600_000
/** A shorter rest of an hour says little; and less than a hundredth of the budget is not worth a message. */
const LEAST_LEFT = 0.01
const PARTS = 100

/**
 * Returns the power that the chargers may take together now. An energy budget is shared as the average power within the
 * budget: at most the budget in an hour, so that no hour takes more, wherever the hour begins; and less where the clock
 * hour is ahead of the average. `usedWh`: the energy since the clock hour began, null where no meter measures.
 */
export function limitOf(
  { value, unit }: { value: number; unit: LoadUnit },
  { now, usedWh }: { now: number; usedWh: number | null },
): number {
  if (unit === 'A') return Math.floor(value * 10 + 1e-6)
  const most = Math.floor(value * 1000 + 1e-6)
  if (unit === 'kW' || usedWh === null) return most
  const left = Math.max(LEAST_LEFT, 1 - (((now % HOUR_MS) + HOUR_MS) % HOUR_MS) / HOUR_MS)
  const average = (most - usedWh) / left
  if (average >= most) return most
  return Math.max(0, Math.floor((average / most) * PARTS) * Math.floor(most / PARTS)) || 0
}

/** Returns watts as the planner counts them: amperes at 230 V and the phases; `up` where rounding down is dangerous. */
export function stepsOf(
  unit: PlanUnit,
  { watts, phases, up }: { watts: number; phases: 1 | 2 | 3; up: boolean },
): number {
  const round = up ? Math.ceil : Math.floor
  return unit === 'W' ? round(watts) : round((watts * 10) / (NOMINAL_V * phases))
}

/**
 * Returns a limit of the plan in the charger's unit: A for each phase with one decimal, or W; never more than planned.
 */
export function limitInChargerUnit(
  unit: PlanUnit,
  { limit, phases, as }: { limit: number; phases: 1 | 2 | 3; as: 'A' | 'W' },
): number {
  if (as === 'W') return unit === 'W' ? limit : Math.floor((limit * NOMINAL_V * phases) / 10)
  return unit === 'dA' ? limit / 10 : Math.floor((limit * 10) / (NOMINAL_V * phases)) / 10
}
