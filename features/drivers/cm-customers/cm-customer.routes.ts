// Serves the customers of the charge management: list, record, RFID tags and UPI ids.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { listReplyOf } from '#drivers/drivers/driver-list.store.ts'
import { paiseKeptBack } from '#money/ledger/account.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import * as commands from './cm-customer.commands.ts'
import * as contract from './cm-customer.contract.ts'
import * as store from './cm-customer.store.ts'

export function cmCustomerRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services
  const customer = async (scope: Scope, id: number) => found(await drivers.get(db, scope, id), commands.MISSING)

  route(app, contract.listCmCustomers, ({ query, scope }) => listReplyOf(db, { query, scope }))

  route(app, contract.getCmCustomer, async ({ params, scope }) => {
    const row = await customer(scope, params.id)
    const heldAmount = rupeesFromPaise(await paiseKeptBack(db, { kind: 'wallet', ref: row.id }))
    return { data: { ...drivers.driverOf(row), heldAmount } }
  })

  route(app, contract.listPersonalTags, async ({ body, scope }) => ({
    data: await store.tagsOf(db, (await customer(scope, body.user.id)).id),
  }))
  route(app, contract.addPersonalTag, async ({ params, body, ...caller }) => {
    const { all, isNew } = await commands.addTag(services, caller, body.user.id, params.tagId)
    const message = isNew
      ? 'Successfully associated user with selected tags'
      : `RFID Tag ${params.tagId} is already there`
    return { data: all, message }
  })
  route(app, contract.removePersonalTag, async ({ params, body, ...caller }) => ({
    data: await commands.removeTag(services, caller, body.user.id, params.tagId),
    message: 'Successfully disassociated user with selected tags',
  }))

  route(app, contract.listUpiIds, async ({ body, scope }) => ({
    data: await store.upiIdsOfDriver(db, (await customer(scope, body.user.id)).id),
  }))
  route(app, contract.addUpiId, async ({ params, body, ...caller }) => {
    const { all, isNew } = await commands.addUpiId(services, caller, body.user.id, params.upiId)
    return { data: all, message: isNew ? 'UPI ID created successfully' : `UPI ID ${params.upiId} is already there` }
  })
  route(app, contract.removeUpiId, async ({ params, body, ...caller }) => ({
    data: await commands.removeUpiId(services, caller, body.user.id, params.upiId),
    message: 'UPI ID deleted successfully',
  }))
}
