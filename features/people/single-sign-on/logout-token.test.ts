// Logout tokens of a provider under attack: only one that is whole, fresh, new and its own ends a browser.
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import * as identities from './identity.store.ts'
import { CLIENT, type Liar, setUp, startLiar } from './test-single-sign-on.ts'

let t: TestApp
let liar: Liar
beforeAll(async () => {
  liar = await startLiar()
  t = await startApp({ mayCallPrivate: true })
  await setUp(t, liar.issuer)
})
afterAll(async () => {
  await t.close()
  await liar.close()
})

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const seconds = () => Math.floor(Date.now() / 1000)
let n = 0
const claims = (more: Record<string, unknown> = {}) => ({
  iss: liar.issuer,
  aud: CLIENT.clientId,
  iat: seconds(),
  exp: seconds() + 120,
  jti: `j${n++}`,
  sub: 'asha',
  sid: 'session',
  events: EVENTS,
  ...more,
})
const tell = (token: string) =>
  t.app.inject({
    method: 'POST',
    url: '/auth/sso/back-channel',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })

/** Somebody who is signed in from a session of the provider. */
async function signedIn(subject = 'asha', sid: string | null = 'session') {
  const headers = await t.as('viewer')
  const { browserId } = await t.db
    .selectFrom('browser')
    .select('browserId')
    .orderBy('browserId', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await t.db.updateTable('browser').set({ signedInBy: 'single sign-on' }).where('browserId', '=', browserId).execute()
  const { companyId } = t.world.one
  await t.db.transaction().execute(trx =>
    identities.saveSession(trx, {
      browserId,
      companyId,
      issuer: liar.issuer,
      subject,
      sid,
      idToken: Buffer.alloc(1),
    }),
  )
  return async () => (await t.app.inject({ method: 'GET', url: '/cms/v1/profile', headers })).statusCode === 200
}

const part = (v: unknown) => Buffer.from(JSON.stringify(v)).toString('base64url')
test.each<[string, () => Promise<string>]>([
  ['of another issuer', () => liar.sign(claims({ iss: 'https://other.example' }))],
  ['for another client', () => liar.sign(claims({ aud: 'other' }))],
  ['without an issue time', () => liar.sign(claims({ iat: undefined }))],
  ['an hour old', () => liar.sign(claims({ iat: seconds() - 3600, exp: seconds() + 60 }))],
  ['six minutes old', () => liar.sign(claims({ iat: seconds() - 360, exp: seconds() + 60 }))],
  ['issued in the future', () => liar.sign(claims({ iat: seconds() + 90 }))],
  ['not valid yet', () => liar.sign(claims({ nbf: seconds() + 90 }))],
  ['without an expiry', () => liar.sign(claims({ exp: undefined }))],
  ['expired', () => liar.sign(claims({ exp: seconds() - 120 }))],
  ['expired for longer than clocks may differ', () => liar.sign(claims({ exp: seconds() - 45 }))],
  ['without an id', () => liar.sign(claims({ jti: undefined }))],
  ['without events', () => liar.sign(claims({ events: undefined }))],
  ['of another event', () => liar.sign(claims({ events: { other: {} } }))],
  ['with a nonce, as an id token', () => liar.sign(claims({ nonce: 'n' }))],
  ['of nobody', () => liar.sign(claims({ sub: undefined, sid: undefined }))],
  ['by another key', async () => liar.sign(claims(), await generateKeyPair('RS256'))],
  ['with alg none', async () => `${part({ alg: 'none' })}.${part(claims())}.`],
  [
    'by the secret of the client',
    () =>
      new SignJWT(claims() as never)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(CLIENT.clientSecret)),
  ],
  ['that is none', async () => 'abc'],
])('a logout token is refused: %s', async (_, make) => {
  const isIn = await signedIn()
  const r = await tell(await make())
  expect(r.statusCode).toBe(400)
  expect(r.json().error).toBe('invalid_request')
  expect(await isIn()).toBe(true)
})

test('one ends the browsers of its session alone, and counts once', async () => {
  const [mine, other] = [await signedIn(), await signedIn('asha', 'elsewhere')]
  const token = await liar.sign(claims())
  const r = await tell(token)
  expect(r.statusCode).toBe(200)
  expect(r.headers['cache-control']).toContain('no-store')
  expect([await mine(), await other()]).toEqual([false, true])
  const again = await signedIn()
  expect((await tell(token)).statusCode).toBe(400)
  expect(await again()).toBe(true)
  // Without a session all of the person end.
  expect((await tell(await liar.sign(claims({ sid: undefined })))).statusCode).toBe(200)
  expect([await other(), await again()]).toEqual([false, false])
})

test('one within what clocks may differ by is taken, and its id counts once at the provider, whoever it names', async () => {
  const isIn = await signedIn()
  const token = claims({ iat: seconds() + 20, exp: seconds() - 20, nbf: seconds() + 20 })
  expect((await tell(await liar.sign(token))).statusCode).toBe(200)
  expect(await isIn()).toBe(false)
  const other = await signedIn('eve', 'hers')
  expect((await tell(await liar.sign(claims({ jti: token.jti, sub: 'eve', sid: 'hers' })))).statusCode).toBe(400)
  expect(await other()).toBe(true)
})

test('a form without a token, or with a long one, is refused', async () => {
  for (const payload of ['', `logout_token=${'a'.repeat(20_001)}`]) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const r = await t.app.inject({ method: 'POST', url: '/auth/sso/back-channel', headers, payload })
    expect(r.statusCode).toBe(422)
  }
})
