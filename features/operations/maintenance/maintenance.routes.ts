// Serves planned maintenance.
import { created, updated } from '@wattdesk/base/text'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { chargerKey } from '#fleet/chargers/charger-id.store.ts'
import { comingOf } from '#fleet/maintenance/planned-time.store.ts'
import * as commands from './maintenance.commands.ts'
import {
  cancelMaintenance,
  correctMaintenance,
  createMaintenance,
  endMaintenance,
  getMaintenance,
  listChargerMaintenance,
  listMaintenance,
  listMaintenanceChargers,
  tellMaintenanceAgain,
  updateMaintenance,
} from './maintenance.contract.ts'
import { chargersReply, reply } from './maintenance.reply.ts'

const NOUN = 'Maintenance'
export function maintenanceRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listMaintenance, ({ query, scope }) => reply(db, scope, query))
  route(app, getMaintenance, async ({ params, scope }) => ({
    data: await commands.readMaintenance(db, scope, params.maintenanceId),
  }))
  route(app, createMaintenance, async ({ body, ...caller }) => ({
    data: await commands.createMaintenance(services, caller, body),
    message: created(NOUN),
  }))
  route(app, updateMaintenance, async ({ params, body, ...caller }) => ({
    data: await commands.updateMaintenance(services, caller, params.maintenanceId, body),
    message: updated(NOUN),
  }))
  route(app, cancelMaintenance, async ({ params, ...caller }) => ({
    data: await commands.cancelMaintenance(services, caller, params.maintenanceId),
  }))
  route(app, endMaintenance, async ({ params, ...caller }) => ({
    data: await commands.endMaintenance(services, caller, params.maintenanceId),
  }))
  route(app, correctMaintenance, async ({ params, body, ...caller }) => ({
    data: await commands.correctMaintenance(services, caller, params.maintenanceId, body),
    message: 'Corrected the times',
  }))
  route(app, tellMaintenanceAgain, async ({ params, ...caller }) => ({
    data: await commands.tellAgain(services, caller, params.maintenanceId),
  }))
  route(app, listMaintenanceChargers, async ({ params, query, scope }) => {
    await commands.readMaintenance(db, scope, params.maintenanceId)
    return chargersReply(params.maintenanceId)(db, scope, query)
  })
  route(app, listChargerMaintenance, async ({ params, scope }) => {
    const pk = found(await chargerKey(db, scope, params.id), 'Charge point not found')
    const now = services.now()
    const coming = await comingOf(db, pk, now)
    const data = coming.map(({ from, to, ...m }) => ({
      maintenanceId: m.maintenanceId,
      reason: m.reason,
      from: from.toISOString(),
      to: to.toISOString(),
      isRunning: from <= now,
    }))
    return { data }
  })
}
