// Serves the live status of stations, setting and ending maintenance, and the history of changes.
import { PAGE_SIZE } from '@wattdesk/base/paging'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { MISSING, setMaintenance } from './live-status.commands.ts'
import {
  getLiveStation,
  type LiveSummary,
  listLiveHistory,
  listLiveStatus,
  setLiveStatus,
} from './live-status.contract.ts'
import { stationOf } from './live-status.reply.ts'
import * as store from './live-status.store.ts'

const MOST_STATIONS = 5000
const iso = (at: Date | null) => at?.toISOString() ?? null

export function liveStatusRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listLiveStatus, async ({ query, scope }) => {
    const now = services.now()
    const status = query.statusFilter === 'all' ? undefined : query.statusFilter
    const limit = query.page === undefined ? MOST_STATIONS : (query.pageSize ?? PAGE_SIZE)
    const offset = query.page === undefined ? 0 : (query.page - 1) * limit
    const counts = await store.counts(db, scope, now)
    const rows =
      query.includeDetails === false
        ? []
        : status === undefined && query.page !== undefined
          ? await store.page(db, scope, { limit, offset, of: counts }, now)
          : await store.list(db, scope, { status, limit, offset }, now)
    const summary: LiveSummary = {
      totalStations: counts.online + counts.charging + counts.offline + counts.maintenance,
      ...counts,
      lastUpdated: now.toISOString(),
    }
    return {
      data: { summary, stations: rows.map(stationOf) },
      total: status ? counts[status] : summary.totalStations,
    }
  })

  route(app, listLiveHistory, async ({ query, scope }) => {
    const { limit, offset } = query
    const station = query.stationId && found(await store.get(db, scope, query.stationId, services.now()), MISSING)
    const { rows, total } = await store.history(db, scope, { pk: station ? station.pk : undefined, limit, offset })
    const data = rows.map(r => ({
      id: r.id,
      stationId: r.pk,
      chargepointId: r.chargepointId,
      name: r.name,
      fromStatus: r.fromStatus,
      toStatus: r.toStatus,
      reason: r.reason,
      changedBy: r.changedBy,
      changedAt: r.changedAt.toISOString(),
    }))
    const totalIsExact = total <= store.MOST_COUNTED
    return { data, total: Math.min(total, store.MOST_COUNTED), totalIsExact, limit, offset }
  })

  route(app, getLiveStation, async ({ params, scope }) => {
    const now = services.now()
    const r = found(await store.get(db, scope, params.stationId, now), MISSING)
    const list = await store.connectors(db, r.pk, now)
    return {
      data: {
        ...stationOf(r),
        connectors: {
          active: r.active,
          total: r.total,
          list: list.map(c => ({
            connectorId: c.connectorId,
            evseId: c.evseId,
            evseConnectorId: c.evseConnectorId,
            status: c.status,
            errorCode: c.errorCode,
            power: c.powerW === null ? null : c.powerW / 1000,
            transactionId: c.transactionId,
            updatedAt: iso(c.updatedAt),
          })),
        },
        vendor: r.vendor,
        firmware: r.firmware,
        lastHeartbeat: iso(r.lastHeartbeat),
        maintenanceReason: r.maintenanceReason,
      },
    }
  })

  route(app, setLiveStatus, async ({ params, body, ...caller }) => ({
    ...(await setMaintenance(services, caller, params.stationId, body)),
    message: 'Station status updated successfully',
  }))
}
