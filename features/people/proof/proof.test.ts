// What asks again for a proof (MFA-02): the calls that say so, and the bank accounts that are saved with other things.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, teamBody } from '#people/teams/test-team.ts'
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
  'DELETE /cms/v1/team/{teamId}/user/{userId}',
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
  'POST /cms/v1/team/{teamId}/api-keys',
  'POST /cms/v1/team/{teamId}/teamPayout/{year}/{month}',
  'POST /cms/v1/team/{teamId}/users',
  'POST /cms/v1/team/{teamId}/webhooks',
  'POST /cms/v1/user/{userId}/second-factor/reset',
  'POST /cms/v1/webhooks/{webhookId}/secret',
  'PUT /cms/v1/api-keys/{apiKeyId}',
  'PUT /cms/v1/company/{id}/payment-provider',
  'PUT /cms/v1/company/{id}/sign-in',
  'PUT /cms/v1/role/{roleId}',
  'PUT /cms/v1/roles',
]

test('the calls that can do harm ask, and no others; asked, nothing is looked at and no refusal is noted', async () => {
  const asking = t.app.endpoints.filter(e => e.asksAgain)
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
