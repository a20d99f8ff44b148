// Serves the events of a charge point.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { listStationEvents } from './station-event.contract.ts'
import * as store from './station-event.store.ts'

export function stationEventRoutes(app: FastifyInstance): void {
  const { db } = app.services
  route(app, listStationEvents, async ({ params, query, scope }) => {
    const pk = found(await chargerKey(db, scope, params.chargepointId, { first: 'id' }), 'Charge point not found')
    const of = { pk, since: await withinSince(db, scope, pk) }
    const total = await store.count(db, of, query)
    return listReply(query, { total, rows: () => store.list(db, of, query), row: store.eventReply })
  })
}
