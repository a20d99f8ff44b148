// One call to the provider and its outcome. Only what the provider itself refuses in its own words is `rejected`; whatever
// else is not done for certain is `unknown`: no answer in time, a lost connection, 409, 429, 5xx, a page in place of JSON.
import type { Outcome } from './provider.ts'
import { type Read, readError } from './shapes.ts'

export type ProviderRequest = {
  method: 'GET' | 'POST'
  path: string
  query?: Readonly<Record<string, number | string>>
  body?: object
  headers?: Readonly<Record<string, string>>
}
export type Line = { url: string; keyId: string; keySecret: string; patienceMs: number }

/** Statuses after which the same call may go well, and those that tell of the provider's own trouble. */
const PASSING: readonly number[] = [408, 409, 425, 429]
const OWN_TROUBLE: readonly string[] = ['GATEWAY_ERROR', 'SERVER_ERROR']
const UNDER_WAY = /another (payment )?operation is in progress/i

/**
 * A refusal of the credentials says nothing about the call: its outcome stays unknown, and the call may be repeated
 * with other credentials.
 */
export const ofCall = <T>(outcome: Outcome<T>): Outcome<T> =>
  outcome.is === 'rejected' && (outcome.status === 401 || outcome.status === 403)
    ? { is: 'unknown', why: `${outcome.status} the credentials are refused: ${outcome.description}` }
    : outcome

/** Asks once. `tooOften`: the provider wants to be asked less often. */
export async function ask<T>(
  line: Line,
  asked: ProviderRequest,
  read: Read<T>,
): Promise<Outcome<T> & { tooOften?: boolean }> {
  const query = new URLSearchParams(
    Object.entries(asked.query ?? {}).map(([k, v]): [string, string] => [k, String(v)]),
  ).toString()
  let status: number
  let text: string
  try {
    const answer = await fetch(`${line.url}${asked.path}${query && `?${query}`}`, {
      method: asked.method,
      headers: {
        authorization: `Basic ${Buffer.from(`${line.keyId}:${line.keySecret}`).toString('base64')}`,
        accept: 'application/json',
        ...(asked.body && { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(asked.body && { body: JSON.stringify(asked.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(line.patienceMs),
    })
    status = answer.status
    text = await answer.text()
  } catch (error) {
    return { is: 'unknown', why: reasonOf(error, line.patienceMs) }
  }
  const raw = parsed(text)
  if (status >= 200 && status < 300) {
    const value = read(raw)
    return value === undefined
      ? { is: 'unknown', why: `${status} with an answer that cannot be read` }
      : { is: 'ok', value }
  }
  const error = readError(raw)
  const isRefusal = status >= 400 && status < 500 && !PASSING.includes(status)
  if (!error || !isRefusal || OWN_TROUBLE.includes(error.code) || UNDER_WAY.test(error.description))
    return { is: 'unknown', why: said(status, error?.description), ...(status === 429 && { tooOften: true }) }
  const { code, description, field, reason } = error
  return { is: 'rejected', status, code, description, ...(field && { field }), ...(reason && { reason }) }
}

const said = (status: number, description: string | undefined) =>
  description ? `${status} ${description}` : `${status}`

/** Why there was no answer, in a few words; `fetch` keeps the real reason behind its own. */
function reasonOf(error: unknown, patienceMs: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return `no answer within ${patienceMs / 1000} s`
  return `no answer: ${cause?.code ?? cause?.message ?? message}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
