// The client against the sandbox over a real socket: every call, every fault that can be asked for, and the webhooks with
// their signatures over the bytes that arrive.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { razorpay } from '../src/client.ts'
import type { Outcome, Provider } from '../src/provider.ts'
import { readEvent } from '../src/shapes.ts'
import { isSigned } from '../src/signature.ts'
import { type Call, makeFaults, type Trouble } from './habits.ts'
import { type Sandbox, startSandbox } from './server.ts'
import { memoryStore } from './store.ts'

const SECRETS = { secret: 'the present secret', oldSecret: 'the secret before' }
const KEY = { keyId: 'rzp_test_Sandbox', keySecret: 'key secret' }
let clock = new Date('2026-02-02T06:30:00Z')
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}
let sandbox: Sandbox
let provider: Provider
let impatient: Provider
let listener: Server
let refusals = 0
let heard: { id: string; signature: string; body: Buffer }[] = []

beforeAll(async () => {
  listener = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const p of request) pieces.push(p as Buffer)
    const { 'x-razorpay-event-id': id, 'x-razorpay-signature': signature } = request.headers
    heard.push({ id: String(id), signature: String(signature), body: Buffer.concat(pieces) })
    response.writeHead(refusals-- > 0 ? 503 : 200).end()
  })
  await new Promise<void>(ok => listener.listen(0, '127.0.0.1', ok))
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
  // Nothing happens by itself: the tests move the clock.
  const webhook = { url, ...SECRETS }
  sandbox = await startSandbox({ store: memoryStore(), now: () => clock, webhook, ...KEY, everyMs: 3_600_000 })
  provider = razorpay({ url: sandbox.url, ...KEY, pauseMs: 1 })
  impatient = razorpay({ url: sandbox.url, ...KEY, patienceMs: 150 })
})
afterAll(async () => {
  await sandbox.close()
  listener.close()
})
afterEach(async () => {
  Object.assign(sandbox.faults.habits, makeFaults().habits)
  await sandbox.tick()
  refusals = 0
  heard = []
})

function ok<T>(outcome: Outcome<T>): T {
  if (outcome.is !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.value
}
const order = async (amount = 50_000) =>
  ok(await provider.createOrder({ amount, receipt: 'R-1', notes: { chargerId: 'DC-1' } }))
const captured = async (amount = 50_000, payer = {}) => {
  const { payment } = await sandbox.pay((await order(amount)).id, payer)
  return ok(await provider.capture(payment.id, amount))
}
let keys = 0
const refund = (paymentId: string, amount: number, key = `refund-key-${++keys}`, by = provider) =>
  by.refund(paymentId, { amount, key, notes: {} })
const events = () => heard.map(h => readEvent(h.body)?.event)

test('an order is paid, taken and given back; each step is told, signed over its bytes', async () => {
  const o = await order()
  expect(o).toMatchObject({
    amount: 50_000,
    currency: 'INR',
    receipt: 'R-1',
    status: 'created',
    notes: { chargerId: 'DC-1' },
  })
  const { payment, signed } = await sandbox.pay(o.id, { method: 'upi', description: 'QRv2 Payment' })
  expect(
    signed && provider.isCheckoutSigned({ orderId: o.id, paymentId: payment.id, signature: signed.razorpay_signature }),
  ).toBe(true)
  expect(
    signed &&
      provider.isCheckoutSigned({
        orderId: 'order_other',
        paymentId: payment.id,
        signature: signed.razorpay_signature,
      }),
  ).toBe(false)
  expect(ok(await provider.payment(payment.id))).toMatchObject({
    status: 'authorized',
    captured: false,
    fee: null,
    tax: null,
  })
  expect(ok(await provider.capture(payment.id, 50_000))).toMatchObject({
    status: 'captured',
    captured: true,
    fee: 1180,
    tax: 180,
    notes: { chargerId: 'DC-1' },
    orderId: o.id,
    acquirerData: { rrn: expect.stringMatching(/^\d{12}$/) },
  })
  const back = ok(await refund(payment.id, 20_000))
  expect(back).toMatchObject({ status: 'processed', amount: 20_000, speedProcessed: 'normal' })
  expect(ok(await provider.payment(payment.id))).toMatchObject({
    amountRefunded: 20_000,
    refundStatus: 'partial',
    status: 'captured',
  })
  ok(await refund(payment.id, 30_000))
  expect(ok(await provider.payment(payment.id))).toMatchObject({ refundStatus: 'full', status: 'refunded' })
  expect(ok(await provider.refundsOf(payment.id)).map(r => r.amount)).toEqual([30_000, 20_000])
  expect(ok(await provider.paymentsOfOrder(o.id)).map(p => p.id)).toEqual([payment.id])
  await sandbox.idle()
  expect(events()).toEqual([
    'payment.authorized',
    'payment.captured',
    'order.paid',
    'refund.created',
    'refund.processed',
    'refund.created',
    'refund.processed',
  ])
  for (const h of heard) expect(isSigned(h.body, h.signature, SECRETS.secret)).toBe(true)
  expect(heard[0]?.body.toString()).not.toMatch(/[^\\]\//)
})

describe('a call that fails', () => {
  type Case = [what: string, on: Call, trouble: Trouble, done: boolean, why: RegExp]
  const CASES: readonly Case[] = [
    ['is refused as one too many', 'refund', 'too often', false, /^429/],
    ['meets another one under its key', 'refund', 'conflict', false, /^409/],
    ['gets a page of a proxy', 'refund', 'bad gateway', false, /^502$/],
    ['gets a page of a proxy after it was done', 'refund', 'bad gateway', true, /^502$/],
    ['meets trouble of the provider', 'refund', 'server error', false, /^500/],
    ['gets half an answer', 'refund', 'half an answer', true, /cannot be read/],
    ['loses its connection before', 'refund', 'closed', false, /no answer/],
    ['loses its connection after the refund was made', 'refund', 'closed', true, /no answer/],
    ['gets no answer in time', 'refund', 'no answer', true, /no answer within 0.15 s/],
  ]
  test.each(CASES)(
    '%s: unknown; asked again under its key there is one refund',
    async (_what, on, trouble, done, why) => {
      const p = await captured()
      const key = `lost-${++keys}-key`
      sandbox.faults.add(on, trouble, { done })
      const first = await refund(p.id, 10_000, key, impatient)
      expect(first).toMatchObject({ is: 'unknown', why: expect.stringMatching(why) })
      expect(ok(await provider.refundsOf(p.id))).toHaveLength(done ? 1 : 0)
      const again = ok(await refund(p.id, 10_000, key))
      expect(ok(await provider.refundsOf(p.id)).map(r => r.id)).toEqual([again.id])
    },
  )
  test('nobody is there: unknown', async () => {
    const gone = razorpay({ url: 'http://127.0.0.1:9999/v1', ...KEY })
    expect(await gone.payment('pay_1')).toMatchObject({ is: 'unknown', why: expect.stringContaining('ECONNREFUSED') })
  })
  test('the credentials are refused: unknown, for with others the same call may go well', async () => {
    const stale = razorpay({ url: sandbox.url, ...KEY, keySecret: 'other' })
    const p = await captured()
    expect(await refund(p.id, 100, 'stale-key-1', stale)).toMatchObject({
      is: 'unknown',
      why: expect.stringMatching(/^401/),
    })
    expect(await stale.payments({ from: 0, to: 1 })).toMatchObject({ is: 'unknown' })
    ok(await refund(p.id, 100, 'stale-key-1'))
  })
  test('it was sent elsewhere: nobody follows with the credentials', async () => {
    const door = createServer((_q, r) => r.writeHead(302, { location: sandbox.url }).end())
    await new Promise<void>(o => door.listen(0, '127.0.0.1', o))
    const there = razorpay({ url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`, ...KEY })
    expect(await there.payment('pay_1')).toMatchObject({ is: 'unknown' })
    door.close()
  })
})

describe('what the provider refuses, it refuses for good', () => {
  const raw = (path: string, init: object = {}) =>
    fetch(`${sandbox.url}${path}`, {
      headers: { authorization: `Basic ${btoa(`${KEY.keyId}:${KEY.keySecret}`)}`, 'content-type': 'application/json' },
      ...init,
    })
  test.each<[string, () => Promise<Outcome<unknown>>, object]>([
    [
      'an id nobody knows',
      () => provider.payment('pay_00000000000000'),
      { status: 400, description: /does not exist/ },
    ],
    [
      'an id that would lead elsewhere',
      () => provider.payment('../orders'),
      { status: 400, description: /not found|does not exist/ },
    ],
    [
      'another amount than was authorised',
      async () => provider.capture((await sandbox.pay((await order()).id)).payment.id, 49_999),
      { field: 'amount' },
    ],
    [
      'taken twice',
      async () => provider.capture((await captured()).id, 50_000),
      { description: /already been captured/ },
    ],
    ['more than was paid', async () => refund((await captured()).id, 50_001), { description: /greater than/ }],
    ['less than a rupee', async () => refund((await captured()).id, 99), { field: 'amount' }],
    [
      'a refund of what was not taken',
      async () => refund((await sandbox.pay((await order()).id)).payment.id, 100),
      { description: /should be captured/ },
    ],
    [
      'a key that is too short',
      async () => refund((await captured()).id, 100, 'short'),
      { description: /10 characters/ },
    ],
    [
      'another wish under the same key',
      async () => {
        const p = await captured()
        ok(await refund(p.id, 100, 'the-same-key'))
        return refund(p.id, 200, 'the-same-key')
      },
      { description: /Different request body/ },
    ],
  ])('%s', async (_what, ask, refused) => {
    const want = Object.fromEntries(
      Object.entries(refused).map(([k, v]) => [k, v instanceof RegExp ? expect.stringMatching(v) : v]),
    )
    expect(await ask()).toMatchObject({ is: 'rejected', code: 'BAD_REQUEST_ERROR', ...want })
  })
  test('a field nobody knows', async () => {
    const answer = await raw('/orders', {
      method: 'POST',
      body: JSON.stringify({ amount: 100, currency: 'INR', colour: 'red' }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { field: 'colour' } }])
  })
})

test('lists are read to their end over pages, also when one is asked for too often', async () => {
  later(86_400)
  const from = Math.floor(clock.getTime() / 1000)
  const o = await order()
  for (let i = 0; i < 205; i++) await sandbox.pay(o.id, { vpa: 'failure@razorpay' })
  later(10)
  await sandbox.pay((await order()).id)
  sandbox.faults.add('payments', 'too often', { times: 3 })
  const all = ok(await provider.payments({ from, to: from + 5 }))
  expect(new Set(all.map(p => p.id)).size).toBe(205)
  sandbox.faults.add('payments', 'too often', { times: 5 })
  expect(await provider.payments({ from, to: from + 5 })).toMatchObject({ is: 'unknown' })
  expect(ok(await provider.paymentsOfOrder(o.id))).toHaveLength(205)
  const p = await captured()
  for (let i = 0; i < 11; i++) ok(await refund(p.id, 100))
  expect(ok(await provider.refundsOf(p.id))).toHaveLength(11)
  expect(ok(await provider.refunds({ from, to: from + 60 }))).toHaveLength(11)
})

describe('habits of the provider', () => {
  test('a payment fails, is authorised after all, and taken', async () => {
    const o = await order()
    const { payment, signed } = await sandbox.pay(o.id, { vpa: 'failure@razorpay' })
    expect(signed).toBeUndefined()
    expect(ok(await provider.payment(payment.id))).toMatchObject({ status: 'failed', errorCode: 'BAD_REQUEST_ERROR' })
    await sandbox.authoriseLate(payment.id)
    expect(ok(await provider.capture(payment.id, 50_000))).toMatchObject({ status: 'captured', errorCode: null })
    const late = (await sandbox.pay((await order()).id, { plan: { outcome: 'late' } })).payment
    later(61)
    await sandbox.tick()
    expect(ok(await provider.payment(late.id)).status).toBe('authorized')
    expect(events().slice(0, 4)).toEqual(['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid'])
  })
  test.each([
    ['pending', 'processed', { rrn: expect.any(String) }, 'refund.processed', 40_000],
    ['failed', 'failed', {}, 'refund.failed', 0],
  ] as const)('a refund is pending, then %s', async (refunds, status, acquirerData, event, given) => {
    const p = await captured(50_000, { plan: { refunds } })
    const r = ok(await refund(p.id, 40_000))
    expect([r.status, ok(await provider.payment(p.id)).amountRefunded]).toEqual(['pending', 40_000])
    later(6)
    await sandbox.tick()
    expect(ok(await provider.refundsOf(p.id))).toMatchObject([{ id: r.id, status, acquirerData }])
    expect(ok(await provider.payment(p.id)).amountRefunded).toBe(given)
    expect(events().at(-1)).toBe(event)
  })
  test('a refund is processed before its reference number is known', async () => {
    sandbox.faults.habits.refunds = 'no reference'
    const p = await captured(50_000, { method: 'card' })
    const r = ok(await refund(p.id, 100))
    expect(r).toMatchObject({ status: 'processed', acquirerData: {} })
    await sandbox.settleRefund(r.id, 'processed')
    expect(ok(await provider.refundsOf(p.id))).toMatchObject([
      { acquirerData: { arn: expect.stringMatching(/^\d{23}$/) } },
    ])
    await sandbox.idle()
    expect(events().filter(e => e === 'refund.processed')).toHaveLength(1)
  })
  test('payments are taken by themselves, with no fee told', async () => {
    Object.assign(sandbox.faults.habits, { capturesByItself: true, hidesFee: true })
    const { payment } = await sandbox.pay((await order()).id)
    expect(ok(await provider.payment(payment.id))).toMatchObject({ status: 'captured', fee: null, tax: null })
  })
  test('a code is paid after its end: taken, told, given back', async () => {
    const closeBy = Math.floor(clock.getTime() / 1000) + 120
    const call = (path: string, body: object) =>
      fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${KEY.keyId}:${KEY.keySecret}`)}` },
        body: JSON.stringify(body),
      }).then(r => r.json() as Promise<{ id: string; close_by: string; error: { field: string } }>)
    const qr = {
      type: 'upi_qr',
      usage: 'single_use',
      fixed_amount: 1,
      payment_amount: 5000,
      close_by: closeBy,
      notes: { chargerId: 'DC-1' },
    }
    expect((await call('/payments/qr_codes', { ...qr, close_by: closeBy - 60 })).error.field).toBe('close_by')
    const { id, close_by } = await call('/payments/qr_codes', qr)
    expect(close_by).toBe(String(closeBy))
    later(121)
    const p = await sandbox.payQr(id)
    expect(ok(await provider.payment(p.id))).toMatchObject({
      status: 'refunded',
      orderId: null,
      notes: { chargerId: 'DC-1' },
    })
    await sandbox.idle()
    expect(events()).toEqual(['payment.captured', 'qr_code.credited', 'refund.created', 'refund.processed'])
    expect(readEvent(heard[1]?.body ?? Buffer.alloc(0))?.qrCodeId).toBe(id)
  })
})

describe('webhooks', () => {
  test.each([
    ['secret', SECRETS.secret],
    ['old secret', SECRETS.oldSecret],
    ['wrong', undefined],
  ] as const)('signed with %s', async (signing, secret) => {
    sandbox.faults.habits.webhooks.signing = signing
    await sandbox.pay((await order()).id)
    await sandbox.idle()
    expect(Object.values(SECRETS).filter(s => heard.every(h => isSigned(h.body, h.signature, s)))).toEqual(
      secret ? [secret] : [],
    )
  })
  test('told again under the same id and bytes until they are answered, more and more rarely', async () => {
    refusals = 2
    await sandbox.pay((await order()).id)
    await sandbox.idle()
    expect(heard).toHaveLength(1)
    for (const [wait, count] of [
      [0, 1],
      [1, 2],
      [1, 2],
      [1, 3],
      [3600, 3],
    ] as const) {
      later(wait)
      await sandbox.tick()
      expect(heard).toHaveLength(count)
    }
    expect(new Set(heard.map(h => `${h.id} ${h.body}`)).size).toBe(1)
  })
  test('held back, in another order, and twice', async () => {
    sandbox.faults.habits.webhooks = { held: true, twice: true, signing: 'secret' }
    await captured()
    await sandbox.idle()
    expect(heard).toEqual([])
    await sandbox.release(sandbox.account, 'reversed')
    await sandbox.idle()
    expect(events()).toEqual(['order.paid', 'payment.captured', 'payment.authorized'].flatMap(e => [e, e]))
    expect(new Set(heard.map(h => h.id)).size).toBe(3)
  })
})

describe('the checkout in a browser', () => {
  const visit = async (path: string, fields: Record<string, string>) => {
    const r = await fetch(`${sandbox.url}/checkout/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: r.status, text: await r.text(), policy: r.headers.get('content-security-policy') ?? '' }
  }
  const fieldOf = (text: string, name: string) =>
    new RegExp(`name="${name.replaceAll(/[[\]]/g, '\\$&')}" value="([^"]*)"`).exec(text)?.[1]
  const fields = async () => ({
    key_id: KEY.keyId,
    order_id: (await order(12_345_678)).id,
    name: 'Volt <b>Works</b>',
    description: 'QRv2 Payment',
    callback_url: 'https://portal.example/back?a=1',
    cancel_url: 'https://portal.example/pay/DC-1/1',
    'notes[chargerId]': 'DC-9',
  })
  test('a button pays; the browser goes back with the signed answer', async () => {
    const f = await fields()
    const choice = await visit('embedded', f)
    expect(choice.text).toContain('₹1,23,456.78')
    expect(choice.text).toContain('Volt &lt;b&gt;Works&lt;/b&gt;')
    const paid = await visit('pay', { ...f, method: 'card' })
    expect(paid.text).toContain('action="https://portal.example/back?a=1"')
    expect(paid.policy).toContain("form-action 'self' https://portal.example")
    const [paymentId = '', signature = ''] = [
      fieldOf(paid.text, 'razorpay_payment_id'),
      fieldOf(paid.text, 'razorpay_signature'),
    ]
    expect(provider.isCheckoutSigned({ orderId: f.order_id, paymentId, signature })).toBe(true)
    expect(ok(await provider.payment(paymentId))).toMatchObject({
      method: 'card',
      cardNetwork: 'Visa',
      cardType: 'credit',
      description: 'QRv2 Payment',
      notes: { chargerId: 'DC-9' },
    })
  })
  test('a RuPay debit card is told in webhooks, and to whoever asks for the card', async () => {
    const f = await fields()
    const paid = await visit('pay', { ...f, method: 'rupay' })
    const paymentId = fieldOf(paid.text, 'razorpay_payment_id') ?? ''
    const rupay = { cardNetwork: 'RuPay', cardType: 'debit' }
    expect(ok(await provider.payment(paymentId))).toMatchObject(rupay)
    expect(ok(await provider.paymentsOfOrder(f.order_id))).toMatchObject([rupay])
    const untold = { cardNetwork: null, cardType: null }
    expect(ok(await provider.capture(paymentId, 12_345_678))).toMatchObject({ method: 'card', ...untold })
    await sandbox.idle()
    const told = heard.map(h => readEvent(h.body)?.payment).filter(p => p?.id === paymentId)
    expect(told).toContainEqual(expect.objectContaining(rupay))
  })
  test('a payment that fails goes back with the error', async () => {
    const r = await visit('pay', { ...(await fields()), method: 'upi', vpa: 'failure@razorpay' })
    expect([fieldOf(r.text, 'error[code]'), fieldOf(r.text, 'razorpay_signature')]).toEqual([
      'BAD_REQUEST_ERROR',
      undefined,
    ])
  })
  test.each([
    ['an address that is a script', { callback_url: 'javascript:alert(1)' }],
    ['no address', { callback_url: '' }],
    ['another key', { key_id: 'rzp_test_Other' }],
    ['no order', { order_id: 'order_00000000000000' }],
  ])('%s is refused', async (_what, wrong) => {
    expect(await visit('embedded', { ...(await fields()), ...wrong })).toMatchObject({ status: 400 })
    expect(await visit('pay', { ...(await fields()), ...wrong })).toMatchObject({ status: 400 })
  })
  test('an order is paid once', async () => {
    const f = await fields()
    await provider.capture(fieldOf((await visit('pay', f)).text, 'razorpay_payment_id') ?? '', 12_345_678)
    expect(await visit('pay', f)).toMatchObject({ status: 400, text: expect.stringContaining('Payment already done') })
  })
})
