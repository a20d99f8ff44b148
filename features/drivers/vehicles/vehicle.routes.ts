// Serves vehicles: the list, those without a driver, one, making, changing and deleting it.
import { route } from '@wattdesk/wire/route'
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
  const { db } = app.services

  route(app, listAvailableVehicles, async ({ query, who, scope }) => {
    const { access } = await teamScope(db, who, scope.teamId, 'team role')
    const { vehicles: data, total } = await store.available(db, scope, query, allows('Vehicle.view', access))
    return { data, total }
  })

  recordRoutes(app, 'Vehicle', {
    list: [listVehicles, store.reply],
    read: [getVehicle, commands.readVehicle],
    create: [createVehicle, commands.createVehicle],
    update: [updateVehicle, commands.updateVehicle],
    remove: [deleteVehicle, commands.removeVehicle, vehicle_id => ({ vehicle_id })],
  })
}
