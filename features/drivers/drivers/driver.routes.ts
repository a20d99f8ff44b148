// Serves drivers: the list with its exports as streams, one driver, making, changing, disabling; their tags and vehicle.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as vehicles from '#drivers/vehicles/vehicle-driver.store.ts'
import * as tags from '#fleet/tags/tag-driver.store.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './driver.commands.ts'
import * as contract from './driver.contract.ts'
import * as store from './driver.store.ts'
import { listReplyOf } from './driver-list.store.ts'

export function driverRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, contract.listDrivers, ({ query, scope }) => listReplyOf(db, { query, scope }))

  route(app, contract.getDriver, async ({ params, scope }) => ({
    data: store.driverOf(found(await store.get(db, scope, params.id), commands.MISSING)),
  }))

  recordRoutes(app, 'Customer', {
    create: [contract.createDriver, commands.createDriver],
    update: [contract.updateDriver, commands.updateDriver],
  })

  route(app, contract.setDriverStatus, async ({ params, body, ...caller }) => ({
    data: await commands.setDriverActive(services, caller, params.id, body.status === 'Y'),
    message: body.status === 'Y' ? 'Customer enabled successfully' : 'Customer disabled successfully',
  }))

  route(app, contract.listDriverTags, async ({ params, scope }) => {
    const { id } = found(await store.get(db, scope, params.id), commands.MISSING)
    return { data: await tags.ofDriver(db, id) }
  })

  route(app, contract.addDriverTags, async ({ params, body, ...caller }) => ({
    data: await commands.addDriverTags(services, caller, params.id, body.tagIds),
    message: 'Successfully associated user with selected tags',
  }))

  route(app, contract.removeDriverTag, async ({ params, ...caller }) => ({
    data: await commands.removeDriverTag(services, caller, params.id, params.tagId),
    message: 'Successfully disassociated user with selected tags',
  }))

  route(app, contract.getAttachedVehicle, async ({ params, scope }) => {
    const { id } = found(await store.get(db, scope, params.id), commands.MISSING)
    return { data: await vehicles.ofDriver(db, id) }
  })

  route(app, contract.assignVehicle, async ({ params, body, ...caller }) => ({
    data: await commands.assignVehicle(services, caller, params.id, body.vehicleId),
    message: 'Vehicle assigned successfully',
  }))

  route(app, contract.unassignVehicle, async ({ params, body, ...caller }) => ({
    data: await commands.unassignVehicle(services, caller, params.id, body.vehicleId),
    message: 'Vehicle unassigned successfully',
  }))
}
