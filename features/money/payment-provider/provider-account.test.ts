// The credentials of companies through the API, with a stand-in for the real provider at its configured address; and
// the sandbox of companies without credentials, in the product and over its nodes.
import { FEATURES } from '@wattdesk/base/access'
import { type Sandbox, startSandbox } from '@wattdesk/razorpay/sandbox/server'
import { memoryStore } from '@wattdesk/razorpay/sandbox/store'
import { signatureOf } from '@wattdesk/razorpay/signature'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeSeal } from '#platform/access/seal.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { ProviderAccount } from './provider-account.contract.ts'
import { USES } from './provider-account.rules.ts'
import { providerOf, readWebhook, sandboxAccount } from './provider-of.commands.ts'

const KEY = { keyId: 'rzp_test_Real0001', keySecret: 'the real key secret' }
const HOOKS = 'the first webhook secret'
let clock = new Date('2026-02-02T06:30:00Z')
let t: TestApp
let real: Sandbox
let one: number
let two: number

beforeAll(async () => {
  const webhook = { url: undefined, secret: HOOKS }
  real = await startSandbox({ store: memoryStore(), now: () => clock, webhook, ...KEY })
  t = await startApp({ razorpayUrl: real.url, now: () => clock })
  one = t.world.one.companyId
  two = t.world.two.companyId
})
afterAll(async () => {
  await t.close()
  await real.close()
})
afterEach(() => sql`delete from provider_account`.execute(t.db))

const ask = async (
  method: 'GET' | 'PUT' | 'DELETE',
  id: number,
  who: Person,
  payload?: object,
  more = '',
  headers = {},
) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/company/${id}/payment-provider${more}`,
    headers: { ...(await t.as(who)), ...headers },
    ...(payload && { payload }),
  })
  return {
    status: r.statusCode,
    etag: r.headers.etag as string,
    ...(r.json() as { message: string; errors?: object; data: ProviderAccount }),
  }
}
const good = (more: object = {}) => ({ ...KEY, webhookSecret: HOOKS, ...more })
const put = (payload: object, id = one, who: Person = 'admin', headers = {}) =>
  ask('PUT', id, who, payload, '', headers)

describe('rights', () => {
  test.each<[Person, number, number]>([
    ['admin', 200, 200],
    ['root', 200, 200],
    ['viewer', 403, 403],
    ['operator', 403, 403],
    ['finance', 403, 403],
    ['nobody', 403, 403],
    ['stranger', 404, 404],
  ])('%s reads with %d and sets with %d', async (who, reads, sets) => {
    expect((await ask('GET', one, who)).status).toBe(reads)
    expect((await put(good(), one, who)).status).toBe(sets)
    if (sets !== 200) {
      for (const more of ['', '/test'])
        expect((await ask(more === '' ? 'DELETE' : 'GET', one, who, undefined, more)).status).toBe(sets)
      expect((await ask('GET', one, 'admin')).data.kind).toBe('sandbox')
    }
  })
  test('whoever changes companies but is no finance admin does not lead the money elsewhere', async () => {
    const set = (flag: boolean) =>
      sql`update role_access set can_delete = ${flag} where role_id = ${t.world.one.roles.Admin}
        and feature_id = ${FEATURES.indexOf('Finance') + 1}`.execute(t.db)
    await set(false)
    try {
      expect((await ask('GET', one, 'admin')).status).toBe(200)
      expect([(await put(good())).status, (await ask('GET', one, 'admin', undefined, '/test')).status]).toEqual([
        403, 403,
      ])
    } finally {
      await set(true)
    }
  })
  test('a team is no company', async () => {
    expect((await put(good(), t.world.one.teamId)).status).toBe(404)
  })
})

describe('while money is open', () => {
  afterEach(() => sql`delete from pay_session where public_id = 'open money'`.execute(t.db))
  const ordered = (orderId: string) =>
    sql`insert into pay_session (public_id, company_id, team_id, chargepoint_pk, chargepoint_id,
      connector_id, method, amount_paise, stop_token_hash, order_id, created_at, expires_at)
    values ('open money', ${one}, ${t.world.one.teamId}, ${t.world.chargers.dc.pk}, ${t.world.chargers.dc.id}, 1, 'upi', 50000, '',
      ${orderId}, ${clock}, ${clock}::timestamptz + interval '15 minutes')`.execute(t.db)
  const text = 'Money is still open at the present account: 1 session. Please wait until it is settled or given back.'

  test('the account is not left, with what is open and how much; afterwards it is', async () => {
    expect((await put(good())).status).toBe(200)
    const made = await (await providerOf(t.services, one)).createOrder({ amount: 50_000, receipt: 'r', notes: {} })
    if (made.is !== 'ok') throw new Error('No order')
    await ordered(made.value.id)
    expect(await ask('DELETE', one, 'admin')).toMatchObject({ status: 409, message: text })
    // Only the secret of the webhooks: the account stays.
    expect((await put(good({ webhookSecret: 'the second webhook secret' }))).status).toBe(200)
    expect((await ask('GET', one, 'admin')).data.keyId).toBe(KEY.keyId)
    await sql`update pay_session set closed_at = ${clock} where public_id = 'open money'`.execute(t.db)
    expect((await ask('DELETE', one, 'admin')).status).toBe(200)
  })

  test('another key is taken where its account knows the money, and refused where it does not', async () => {
    await sql`insert into provider_account (company_id, key_id, key_secret, webhook_secret, changed_at)
      values (${one}, 'rzp_test_Before01', '', '', ${clock})`.execute(t.db)
    await ordered('order_ofNobody0001')
    expect(await put(good())).toMatchObject({ status: 409, message: text })
    await sql`delete from provider_account`.execute(t.db)
    await sql`delete from pay_session where public_id = 'open money'`.execute(t.db)
    expect((await put(good())).status).toBe(200)
    const made = await (await providerOf(t.services, one)).createOrder({ amount: 50_000, receipt: 'r', notes: {} })
    if (made.is !== 'ok') throw new Error('No order')
    await ordered(made.value.id)
    // The former key belongs to the same account.
    await sql`update provider_account set key_id = 'rzp_test_Before01'`.execute(t.db)
    expect((await put(good())).status).toBe(200)
  })
})

describe('setting them', () => {
  test('secrets are kept sealed, shown to nobody and written down nowhere', async () => {
    const r = await put(good())
    expect(r).toMatchObject({
      status: 200,
      message: 'Payment provider updated successfully',
      data: { kind: 'razorpay', keyId: KEY.keyId, mode: 'test', isReadable: true, oldWebhookSecretUntil: null },
    })
    expect(r.data.webhookUrl).toBe('http://portal.test/public/v1/webhooks/razorpay')
    await put(good({ webhookSecret: 'the second webhook secret' }))
    const { rows } = await sql<{ all: string }>`select
      (select string_agg(a::text, ' ') from provider_account a) || (select string_agg(e::text, ' ') from audit_entry e) as all`.execute(
      t.db,
    )
    const written = [rows[0]?.all, JSON.stringify(await ask('GET', one, 'root'))].join(' ')
    for (const secret of [KEY.keySecret, HOOKS, 'the second webhook secret']) {
      expect(written).not.toContain(secret)
      expect(written).not.toContain(Buffer.from(secret).toString('hex'))
    }
    const { rows: entries } = await sql<{
      before: object
      after: object
      isMoney: boolean
    }>`select before, after, is_money
      from audit_entry where feature = 'Company' and record_id = ${String(one)} order by id desc limit 2`.execute(t.db)
    expect(entries).toEqual([
      { before: { webhookSecret: '•••' }, after: { webhookSecret: '•••' }, isMoney: true },
      {
        before: { paymentProvider: 'Sandbox', keyId: null, keySecret: null, webhookSecret: null },
        after: { paymentProvider: 'Razorpay', keyId: KEY.keyId, keySecret: '•••', webhookSecret: '•••' },
        isMoney: true,
      },
    ])
  })
  test.each<[string, object, object]>([
    ['no key', { keyId: '' }, { keyId: 'Key ID is required' }],
    [
      'a live key in test mode',
      { keyId: 'rzp_live_Real0001' },
      { keyId: 'This installation is in test mode and takes only keys that begin with rzp_test_' },
    ],
    [
      'another kind of key',
      { keyId: 'sk_test_1' },
      { keyId: 'Please enter the Key ID as the payment provider shows it' },
    ],
    ['no secret of a new key', { keySecret: '' }, { keySecret: 'Key Secret is required' }],
    ['no secret of the webhooks', { webhookSecret: undefined }, { webhookSecret: 'Webhook Secret is required' }],
    [
      'a short secret of the webhooks',
      { webhookSecret: 'short' },
      { webhookSecret: 'Webhook Secret should be 8 characters or more' },
    ],
    [
      'a secret that the provider refuses',
      { keySecret: 'wrong' },
      { keySecret: 'The payment provider does not accept this key with this secret' },
    ],
  ])('%s is refused', async (_what, wrong, errors) => {
    expect(await put(good(wrong))).toMatchObject({ status: 422, errors })
    expect((await ask('GET', one, 'admin')).data.kind).toBe('sandbox')
  })
  test('what another company has is refused, by its key and by its secret of the webhooks', async () => {
    await put(good())
    // Every browser that has paid knows the key; only a company with the same secret too shares the account.
    const before = t.services.seal.close('the secret before', USES.keySecret(one))
    await sql`update provider_account set key_secret = ${before} where company_id = ${one}`.execute(t.db)
    expect(await put(good(), two, 'root')).toMatchObject({
      status: 422,
      errors: { keyId: 'Another company uses this key' },
    })
    real.faults.add('payments', 'bad gateway')
    const other = { keyId: 'rzp_test_Other1', keySecret: 'unknown there', webhookSecret: HOOKS }
    expect(await put(other, two, 'root')).toMatchObject({ status: 422 })
    expect((await ask('GET', two, 'root')).data.kind).toBe('sandbox')
  })
  test('two companies share one account by its key with its secret, and the secret of its webhooks', async () => {
    await put(good())
    expect(await put(good(), two, 'root')).toMatchObject({ status: 200, data: { keyId: KEY.keyId } })
    expect(await ask('DELETE', two, 'root')).toMatchObject({ status: 200 })
  })
  test('a provider that cannot be reached keeps nobody from saving, and the reply says so', async () => {
    real.faults.add('payments', 'bad gateway')
    const r = await put(good())
    expect(r).toMatchObject({ status: 200, message: expect.stringContaining('could not be asked') })
  })
  test('what is left empty stays; of two at once the later one is told', async () => {
    await put(good())
    const { etag } = await ask('GET', one, 'admin')
    clock = new Date(clock.getTime() + 1000)
    expect(
      await put({ keyId: KEY.keyId, webhookSecret: 'another webhook secret' }, one, 'root', { 'if-match': etag }),
    ).toMatchObject({ status: 200 })
    const late = await put(good(), one, 'admin', { 'if-match': etag })
    expect([late.status, late.message]).toEqual([409, expect.stringMatching(/^This record was changed by root /)])
    expect((await (await providerOf(t.services, one)).payment('pay_00000000000000')).is).toBe('rejected')
  })
  test('a company is deleted with its credentials', async () => {
    const name = { name: 'Gone', domain: 'gone', rootUser: 'gone.root', emailId: 'gone@example.com', active: 'Y' }
    const payload = {
      ...name,
      provider: { name: 'Gone' },
      companyProtocolType: 'ocpp',
      paymentCurrency: 'INR',
      paymentGatewayId: 1,
      taxPercent: 18,
      transactionPercent: 2,
    }
    const headers = await t.as('root')
    const { id } = (await t.app.inject({ method: 'POST', url: '/cms/v1/company', headers, payload })).json().data
    expect((await put(good(), id, 'root')).status).toBe(200)
    expect((await t.app.inject({ method: 'DELETE', url: `/cms/v1/company/${id}`, headers })).statusCode).toBe(200)
  })
  test('taken away, the company has the sandbox again', async () => {
    expect((await ask('DELETE', one, 'admin')).status).toBe(409)
    await put(good())
    expect(await ask('DELETE', one, 'admin')).toMatchObject({ status: 200, data: { kind: 'sandbox', keyId: null } })
    expect((await providerOf(t.services, one)).keyId).toBe(`rzp_sandbox_${one}`)
  })
})

/** The provider no longer accepts the key. */
const stale = (secret: string) => {
  const sealed = t.services.seal.close(secret, `payment provider key of company ${one}`)
  return sql`update provider_account set key_secret = ${sealed}`.execute(t.db)
}
test.each<[string, () => unknown]>([
  ['accepted', () => undefined],
  ['unreachable', () => real.faults.add('payments', 'server error')],
  ['refused', () => stale('since changed')],
])('trying the connection asks the provider: %s', async (outcome, prepare) => {
  await put(good())
  await prepare()
  expect((await ask('GET', one, 'admin', undefined, '/test')).data).toMatchObject({ outcome })
})

test('without credentials of its own, or with a key that is not used, a company has nothing that could be accepted', async () => {
  const tried = async () => (await ask('GET', one, 'admin', undefined, '/test')).data
  await ask('DELETE', one, 'admin')
  expect(await tried()).toEqual({ outcome: 'untested', text: 'There are no credentials to test.' })
  await put(good())
  await sql`update provider_account set key_id = 'rzp_live_AnotherMode'`.execute(t.db)
  expect(await tried()).toMatchObject({ outcome: 'untested', text: expect.stringContaining('is not used') })
})

test('a key that the provider has refused takes no payments until the provider accepts the key', async () => {
  const takesPayments = async () => {
    const url = `/cms/v1/team/${one}/payment-readiness`
    return (await t.app.inject({ url, headers: await t.as('admin') })).json().data.takesPayments
  }
  const state = async () => [await takesPayments(), (await ask('GET', one, 'admin')).data.refusedAt !== null]
  const order = async () =>
    (await (await providerOf(t.services, one)).createOrder({ amount: 50_000, receipt: 'r', notes: {} })).is
  const tried = async () => (await ask('GET', one, 'admin', undefined, '/test')).data
  await put(good())
  expect(await state()).toEqual([true, false])
  // By whatever call it is found out.
  await stale('since changed')
  expect([await order(), await state()]).toEqual(['unknown', [false, true]])
  await stale(KEY.keySecret)
  expect([await order(), await state()]).toEqual(['ok', [true, false]])
  await stale('since changed')
  expect([await tried(), await state()]).toMatchObject([{ outcome: 'refused' }, [false, true]])
  await stale(KEY.keySecret)
  expect([await tried(), await state()]).toMatchObject([{ outcome: 'accepted' }, [true, false]])
  await stale('since changed')
  await order()
  expect([(await put(good())).status, await state()]).toEqual([200, [true, false]])
})

test('with another secret of the installation nothing opens: nothing is done, and the page says so', async () => {
  await put(good())
  const moved = await t.another({ seal: makeSeal('another secret of the installation'), razorpayUrl: real.url })
  try {
    const provider = await providerOf(moved.services, one)
    expect(await provider.createOrder({ amount: 100, receipt: 'R', notes: {} })).toMatchObject({ is: 'unknown' })
    const headers = await t.as('admin')
    const r = await moved.app.inject({ method: 'GET', url: `/cms/v1/company/${one}/payment-provider`, headers })
    expect(r.json().data).toMatchObject({ kind: 'razorpay', isReadable: false })
  } finally {
    await moved.close()
  }
})

describe('webhooks', () => {
  const bytes = (more: object = {}) =>
    Buffer.from(JSON.stringify({ event: 'payment.captured', account_id: 'acc_Real', created_at: 1, ...more }))
  const read = (rawBody: Buffer, secret: string) =>
    readWebhook(t.services, { rawBody, signature: signatureOf(rawBody, secret), eventId: 'evt_1' })
  test('are told apart by their secret; the one before counts for a day after the change', async () => {
    await put(good())
    expect(await read(bytes(), HOOKS)).toEqual({ companyId: one, event: { event: 'payment.captured', createdAt: 1 } })
    expect(await read(bytes(), 'nobody’s secret')).toBeUndefined()
    const changed = await put(good({ webhookSecret: 'the second webhook secret' }))
    const until = new Date(clock.getTime() + 24 * 3_600_000)
    expect(changed.data.oldWebhookSecretUntil).toBe(until.toISOString())
    const companies = async () =>
      [await read(bytes(), HOOKS), await read(bytes(), 'the second webhook secret')].map(r => r?.companyId)
    expect(await companies()).toEqual([one, one])
    clock = new Date(until.getTime() - 1)
    expect(await companies()).toEqual([one, one])
    clock = until
    expect(await companies()).toEqual([undefined, one])
  })
  test('of the sandbox count for companies that have it, each for its own', async () => {
    const { webhookSecret } = sandboxAccount(t.services.seal, two)
    const ofTwo = bytes({ account_id: `acc_sandbox${two}` })
    expect((await read(ofTwo, webhookSecret))?.companyId).toBe(two)
    expect(await read(bytes({ account_id: `acc_sandbox${one}` }), webhookSecret)).toBeUndefined()
    await put(good(), two, 'root')
    expect(await read(ofTwo, webhookSecret)).toBeUndefined()
  })
})

describe('the sandbox within the product', () => {
  const visit = (path: string, fields: Record<string, string>) =>
    t.app.inject({
      method: 'POST',
      url: `/sandbox/v1/checkout/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'portal.test' },
      payload: new URLSearchParams(fields).toString(),
    })
  const order = async (companyId: number) => {
    const provider = await providerOf(t.services, companyId)
    const made = await provider.createOrder({ amount: 50_000, receipt: 'R-1', notes: { chargerId: 'DC-1' } })
    if (made.is !== 'ok') throw new Error(JSON.stringify(made))
    return {
      provider,
      fields: { key_id: provider.keyId, order_id: made.value.id, callback_url: 'http://portal.test/back' },
    }
  }
  test('a driver pays under the product’s own address; all nodes know of it, and so does the next start', async () => {
    const { provider, fields } = await order(one)
    expect(provider.checkoutUrl).toBe('/sandbox/v1/checkout/embedded')
    const page = await visit('embedded', fields)
    expect([page.statusCode, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("script-src 'sha256-"),
    ])
    const paid = (await visit('pay', fields)).body
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(paid)?.[1] ?? ''
    const answer = {
      orderId: fields.order_id,
      paymentId: field('razorpay_payment_id'),
      signature: field('razorpay_signature'),
    }
    expect(provider.isCheckoutSigned(answer)).toBe(true)
    const elsewhere = await t.another({ now: () => clock })
    try {
      const there = await providerOf(elsewhere.services, one)
      expect(await there.capture(answer.paymentId, 50_000)).toMatchObject({ is: 'ok', value: { status: 'captured' } })
    } finally {
      await elsewhere.close()
    }
    await t.restart()
    const back = { amount: 20_000, key: 'refund-key-1', notes: {} }
    const again = await providerOf(t.services, one)
    const refunds = await Promise.all([again.refund(answer.paymentId, back), again.refund(answer.paymentId, back)])
    expect(new Set(refunds.map(r => (r.is === 'ok' ? r.value.id : r))).size).toBe(1)
    expect(await again.payment(answer.paymentId)).toMatchObject({
      value: { amountRefunded: 20_000, refundStatus: 'partial' },
    })
    expect(await again.payments({ from: 0, to: 4_000_000_000 })).toMatchObject({ value: [{ id: answer.paymentId }] })
    expect(await (await providerOf(t.services, two)).payment(answer.paymentId)).toMatchObject({
      is: 'rejected',
      status: 400,
    })
  })
  test.each([
    ['another house', { callback_url: 'https://elsewhere.example/back' }, 400],
    ['a script', { callback_url: 'javascript:alert(1)' }, 400],
    ['the portal’s own origin', { callback_url: 'https://portal.example/back' }, 200],
  ])('back to %s: %#', async (_what, wrong, status) => {
    const { fields } = await order(one)
    expect((await visit('embedded', { ...fields, ...wrong })).statusCode).toBe(status)
  })
  test('pages of the portal may send a driver to the provider, and to nobody else', async () => {
    const { headers } = await t.app.inject({ method: 'GET', url: '/health/live' })
    const where = /form-action ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    expect(where).toBe(`'self' ${new URL(real.url).origin}`)
  })
  test.each([
    ['GET', 'embedded?order_id=a&order_id=b&key_id=c&key_id[d]=e', undefined, 400],
    ['POST', 'pay', 'order_id=%00', 422],
    ['POST', 'pay', 'x'.repeat(100_000), 422],
    ['GET', 'pay', undefined, 400],
    ['POST', '../../cms/v1/company', '', 404],
  ] as const)('%s %s with nonsense is refused', async (method, path, payload, status) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `/sandbox/v1/checkout/${path}`
    const r = await t.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
    expect(r.statusCode).toBe(status)
  })
  test('its books are not served under the product’s address', async () => {
    const r = await t.app.inject({ method: 'GET', url: '/sandbox/v1/payments' })
    expect(r.statusCode).toBe(404)
  })
})
