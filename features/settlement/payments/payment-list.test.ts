// The payments of a team as the tab reads them: rights and scope first, the days of a range, cards, search and filters.
import { dayOf, startOfDay } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import { takeInPayment } from './payment.commands.ts'
import { paymentsOf } from './payment-search.store.ts'
import { paymentDifferences } from './reconcile.rules.ts'
import { providerId } from './test-pay-session.ts'
import { testPayment } from './test-payment.ts'

let t: TestApp
const now = new Date()
const ids = { full: '', partial: '', failed: '', old: '', theirs: '', begun: '' }
const PATH = '/cms/v1/razorpay-transactions/razorpay/transactions'
const ask = async (query: string, who: Person = 'viewer') => {
  const r = await t.app.inject({ url: `${PATH}?${query}`, headers: await t.as(who) })
  return { status: r.statusCode, ...r.json() }
}
beforeAll(async () => {
  t = await startApp({ now: () => now })
  const { one, two } = t.world
  const c = await newCharger(t)
  const yesterday = Math.floor(startOfDay(now, t.services.timeZone, -1).getTime() / 1000)
  const notes = { chargerId: c.id, connectorId: '2' }
  const today = Math.floor(now.getTime() / 1000)
  const told = async (name: keyof typeof ids, companyId: number, more: Parameters<typeof testPayment>[0]) => {
    ids[name] = providerId('pay')
    await takeInPayment(t.services, companyId, testPayment({ id: ids[name], createdAt: today, notes, ...more }), 'poll')
  }
  await told('full', one.companyId, { status: 'refunded', amountRefunded: 50_000, vpa: 'full@bank' })
  await told('partial', one.companyId, { amount: 30_000, amountRefunded: 10_000, method: 'card', createdAt: today })
  await told('failed', one.companyId, {
    amount: 70_000,
    status: 'failed',
    captured: false,
    errorDescription: 'Declined',
  })
  await told('begun', one.companyId, { amount: 20_000 })
  await told('old', one.companyId, { amount: 10_000, createdAt: yesterday })
  await told('theirs', two.companyId, { amount: 99_900, notes: {} })
  await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
      id_tag, started_at, stopped_at, meter_start_wh, tolerance_watt, payment_type, payment_id)
    values (${one.companyId}, ${one.teamId}, ${c.pk}, ${c.id}, ${c.id}, 'DC', 2, 'PAY', ${now}, ${now}, 0, 0, 'CARD', ${ids.begun})`.execute(
    t.db,
  )
})
afterAll(() => t.close())

test('view on Transaction is needed, and payments of other companies are nobody else’s', async () => {
  const { one, two } = t.world
  expect((await t.app.inject({ url: PATH })).statusCode).toBe(401)
  expect(await ask(`teamId=${one.teamId}`, 'nobody')).toMatchObject({ status: 404 })
  expect(await ask(`teamId=${two.teamId}`)).toMatchObject({ status: 404 })
  const { data } = await ask(`teamId=${one.teamId}`)
  expect(data.map((p: { id: string }) => p.id)).not.toContain(ids.theirs)
})

test('days of the reader’s choice: both within, one alone is that day; refused in the wrong order and for too many', async () => {
  const day = (days: number) => dayOf(startOfDay(now, t.services.timeZone, days), t.services.timeZone)
  const found = async (query: string) => {
    const r = await ask(`teamId=${t.world.one.teamId}&${query}`)
    return r.data.map((p: { id: string }) => p.id)
  }
  expect(await found(`from=${day(-1)}&to=${day(-1)}`)).toEqual([ids.old])
  expect(await found(`to=${day(-1)}`)).toEqual([ids.old])
  expect(await found(`from=${day(-91)}&to=${day(0)}`)).toHaveLength(5)
  expect(await found(`from=${day(-9)}&to=${day(-2)}`)).toEqual([])
  const refused = async (query: string) => (await ask(`teamId=${t.world.one.teamId}&${query}`)).message
  expect(await refused(`from=${day(0)}&to=${day(-1)}`)).toBe('From should be before To')
  expect(await refused(`from=${day(-92)}&to=${day(0)}`)).toBe('Choose 92 days or fewer')
  expect(await refused('from=yesterday')).toBe('Please enter a date as yyyy-MM-dd')
})

test('a range is local days, newest first; another one is refused', async () => {
  const of = async (query: string) =>
    (await ask(`teamId=${t.world.one.teamId}${query}`)).data.map((p: { id: string }) => p.id)
  const today = await of('')
  expect(await of('&dateRange=today')).toEqual(today)
  expect([...today].sort()).toEqual([ids.full, ids.partial, ids.failed, ids.begun].sort())
  expect(await of('&dateRange=last2days')).toEqual([...today, ids.old])
  expect(await ask(`teamId=${t.world.one.teamId}&dateRange=week`)).toMatchObject({
    status: 422,
    errors: { dateRange: 'Date range must be today or last2days' },
  })
})

test('cards show sums beyond the largest whole number that JSON carries exactly', async () => {
  const set = (paise: number) =>
    sql`update payment set amount_paise = ${paise} where payment_id = any(${[ids.old, ids.begun]}::text[])`.execute(
      t.db,
    )
  const { rows } = await sql<{ id: string; paise: number }>`select payment_id as id, amount_paise as paise from payment
    where payment_id = any(${[ids.old, ids.begun]}::text[])`.execute(t.db)
  await set(Number.MAX_SAFE_INTEGER)
  const reply = await ask(`teamId=${t.world.one.teamId}&dateRange=last2days`)
  for (const r of rows) await sql`update payment set amount_paise = ${r.paise} where payment_id = ${r.id}`.execute(t.db)
  expect(reply.summary?.totalCapturedAmount).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
})

test('cards count the whole range; a row has the fields of the provider, its session and where it was made', async () => {
  const reply = await ask(`teamId=${t.world.one.teamId}&dateRange=last2days&q=full@bank`)
  expect(reply).toMatchObject({
    total: 1,
    summary: {
      totalTransactions: 5,
      totalRefunded: 2,
      totalFailed: 1,
      totalCapturedAmount: 110_000,
      totalRefundedAmount: 60_000,
    },
  })
  expect(reply.data[0]).toMatchObject({
    id: ids.full,
    amount: 50_000,
    status: 'refunded',
    refund_status: 'full',
    amount_refunded: 50_000,
    currency: 'INR',
    vpa: 'full@bank',
    notes: { connectorId: '2' },
    created_at: Math.floor(now.getTime() / 1000),
    transactionId: null,
    stoptime: null,
  })
})

test.each<[string, keyof typeof ids, object]>([
  ['q=Declined', 'failed', {}],
  [
    'filters={"conditions":[{"field":"refund_status","operator":"equals","value":"partial"}]}',
    'partial',
    { amount_refunded: 10_000, method: 'card' },
  ],
  [
    'filters={"conditions":[{"field":"amount","operator":"greaterThan","value":600}]}',
    'failed',
    { error_description: 'Declined' },
  ],
  ['sort=amount&pageSize=1&page=1', 'begun', { stoptime: now.toISOString() }],
])('%s finds the payment that is %s', async (query, name, row) => {
  const { data } = await ask(`teamId=${t.world.one.teamId}&${query}`)
  expect(data).toMatchObject([{ id: ids[name], ...row }])
})

test('a refund that failed is no longer given back, though the provider had told so before', async () => {
  const { companyId, teamId } = t.world.one
  const paymentId = ids.full
  await t.db
    .insertInto('refund')
    .values({
      idempotencyKey: 'refund_of_full',
      providerRefundId: 'rfnd_full',
      paymentId,
      companyId,
      teamId,
      status: 'failed',
      amountPaise: 50_000,
      cause: 'no session',
      requestedAt: now,
    })
    .execute()
  // A late report of an earlier state changes nothing.
  await takeInPayment(
    t.services,
    companyId,
    testPayment({ id: paymentId, status: 'refunded', amountRefunded: 50_000, vpa: 'full@bank' }),
    'webhook',
  )
  const state = async () => {
    const { data, summary } = await ask(`teamId=${teamId}&q=full@bank`)
    const { status, refund_status, amount_refunded, refund_open } = data[0]
    return [status, refund_status, amount_refunded, refund_open, summary.totalRefunded, summary.totalRefundedAmount]
  }
  expect(await state()).toEqual(['captured', null, 0, 'failed', 1, 10_000])
  const theirs = testPayment({ id: paymentId, status: 'captured', amountRefunded: 0 })
  const ours = await paymentsOf(t.db, companyId, [paymentId])
  expect(paymentDifferences([theirs], { before: ours, after: ours })).toEqual([])
  await sql`update refund set status = 'processed', attempt = 2 where provider_refund_id = 'rfnd_full'`.execute(t.db)
  expect(await state()).toEqual(['refunded', 'full', 50_000, null, 2, 60_000])
})
