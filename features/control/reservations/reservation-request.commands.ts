// Writes the request of ReserveNow: with a number that no other reservation has, and the group of the card
// (S-RESERVATION).
import { err, ok } from '@wattdesk/base/result'
import { plainRequest, type Writers } from '#control/remote-operations/operation-request.commands.ts'
import { authorise, OTHER_EVSE } from '#fleet/tags/tag.rules.ts'
import { standings } from '#fleet/tags/tag.store.ts'
import { add } from './reservation.store.ts'

export const reservationWriters: Writers = {
  ReserveNow: async (trx, p, { target, at, taskId }) => {
    const { chargepointPk, chargepointId } = target
    const [asked] = await standings(trx, [{ idTag: p.idTag, chargepointPk, connectorId: p.connectorId }], {
      leastPaise: 0,
    })
    if (asked?.isOtherEvse) return err({ status: 422, field: 'idTag', text: OTHER_EVSE })
    // A card that is not valid here is treated as unknown: its group is not revealed.
    const tag = authorise(asked, at).status === 'Invalid' ? undefined : asked
    const parentIdTag = p.parentIdTag ?? tag?.parentIdTag ?? undefined
    const reservation = {
      chargepointPk,
      connectorId: p.connectorId,
      idTag: p.idTag,
      parentIdTag: parentIdTag ?? null,
      expiresAt: new Date(p.expiryDate),
      taskId,
      askedAt: at,
    }
    const reservationId = await add(trx, reservation, p.reservationId)
    if (reservationId === undefined)
      return err({
        status: 422,
        field: 'reservationId',
        text: 'Another reservation has this number. Leave it empty for one of its own.',
      })
    const parameters = { ...p, reservationId, ...(parentIdTag !== undefined && { parentIdTag }) }
    return ok(plainRequest({ chargerId: chargepointId, remoteOperationType: 'ReserveNow', parameters }))
  },
}
