// ReserveNow and CancelReservation.

import { formatDateTime, zoneName } from '@wattdesk/base/time'
import { closingBefore, driverText } from '#fleet/maintenance/closing.words.ts'
import { operation } from './operation.contract.ts'
import { connector, maybeWhole, optional, tag, text, time, whole } from './operation-field.contract.ts'

export const reserveNow = operation({
  name: 'ReserveNow',
  fields: {
    connectorId: connector({ withWhole: true }),
    expiryDate: time({ label: 'Expiry Date', help: 'The reservation ends then' }),
    idTag: tag(),
    parentIdTag: optional(text(20, { label: 'Parent Tag', help: 'Tags of this group may use the reservation too' })),
    reservationId: maybeWhole(1),
  },
  wire: {
    ocpp16: {
      action: 'ReserveNow',
      request: ({ reservationId, ...rest }, number) => ({ ...rest, reservationId: reservationId ?? number }),
    },
  },
  isNumbered: true,
  refusal: ({ expiryDate }, charger, now, zone) => {
    const field = 'expiryDate'
    if (new Date(expiryDate) <= now) return { status: 422, field, text: 'Must be in the future' }
    const closing = closingBefore(charger.closings ?? [], now, new Date(expiryDate))
    if (!closing) return undefined
    if (closing.from <= now.getTime()) return { status: 409, text: driverText(closing) }
    const begins = `${formatDateTime(new Date(closing.from), zone)} (${zoneName(zone)})`
    const text = `Planned maintenance begins at ${begins}: the reservation must end before`
    return { status: 422, field, text }
  },
  answers: {
    Accepted: 'The connector is reserved.',
    Faulted: 'The connector has a fault and cannot be reserved.',
    Occupied: 'The connector is in use or reserved already.',
    Rejected: 'The charge point takes no reservations.',
    Unavailable: 'The connector is out of service and cannot be reserved.',
  },
  form: {
    group: 'Tags and reservations',
    help: 'Keeps a connector free for one tag until a time.',
    says: (charger, _, at) => `Reservation on ${charger.chargepoint_id}${at}`,
    order: ['connectorId', 'idTag', 'expiryDate', 'parentIdTag'],
  },
})

export const cancelReservation = operation({
  name: 'CancelReservation',
  fields: { reservationId: whole(-2_147_483_648, { label: 'Reservation Id' }) },
  wire: { ocpp16: { action: 'CancelReservation' } },
  answers: {
    Accepted: 'The reservation has ended.',
    Rejected: 'The charge point has no reservation with this number.',
  },
  form: {
    group: 'Tags and reservations',
    help: 'Ends a reservation before its time.',
    says: (charger, { reservationId }) => `Cancel reservation ${String(reservationId)} on ${charger.chargepoint_id}`,
  },
})
