// Single sign-on in tests: a company with a provider, a browser that goes the whole way, and a provider that lies.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { LocalAccount } from '#demo/sign-in-provider.ts'
import type { TestApp } from '#testing/app.ts'
import { addressesOf, sealedFor } from './client.commands.ts'
import * as store from './sign-in-setting.store.ts'

export const CLIENT = { clientId: 'portal', clientSecret: 'the secret of the client, long enough for HS256' }
export const DOMAIN = 'volt.example'

export const person = (subject: string, more: Partial<LocalAccount> = {}): LocalAccount => ({
  subject,
  firstName: 'Asha',
  lastName: 'Rao',
  email: `${subject}@${DOMAIN}`,
  groups: [],
  ...more,
})

/** What the provider has to know of the product. */
export async function clientAt(t: TestApp, companyId = t.world.one.companyId) {
  const { callback, afterSignOut } = await addressesOf(t.services, t.db, companyId)
  return { ...CLIENT, redirectAddress: callback, signedOutAddress: afterSignOut }
}

/** Gives a company a provider and a proven domain. */
export async function setUp(
  t: TestApp,
  issuer: string,
  {
    companyId = t.world.one.companyId,
    domain = DOMAIN,
    rules = [],
    ...more
  }: Partial<store.Provider> & {
    domain?: string
    rules?: Parameters<typeof store.saveRules>[2]
  } = {},
): Promise<void> {
  await t.db.transaction().execute(async trx => {
    await store.saveProvider(trx, {
      companyId,
      issuer,
      clientId: CLIENT.clientId,
      clientSecret: t.services.seal.close(CLIENT.clientSecret, sealedFor(companyId)),
      groupsClaim: 'groups',
      trustsMail: false,
      makesUsers: true,
      defaultTeamId: null,
      defaultRoleId: null,
      isActive: true,
      testedAt: null,
      changedAt: t.services.now(),
      ...more,
    })
    await store.saveRules(trx, companyId, rules)
    if ((await store.domainsOf(trx, companyId)).some(d => d.domain === domain)) return
    const id = await store.addDomain(trx, { companyId, domain, proof: 'proof', madeAt: t.services.now() })
    await store.noteDomain(trx, id, { provenAt: t.services.now(), provenHow: 'platform', provenBy: 'root' })
  })
}

const random = (): string => randomBytes(32).toString('base64url')
const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64url')

type Options = { returnTo?: string; origin?: string; authorization?: string }
/** A tab of a browser at the portal: what it keeps, and its calls. */
export function tab(t: TestApp, remoteAddress = '127.0.0.1') {
  const value = random()
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    t.app.inject({ method: 'POST', url, payload, headers, remoteAddress })
  return {
    value,
    begin: (email: string, { returnTo, origin }: Options = {}) =>
      post(
        '/auth/sso/begin',
        { email, binding: hashOf(value), ...(returnTo !== undefined && { returnTo }) },
        origin === undefined ? {} : { origin },
      ),
    prove: (authorization: string, returnTo = '/settings') =>
      post('/auth/sso/prove', { binding: hashOf(value), returnTo }, { authorization }),
    /** Brings an answer of the provider to the portal; answers where the browser is led. */
    comeBack: async (address: string) => {
      const { pathname, search } = new URL(address)
      const r = await t.app.inject({ method: 'GET', url: pathname + search, remoteAddress })
      return String(r.headers.location)
    },
    finish: (ticket: string, kept = value) => post('/auth/sso/finish', { ticket, value: kept }),
    proven: (authorization: string, ticket: string) => post('/auth/sso/proven', { ticket, value }, { authorization }),
  }
}
export const ticketIn = (location: string): string => /#sso=([\w-]{43})$/.exec(location)?.[1] ?? ''

/** A browser at the local provider, with its cookies. */
export function visitor() {
  const jar = new Map<string, string>()
  const go = async (address: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([k, v]) => `${k}=${v}`).join('; ')
    const r = await fetch(address, {
      redirect: 'manual',
      headers: cookie === '' ? {} : { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of r.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/expires=thu, 01 jan 1970/i.test(line)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return { location: r.headers.get('location'), status: r.status, text: await r.text() }
  }
  /** Follows an address of the provider as somebody, until it leads away; answers where. */
  const signIn = async (address: string, subject: string): Promise<string> => {
    const { origin } = new URL(address)
    let at = address
    for (let i = 0; i < 12; i++) {
      const isForm = new URL(at).pathname.startsWith('/sign-in/')
      const { location: said, text, status } = await go(at, isForm ? { account: subject } : undefined)
      // Somebody else was signed in there: a page with a form that sends itself.
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1]
      const location =
        said ?? (xsrf ? (await go(`${origin}/session/end/confirm`, { xsrf, logout: 'yes' })).location : null)
      if (location === null) throw new Error(`The provider leads nowhere (${status}): ${text}`)
      at = new URL(location, at).href
      if (new URL(at).origin !== origin) return at
    }
    throw new Error('The provider leads on and on')
  }
  return { go, signIn }
}

/** The whole way of a person; answers the reply of the last call. */
export async function wholeWay(t: TestApp, who: LocalAccount, options: Options = {}) {
  const page = tab(t)
  const begun = await page.begin(who.email, options)
  if (begun.statusCode !== 200) return begun
  const back = await visitor().signIn(begun.json().data.onward, who.subject)
  return page.finish(ticketIn(await page.comeBack(back)))
}

type Keys = Awaited<ReturnType<typeof generateKeyPair>>
/** A provider whose token endpoint says whatever a test wants. */
export type Liar = {
  issuer: string
  keys: Keys
  /** What the token endpoint answers; set by the test. */
  token: (asked: URLSearchParams) => Promise<string>
  /** Fields of the discovery document in place of its own. */
  metadata: Record<string, unknown>
  sign: (claims: Record<string, unknown>, keys?: Keys) => Promise<string>
  asked: URLSearchParams[]
  close: () => Promise<void>
}
export async function startLiar(): Promise<Liar> {
  const keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }
  const server: Server = createServer((req, res) => {
    const say = (body: unknown, status = 200) => {
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify(body))
    }
    if (req.url === '/.well-known/openid-configuration') {
      const at = (path: string) => `${liar.issuer}/${path}`
      return say({
        issuer: liar.issuer,
        authorization_endpoint: at('authorize'),
        token_endpoint: at('token'),
        jwks_uri: at('keys'),
        end_session_endpoint: at('end'),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...liar.metadata,
      })
    }
    if (req.url === '/keys') return say({ keys: [jwk] })
    if (req.url !== '/token') return say({}, 404)
    let text = ''
    req.on('data', piece => (text += piece))
    req.on('end', () => {
      const asked = new URLSearchParams(text)
      liar.asked.push(asked)
      liar.token(asked).then(
        idToken => say({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken }),
        error => say({ error: 'invalid_grant', error_description: String(error.message) }, 400),
      )
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const liar: Liar = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    token: () => Promise.reject(new Error('No code was given')),
    metadata: {},
    asked: [],
    sign: (claims, own = keys) =>
      new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(own.privateKey),
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return liar
}
