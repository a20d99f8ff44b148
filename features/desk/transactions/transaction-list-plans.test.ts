// Every order and every filter of the list of transactions is served, in every scope, by the index that the list names, and
// the search by indexes alone.
import type { Condition } from '@wattdesk/base/filters'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { unserved } from '#testing/list-plans.ts'
import { addTransactions } from './test-transactions.ts'
import { transactionList } from './transaction-list.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  // So many that the search costs less by its indexes than by reading all; new words wait beside an index until a vacuum.
  await addTransactions(t.db, t.world, 6000)
  await sql`vacuum analyze transaction`.execute(t.db)
})
afterAll(() => t.close())

const samples: Condition[] = [
  { field: 'starttime', operator: 'equals', value: '2026-01-24' },
  { field: 'stoptime', operator: 'onOrBefore', value: '2026-01-24' },
  { field: 'transactionId', operator: 'contains', value: '123' },
  { field: 'paymentId', operator: 'equals', value: 'pay_1' },
  { field: 'paymentId', operator: 'contains', value: 'pay_1' },
  { field: 'email', operator: 'equals', value: 'driver3@example.org' },
  { field: 'email', operator: 'startsWith', value: 'driver3' },
  { field: 'phone', operator: 'equals', value: '+919800000007' },
  { field: 'phone', operator: 'endsWith', value: '0007' },
  { field: 'chargepoint_id', operator: 'equals', value: 'DC-1' },
  { field: 'chargepoint_id', operator: 'contains', value: 'dc' },
  { field: 'connectorId', operator: 'equals', value: '2' },
  { field: 'payment_type', operator: 'isAnyOf', value: 'upi,wallet' },
  { field: 'notes', operator: 'contains', value: 'by hand' },
  { field: 'notes', operator: 'equals', value: 'asked, twice' },
  { field: 'kw_consumed', operator: 'greaterThan', value: '1.5' },
  { field: 'totalAmountPaid', operator: 'between', value: ['1', '2'] },
  { field: 'totalAmountCharged', operator: 'lessThan', value: '1' },
  { field: 'totalRefund', operator: 'equals', value: '5' },
]

test('orders and filters of transactions are found by the indexes named for them', async () => {
  const { one, gp } = t.world
  const bad = await unserved(
    t.db,
    transactionList,
    [
      { kind: 'all', teamId: gp },
      { kind: 'company', teamId: one.companyId, companyId: one.companyId },
      { kind: 'teams', teamId: one.teamId, teams: [one.teamId] },
      { kind: 'teams', teamId: one.companyId, teams: [one.companyId, one.teamId, one.siblingId] },
    ],
    { samples, q: 'stray-23' },
  )
  expect(bad).toEqual([])
})
