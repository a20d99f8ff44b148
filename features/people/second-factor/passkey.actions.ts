// Passkeys in the browser: what it asks of the person, and what it answers.
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from '@wattdesk/wire/call'
import { keepBrowser, knownBrowser, storeSession } from '#kit/session.ts'
import type { PasskeyAnswer, PasskeyOptions } from './passkey.contract.ts'
import { askPasskey, beginPasskeySignIn, signInByPasskey } from './second-step.contract.ts'

const CANNOT = 'This browser knows no passkeys.'
const STOPPED = 'No passkey was used: it was cancelled, or took too long.'
const STOPPED_MAKING = 'No passkey was made: it was cancelled, or took too long.'
const KNOWN = 'This device has a passkey of yours already.'

type Named = { name?: string }
/** Why a browser made or used no passkey, in words; browsers say next to nothing, so that pages learn nothing of people. */
const saying = (stopped: string) => (error: unknown) => {
  throw new Error((error as Named).name === 'InvalidStateError' ? KNOWN : stopped, { cause: error })
}
const demandPasskeys = (): void => {
  if (!browserSupportsWebAuthn()) throw new Error(CANNOT)
}

/** Lets the person make a passkey. */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  demandPasskeys()
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  return (await startRegistration({ optionsJSON }).catch(saying(STOPPED_MAKING))) as unknown as PasskeyAnswer
}

async function answer(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return (await startAuthentication({ optionsJSON }).catch(saying(STOPPED))) as unknown as PasskeyAnswer
}
/** Lets the person use a passkey for a step that is under way. */
export async function answerOfPasskey(ticket: string): Promise<PasskeyAnswer> {
  demandPasskeys()
  return answer((await call(askPasskey, { body: { ticket } })).data.options)
}

/** Signs in by a passkey alone. */
export async function enterByPasskey(): Promise<void> {
  demandPasskeys()
  const { ticket, options } = (await call(beginPasskeySignIn, {})).data
  const passkey = await answer(options)
  const browser = knownBrowser()
  const { data } = await call(signInByPasskey, { body: { ticket, passkey, ...(browser && { browser }) } })
  keepBrowser(data.browser)
  storeSession(data.access_token, data.user)
}
