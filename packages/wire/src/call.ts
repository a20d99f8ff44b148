// Browser side of an endpoint: one fetch with the token, the 30 s limit and the 401 rule, and its query for TanStack.
// A failure is precise: nothing was sent, or the change may have been made.
import { textsIn } from '@wattdesk/base/said'
import type { AnyEndpoint, Args, Reply } from './endpoint.ts'
import type { Failure } from './shapes.ts'

/** A refused or failed call. `status` 0 means that no answer came. */
export class CallError extends Error {
  readonly status: number
  /** Texts per field, from a 422. */
  readonly errors: Record<string, string>
  /** True for the 401 that ended the session: the sign-in page says so, and nothing else need. */
  readonly endsSession: boolean
  /** What the server wants before it takes the same call. */
  needs: 'proof' | undefined
  /** With the 409 of a change that came too late: the record as it is now. */
  conflict: Conflict | undefined
  /** True for a change that may have been made: it was sent, and no answer of the server came back. */
  isOutcomeOpen = false
  constructor(status: number, message: string, errors: Record<string, string> = {}, endsSession = false) {
    super(message)
    this.status = status
    this.errors = errors
    this.endsSession = endsSession
  }
}

/**
 * A record in its present state: its tag, its data as replies show it, and the author and time of its last change, if
 * known.
 */
export type Conflict = { tag: string; data: unknown; changed: { by: string; at: string } | undefined }

/** How calls reach the session: set once by the shell. */
export type CallSetting = {
  token: () => string | null
  /** A 401, or no token before a call that needs one: clears the session and goes to /login. */
  onSignedOut: () => void
  /**
   * Returns the request for a fresh token that is under way (a password change), else undefined: a 401 waits for the
   * token before the session ends.
   */
  renewal?: () => Promise<unknown> | undefined
  /** The language in which the server shall answer calls without sign-in; undefined: the browser's. */
  language?: () => string
  /** Asks the person to prove who they are; true once they have, false when they would rather not. */
  prove?: () => Promise<boolean>
  base?: string
}
let setting: CallSetting = { token: () => null, onSignedOut: () => undefined }
export const setCalls = (s: CallSetting): void => {
  setting = s
}

const TIMEOUT_MS = 30_000
type Options = {
  signal?: AbortSignal | undefined
  /** The tag of the record that the change was made on: refused when it is another by now (D-GEN-17). */
  ifMatch?: string | undefined
}
/** A reply with one record carries its tag, to be sent back with a change of it. */
export type Tagged<R> = R & { tag?: string }

/** The path with its parameters and query filled in. */
export function address(endpoint: AnyEndpoint, args: object): string {
  const a = args as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, k: string) => encodeURIComponent(String(a.params?.[k])))
  const qs = new URLSearchParams()
  for (const [k, v] of Object.entries(a.query ?? {})) if (v !== undefined && v !== '') qs.set(k, String(v))
  return (setting.base ?? '') + (qs.size ? `${path}?${qs}` : path)
}

/** The headers of a call; without a token none that needs one is made: 'User is not authorized' (S-SESSION). */
export function headersFor(e: { can: unknown }): Record<string, string> {
  if (e.can === 'anyone') return setting.language ? { 'accept-language': setting.language() } : {}
  const token = setting.token()
  if (!token) {
    setting.onSignedOut()
    throw new CallError(401, 'User is not authorized')
  }
  return { authorization: `Bearer ${token}` }
}

/** True when a call with the headers `sent` may be repeated: its token has given way to a fresh one meanwhile. */
export async function hasFresherToken(sent: Record<string, string>): Promise<boolean> {
  if (sent.authorization === undefined) return false
  // How the renewal ends, its own caller tells; here only the token counts.
  await setting.renewal?.()?.catch(() => undefined)
  const token = setting.token()
  return token !== null && sent.authorization !== `Bearer ${token}`
}

/**
 * A failed answer as an error. A 401 of a signed-in call ends the session, unless there is a fresher token by now than
 * the one in the headers `sent` (a password change, here or in another tab).
 */
export async function refusal(e: { can: unknown }, r: Response, sent: Record<string, string> = {}): Promise<CallError> {
  // Not only the product answers: a proxy in front of it has shapes of its own.
  const body = (await r.json().catch(() => null)) as Partial<Record<keyof Failure | 'error', unknown>> | null
  const endsSession = r.status === 401 && e.can !== 'anyone' && !(await hasFresherToken(sent))
  // Another call's 401 may have ended the session before this one.
  if (endsSession && setting.token() !== null) setting.onSignedOut()
  const error = new CallError(r.status, messageOf(body, r.status), errorsOf(body?.errors), endsSession)
  const tag = r.headers.get('etag')
  if (r.status === 403 && body?.needs === 'proof') error.needs = 'proof'
  if (r.status === 409 && tag && body?.data)
    error.conflict = { tag, data: body.data, changed: (body as Failure).changed ?? undefined }
  return error
}

/** The server's message, else its `error`, else the status; a message that is blank stays so, and screens have words for that. */
function messageOf(body: { message?: unknown; error?: unknown } | null, status: number): string {
  const said = [body?.message, body?.error].map(v => textsIn(v).join(', ')).find(Boolean)
  return said ?? (body?.message === '' ? '' : `HTTP error! Status: ${status}`)
}
/** A text for each field, several of one field in one line; a list has its places for names. */
function errorsOf(errors: unknown): Record<string, string> {
  const named = typeof errors === 'object' && errors !== null ? errors : { '': errors }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, said]) => {
      const text = textsIn(said).join(', ')
      return text ? [[name, text]] : []
    }),
  )
}

const isOffline = (): boolean => (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false

type Reached = Pick<AnyEndpoint, 'method' | 'can' | 'reads'>
const readsOnly = (e: Reached): boolean => e.method === 'GET' || e.reads === true
/** The texts when no answer came. */
export const NO_ANSWER = {
  offline: 'This device is offline.',
  offlineUnsent: 'This device is offline. Nothing was sent.',
  late: 'The server did not answer in time.',
  away: 'The server cannot be reached.',
} as const
/** The text when no answer came: a read can be tried again; whether a change was made is open. */
export function noAnswer(endpoint: Reached, timedOut: boolean): string {
  const reads = readsOnly(endpoint)
  if (isOffline()) return reads ? NO_ANSWER.offline : NO_ANSWER.offlineUnsent
  const what = timedOut ? NO_ANSWER.late : NO_ANSWER.away
  return reads || endpoint.can === 'anyone' ? what : `${what} Check whether the change was made before you try again.`
}
function unanswered(e: Reached, timedOut: boolean): CallError {
  const error = new CallError(0, noAnswer(e, timedOut))
  error.isOutcomeOpen = !readsOnly(e) && e.can !== 'anyone' && !isOffline()
  return error
}
/**
 * Fetches for an endpoint what `call` does not: a body of bytes, headers of its own, an answer that is a file.
 * @throws CallError with status 0 where no answer came, in the words that `call` has for it
 */
export async function fetchFor(e: Reached, link: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(link, { method: e.method, ...init })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw unanswered(e, false)
  }
}
const NOT_PROVEN = 'Nothing was changed, because you have not confirmed that it is you.'
/** A proxy's answer in the place of a silent server. */
const SAYS_NOTHING = new Set([502, 504])

/**
 * Makes the call, with the token where the endpoint needs one.
 * @returns the whole reply; `tag` for a reply with one record, to be sent back as `ifMatch`
 * @throws CallError with the server's status and text, or status 0 where nothing came back; after a change that may have
 * been made, `isOutcomeOpen`
 * @example const { data } = await call(getTag, { params: { id: 7 } })
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  args: Args<E>,
  options: Options = {},
): Promise<Tagged<Reply<E>>> {
  const { signal, ifMatch } = options
  const body = (args as { body?: unknown }).body
  const headers = headersFor(endpoint)
  if (ifMatch !== undefined) headers['if-match'] = ifMatch
  const timeout = AbortSignal.timeout(endpoint.patienceMs ?? TIMEOUT_MS)
  try {
    const r = await fetch(address(endpoint, args as object), {
      method: endpoint.method,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (r.ok) return tagged(whole<Reply<E>>(await r.json(), r.status), endpoint.record ? r.headers.get('etag') : null)
    // Refused before it was looked at: with the fresh token it is made after all.
    if (r.status === 401 && endpoint.can !== 'anyone' && (await hasFresherToken(headers)))
      return await call(endpoint, args, options)
    const refused = await refusal(endpoint, r, headers)
    // Nothing was done yet: with the proof it is.
    if (refused.needs === 'proof' && setting.prove) {
      if (await setting.prove()) return await call(endpoint, args, options)
      refused.message = NOT_PROVEN
    }
    refused.isOutcomeOpen = !readsOnly(endpoint) && SAYS_NOTHING.has(r.status)
    throw refused
  } catch (error) {
    if (error instanceof CallError || signal?.aborted) throw error
    throw unanswered(endpoint, timeout.aborted)
  }
}

/**
 * Returns a reply with its `data`, even if the reply is a bare list or names its rows `transactions`, as replies of
 * payments may (CHG-7-40). A reply with `success: false` is a failure, whatever its status.
 */
function whole<R>(reply: unknown, status: number): R {
  if (Array.isArray(reply)) return { success: true, message: '', data: reply } as R
  const named = (reply ?? {}) as { success?: unknown; data?: unknown; transactions?: unknown; message?: unknown }
  if (named.success === false) throw new CallError(status, messageOf(named, status))
  return (
    named.data === undefined && Array.isArray(named.transactions) ? { ...named, data: named.transactions } : reply
  ) as R
}

const tagged = <R>(reply: R, tag: string | null): Tagged<R> => (tag ? { ...reply, tag } : (reply as Tagged<R>))

/** The key of an endpoint's queries; without args, of all of them. */
export const keyOf = (endpoint: AnyEndpoint, args?: object): readonly unknown[] =>
  args ? [endpoint.method, endpoint.path, args] : [endpoint.method, endpoint.path]

/** Options for useQuery. */
export const query = <E extends AnyEndpoint>(endpoint: E, args: Args<E>) => ({
  queryKey: keyOf(endpoint, args as object),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, args, { signal }),
})
