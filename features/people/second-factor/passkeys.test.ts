// Passkeys under attack (MFA-01, MFA-02): answers that are sent again, made for another page or another person, copied
// authenticators, and people who were not verified.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { makeAuthenticator } from './test-authenticator.ts'
import { addApp, bearer, type From, forgetAll, login, ORIGIN, secondStep, send, ticketOf } from './test-factors.ts'

const OWN = '/cms/v1/profile/second-factor'
const EVIL = 'https://portal.test.evil.example'
let t: TestApp
let now = new Date()
beforeAll(async () => {
  t = await startApp({ now: () => now, publicUrl: ORIGIN })
})
afterAll(() => t.close())
beforeEach(async () => {
  now = new Date()
  await forgetAll(t)
})

type Headers = Record<string, string>
const enter = async (who: Person): Promise<Headers> => bearer((await login(t, who)).body.data)
const begin = async (headers: Headers, from: From = {}) =>
  (await send(t, 'POST', `${OWN}/passkey`, undefined, { headers, ...from })).body.data
const end = (headers: Headers, ticket: string, passkey: object, name = 'Laptop') =>
  send(t, 'POST', `${OWN}/passkey/end`, { ticket, name, passkey }, { headers })
/** A person with a passkey, and what holds it. */
async function withPasskey(who: Person, origin = ORIGIN) {
  const headers = await enter(who)
  const key = makeAuthenticator(origin)
  const { ticket, options } = await begin(headers, { origin })
  const r = await end(headers, ticket, key.make(options))
  expect(r.status, JSON.stringify(r.body)).toBe(200)
  return { headers, key, codes: r.body.recovery_codes as string[] }
}
const challenge = async (from: From = {}) => (await send(t, 'POST', '/auth/passkey/begin', undefined, from)).body.data
const signIn = (ticket: string, passkey: object, from: From = {}) =>
  send(t, 'POST', '/auth/passkey', { ticket, passkey }, from)
const REFUSED = { passkey: 'The passkey was not accepted. Please try again.' }

test('a passkey signs in alone, as both factors, and the password alone does no more', async () => {
  const { key, codes } = await withPasskey('admin')
  expect(codes).toHaveLength(10)
  const { ticket, options } = await challenge()
  expect(options).toMatchObject({ rpId: 'portal.test', userVerification: 'required' })
  expect(options.allowCredentials).toEqual([])
  const r = await signIn(ticket, key.use(options))
  expect([r.status, r.body.data.user.username], JSON.stringify(r.body)).toEqual([200, 'admin'])
  const by = await sql<{ by: string }>`select signed_in_by as by from browser order by browser_id desc limit 1`.execute(
    t.db,
  )
  expect(by.rows[0]?.by).toBe('passkey')
  expect((await login(t, 'admin')).body.data).toMatchObject({
    step: 'second factor',
    ways: ['passkey', 'recovery code'],
  })
  const list = await send(t, 'GET', OWN, undefined, { headers: bearer(r.body.data) })
  expect(list.body.data.factors[0]).toMatchObject({
    kind: 'passkey',
    name: 'Laptop',
    host: 'portal.test',
    used_at: now.toISOString(),
  })
})

test('an answer counts once: sent again, it is refused, with its ticket or with another', async () => {
  const { key } = await withPasskey('admin')
  const one = await challenge()
  const answer = key.use(one.options)
  const both = await Promise.all([signIn(one.ticket, answer), signIn(one.ticket, answer)])
  expect(both.map(r => r.status).toSorted()).toEqual([200, 422])
  expect((await signIn(one.ticket, answer)).status).toBe(401)
  const two = await challenge()
  const replayed = await signIn(two.ticket, answer)
  expect([replayed.status, replayed.body.errors]).toEqual([422, REFUSED])
  // The challenge is used up by the wrong answer too.
  expect((await signIn(two.ticket, key.use(two.options))).status).toBe(422)
})

test.each([
  ['another page', { origin: EVIL }],
  ['another host', { rpId: 'evil.example' }],
  ['another challenge', { challenge: 'x'.repeat(43) }],
  ['nobody verified', { isVerified: false }],
  ['another person named', { handle: Buffer.from('somebody else').toString('base64url') }],
])('an answer for %s is refused', async (_, odd) => {
  const { key } = await withPasskey('admin')
  const { ticket, options } = await challenge()
  const r = await signIn(ticket, key.use(options, odd))
  expect([r.status, r.body.errors]).toEqual([422, REFUSED])
})

test('a counter that goes back gives a copy away', async () => {
  const { key } = await withPasskey('admin')
  const use = async (counter: number) => {
    const { ticket, options } = await challenge()
    return (await signIn(ticket, key.use(options, { counter }))).status
  }
  expect([await use(7), await use(7), await use(6), await use(8)]).toEqual([200, 422, 422, 200])
})

test('a passkey without a counter, as those that are kept in a cloud, signs in again and again', async () => {
  const { key } = await withPasskey('admin')
  for (let n = 0; n < 2; n++) {
    const { ticket, options } = await challenge()
    expect((await signIn(ticket, key.use(options, { counter: 0 }))).status).toBe(200)
  }
})

test('what a page of another address asks for gets no challenge, whatever it says of itself', async () => {
  const { headers } = await withPasskey('admin')
  for (const origin of [EVIL, 'https://evil.example', 'http://portal.test', 'null', 'portal.test']) {
    const from = { origin, headers: { host: 'portal.test', 'x-forwarded-host': 'portal.test' } }
    expect((await send(t, 'POST', '/auth/passkey/begin', undefined, from)).status, origin).toBe(409)
    const made = await send(t, 'POST', `${OWN}/passkey`, undefined, { headers, origin })
    expect(made.status, origin).toBe(409)
    // The passkey is no way there, and the password alone is none either.
    expect((await login(t, 'admin', { origin })).body.data.ways).toEqual(['recovery code'])
  }
})

test("the home of a company's brand has passkeys of its own", async () => {
  const home = 'https://ops.bluegrid.in'
  await sql`update team set domain = 'ops.bluegrid.in' where id = ${t.world.one.companyId}`.execute(t.db)
  const { key } = await withPasskey('admin', home)
  const there = await challenge({ origin: home })
  expect(there.options.rpId).toBe('ops.bluegrid.in')
  expect((await signIn(there.ticket, key.use(there.options), { origin: home })).status).toBe(200)
  const here = await challenge()
  expect((await signIn(here.ticket, key.use(here.options))).status).toBe(422)
  await sql`update team set domain = null where id = ${t.world.one.companyId}`.execute(t.db)
})

test('a passkey is a second step too, for its owner alone', async () => {
  const admin = await withPasskey('admin')
  const operator = await withPasskey('operator')
  const optionsOf = async (ticket: string) =>
    (await send(t, 'POST', '/auth/second-factor/passkey', { ticket })).body.data.options
  const ticket = await ticketOf(t, 'admin')
  const options = await optionsOf(ticket)
  expect(options.allowCredentials).toHaveLength(1)
  expect((await secondStep(t, { ticket, passkey: operator.key.use(options) })).status).toBe(422)
  // A challenge that was not asked for anew is none.
  expect((await secondStep(t, { ticket, passkey: admin.key.use(options) })).status).toBe(422)
  const r = await secondStep(t, { ticket, passkey: admin.key.use(await optionsOf(ticket)) })
  expect([r.status, r.body.data.user.username]).toEqual([200, 'admin'])
  // What answers a second step is no sign-in by itself.
  const alone = await challenge()
  const other = await ticketOf(t, 'admin')
  expect((await signIn(alone.ticket, admin.key.use(await optionsOf(other)))).status).toBe(422)
})

test('a passkey belongs to one person, and is made for the step that asked for it', async () => {
  const { key } = await withPasskey('admin')
  const headers = await enter('viewer')
  const { ticket, options } = await begin(headers)
  const taken = await end(headers, ticket, key.make(options))
  expect([taken.status, taken.body.errors]).toEqual([422, { passkey: 'This passkey is known already' }])
  const fresh = makeAuthenticator(ORIGIN)
  const again = await begin(headers)
  const odd = await end(headers, again.ticket, fresh.make(again.options, { isVerified: false }))
  expect(odd.status).toBe(422)
  const third = await begin(headers)
  expect((await end(headers, third.ticket, fresh.make(again.options))).status).toBe(422)
  const fourth = await begin(headers)
  expect((await end(await enter('operator'), fourth.ticket, fresh.make(fourth.options))).status).toBe(409)
  const answer = fresh.make(fourth.options)
  const both = await Promise.all([end(headers, fourth.ticket, answer), end(headers, fourth.ticket, answer, 'Other')])
  expect(both.map(r => r.status).toSorted()).toEqual([200, 422])
})

test('an account that is switched off, or whose company signs in through its provider, is not entered', async () => {
  const { key } = await withPasskey('viewer')
  const attempt = async () => {
    const { ticket, options } = await challenge()
    const r = await signIn(ticket, key.use(options))
    return [r.status, r.body.message]
  }
  await sql`update app_user set is_active = false where username = 'viewer'`.execute(t.db)
  expect(await attempt()).toEqual([403, 'Your account is inactive. Please contact support.'])
  await sql`update app_user set is_active = true where username = 'viewer'`.execute(t.db)
  await sql`insert into company_sign_in (company_id, forbids_passwords) values (${t.world.one.companyId}, true)`.execute(
    t.db,
  )
  expect(await attempt()).toEqual([403, expect.stringContaining('single sign-on')])
  await sql`update company_sign_in set emergency_user_id = ${t.world.userIds.viewer}`.execute(t.db)
  expect((await attempt())[0]).toBe(200)
})

test('a passkey proves again who is signed in', async () => {
  const { headers, key } = await withPasskey('admin')
  now = new Date(now.getTime() + 16 * 60_000)
  const { ticket, ways } = (await send(t, 'POST', '/auth/proof/begin', undefined, { headers })).body.data
  expect(ways).toEqual(['passkey', 'recovery code'])
  const { options } = (await send(t, 'POST', '/auth/second-factor/passkey', { ticket })).body.data
  const r = await send(t, 'POST', '/auth/proof', { ticket, passkey: key.use(options) }, { headers })
  expect(r.status, JSON.stringify(r.body)).toBe(200)
  expect((await send(t, 'POST', `${OWN}/recovery-codes`, undefined, { headers })).status).toBe(200)
})

test.each([
  [{}],
  [{ id: 7 }],
  [{ id: 'x', response: null }],
  [{ id: 'x', response: { clientDataJSON: '{' } }],
  [{ response: [] }],
])('what is no answer of a passkey is refused: %j', async passkey => {
  const { headers } = await withPasskey('admin')
  await addApp(t, headers, now)
  const { ticket } = await challenge()
  expect((await signIn(ticket, passkey)).status).toBe(422)
  const made = await begin(headers)
  expect((await end(headers, made.ticket, passkey)).status).toBe(422)
})
