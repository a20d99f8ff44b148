// The Reservation profile of OCPP 1.6.
import { date, int, obj } from '../schema.ts'
import type { Messages } from './message.ts'
import { connector, idToken, status } from './types.ts'

export const reservation = {
  CancelReservation: {
    from: 'centralSystem',
    request: obj({ reservationId: int() }),
    confirmation: status('Accepted', 'Rejected'),
  },
  ReserveNow: {
    from: 'centralSystem',
    request: obj(
      { connectorId: connector(), expiryDate: date(), idTag: idToken(), reservationId: int() },
      { parentIdTag: idToken() },
    ),
    confirmation: status('Accepted', 'Faulted', 'Occupied', 'Rejected', 'Unavailable'),
  },
} as const satisfies Messages
