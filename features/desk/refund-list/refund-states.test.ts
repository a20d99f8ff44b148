// Refunds in unusual orders: before the start, beside refunds at the provider's own desk, several for the same money. The
// states of sessions and the lists agree with each other and with the money there is.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { beginAttempt } from '#money/refunds/refund-attempt.commands.ts'
import { callDue } from '#money/refunds/refund-call.commands.ts'
import { holdRefund } from '#money/refunds/refund-state.store.ts'
import { moneyOf, paid, TestProvider } from '#money/refunds/test-refund.ts'
import { returnStrays } from '#settlement/payments/payment-search.commands.ts'
import { askedFor, paid as paidFor } from '#settlement/payments/test-pay-session.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let c: TestCharger & { pk: number; id: string }
let aheadMs = 0
let provider: TestProvider
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  c = await bootedCharger(t, (await t.listen()).ws)
})
afterAll(async () => {
  await c.close()
  await t.close()
})
const company = () => t.world.one.companyId
const ask = (...faults: TestProvider['faults']) => {
  provider.faults = faults
  return callDue(t.services, async () => provider)
}
async function order() {
  provider = new TestProvider()
  await sql`update refund set next_at = null`.execute(t.db)
  const s = await paidFor(t, await askedFor(t, c, { paise: 10_000, expiresInMin: 1_000_000 }), { paise: 10_000 })
  provider.paid.set(s.paymentId as string, 10_000)
  return {
    pay: s.paymentId as string,
    begin: async () => (await start(c, s.idTag, { timestamp: t.services.now().toISOString() })).transactionId,
  }
}
const end = async (id: number, meterStop: number) => {
  aheadMs += 20 * 60_000
  await stop(c, id, { meterStop, timestamp: t.services.now().toISOString() })
}
const session = async (id: number) =>
  (
    await sql`select refund_status as status, refund_paise as back, paid_paise as paid, charged_paise as charged from transaction where transaction_id = ${id}`.execute(
      t.db,
    )
  ).rows[0] as Record<string, unknown>
const get = async (url: string) => (await t.app.inject({ url: `/cms/v1/${url}`, headers: await t.as('admin') })).json()
const rowsOf = async (pay: string, more = '') =>
  (await get(`refund-requests?q=${pay}&page=1&pageSize=50${more}`)).data as Record<string, unknown>[]
const tell = (pay: string, amount: number, status: 'pending' | 'processed' | 'failed') => {
  const r = provider.make(pay, amount, status)
  return takeInRefund(t.services, company(), r, 'webhook').then(() => r)
}
const askBack = (pay: string, amountPaise: number) =>
  t.db.transaction().execute(trx =>
    addRefund(trx, {
      paymentId: pay,
      companyId: company(),
      teamId: t.world.one.teamId,
      amountPaise,
      cause: 'no session',
      at: t.services.now(),
    }),
  )

test('a session that begins while a refund of its payment is on its way is pending, whichever was asked for last (D-REF-1)', async () => {
  const { pay, begin } = await order()
  await askBack(pay, 9000)
  await tell(pay, 100, 'processed')
  expect((await session(await begin())).status).toBe('pending')
})

test('a refund at the desk that is on its way at the start is not counted as paid twice', async () => {
  const { pay, begin } = await order()
  await tell(pay, 2000, 'pending')
  expect(await session(await begin())).toMatchObject({ paid: 10_000 })
})

test('… so nothing is offered where all of it went back', async () => {
  const { pay, begin } = await order()
  const desk = await tell(pay, 10_000, 'pending')
  const id = await begin()
  await end(id, 1900)
  await takeInRefund(t.services, company(), provider.move(desk, 'processed'), 'webhook')
  await ask()
  await ask()
  expect((await get(`refund/${id}`)).data).toMatchObject({ totalPaid: 100, totalRefund: 100, refundable: null })
})

test('a row of the tab Refunds offers no refund that is refused with Refund is pending', async () => {
  const { pay, begin } = await order()
  const id = await begin()
  await tell(pay, 9000, 'failed')
  await end(id, 3000)
  const headers = await t.as('admin')
  const [desk] = (await rowsOf(pay)).filter(r => r.cause === 'elsewhere')
  const r = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/refund',
    headers,
    payload: { refundBody: [{ transactionId: id }] },
  })
  expect([r.statusCode, r.json().message]).toEqual([422, 'Refund is pending'])
  expect(desk).toMatchObject({ refundable: null, refusal: 'Refund is pending' })
})

test('the amount that waits is not more than the money there is: two refunds that wait for the same money', async () => {
  const { pay, begin } = await order()
  const id = await begin()
  await end(id, 3000)
  await ask('refused')
  await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${t.world.one.teamId}/transaction/${id}/bill`,
    headers: await t.as('admin'),
    payload: { total: 23.48, note: 'x' },
  })
  await ask('refused')
  aheadMs += 11 * 60_000
  // The older one is tried again, for the whole rest, and refused.
  const older = (await rowsOf(pay)).map(r => r.refundId as number).sort((a, b) => a - b)[0] as number
  await t.db.transaction().execute(async trx => {
    const held = await holdRefund(trx, older)
    return held && beginAttempt(trx, held, 'by hand', t.services.now(), null)
  })
  await sql`update refund set next_at = null where payment_id = ${pay} and status = 'failed'`.execute(t.db)
  await ask('refused')
  const waiting = await rowsOf(pay, '&status=failed')
  const hold = (await sql`select balance_paise as n from account where kind = 'hold' and ref = ${id}`.execute(t.db))
    .rows[0] as { n: number }
  expect(Math.round(waiting.reduce((n, r) => n + (r.amount as number), 0) * 100)).toBeLessThanOrEqual(Number(hold.n))
})

test('… and a refund whose part went back at the desk waits for the rest only', async () => {
  const { pay, begin } = await order()
  const id = await begin()
  await end(id, 1900)
  await ask('refused')
  await tell(pay, 5000, 'processed')
  const [waits] = await rowsOf(pay, '&status=failed')
  expect(waits).toMatchObject({ amount: waits?.refundable })
})

test('a failed refund of a payment without a known team stands in the lists of its company', async () => {
  provider = new TestProvider()
  await sql`update refund set next_at = null`.execute(t.db)
  const p = await paid(t, { paidPaise: 9000 })
  provider.paid.set(p.paymentId, 9000)
  await sql`update payment set team_id = null where payment_id = ${p.paymentId}`.execute(t.db)
  aheadMs += 20 * 60_000
  await returnStrays(t.services)
  await ask('refused')
  expect((await moneyOf(t, p)).payment).toBe(9000)
  expect((await rowsOf(p.paymentId, '&status=failed')).length).toBe(1)
})

test('the amount offered for a session is what the ledger has for it', async () => {
  const { begin } = await order()
  const id = await begin()
  await end(id, 1060)
  await ask('refused')
  await t.app.inject({
    method: 'POST',
    url: `/cms/v1/team/${t.world.one.teamId}/transaction/${id}/bill`,
    headers: await t.as('admin'),
    payload: { total: 1.16, note: 'x' },
  })
  const hold = (await sql`select balance_paise as n from account where kind = 'hold' and ref = ${id}`.execute(t.db))
    .rows[0] as { n: number }
  expect((await get(`refund/${id}`)).data.refundable).toBe(Number(hold.n) / 100)
})

test('a session in the state failed stands in the list of that state', async () => {
  const { pay, begin } = await order()
  const id = await begin()
  await tell(pay, 9000, 'failed')
  const rows = (await get('refund?page=1&pageSize=100')).data as { transactionId: number; refundStatus: string }[]
  const failed = (await get('refund?page=1&pageSize=100&status=failed')).data as { transactionId: number }[]
  const row = rows.find(r => r.transactionId === id)
  expect(row?.refundStatus === 'failed').toBe(failed.some(r => r.transactionId === id))
})

test('a desk refund that was said to have failed before the start, and is processed after it, comes out of the hold', async () => {
  const { pay, begin } = await order()
  const desk = await tell(pay, 8000, 'failed')
  const id = await begin()
  await takeInRefund(t.services, company(), provider.move(desk, 'processed'), 'webhook')
  await end(id, 1060)
  await ask()
  expect((await session(id)).back).toBe(9869)
})
