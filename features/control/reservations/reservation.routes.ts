// Reservations of a charge point, read. They are made and cancelled by remote operations.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import { evsesOf } from '#fleet/stations/evse.store.ts'
import { listReservations } from './reservation.contract.ts'
import { stateOf } from './reservation.rules.ts'
import { reservationsOfCharger } from './reservation.store.ts'

export function reservationRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listReservations, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), 'Charge point not found')
    const now = services.now()
    const evseOf = await evsesOf(db, [pk])
    const data = (await reservationsOfCharger(db, pk, await withinSince(db, scope, pk))).map(r => ({
      reservationId: r.reservationId,
      taskId: r.taskId,
      connectorId: r.connectorId,
      ...evseOf(pk, r.connectorId),
      idTag: r.idTag,
      expiryDate: r.expiresAt.toISOString(),
      askedAt: r.askedAt.toISOString(),
      askedBy: r.username,
      state: stateOf(r, now),
      error: r.error,
      endedAs: r.endedAs,
      maintenance: r.maintenance,
      transactionId: r.transactionId,
    }))
    return { data }
  })
}
