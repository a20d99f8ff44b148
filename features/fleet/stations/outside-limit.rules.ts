// Limits that somebody else sets at a station of OCPP 2.0.1 (2.0.1 K11 to K14): the value at an instant, and its words.
import type { Request201 } from '@wattdesk/ocpp/ocpp201'

/** `startAt`: ms since 1970. `limit`: null for none, as OCPP 2.1 may tell. `phases`: that the limit in amperes holds for; null: all that are used. */
export type LimitSchedule = {
  startAt: number
  durationSec: number | null
  unit: 'A' | 'W'
  periods: readonly { startSec: number; limit: number | null; phases: number | null }[]
}
/** evseId: 0 is the station as a whole. Times in ms since 1970. */
export type OutsideLimit = {
  evseId: number
  source: string
  since: number
  isGridCritical: boolean | null
  schedules: readonly LimitSchedule[]
}
type Told = NonNullable<Request201<'NotifyChargingLimit'>['chargingSchedule']>[number]

/** Returns a schedule as told; one without a start begins at `toldAt`. `aheadSec`: the station's clock less ours. */
export const scheduleOf = (told: Told, { toldAt, aheadSec }: { toldAt: number; aheadSec: number }): LimitSchedule => {
  const start = told.startSchedule === undefined ? Number.NaN : Date.parse(told.startSchedule) - aheadSec * 1000
  return {
    startAt: Number.isNaN(start) ? toldAt : start,
    durationSec: told.duration ?? null,
    unit: told.chargingRateUnit,
    periods: told.chargingSchedulePeriod.map(p => ({
      startSec: p.startPeriod,
      limit: p.limit ?? null,
      phases: p.numberPhases ?? null,
    })),
  }
}

/** amperes for each phase, or watts altogether. */
type LimitValue = { value: number; unit: 'A' | 'W'; phases: number | null }
function valueAt({ startAt, durationSec, unit, periods }: LimitSchedule, now: number): LimitValue | undefined {
  const second = (now - startAt) / 1000
  if (second < 0 || (durationSec !== null && second >= durationSec)) return undefined
  const period = periods.findLast(p => p.startSec <= second)
  if (!period || period.limit === null) return undefined
  return { value: Math.max(0, period.limit), unit, phases: period.phases }
}

const NOMINAL_V = 230
/** Returns watts; amperes without a number of phases hold for `phases` of them. */
export const wattsOf = ({ value, unit, phases: own }: LimitValue, phases: number): number =>
  unit === 'W' ? value : value * NOMINAL_V * Math.min(own ?? phases, phases)

/** Returns the lowest of a limit's schedules at an instant; undefined: none limits then, or none was told. */
export function outsideValue({ schedules }: OutsideLimit, now: number, phases = 3): LimitValue | undefined {
  const values = schedules.flatMap(s => valueAt(s, now) ?? [])
  return values.toSorted((a, b) => wattsOf(a, phases) - wattsOf(b, phases))[0]
}

const SOURCES: Readonly<Record<string, string>> = {
  EMS: 'its energy manager',
  SO: 'the grid operator',
  CSO: 'its operator',
}
const valueText = ({ value, unit, phases }: LimitValue): string => {
  if (unit === 'W') return `${Math.round(value / 10) / 100} kW`
  return `${Math.round(value * 10) / 10} A${phases === null ? '' : phases === 1 ? ' on 1 phase' : ` on ${phases} phases`}`
}
/** 'EVSE 2: at most 16 A by its energy manager, critical for the grid'. */
export function outsideText(limit: OutsideLimit, now: number): string {
  const value = outsideValue(limit, now)
  const by = SOURCES[limit.source] ?? 'another system'
  const what = value
    ? `at most ${valueText(value)} by ${by}`
    : `a limit by ${by}${limit.schedules.length === 0 ? ', of which no figure is told' : ', not at this time'}`
  const place = limit.evseId === 0 ? '' : `EVSE ${limit.evseId}: `
  return `${place}${what}${limit.isGridCritical ? ', critical for the grid' : ''}`
}
