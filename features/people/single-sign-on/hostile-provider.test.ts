// Single sign-on under attack (SSO-02): every token, answer and address that is not as it has to be is refused, and nobody comes in.
import { createHash } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { CLIENT, DOMAIN, type Liar, setUp, startLiar, tab, ticketIn } from './test-single-sign-on.ts'

let t: TestApp
let liar: Liar
beforeAll(async () => {
  liar = await startLiar()
  t = await startApp({ mayCallPrivate: true })
})
afterAll(async () => {
  await t.close()
  await liar.close()
})
beforeEach(async () => {
  await setUp(t, liar.issuer)
})
/** Each from a network of its own: the audit log takes a few refusals of one. */
let networks = 0
const elsewhere = () => tab(t, `198.51.100.${++networks}`)
/** The exact reason of the last refusal, as the audit log has it. */
const reason = async (): Promise<string | undefined> =>
  (
    await sql<{ reason: string }>`select after->>'reason' as reason from audit_entry where action = 'refuse-sign-in'
      order by id desc limit 1`.execute(t.db)
  ).rows[0]?.reason
const NOT_FIT = /^Single sign-on failed\. The answer of the provider does not belong to this sign-in/
const LATE = /^Single sign-on failed\. The answer of the provider has expired/

const seconds = () => Math.floor(Date.now() / 1000)
const claims = (nonce: string, more: Record<string, unknown> = {}): JWTPayload => ({
  iss: liar.issuer,
  aud: CLIENT.clientId,
  sub: 'eve',
  iat: seconds(),
  exp: seconds() + 300,
  nonce,
  email: `eve@${DOMAIN}`,
  email_verified: true,
  name: 'Eve Menon',
  ...more,
})
const part = (v: unknown) => Buffer.from(JSON.stringify(v)).toString('base64url')

/** Begins, and comes back with an answer; answers the reply of the last call. */
async function come(
  answer: (asked: URLSearchParams) => Record<string, string> = () => ({}),
  page = elsewhere(),
): Promise<Awaited<ReturnType<typeof page.finish>>> {
  const begun = await page.begin(`eve@${DOMAIN}`)
  expect(begun.statusCode).toBe(200)
  const asked = new URL(begun.json().data.onward).searchParams
  const q = new URLSearchParams({ code: 'code', state: asked.get('state') ?? '', iss: liar.issuer, ...answer(asked) })
  nonce = asked.get('nonce') ?? ''
  return page.finish(ticketIn(await page.comeBack(`${asked.get('redirect_uri')}?${q}`)))
}
let nonce = ''
const usersMade = () => t.db.selectFrom('appUser').select('id').where('email', '=', `eve@${DOMAIN}`).execute()

const lies: [what: string, make: () => Promise<string>, why: RegExp][] = [
  ['another issuer', () => liar.sign(claims(nonce, { iss: 'https://other.example' })), /"iss"/],
  ['another audience', () => liar.sign(claims(nonce, { aud: 'somebody else' })), /"aud"/],
  [
    'several audiences, authorized for another',
    () => liar.sign(claims(nonce, { aud: [CLIENT.clientId, 'x'], azp: 'x' })),
    /"azp"/,
  ],
  ['another nonce', () => liar.sign(claims('another')), /"nonce"/],
  ['no nonce', () => liar.sign(claims(nonce, { nonce: undefined })), /"nonce"/],
  ['expired', () => liar.sign(claims(nonce, { iat: seconds() - 900, exp: seconds() - 300 })), /past current timestamp/],
  ['not valid yet', () => liar.sign(claims(nonce, { nbf: seconds() + 600 })), /"nbf"/],
  [
    'expired for longer than clocks may differ',
    () => liar.sign(claims(nonce, { exp: seconds() - 45 })),
    /past current timestamp/,
  ],
  ['issued in the future', () => liar.sign(claims(nonce, { iat: seconds() + 90 })), /has expired, is not valid yet/],
  ['issued ten minutes ago', () => liar.sign(claims(nonce, { iat: seconds() - 600 })), /has expired, is not valid yet/],
  ['no expiry', () => liar.sign(claims(nonce, { exp: undefined })), /"exp".* missing/],
  ['no subject', () => liar.sign(claims(nonce, { sub: undefined })), /"sub".* missing/],
  ['alg none', async () => `${part({ alg: 'none' })}.${part(claims(nonce))}.`, /unsupported JWS "alg"/],
  ['no signature', async () => (await liar.sign(claims(nonce))).replace(/[^.]+$/, ''), /signature verification failed/],
  [
    'HS256 with the secret of the client',
    () =>
      new SignJWT(claims(nonce))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(CLIENT.clientSecret)),
    /unsupported JWS algorithm/,
  ],
  [
    'another key',
    async () => liar.sign(claims(nonce), await generateKeyPair('RS256')),
    /signature verification failed/,
  ],
  [
    'another key in the header',
    async () => {
      const own = await generateKeyPair('RS256')
      const jwk = (await import('jose')).exportJWK(own.publicKey)
      return new SignJWT(claims(nonce)).setProtectedHeader({ alg: 'RS256', jwk: await jwk }).sign(own.privateKey)
    },
    /signature verification failed/,
  ],
  [
    'changed after it was signed',
    async () => {
      const [head, , signature] = (await liar.sign(claims(nonce))).split('.')
      return `${head}.${part(claims(nonce, { sub: 'asha' }))}.${signature}`
    },
    /signature verification failed/,
  ],
  ['not a token', async () => 'abc', /Invalid JWT/],
]
test.each(lies)('an id token is refused: %s', async (what, make, why) => {
  liar.token = make
  const r = await come()
  expect(r.statusCode).toBe(403)
  const { message } = r.json()
  expect(message).toMatch(/expired|not valid|issued/.test(what) ? LATE : NOT_FIT)
  // The person reads no word of a library; the audit log has them.
  expect(message).not.toMatch(/"|JW[ST]|claim|unexpected|invalid/i)
  expect(await reason()).toMatch(why)
  expect(await usersMade()).toEqual([])
})

test('an id token within what clocks may differ by is taken', async () => {
  const own = { email: `clock@${DOMAIN}`, sub: 'clock' }
  liar.token = () => liar.sign(claims(nonce, { ...own, iat: seconds() + 20, exp: seconds() - 20, nbf: seconds() + 20 }))
  expect((await come()).statusCode).toBe(200)
})

test('an id token of an earlier sign-in is refused in a later one', async () => {
  let first = ''
  liar.token = async () => {
    first ||= await liar.sign(claims(nonce, { email: `replay@${DOMAIN}`, sub: 'replay' }))
    return first
  }
  expect((await come()).statusCode).toBe(200)
  expect((await come()).statusCode).toBe(403)
})

test.each([
  ['of another issuer', { iss: 'https://other.example' }],
  ['of no issuer, where the provider always names it', { iss: '' }],
  ['without a code', { code: '' }],
  ['with an error of the provider', { error: 'access_denied', error_description: 'Not <b>today</b>' }],
])('an answer is refused: %s', async (_, answer) => {
  liar.token = () => liar.sign(claims(nonce))
  const r = await come(() => answer as Record<string, string>)
  expect(r.statusCode).toBe(403)
  expect(await usersMade()).toEqual([])
})

test('an answer counts once, and a state that nobody was sent with not at all', async () => {
  liar.token = () => liar.sign(claims(nonce, { email: `once@${DOMAIN}`, sub: 'once' }))
  const page = tab(t)
  const asked = new URL((await page.begin(`eve@${DOMAIN}`)).json().data.onward).searchParams
  nonce = asked.get('nonce') ?? ''
  const back = `${asked.get('redirect_uri')}?${new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: liar.issuer })}`
  const [first, second] = await Promise.all([page.comeBack(back), page.comeBack(back)])
  expect([first, second].filter(l => l === '/login#sso=past')).toHaveLength(1)
  expect(await page.comeBack(back)).toBe('/login#sso=past')
  const twice = `${back}&state=${asked.get('state')}`
  expect(await page.comeBack(twice)).toBe('/login#sso=past')
  expect(await page.comeBack(`${asked.get('redirect_uri')}?code=c&state=guessed`)).toBe('/login#sso=past')
  expect(await page.comeBack(`${asked.get('redirect_uri')}`)).toBe('/login#sso=past')
  const ticket = ticketIn([first, second].find(l => l !== '/login#sso=past') ?? '')
  expect((await page.finish(ticket)).statusCode).toBe(200)
  expect((await page.finish(ticket)).statusCode).toBe(403)
})

test('a ticket counts in the tab that began alone, and is used up elsewhere', async () => {
  liar.token = () => liar.sign(claims(nonce))
  const page = tab(t)
  const asked = new URL((await page.begin(`eve@${DOMAIN}`)).json().data.onward).searchParams
  nonce = asked.get('nonce') ?? ''
  const q = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: liar.issuer })
  const ticket = ticketIn(await page.comeBack(`${asked.get('redirect_uri')}?${q}`))
  const stolen = await tab(t).finish(ticket)
  expect(stolen.statusCode).toBe(403)
  expect(stolen.json().message).toMatch(/another tab or browser/)
  expect((await page.finish(ticket)).statusCode).toBe(403)
  expect(await usersMade()).toEqual([])
})

test('the way begins and ends within its times', async () => {
  const start = Date.now()
  let ms = start
  const later = await t.another({ now: () => new Date(ms), mayCallPrivate: true })
  try {
    liar.token = () => liar.sign(claims(nonce, { exp: Math.floor(ms / 1000) + 300, iat: Math.floor(ms / 1000) }))
    const page = tab(later)
    const begin = async () => {
      const asked = new URL((await page.begin(`eve@${DOMAIN}`)).json().data.onward).searchParams
      nonce = asked.get('nonce') ?? ''
      return `${asked.get('redirect_uri')}?${new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: liar.issuer })}`
    }
    const late = await begin()
    ms += 10 * 60_000 + 1
    expect(await page.comeBack(late)).toBe('/login#sso=past')
    const ticket = ticketIn(await page.comeBack(await begin()))
    ms += 61_000
    expect((await page.finish(ticket)).statusCode).toBe(403)
    expect(await usersMade()).toEqual([])
  } finally {
    await later.close()
  }
})

test('PKCE: the provider is sent the verifier of its challenge, and none is used twice', async () => {
  const seen = new Set<string>()
  for (let i = 0; i < 2; i++) {
    let challenge = ''
    liar.token = async () => {
      throw new Error('no')
    }
    await come(asked => {
      expect(asked.get('code_challenge_method')).toBe('S256')
      challenge = asked.get('code_challenge') ?? ''
      return {}
    })
    const verifier = liar.asked.at(-1)?.get('code_verifier') ?? ''
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(challenge)
    expect(verifier.length).toBeGreaterThanOrEqual(43)
    seen.add(verifier)
  }
  expect(seen.size).toBe(2)
})

test('an answer for one company counts at no other, though its state does', async () => {
  const { two } = t.world
  await setUp(t, liar.issuer, { companyId: two.companyId, domain: 'other.example' })
  liar.token = () => liar.sign(claims(nonce))
  const page = tab(t)
  const asked = new URL((await page.begin(`eve@${DOMAIN}`)).json().data.onward).searchParams
  nonce = asked.get('nonce') ?? ''
  const elsewhere = (asked.get('redirect_uri') ?? '').replace(/\d+$/, String(two.companyId))
  const q = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: liar.issuer })
  const r = await page.finish(ticketIn(await page.comeBack(`${elsewhere}?${q}`)))
  expect(r.statusCode).toBe(403)
  expect(r.json().message).toMatch(/another provider/)
})

test('a provider that changed between the beginning and the answer counts no more', async () => {
  liar.token = () => liar.sign(claims(nonce))
  const page = tab(t)
  const asked = new URL((await page.begin(`eve@${DOMAIN}`)).json().data.onward).searchParams
  nonce = asked.get('nonce') ?? ''
  const q = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: liar.issuer })
  await setUp(t, liar.issuer, { isActive: false })
  const r = await page.finish(ticketIn(await page.comeBack(`${asked.get('redirect_uri')}?${q}`)))
  expect(r.statusCode).toBe(403)
  expect(r.json().message).toMatch(/has changed meanwhile/)
})

test.each([
  ['https://evil.example/login', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\/evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['evil', '/'],
  ['/charger?tab=a&q=%2F%2Fb', '/charger?tab=a&q=%2F%2Fb'],
])('the way back leads within the portal: %j', async (returnTo, to) => {
  liar.token = () => liar.sign(claims(nonce, { email: `way@${DOMAIN}`, sub: 'way' }))
  const page = tab(t)
  const begun = await page.begin(`way@${DOMAIN}`, { returnTo })
  const asked = new URL(begun.json().data.onward).searchParams
  nonce = asked.get('nonce') ?? ''
  const q = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: liar.issuer })
  const location = await page.comeBack(`${asked.get('redirect_uri')}?${q}`)
  expect(new URL(location).origin).toBe('http://portal.test')
  expect((await page.finish(ticketIn(location))).json().data.returnTo).toBe(to)
})

test.each([
  [undefined, 'http://portal.test'],
  ['https://portal.example', 'https://portal.example'],
  ['https://evil.example', 'http://portal.test'],
  ['https://portal.example.evil.example', 'http://portal.test'],
  ['null', 'http://portal.test'],
])('the ticket goes to hosts of the installation alone: from %s', async (origin, to) => {
  const page = tab(t)
  const begun = await page.begin(`way@${DOMAIN}`, origin === undefined ? {} : { origin })
  const asked = new URL(begun.json().data.onward).searchParams
  const q = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '', iss: liar.issuer })
  const location = await page.comeBack(`${asked.get('redirect_uri')}?${q}`)
  expect(location).toMatch(/\/login#sso=[\w-]{43}$/)
  expect(new URL(location).origin).toBe(to)
})

test('what the provider says is not drawn as a page, and comes to the tab that began alone', async () => {
  const r = await come(() => ({ error: 'access_denied', error_description: '<script>alert(1)</script>' }))
  expect(r.headers['content-type']).toMatch(/^application\/json/)
  expect(r.json().message).toBe(
    'Single sign-on failed. The provider did not let you in. Administrators of your company find the exact reason in the audit log.',
  )
  expect(await reason()).toBe('access_denied: <script>alert(1)</script>')
})

test('a provider at a private address is not called, unless the installation lets it', async () => {
  const strict = await t.another({ mayCallPrivate: false })
  try {
    const r = await tab(strict).begin(`eve@${DOMAIN}`)
    expect(r.statusCode).toBe(502)
    expect(r.json().message).toMatch(/Should begin with https:/)
  } finally {
    await strict.close()
  }
  // The demo's own provider, and no other at the same host.
  const local = await t.another({ mayCallPrivate: false, localIssuer: liar.issuer })
  try {
    expect((await tab(local).begin(`eve@${DOMAIN}`)).statusCode).toBe(200)
  } finally {
    await local.close()
  }
})

test('a provider that is away, or none, is told in plain words; the audit log has the exact ones', async () => {
  await setUp(t, 'http://127.0.0.1:1')
  const r = await elsewhere().begin(`eve@${DOMAIN}`)
  expect([r.statusCode, r.json().message]).toEqual([
    502,
    'Single sign-on cannot begin. The provider cannot be reached. Please try again later. Administrators of your company find the exact reason in the audit log.',
  ])
  expect(await reason()).toMatch(/ECONNREFUSED/)
  await setUp(t, `${liar.issuer}/nothing`)
  const none = await elsewhere().begin(`eve@${DOMAIN}`)
  expect(none.json().message).toMatch(/There is no provider of OpenID Connect at the address/)
  expect(await reason()).toMatch(/unexpected HTTP response status code/)
})

test('a network that begins too many is told truly how long to wait', async () => {
  const start = Date.now()
  let ms = start
  const later = await t.another({ now: () => new Date(ms), mayCallPrivate: true })
  try {
    await sql`insert into sign_in_attempt (state_hash, company_id, purpose, issuer, client_id, nonce, verifier, binding, origin,
        return_to, network, begun_at)
      select sha256(convert_to(n::text, 'UTF8')), ${t.world.one.companyId}::int, 'sign in', 'i', 'c', 'n', 'v'::bytea, 'b'::bytea, 'o', '/',
        '127.0.0.1', ${new Date(start - 200_000)}::timestamptz from generate_series(1, 600) n`.execute(t.db)
    const refused = await tab(later).begin(`eve@${DOMAIN}`)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '400'])
    ms = start + 399_000
    expect((await tab(later).begin(`eve@${DOMAIN}`)).statusCode).toBe(429)
    ms = start + 400_000
    expect((await tab(later).begin(`eve@${DOMAIN}`)).statusCode).toBe(200)
  } finally {
    await later.close()
  }
})
