// Serves the books of a scope: trial balance, accounts, open items, provider, month's end and registers.
import { monthText } from '@wattdesk/base/time'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { listReply } from '#platform/http/list-reply.ts'
import * as accounts from './account-list.store.ts'
import { booksOf } from './books.store.ts'
import * as books from './books-read.store.ts'
import {
  accountReply,
  deliveryReply,
  deliverySumsReply,
  entryReply,
  openReply,
  payoutReply,
  registerReply,
  rupees,
} from './books-reply.rules.ts'
import { listDeliveries } from './delivery.contract.ts'
import * as deliveries from './delivery.store.ts'
import * as closing from './month-closing.commands.ts'
import { closeMonth, getMonthEnd, getProviderBooks, reopenMonth } from './month-end.contract.ts'
import { openItems, openTotal } from './open-items.store.ts'
import * as payouts from './payout-register.store.ts'
import { periodOf } from './period.rules.ts'
import * as contract from './reconciliation.contract.ts'
import { getRegisterSummary, listPayoutRegister, listRegister } from './register.contract.ts'
import * as sales from './register.store.ts'

export function reconciliationRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db, timeZone: zone } = services
  const upTo = (asOf: string | undefined) => (asOf === undefined ? null : periodOf(asOf, zone))

  route(app, contract.getReconciliation, async ({ query, scope, who }) => {
    await postWaitingBills(services)
    return {
      data: await books.reconciliationOf(db, booksOf(scope, who), query.asOf ?? null, services.now(), zone),
    }
  })

  route(app, contract.listLedgerAccounts, async ({ query, scope, who }) => {
    await postWaitingBills(services)
    const own = booksOf(scope, who)
    const of = { kind: query.kind, asOf: upTo(query.asOf), isAll: query.all === 'true' }
    const total = await accounts.countAccounts(db, own, of, query.q)
    return listReply(query, { total, rows: () => accounts.accounts(db, own, of, query), row: accountReply })
  })

  route(app, contract.listLedgerEntries, async ({ params, query, scope, who }) => {
    await postWaitingBills(services)
    const asOf = upTo(query.asOf)
    const account = found(
      await accounts.accountOf(db, booksOf(scope, who), params.accountId, asOf),
      'Account not found',
    )
    const rows = () => accounts.entries(db, params.accountId, asOf, query)
    return {
      ...(await listReply(query, { total: account.entries, rows, row: entryReply })),
      account: accountReply(account),
    }
  })

  route(app, contract.listOpenItems, async ({ params, query, scope, who }) => {
    await postWaitingBills(services)
    const now = services.now()
    const period = query.month === undefined ? null : periodOf(query.month, zone)
    const asked = { kind: params.kind, books: booksOf(scope, who), period, zone }
    const narrowed = { query, age: query.age, now }
    const total = await openTotal(db, asked, narrowed)
    const rows = () => openItems(db, asked, narrowed)
    const row = openReply(params.kind, now)
    return { ...(await listReply(query, { total: total.count, rows, row })), amount: rupees(total.amount) }
  })

  route(app, getMonthEnd, async ({ query, scope, who }) => {
    await postWaitingBills(services)
    return {
      data: await books.monthEndOf(db, booksOf(scope, who), query.month, services.now(), zone),
    }
  })

  route(app, closeMonth, async ({ body: { month }, ...caller }) => {
    await closing.closeMonth(services, caller, month)
    return { data: { month }, message: `${monthText(month)} is closed` }
  })
  route(app, reopenMonth, async ({ body, ...caller }) => {
    await closing.reopenMonth(services, caller, body)
    return { data: { month: body.month }, message: `${monthText(body.month)} is open again` }
  })

  route(app, getProviderBooks, async ({ query, scope }) => ({
    data: await books.providerBooksOf(db, scope, query.month, zone),
  }))

  route(app, listRegister, async ({ query, scope, who }) => {
    const asked = {
      books: booksOf(scope, who),
      period: periodOf(query.month, zone),
      of: query.of,
      customers: query.customers,
    }
    const total = await sales.countRegister(db, asked, query.q)
    return listReply(query, { total, rows: () => sales.register(db, asked, query), row: registerReply })
  })

  route(app, getRegisterSummary, async ({ query, scope, who }) => {
    await postWaitingBills(services)
    return {
      data: await books.registerSummaryOf(db, booksOf(scope, who), query.month, zone),
    }
  })

  route(app, listDeliveries, async ({ query, scope, who }) => {
    const asked = { books: booksOf(scope, who), period: periodOf(query.month, zone) }
    const summed = await deliveries.sums(db, asked, query.q)
    const rows = () => deliveries.list(db, asked, query)
    const reply = await listReply(query, { total: summed.rows, rows, row: deliveryReply })
    return { ...reply, sums: deliverySumsReply(summed) }
  })

  route(app, listPayoutRegister, async ({ query, scope }) => {
    const period = periodOf(query.month, zone)
    const total = await payouts.count(db, scope, period, query.q)
    return listReply(query, { total, rows: () => payouts.list(db, scope, period, query), row: payoutReply })
  })
}
