// Serves wallets: the history of a driver's wallet and cards, and the change of a balance by hand.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { paiseKeptBack } from '#money/ledger/account.store.ts'
import { listReply } from '#platform/http/list-reply.ts'
import { updateWallet } from './wallet.commands.ts'
import * as contract from './wallet.contract.ts'
import * as store from './wallet.store.ts'

export function walletRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, contract.listWalletHistory, async ({ params, query, scope }) => {
    const driver = found(await drivers.get(db, scope, params.id), 'Customer not found')
    const wallet = { kind: 'wallet', ref: driver.id } as const
    const [total, held] = await Promise.all([store.count(db, driver.id, query), paiseKeptBack(db, wallet)])
    const { id, fullName, email, phone, ocpp_tag_pk, createdAt, balanceAmount } = drivers.driverOf(driver)
    const customer = { id, fullName, email, phone, ocpp_tag_pk, createdAt, balanceAmount }
    const rows = () => store.history(db, driver.id, query)
    return {
      ...(await listReply(query, { total, rows, row: store.entryOf })),
      customer: { ...customer, heldAmount: rupeesFromPaise(held) },
    }
  })

  route(app, contract.updateWallet, async ({ params, body, ...caller }) => ({
    data: await updateWallet(services, caller, params.ocppTagId, body),
    message: 'Wallet updated successfully',
  }))
}
