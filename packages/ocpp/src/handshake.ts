// Reads the HTTP request before it becomes a WebSocket (OCPP-J 1.6 §3.1, security white paper A00.FR.202 ff.). Pure
// functions; hostile input gives a status, never an exception.
import { Buffer } from 'node:buffer'

/** The longest identity of a charger; its own limit is the operator's form. */
const IDENTITY_MAX = 60

/** Control characters, and what could be read as a path. */
const UNFIT = /[\p{Cc}\p{Cs}/\\]|^\.{1,2}$/u

/**
 * The identity at the end of a request's URL, percent-decoded (§3.1.1). Slashes before and after it are no part of it:
 * chargers put the configured address and their identity together in either way (D-OCPP-7). 404: another path, or no
 * identity in it; 400: an identity that can be nobody's.
 */
export const identityFromPath = (rawUrl: string, prefix = '/ocpp/'): { ok: string } | { status: 400 | 404 } => {
  const path = /^[^?#]*/.exec(rawUrl)?.[0] ?? ''
  if (!path.startsWith(prefix)) return { status: 404 }
  const identity = decoded(withoutSlashes(path.slice(prefix.length)))
  if (identity === '') return { status: 404 }
  if (identity === undefined || identity.length > IDENTITY_MAX || UNFIT.test(identity)) return { status: 400 }
  return { ok: identity }
}

/** Without the slashes at its two ends; a loop, since a pattern would look at a long row of them again and again. */
const withoutSlashes = (text: string): string => {
  let from = 0
  let to = text.length
  while (text[from] === '/') from++
  while (to > from && text[to - 1] === '/') to--
  return text.slice(from, to)
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The subprotocols by which chargers connect, the newest first. */
const SUBPROTOCOLS = ['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6'] as const
export type Subprotocol = (typeof SUBPROTOCOLS)[number]

/**
 * The subprotocol to answer with: the newest that both sides speak, wherever it stands in the charger's list (§3.1.3, §3.2).
 * @param offered the charger's list
 * @param served the subprotocols that this server speaks
 */
export const newestOf = <P extends Subprotocol>(offered: Iterable<string>, served: readonly P[]): P | undefined => {
  const names = new Set(offered)
  return SUBPROTOCOLS.filter((name): name is P => (served as readonly Subprotocol[]).includes(name)).find(name =>
    names.has(name),
  )
}

/** The same for the list as the header Sec-WebSocket-Protocol has it. */
export const pickSubprotocol = <P extends Subprotocol>(
  header: string | undefined,
  served: readonly P[],
): P | undefined =>
  newestOf(
    (header ?? '').split(',').map(offer => offer.trim()),
    served,
  )

/**
 * User name and password of an Authorization header, or undefined where it is not a whole Basic one. The password is
 * bytes: an AuthorizationKey need not be text. The first colon ends the user name, which therefore has none (RFC 7617).
 */
export const basicCredentials = (header: string | undefined): { user: string; password: Buffer } | undefined => {
  const token = /^basic +([a-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1]
  if (token === undefined || token.replace(/=+$/, '').length % 4 === 1) return undefined
  const bytes = Buffer.from(token, 'base64')
  const colon = bytes.indexOf(58)
  if (colon < 0) return undefined
  return { user: bytes.subarray(0, colon).toString('utf8'), password: bytes.subarray(colon + 1) }
}
