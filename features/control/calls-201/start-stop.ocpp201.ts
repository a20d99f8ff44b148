// Start and stop of a session from afar, restart, and the release of a cable.

import { evseOf } from '#fleet/stations/evse.rules.ts'
import { stationNameOf } from '#fleet/stations/station-transaction.store.ts'
import { type Say, said, unsayable } from './said.ocpp201.ts'

/** A number that no other start of the station had shortly before: seconds since 2026, below 2^31 until 2094. */
const remoteStartId = (at: Date): number => Math.floor((at.getTime() - Date.UTC(2026, 0)) / 1000)

export const remoteStart: Say<'RemoteStartTransaction'> = (saying, { connectorId, idTag }) => {
  const { charger } = saying.session.station
  return said(
    saying,
    'RequestStartTransaction',
    {
      ...(connectorId !== undefined && { evseId: evseOf(charger, connectorId).id }),
      idToken: { idToken: idTag, type: 'Central' },
      remoteStartId: remoteStartId(saying.services.now()),
    },
    ({ status }) => ({ status }),
  )
}

export const remoteStop: Say<'RemoteStopTransaction'> = async (saying, { transactionId }) => {
  const { charger } = saying.session.station
  const name = await stationNameOf(saying.services.db, charger.pk, transactionId)
  if (name === undefined) return unsayable('The station does not know this session')
  return said(saying, 'RequestStopTransaction', { transactionId: name }, ({ status }) => ({ status }))
}

export const reset: Say<'Reset'> = (saying, { type }) =>
  said(saying, 'Reset', { type: type === 'Hard' ? 'Immediate' : 'OnIdle' }, ({ status }) => ({
    // A restart that waits for the end of its sessions is accepted.
    status: status === 'Scheduled' ? 'Accepted' : status,
  }))

export const unlock: Say<'UnlockConnector'> = (saying, { connectorId }) => {
  const { id: evseId, connectorId: n } = evseOf(saying.session.station.charger, connectorId)
  return said(saying, 'UnlockConnector', { evseId, connectorId: n }, ({ status }) => ({
    status: status === 'Unlocked' ? 'Unlocked' : 'UnlockFailed',
  }))
}

export const changeAvailability: Say<'ChangeAvailability'> = (saying, { connectorId, type }) =>
  said(
    saying,
    'ChangeAvailability',
    {
      operationalStatus: type,
      ...(connectorId > 0 && { evse: evseOf(saying.session.station.charger, connectorId) }),
    },
    ({ status }) => ({ status }),
  )
