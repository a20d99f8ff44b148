// The page's side of a single sign-on: a random value that stays in this tab, the way to the provider, and the ticket that comes back.
import { call } from '@wattdesk/wire/call'
import type { ToSignIn } from '#kit/session.ts'
import { beginProof, beginSingleSignOn } from './single-sign-on.contract.ts'

const KEPT = 'sso'
/** What the tab keeps; `of`: whose way it was. */
type Kept = { value: string; of: number | null }

const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, b => String.fromCharCode(b)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Keeps a new value in this tab; answers its hash. */
async function keepValue(of: number | null): Promise<string> {
  if (!globalThis.isSecureContext) throw new Error('Single sign-on needs a secure address: open the portal by https.')
  const value = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const kept: Kept = { value, of }
  sessionStorage.setItem(KEPT, JSON.stringify(kept))
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))))
}
const goOn = (address: string): void => {
  if (!/^https?:\/\//.test(address)) throw new Error('The provider has no address that leads anywhere.')
  location.assign(address)
}

/** Leads to the provider of the company that owns the mail domain. */
export async function goToSignIn(email: string, { from = '/', of = null }: ToSignIn): Promise<void> {
  const binding = await keepValue(of)
  const { data } = await call(beginSingleSignOn, { body: { email, returnTo: from, binding } })
  goOn(data.onward)
}

/**
 * Leads to the provider, where the person who is signed in here proves anew who they are, and then back to `returnTo`.
 */
export async function goToProve(returnTo: string): Promise<void> {
  const binding = await keepValue(null)
  const { data } = await call(beginProof, { body: { returnTo, binding } })
  goOn(data.onward)
}

const PAST = 'This single sign-on took too long, or was used before. Please begin again.'
/** What came back in the address, taken out of it, with the value that the tab has kept. */
export function takeTicket(): { ticket: string; kept: Kept } {
  const ticket = /^#sso=([\w-]{43})$/.exec(location.hash)?.[1]
  const text = sessionStorage.getItem(KEPT)
  sessionStorage.removeItem(KEPT)
  const kept = text === null ? undefined : (JSON.parse(text) as Kept)
  if (ticket === undefined || !kept) throw new Error(PAST)
  return { ticket, kept }
}
