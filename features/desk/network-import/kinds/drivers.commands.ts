// Drivers of a file, known by their e-mail addresses, or else by their phone numbers.
import { found } from '@wattdesk/wire/route'
import * as acts from '#drivers/drivers/driver.commands.ts'
import * as records from '#drivers/drivers/driver.store.ts'
import { DriverBody, NewDriverBody } from '#drivers/drivers/driver-body.contract.ts'
import { byCommands, lower } from './import-kind.commands.ts'
import * as store from './known.store.ts'

export const drivers = byCommands<NewDriverBody, DriverBody>({
  keyOf: v => {
    if (v.email !== undefined) return lower(v.email)
    return v.phone?.replaceAll(/\D/g, '') || null
  },
  newBody: NewDriverBody,
  changeBody: DriverBody,
  find: (c, keys) => store.drivers(c.trx, c.changes ?? c.scope, keys),
  read: async (c, scope, id) => ({ ...records.driverOf(found(await records.get(c.trx, scope, id), acts.MISSING)) }),
  create: async (services, caller, body) => (await acts.createDriver(services, caller, body)).id,
  update: acts.updateDriver,
  remove: acts.removeUnusedDriver,
  used: (c, ids) => store.usedDrivers(c.trx, ids),
})
