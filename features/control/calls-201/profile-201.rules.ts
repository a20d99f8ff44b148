// Charging profiles and schedules of OCPP 1.6 in the form of 2.0.1, and back.
import type { Confirmation, Request } from '@wattdesk/ocpp/messages'
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'

type Profile = Request<'SetChargingProfile'>['csChargingProfiles']
export type Purpose = Profile['chargingProfilePurpose']
export type Profile201 = Request201<'SetChargingProfile'>['chargingProfile']
type Schedule201 = NonNullable<Response201<'GetCompositeSchedule'>['schedule']>

export const purpose201 = (purpose: Purpose): Profile201['chargingProfilePurpose'] =>
  purpose === 'ChargePointMaxProfile' ? 'ChargingStationMaxProfile' : purpose

/** `stationTransactionId`: the session that is limited, by the station's own name. */
export function profile201(profile: Profile, stationTransactionId?: string): Profile201 {
  const { chargingProfileId: id, chargingProfilePurpose, chargingSchedule, transactionId: _, ...rest } = profile
  return {
    ...rest,
    id,
    chargingProfilePurpose: purpose201(chargingProfilePurpose),
    ...(stationTransactionId !== undefined && { transactionId: stationTransactionId }),
    // A profile of 1.6 has one schedule, so the number of the profile names it.
    chargingSchedule: [{ id, ...chargingSchedule }],
  }
}

type Composite = Pick<Confirmation<'GetCompositeSchedule'>, 'scheduleStart' | 'chargingSchedule'>
/**
 * A schedule that a station has worked out of its profiles; undefined where a period of it has no limit, as 2.1 allows for
 * purposes that are not offered.
 */
export function scheduleTold({
  scheduleStart,
  duration,
  chargingRateUnit,
  chargingSchedulePeriod: periods,
}: Schedule201): Composite | undefined {
  const limited = periods.flatMap(({ startPeriod, limit, numberPhases }) =>
    limit === undefined ? [] : [{ startPeriod, limit, ...(numberPhases !== undefined && { numberPhases }) }],
  )
  if (limited.length < periods.length) return undefined
  return {
    scheduleStart,
    chargingSchedule: { duration, startSchedule: scheduleStart, chargingRateUnit, chargingSchedulePeriod: limited },
  }
}
