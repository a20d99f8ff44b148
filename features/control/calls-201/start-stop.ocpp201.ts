// Start and stop of a session from afar, restart, availability, and the release of a cable.
import { connectorsOf, evseOf } from '#fleet/stations/evse.rules.ts'
import { stationNameOf } from '#fleet/stations/station-transaction.store.ts'
import { tokenFactsOf } from '#fleet/tags/tag.store.ts'
import { profile201 } from './profile-201.rules.ts'
import { asTold, numberOf, type Say, type Saying, said, unsayable } from './said.ocpp201.ts'
import { startToken } from './tokens.rules.ts'

export const NO_SUCH_SESSION = 'The station does not know this session'

/** A card is told as its own kind, so that the driver who shows it stops the session; a tag without a card is Central. */
export const remoteStart: Say<'RemoteStartTransaction'> = async (saying, { connectorId, idTag, chargingProfile }) =>
  said(
    saying,
    'RequestStartTransaction',
    {
      ...(connectorId !== undefined && { evseId: evseOf(saying.session.station.charger, connectorId).id }),
      idToken: startToken(await tokenFactsOf(saying.services.db, [idTag]), idTag),
      remoteStartId: numberOf(saying),
      // The profile is of a session that has no name yet.
      ...(chargingProfile && { chargingProfile: profile201(chargingProfile) }),
    },
    asTold,
  )

export const remoteStop: Say<'RemoteStopTransaction'> = async (saying, { transactionId }) => {
  const { charger } = saying.session.station
  const name = await stationNameOf(saying.services.db, charger.pk, transactionId)
  if (name === undefined) return unsayable(NO_SUCH_SESSION)
  return said(saying, 'RequestStopTransaction', { transactionId: name }, asTold)
}

export const reset: Say<'Reset'> = (saying, { type }) =>
  said(saying, 'Reset', { type: type === 'Hard' ? 'Immediate' : 'OnIdle' }, ({ status }) => ({
    // A restart that waits for the end of its sessions keeps its word, which 1.6 does not have: no boot is awaited soon.
    status: status as 'Accepted' | 'Rejected',
  }))

export const unlock: Say<'UnlockConnector'> = (saying, { connectorId }) => {
  const { id: evseId, connectorId: n } = evseOf(saying.session.station.charger, connectorId)
  return said(saying, 'UnlockConnector', { evseId, connectorId: n }, ({ status }) => ({
    status: status === 'Unlocked' ? 'Unlocked' : 'UnlockFailed',
  }))
}

/** An EVSE of one connector is changed as a whole, for the portal shows it as one. */
function placeOf({ session }: Saying, connectorId: number): { id: number; connectorId?: number } {
  const { charger } = session.station
  const evse = evseOf(charger, connectorId)
  return connectorsOf(charger, evse.id).length > 1 ? evse : { id: evse.id }
}

export const changeAvailability: Say<'ChangeAvailability'> = (saying, { connectorId, type }) =>
  said(
    saying,
    'ChangeAvailability',
    { operationalStatus: type, ...(connectorId > 0 && { evse: placeOf(saying, connectorId) }) },
    asTold,
  )
