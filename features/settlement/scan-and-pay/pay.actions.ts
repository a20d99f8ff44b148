// The requests of the scan-and-pay page, and the data that this browser stores of its session: the id, and the token
// without which nobody can stop the session.
import type { Business } from '@wattdesk/base/business'
import type { Mode } from '@wattdesk/base/mode'
import { address, call, fetchFor, headersFor, refusal } from '@wattdesk/wire/call'
import type { Language } from '@wattdesk/words/language'
import { chosenLanguage } from '#kit/driver-language.ts'
import { tellMode } from '#kit/mode.ts'
import { getPayInvoice } from '#settlement/invoices/invoice.contract.ts'
import {
  askPayCode,
  checkPayCode,
  choosePayLanguage,
  getPayPlace,
  getPaySession,
  type PayOrder,
  type PayPlace,
  placeOrder,
  stopPaySession,
} from './pay.contract.ts'
import { type Method, MOST_OWN } from './pay.words.ts'

export type At = { chargepointId: string; connectorId: number }
export type Contact = { phone: string } | { email: string }
/** A session of this browser. */
export type OwnPaySession = { sessionId: string; stopToken: string }

const params = (at: At) => ({ chargepoint_id: at.chargepointId, connectorId: at.connectorId })

/** Stores the mode of the installation from a reply, for the notice on the page and on the invoice. */
function noted<T extends { mode: Mode }>(data: T): T {
  tellMode(data.mode)
  return data
}
/** `walletToken`: proves at a private charger that the driver holds a tag. */
export async function readPlace(at: At, signal: AbortSignal, walletToken?: string): Promise<PayPlace> {
  const own = askedSessions(at)
  const headers = {
    ...headersFor(getPayPlace),
    ...(walletToken !== undefined && { 'x-wallet-token': walletToken }),
    // What this browser has asked for is no other driver's, however its payment ended.
    ...(own.length > 0 && { 'x-own-sessions': own.join() }),
  }
  const answer = await fetchFor(getPayPlace, address(getPayPlace, { params: params(at) }), { signal, headers })
  if (!answer.ok) throw await refusal(getPayPlace, answer)
  return noted(((await answer.json()) as { data: PayPlace }).data)
}
export const readSession = async (own: OwnPaySession, signal: AbortSignal) =>
  noted((await call(getPaySession, { params: { sessionId: own.sessionId } }, { signal })).data)

/** The invoice of a session that has ended, with its notes. */
export const readInvoice = async ({ sessionId }: OwnPaySession) =>
  (await call(getPayInvoice, { params: { sessionId } })).data

/** 128 bits of chance. */
const newToken = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('')
}

/**
 * Requests a session; returns it with the order for the checkout, or without an order where the session begins at once.
 */
export async function askFor(
  at: At,
  asked: { amount?: number; method: Method; walletToken?: string; business?: Business & { sez: boolean } },
): Promise<{ own: OwnPaySession; order: PayOrder | null }> {
  const stopToken = newToken()
  const { data } = await call(placeOrder, { params: params(at), body: { ...asked, stopToken } })
  return { own: { sessionId: data.sessionId, stopToken }, order: data.order }
}

/** Stops the session, or cancels it before its start. Throws CallError. */
export async function stopSession({ sessionId, stopToken }: OwnPaySession): Promise<void> {
  const headers = { ...headersFor(stopPaySession), 'x-stop-token': stopToken }
  const answer = await fetchFor(stopPaySession, address(stopPaySession, { params: { sessionId } }), { headers })
  if (!answer.ok) throw await refusal(stopPaySession, answer)
}

/** The invoice and what is sent of the session are in this language from now on. */
export const tellLanguage = ({ sessionId, stopToken }: OwnPaySession, language: Language): Promise<unknown> =>
  call(choosePayLanguage, { params: { sessionId }, body: { language, stopToken } })

export const sendCode = async (contact: Contact): Promise<string> => {
  const language = chosenLanguage()
  return (await call(askPayCode, { body: { ...contact, ...(language && { language }) } })).message
}
export const checkCode = async (at: At, contact: Contact, otp: string) =>
  (await call(checkPayCode, { body: { ...contact, otp, chargepoint_id: at.chargepointId } })).data

const askedKey = (at: At) => `pay asked ${at.chargepointId} ${at.connectorId}`
/** The ids of the sessions that this browser has asked for here lately. */
const askedSessions = (at: At): string[] =>
  tried(() => {
    const ids: unknown = JSON.parse(localStorage.getItem(askedKey(at)) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
  }) ?? []

const keyOf = (at: At) => `pay ${at.chargepointId} ${at.connectorId}`
// A browser that keeps nothing has its session for as long as the page is open.
const tried = <T>(run: () => T): T | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}
export const storedPaySession = (at: At): OwnPaySession | undefined =>
  tried(() => {
    const own = JSON.parse(localStorage.getItem(keyOf(at)) ?? 'null') as Partial<OwnPaySession> | null
    return own?.sessionId && own.stopToken ? { sessionId: own.sessionId, stopToken: own.stopToken } : undefined
  })
export const keepSession = (at: At, own: OwnPaySession): void =>
  void tried(() => {
    localStorage.setItem(keyOf(at), JSON.stringify(own))
    localStorage.setItem(askedKey(at), JSON.stringify([own.sessionId, ...askedSessions(at)].slice(0, MOST_OWN)))
  })
export const forgetSession = (at: At): void => void tried(() => localStorage.removeItem(keyOf(at)))

/** Sends the browser to the checkout of the provider, which sends it back to this address. */
export function goToCheckout({ checkout }: PayOrder, method: Method): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = checkout.action
  for (const [name, value] of Object.entries({ ...checkout.fields, 'prefill[method]': method })) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = /_url$/.test(name) ? here(value) : value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
/** The same page at the address that the driver has come by. */
const here = (url: string): string => {
  const { pathname, search } = new URL(url)
  return location.origin + pathname + search
}
