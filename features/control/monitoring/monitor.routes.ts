// Serves the monitors of a charge point.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { listStationMonitors } from './monitor.contract.ts'
import * as store from './monitor-list.store.ts'

export function monitorRoutes(app: FastifyInstance): void {
  const { db } = app.services
  route(app, listStationMonitors, async ({ params, query, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), 'Charge point not found')
    const [total, toldAt] = await Promise.all([store.count(db, pk, query), store.toldAt(db, pk)])
    const reply = await listReply(query, { total, rows: () => store.list(db, pk, query), row: store.monitorReply })
    return { ...reply, toldAt: toldAt?.toISOString() ?? null }
  })
}
