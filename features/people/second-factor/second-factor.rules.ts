// Second factors: where passkeys count, how recovery codes are read, and the mails about changes (MFA-01).
import { browserName } from '@wattdesk/base/browser-name'
import { type Home, homeOf, signature } from '#office/brand/brand.rules.ts'
import { hello, lines } from '#people/entry/letters.rules.ts'
import { FACTOR_KINDS, type FactorKind } from './second-factor.words.ts'

/** The host that a passkey is made for, and the address at which it is used. */
export type Site = { rpId: string; origin: string }

const LOCAL = /^(localhost|.+\.localhost)$/
const isIp = (host: string): boolean => host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)
/** Browsers know passkeys at hosts with a name and on safe lines, and on their own machine by the name localhost. */
const takesPasskeys = ({ protocol, hostname }: URL): boolean =>
  LOCAL.test(hostname) || (protocol === 'https:' && !isIp(hostname))

/** The addresses at which an installation that is reached on its own machine may be opened too. */
const beside = (publicUrl: string): string[] => {
  const url = new URL(publicUrl)
  if (url.hostname !== '127.0.0.1' && url.hostname !== '[::1]') return [publicUrl]
  url.hostname = 'localhost'
  return [publicUrl, url.href]
}

/**
 * The site of a page whose address is `origin`: one of the installation's own, or of a company's home. Any other address is
 * none of ours, whatever a request says of itself.
 */
export function siteOf(publicUrl: string, domains: readonly string[], origin: string | undefined): Site | undefined {
  if (origin === undefined) return undefined
  const ours = [...beside(publicUrl), ...domains.map(d => homeOf(publicUrl, d).url)].map(url => new URL(url))
  const here = ours.find(url => url.origin === origin)
  return here && takesPasskeys(here) ? { rpId: here.hostname, origin } : undefined
}

/** A recovery code as it was made: people type capitals, spaces and dashes as they like. */
export const recoveryCodeOf = (typed: string): string => {
  const letters = typed.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** A name that no factor of the person has yet. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const isTaken = (name: string) => taken.some(t => t.toLowerCase() === name.toLowerCase())
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted} ${n}`
    if (!isTaken(name)) return name
  }
}

const kindText = (kind: FactorKind): string => FACTOR_KINDS[kind].toLowerCase()
/** What a mail tells: the sentence after the greeting. */
export type FactorNews =
  | { what: 'added' | 'removed'; kind: FactorKind; name: string }
  | { what: 'new codes' }
  | { what: 'code used'; left: number }
  | { what: 'reset'; by: string }
  | { what: 'wrong codes' }

function sentenceOf(told: FactorNews): string {
  switch (told.what) {
    case 'added':
      return `the ${kindText(told.kind)} "${told.name}" was added to your account as a second factor.`
    case 'removed':
      return `the ${kindText(told.kind)} "${told.name}" was removed from your account. It is no second factor any more.`
    case 'new codes':
      return 'new recovery codes were made for your account. Those before count no more.'
    case 'code used':
      return `a recovery code of your account was used. ${told.left === 1 ? '1 is' : `${told.left} are`} left.`
    case 'reset':
      return `${told.by} has removed all second factors of your account, its recovery codes and its remembered browsers.`
    case 'wrong codes':
      return 'somebody who knows the password of your account has typed several wrong codes after it.'
  }
}
const SUBJECTS: Record<FactorNews['what'], string> = {
  added: 'a second factor was added',
  removed: 'a second factor was removed',
  'new codes': 'new recovery codes',
  'code used': 'a recovery code was used',
  reset: 'your second factor was reset',
  'wrong codes': 'wrong codes at sign-in',
}
const ADVICE: Record<FactorNews['what'], (url: string) => string> = {
  added: url => `If that was not you, remove it at ${url}/profile and set a new password.`,
  removed: url => `If that was not you, set a new password and look at the second factors at ${url}/profile.`,
  'new codes': url => `If that was not you, set a new password and look at the second factors at ${url}/profile.`,
  'code used': url => `If that was not you, set a new password and make new recovery codes at ${url}/profile.`,
  reset: url => `You can set up a new one at ${url}/profile. If you did not ask for this, tell your administrator.`,
  'wrong codes': url => `Nobody got in. If that was not you, set a new password at ${url}/reset.`,
}

/** `at`: the time with its zone. */
export const factorLetter = (
  to: { email: string; firstName: string },
  told: FactorNews,
  from: { browser: string; ip: string; at: string },
  home: Home,
) => ({
  to: to.email,
  subject: `${home.brand.name}: ${SUBJECTS[told.what]}`,
  text: lines(
    hello(to),
    '',
    sentenceOf(told),
    ...(told.what === 'reset' ? [] : [`Browser: ${from.browser}`, `Address: ${from.ip}`]),
    `Time: ${from.at}`,
    '',
    ADVICE[told.what](home.url),
    '',
    signature(home),
  ),
})

/** The code of a set-up that a sign-in has begun; `agent`: what the browser calls itself. */
export const setUpLetter = (
  to: { email: string; firstName: string },
  code: string,
  { ip, agent }: { ip: string; agent: string },
  home: Home,
) => ({
  to: to.email,
  subject: `${home.brand.name}: the code to set up your second factor`,
  text: lines(
    hello(to),
    '',
    `somebody has signed in with your password and wants to set up a second factor for your account. The code for it is ${code}. It counts for ten minutes.`,
    `Browser: ${browserName(agent)}`,
    `Address: ${ip}`,
    '',
    `If that was not you, give the code to nobody and set a new password at ${home.url}/reset.`,
    '',
    signature(home),
  ),
})
