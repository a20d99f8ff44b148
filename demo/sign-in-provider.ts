// A provider of single sign-on on this machine, for the demo and for tests: it asks who somebody is and believes it. Loaded only
// where it is started, and reached only from here.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { escaped } from '@wattdesk/base/text'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Context } from 'oidc-provider'

export type LocalAccount = {
  subject: string
  firstName: string
  lastName: string
  email: string
  /** false: the provider has not verified the address; null: it does not say. */
  isVerified?: boolean | null
  groups: readonly string[]
}
/** The product as the provider knows it. */
export type LocalClient = {
  clientId: string
  clientSecret: string
  redirectAddress: string
  signedOutAddress: string
  backChannelAddress?: string
}
export type LocalProvider = { issuer: string; close: () => Promise<void> }

const claimsOf = (a: LocalAccount) => ({
  sub: a.subject,
  name: `${a.firstName} ${a.lastName}`,
  given_name: a.firstName,
  family_name: a.lastName,
  email: a.email,
  ...(a.isVerified !== null && { email_verified: a.isVerified ?? true }),
  groups: a.groups,
})

const page = (title: string, body: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1rem}
h1{font-size:1.4rem}button{display:block;width:100%;text-align:left;padding:.7rem 1rem;margin:.5rem 0;border:1px solid #8888;
border-radius:8px;background:transparent;color:inherit;font:inherit;cursor:pointer}button:hover,button:focus-visible{border-color:currentColor}
small{display:block;opacity:.8}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const choice = (a: LocalAccount): string =>
  `<button name="account" value="${escaped(a.subject)}">${escaped(`${a.firstName} ${a.lastName}`)}<small>${escaped(a.email)}</small></button>`

/** The sessions and grants of the provider, in memory: they end with the process. */
class Kept {
  static readonly #all = new Map<string, Record<string, unknown>>()
  readonly #kind: string
  constructor(kind: string) {
    this.#kind = kind
  }
  async upsert(id: string, values: Record<string, unknown>): Promise<void> {
    Kept.#all.set(`${this.#kind} ${id}`, values)
  }
  async find(id: string): Promise<Record<string, unknown> | undefined> {
    return Kept.#all.get(`${this.#kind} ${id}`)
  }
  async findByUid(uid: string): Promise<Record<string, unknown> | undefined> {
    for (const [key, values] of Kept.#all) if (key.startsWith(`${this.#kind} `) && values.uid === uid) return values
    return undefined
  }
  async consume(id: string): Promise<void> {
    const values = Kept.#all.get(`${this.#kind} ${id}`)
    if (values) values.consumed = Math.floor(Date.now() / 1000)
  }
  async destroy(id: string): Promise<void> {
    Kept.#all.delete(`${this.#kind} ${id}`)
  }
  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, values] of Kept.#all) if (values.grantId === grantId) Kept.#all.delete(key)
  }
}

async function signingKey(): Promise<object> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') }
}

/** All that is asked is granted: the client is the product's own. */
async function grantAll({ oidc }: Context) {
  const { client, session, provider } = oidc
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId ?? '' })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function configuration(
  client: LocalClient,
  accounts: () => readonly LocalAccount[],
  key: object,
): Record<string, unknown> {
  return {
    adapter: Kept,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectAddress],
        post_logout_redirect_uris: [client.signedOutAddress],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...(client.backChannelAddress && {
          backchannel_logout_uri: client.backChannelAddress,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx: Context, form: string) => {
          ctx.type = 'html'
          ctx.body = page(
            'Sign out',
            `<p>Signing out…</p>${form}<button id="out" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
            <script>document.getElementById('out').click()</script>`,
          )
        },
      },
    },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/sign-in/${uid}` },
    findAccount: (_: Context, id: string) => {
      const account = accounts().find(a => a.subject === id)
      return account && { accountId: id, claims: () => claimsOf(account) }
    },
    loadExistingGrant: grantAll,
    // The product is on this machine too, where the usual way of the library leads nowhere.
    fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
    renderError: (ctx: Context, out: Record<string, string>) => {
      ctx.type = 'html'
      ctx.body = page('That did not work', `<p>${escaped(out.error_description ?? out.error ?? '')}</p>`)
    },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, IdToken: 3600, Interaction: 3600, Session: 86_400, Grant: 86_400 },
  }
}

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = []
  for await (const piece of req) pieces.push(piece as Buffer)
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8').slice(0, 10_000))
}

/** Asks who signs in; whoever the page that began has named comes first. */
async function ask(
  provider: Provider,
  accounts: readonly LocalAccount[],
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(req, res)
  if (req.method === 'POST') {
    const accountId = (await formOf(req)).get('account') ?? ''
    const isKnown = accounts.some(a => a.subject === accountId)
    const result = isKnown
      ? { login: { accountId } }
      : { error: 'access_denied', error_description: 'Nobody was chosen' }
    await provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
    return
  }
  const hint = String(params.login_hint ?? '').toLowerCase()
  const first = accounts.filter(a => a.email === hint)
  const others = accounts.filter(a => a.email !== hint)
  const note = '<p>This provider comes with the demo. It believes everybody.</p>'
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.end(page('Who are you?', `${note}<form method="post">${[...first, ...others].map(choice).join('')}</form>`))
}

const listenOn = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
  new Promise((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed)
      done((server.address() as AddressInfo).port)
    })
  })

/** Starts it on a port of this machine; 0 takes any. `client` may depend on the issuer. `accounts` are asked for each time. */
export async function startLocalProvider({
  port = 0,
  client,
  accounts,
}: {
  port?: number
  client: LocalClient
  accounts: () => readonly LocalAccount[]
}): Promise<LocalProvider> {
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listenOn(server, port)}`
  const provider = new Provider(issuer, configuration(client, accounts, await signingKey()))
  const others = provider.callback()
  server.on('request', (req, res) => {
    if (!req.url?.startsWith('/sign-in/')) return others(req, res)
    ask(provider, accounts(), req, res).catch(() => {
      res.statusCode = 400
      res.setHeader('content-type', 'text/html; charset=utf-8')
      res.end(page('That did not work', '<p>This sign-in has ended. Please begin again.</p>'))
    })
  })
  return {
    issuer,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
