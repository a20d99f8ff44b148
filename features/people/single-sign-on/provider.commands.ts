// Speaks with the provider of a company (OpenID Connect): finds out about it, sends people there, and checks what comes back. All
// checks of the protocol are those of openid-client, the signature of the id token among them, though it comes over TLS.
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { Services } from '#office/installation/services.ts'
import { callOutside, outgoingFault } from '#platform/http/outgoing.ts'
import { hasClaim } from './claims.rules.ts'
import { CLOCK, PATIENCE_S, ProviderFault, plain } from './provider-fault.commands.ts'

export type Client = { issuer: string; clientId: string; clientSecret: string }
const READS = 512 * 1024
/** Metadata is read anew after so long; keys that are not known yet are asked for at once. */
const KNOWN_MS = 10 * 60_000
/** The clock of a provider may differ by so much, for each time in each of its tokens. */
const TOLERANCE_S = 30
/** Tokens that were issued longer ago are refused: a provider sends a token as soon as it has made it. */
export const TOKEN_MINUTES = 5
/** Signatures by keys that the provider alone has: neither none at all, nor one by the secret that both know. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

type Asking = Pick<Services, 'mayCallPrivate' | 'localIssuer' | 'now'>
/** The provider that the demo brings along may be on this machine, and no other. */
const mayBePrivate = ({ mayCallPrivate = false, localIssuer }: Asking, address: string): boolean =>
  mayCallPrivate || (localIssuer !== undefined && URL.parse(address)?.origin === new URL(localIssuer).origin)
/** Why an address of a provider may not be called or gone to; undefined where it may. */
export const addressFault = (services: Asking, address: string): string | undefined =>
  outgoingFault(address, { mayBePrivate: mayBePrivate(services, address) })

const NO_BODY = [101, 204, 205, 304]
type Sent = { method?: string; headers?: Record<string, string>; body?: unknown }
const fetchBy =
  (services: Asking) =>
  async (url: string, { method = 'GET', headers = {}, body }: Sent): Promise<Response> => {
    const said = await callOutside(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body) }),
      mayBePrivate: mayBePrivate(services, url),
      longest: 2000,
      patienceMs: PATIENCE_S * 1000,
      reads: READS,
    })
    const type = said.headers['content-type']
    return new Response(NO_BODY.includes(said.status) ? null : said.text, {
      status: said.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }

type Known = { metadata: oidc.ServerMetadata; keys: oidc.ExportedJWKSCache | undefined; atMs: number }
const known = new Map<string, Known>()
const MOST_KNOWN = 500

/** What the provider says of itself; asked anew where it was asked long ago. */
async function metadataOf(services: Asking, issuer: string, { isFresh = false } = {}): Promise<Known> {
  const fault = addressFault(services, issuer)
  if (fault) throw new ProviderFault(fault)
  const before = known.get(issuer)
  if (before && !isFresh && Date.now() - before.atMs < KNOWN_MS) return before
  const config = await oidc.discovery(new URL(issuer), 'discovery', undefined, undefined, {
    [oidc.customFetch]: fetchBy(services),
    timeout: PATIENCE_S,
    execute: [oidc.allowInsecureRequests],
  })
  const metadata = config.serverMetadata()
  if (metadata.issuer !== issuer)
    throw new ProviderFault(`The provider calls itself ${plain(metadata.issuer)}: enter its address exactly so`)
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const address = metadata[name]
    if (address === undefined) throw new ProviderFault(`The provider names no ${name}`)
    const wrong = addressFault(services, address)
    if (wrong) throw new ProviderFault(`${name} of the provider: ${wrong}`)
  }
  const now = { metadata: { ...metadata }, keys: undefined, atMs: Date.now() }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(issuer, now)
  return now
}

const authOf =
  (secret: string): oidc.ClientAuth =>
  (as, client, body, headers) => {
    const posts = as.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    return (posts ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret))(as, client, body, headers)
  }
/** Ready to speak with the provider as its client. */
function configured(
  services: Asking,
  { clientId, clientSecret }: Client,
  { metadata, keys }: Known,
): oidc.Configuration {
  const skew = Math.round((services.now().getTime() - Date.now()) / 1000)
  const client = { [oidc.clockSkew]: skew, [oidc.clockTolerance]: TOLERANCE_S }
  const config = new oidc.Configuration(metadata, clientId, client, authOf(clientSecret))
  config[oidc.customFetch] = fetchBy(services)
  config.timeout = PATIENCE_S
  // Addresses are checked by `addressFault` and with each call.
  oidc.allowInsecureRequests(config)
  oidc.enableNonRepudiationChecks(config)
  if (keys) oidc.setJwksCache(config, keys)
  return config
}

export type Found = { issuer: string; signIn: string; hasSignOut: boolean; hasBackChannel: boolean }
/** What the provider of an issuer says of itself, asked now. */
export async function discover(services: Asking, issuer: string): Promise<Found> {
  const { metadata } = await metadataOf(services, issuer, { isFresh: true })
  return {
    issuer: metadata.issuer,
    signIn: metadata.authorization_endpoint ?? '',
    hasSignOut: metadata.end_session_endpoint !== undefined,
    hasBackChannel: metadata.backchannel_logout_supported === true,
  }
}

/**
 * Whether the provider takes the client and its secret: it is offered a code that it never gave, which it refuses as such only to
 * a client it knows.
 */
export async function tryClient(services: Asking, client: Client, redirectUri: string): Promise<void> {
  const config = configured(services, client, await metadataOf(services, client.issuer))
  try {
    await oidc.genericGrantRequest(config, 'authorization_code', {
      code: oidc.randomState(),
      redirect_uri: redirectUri,
      code_verifier: oidc.randomPKCECodeVerifier(),
    })
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return
    throw error
  }
  throw new ProviderFault('The provider takes a code that it never gave')
}

export type SignInRequest = {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
  email?: string
  /** The person signs in there anew, whoever is signed in. */
  isProof: boolean
}
/** The address at the provider where the browser goes. */
export async function addressToGo(services: Asking, client: Client, asked: SignInRequest): Promise<string> {
  const config = configured(services, client, await metadataOf(services, client.issuer))
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: asked.redirectUri,
    scope: 'openid email profile',
    response_type: 'code',
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: 'S256',
    ...(asked.email !== undefined && { login_hint: asked.email }),
    ...(asked.isProof && { prompt: 'login', max_age: '0' }),
  })
  return url.href
}

export type Expected = Pick<SignInRequest, 'state' | 'nonce' | 'verifier'> & {
  groupsClaim: string
  authenticatedSince: Date | undefined
}
export type ProviderAnswer = {
  claims: Record<string, unknown>
  subject: string
  sid: string | undefined
  idToken: string
}
/** Exchanges the code of an answer, and checks all that comes of it. `answer`: the address that the browser was sent back to. */
export async function exchange(
  services: Asking,
  client: Client,
  answer: URL,
  expected: Expected,
): Promise<ProviderAnswer> {
  const at = await metadataOf(services, client.issuer)
  const config = configured(services, client, at)
  const { authenticatedSince: since } = expected
  const tokens = await oidc.authorizationCodeGrant(config, answer, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
    ...(since && { maxAge: Math.max(0, Math.ceil((services.now().getTime() - since.getTime()) / 1000)) }),
  })
  at.keys = oidc.getJwksCache(config)
  const told = tokens.claims()
  if (!told || tokens.id_token === undefined) throw new ProviderFault('The provider sent no id token')
  // The library looks at exp and nbf alone.
  const ageS = services.now().getTime() / 1000 - told.iat
  if (ageS < -TOLERANCE_S || ageS > TOKEN_MINUTES * 60 + TOLERANCE_S) throw new ProviderFault(CLOCK)
  const sid = typeof told.sid === 'string' && told.sid.length <= 300 ? told.sid : undefined
  const further = await furtherClaims(config, tokens.access_token, told, expected.groupsClaim)
  // An address and whether it is verified come from one place: together they mean something.
  const { email, email_verified } = told.email === undefined ? further : told
  const claims = { ...further, ...told, email, email_verified }
  return { claims, subject: told.sub, sid, idToken: tokens.id_token }
}

/** What the id token does not tell of a person, where the provider has a place to ask. */
async function furtherClaims(
  config: oidc.Configuration,
  accessToken: string,
  told: oidc.IDToken,
  groupsClaim: string,
): Promise<Record<string, unknown>> {
  const isWhole = told.email !== undefined && hasClaim(told, groupsClaim)
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return {}
  return oidc.fetchUserInfo(config, accessToken, told.sub)
}

/** Where a browser goes to sign out at the provider, which sends it back to `backTo`; undefined where the provider has no such place. */
export async function addressToLeave(
  services: Asking,
  client: Client,
  { idToken, backTo }: { idToken: string; backTo: string },
): Promise<string | undefined> {
  const at = await metadataOf(services, client.issuer)
  const end = at.metadata.end_session_endpoint
  if (end === undefined || addressFault(services, end)) return undefined
  const config = configured(services, client, at)
  const hint = idToken.length <= 4000 && { id_token_hint: idToken }
  return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: backTo, ...hint }).href
}

export type LogoutToken = { jti: string; sub: string | undefined; sid: string | undefined }
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LONGEST = 300
const textOf = (v: unknown): string | undefined =>
  typeof v === 'string' && v !== '' && v.length <= LONGEST ? v : undefined
/**
 * Checks a logout token (OpenID Connect Back-Channel Logout 2.6).
 * @throws where it is none of this provider's for this client, or none for a sign-out
 */
export async function readLogoutToken(services: Asking, client: Client, token: string): Promise<LogoutToken> {
  const { metadata } = await metadataOf(services, client.issuer)
  const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), {
    [joseFetch]: fetchBy(services) as never,
    timeoutDuration: PATIENCE_S * 1000,
  })
  const { payload } = await jwtVerify(token, keys, {
    issuer: client.issuer,
    audience: client.clientId,
    algorithms: ALGORITHMS,
    currentDate: services.now(),
    clockTolerance: TOLERANCE_S,
    maxTokenAge: TOKEN_MINUTES * 60,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  })
  const { events, nonce } = payload
  const [jti, sub, sid] = [textOf(payload.jti), textOf(payload.sub), textOf(payload.sid)]
  if (typeof events !== 'object' || events === null || !Object.hasOwn(events, LOGOUT_EVENT))
    throw new ProviderFault('The token is none for a sign-out')
  if (nonce !== undefined) throw new ProviderFault('A logout token has no nonce')
  if (jti === undefined || (sub === undefined && sid === undefined))
    throw new ProviderFault('The token names no session and no person')
  return { jti, sub, sid }
}
