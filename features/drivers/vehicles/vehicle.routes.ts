// Serves vehicles: the list, those without a driver, one, making, changing and deleting it.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { allows, teamScope } from '#platform/access/scope.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './vehicle.commands.ts'
import {
  createVehicle,
  deleteVehicle,
  getVehicle,
  listAvailableVehicles,
  listVehicles,
  updateVehicle,
} from './vehicle.contract.ts'
import * as store from './vehicle.store.ts'

export function vehicleRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listVehicles, ({ query, scope }) => store.reply(db, scope, query))

  route(app, listAvailableVehicles, async ({ query, who, scope }) => {
    const { access } = await teamScope(db, who, scope.teamId, 'team role')
    const { vehicles: data, total } = await store.available(db, scope, query, allows('Vehicle.view', access))
    return { data, total }
  })

  route(app, getVehicle, async ({ params, scope }) => ({
    data: [store.shown(found(await store.get(db, scope, params.vehicleId), commands.MISSING))],
  }))

  recordRoutes(app, 'Vehicle', {
    create: [createVehicle, commands.createVehicle],
    update: [updateVehicle, commands.updateVehicle],
    remove: [deleteVehicle, commands.removeVehicle, vehicle_id => ({ vehicle_id })],
  })
}
