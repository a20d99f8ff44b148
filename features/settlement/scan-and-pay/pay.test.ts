// Scan and pay over the API, with the sandbox as provider and chargers on real sockets: in every course, and wherever
// it is broken off, the money finds its session or its way back (D-PAY-5, D-PAY-6, S-PAYMENT-MONEY).
import { phoneForm } from '@wattdesk/base/identifiers'
import { dayOf } from '@wattdesk/base/time'
import { wordsOf } from '@wattdesk/words/words'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endAbandonedTasks } from '#control/remote-operations/task.jobs.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { sessionSeconds } from '#fleet/stations/session-length.rules.ts'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { credit, debit } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { providerOf } from '#money/payment-provider/provider-of.commands.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { callDue } from '#money/refunds/refund-call.commands.ts'
import * as mail from '#office/mail/mail.store.ts'
import { writeInvoicesOf } from '#settlement/invoices/invoice.commands.ts'
import { ENGLISH, sessionOf as sessionOfInvoice } from '#settlement/invoices/invoice-lines.rules.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import { pollPayments } from '#settlement/payments/payment-search.commands.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger, newTag, reviewsOf, start, stop } from '#testing/ocpp.ts'
import { searchPaySessions } from './pay.commands.ts'
import type { PayPlace, PaySession } from './pay.contract.ts'
import * as codes from './pay-code.store.ts'
import { CODE_SENT, NO_CHARGER, NOT_PUBLIC, WHY, WRONG_CODE } from './pay-told.words.ts'

const TOKEN = 'a-token-that-only-this-browser-has'
const MINUTE = 60_000
const PATIENCE_MS = 25_000
let t: TestApp
let ws: string
let ahead = 0
const now = () => new Date(Date.now() + ahead)
let driverId = 0

beforeAll(async () => {
  t = await startApp({ now })
  ws = (await t.listen()).ws
  const { teamId, companyId } = t.world.one
  await t.db.transaction().execute(async trx => {
    const of = { firstName: 'Paying', lastName: 'Driver', email: 'Paying@Example.com', phone: '9876500001' }
    driverId = await drivers.create(trx, { teamId, ...of })
    const lines = [debit({ kind: 'promotion', ref: 0 }, 100_000n), credit({ kind: 'wallet', ref: driverId }, 100_000n)]
    await post(trx, [{ key: 'test:wallet', kind: 'credit', at: now(), companyId, teamId, lines }])
  })
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

type Charger = TestCharger & { pk: number; id: string }
const call = async (
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  headers = {},
  remoteAddress = '127.0.0.1',
) => {
  const url = `/public/v1/pay/${path}`
  const r = await t.app.inject({ method, url, headers, remoteAddress, ...(payload && { payload }) })
  return { status: r.statusCode, location: r.headers.location, ...(r.json() as { message: string; data: unknown }) }
}
const placeOf = async (id: string, connector = 1) => (await call('GET', `charger/${id}/${connector}`)).data as PayPlace
const sessionOf = async (id: string) => (await call('GET', `session/${id}`)).data as PaySession
const order = async (id: string, more: object = {}, connector = 1, from = '127.0.0.1') => {
  const asked = { amount: 500, method: 'upi', stopToken: TOKEN, ...more }
  const r = await call('POST', `charger/${id}/${connector}/order`, asked, {}, from)
  return { ...r, data: r.data as { sessionId: string; order: { id: string } | null } }
}
/** Resolves when a value that a charger or a task changes fits. Asks now and then: asking without a pause keeps a core busy. */
async function until<T>(ask: () => Promise<T>, fits: (v: T) => boolean): Promise<T> {
  return vi.waitFor(
    async () => {
      const value = await ask()
      if (!fits(value)) throw new Error(`not yet: ${JSON.stringify(value)}`)
      return value
    },
    { timeout: PATIENCE_MS, interval: 20 },
  )
}
const isIn = (id: string, state: PaySession['state']) =>
  until(
    () => sessionOf(id),
    s => s.state === state,
  )
const isUsable = (id: string) =>
  until(
    () => placeOf(id),
    p => p.connector.isUsable,
  )

/** A connected charger, visible on the page; it answers remote starts with `answer`. */
async function charger(
  options: Parameters<typeof bootedCharger>[2] & { answer?: string | null } = {},
): Promise<Charger> {
  const { answer = 'Accepted', ...rest } = options
  const c = await bootedCharger(t, ws, rest)
  c.onCall = action =>
    action === 'RemoteStartTransaction' ? (answer === null ? undefined : { status: answer }) : { status: 'Accepted' }
  await until(
    () => placeOf(c.id),
    p => p.charger.status !== 'offline',
  )
  return c
}
/** Pays the order at the sandbox and sends the browser back, as the checkout does. */
async function pay(sessionId: string, orderId: string, more: Record<string, string> = {}) {
  const { signed } = await (await t.app.sandbox()).pay(orderId, { method: 'upi', vpa: 'success@razorpay' })
  return back(sessionId, { ...signed, ...more })
}
const back = async (sessionId: string, fields: Record<string, string>) =>
  (
    await t.app.inject({
      method: 'POST',
      url: `/public/v1/pay/session/${sessionId}/checkout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  ).headers.location
async function paid(id: string, more: object = {}, from?: string): Promise<string> {
  const { data } = await order(id, more, 1, from)
  expect(await pay(data.sessionId, data.order?.id ?? '')).toBe(`/pay/${id}/1?result=paid`)
  return data.sessionId
}
const remoteStart = async (c: Charger) =>
  (await c.nextCall('RemoteStartTransaction'))[3] as { connectorId: number; idTag: string }
/** The charger starts the session now, by a clock that is right. */
async function begin(c: Charger, idTag: string) {
  const begunAt = now()
  return { ...(await start(c, idTag, { timestamp: begunAt.toISOString() })), begunAt }
}
/** The session ends ten minutes after it began, with 10 kWh. */
async function end(c: Charger, { transactionId, begunAt }: { transactionId: number; begunAt: Date }) {
  ahead += 10 * MINUTE
  await stop(c, transactionId, { timestamp: new Date(begunAt.getTime() + 10 * MINUTE).toISOString() })
}
const historyOf = async (sessionId: string) =>
  (
    await sql<{ state: string }>`select c.state from pay_session_change c join pay_session using (pay_session_id)
      where public_id = ${sessionId} order by change_id`.execute(t.db)
  ).rows.map(r => r.state)
const refundsOf = async (sessionId: string) =>
  (
    await sql`select r.amount_paise, r.cause from refund r join pay_session s using (pay_session_id)
      where s.public_id = ${sessionId} order by refund_id`.execute(t.db)
  ).rows
const ALL_BACK = [{ amountPaise: 50_000, cause: 'no session' }]

test('a session lasts equally long wherever it is shown, and its times are the same', async () => {
  const c = await charger()
  const sessionId = await paid(c.id)
  const { idTag } = await remoteStart(c)
  // By a stopwatch 43.4 seconds, by the clock of all papers 44.
  // Not before the remote start, which is what it follows.
  const begunAt = new Date(Math.floor((now().getTime() + 100) / 1000) * 1000 + 900)
  const endedAt = new Date(begunAt.getTime() + 43_400)
  const { transactionId } = await start(c, idTag, { timestamp: begunAt.toISOString() })
  const read = async (path: string) => {
    const url = `/cms/v1/team/${t.world.one.teamId}/${path}`
    return (await t.app.inject({ url, headers: await t.as('admin') })).json()
  }
  // The time runs up to now, on the operator's page and on the driver's, however old the last reading is.
  ahead += 30_000
  const [before, running, after] = [
    (await sessionOf(sessionId)).seconds,
    (await read(`transaction/${transactionId}`)).data.durationSeconds,
    (await sessionOf(sessionId)).seconds,
  ]
  expect(before).toBeGreaterThan(25)
  expect(running).toBeGreaterThanOrEqual(before)
  expect(running).toBeLessThanOrEqual(after)
  ahead += 20_000
  await stop(c, transactionId, { meterStop: 1200, timestamp: endedAt.toISOString() })
  await writeInvoicesOf(t.services, transactionId)

  const of = async (path: string, key = 'transactionId') =>
    (await read(path)).data.find((r: Record<string, unknown>) => r[key] === transactionId)
  const q = encodeURIComponent(c.id)
  // Days of a report without an offset are days of the business.
  const day = (at: Date) => dayOf(at, 'Asia/Kolkata')
  const report = `startDate=${day(begunAt)} 00:00:00&endDate=${day(endedAt)} 23:59:59`
  const { data: detail } = await read(`transaction/${transactionId}`)
  const { data: invoice } = await read(`transaction/${transactionId}/invoice`)
  const times = { starttime: begunAt.toISOString(), stoptime: endedAt.toISOString() }
  for (const shown of [
    detail,
    invoice,
    await of(`transactions?q=${q}`),
    await of(`transactions?export=all&q=${q}`),
    await of(`charger/${c.pk}/transactions`),
    await of(`report?${encodeURI(report)}&q=${q}`, 'transaction_pk'),
  ])
    expect(shown).toMatchObject(times)
  const span = new URLSearchParams({
    from: new Date(begunAt.getTime() - MINUTE).toISOString(),
    to: now().toISOString(),
  })
  const { events } = (await read(`charger/${c.pk}/timeline/sessions?${span}`)).data
  expect(events).toEqual([expect.objectContaining({ transactionId, at: times.starttime, endedAt: times.stoptime })])
  expect([detail.durationSeconds, invoice.durationSeconds, (await sessionOf(sessionId)).seconds]).toEqual([44, 44, 44])
  expect(sessionSeconds(times.starttime, times.stoptime)).toBe(44)
  expect(sessionOfInvoice(ENGLISH, invoice)).toContainEqual(['Duration', '00:00:44'])
})

test('scan, pay, charge, stop, and the rest goes back with its number', async () => {
  const c = await charger()
  expect(await placeOf(c.id)).toMatchObject({
    charger: { id: c.id, isFree: false, status: 'online' },
    connector: { id: 1, isUsable: true, reason: null, isAskedFor: false },
    // 18.00 with 18 % tax, and 2.36 % of that on top.
    price: { unit: 'kWh', amount: 21.74, without: 18, taxPercent: 18, surchargePercent: 2.36 },
    methods: ['upi', 'card', 'wallet'],
    amounts: { choices: [100, 200, 500], least: 10, most: 5000 },
  })
  const { status, data } = await order(c.id)
  expect([status, data.order]).toEqual([
    201,
    {
      id: expect.stringMatching(/^order_/),
      amount: 500,
      currency: 'INR',
      key: expect.any(String),
      checkout: {
        action: '/sandbox/v1/checkout/embedded',
        fields: expect.objectContaining({
          description: 'QRv2 Payment',
          'notes[chargerId]': c.id,
          'notes[connectorId]': '1',
          callback_url: `http://portal.test/public/v1/pay/session/${data.sessionId}/checkout`,
        }),
      },
    },
  ])
  expect(data.sessionId).toMatch(/^[\w-]{22}$/)
  expect((await placeOf(c.id)).connector.isAskedFor).toBe(true)
  // Whoever has asked is no rival of his own.
  const own = await call('GET', `charger/${c.id}/1`, undefined, { 'x-own-sessions': `other,${data.sessionId}` })
  expect((own.data as PayPlace).connector.isAskedFor).toBe(false)
  const orderId = data.order?.id ?? ''
  const forged = {
    razorpay_payment_id: 'pay_00000000000000',
    razorpay_order_id: orderId,
    razorpay_signature: 'f'.repeat(64),
  }
  expect(await back(data.sessionId, forged)).toBe(`/pay/${c.id}/1?result=failed`)
  expect(await sessionOf(data.sessionId)).toMatchObject({ state: 'waiting', isPaid: false, invoice: null, bill: null })

  expect(await pay(data.sessionId, orderId)).toBe(`/pay/${c.id}/1?result=paid`)
  const asked = await remoteStart(c)
  expect(asked).toEqual({ connectorId: 1, idTag: expect.stringMatching(/^[A-Z2-7]{20}$/) })
  expect(await sessionOf(data.sessionId)).toMatchObject({ state: 'starting', isPaid: true, paid: 500 })
  const session = await begin(c, asked.idTag)
  const { transactionId, status: tag } = session
  expect(tag).toBe('Accepted')
  expect(await sessionOf(data.sessionId)).toMatchObject({ state: 'charging', energy: 0, cost: 0, until: null })
  // For an unknown driver, the contact given to the provider is stored; the provider's placeholder for a missing mail
  // address counts as none.
  expect(
    await t.db
      .selectFrom('transaction')
      .select(['email', 'phone', 'status'])
      .where('transactionId', '=', transactionId)
      .execute(),
  ).toEqual([{ email: null, phone: '+919000090000', status: 'CAPTURED' }])

  for (const headers of [{}, { 'x-stop-token': 'wrong' }, { 'x-stop-token': `${TOKEN}x` }])
    expect(await call('POST', `session/${data.sessionId}/stop`, undefined, headers)).toMatchObject({
      status: 403,
      message: 'Only the browser that paid can stop this session',
    })
  expect((await call('POST', `session/${data.sessionId}/stop`, undefined, { 'x-stop-token': TOKEN })).status).toBe(200)
  expect((await c.nextCall('RemoteStopTransaction'))[3]).toEqual({ transactionId })
  expect((await sessionOf(data.sessionId)).isStopping).toBe(true)
  await end(c, session)
  expect(await sessionOf(data.sessionId)).toMatchObject({
    state: 'finished',
    energy: 10,
    cost: 217.41,
    seconds: 600,
    bill: { taxable: 180, tax: 32.4, surcharge: 5.01, total: 217.41, smallRest: 0 },
    refund: { state: 'sent', amount: 282.59, reference: null },
  })
  await callDue(t.services)
  const paidBack = await until(
    () => sessionOf(data.sessionId),
    s => s.refund?.state === 'processed',
  )
  expect(paidBack.refund?.reference).toMatch(/\w/)
  expect(await historyOf(data.sessionId)).toEqual(['waiting', 'starting', 'charging', 'finished'])
  // The session's tag is of no use any more.
  expect(await start(c, asked.idTag, { timestamp: new Date().toISOString() })).toMatchObject({ status: 'Blocked' })
  await c.close()
})

test('a stop that goes to review ends the session for its driver at once, and shows no energy that is in doubt', async () => {
  const c = await charger()
  const sessionId = await paid(c.id)
  const { transactionId, begunAt } = await begin(c, (await remoteStart(c)).idTag)
  ahead += 10 * MINUTE
  const timestamp = new Date(begunAt.getTime() + 10 * MINUTE).toISOString()
  await stop(c, transactionId, { meterStop: 801_000, timestamp })
  // Nothing has searched for changes yet.
  expect(await sessionOf(sessionId)).toMatchObject({
    state: 'finished',
    energy: null,
    cost: null,
    isStopping: false,
    bill: null,
    refund: null,
    reason: expect.stringContaining('looked at by a person'),
  })
  await c.call('Heartbeat', {})
  expect((await placeOf(c.id)).connector.reason ?? '').not.toContain('in use')
  const read = async () => {
    const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}`
    return (await t.app.inject({ url, headers: await t.as('admin') })).json().data
  }
  expect(await read()).toMatchObject({ inReview: true, energyInDoubt: true })
  await searchPaySessions(t.services)
  expect(await sessionOf(sessionId)).toMatchObject({ state: 'finished', energy: null })
  const { rows } = await sql<{ id: number }>`select id from session_review
    where transaction_id = ${transactionId}`.execute(t.db)
  const decided = await t.app.inject({
    method: 'PATCH',
    url: `/cms/v1/team/${t.world.one.teamId}/transactions/review/${rows[0]?.id}`,
    headers: await t.as('admin'),
    payload: { action: 'bill', stop_meter_value: 2000, note: 'By the meter' },
  })
  expect(decided.json()).toMatchObject({ data: { totalAmountCharged: 21.74 } })
  expect(await sessionOf(sessionId)).toMatchObject({ state: 'finished', energy: 1, cost: 21.74, reason: null })
  expect(await read()).toMatchObject({ inReview: false, energyInDoubt: false })
  await c.close()
})

test.each([
  ['three hours behind', 180 * MINUTE],
  ['half a minute behind', MINUTE / 2],
  ['two days behind', 2880 * MINUTE],
  ['a minute ahead', -MINUTE],
  ['three minutes ahead', -3 * MINUTE],
  ['nine minutes ahead', -9 * MINUTE],
  ['two hours ahead', -120 * MINUTE],
])('by a clock %s, a paid session begins at its payment and its papers have that day', async (_, behindMs) => {
  const c = await charger()
  const sessionId = await paid(c.id)
  const paidAt = now()
  const { idTag } = await remoteStart(c)
  const told = () => new Date(now().getTime() - behindMs).toISOString()
  const { transactionId } = await start(c, idTag, { timestamp: told() })
  ahead += 10 * MINUTE
  await stop(c, transactionId, { timestamp: told() })
  const { rows } = await sql<{ startedAt: Date; stoppedAt: Date; inReview: boolean }>`
    select started_at, stopped_at, in_review from transaction where transaction_id = ${transactionId}`.execute(t.db)
  const [row] = rows
  expect(row?.inReview).toBe(false)
  expect(Number(row?.startedAt) - paidAt.getTime()).toBeGreaterThanOrEqual(0)
  expect(Number(row?.startedAt) - paidAt.getTime()).toBeLessThan(MINUTE / 2)
  expect(Math.abs(Number(row?.stoppedAt) - Number(row?.startedAt) - 10 * MINUTE)).toBeLessThan(5000)
  expect(await sessionOf(sessionId)).toMatchObject({ state: 'finished', cost: 217.41 })
  await writeInvoicesOf(t.services, transactionId)
  const invoices = await sql`select dated from invoice where transaction_id = ${transactionId}`.execute(t.db)
  expect(invoices.rows).toEqual([{ dated: row?.stoppedAt }])
  await c.close()
})

test('a session is by what the provider has taken: card or UPI', async () => {
  const seen: Record<string, unknown> = {}
  for (const method of ['card', 'upi'] as const) {
    const c = await charger()
    const { data } = await order(c.id, { method })
    const { signed } = await (await t.app.sandbox()).pay(data.order?.id ?? '', { method, vpa: 'success@razorpay' })
    await back(data.sessionId, { ...signed })
    const { transactionId } = await start(c, (await remoteStart(c)).idTag)
    const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}`
    const reply = await t.app.inject({ method: 'GET', url, headers: await t.as('admin') })
    const { payment_type: type, status } = reply.json().data
    seen[method] = { type, status }
    await stop(c, transactionId)
    await c.close()
  }
  expect(seen).toEqual({ card: { type: 'CARD', status: 'CAPTURED' }, upi: { type: 'UPI', status: 'CAPTURED' } })
})

type Case = {
  answer?: string | null
  /** The event after the money has come. */
  what: (c: Charger, sessionId: string) => Promise<unknown>
  ends: { state: string; reason: RegExp }
  states: string[]
}
const noCar = async () => {
  ahead += 15 * MINUTE
  await searchPaySessions(t.services)
}
test.each<[string, Case]>([
  [
    'the charger refuses the start',
    {
      answer: 'Rejected',
      what: async (_c, id) => isIn(id, 'refused'),
      ends: { state: 'refused', reason: /did not start/ },
      states: ['waiting', 'starting', 'refused'],
    },
  ],
  [
    'no car is plugged in; a start that comes after all is not billed',
    {
      what: async c => {
        const { idTag } = await remoteStart(c)
        await noCar()
        const { transactionId, status } = await start(c, idTag)
        expect(status).toBe('Expired')
        await stop(c, transactionId)
        expect(await reviewsOf(t, c.pk)).toMatchObject([{ reason: 'Payment already given back', transactionId }])
      },
      ends: { state: 'expired', reason: /within 15 minutes/ },
      states: ['waiting', 'starting', 'expired'],
    },
  ],
  [
    'the driver gives up before charging begins',
    {
      what: (_c, id) => call('POST', `session/${id}/stop`, undefined, { 'x-stop-token': TOKEN }),
      ends: { state: 'expired', reason: /gave up/ },
      states: ['waiting', 'starting', 'expired'],
    },
  ],
  [
    'the server dies before the charger is asked: the task ends, and with it the session',
    {
      answer: null,
      what: async c => {
        await remoteStart(c)
        await t.restart()
        ahead += 3 * MINUTE
        await endAbandonedTasks(t.services)
        await searchPaySessions(t.services)
        // Once more: nothing is given back twice.
        await searchPaySessions(t.services)
      },
      ends: { state: 'refused', reason: /did not start/ },
      states: ['waiting', 'starting', 'refused'],
    },
  ],
])('%s: everything goes back', async (_, { answer, what, ends, states }) => {
  const c = await charger(answer === undefined ? {} : { answer })
  const sessionId = await paid(c.id)
  await what(c, sessionId)
  const end = await sessionOf(sessionId)
  expect(end.state).toBe(ends.state)
  expect(end.reason).toMatch(ends.reason)
  expect(end.refund).toMatchObject({ amount: 500 })
  expect(await refundsOf(sessionId)).toEqual(ALL_BACK)
  expect(await historyOf(sessionId)).toEqual(states)
  await c.close()
})

test('two pay for one connector: the first has it, the second gets everything back at once', async () => {
  const c = await charger()
  const [a, b] = [await order(c.id), await order(c.id)]
  await pay(a.data.sessionId, a.data.order?.id ?? '')
  expect(await order(c.id)).toMatchObject({ status: 409, message: expect.stringContaining('in use') })
  // The other connector is free.
  expect((await placeOf(c.id, 2)).connector.isUsable).toBe(true)
  await pay(b.data.sessionId, b.data.order?.id ?? '')
  expect(await sessionOf(a.data.sessionId)).toMatchObject({ state: 'starting' })
  expect(await sessionOf(b.data.sessionId)).toMatchObject({ state: 'refused', refund: { amount: 500 } })
  expect(await refundsOf(b.data.sessionId)).toEqual(ALL_BACK)
  await c.close()
})

test('money that comes after the session was given up goes back at once', async () => {
  const c = await charger()
  const { data } = await order(c.id)
  ahead += 16 * MINUTE
  await searchPaySessions(t.services)
  expect(await sessionOf(data.sessionId)).toMatchObject({ state: 'expired', refund: null })
  await pay(data.sessionId, data.order?.id ?? '')
  expect(await sessionOf(data.sessionId)).toMatchObject({ state: 'expired', isPaid: true, refund: { amount: 500 } })
  expect(await refundsOf(data.sessionId)).toEqual(ALL_BACK)
  await c.close()
})

test('a payment whose capture fails until nobody can start any more is captured as soon as the provider does so, and goes back', async () => {
  const late = 'Your payment came too late and goes back.'
  const c = await charger()
  const { data } = await order(c.id)
  const { faults } = await t.app.sandbox()
  const recover = () => {
    while (faults.take('capture'));
  }
  faults.add('capture', 'server error', { times: 1000 })
  await pay(data.sessionId, data.order?.id ?? '')
  expect(await sessionOf(data.sessionId)).toMatchObject({ state: 'waiting', isPaid: false, isAuthorised: true })
  ahead += 16 * MINUTE
  await searchPaySessions(t.services)
  expect(await historyOf(data.sessionId)).toEqual(['waiting', 'expired'])
  expect(await sessionOf(data.sessionId)).toMatchObject({
    state: 'expired',
    reason: late,
    isPaid: false,
    isAuthorised: true,
    refund: null,
  })
  // The provider is asked every minute, also after the first hour.
  ahead += 54 * MINUTE
  await pollPayments(t.services)
  recover()
  ahead += MINUTE
  await pollPayments(t.services)
  expect(await sessionOf(data.sessionId)).toMatchObject({
    state: 'expired',
    reason: late,
    isPaid: true,
    isAuthorised: false,
    refund: { amount: 500 },
  })
  expect(await refundsOf(data.sessionId)).toEqual(ALL_BACK)
  // A driver who gave up while the capture failed reads the same.
  await c.call('Heartbeat', {})
  await until(
    () => placeOf(c.id),
    p => p.connector.isUsable,
  )
  const { data: other } = await order(c.id)
  faults.add('capture', 'server error', { times: 1000 })
  await pay(other.sessionId, other.order?.id ?? '')
  await call('POST', `session/${other.sessionId}/stop`, undefined, { 'x-stop-token': TOKEN })
  expect(await sessionOf(other.sessionId)).toMatchObject({ state: 'expired', reason: late, isPaid: false })
  recover()
  await c.close()
})

test('a charger that wants the car first is asked when it is plugged in, and again where it has forgotten', async () => {
  const c = await charger({ preparingState: true })
  expect((await placeOf(c.id)).connector.plugFirst).toBe(true)
  const sessionId = await paid(c.id)
  expect(await sessionOf(sessionId)).toMatchObject({ state: 'starting' })
  const plug = async (status: string) => {
    await c.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError', timestamp: now().toISOString() })
    await until(
      () => placeOf(c.id),
      p => p.connector.status === status,
    )
  }
  await plug('Preparing')
  await searchPaySessions(t.services)
  const { idTag } = await remoteStart(c)
  const isAnswered = () => sql`select from task where chargepoint_pk = ${c.pk} and ended_at is null`.execute(t.db)
  await until(isAnswered, r => r.rows.length === 0)
  await plug('Available')
  ahead += 2 * MINUTE
  await plug('Preparing')
  await searchPaySessions(t.services)
  expect(await remoteStart(c)).toEqual({ connectorId: 1, idTag })
  await start(c, idTag)
  await isIn(sessionId, 'charging')
  await c.close()
})

test('a free charger starts without payment', async () => {
  const c = await charger({ chargerCategory: 'free' })
  expect(await placeOf(c.id)).toMatchObject({ methods: ['free'], price: null, connector: { isUsable: true } })
  expect(await order(c.id)).toMatchObject({ status: 422 })
  const { status, data } = await order(c.id, { method: 'free', amount: undefined })
  expect([status, data.order]).toEqual([201, null])
  const session = await begin(c, (await remoteStart(c)).idTag)
  expect(await sessionOf(data.sessionId)).toMatchObject({ state: 'charging', paid: 0 })
  // The server dies before anybody learns of the end.
  await end(c, session)
  await t.restart()
  await searchPaySessions(t.services)
  expect(await sessionOf(data.sessionId)).toMatchObject({ state: 'finished', energy: 10, cost: 0, refund: null })
})

test('a charger that is deleted before the start: the money goes back at once', async () => {
  const c = await charger({ answer: null })
  const sessionId = await paid(c.id)
  await remoteStart(c)
  expect((await sessionOf(sessionId)).state).toBe('starting')
  await t.app.inject({ method: 'DELETE', url: `/cms/v1/charger/${c.id}`, headers: await t.as('root') })
  await sql`update charger set deleted_at = coalesce(deleted_at, ${now()}) where chargepoint_pk = ${c.pk}`.execute(t.db)
  await searchPaySessions(t.services)
  expect(await sessionOf(sessionId)).toMatchObject({ state: 'refused', refund: { amount: 500 } })
  expect(await refundsOf(sessionId)).toEqual(ALL_BACK)
  await c.close()
})

test('money that has gone back before the start starts no charger, and the connector is free again', async () => {
  const { companyId, teamId } = t.world.one
  const c = await charger()
  // Told for the first time when it had gone back already.
  const early = (await order(c.id)).data
  const { payment } = await (await t.app.sandbox()).pay(early.order?.id ?? '', { method: 'upi' })
  const provider = await providerOf(t.services, companyId)
  const taken = await provider.capture(payment.id, 50_000)
  if (taken.is !== 'ok') throw new Error(JSON.stringify(taken))
  const gone = { ...taken.value, status: 'refunded' as const, amountRefunded: 50_000 }
  await takeInPayment(t.services, companyId, gone, 'webhook')
  const WENT_BACK = 'Your payment was given back before charging began.'
  expect(await sessionOf(early.sessionId)).toMatchObject({ state: 'refused', reason: WENT_BACK })
  expect((await placeOf(c.id)).connector.isUsable).toBe(true)
  // Given back by the desk while the charger waits for the car.
  const sessionId = await paid(c.id)
  const { idTag } = await remoteStart(c)
  const { paymentId, paySessionId } = await t.db
    .selectFrom('paySession')
    .select(['paymentId', 'paySessionId'])
    .where('publicId', '=', sessionId)
    .executeTakeFirstOrThrow()
  const refund = { paymentId: paymentId ?? '', paySessionId, companyId, teamId, amountPaise: 50_000 }
  await t.db.transaction().execute(trx => addRefund(trx, { ...refund, cause: 'by hand', at: now() }))
  await searchPaySessions(t.services)
  expect(await sessionOf(sessionId)).toMatchObject({ state: 'refused', reason: WENT_BACK })
  expect((await placeOf(c.id)).connector.isUsable).toBe(true)
  expect((await start(c, idTag)).status).not.toBe('Accepted')
  // The start of the second payment was the only one.
  expect(c.frames.filter(frame => frame[2] === 'RemoteStartTransaction')).toEqual([])
  await c.close()
})

test('however often Stop is pressed, the charger is asked once; again after it has refused', async () => {
  const c = await charger()
  const sessionId = await paid(c.id)
  const { transactionId } = await start(c, (await remoteStart(c)).idTag)
  const stops = async () =>
    (
      await sql<{ response: string | null; endedAt: Date | null }>`select response, ended_at from task
        where chargepoint_pk = ${c.pk} and operation = 'RemoteStop' order by created_at, task_id`.execute(t.db)
    ).rows
  const press = () => call('POST', `session/${sessionId}/stop`, undefined, { 'x-stop-token': TOKEN })
  c.onCall = action => (action === 'RemoteStopTransaction' ? undefined : { status: 'Accepted' })
  for (const { status } of await Promise.all([press(), press(), press()])) expect(status).toBe(200)
  expect(await stops()).toEqual([{ response: null, endedAt: null }])
  const [, id] = await c.nextCall('RemoteStopTransaction')
  c.send(JSON.stringify([3, id, { status: 'Rejected' }]))
  await until(stops, all => all.every(s => s.endedAt !== null))
  c.onCall = () => ({ status: 'Accepted' })
  await press()
  await until(stops, all => all.every(s => s.endedAt !== null))
  for (let i = 0; i < 3; i++) await press()
  expect((await stops()).map(s => s.response)).toEqual(['Rejected', 'Accepted'])
  await stop(c, transactionId)
})

test('the wallet pays after a one-time code; what is left is back at once', async () => {
  const ask = (contact: object) => call('POST', 'otp', contact)
  const check = (payload: object) => call('POST', 'otp/verify', payload)
  const codeTo = async (recipient: string) =>
    /^(\d{6}) is your code/.exec((await mail.newest(t.db)).find(m => m.recipient === recipient)?.body ?? '')?.[1] ?? ''
  // A stranger gets the same answer and no code.
  for (const contact of [{ phone: '9876500001' }, { phone: '9876599999' }, { email: 'PAYING@example.com' }])
    expect(await ask(contact)).toMatchObject({ status: 200, message: CODE_SENT })
  expect(await codeTo('+919876599999')).toBe('')
  const otp = await codeTo('+919876500001')
  expect(otp).toMatch(/^\d{6}$/)
  expect(await codeTo('paying@example.com')).toMatch(/^\d{6}$/)
  expect((await sql`select from pay_code where code_hash = ${Buffer.from(otp)}`.execute(t.db)).rows).toEqual([])
  const c = await charger()
  // Every way of writing the phone finds the same driver.
  const right = { phone: '0 98765-00001', otp, chargepoint_id: c.id }
  const { data } = await check(right)
  expect(data).toMatchObject({ name: 'Paying Driver', balance: 1000 })
  expect(await check(right)).toMatchObject({ status: 422, message: WRONG_CODE })
  // Five tries, of which none helps any more.
  const other = await codeTo('paying@example.com')
  const wrong = other === '999999' ? '999998' : '999999'
  for (let i = 0; i < 5; i++) await check({ email: 'paying@example.com', otp: wrong })
  expect(await check({ email: 'paying@example.com', otp: other })).toMatchObject({ status: 422 })

  const { token } = data as { token: string }
  const byWallet = { method: 'wallet', walletToken: token }
  expect(await order(c.id, { ...byWallet, walletToken: `${token.slice(0, -2)}AA` })).toMatchObject({ status: 403 })
  expect(await order(c.id, { ...byWallet, amount: 1000.01 })).toMatchObject({ status: 409 })
  const walletOf = () => balanceOf(t.db, { kind: 'wallet', ref: driverId })
  const { data: asked } = await order(c.id, byWallet)
  expect([asked.order, await walletOf()]).toEqual([null, 50_000n])
  await end(c, await begin(c, (await remoteStart(c)).idTag))
  expect(await sessionOf(asked.sessionId)).toMatchObject({
    state: 'finished',
    cost: 217.41,
    method: 'wallet',
    refund: { state: 'wallet', amount: 282.59 },
  })
  expect(await walletOf()).toBe(78_259n)
  // After a refused start the whole amount goes back.
  c.onCall = () => ({ status: 'Rejected' })
  await isUsable(c.id)
  const { data: again } = await order(c.id, byWallet)
  expect((await isIn(again.sessionId, 'refused')).refund).toMatchObject({ state: 'wallet', amount: 500 })
  expect(await walletOf()).toBe(78_259n)
  ahead += 16 * MINUTE
  // Heard again meanwhile.
  await c.call('Heartbeat', {})
  await isUsable(c.id)
  expect(await order(c.id, byWallet)).toMatchObject({ status: 403 })
  await c.close()
})

test('a private charger tells strangers nothing and takes the wallet of a tag holder alone; a semi-public one takes payment', async () => {
  const contact = 'holder@example.com'
  const { teamId, companyId } = t.world.one
  const holder = await t.db.transaction().execute(async trx => {
    const id = await drivers.create(trx, { teamId, firstName: 'Tag', lastName: 'Holder', email: contact })
    const lines = [debit({ kind: 'promotion', ref: 0 }, 100_000n), credit({ kind: 'wallet', ref: id }, 100_000n)]
    await post(trx, [{ key: 'test:holder', kind: 'credit', at: now(), companyId, teamId, lines }])
    return id
  })
  const walletToken = codes.walletToken(t.services.seal, contact, now())
  const other = codes.walletToken(t.services.seal, 'paying@example.com', now())
  const c = await charger()
  const free = await charger({ chargerCategory: 'free' })
  for (const { pk } of [c, free])
    await sql`update charger set access_level = 'Private', street = 'Secret Lane' where chargepoint_pk = ${pk}`.execute(
      t.db,
    )
  const look = (id: string, token?: string) =>
    call('GET', `charger/${id}/1`, undefined, token === undefined ? {} : { 'x-wallet-token': token })
  const refused = { status: 403, message: NOT_PUBLIC }
  let network = 0
  const nobody = async (token?: string) => {
    for (const { id } of [c, free]) {
      const seen = await look(id, token)
      expect(seen).toMatchObject(refused)
      expect(JSON.stringify(seen)).not.toMatch(/Secret|price|online/)
      // Orders of one network are limited; the drivers of this test have one each.
      const remoteAddress = `198.51.100.${++network}`
      for (const method of ['upi', 'card', 'wallet', 'free']) {
        const payload = { amount: 500, method, stopToken: TOKEN, ...(token && { walletToken: token }) }
        const url = `/public/v1/pay/charger/${id}/1/order`
        const { statusCode, body } = await t.app.inject({ method: 'POST', url, payload, remoteAddress })
        expect([method, statusCode, body]).toEqual([method, 403, expect.stringContaining(NOT_PUBLIC)])
      }
    }
  }
  await nobody()
  await nobody('a-token-of-nobody')
  await nobody(other)
  await nobody(walletToken)
  const idTag = await newTag(t, { teamId, driverId: holder, maxActiveTransactions: 0 })
  const tag = (values: object) => t.db.updateTable('ocppTag').set(values).where('idTag', '=', idTag).execute()
  await nobody(walletToken)
  await tag({ maxActiveTransactions: -1, expiresAt: new Date(now().getTime() - 1000) })
  await nobody(walletToken)
  await tag({ expiresAt: null, teamId: t.world.two.teamId })
  await nobody(walletToken)
  await tag({ teamId })
  expect((await look(c.id, walletToken)).data).toMatchObject({ methods: ['wallet'], connector: { isUsable: true } })
  expect((await look(free.id, walletToken)).data).toMatchObject({ methods: ['free'] })
  await nobody(other)
  expect(await order(c.id, { walletToken })).toMatchObject({ status: 422 })
  expect(await order(c.id, { method: 'wallet', walletToken })).toMatchObject({ status: 201, data: { order: null } })
  expect(await order(free.id, { method: 'free', amount: undefined, walletToken })).toMatchObject({ status: 201 })
  const office = await charger()
  await sql`update charger set access_level = 'Semi-Public' where chargepoint_pk = ${office.pk}`.execute(t.db)
  expect(await placeOf(office.id)).toMatchObject({ methods: ['upi', 'card', 'wallet'] })
  expect((await order(office.id)).status).toBe(201)
  for (const x of [c, free, office]) await x.close()
})

test('a phone is the same however it is written, here and in the record of the driver', async () => {
  const written = ['+91 9876543212', '9876543213', '919876543214', '+1 4155552671', '080-2345 6700', '0091 98765 4']
  for (const [i, phone] of written.entries())
    await sql`update driver set phone = ${phone} where id = ${driverId}`.execute(t.db).then(async () => {
      const asked = phone.startsWith('+1') ? '0014155552671' : `+${phoneForm(phone)}`
      expect(await call('POST', 'otp', { phone: asked }), phone).toMatchObject({ status: 200 })
      const letters = (await mail.newest(t.db)).filter(m => m.recipient === `+${phoneForm(phone)}`)
      expect([i, letters.length]).toEqual([i, 1])
    })
  await sql`update driver set phone = '9876500001' where id = ${driverId}`.execute(t.db)
  // The database compares by the same rule.
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[+0-9 ()-]{0,20}$/), async text => {
      const { rows } = await sql<{ form: string }>`select phone_form(${text}) as form`.execute(t.db)
      expect(rows[0]?.form).toBe(phoneForm(text))
    }),
    { numRuns: 200 },
  )
})

test('a driver who gives a business at the payment has the invoice in its name, with the tax of its state', async () => {
  const business = { gstin: ' 27aapfu0939f1zv ', legalName: 'Pune Fleet Ltd', businessAddress: '1 Road, Pune' }
  const c = await charger()
  const sessionId = await paid(c.id, { business })
  const begun = await begin(c, (await remoteStart(c)).idTag)
  await end(c, begun)
  expect((await isIn(sessionId, 'finished')).bill).toMatchObject({ taxable: 180, tax: 32.4 })
  const { data: invoice } = await call('GET', `session/${sessionId}/invoice`)
  expect(invoice).toMatchObject({
    recipient: {
      name: 'Pune Fleet Ltd',
      business: { gstin: '27AAPFU0939F1ZV', address: '1 Road, Pune', state: { code: '27', name: 'Maharashtra' } },
    },
    placeOfSupply: { code: '27' },
    cgst: 0,
    total: 217.41,
  })
  // The driver's word for a unit in a Special Economic Zone makes the tax integrated, in the state of the charge point too.
  const unit = { gstin: '29AAPFU0939F2ZQ', legalName: 'Zone Works', businessAddress: 'Bengaluru', sez: true }
  const other = await charger()
  const inZone = await paid(other.id, { business: unit })
  await end(other, await begin(other, (await remoteStart(other)).idTag))
  await isIn(inZone, 'finished')
  await other.close()
  expect((await call('GET', `session/${inZone}/invoice`)).data).toMatchObject({
    recipient: { business: { gstin: unit.gstin, sez: 'SEZWP' } },
    placeOfSupply: { code: '29' },
    cgst: 0,
    total: 217.41,
  })
  // Each of them is refused with words of its own, also in Hindi.
  const { told } = wordsOf('hi')
  const at = `charger/${c.id}/1/order`
  const asked = (more: object) => ({ amount: 500, method: 'upi', stopToken: TOKEN, business: { ...business, ...more } })
  for (const [more, field, text] of [
    [{ gstin: '27AAPFU0939F1ZW' }, 'business.gstin', 'wrongGstin'],
    [{ gstin: ' ' }, 'business.gstin', 'wholeBusiness'],
    [{ legalName: '' }, 'business.legalName', 'wholeBusiness'],
    [{ businessAddress: 'x'.repeat(301) }, 'business.businessAddress', 'longBusiness'],
    [{ sez: 'yes' }, 'business.sez', 'wholeBusiness'],
  ] as const) {
    expect(await call('POST', at, asked(more))).toMatchObject({
      status: 422,
      errors: { [field]: wordsOf('en').told[text] },
    })
    const hindi = { 'accept-language': 'hi' }
    expect((await call('POST', at, asked(more), hindi)).message).toBe(told[text])
  }
  await c.close()
})

test('what cannot be is refused before anything is paid', async () => {
  const { id } = await newCharger(t)
  const offline = 'This charger is not connected at the moment. Please use another one.'
  expect(await placeOf(id)).toMatchObject({ connector: { isUsable: false, reason: offline } })
  expect(await order(id)).toMatchObject({ status: 409, message: offline })
  for (const amount of [9.99, 5000.01, 10.001, -1, undefined])
    expect((await order(id, { amount })).status, String(amount)).toBe(amount === undefined ? 409 : 422)
  const c = await charger()
  await sql`update charger set pay_with_card = false where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect((await placeOf(c.id)).methods).toEqual(['wallet'])
  expect(await order(c.id)).toMatchObject({ status: 422 })
  expect(await order(c.id, { method: 'wallet' })).toMatchObject({ status: 403 })
  expect((await order(c.id, { stopToken: 'short' })).status).toBe(422)
  for (const path of ['charger/NOBODY/1', `charger/${id}/9`, 'session/nobodys'])
    expect((await call('GET', path)).status, path).toBe(404)
  await c.close()
})

test('a charger that is deleted or switched off has no pay page, and takes neither order nor money', async () => {
  const [deleted, off] = [await charger(), await charger()]
  expect((await placeOf(deleted.id)).connector.isUsable).toBe(true)
  const begun = (await order(deleted.id)).data
  const email = 'deleted.place@example.com'
  const late = { teamId: t.world.one.teamId, firstName: 'Late', lastName: 'Driver', email }
  await t.db.transaction().execute(trx => drivers.create(trx, late))
  await sql`update charger set deleted_at = ${now()} where chargepoint_pk = ${deleted.pk}`.execute(t.db)
  await sql`update charger set is_active = false where chargepoint_pk = ${off.pk}`.execute(t.db)
  for (const { id } of [deleted, off]) {
    expect(await call('GET', `charger/${id}/1`)).toMatchObject({ status: 404, message: NO_CHARGER })
    expect(await order(id)).toMatchObject({ status: 404, message: NO_CHARGER })
  }
  // An order of before is paid: the money goes back at once.
  await pay(begun.sessionId, begun.order?.id ?? '')
  expect(await sessionOf(begun.sessionId)).toMatchObject({
    state: 'refused',
    reason: WHY.gone,
    refund: { amount: 500 },
  })
  // A code shows no balance there.
  await call('POST', 'otp', { email })
  const letter = (await mail.newest(t.db)).find(m => m.recipient === email)?.body ?? ''
  const otp = /^(\d{6}) is your code/.exec(letter)?.[1]
  const checked = await call('POST', 'otp/verify', { email, otp, chargepoint_id: deleted.id })
  expect(checked).toMatchObject({ status: 200, data: { name: 'Late Driver', balance: null } })
  await Promise.all([deleted.close(), off.close()])
})

test('strangers use up no code of a driver: neither by wrong tries nor by asking for codes', async () => {
  const phone = '9876500001'
  const [driver, stranger, away] = ['192.0.2.1', '198.51.100.1', '203.0.113.1'] as const
  const ask = async (from: string) => (await call('POST', 'otp', { phone }, {}, from)).status
  const check = async (from: string, otp: string) => (await call('POST', 'otp/verify', { phone, otp }, {}, from)).status
  const lastCode = async () =>
    /^(\d{6}) is your code/.exec(
      (await mail.newest(t.db)).find(m => m.recipient === '+919876500001')?.body ?? '',
    )?.[1] ?? ''
  const wrong = (right: string) => (right === '999999' ? '999998' : '999999')

  // Tries from a network that requested no code.
  expect(await ask(driver)).toBe(200)
  const first = await lastCode()
  for (let i = 0; i < 7; i++) expect(await check(stranger, wrong(first))).toBe(422)
  expect(await check(stranger, first)).toBe(422)
  // A stranger's code differs from the driver's, and tries at it count for it alone.
  expect(await ask(stranger)).toBe(200)
  const theirs = await lastCode()
  expect(theirs).not.toBe(first)
  for (let i = 0; i < 7; i++) expect(await check(stranger, wrong(theirs))).toBe(422)
  expect(await check(driver, first)).toBe(200)
  expect(await check(driver, first)).toBe(422)

  // Codes requested by a stranger do not use up the driver's own.
  const asked = []
  for (let i = 0; i < 5; i++) asked.push(await ask(stranger))
  expect(asked).toEqual([200, 200, 200, 200, 429])
  // A phone that has changed its network since its request.
  const moving = '192.0.2.77'
  expect(await ask(moving)).toBe(200)
  expect(await check(away, await lastCode())).toBe(200)
})

test('a driver who is sent codes for many strangers gets few and can still pay', async () => {
  const phone = '9876500009'
  const driver = { teamId: t.world.one.teamId, firstName: 'Beset', lastName: 'Driver', phone }
  await t.db.transaction().execute(trx => drivers.create(trx, driver))
  const ask = async (from: string) => (await call('POST', 'otp', { phone }, {}, from)).status
  const check = async (from: string, otp: string) => (await call('POST', 'otp/verify', { phone, otp }, {}, from)).status
  const sent = async () =>
    (await mail.newest(t.db)).flatMap(m =>
      m.recipient === '+919876500009' ? (/^(\d{6}) is your code/.exec(m.body)?.[1] ?? []) : [],
    )
  for (let i = 0; i < 20; i++) expect(await ask(`198.51.100.${i + 2}`)).toBe(200)
  expect(await sent()).toHaveLength(5)
  // The driver's request sends nothing more, and the newest code on the phone is the driver's.
  const home = '192.0.2.5'
  expect(await ask(home)).toBe(200)
  const codesSent = await sent()
  expect(codesSent).toHaveLength(5)
  const [newest = '', older = ''] = codesSent
  expect(await check(home, older)).toBe(422)
  // A stranger's wrong tries at the newest code use up none of the driver's.
  for (let i = 0; i < 7; i++) expect(await check('198.51.100.21', newest === '999999' ? '999998' : '999999')).toBe(422)
  expect(await check('198.51.100.21', newest)).toBe(422)
  const [one, other] = await Promise.all([check(home, newest), check(home, newest)])
  expect([one, other].sort()).toEqual([200, 422])
  // Used up for all, also for the network that it was sent for.
  expect(await check('198.51.100.6', newest)).toBe(422)
})

test('codes to one contact, and orders of one network, are limited', async () => {
  const sent = []
  for (let i = 0; i < 6; i++) sent.push((await call('POST', 'otp', { phone: '9876511111' })).status)
  expect(sent).toEqual([200, 200, 200, 200, 200, 429])
  const orders = []
  for (let i = 0; i < 61; i++) orders.push((await order('NOBODY')).status)
  expect(orders.at(-1)).toBe(429)
})

describe('in the driver’s language', () => {
  const HINDI = { 'accept-language': 'hi-IN,en;q=0.5' }
  /** The orders of the tests before have their limit for themselves. */
  const NETWORK = '10.7.1.1'
  const hindi = wordsOf('hi')

  test('the place, its refusals and faults of the form are in Hindi; without the header all is English', async () => {
    const c = await charger()
    const at = `charger/${c.id}/1`
    const { data } = await call('GET', at, undefined, HINDI)
    expect(data).toMatchObject({ refundRule: hindi.told.refundRule({ minutes: 15 }), connector: { reason: null } })
    expect(await call('GET', 'charger/none/1', undefined, HINDI)).toMatchObject({
      status: 404,
      message: hindi.told.noCharger,
    })
    const asked = { amount: 1, method: 'upi', stopToken: TOKEN }
    const refused = await call('POST', `${at}/order`, asked, HINDI)
    const range = hindi.told.amountRange({ least: 10, most: 5000 })
    expect(refused).toMatchObject({ status: 422, message: range, errors: { amount: range } })
    expect(await call('POST', `${at}/order`, asked)).toMatchObject({
      message: 'Amount should be between 10 and 5,000 rupees',
    })
  })

  test('a call that cannot be read is refused in Hindi too', async () => {
    const post = (path: string, payload: string, type = 'application/json') =>
      t.app.inject({
        method: 'POST',
        url: `/public/v1/pay/${path}`,
        headers: { ...HINDI, 'content-type': type },
        payload,
        remoteAddress: NETWORK,
      })
    const { connectorNumber, notJson, noObject, stopToken, tooLarge } = hindi.told
    expect((await call('GET', 'charger/X/abc', undefined, HINDI)).message).toBe(connectorNumber)
    expect((await post('charger/X/1/order', '{')).json().message).toBe(notJson)
    expect((await post('charger/X/1/order', 'a', 'text/plain')).json().message).toBe(noObject)
    expect((await post('charger/X/1/order', '{"amount":20,"method":"upi"}')).json().errors).toEqual({ stopToken })
    expect((await post('otp', JSON.stringify({ phone: '9'.repeat(1_100_000) }))).json().message).toBe(tooLarge)
  })

  test('a session that was paid in Hindi has its states, bill, invoice and PDF in Hindi', async () => {
    const c = await charger()
    const asked = { amount: 500, method: 'upi', stopToken: TOKEN }
    const r = await call('POST', `charger/${c.id}/1/order`, asked, HINDI, NETWORK)
    const { sessionId, order: made } = r.data as { sessionId: string; order: { id: string } }
    await pay(sessionId, made.id)
    const begun = await begin(c, (await remoteStart(c)).idTag)
    await end(c, begun)
    const over = (await call('GET', `session/${sessionId}`, undefined, HINDI)).data as PaySession
    expect(over).toMatchObject({ state: 'finished', language: 'hi' })
    expect(over.bill?.lines.map(l => l.label)).toEqual([hindi.told.lineEnergy])
    expect((await sessionOf(sessionId)).bill?.lines.map(l => l.label)).toEqual(['Energy'])
    // What comes later has no browser to go by: the session has kept the language.
    const { data: invoice } = await call('GET', `session/${sessionId}/invoice`)
    expect(invoice).toMatchObject({ language: 'hi', total: 217.41 })
    await c.close()
  })

  test('another language chosen while the session runs, or after it, is that of its invoice; its own browser alone chooses', async () => {
    const c = await charger()
    const asked = { amount: 500, method: 'upi', stopToken: TOKEN }
    const r = await call('POST', `charger/${c.id}/1/order`, asked, {}, NETWORK)
    const { sessionId, order: made } = r.data as { sessionId: string; order: { id: string } }
    await pay(sessionId, made.id)
    const begun = await begin(c, (await remoteStart(c)).idTag)
    const choose = (language: unknown, stopToken = TOKEN, id = sessionId) =>
      call('POST', `session/${id}/language`, { language, stopToken }, HINDI)
    const language = async () => (await sessionOf(sessionId)).language
    expect(await language()).toBe('en')
    expect(await choose('hi', 'x'.repeat(32))).toMatchObject({ status: 403, message: hindi.told.notYours })
    expect(await choose('hi', TOKEN, 'none')).toMatchObject({ status: 404, message: hindi.told.noSession })
    expect(await choose('fr')).toMatchObject({ status: 422, errors: { language: hindi.told.chooseLanguage } })
    expect(await language()).toBe('en')
    expect(await choose('hi')).toMatchObject({ status: 200, data: { language: 'hi' } })
    expect(await language()).toBe('hi')
    await end(c, begun)
    const invoice = async () => (await call('GET', `session/${sessionId}/invoice`)).data
    expect(await invoice()).toMatchObject({ language: 'hi', total: 217.41 })
    expect((await choose('en')).status).toBe(200)
    expect(await invoice()).toMatchObject({ language: 'en' })
    await c.close()
  })

  test('why a session was refused is stored in English, and told in the language of whoever asks', async () => {
    const c = await charger({ answer: null })
    const sessionId = await paid(c.id, {}, NETWORK)
    const stopped = await call('POST', `session/${sessionId}/stop`, undefined, { ...HINDI, 'x-stop-token': TOKEN })
    expect(stopped).toMatchObject({ status: 200, message: hindi.told.stopping })
    const told = (await call('GET', `session/${sessionId}`, undefined, HINDI)).data as PaySession
    expect([told.reason, (await sessionOf(sessionId)).reason]).toEqual([hindi.told.cancelled, WHY.cancelled])
    await c.close()
  })

  test('a code comes in the language of the driver’s record, else of the browser; the answer names that of the record', async () => {
    const { teamId } = t.world.one
    const text = async (phone: string, headers: object, more: object = {}) => {
      const before = await t.db.selectFrom('outbox').select(t.db.fn.max('outboxId').as('id')).executeTakeFirst()
      await call('POST', 'otp', { phone, ...more }, headers, `10.7.0.${phone.slice(-2)}`)
      const row = await t.db
        .selectFrom('outbox')
        .select('body')
        .where('outboxId', '>', before?.id ?? 0)
        .executeTakeFirstOrThrow()
      return row.body
    }
    await t.db.transaction().execute(async trx => {
      await drivers.create(trx, { teamId, firstName: 'Of', lastName: 'Record', phone: '9876500061', language: 'hi' })
      await drivers.create(trx, { teamId, firstName: 'Of', lastName: 'Browser', phone: '9876500062' })
    })
    const ofRecord = await text('9876500061', { 'accept-language': 'en' })
    expect(ofRecord).toMatch(/वॉलेट से भुगतान का कोड: \d{6}।/)
    expect(await text('9876500062', HINDI)).toMatch(/भुगतान का कोड/)
    await t.db
      .transaction()
      .execute(trx =>
        drivers.create(trx, { teamId, firstName: 'Of', lastName: 'Choice', phone: '9876500064', language: 'hi' }),
      )
    expect(await text('9876500064', { 'accept-language': 'hi' }, { language: 'en' })).toMatch(/^\d{6} is|code/i)
    const otp = /\d{6}/.exec(ofRecord)?.[0]
    // A mail has words of its own around the code: those of the language too.
    const email = 'hindi@example.com'
    await t.db
      .transaction()
      .execute(trx => drivers.create(trx, { teamId, firstName: 'Of', lastName: 'Mail', email, language: 'hi' }))
    await call('POST', 'otp', { email }, {}, '10.7.0.63')
    const letter = await t.db.selectFrom('outbox').selectAll().where('recipient', '=', email).executeTakeFirstOrThrow()
    expect(mail.mailText(letter, 'test').split('\n')[0]).toBe(hindi.letters.testNotice)
    const checked = await call('POST', 'otp/verify', { phone: '9876500061', otp }, {}, '10.7.0.61')
    expect(checked.data).toMatchObject({ language: 'hi' })
    expect(await call('POST', 'otp/verify', { phone: '9876500061', otp: '123456' }, HINDI, '10.7.0.61')).toMatchObject({
      status: 422,
      message: hindi.told.wrongCode,
    })
  })
})
