// A charging profile in the form of OCPP 1.6 (sections 3.13, 5.16, 7.8), and the reasons against sending a profile: its
// place, the session it limits, and the limits reported by the charger.
import { err, ok, type Result } from '@wattdesk/base/result'
import type { Request } from '@wattdesk/ocpp/messages'
import type { ChargingProfile } from './charging-profile.contract.ts'

export type OcppProfile = Request<'SetChargingProfile'>['csChargingProfiles']
/** The keys of the Smart Charging profile that bound the profiles a charger takes (OCPP 1.6 section 9.4). */
export const LIMIT_KEYS = [
  'ChargeProfileMaxStackLevel',
  'ChargingScheduleAllowedChargingRateUnit',
  'ChargingScheduleMaxPeriods',
] as const

/** The known facts about a session that runs on the connector. */
export type Session = {
  transactionId: number
  startedAt: Date
  /** When the start of the session reached us. */
  startReceivedAt: Date
  /** True where the session was heard of other than by messages that the charger had kept. */
  isHeardOf: boolean
}
/** The charger kept a start that comes later than this while it was offline. */
const LATE_MS = 5 * 60_000

/**
 * Returns the profile as it is sent. Periods ascend, the first from 0 (D-CP-3); a Recurring profile without recurrency
 * is Daily. An absolute or recurring schedule needs a point to count from: the begin of its validity where none was
 * entered. Only a TxProfile names a transaction.
 */
export function ocppProfileOf(profile: ChargingProfile, transactionId?: number): OcppProfile {
  const start = profile.charging_profile_kind === 'Relative' ? null : (profile.start_schedule ?? profile.valid_from)
  const hasDates = profile.charging_profile_purpose !== 'TxProfile'
  return {
    chargingProfileId: profile.charging_profile_id,
    ...(!hasDates && transactionId !== undefined && { transactionId }),
    stackLevel: profile.stack_level,
    chargingProfilePurpose: profile.charging_profile_purpose,
    chargingProfileKind: profile.charging_profile_kind,
    ...(profile.charging_profile_kind === 'Recurring' && { recurrencyKind: profile.recurrency_kind ?? 'Daily' }),
    ...(hasDates && profile.valid_from !== null && { validFrom: profile.valid_from }),
    ...(hasDates && profile.valid_to !== null && { validTo: profile.valid_to }),
    chargingSchedule: {
      ...(profile.duration_in_seconds !== null && { duration: profile.duration_in_seconds }),
      ...(start !== null && { startSchedule: start }),
      chargingRateUnit: profile.charging_rate_unit,
      chargingSchedulePeriod: profile.schedulePeriods.map((s, i) => ({
        startPeriod: i === 0 ? 0 : s.start_period,
        limit: s.power_limit,
        ...(s.number_phase !== null && { numberPhases: s.number_phase }),
      })),
      ...(profile.min_charging_rate !== null && { minChargingRate: profile.min_charging_rate }),
    },
  }
}

/**
 * Checks the place that a profile is sent to: a limit of the whole charge point goes to connector 0, a limit of a
 * session to the connector on which the session runs (OCPP 1.6 section 3.13.1). If the charger had kept the session's
 * start while it was offline, the session must have been heard of since: otherwise it is likely over (section 5.16.1).
 */
export function placeFor(
  profile: ChargingProfile,
  connectorId: number,
  session: Session | undefined,
  /** Of the connector: 'connector 2' or 'EVSE 2'. */
  words = `connector ${connectorId}`,
): Result<void, string> {
  const purpose = profile.charging_profile_purpose
  if (purpose === 'ChargePointMaxProfile' && connectorId !== 0)
    return err('A ChargePointMaxProfile is for the whole charge point, connector 0')
  if (purpose !== 'TxProfile') return ok(undefined)
  if (connectorId === 0) return err('A TxProfile is for a session: choose the connector on which it runs')
  if (!session) return err(`No session is running on ${words}`)
  const isLate = session.startReceivedAt.getTime() - session.startedAt.getTime() > LATE_MS
  if (!isLate || session.isHeardOf) return ok(undefined)
  return err(
    `The start of transaction ${session.transactionId} on ${words} was reported late and nothing has been heard of the session since: it may be over`,
  )
}

/** The words that chargers use for units, in several spellings. */
const UNITS: Readonly<Record<string, 'A' | 'W'>> = {
  current: 'A',
  a: 'A',
  amperes: 'A',
  power: 'W',
  w: 'W',
  watts: 'W',
}
const wholeOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined

/**
 * Returns why the charger will not take the profile, by its configuration; keys in lower case. Missing keys set no
 * limit.
 */
export function beyondLimits(profile: ChargingProfile, told: ReadonlyMap<string, string>): string | undefined {
  const [level, unit, most] = LIMIT_KEYS.map(k => told.get(k.toLowerCase()))
  const maxLevel = wholeOf(level)
  if (maxLevel !== undefined && profile.stack_level > maxLevel)
    return `The charge point takes stack levels up to ${maxLevel}, the profile has ${profile.stack_level}`
  const units = (unit ?? '').split(',').flatMap(u => UNITS[u.trim().toLowerCase()] ?? [])
  if (units.length > 0 && !units.includes(profile.charging_rate_unit))
    return `The charge point takes limits in ${units.join(' and ')} only, those of the profile are in ${profile.charging_rate_unit}`
  const maxPeriods = wholeOf(most)
  if (maxPeriods !== undefined && profile.schedulePeriods.length > maxPeriods)
    return `The charge point takes ${maxPeriods} ${maxPeriods === 1 ? 'period' : 'periods'} at most, the profile has ${profile.schedulePeriods.length}`
  return undefined
}
