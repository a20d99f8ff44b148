// The form of a charging profile: its values as they are typed, times on the browser's clock (D-CP-1), and the schedule
// drawn from the values so far.
import type { z } from 'zod'
import type { Schedule } from '#control/remote-operations/schedule.rules.ts'
import type { ChargingProfile } from './charging-profile.contract.ts'
import type { ChargingProfileForm } from './charging-profile-body.contract.ts'
import type { Purpose } from './profile-choices.words.ts'

export type Values = z.input<typeof ChargingProfileForm>

const two = (n: number): string => String(n).padStart(2, '0')
/**
 * Returns an instant as a field of local time shows it, with seconds only where there are any; empty for no instant.
 */
export function localText(instant: string | null): string {
  if (instant === null) return ''
  const d = new Date(instant)
  const seconds = d.getSeconds()
  const time = `${two(d.getHours())}:${two(d.getMinutes())}${seconds === 0 ? '' : `:${two(seconds)}`}`
  return `${String(d.getFullYear()).padStart(4, '0')}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${time}`
}

export const blankPeriod: Values['schedulePeriods'][number] = {
  schedule_period_pk: null,
  start_period: null,
  power_limit: null,
  number_phase: null,
}
export const blank: Values = {
  charging_profile_id: null,
  stack_level: 0,
  description: '',
  charging_profile_purpose: '' as Values['charging_profile_purpose'],
  charging_profile_kind: '' as Values['charging_profile_kind'],
  recurrency_kind: '',
  valid_from: '',
  valid_to: '',
  duration_in_seconds: null,
  start_schedule: '',
  note: '',
  min_charging_rate: null,
  charging_rate_unit: 'A',
  schedulePeriods: [blankPeriod],
}

export const valuesOf = (profile: ChargingProfile): Values => ({
  charging_profile_id: profile.charging_profile_id,
  stack_level: profile.stack_level,
  description: profile.description,
  charging_profile_purpose: profile.charging_profile_purpose,
  charging_profile_kind: profile.charging_profile_kind,
  recurrency_kind: profile.recurrency_kind ?? '',
  valid_from: localText(profile.valid_from),
  valid_to: localText(profile.valid_to),
  duration_in_seconds: profile.duration_in_seconds,
  start_schedule: localText(profile.start_schedule),
  note: profile.note,
  min_charging_rate: profile.min_charging_rate,
  charging_rate_unit: profile.charging_rate_unit,
  schedulePeriods: profile.schedulePeriods,
})

/**
 * Returns the schedule of the periods typed so far: those with both figures, as far as they ascend; the first from 0.
 */
export function drawnOf({
  schedulePeriods,
  duration_in_seconds: duration,
  charging_rate_unit,
}: Pick<Values, 'schedulePeriods' | 'duration_in_seconds' | 'charging_rate_unit'>): Schedule {
  const limits: { startPeriod: number; limit: number }[] = []
  for (const [i, { start_period: start, power_limit: limit }] of schedulePeriods.entries()) {
    const startPeriod = i === 0 ? 0 : start
    if (typeof startPeriod !== 'number' || typeof limit !== 'number' || limit < 0) continue
    if (startPeriod > (limits.at(-1)?.startPeriod ?? -1)) limits.push({ startPeriod, limit })
  }
  return {
    limits,
    unit: charging_rate_unit === 'W' ? 'W' : 'A',
    durationS: typeof duration === 'number' && duration > 0 ? duration : null,
    startsAt: null,
  }
}

/** The most connectors of a charge point. */
const MOST_CONNECTORS = 4
const ANY: readonly number[] = Array.from({ length: MOST_CONNECTORS }, (_, i) => i + 1)
/** Returns the connectors that all of these chargers have, by number; a charger that reported none may have any. */
export const connectorsOfAll = (chargers: readonly (readonly number[])[]): readonly number[] =>
  chargers.length === 0
    ? []
    : chargers
        .map(numbers => numbers.filter(n => n > 0))
        .map(numbers => (numbers.length > 0 ? numbers : ANY))
        .reduce((all, own) => all.filter(n => own.includes(n)))
        .toSorted((a, b) => a - b)
/** Returns the places that a profile may be sent to, by its purpose (OCPP 1.6 section 3.13.1), among `numbers`. */
export function placesFor(
  purpose: Purpose,
  numbers: readonly number[],
  nameOf: (connectorId: number) => string = String,
): { value: string; label: string }[] {
  const whole = { value: '0', label: '0 (whole charge point)' }
  const connectors = numbers.map(n => ({ value: String(n), label: nameOf(n) }))
  if (purpose === 'ChargePointMaxProfile') return [whole]
  return purpose === 'TxProfile' ? connectors : [whole, ...connectors]
}
