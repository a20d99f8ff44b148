// Asks for the payments of a UPI address with a client of its own: without the bearer header and without the 401 rule, with
// the key of the installation (D-UPI-1).
import { address } from '@wattdesk/wire/call'
import { getPublicConfig } from '#office/installation/installation.contract.ts'
import { getUpiStatus } from './upi-status.contract.ts'
import { failureText, type Lookup, readLookup } from './upi-status.rules.ts'

/** Why a lookup gave nothing, in words. */
class LookupFailure extends Error {}

const FAILED = 'Failed to fetch payment status'
const TIMEOUT_MS = 30_000

async function ask(url: string, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  if (!answer) throw new LookupFailure(failureText(0, undefined))
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) {
    const { message } = (body ?? {}) as { message?: unknown }
    throw new LookupFailure(failureText(answer.status, typeof message === 'string' ? message : undefined))
  }
  return body
}

let key: string | undefined
/** The key is fetched once; a refused key is fetched again the next time. */
async function keyOf(): Promise<string> {
  if (key !== undefined) return key
  const body = (await ask(address(getPublicConfig, {}), {})) as { data?: { upiStatusKey?: unknown } } | undefined
  const told = body?.data?.upiStatusKey
  if (typeof told !== 'string') throw new LookupFailure(FAILED)
  key = told
  return told
}

/** The payments made from an address; a LookupFailure with the text for people. */
export async function lookUp(upiId: string): Promise<Lookup> {
  const sent = await keyOf()
  try {
    const found = readLookup(await ask(address(getUpiStatus, { params: { id: upiId } }), { 'x-api-key': sent }))
    if (typeof found === 'string') throw new LookupFailure(found)
    return found
  } catch (error) {
    key = undefined
    throw error instanceof LookupFailure ? error : new LookupFailure(error instanceof Error ? error.message : FAILED)
  }
}
