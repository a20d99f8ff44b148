// A station tells that a reservation has ended without a session: its time is over, or the station cannot keep it any longer.
import type { Request201, Response201 } from '@wattdesk/ocpp/ocpp201'
import type { Station } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { endAs } from './reservation.store.ts'

type Update = 'ReservationStatusUpdate'
export const reservationHandlers201 = ({ db, now }: Services) => ({
  ReservationStatusUpdate: async (s: Station, p: Request201<Update>): Promise<Response201<Update>> => {
    await endAs(db, s.charger.pk, p.reservationId, { as: p.reservationUpdateStatus, at: now() })
    return {}
  },
})
