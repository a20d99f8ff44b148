// Charging profiles: installed, cleared, and the schedule that a station makes of them. A profile is of an EVSE, of the station
// where the EVSE is 0.
import { evseOf } from '#fleet/stations/evse.rules.ts'
import { stationNameOf } from '#fleet/stations/station-transaction.store.ts'
import { profile201, purpose201, scheduleTold } from './profile-201.rules.ts'
import { asTold, type Say, type Saying, said, unsayable, WrongAnswer } from './said.ocpp201.ts'
import { NO_SUCH_SESSION } from './start-stop.ocpp201.ts'

/** The EVSE of a connector of the portal; 0 is the station. */
export const evseIdOf = ({ session }: Saying, connectorId: number): number =>
  connectorId === 0 ? 0 : evseOf(session.station.charger, connectorId).id

export const setChargingProfile: Say<'SetChargingProfile'> = async (saying, { connectorId, csChargingProfiles }) => {
  const { station } = saying.session
  const { chargingProfilePurpose, transactionId = station.active?.get(connectorId) } = csChargingProfiles
  const isOfSession = chargingProfilePurpose === 'TxProfile'
  // 2.0.1 takes the profile of a session by the name of the session alone.
  const name =
    isOfSession && transactionId !== undefined
      ? await stationNameOf(saying.services.db, station.charger.pk, transactionId)
      : undefined
  if (isOfSession && name === undefined) return unsayable(NO_SUCH_SESSION)
  const chargingProfile = profile201(csChargingProfiles, name)
  return said(saying, 'SetChargingProfile', { evseId: evseIdOf(saying, connectorId), chargingProfile }, asTold)
}

/** The id of a profile decides alone, as in 1.6. */
export const clearChargingProfile: Say<'ClearChargingProfile'> = (
  saying,
  { id, connectorId, chargingProfilePurpose, stackLevel },
) =>
  said(
    saying,
    'ClearChargingProfile',
    id !== undefined
      ? { chargingProfileId: id }
      : {
          chargingProfileCriteria: {
            ...(connectorId !== undefined && { evseId: evseIdOf(saying, connectorId) }),
            ...(chargingProfilePurpose && { chargingProfilePurpose: purpose201(chargingProfilePurpose) }),
            ...(stackLevel !== undefined && { stackLevel }),
          },
        },
    asTold,
  )

export const getCompositeSchedule: Say<'GetCompositeSchedule'> = (
  saying,
  { connectorId, duration, chargingRateUnit },
) => {
  const evseId = evseIdOf(saying, connectorId)
  const asked = { evseId, duration, ...(chargingRateUnit && { chargingRateUnit }) }
  return said(saying, 'GetCompositeSchedule', asked, ({ status, schedule }) => {
    if (schedule && schedule.evseId !== evseId) return new WrongAnswer(`schedule.evseId is not ${evseId}`)
    if (!schedule) return { status }
    const told = scheduleTold(schedule)
    return told ? { status, connectorId, ...told } : new WrongAnswer('a period of the schedule has no limit')
  })
}
