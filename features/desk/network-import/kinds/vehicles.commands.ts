// Vehicles of a file, known by their plates within the company.
import { found } from '@wattdesk/wire/route'
import * as acts from '#drivers/vehicles/vehicle.commands.ts'
import * as records from '#drivers/vehicles/vehicle.store.ts'
import { VehicleBody } from '#drivers/vehicles/vehicle-body.contract.ts'
import { byCommands } from './import-kind.commands.ts'
import * as store from './known.store.ts'

export const vehicles = byCommands<VehicleBody, VehicleBody>({
  keyOf: v => v.registration_number?.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase() || null,
  newBody: VehicleBody,
  changeBody: VehicleBody,
  find: (c, keys) => store.vehicles(c.trx, c.changes ?? c.scope, c.companyId, keys),
  read: async (c, scope, id) => ({ ...records.shown(found(await records.get(c.trx, scope, id), 'Vehicle not found')) }),
  create: async (services, caller, body) => (await acts.createVehicle(services, caller, body)).vehicle_id,
  update: acts.updateVehicle,
  remove: acts.removeVehicle,
  used: (c, ids) => store.usedVehicles(c.trx, ids),
})
