// What a station keeps of tags: reservations, the local list, and the tags that it remembers.
import { takenTokens } from '#control/local-lists/local-list.store.ts'
import { evseOf } from '#fleet/stations/evse.rules.ts'
import { tokenFactsOf } from '#fleet/tags/tag.store.ts'
import { asTold, type Say, said } from './said.ocpp201.ts'
import { cardOf, groupOf, listed } from './tokens.rules.ts'

/** Connector 0 reserves any EVSE. */
export const reserveNow: Say<'ReserveNow'> = async (
  saying,
  { connectorId, expiryDate, idTag, parentIdTag, reservationId },
) =>
  said(
    saying,
    'ReserveNow',
    {
      id: reservationId,
      expiryDateTime: expiryDate,
      idToken: cardOf(await tokenFactsOf(saying.services.db, [idTag]), idTag),
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

/** A tag is taken off the list by the kind that it was put there with. */
export const sendLocalList: Say<'SendLocalList'> = async (
  saying,
  { listVersion, updateType, localAuthorizationList: list = [] },
) => {
  const { services, session } = saying
  const idTags = list.map(item => item.idTag)
  const known = await tokenFactsOf(services.db, idTags)
  const onList = new Map([...known, ...(await takenTokens(services.db, session.station.charger.pk, idTags))])
  return said(
    saying,
    'SendLocalList',
    {
      versionNumber: listVersion,
      updateType,
      ...(list.length > 0 && {
        localAuthorizationList: list.map(item => listed(item, item.idTagInfo ? known : onList)),
      }),
    },
    asTold,
  )
}

export const clearCache: Say<'ClearCache'> = saying => said(saying, 'ClearCache', {}, asTold)
