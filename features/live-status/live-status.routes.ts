// Serves the live status of stations, setting and ending maintenance, and the history of changes.
import { randomUUID } from 'node:crypto'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import type { House } from '../../server/house.ts'
import { addressLine } from '../chargers/charger.rules.ts'
import { announceTask, runTask } from '../remote-operations/task.commands.ts'
import * as tasks from '../remote-operations/task.store.ts'
import {
  getLiveStation,
  type LiveStation,
  type LiveSummary,
  listLiveHistory,
  listLiveStatus,
  setLiveStatus,
} from './live-status.contract.ts'
import { liveStatus, wished } from './live-status.rules.ts'
import * as store from './live-status.store.ts'

const MISSING = 'Charging station not found'
const MOST_STATIONS = 5000
const iso = (at: Date | null) => at?.toISOString() ?? null

const stationOf = (r: store.StationRow): LiveStation => ({
  id: r.pk,
  name: r.name,
  chargepointId: r.id,
  status: r.status,
  location: { address: addressLine(r) || null },
  connectors: { active: r.active, total: r.total },
  powerOutput: r.powerW === null ? null : r.powerW / 1000,
  lastUpdate: iso(r.lastUpdate),
  maintenanceByHand: r.byHand,
})

export function liveStatusRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house

  route(app, listLiveStatus, async ({ query, scope }) => {
    const now = house.now()
    const status = query.statusFilter === 'all' ? undefined : query.statusFilter
    const limit = query.page === undefined ? MOST_STATIONS : (query.pageSize ?? 10)
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
    const station = query.stationId && found(await store.get(db, scope, query.stationId, house.now()), MISSING)
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
    const r = found(await store.get(db, scope, params.stationId, house.now()), MISSING)
    const list = await store.connectors(db, r.pk)
    return {
      data: {
        ...stationOf(r),
        connectors: {
          active: r.active,
          total: r.total,
          list: list.map(c => ({
            connectorId: c.connectorId,
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

  route(app, setLiveStatus, async ({ params, body, who, scope }) => {
    const at = house.now()
    const before = await db.transaction().execute(async trx => {
      const s = found(await store.getForChange(trx, scope, params.stationId, at), MISSING)
      const change = wished(body.status, s.status)
      if (change.kind === 'refused') fail(409, change.text)
      const to = liveStatus({
        byHand: change.byHand,
        isConnected: s.heard,
        isAccepted: s.isAccepted,
        wholeStatus: s.wholeStatus,
        connectorStatuses: s.statuses ?? [],
      })
      const reason = body.reason || null
      await store.setMaintenance(trx, { station: s, byHand: change.byHand, to, reason, changedBy: who.userId, at })
      return s
    })
    house.bus.changed({ what: 'charger', chargepointPk: before.pk })
    if (before.node) await changeAvailability(house, before, body.status, who.userId)
    const after = found(await store.get(db, scope, String(before.pk), at), MISSING)
    if (!before.heard) announceOffline(house, after)
    return { data: stationOf(after), message: 'Station status updated successfully' }
  })
}

/** A station without a socket has nobody else to tell readers. */
function announceOffline(house: House, s: store.StationRow): void {
  house.bus.publish({
    companyId: s.companyId,
    event: {
      type: 'station',
      at: house.now().toISOString(),
      teamId: s.teamId,
      chargepoint_pk: s.pk,
      chargepoint_id: s.id,
      status: s.status,
      connected: false,
      statusCode: 'I',
      lastHeartbeatTimestamp: iso(s.lastHeartbeat),
      activeConnectors: s.active,
      powerKw: null,
    },
  })
}

/**
 * Takes the whole charge point out of service, or back into it (OCPP 1.6 §5.2), as a task like any remote operation.
 * Nobody waits for the charger: its answer ends the task.
 */
async function changeAvailability(
  house: House,
  s: store.StationRow,
  wish: 'maintenance' | 'online',
  userId: number,
): Promise<void> {
  const parameters = { connectorId: 0, availabilityType: wish === 'maintenance' ? 'INOPERATIVE' : 'OPERATIVE' } as const
  const task = await tasks.add(house.db, {
    taskId: randomUUID(),
    companyId: s.companyId,
    teamId: s.teamId,
    pk: s.pk,
    chargepointId: s.id,
    operation: 'ChangeAvailability',
    parameters,
    createdBy: userId,
    createdAt: house.now(),
  })
  announceTask(house, task)
  void runTask(
    house,
    { node: s.node, chargepointPk: s.pk },
    { chargerId: s.id, remoteOperationType: 'ChangeAvailability', parameters },
    task.taskId,
  )
}
