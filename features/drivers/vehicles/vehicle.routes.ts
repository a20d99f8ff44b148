// Serves vehicles: the list, those without a driver, one, making, changing and deleting it.
import { created, deleted, updated } from '@wattdesk/base/text'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { allows, teamScope } from '#platform/access/scope.ts'
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

  route(app, createVehicle, async ({ body, ...caller }) => ({
    data: await commands.createVehicle(services, caller, body),
    message: created('Vehicle'),
  }))

  route(app, updateVehicle, async ({ params, body, ...caller }) => ({
    data: await commands.updateVehicle(services, caller, params.vehicleId, body),
    message: updated('Vehicle'),
  }))

  route(app, deleteVehicle, async ({ params: { vehicleId }, ...caller }) => {
    await commands.removeVehicle(services, caller, vehicleId)
    return { data: { vehicle_id: vehicleId }, message: deleted('Vehicle') }
  })
}
