// The reservations of a charge point that the portal asked for (S-RESERVATION).
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'

const int = () => z.number().int()
/** The most reservations in the list, the newest first. */
export const MOST_RESERVATIONS = 100
/**
 * `asked`: not answered yet. `reserved`: in force. `used`: the session has started. `refused`: never in force.
 * `unknown`: no answer came, so the reservation may be in force. `ended`: by a fault of the connector, or because the
 * connector went out of service, or as the charge point says.
 */
const RESERVATION_STATES = ['asked', 'reserved', 'used', 'cancelled', 'expired', 'ended', 'refused', 'unknown'] as const
export const Reservation = z
  .object({
    reservationId: int(),
    taskId: z.string(),
    /** 0: any connector. */
    connectorId: int(),
    /** The EVSE of a connector of a charge point of OCPP 2.0.1; null where it has not spoken 2.0.1. */
    evseId: int().nullable(),
    /** The number within the EVSE; null where it has no other connector. */
    evseConnectorId: int().nullable(),
    idTag: z.string(),
    expiryDate: z.string(),
    askedAt: z.string(),
    askedBy: z.string().nullable(),
    state: z.enum(RESERVATION_STATES),
    /** Why it was refused: the charge point's word or ours. */
    error: z.string().nullable(),
    /** How the charge point told the end: its time was over, or it could not keep it any longer; null in OCPP 1.6. */
    endedAs: z.enum(['Expired', 'Removed', 'NoTransaction']).nullable(),
    /** The reason of the planned maintenance that cancelled it; null: none did. */
    maintenance: z.string().nullable(),
    /** The session that used the reservation. */
    transactionId: int().nullable(),
  })
  .meta({ id: 'Reservation' })
export type Reservation = z.infer<typeof Reservation>

export const listReservations = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/reservations',
  can: 'ChargerPoint.view',
  summary: 'The newest 100 reservations of a charge point, with what became of each',
  params: ChargerParams,
  data: z.array(Reservation),
})
