// Charging profiles of a simulated station of 2.0.1, over the curves and rules of the simulated charger of 1.6 (K of part 2).
import type { Request201 } from '../../src/ocpp201.ts'
import type { ChargingProfile, Installed } from '../profiles.ts'
import type { Commands } from './command.ts'
import type { Station } from './station.ts'
import { followFlow, measure, placeOf } from './transactions.ts'

type Profile = Request201<'SetChargingProfile'>['chargingProfile']
type Purpose = Profile['chargingProfilePurpose']
type Known = ChargingProfile['chargingProfilePurpose']

/** Limits from outside, such as those of the grid, hold for the whole station. */
const PURPOSES: Readonly<Record<Purpose, Known>> = {
  ChargingStationMaxProfile: 'ChargePointMaxProfile',
  ChargingStationExternalConstraints: 'ChargePointMaxProfile',
  TxDefaultProfile: 'TxDefaultProfile',
  TxProfile: 'TxProfile',
}

/** In the form of 1.6. A profile of a session ends with the transaction that runs on its EVSE, which need not be named. */
export function profile16(profile: Profile): ChargingProfile {
  const { id, chargingProfilePurpose, chargingSchedule, transactionId: _, customData: _custom, ...rest } = profile
  const [{ id: _id, salesTariff: _tariff, customData: _of, ...schedule } = { id: 0 }] = chargingSchedule
  return {
    ...rest,
    chargingProfileId: id,
    chargingProfilePurpose: PURPOSES[chargingProfilePurpose],
    chargingSchedule: schedule,
  } as ChargingProfile
}

const profile201 = ({ profile, connectorId }: Installed, station: Station): Profile => {
  const { chargingProfileId: id, chargingProfilePurpose, chargingSchedule, transactionId: _, ...rest } = profile
  const transaction = station.evses.find(e => e.id === connectorId)?.transaction
  return {
    ...rest,
    id,
    chargingProfilePurpose:
      chargingProfilePurpose === 'ChargePointMaxProfile' ? 'ChargingStationMaxProfile' : chargingProfilePurpose,
    ...(chargingProfilePurpose === 'TxProfile' && transaction && { transactionId: transaction.id }),
    chargingSchedule: [{ id, ...chargingSchedule }],
  }
}

function fits(station: Station, evseId: number, profile: Profile): boolean {
  const { model, evses } = station
  const { chargingProfilePurpose: purpose, stackLevel, transactionId, chargingSchedule } = profile
  const evse = evses.find(e => e.id === evseId)
  const periods = chargingSchedule[0]?.chargingSchedulePeriod ?? []
  const isInPlace =
    purpose === 'TxProfile'
      ? transactionId !== undefined && evse?.transaction?.id === transactionId
      : purpose === 'TxDefaultProfile'
        ? evseId === 0 || evse !== undefined
        : evseId === 0
  return (
    isInPlace &&
    stackLevel <= model.number('SmartChargingCtrlr.ProfileStackLevel') &&
    periods.length <= model.number('SmartChargingCtrlr.PeriodsPerSchedule') &&
    periods[0]?.startPeriod === 0 &&
    periods.every((period, i) => period.startPeriod > (periods[i - 1]?.startPeriod ?? -1))
  )
}

/** What flowed until now flowed under the limits of before. */
function change(station: Station, to: () => void): () => Promise<void> {
  for (const evse of station.evses) measure(station, evse)
  to()
  return async () => {
    for (const evse of station.evses) if (evse.transaction?.charge) followFlow(station, evse, evse.transaction)
  }
}

export const smartCharging: Commands<
  'SetChargingProfile' | 'ClearChargingProfile' | 'GetCompositeSchedule' | 'GetChargingProfiles'
> = {
  SetChargingProfile(station, { evseId, chargingProfile }) {
    if (!fits(station, evseId, chargingProfile)) return { answer: { status: 'Rejected' } }
    const after = change(station, () => station.profiles.set(evseId, profile16(chargingProfile)))
    return { answer: { status: 'Accepted' }, after }
  },

  ClearChargingProfile(station, { chargingProfileId, chargingProfileCriteria: criteria = {} }) {
    const { evseId, chargingProfilePurpose: purpose, stackLevel } = criteria
    let went = false
    const after = change(station, () => {
      went = station.profiles.clear({
        ...(chargingProfileId !== undefined && { id: chargingProfileId }),
        ...(evseId !== undefined && { connectorId: evseId }),
        ...(stackLevel !== undefined && { stackLevel }),
        ...(purpose && { chargingProfilePurpose: PURPOSES[purpose] }),
      })
    })
    return { answer: { status: went ? 'Accepted' : 'Unknown' }, after }
  },

  GetCompositeSchedule(station, { evseId, duration, chargingRateUnit = 'W' }) {
    const evse = station.evses.find(e => e.id === evseId)
    if (!evse && evseId !== 0) return { answer: { status: 'Rejected' } }
    const now = station.clock.now()
    const maxW = (evse ?? station.at(1)).outlet.maxW * (evse ? 1 : station.evses.length)
    const composite = station.profiles.composite(placeOf(station, evse), now, duration, chargingRateUnit, maxW)
    const { chargingSchedulePeriod } = composite
    const schedule = { evseId, duration, scheduleStart: station.iso(now), chargingRateUnit, chargingSchedulePeriod }
    return { answer: { status: 'Accepted', schedule } }
  },

  GetChargingProfiles(station, { requestId, evseId, chargingProfile: wanted }) {
    const found = station.profiles.all.filter(
      ({ connectorId, profile }) =>
        (evseId === undefined || evseId === connectorId) &&
        (wanted.stackLevel === undefined || wanted.stackLevel === profile.stackLevel) &&
        (wanted.chargingProfileId?.includes(profile.chargingProfileId) ?? true) &&
        (wanted.chargingProfilePurpose === undefined ||
          PURPOSES[wanted.chargingProfilePurpose] === profile.chargingProfilePurpose),
    )
    if (found.length === 0) return { answer: { status: 'NoProfiles' } }
    const after = async () => {
      for (const [i, one] of found.entries())
        await station.report('ReportChargingProfiles', {
          requestId,
          chargingLimitSource: 'CSO',
          evseId: one.connectorId,
          chargingProfile: [profile201(one, station)],
          tbc: i < found.length - 1,
        })
    }
    return { answer: { status: 'Accepted' }, after }
  },
}
