// Test and live mode (D-PAY-7): an installation in live mode takes no play money, and a database of one mode is not used in
// the other.
import { readFileSync } from 'node:fs'
import { type Sandbox, startSandbox } from '@wattdesk/razorpay/sandbox/server'
import { memoryStore } from '@wattdesk/razorpay/sandbox/store'
import { signatureOf } from '@wattdesk/razorpay/signature'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOKS } from '#money/payment-provider/provider-account.contract.ts'
import { sandboxAccount } from '#money/payment-provider/provider-of.commands.ts'
import { claimMode, demandMode, demandNoOtherMode, modeCheck } from '#office/installation/installation.store.ts'
import * as mail from '#office/mail/mail.store.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import { pollPayments } from '#settlement/payments/payment-search.commands.ts'
import { testPayment } from '#settlement/payments/test-payment.ts'
import type { PayPlace } from '#settlement/scan-and-pay/pay.contract.ts'
import { NO_PROVIDER_HERE } from '#settlement/scan-and-pay/pay-told.words.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger } from '#testing/ocpp.ts'
import { readConfig } from './config.ts'

const KEY = { keyId: 'rzp_live_Real0001', keySecret: 'the real key secret' }
const HOOKS = 'the webhook secret'
let t: TestApp
let real: Sandbox
let ws = ''
beforeAll(async () => {
  real = await startSandbox({
    store: memoryStore(),
    now: () => new Date(),
    webhook: { url: undefined, secret: HOOKS },
    ...KEY,
  })
  const { mode, mayRegister, isDevelopment } = readConfig({ NODE_ENV: 'production' }, [])
  t = await startApp({ mode, mayRegister, isDevelopment, razorpayUrl: real.url })
  ws = (await t.listen()).ws
})
afterAll(async () => {
  await t.close()
  await real.close()
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) => {
  const r = await t.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: r.statusCode, ...(r.json() as { message: string; errors?: object; data: unknown }) }
}
const placeOf = async (id: string) => (await call('GET', `/public/v1/pay/charger/${id}/1`)).data as PayPlace
/** A charger of a company, connected and seen by the pay page. */
async function chargerOf(companyId: number) {
  const c = await bootedCharger(t, ws, { teamId: companyId })
  await expect.poll(async () => (await placeOf(c.id)).charger.status).not.toBe('offline')
  return c
}
const order = (id: string, method: string) =>
  call('POST', `/public/v1/pay/charger/${id}/1/order`, { amount: 500, method, stopToken: 'a-token-of-this-browser' })
const count = async (table: 'payment' | 'pay_session' | 'invoice' | 'payout' | 'sandbox_object') =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(t.db)).rows[0]?.n

describe('under the defaults of production', () => {
  /** Signs up, opens the link of the mail and signs in: the company and the header of its calls. */
  async function signUp() {
    const email = 'stranger@volt.example'
    const password = encodePassword('fresh#Start2026')
    const made = await call('POST', '/auth/register', {
      domainName: 'play-money',
      name: 'Depot Desk',
      email,
      password,
      type: 'ADMIN',
    })
    const letter = (await mail.newest(t.db)).find(m => m.recipient === email)
    const link = /http:\/\/portal\.test(\/auth\/verifyemail\?token=\S+)/.exec(letter?.body ?? '')?.[1] ?? ''
    await t.app.inject({ url: link })
    const entered = (await call('POST', '/auth/login', { username: email, password })).data as { access_token: string }
    const { companyId } = made.data as { companyId: number }
    return { companyId, headers: { authorization: `Bearer ${entered.access_token}` } }
  }

  test('whoever signs up and sets up a charger gets neither a play payment nor an invoice of the real series', async () => {
    const { companyId, headers } = await signUp()
    const c = await chargerOf(companyId)
    const account = await call('GET', `/cms/v1/company/${companyId}/payment-provider`, undefined, headers)
    expect(account.data).toMatchObject({ kind: 'none', keyId: null, installationMode: 'live' })
    expect(await placeOf(c.id)).toMatchObject({ mode: 'live', methods: ['wallet'], noProvider: NO_PROVIDER_HERE })
    const readiness = `/cms/v1/team/${companyId}/payment-readiness`
    expect((await call('GET', readiness, undefined, headers)).data).toEqual({ takesPayments: false })
    for (const method of ['upi', 'card'])
      expect(await order(c.id, method)).toMatchObject({ status: 422, errors: { method: NO_PROVIDER_HERE } })

    // Nor by the calls that the sandbox has in test mode.
    await expect(t.app.sandbox()).rejects.toThrow('There is no sandbox in live mode')
    await expect(t.services.sandboxUrl()).rejects.toThrow('There is no sandbox in live mode')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const checkout = { method: 'POST', url: '/sandbox/v1/checkout/pay', headers: form, payload: 'vpa=success' } as const
    expect((await t.app.inject(checkout)).statusCode).toBe(404)
    const ofSandbox = sandboxAccount(t.services.seal, companyId)
    const payload = JSON.stringify({
      event: 'payment.captured',
      account_id: ofSandbox.accountId,
      created_at: 1,
      payload: {
        payment: { entity: { id: 'pay_Play0000000001', amount: 50_000, currency: 'INR', status: 'captured' } },
      },
    })
    const signed = { 'x-razorpay-signature': signatureOf(Buffer.from(payload), ofSandbox.webhookSecret) }
    const told = await t.app.inject({
      method: 'POST',
      url: WEBHOOKS,
      payload,
      headers: { 'content-type': 'application/json', 'x-razorpay-event-id': 'evt_1', ...signed },
    })
    expect(told.statusCode).toBe(401)

    await pollPayments(t.services)
    await writeInvoices(t.services, { isThorough: true })
    for (const table of ['payment', 'pay_session', 'invoice', 'payout', 'sandbox_object'] as const)
      expect([table, await count(table)]).toEqual([table, 0])
    await c.close()
  })

  test('the mode is told before anybody signs in, and by the health', async () => {
    expect((await call('GET', '/public/v1/config')).data).toMatchObject({ mode: 'live' })
    for (const path of ['live', 'ready'])
      expect((await call('GET', `/health/${path}`)).data).toMatchObject({ mode: 'live' })
  })

  test('live credentials open UPI and card, and only they do', async () => {
    const { companyId } = t.world.two
    const headers = await t.as('root')
    const at = `/cms/v1/company/${companyId}/payment-provider`
    const c = await chargerOf(companyId)
    const text = 'This installation is in live mode and takes only keys that begin with rzp_live_'
    const wrong = { ...KEY, keyId: 'rzp_test_Real0001', webhookSecret: HOOKS }
    expect(await call('PUT', at, wrong, headers)).toMatchObject({ status: 422, errors: { keyId: text } })

    const right = await call('PUT', at, { ...KEY, webhookSecret: HOOKS }, headers)
    expect(right).toMatchObject({ status: 200, data: { kind: 'razorpay', mode: 'live', isUsed: true } })
    expect(await placeOf(c.id)).toMatchObject({ methods: ['upi', 'card', 'wallet'], noProvider: null })
    const readiness = await call('GET', `/cms/v1/team/${companyId}/payment-readiness`, undefined, headers)
    expect(readiness.data).toEqual({ takesPayments: true })
    expect(await order(c.id, 'upi')).toMatchObject({ status: 201, data: { order: { key: KEY.keyId } } })

    // A test key that was stored before the installation had a mode is not used.
    await sql`update provider_account set key_id = 'rzp_test_Before01' where company_id = ${companyId}`.execute(t.db)
    expect((await call('GET', at, undefined, headers)).data).toMatchObject({ mode: 'test', isUsed: false })
    expect((await placeOf(c.id)).methods).toEqual(['wallet'])
    const body = Buffer.from(JSON.stringify({ event: 'payment.captured', account_id: 'acc_Real', created_at: 1 }))
    const told = await t.app.inject({
      method: 'POST',
      url: WEBHOOKS,
      payload: body,
      headers: { 'content-type': 'application/json', 'x-razorpay-signature': signatureOf(body, HOOKS) },
    })
    expect(told.statusCode).toBe(401)
    await sql`delete from provider_account`.execute(t.db)
    await sql`update pay_session set closed_at = now(), state = 'expired' where closed_at is null`.execute(t.db)
    await c.close()
  })
})

describe('the mode of a database', () => {
  const text = (kept: string, mode: string) =>
    `This database holds payments or bookings of ${kept} mode and cannot be used in ${mode} mode. Set WATTDESK_MODE=${kept}, or use another database.`
  const kept = async () => (await t.db.selectFrom('installationMode').select('mode').execute()).map(r => r.mode)
  beforeEach(() => sql`delete from installation_mode`.execute(t.db))

  test('changes as long as there are no money records, and is fixed by the first of them', async () => {
    const other = await startApp()
    try {
      await claimMode(other.db, 'test')
      await claimMode(other.db, 'live')
      await demandNoOtherMode(other.db, 'test')
      await claimMode(other.db, 'test')
      await takeInPayment(other.services, other.world.one.companyId, testPayment({ status: 'failed' }), 'poll')
      await claimMode(other.db, 'test')
      await expect(claimMode(other.db, 'live')).rejects.toThrow(text('test', 'live'))
      await expect(demandNoOtherMode(other.db, 'live')).rejects.toThrow(text('test', 'live'))
    } finally {
      await other.close()
    }
  })

  test('is that of the first payment where no start has kept any, and holds for every writer of money records', async () => {
    const { companyId } = t.world.one
    await takeInPayment(t.services, companyId, testPayment({ id: 'pay_00000000000002' }), 'poll')
    expect(await kept()).toEqual(['live'])
    const inTest = { ...t.services, mode: 'test' as const }
    await expect(takeInPayment(inTest, companyId, testPayment({ id: 'pay_00000000000003' }), 'poll')).rejects.toThrow(
      text('live', 'test'),
    )
    expect(await count('payment')).toBe(1)
    await expect(t.db.transaction().execute(trx => demandMode(trx, 'test'))).rejects.toThrow(text('live', 'test'))
    expect(await modeCheck(t.db, 'live').look()).toBeUndefined()
    expect(await modeCheck(t.db, 'test').look()).toBe(text('live', 'test'))
  })

  test('cannot change beside a payment that is being written', async () => {
    const other = await startApp({ mode: 'live' })
    try {
      await claimMode(other.db, 'live')
      let go: () => void = () => undefined
      const paused = new Promise<void>(resolve => {
        go = resolve
      })
      let begun: () => void = () => undefined
      const hasBegun = new Promise<void>(resolve => {
        begun = resolve
      })
      const writing = other.db.transaction().execute(async trx => {
        await sql`insert into payment (payment_id, company_id, amount_paise, status, created_at)
          values ('pay_1', ${other.world.one.companyId}, 100, 'failed', now())`.execute(trx)
        await demandMode(trx, 'live')
        begun()
        await paused
      })
      await hasBegun
      const changing = claimMode(other.db, 'test').catch((e: Error) => e.message)
      const isWaiting = async () =>
        (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            other.db,
          )
        ).rows.length > 0
      await expect.poll(isWaiting).toBe(true)
      go()
      await writing
      expect(await changing).toBe(text('live', 'test'))
    } finally {
      await other.close()
    }
  })

  describe('of before modes existed is found by its payments', () => {
    const file = readFileSync(new URL('../migrations/0068-installation-mode.sql', import.meta.url), 'utf8')
    const derive = file.slice(file.indexOf('insert into installation_mode'))
    const payment = (id: string) => sql`insert into payment (payment_id, company_id, amount_paise, status, created_at)
      values (${id}, ${t.world.two.companyId}, 100, 'failed', now())`
    const inSandbox = (id: string) => sql`insert into sandbox_object (id, kind, account, content, created_at)
      values (${id}, 'payment', 'acc_sandbox1', '{}', now())`
    const keys = (keyId: string) => sql`insert into provider_account (company_id, key_id, key_secret, webhook_secret)
      values (${t.world.two.companyId}, ${keyId}, '', '')`
    test.each<[string, () => ReturnType<typeof payment>[], string[]]>([
      ['no payment at all', () => [], []],
      ['payments of the sandbox', () => [payment('pay_a'), inSandbox('pay_a')], ['test']],
      ['payments with test keys', () => [payment('pay_a'), keys('rzp_test_Old1')], ['test']],
      ['payments with live keys', () => [payment('pay_a'), keys('rzp_live_Old1')], ['live']],
      ['payments with keys that were taken away since', () => [payment('pay_a')], ['live']],
      [
        'one payment with live keys beside others',
        () => [payment('pay_a'), inSandbox('pay_a'), payment('pay_b')],
        ['live'],
      ],
    ])('%s', async (_what, rows, modes) => {
      await t.db
        .transaction()
        .execute(async trx => {
          await sql`truncate payment, provider_account, pay_session cascade`.execute(trx)
          for (const row of rows()) await row.execute(trx)
          await sql.raw(derive).execute(trx)
          const found = await trx.selectFrom('installationMode').select('mode').execute()
          throw Object.assign(new Error('undone'), { found: found.map(r => r.mode) })
        })
        .catch((e: Error & { found?: string[] }) => {
          if (!e.found) throw e
          expect(e.found).toEqual(modes)
        })
    })
  })
})
