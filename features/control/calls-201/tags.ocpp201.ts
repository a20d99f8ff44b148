// What a station keeps of tags: reservations, the local list, and the tags that it remembers.
import { evseOf } from '#fleet/stations/evse.rules.ts'
import { asTold, type Say, said } from './said.ocpp201.ts'
import { cardOf, groupOf, listed } from './tokens.rules.ts'

/** Connector 0 reserves any EVSE. */
export const reserveNow: Say<'ReserveNow'> = (saying, { connectorId, expiryDate, idTag, parentIdTag, reservationId }) =>
  said(
    saying,
    'ReserveNow',
    {
      id: reservationId,
      expiryDateTime: expiryDate,
      idToken: cardOf(idTag),
      ...(connectorId > 0 && { evseId: evseOf(saying.session.station.charger, connectorId).id }),
      ...(parentIdTag !== undefined && { groupIdToken: groupOf(parentIdTag) }),
    },
    asTold,
  )

export const cancelReservation: Say<'CancelReservation'> = (saying, { reservationId }) =>
  said(saying, 'CancelReservation', { reservationId }, asTold)

/** A station without tags on its list tells version 0, as in 1.6; one that keeps no list refuses the call. */
export const getLocalListVersion: Say<'GetLocalListVersion'> = saying =>
  said(saying, 'GetLocalListVersion', {}, ({ versionNumber }) => ({ listVersion: versionNumber }))

export const sendLocalList: Say<'SendLocalList'> = (
  saying,
  { listVersion, updateType, localAuthorizationList: list = [] },
) =>
  said(
    saying,
    'SendLocalList',
    {
      versionNumber: listVersion,
      updateType,
      ...(list.length > 0 && { localAuthorizationList: list.map(listed) }),
    },
    asTold,
  )

export const clearCache: Say<'ClearCache'> = saying => said(saying, 'ClearCache', {}, asTold)
