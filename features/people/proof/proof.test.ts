// What asks again for a proof (MFA-02): the calls that say so, and the bank accounts that are saved with other things.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newest } from '#office/mail/mail.store.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { account, teamBody } from '#people/teams/test-team.ts'
import { webhookBody } from '#people/webhooks/test-webhook.ts'
import { startApp, type TestApp } from '#testing/app.ts'

let t: TestApp
let now = new Date()
let headers: { authorization: string }
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
beforeAll(async () => {
  t = await startApp({ now: () => now })
  headers = await t.as('admin')
})
afterAll(() => t.close())

/** Each call that can do harm at once; a new one stands here with its reason to ask. */
const ASKING = [
  'DELETE /cms/v1/company/{id}/payment-provider',
  'DELETE /cms/v1/profile/second-factor/{factorId}',
  'DELETE /cms/v1/role/{roleId}',
  'DELETE /cms/v1/team/{teamId}/tax/e-invoice-accounts/{gstin}',
  'DELETE /cms/v1/team/{teamId}/user/{userId}',
  'GET /cms/v1/alert-rules/{alertRuleId}/webhook-secret',
  'PATCH /cms/v1/team/{teamId}/payout/{payoutId}/status',
  'POST /cms/v1/alert-rules/{alertRuleId}/webhook-secret',
  'POST /cms/v1/api-keys/{apiKeyId}/keeper',
  'POST /cms/v1/api-keys/{apiKeyId}/rotation',
  'POST /cms/v1/company/{id}/sign-in/domains',
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/approve',
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/check',
  'POST /cms/v1/company/{id}/sign-in/domains/{domainId}/remove',
  'POST /cms/v1/company/{id}/sign-in/people/{userId}/release',
  'POST /cms/v1/company/{id}/sign-in/test',
  'POST /cms/v1/profile/second-factor/app',
  'POST /cms/v1/profile/second-factor/passkey',
  'POST /cms/v1/profile/second-factor/recovery-codes',
  'POST /cms/v1/refund',
  'POST /cms/v1/refund/payment/{paymentId}',
  'POST /cms/v1/roles',
  'POST /cms/v1/root/customer-wallet/{ocppTagId}',
  'POST /cms/v1/team/{teamId}/api-keys',
  'POST /cms/v1/team/{teamId}/charger/{id}/key',
  'POST /cms/v1/team/{teamId}/reconciliation/month/close',
  'POST /cms/v1/team/{teamId}/reconciliation/month/reopen',
  'POST /cms/v1/team/{teamId}/registrations',
  'POST /cms/v1/team/{teamId}/registrations/{registrationId}/end',
  'POST /cms/v1/team/{teamId}/tax/e-invoice/{eInvoiceId}/cancel',
  'POST /cms/v1/team/{teamId}/teamPayout/{year}/{month}',
  'POST /cms/v1/team/{teamId}/transaction/{id}/bill',
  'POST /cms/v1/team/{teamId}/users',
  'POST /cms/v1/team/{teamId}/webhooks',
  'POST /cms/v1/user/{userId}/second-factor/reset',
  'POST /cms/v1/webhooks/{webhookId}/owner',
  'POST /cms/v1/webhooks/{webhookId}/secret',
  'PUT /cms/v1/api-keys/{apiKeyId}',
  'PUT /cms/v1/company/{id}/payment-provider',
  'PUT /cms/v1/company/{id}/sign-in',
  'PUT /cms/v1/role/{roleId}',
  'PUT /cms/v1/roles',
  'PUT /cms/v1/team/{teamId}/tax/e-invoice-accounts',
]

test('the calls that can do harm ask, and no others; asked, nothing is looked at and no refusal is noted', async () => {
  const asking = t.app.endpoints.filter(e => e.asksAgain === true)
  expect(asking.map(e => `${e.method} ${e.path}`).toSorted()).toEqual(ASKING)
  later(16)
  for (const e of asking) {
    const url = e.path.replaceAll(/\{\w+\}/g, '1')
    const r = await t.app.inject({ method: e.method, url, headers, ...(e.body && { payload: {} }) })
    expect([r.statusCode, r.json().needs], `${e.method} ${url}`).toEqual([403, 'proof'])
  }
  const { rows } = await sql`select from audit_entry where action = 'refused'`.execute(t.db)
  expect(rows).toEqual([])
})

test('calls that ask by what changes say when, and stand where a command asks', () => {
  const some = t.app.endpoints.filter(e => typeof e.asksAgain === 'string')
  expect(some.map(e => [`${e.method} ${e.path}`, e.asksAgain]).toSorted()).toEqual([
    ['DELETE /cms/v1/user/{id}', 'the user can be deleted'],
    ['POST /cms/v1/company', 'the company is given payout accounts'],
    ['POST /cms/v1/team', 'the team is given terms or accounts of payouts'],
    ['POST /cms/v1/user', 'the user can be made'],
    ['PUT /cms/v1/company/{id}', 'the mail address or the payout accounts change'],
    ['PUT /cms/v1/team/{teamId}', 'the parent, or the terms or accounts of payouts change'],
    ['PUT /cms/v1/user', 'the mail address changes'],
    ['PUT /cms/v1/user/{userId}', 'the mail address changes'],
    ['PUT /cms/v1/webhooks/{webhookId}', 'the address changes'],
  ])
  const features = join(import.meta.dirname, '../..')
  const of = (text: RegExp) => {
    const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter(f =>
      /\.(commands|contract)\.ts$/.test(f),
    )
    return [...new Set(files.filter(f => text.test(readFileSync(join(features, f), 'utf8'))).map(dirname))].toSorted()
  }
  expect(of(/\bdemandProof\(/)).toEqual(of(/^ {2}asksAgain: '/m))
})

test('a company is saved without a proof, its mail address is not', async () => {
  headers = await t.as('root')
  const url = `/cms/v1/company/${t.world.one.companyId}`
  const put = async (payload: object) => {
    const r = await t.app.inject({ method: 'PUT', url, headers, payload })
    return [r.statusCode, r.json().needs]
  }
  const stored = async () =>
    (await t.app.inject({ url: url.replace('v1', 'v2'), headers })).json().data as { emailId: string; comments: string }
  expect(await put({ emailId: 'desk@one.example' })).toEqual([200, undefined])
  later(16)
  expect(await put({ comments: 'Seen', emailId: 'desk@one.example' })).toEqual([200, undefined])
  expect(await put({ comments: 'Moved', emailId: 'thief@elsewhere.example' })).toEqual([403, 'proof'])
  expect(await stored()).toMatchObject({ emailId: 'desk@one.example', comments: 'Seen' })
  headers = await t.as('root')
  expect(await put({ emailId: 'office@one.example' })).toEqual([200, undefined])
})

test('a team is saved without a proof, its bank accounts are not', async () => {
  headers = await t.as('admin')
  const url = `/cms/v1/team/${t.world.one.siblingId}`
  const put = async (payoutAccounts: object[], name = 'One South') => {
    const payload = { ...teamBody({ name }), payoutAccounts }
    const r = await t.app.inject({ method: 'PUT', url, headers, payload })
    return [r.statusCode, r.json().needs, r.json().message]
  }
  expect((await put([account()]))[0]).toBe(200)
  later(16)
  const stored = (await t.app.inject({ url, headers })).json().data.payoutAccounts
  expect(await put(stored, 'South')).toEqual([200, undefined, expect.any(String)])
  const other = [{ ...stored[0], account_no: '999999999999' }]
  expect((await put(other, 'Renamed')).slice(0, 2)).toEqual([403, 'proof'])
  const after = (await t.app.inject({ url, headers })).json().data
  expect([after.name, after.payoutAccounts]).toEqual(['South', stored])
  headers = await t.as('admin')
  expect((await put(other, 'Renamed'))[0]).toBe(200)
})

/** Calls that ask where they change a certain thing, and where they do not. */
const ASKING_AT_TIMES: [string, () => Promise<{ asks: Sent; goes?: Sent }>][] = [
  [
    'the own mail address',
    async () => {
      const own = { firstName: 'Ada', lastName: 'Min', phone: null, language: 'en', address: { country: 'IN' } }
      const put = (email: string): Sent => ({ method: 'PUT', url: '/cms/v1/user', payload: { ...own, email } })
      return { asks: put('elsewhere@example.com'), goes: put('admin@example.com') }
    },
  ],
  [
    'the mail address of another',
    async () => {
      const user = { username: 'proof-moved', firstName: 'Other', lastName: 'One', email: 'other@example.com' }
      const made = await sent({ method: 'POST', url: '/cms/v1/user', payload: user })
      const put = (more: object): Sent => ({
        method: 'PUT',
        url: `/cms/v1/user/${made.json().data.userId}`,
        payload: { ...user, ...more },
      })
      return { asks: put({ email: 'elsewhere-2@example.com' }), goes: put({ firstName: 'Another' }) }
    },
  ],
  [
    'a new user',
    async () => ({
      asks: {
        method: 'POST',
        url: '/cms/v1/user',
        payload: { username: 'proof-new', firstName: 'New', lastName: 'One', email: 'new@example.com' },
      },
    }),
  ],
  ['a deleted user', async () => ({ asks: { method: 'DELETE', url: `/cms/v1/user/${t.world.userIds.viewer}` } })],
  [
    'the parent of a team',
    async () => {
      const put = (more: object): Sent => ({
        method: 'PUT',
        url: `/cms/v1/team/${t.world.one.siblingId}`,
        payload: { ...teamBody({ name: 'One South' }), ...more },
      })
      return { asks: put({ parentCompanyId: t.world.one.teamId }), goes: put({}) }
    },
  ],
  [
    'what of a team is paid out',
    async () => {
      const put = (more: object): Sent => ({
        method: 'PUT',
        url: `/cms/v1/team/${t.world.one.siblingId}`,
        payload: { ...teamBody({ name: 'One South' }), ...more },
      })
      await sent(put({ settlement_percentage: 90 }))
      return { asks: put({ settlement_percentage: 80 }), goes: put({ settlement_percentage: 90 }) }
    },
  ],
  [
    'the address of a webhook',
    async () => {
      const body = webhookBody()
      const made = await sent({ method: 'POST', url: `/cms/v1/team/${t.world.one.teamId}/webhooks`, payload: body })
      const put = (more: object): Sent => ({
        method: 'PUT',
        url: `/cms/v1/webhooks/${made.json().data.webhook_id}`,
        payload: { ...body, ...more },
      })
      return { asks: put({ address: 'https://elsewhere.example/' }), goes: put({ name: 'Renamed' }) }
    },
  ],
]
type Sent = { method: 'POST' | 'PUT' | 'DELETE'; url: string; payload?: object }
const sent = (s: Sent) => t.app.inject({ ...s, headers })

test.each(ASKING_AT_TIMES)('%s is changed with a proof alone', async (_, prepared) => {
  headers = await t.as('admin')
  const { asks, goes } = await prepared()
  later(16)
  const refused = await sent(asks)
  expect([refused.statusCode, refused.json().needs]).toEqual([403, 'proof'])
  if (goes) expect((await sent(goes)).statusCode).toBe(200)
})

test('the old mail address is told that it was changed, also where its owner did it', async () => {
  headers = await t.as('admin')
  const own = { firstName: 'Ada', lastName: 'Min', phone: null, language: 'en', address: { country: 'IN' } }
  const put = (email: string) => sent({ method: 'PUT', url: '/cms/v1/user', payload: { ...own, email } })
  expect((await put('admin-moved@example.com')).statusCode).toBe(200)
  const mail = (await newest(t.db)).find(m => m.recipient === 'admin@example.com')
  expect(mail?.subject).toMatch(/your mail address was changed$/)
  expect((await put('admin@example.com')).statusCode).toBe(200)
})

test('a password that a mailed code has put in place of another proves nothing for fifteen minutes', async () => {
  const ask = (url: string, payload: object, authorization?: string) =>
    t.app.inject({ method: 'POST', url, payload, ...(authorization && { headers: { authorization } }) })
  await ask('/auth/resetpwdrequest', { username: 'admin' })
  const otp = /code is (\d{6})/.exec((await newest(t.db))[0]?.body ?? '')?.[1] ?? ''
  const password = encodePassword('Another@2026x')
  expect((await ask('/auth/resetpwd', { username: 'admin', otp, new_password: password })).statusCode).toBe(200)
  const signIn = async () => {
    const { access_token } = (await ask('/auth/login', { username: 'admin', password })).json().data
    return `Bearer ${access_token}`
  }
  const authorization = await signIn()
  const url = `/cms/v1/user/${t.world.userIds.operator}/second-factor/reset`
  expect((await ask(url, {}, authorization)).json().needs).toBe('proof')
  const prove = async () => {
    const { ticket } = (await ask('/auth/proof/begin', {}, authorization)).json().data ?? {}
    return ask('/auth/proof', { ticket, password }, authorization)
  }
  const refused = await prove()
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(/^Your password was set by a mailed code/),
  ])
  later(15)
  expect((await prove()).statusCode).toBe(200)
  expect((await ask(url, {}, authorization)).json().needs).toBeUndefined()
})
