// Payments of the provider that comes with the product, over a real socket: with its webhooks lost, doubled and in any
// order, its answers late or missing, and connections to the database killed, all money is found or goes back (M-5).
import type { Payment, Provider } from '@wattdesk/razorpay/provider'
import { type Sandbox, startSandbox } from '@wattdesk/razorpay/sandbox/server'
import { memoryStore } from '@wattdesk/razorpay/sandbox/store'
import { signatureOf } from '@wattdesk/razorpay/signature'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trialBalance } from '#money/ledger/account.store.ts'
import { WEBHOOKS } from '#money/payment-provider/provider-account.contract.ts'
import { USES } from '#money/payment-provider/provider-account.rules.ts'
import { remove, saveAccount } from '#money/payment-provider/provider-account.store.ts'
import { providerOf, sandboxAccount } from '#money/payment-provider/provider-of.commands.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { callDue } from '#money/refunds/refund-call.commands.ts'
import { over } from '#platform/services.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import { takeInPayment } from './payment.commands.ts'
import { REFUND_NOT_KNOWN } from './payment-owner.commands.ts'
import { pollPayments, reconcilePayments, returnStrays } from './payment-search.commands.ts'
import { askedFor, providerId } from './test-pay-session.ts'
import { testPayment } from './test-payment.ts'
import { workLeft } from './webhook.commands.ts'
import { eventsLeftOver, MOST_ATTEMPTS } from './webhook-event.store.ts'

const SECRET = 'the webhook secret of the tests'
let t: TestApp
let sandbox: Sandbox
const sandboxBooks = memoryStore()
let provider: Provider
let aheadMs = 0
let url = ''
const now = () => new Date(Date.now() + aheadMs)
/** Captured money that the handler received, within its transactions. */
const captured: string[] = []
beforeAll(async () => {
  const key = { keyId: 'rzp_test_1', keySecret: 'the key secret of the tests' }
  sandbox = await startSandbox({
    store: sandboxBooks,
    now,
    webhook: { url: undefined, secret: SECRET },
    ...key,
    everyMs: 3_600_000,
  })
  t = await startApp({ now, razorpayUrl: sandbox.url })
  url = `${(await t.listen()).http}${WEBHOOKS}`
  sandbox.tellTo(url)
  const { companyId } = t.world.one
  const { seal } = t.services
  const account = {
    companyId,
    keyId: key.keyId,
    keySecret: seal.close(key.keySecret, USES.keySecret(companyId)),
    webhookSecret: seal.close(SECRET, USES.webhookSecret(companyId)),
    oldWebhookSecret: null,
    oldWebhookUntil: null,
    refusedAt: null,
    changedAt: now(),
  }
  await t.db.transaction().execute(trx => saveAccount(trx, account))
  provider = await providerOf(t.services, companyId)
  t.services.followers.captured.push(async (_trx, c) => void captured.push(c.paymentId))
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  await sandbox.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

const value = <T>(o: { is: string; value?: T }): T => {
  if (o.is !== 'ok') throw new Error(JSON.stringify(o))
  return o.value as T
}
const post = (body: string, headers: Record<string, string>) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const eventsKept = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from webhook_event`.execute(t.db)).rows[0]?.n
const paymentRow = async (id: string) =>
  (await sql<Record<string, unknown>>`select * from payment where payment_id = ${id}`.execute(t.db)).rows[0]
const changesOf = async (id: string) =>
  (
    await sql<{
      status: string
      source: string
    }>`select status, source from payment_change where payment_id = ${id} order by change_id`.execute(t.db)
  ).rows
const paymentBalance = async (id: string) =>
  (
    await sql<{
      paise: number
    }>`select a.balance_paise as paise from payment p join account a on a.kind = 'payment' and a.ref = p.payment_no
      where p.payment_id = ${id}`.execute(t.db)
  ).rows[0]?.paise ?? 0
/** Has the provider know a payment as it is, by whichever order. */
async function isAtProvider(
  p: Payment,
  more: object = {},
  refunds: 'processed' | 'pending' = 'processed',
): Promise<void> {
  const account = sandbox.account.accountId
  const entity = {
    id: p.id,
    entity: 'payment',
    amount: p.amount,
    currency: p.currency,
    status: p.status,
    order_id: p.orderId,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: p.captured,
    description: p.description,
    notes: p.notes,
    fee: null,
    tax: null,
    acquirer_data: {},
    created_at: p.createdAt,
    ...more,
  }
  const content = { entity, plan: { outcome: 'success', refunds } }
  const at = { createdAt: new Date(p.createdAt * 1000), dueAt: null }
  await sandboxBooks.change(account, books =>
    books.put({ id: p.id, kind: 'payment', account, parentId: p.orderId, content, ...at }),
  )
}
/** Works off what has come, as if its jobs had been lost. */
const workAll = async () => {
  aheadMs += 130_000
  await workLeft(t.services)
}
const eventOf = (payment: Payment, event = 'payment.captured') =>
  JSON.stringify({
    entity: 'event',
    event,
    created_at: payment.createdAt + 5,
    payload: {
      payment: {
        entity: {
          id: payment.id,
          amount: payment.amount,
          currency: 'INR',
          status: payment.status,
          captured: payment.captured,
          order_id: payment.orderId,
          method: 'upi',
          notes: [],
          created_at: payment.createdAt,
        },
      },
    },
  })

test('what can never be worked off is kept with its reason and holds up nobody', async () => {
  const send = async (id: string, body: string, more = {}) =>
    (await post(body, { 'x-razorpay-signature': signatureOf(body, SECRET), 'x-razorpay-event-id': id, ...more })).status
  const kept = async (id: string) =>
    (
      await sql<Record<string, unknown>>`select attempts, failure, given_up_at is not null as is_given_up,
        worked_at is not null as is_worked from webhook_event where event_id = ${id}`.execute(t.db)
    ).rows[0]
  const createdAt = Math.floor(now().getTime() / 1000)
  const one = (more: object, id = providerId('pay')) => {
    const e = JSON.parse(eventOf(testPayment({ id, createdAt })))
    Object.assign(e.payload.payment.entity, more)
    return { id, body: JSON.stringify(e) }
  }
  // Texts that no database takes are cleaned: the money is taken in.
  const oddTexts = { description: 'QRv2\0 \ud800 Payment', notes: { 'a\0': '\udc00' } }
  const odd = one(oddTexts)
  await isAtProvider(testPayment({ id: odd.id, createdAt }), oddTexts)
  expect(await send('evt_odd', odd.body)).toBe(200)
  const hopeless = {
    evt_minus: one({ amount_refunded: -1 }).body,
    evt_late: one({ created_at: 1e15 }).body,
    evt_long: one({}, `pay_${'x'.repeat(5000)}`).body,
    evt_deep: one({}).body.replace('"notes":[]', `"notes":{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    evt_deep_event: `{"event":"payment.captured","payload":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    evt_no_json: 'signed, and no JSON',
    evt_no_event: '{"entity": "event"}',
  }
  for (const [id, body] of Object.entries(hopeless)) expect([id, await send(id, body)]).toEqual([id, 200])
  await workAll()
  expect(await kept('evt_odd')).toMatchObject({ isWorked: true, failure: null })
  expect((await paymentRow(odd.id))?.description).toBe('QRv2\ufffd \ufffd Payment')
  for (const id of Object.keys(hopeless))
    expect([id, await kept(id)]).toEqual([
      id,
      expect.objectContaining({ isGivenUp: true, isWorked: false, failure: expect.stringMatching(/cannot be read/) }),
    ])
  // An event about a refund of an unknown payment is tried `MOST_ATTEMPTS` times, at growing intervals.
  const refund = { id: providerId('rfnd'), amount: 100, payment_id: providerId('pay'), status: 'processed', notes: [] }
  const event = { entity: 'event', event: 'refund.processed', created_at: createdAt }
  const body = JSON.stringify({ ...event, payload: { refund: { entity: { ...refund, created_at: createdAt } } } })
  expect(await send('evt_nobody', body)).toBe(200)
  for (let i = 0; i < MOST_ATTEMPTS + 2; i++) {
    aheadMs += 481 * 60_000
    await workLeft(t.services)
  }
  expect(await kept('evt_nobody')).toMatchObject({
    attempts: MOST_ATTEMPTS,
    isGivenUp: true,
    failure: expect.stringMatching(/of a payment that nobody has told of yet/),
  })
  // Failing events of one company do not delay those of another.
  const { one: a, two: b } = t.world
  await sql`insert into webhook_event (company_id, event_id, body, received_at, next_at)
    select ${a.companyId}::int, 'many_' || n, 'x'::bytea, ${now()}::timestamptz - interval '1 day', ${now()}::timestamptz - interval '1 day'
    from generate_series(1, 40) n
    union all select ${b.companyId}::int, 'single', 'x'::bytea, ${now()}::timestamptz, ${now()}::timestamptz`.execute(
    t.db,
  )
  expect((await eventsLeftOver(t.db, now(), 3)).map(e => e.companyId)).toContain(b.companyId)
  await sql`delete from webhook_event where event_id like 'many_%' or event_id = 'single'`.execute(t.db)
  await givenUpAreShownAndTriedAgain([...Object.keys(hopeless), 'evt_nobody'])
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(600_000) })
  expect(((await large.json()) as { message: string }).message).toBe('The request should be 512 KB or less')
})

/**
 * Shown to readers who may see the company, tried again by its finance admin alone; unreadable events stay with their
 * reason.
 */
async function givenUpAreShownAndTriedAgain(ids: readonly string[]): Promise<void> {
  const ask = async (method: 'GET' | 'POST', who: Person) => {
    const headers = await t.as(who)
    const url = `/cms/v1/company/${t.world.one.companyId}/payment-provider/webhooks`
    const r = await t.app.inject({ method, url, headers })
    return { status: r.statusCode, data: (r.json() as { data: never }).data }
  }
  const names = async () => (await ask('GET', 'admin')).data as { eventId: string; failure: string; attempts: number }[]
  for (const [who, reads, tries] of [
    ['viewer', 403, 403],
    ['finance', 403, 403],
    ['stranger', 404, 404],
  ] as const) {
    expect([who, (await ask('GET', who)).status]).toEqual([who, reads])
    expect([who, (await ask('POST', who)).status]).toEqual([who, tries])
  }
  const before = await names()
  expect(before.map(e => e.eventId).sort()).toEqual([...ids].sort())
  expect(before.every(e => e.failure !== '')).toBe(true)
  expect(await ask('POST', 'admin')).toEqual({ status: 200, data: { tried: ids.length, worked: 0 } })
  // An event whose payment is unknown waits for it again, as on its first day.
  expect((await names()).map(e => e.eventId).sort()).toEqual(ids.filter(id => id !== 'evt_nobody').sort())
}

test('a webhook is believed by its signature alone, stored once and worked once', async () => {
  const p = testPayment({ id: providerId('pay'), createdAt: Math.floor(now().getTime() / 1000) })
  await takeInPayment(t.services, t.world.one.companyId, { ...p, status: 'created', captured: false }, 'poll')
  await isAtProvider(p)
  const body = eventOf(p).replaceAll('/', '\\/')
  const signed = { 'x-razorpay-signature': signatureOf(body, SECRET), 'x-razorpay-event-id': 'evt_1' }
  const before = await eventsKept()
  const forged: Record<string, string>[] = [
    {},
    { 'x-razorpay-event-id': 'evt_1' },
    { ...signed, 'x-razorpay-signature': signatureOf(body, 'another secret') },
    { ...signed, 'x-razorpay-signature': 'no signature' },
  ]
  for (const headers of forged) expect((await post(body, headers)).status).toBe(401)
  expect((await post(body.replace('50000', '50001'), signed)).status).toBe(401)
  expect(await eventsKept()).toBe(before)
  const answers = await Promise.all([1, 2, 3].map(() => post(body, signed)))
  expect(answers.map(r => r.status)).toEqual([200, 200, 200])
  expect(await eventsKept()).toBe((before ?? 0) + 1)
  await workAll()
  expect((await post(body, signed)).status).toBe(200)
  expect(await workLeft(t.services)).toBe(0)
  expect(await paymentRow(p.id)).toMatchObject({
    status: 'captured',
    companyId: t.world.one.companyId,
    capturedAt: new Date((p.createdAt + 5) * 1000),
  })
  expect([await changesOf(p.id), await paymentBalance(p.id)]).toEqual([
    [
      { status: 'created', source: 'poll' },
      { status: 'captured', source: 'webhook' },
    ],
    50_000,
  ])
  expect(captured.filter(id => id === p.id)).toHaveLength(1)
})

test('a payment stands where its order or its notes say', async () => {
  const c = await newCharger(t)
  const { companyId, teamId } = t.world.one
  const s = await askedFor(t, c)
  const ordered = testPayment({ id: providerId('pay'), orderId: s.orderId, status: 'created', captured: false })
  const noted = testPayment({ id: providerId('pay'), notes: { chargerId: c.id, connectorId: '2' } })
  const strange = testPayment({ id: providerId('pay'), notes: { chargerId: 'NOBODY', connectorId: 'x' } })
  for (const p of [ordered, noted, strange]) await takeInPayment(t.services, companyId, p, 'poll')
  expect(await paymentRow(ordered.id)).toMatchObject({
    teamId,
    chargepointPk: c.pk,
    connectorId: 1,
    paySessionId: s.paySessionId,
  })
  expect(await paymentRow(noted.id)).toMatchObject({ teamId, chargepointPk: c.pk, connectorId: 2, paySessionId: null })
  expect(await paymentRow(strange.id)).toMatchObject({ teamId: companyId, chargepointPk: null, connectorId: null })
})

/**
 * Sends an event signed with the secret of a company that uses the sandbox, works off the inbox, and returns why the
 * event was given up.
 */
async function reportBy(companyId: number, event: string): Promise<string | null> {
  const account = sandboxAccount(t.services.seal, companyId)
  const body = JSON.stringify({ ...JSON.parse(event), account_id: account.accountId })
  return report(companyId, body, account.webhookSecret)
}
async function report(companyId: number, body: string, secret: string): Promise<string | null> {
  const id = providerId('evt')
  const sent = await post(body, { 'x-razorpay-signature': signatureOf(body, secret), 'x-razorpay-event-id': id })
  expect(sent.status).toBe(200)
  await workAll()
  const { rows } = await sql<{ failure: string | null; isOver: boolean }>`select failure,
      (worked_at is not null or given_up_at is not null) as is_over
    from webhook_event where event_id = ${id} and company_id = ${companyId}`.execute(t.db)
  expect(rows).toMatchObject([{ isOver: true }])
  return rows[0]?.failure ?? null
}
const rowsOf = async (id: string) =>
  (
    await sql<{ companyId: number; status: string }>`select company_id, status from payment where payment_id = ${id}
      order by company_id`.execute(t.db)
  ).rows
const refundEventOf = (paymentId: string, amount: number, id = providerId('rfnd')) =>
  JSON.stringify({
    entity: 'event',
    event: 'refund.processed',
    created_at: Math.floor(now().getTime() / 1000),
    payload: {
      refund: {
        entity: {
          id,
          amount,
          payment_id: paymentId,
          status: 'processed',
          notes: [],
          created_at: Math.floor(now().getTime() / 1000),
        },
      },
    },
  })
const OTHERS = 'The order of this payment belongs to another company'
const OTHERS_REFUND = 'The payment of this refund belongs to another company'
const UNKNOWN = 'The payment provider does not know this payment in the account of the company'

test.each(['before', 'after'] as const)(
  'another company that signs a payment of ours %s the genuine webhook takes nothing of it',
  async when => {
    const { companyId: ours } = t.world.one
    const { companyId: theirs } = t.world.two
    const s = await askedFor(t, await newCharger(t))
    const p = testPayment({ id: providerId('pay'), orderId: s.orderId, createdAt: Math.floor(now().getTime() / 1000) })
    await isAtProvider(p)
    const genuine = async () => expect(await report(ours, eventOf(p), SECRET)).toBeNull()
    const attack = async () => {
      const before = await rowsOf(p.id)
      expect(await reportBy(theirs, eventOf(p))).toBe(OTHERS)
      // Without an order, with an order that was not placed here, and by a refund: the provider is asked, and does not
      // know the payment.
      expect(await reportBy(theirs, eventOf({ ...p, orderId: null }))).toBe(UNKNOWN)
      expect(await reportBy(theirs, eventOf({ ...p, orderId: 'order_OfNobodyHere1' }))).toBe(UNKNOWN)
      // A refund of it alone is refused at once where the payment is known here as ours.
      if (when === 'after') expect(await reportBy(theirs, refundEventOf(p.id, 100))).toBe(OTHERS_REFUND)
      expect(await rowsOf(p.id)).toEqual(before)
    }
    if (when === 'before') await attack()
    await genuine()
    if (when === 'after') await attack()
    expect(await rowsOf(p.id)).toEqual([{ companyId: ours, status: 'captured' }])
    const posted = sql<{ n: number }>`select count(*)::int as n from posting where idempotency_key like ${`${p.id}:%`}`
    expect((await posted.execute(t.db)).rows).toEqual([{ n: 1 }])
    expect(captured.filter(id => id === p.id)).toHaveLength(1)
  },
)

const MOST = Number.MAX_SAFE_INTEGER
test.each([
  ['more than its order', { amount: 1_000_000 }, UNKNOWN],
  ['less than its order', { amount: 1 }, UNKNOWN],
  ['another currency', { currency: 'USD' }, UNKNOWN],
  ['the amount of its order', {}, UNKNOWN],
  ['nothing', { amount: 0 }, 'The amount of the payment is not above 0: 0 paise'],
  ['less than nothing', { amount: -10_000 }, 'The amount of the payment is not above 0: -10000 paise'],
  ['half a paisa', { amount: 100.5 }, 'The amount of the payment is not a number of whole paise'],
  ['far too much', { amount: MOST }, `The amount of the payment is above all that can be paid: ${MOST} paise`],
])(
  'a payment of our order that the provider does not know, of %s, is given up and not booked',
  async (_of, more, why) => {
    const { companyId } = t.world.one
    const s = await askedFor(t, await newCharger(t))
    const p = testPayment({ id: providerId('pay'), orderId: s.orderId, createdAt: Math.floor(now().getTime() / 1000) })
    const event = JSON.parse(eventOf(p))
    Object.assign(event.payload.payment.entity, more)
    for (const name of ['payment.captured', 'order.paid'])
      expect([name, await report(companyId, JSON.stringify({ ...event, event: name }), SECRET)]).toEqual([name, why])
    expect(await rowsOf(p.id)).toEqual([])
  },
)

test('a payment that the provider knows is booked as the provider says, whatever its report says', async () => {
  const { companyId } = t.world.one
  const s = await askedFor(t, await newCharger(t))
  const p = testPayment({ id: providerId('pay'), orderId: s.orderId, createdAt: Math.floor(now().getTime() / 1000) })
  await isAtProvider(p)
  expect(await report(companyId, eventOf({ ...p, amount: 900_000, currency: 'USD' }), SECRET)).toBeNull()
  expect(await paymentRow(p.id)).toMatchObject({ amountPaise: 50_000, currency: 'INR', isUnbooked: false })
  expect(captured.filter(id => id === p.id)).toHaveLength(1)
})

test('a payment of another amount than its order at the provider too is kept for a person, and neither it nor its refund is booked', async () => {
  const { companyId } = t.world.one
  const s = await askedFor(t, await newCharger(t))
  const p = testPayment({
    id: providerId('pay'),
    orderId: s.orderId,
    amount: 70_000,
    createdAt: Math.floor(now().getTime() / 1000),
  })
  await isAtProvider(p)
  expect(await report(companyId, eventOf(p), SECRET)).toBeNull()
  const back = value(await provider.refund(p.id, { amount: 10_000, key: 'refund_of_odd_amount', notes: {} }))
  expect(await report(companyId, refundEventOf(p.id, 10_000, back.id), SECRET)).toBeNull()
  await pollPayments(t.services)
  expect(await paymentRow(p.id)).toMatchObject({ amountPaise: 70_000, isUnbooked: true })
  const posted = sql<{ n: number }>`select count(*)::int as n from posting where idempotency_key like ${`${p.id}:%`}`
  expect([(await posted.execute(t.db)).rows, captured.includes(p.id)]).toEqual([[{ n: 0 }], false])
  const items = await t.app.inject({
    url: `/cms/v1/team/${companyId}/reconciliation/open/reports?q=${p.id}`,
    headers: await t.as('admin'),
  })
  expect(items.json().data).toMatchObject([
    {
      paymentId: p.id,
      amount: 0,
      what: 'Payment of 700.00 INR for an order of 500.00 INR',
      nextStep: expect.stringMatching(/^Razorpay takes an order only at its own amount/),
    },
  ])
})

test.each([-5, 0, 1.5, 9e15])('a reported refund of %s paise is given up with a reason in words', async amount => {
  const { companyId } = t.world.one
  const p = testPayment({ id: providerId('pay'), createdAt: Math.floor(now().getTime() / 1000) })
  await isAtProvider(p)
  expect(await report(companyId, eventOf(p), SECRET)).toBeNull()
  const why = await report(companyId, refundEventOf(p.id, amount), SECRET)
  expect(why).toMatch(
    /^The amount of the refund is (not above 0|not a number of whole paise|above all that can be paid)/,
  )
})

test('a company with a payment of its own under our id, and a refund under ours, keeps none of ours from its books', async () => {
  const { companyId: ours } = t.world.one
  const { companyId: theirs } = t.world.two
  const p = testPayment({ id: providerId('pay') })
  // Another company has a row with the same payment id: stored before ownership was checked, or from a provider account
  // with equal ids.
  await takeInPayment(t.services, theirs, { ...p, amount: 1000 }, 'poll')
  await isAtProvider(p)
  expect(await report(ours, eventOf(p), SECRET)).toBeNull()
  expect(await rowsOf(p.id)).toEqual([
    { companyId: ours, status: 'captured' },
    { companyId: theirs, status: 'captured' },
  ])
  const refundId = providerId('rfnd')
  const about = { amount: 400, paymentId: p.id, status: 'processed' as const, notes: {}, receipt: null }
  const refund = { ...about, id: refundId, speedProcessed: null, acquirerData: {}, createdAt: p.createdAt }
  for (const companyId of [theirs, ours])
    expect(await takeInRefund(t.services, companyId, refund, 'webhook')).toBe(true)
  const { rows } = await sql<{ companyId: number; paise: number; waiting: number }>`
    select r.company_id, r.amount_paise as paise, a.balance_paise as waiting from refund r
      join payment y using (payment_id, company_id) join account a on a.kind = 'payment' and a.ref = y.payment_no
    where r.provider_refund_id = ${refundId} order by 1`.execute(t.db)
  expect(rows).toEqual([
    { companyId: ours, paise: 400, waiting: 49_600 },
    { companyId: theirs, paise: 400, waiting: 600 },
  ])
})

test('two companies with one provider account: the order decides, then the charge point, whoever reports', async () => {
  const { companyId: ours } = t.world.one
  const { companyId: other } = t.world.two
  const { seal } = t.services
  const THEIR_SECRET = 'the webhook secret of the other company'
  const account = {
    companyId: other,
    keyId: 'rzp_test_1',
    oldWebhookSecret: null,
    oldWebhookUntil: null,
    changedAt: now(),
    refusedAt: null,
    keySecret: seal.close('the key secret of the tests', USES.keySecret(other)),
    webhookSecret: seal.close(THEIR_SECRET, USES.webhookSecret(other)),
  }
  await t.db.transaction().execute(trx => saveAccount(trx, account))
  try {
    sandbox.tellTo('http://127.0.0.1:9/unheard')
    const c = await newCharger(t)
    const paidAt = async (notes: Record<string, string>) => {
      const { id } = value(await provider.createOrder({ amount: 50_000, receipt: 'r', notes }))
      const { payment } = await sandbox.pay(id, { method: 'upi', description: 'QRv2 Payment' })
      value(await provider.capture(payment.id, 50_000))
      return { orderId: id, payment: value(await provider.payment(payment.id)) }
    }
    const ordered = await paidAt({})
    const s = await askedFor(t, c)
    await sql`update pay_session set order_id = ${ordered.orderId} where pay_session_id = ${s.paySessionId}`.execute(
      t.db,
    )
    const noted = await paidAt({ chargerId: c.id, connectorId: '1' })
    const back = value(
      await provider.refund(ordered.payment.id, { amount: 20_000, key: 'refund_of_desk_1', notes: {} }),
    )
    expect(await report(other, refundEventOf(ordered.payment.id, 20_000, back.id), THEIR_SECRET)).toBeNull()
    for (const p of [ordered.payment, noted.payment]) {
      expect(await report(other, eventOf(p), THEIR_SECRET)).toBeNull()
      expect(await report(ours, eventOf(p), SECRET)).toBeNull()
    }
    await reconcilePayments(t.services)
    for (const p of [ordered.payment, noted.payment]) expect(await rowsOf(p.id)).toMatchObject([{ companyId: ours }])
    const { rows: refunds } = await sql`select company_id, amount_paise from refund
      where provider_refund_id = ${back.id}`.execute(t.db)
    expect(refunds).toEqual([{ companyId: ours, amountPaise: 20_000 }])
    // Neither company can make up a refund: only the provider's word books one.
    const waiting = await paymentBalance(ordered.payment.id)
    for (const [by, secret] of [
      [other, THEIR_SECRET],
      [ours, SECRET],
    ] as const)
      expect(await report(by, refundEventOf(ordered.payment.id, 100), secret)).toBe(REFUND_NOT_KNOWN)
    expect(await paymentBalance(ordered.payment.id)).toBe(waiting)
    const { rows: checks } = await sql<{ differences: { paymentId: string }[] }>`select differences from provider_check
      where company_id = ${other} order by check_id desc limit 1`.execute(t.db)
    const ids = [ordered.payment.id, noted.payment.id]
    expect(checks[0]?.differences.filter(d => ids.includes(d.paymentId))).toEqual([])
  } finally {
    sandbox.tellTo(url)
    await t.db.transaction().execute(trx => remove(trx, other))
  }
})

test('a report about a refund only has the provider asked: its state there is booked, and nothing while it is away', async () => {
  const { companyId, teamId } = t.world.one
  const refundsOf = async (paymentId: string) =>
    (
      await sql<{
        status: string
        amountPaise: number
        processedAt: Date | null
      }>`select status, amount_paise, processed_at
        from refund where payment_id = ${paymentId}`.execute(t.db)
    ).rows
  sandbox.tellTo('http://127.0.0.1:9/unheard')
  try {
    const p = testPayment({ id: providerId('pay'), createdAt: Math.floor(now().getTime() / 1000) })
    await isAtProvider(p, {}, 'pending')
    expect(await report(companyId, eventOf(p), SECRET)).toBeNull()
    const of = { paymentId: p.id, companyId, teamId, amountPaise: 20_000, cause: 'by hand' as const, at: now() }
    await t.db.transaction().execute(trx => addRefund(trx, of))
    await callDue(t.services)
    const [made] = value(await provider.refundsOf(p.id))
    expect(await refundsOf(p.id)).toMatchObject([{ status: 'pending' }])
    // The report claims that the refund is processed, and more; the provider says pending.
    expect(await report(companyId, refundEventOf(p.id, 50_000, made?.id), SECRET)).toBeNull()
    expect(await refundsOf(p.id)).toMatchObject([{ status: 'pending', amountPaise: 20_000, processedAt: null }])
    // So does the payment in a report: what has gone back of it is read from the provider.
    const claims = JSON.parse(eventOf(p))
    Object.assign(claims.payload.payment.entity, { status: 'refunded', amount_refunded: 50_000, refund_status: 'full' })
    expect(await report(companyId, JSON.stringify(claims), SECRET)).toBeNull()
    expect(await paymentRow(p.id)).toMatchObject({ status: 'captured', refundedPaise: 20_000 })
    // While the provider is away nothing is booked; the report is worked off later.
    const desk = value(await provider.refund(p.id, { amount: 10_000, key: 'refund_of_desk_2', notes: {} }))
    sandbox.faults.add('refundsOf', 'server error', { times: 1 })
    const id = providerId('evt')
    const body = refundEventOf(p.id, 10_000, desk.id)
    await post(body, { 'x-razorpay-signature': signatureOf(body, SECRET), 'x-razorpay-event-id': id })
    const event = async () =>
      (
        await sql<{ failure: string | null; isWorked: boolean }>`select failure, worked_at is not null as is_worked
          from webhook_event where event_id = ${id}`.execute(t.db)
      ).rows[0]
    await workAll().catch(() => undefined)
    expect(await event()).toMatchObject({ isWorked: false, failure: expect.stringMatching(/could not be asked/) })
    expect(await refundsOf(p.id)).toHaveLength(1)
    await workAll()
    expect(await event()).toMatchObject({ isWorked: true })
    expect(await refundsOf(p.id)).toMatchObject([{ amountPaise: 20_000 }, { amountPaise: 10_000 }])
  } finally {
    sandbox.tellTo(url)
  }
})

test('the comparison names a refund of ours that the provider does not have', async () => {
  const { companyId } = t.world.one
  const p = testPayment({ id: providerId('pay'), createdAt: Math.floor(now().getTime() / 1000) })
  await isAtProvider(p)
  expect(await report(companyId, eventOf(p), SECRET)).toBeNull()
  const invented = { id: providerId('rfnd'), paymentId: p.id, amount: 300, status: 'processed' as const }
  const more = { speedProcessed: null, notes: {}, receipt: null, acquirerData: {}, createdAt: p.createdAt }
  await takeInRefund(t.services, companyId, { ...invented, ...more }, 'poll')
  const real = value(await provider.refund(p.id, { amount: 200, key: 'refund_of_desk_3', notes: {} }))
  await takeInRefund(t.services, companyId, real, 'poll')
  aheadMs += 10 * 60_000
  await reconcilePayments(t.services)
  const { rows } = await sql<{ differences: { refundId?: string }[] }>`select differences from provider_check
    where company_id = ${companyId} order by check_id`.execute(t.db)
  const named = rows.flatMap(r => r.differences).filter(d => d.refundId === invented.id || d.refundId === real.id)
  expect(named).toContainEqual({
    kind: 'refund not there',
    paymentId: p.id,
    refundId: invented.id,
    theirs: null,
    ours: 'processed',
  })
  expect(named.filter(d => d.refundId === real.id)).toEqual([])
})

test('with the connection killed at any statement a telling is whole or has not been, and the next one makes it whole', async () => {
  const { companyId } = t.world.one
  const p = testPayment({ id: providerId('pay') })
  for (let killedAt = 1; ; killedAt++) {
    let n = 0
    const db = t.db.withPlugin({
      transformQuery: ({ node }) =>
        ++n === killedAt ? (sql`select pg_terminate_backend(pg_backend_pid())`.toOperationNode() as never) : node,
      transformResult: async ({ result }) => result,
    })
    const isDone = await takeInPayment(over(db, t.services), companyId, p, 'webhook').then(
      () => true,
      () => false,
    )
    const row = await paymentRow(p.id)
    expect([row !== undefined, (await changesOf(p.id)).length, await paymentBalance(p.id)]).toEqual(
      isDone ? [true, 1, 50_000] : [false, 0, 0],
    )
    if (isDone) {
      expect(killedAt).toBeGreaterThan(8)
      return
    }
  }
})

const OTHER_SALE = 'A helmet'
test('what the same account sells beside charging is shown, and neither taken nor given back', async () => {
  const sale = async (description: string) => {
    const { id } = value(await provider.createOrder({ amount: 70_000, receipt: 'r', notes: {} }))
    return (await sandbox.pay(id, { method: 'card', description })).payment.id
  }
  const [other, ours] = [await sale(OTHER_SALE), await sale('QRv2 Payment')]
  await sandbox.idle()
  await workAll()
  await pollPayments(t.services)
  expect(await Promise.all([other, ours].map(async id => (await paymentRow(id))?.status))).toEqual([
    'authorized',
    'captured',
  ])
  value(await provider.capture(other, 70_000))
  await sandbox.idle()
  await workAll()
  aheadMs += 3_600_000
  await returnStrays(t.services)
  const { rows } = await sql<{
    id: string
  }>`select payment_id as id from refund where payment_id in (${other}, ${ours})`.execute(t.db)
  expect(rows).toEqual([{ id: ours }])
  expect((await paymentRow(other))?.status).toBe('captured')
})

/** Numbers that look random, the same ones in every run. */
const dice = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}
/** A thousand take minutes: `PAYMENTS=1000 npx vitest run features/settlement/payments`. */
const COUNT = Number(process.env.PAYMENTS ?? 100)

test('payments with faults, doubles and reordered events agree with the provider in the end, and all money is back', async () => {
  const roll = dice(7)
  const one = <T>(...of: T[]): T => of[Math.floor(roll() * of.length)] as T
  const { faults } = sandbox
  const payOne = async () => {
    const amount = 1000 + Math.floor(roll() * 100_000)
    const order = value(
      await provider.createOrder({ amount, receipt: 'r', notes: { chargerId: t.world.chargers.dc.id } }),
    )
    const outcome = one('success', 'success', 'success', 'failure', 'late') as 'success'
    const { payment } = await sandbox.pay(order.id, {
      method: one('card', 'upi'),
      plan: { outcome, refunds: one('processed', 'processed', 'pending') },
    })
    if (roll() < 0.1) await sandbox.authoriseLate(payment.id)
  }
  for (let i = 0; i < COUNT / 50; i++) {
    faults.habits.capturesByItself = roll() < 0.3
    faults.habits.hidesFee = roll() < 0.2
    faults.habits.webhooks.held = roll() < 0.4
    faults.habits.webhooks.twice = roll() < 0.3
    faults.habits.webhooks.signing = roll() < 0.25 ? 'wrong' : 'secret'
    for (const call of ['capture', 'payment', 'refund', 'payments'] as const)
      if (roll() < 0.4)
        faults.add(call, one('too often', 'bad gateway', 'closed', 'half an answer', 'server error'), {
          times: 1 + Math.floor(roll() * 3),
          done: roll() < 0.5,
        })
    for (let k = 0; k < 50; k += 10) await Promise.all(Array.from({ length: 10 }, payOne))
    if (roll() < 0.7) await sandbox.release(sandbox.account, one('in order', 'reversed'))
    await sandbox.idle()
    await workAll()
    if (roll() < 0.3) await pollPayments(t.services)
    if (roll() < 0.2) await reconcilePayments(t.services)
  }
  faults.habits.webhooks = { held: false, twice: false, signing: 'secret' }
  for (const call of ['capture', 'payment', 'refund', 'payments'] as const) while (faults.take(call));
  // Hours go by: refused webhooks are sent again, lost ones are found, money without a session goes back.
  for (let round = 0; round < 6; round++) {
    aheadMs += 3_600_000
    await sandbox.tick()
    await workAll()
    await pollPayments(t.services)
    await reconcilePayments(t.services)
    await returnStrays(t.services)
    await callDue(t.services)
  }
  const window = { from: Math.floor(now().getTime() / 1000) - 3 * 86_400, to: Math.floor(now().getTime() / 1000) + 60 }
  const theirs = value(await provider.payments(window))
  expect(theirs.length).toBeGreaterThanOrEqual(COUNT)
  const ids = theirs.filter(p => p.description !== OTHER_SALE).map(p => p.id)
  const { rows: open } =
    await sql`select p.payment_id, a.balance_paise from account a join payment p on p.payment_no = a.ref
    where a.kind = 'payment' and a.balance_paise > 0 and p.payment_id = any(${ids})`.execute(t.db)
  expect(open).toEqual([])
  const { rows: waiting } = await sql`select status, count(*)::int from refund
    where status <> 'processed' and payment_id = any(${ids}) group by 1`.execute(t.db)
  expect(waiting).toEqual([])
  const { rows: ours } = await sql<{ id: string; status: string; amountPaise: number; refundedPaise: number }>`
    select payment_id as id, status, amount_paise, refunded_paise from payment`.execute(t.db)
  const known = new Map(ours.map(o => [o.id, o]))
  const differing = theirs.filter(p => {
    const o = known.get(p.id)
    return !o || o.status !== p.status || o.amountPaise !== p.amount || o.refundedPaise !== p.amountRefunded
  })
  expect(differing).toEqual([])
  const { rows: checks } = await sql<{ differences: { paymentId: string }[] }>`
    select differences from provider_check order by check_id desc limit 1`.execute(t.db)
  expect(checks[0]?.differences.filter(d => ids.includes(d.paymentId))).toEqual([])
}, 1_200_000)
