// Browser side of an endpoint: one fetch with the token, the 30 s limit and the 401 rule, and its query for TanStack.
import type { AnyEndpoint, Args, Reply } from './endpoint.ts'

/** A refused or failed call. `status` 0 means that no answer came. */
export class CallError extends Error {
  readonly status: number
  /** Texts per field, from a 422. */
  readonly errors: Record<string, string>
  constructor(status: number, message: string, errors: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** How calls reach the session: set once by the shell. */
export type CallSetting = {
  token: () => string | null
  /** A 401, or no token before a call that needs one: clears the session and goes to /login. */
  onSignedOut: () => void
  base?: string
}
let setting: CallSetting = { token: () => null, onSignedOut: () => undefined }
export const setCalls = (s: CallSetting): void => {
  setting = s
}

const TIMEOUT_MS = 30_000
type Options = { signal?: AbortSignal | undefined }

/** The path with its parameters and query filled in. */
export function address(e: AnyEndpoint, args: object): string {
  const a = args as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = e.path.replaceAll(/\{(\w+)\}/g, (_, k: string) => encodeURIComponent(String(a.params?.[k])))
  const qs = new URLSearchParams()
  for (const [k, v] of Object.entries(a.query ?? {})) if (v !== undefined && v !== '') qs.set(k, String(v))
  return (setting.base ?? '') + (qs.size ? `${path}?${qs}` : path)
}

/** The headers of a call; without a token none is made: 'User is not authorized' (document 1 §7). */
export function headersFor(e: { can: unknown }): Record<string, string> {
  if (e.can === 'anyone') return {}
  const token = setting.token()
  if (!token) {
    setting.onSignedOut()
    throw new CallError(401, 'User is not authorized')
  }
  return { authorization: `Bearer ${token}` }
}

/**
 * A failed answer as an error; a 401 of a signed-in call ends the session, unless that has a fresher token by now than
 * the headers `sent` (a password change, here or in another tab).
 */
export async function refusal(e: { can: unknown }, r: Response, sent: Record<string, string> = {}): Promise<CallError> {
  const body = (await r.json().catch(() => null)) as { message?: string; errors?: Record<string, string> } | null
  const isOutdated = sent.authorization !== undefined && sent.authorization !== `Bearer ${setting.token()}`
  if (r.status === 401 && e.can !== 'anyone' && !isOutdated) setting.onSignedOut()
  return new CallError(r.status, body?.message ?? `HTTP error! Status: ${r.status}`, body?.errors)
}

/** Makes the call. Throws CallError: with the server's status and text, or 0 when nothing came back. */
export async function call<E extends AnyEndpoint>(e: E, args: Args<E>, { signal }: Options = {}): Promise<Reply<E>> {
  const body = (args as { body?: unknown }).body
  const headers = headersFor(e)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  let r: Response
  try {
    r = await fetch(address(e, args as object), {
      method: e.method,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0, timeout.aborted ? 'The server did not answer in time.' : 'The server cannot be reached.')
  }
  if (!r.ok) throw await refusal(e, r, headers)
  return (await r.json()) as Reply<E>
}

/** The key of an endpoint's queries; without args, of all of them. */
export const keyOf = (e: AnyEndpoint, args?: object): readonly unknown[] =>
  args ? [e.method, e.path, args] : [e.method, e.path]

/** Options for useQuery. */
export const query = <E extends AnyEndpoint>(e: E, args: Args<E>) => ({
  queryKey: keyOf(e, args as object),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(e, args, { signal }),
})
