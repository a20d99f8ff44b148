// The surcharge by method (M-2.6), from the settings of a company to the bill: shown before the payment, billed by what was
// really paid with, and by what held when the session started.
import { dayOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSessions } from '#charging/sessions/session-read.store.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { credit, debit } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, start, stop } from '#testing/ocpp.ts'
import type { PayPlace, PaySession } from './pay.contract.ts'
import * as codes from './pay-code.store.ts'

const MINUTE = 60_000
const TOKEN = 'a-token-that-only-this-browser-has'
const WALLET_PHONE = '9876500077'
let t: TestApp
let ws: string
let ahead = 0
const now = () => new Date(Date.now() + ahead)

beforeAll(async () => {
  t = await startApp({ now })
  ws = (await t.listen()).ws
  const { teamId, companyId } = t.world.one
  await t.db.transaction().execute(async trx => {
    const driver = { firstName: 'Paying', lastName: 'Driver', email: 'by-wallet@example.com', phone: WALLET_PHONE }
    const driverId = await drivers.create(trx, { teamId, ...driver })
    const lines = [debit({ kind: 'promotion', ref: 0 }, 100_000n), credit({ kind: 'wallet', ref: driverId }, 100_000n)]
    await post(trx, [{ key: 'test:wallet', kind: 'credit', at: now(), companyId, teamId, lines }])
  })
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

const get = async <T>(path: string) => (await t.app.inject({ url: `/public/v1/pay/${path}` })).json<{ data: T }>().data
const placeOf = (id: string) => get<PayPlace>(`charger/${id}/1`)
const sessionOf = (id: string) => get<PaySession>(`session/${id}`)

const settings = () => `/cms/v1/team/${t.world.one.companyId}/tax/settings`
/** Sets a surcharge of the company from today on, in per cent. */
async function set(name: string, value: number | null): Promise<void> {
  const headers = await t.as('admin')
  const known = (await t.app.inject({ url: settings(), headers })).json().data as { name: string; lastId: number }[]
  const { lastId } = known.find(s => s.name === name) ?? { lastId: 0 }
  const payload = { name, value, since: dayOf(now(), t.services.timeZone), lastId }
  const r = await t.app.inject({ method: 'POST', url: settings(), payload, headers })
  expect([r.statusCode, r.json().message]).toEqual([201, expect.anything()])
  // The next session starts after it.
  ahead += 1000
}

type Charger = Awaited<ReturnType<typeof charger>>
async function charger() {
  const c = await bootedCharger(t, ws)
  c.onCall = () => ({ status: 'Accepted' })
  return c
}
type Payer = { method: 'card' | 'upi'; card?: { network: string; type: 'credit' | 'debit' } }
/** Asks for a session by the method that is chosen on the page. */
async function order(c: Charger, method: string, more = {}) {
  // The clock has moved since the charger was heard.
  await c.call('Heartbeat', {})
  await vi.waitFor(async () => expect((await placeOf(c.id)).connector.isUsable).toBe(true), { timeout: 25_000 })
  const payload = { amount: 500, method, stopToken: TOKEN, ...more }
  const r = await t.app.inject({ method: 'POST', url: `/public/v1/pay/charger/${c.id}/1/order`, payload })
  expect(r.statusCode).toBe(201)
  return r.json().data as { sessionId: string; order: { id: string } | null }
}
/** The session is paid at the provider's checkout as `payer` chooses there. */
async function paid(c: Charger, chosen: string, payer: Payer, amount = 500): Promise<string> {
  const { sessionId, order: made } = await order(c, chosen, { amount })
  const { signed } = await (await t.app.sandbox()).pay(made?.id ?? '', payer)
  await t.app.inject({
    method: 'POST',
    url: `/public/v1/pay/session/${sessionId}/checkout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...signed }).toString(),
  })
  return sessionId
}
async function begin(c: Charger) {
  const { idTag } = (await c.nextCall('RemoteStartTransaction'))[3] as { idTag: string }
  const begunAt = now()
  return { begunAt, ...(await start(c, idTag, { timestamp: begunAt.toISOString() })) }
}
/** Ten minutes and 10 kWh: 180.00, with tax 212.40. Returns the figures of the bill, with its frozen rate. */
async function end(c: Charger, s: Awaited<ReturnType<typeof begin>>, sessionId: string) {
  ahead += 10 * MINUTE
  await stop(c, s.transactionId, { timestamp: new Date(s.begunAt.getTime() + 10 * MINUTE).toISOString() })
  const { bill, refund } = await sessionOf(sessionId)
  const { rows } = await sql<{ gatewayPpm: number }>`select gateway_ppm from current_bill
    where transaction_id = ${s.transactionId}`.execute(t.db)
  return { surcharge: bill?.surcharge, total: bill?.total, back: refund?.amount, ppm: rows[0]?.gatewayPpm }
}
const CREDIT = { method: 'card', card: { network: 'Visa', type: 'credit' } } as const
const RUPAY = { method: 'card', card: { network: 'RuPay', type: 'debit' } } as const
const UPI = { method: 'upi' } as const

test('without settings all methods have the percent of the team, and the page shows one price', async () => {
  const c = await charger()
  expect(await placeOf(c.id)).toMatchObject({ price: { amount: 21.74, surchargePercent: 2.36 }, byMethod: [] })
  const sessionId = await paid(c, 'card', RUPAY)
  expect(await end(c, await begin(c), sessionId)).toEqual({ surcharge: 5.01, total: 217.41, back: 282.59, ppm: 23_600 })
  await c.close()
})

test('UPI, credit card, RuPay debit card and wallet: each is shown and billed by its own rate', async () => {
  await set('surchargeUpi', 0)
  await set('surchargeRupayDebit', 0.5)
  await set('surchargeCard', 3)
  const c = await charger()
  const place = await placeOf(c.id)
  // 21.24 with tax; the wallet has no rate of its own.
  expect(place.byMethod.map(w => [w.method, w.price?.amount, w.price?.surchargePercent])).toEqual([
    ['upi', 21.24, 0],
    ['rupayDebit', 21.35, 0.5],
    ['card', 21.88, 3],
    ['wallet', 21.74, 2.36],
  ])
  expect(place.price).toMatchObject({ amount: 21.88, surchargePercent: 3 })

  const billed: Record<string, unknown> = {}
  for (const [name, chosen, payer] of [
    ['UPI', 'upi', UPI],
    ['credit card', 'card', CREDIT],
    ['RuPay debit card', 'card', RUPAY],
    // Chosen on the page was another one than at the checkout.
    ['RuPay debit card in place of UPI', 'upi', RUPAY],
  ] as const) {
    const sessionId = await paid(c, chosen, payer)
    billed[name] = await end(c, await begin(c), sessionId)
  }
  const walletToken = codes.walletToken(t.services.seal, codes.contactText({ phone: WALLET_PHONE }), now())
  const { sessionId } = await order(c, 'wallet', { walletToken })
  billed.wallet = await end(c, await begin(c), sessionId)
  expect(billed).toEqual({
    UPI: { surcharge: 0, total: 212.4, back: 287.6, ppm: 0 },
    'credit card': { surcharge: 6.37, total: 218.77, back: 281.23, ppm: 30_000 },
    'RuPay debit card': { surcharge: 1.06, total: 213.46, back: 286.54, ppm: 5_000 },
    'RuPay debit card in place of UPI': { surcharge: 1.06, total: 213.46, back: 286.54, ppm: 5_000 },
    wallet: { surcharge: 5.01, total: 217.41, back: 282.59, ppm: 23_600 },
  })
  await c.close()
})

test('a setting that is changed while a session runs does not touch it, whoever reads the session anew', async () => {
  const c = await charger()
  const sessionId = await paid(c, 'upi', UPI)
  const running = await begin(c)
  await set('surchargeUpi', 5)
  const [anew] = await readSessions(t.db, [running.transactionId], t.services)
  expect([anew?.methodRates.upi, anew?.paidWith?.method]).toEqual([0, 'upi'])
  expect(await end(c, running, sessionId)).toMatchObject({ surcharge: 0, total: 212.4, ppm: 0 })
  const next = await paid(c, 'upi', UPI)
  expect(await end(c, await begin(c), next)).toMatchObject({ surcharge: 10.62, total: 223.02, ppm: 50_000 })
  await set('surchargeUpi', null)
  const last = await paid(c, 'upi', UPI)
  expect(await end(c, await begin(c), last)).toMatchObject({ surcharge: 5.01, ppm: 23_600 })
  await c.close()
})

test('a session never bills more than was paid, also by a rate of 100 %', async () => {
  await set('surchargeCard', 100)
  const c = await charger()
  const sessionId = await paid(c, 'card', CREDIT, 300)
  expect(await end(c, await begin(c), sessionId)).toMatchObject({ surcharge: 150, total: 300, ppm: 1_000_000 })
  await c.close()
})
