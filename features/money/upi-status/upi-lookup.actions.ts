// Asks for the payments of a UPI address with a client of its own: without the bearer header and without the 401 rule, with
// the key of the installation (D-UPI-1).
import { address } from '@wattdesk/wire/call'
import type { Language } from '@wattdesk/words/language'
import type { LookupWords } from '@wattdesk/words/made/load-lookup'
import { getPublicConfig } from '#office/installation/installation.contract.ts'
import { getUpiStatus } from './upi-status.contract.ts'
import { failureText, type Lookup, readLookup } from './upi-status.rules.ts'

/** Why a lookup gave nothing, in words. */
class LookupFailure extends Error {}

const TIMEOUT_MS = 30_000

type Spoken = { language: Language; words: LookupWords }
async function ask({ language, words }: Spoken, url: string, more: Record<string, string>): Promise<unknown> {
  const headers = { 'accept-language': language, ...more }
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  if (!answer) throw new LookupFailure(failureText(words, 0, undefined))
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) {
    const { message } = (body ?? {}) as { message?: unknown }
    throw new LookupFailure(failureText(words, answer.status, typeof message === 'string' ? message : undefined))
  }
  return body
}

let key: string | undefined
/** The key is fetched once; a refused key is fetched again the next time. */
async function keyOf(spoken: Spoken): Promise<string> {
  if (key !== undefined) return key
  const body = (await ask(spoken, address(getPublicConfig, {}), {})) as
    | { data?: { upiStatusKey?: unknown } }
    | undefined
  const told = body?.data?.upiStatusKey
  if (typeof told !== 'string') throw new LookupFailure(spoken.words.failed)
  key = told
  return told
}

/** The payments made from an address; a LookupFailure with the text for people. */
export async function lookUp(spoken: Spoken, upiId: string): Promise<Lookup> {
  const { words } = spoken
  const sent = await keyOf(spoken)
  try {
    const link = address(getUpiStatus, { params: { id: upiId } })
    const found = readLookup(await ask(spoken, link, { 'x-api-key': sent }))
    if (!found) throw new LookupFailure(words.noPayments)
    return found
  } catch (error) {
    key = undefined
    throw error instanceof LookupFailure
      ? error
      : new LookupFailure(error instanceof Error ? error.message : words.failed)
  }
}
