// What follows a right password: the sign-in, or first a second factor, or first its set-up (MFA-01, MFA-02). And the sign-in by
// passkey alone. Nobody who has a second factor gets past it by the password, whichever way the password was set.
import { dayOf } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import * as browsers from '#people/browsers/browser.store.ts'
import { type Account, accountById } from '#people/entry/account.store.ts'
import { type Caller, enter, refusalOf, type SignedIn } from '#people/entry/entry.commands.ts'
import { mailedUntil } from '#people/entry/mailed-password.rules.ts'
import { passwordRefusal } from '#people/single-sign-on/password-rule.commands.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Visitor } from '#platform/http/caller.ts'
import * as factors from './factor.store.ts'
import * as checks from './factor-check.commands.ts'
import * as setUp from './factor-set-up.commands.ts'
import { beginByMail, demandMailCode } from './mail-code.commands.ts'
import { needOf } from './need.store.ts'
import { requestOptions } from './passkey.crypto.ts'
import { TRUST_DAYS } from './second-factor.words.ts'
import type { NextStep, PasskeySignIn, SecondStepBody, SetUpBody, SetUpEnd, Way } from './second-step.contract.ts'
import * as steps from './step.store.ts'

const NO_PASSKEYS_HERE = 'Passkeys cannot be used at this address.'
const BOUND = "Your company's people sign in by single sign-on. Please use that."
const DAY_MS = 86_400_000

type Entered = SignedIn & { second_factor_from?: string }

const nextStep = (step: NextStep['step'], { ticket, expiresAt }: steps.Ticket, ways: Way[]): NextStep => ({
  step,
  ticket,
  expires_at: expiresAt.toISOString(),
  ways,
})

async function unprovenIfMailed(trx: Trx, account: Account, browserId: number, now: Date): Promise<void> {
  if (mailedUntil(account, now)) await browsers.unproven(trx, browserId)
}

/**
 * Goes on after a right password: signs in who needs nothing more, or comes with a remembered browser; else names the step that
 * follows.
 */
export async function afterPassword(
  services: Services,
  account: Account,
  browser: string | undefined,
  visitor: Visitor,
): Promise<Entered | NextStep> {
  const { db } = services
  const now = services.now()
  const [held, need] = await Promise.all([factors.factorsOf(db, account.id), needOf(db, account.id)])
  if (held.length === 0) {
    if (need && need.from <= now) {
      const site = await checks.siteHere(services, db, visitor.origin)
      return nextStep('set up', await beginByMail(services, account, visitor), site ? ['app', 'passkey'] : ['app'])
    }
    const within = (trx: Trx, browserId: number) => unprovenIfMailed(trx, account, browserId, now)
    const signed = await enter(services, account, { by: 'password', browser, within }, visitor)
    return { ...signed, ...(need && { second_factor_from: need.from.toISOString() }) }
  }
  const trustedUntil = await browsers.trustOf(db, { userId: account.id, secret: browser, now })
  if (trustedUntil) {
    const within = async (trx: Trx, browserId: number) => {
      await browsers.trust(trx, browserId, trustedUntil)
      await browsers.unproven(trx, browserId)
    }
    return enter(services, account, { by: 'password', browser, within }, visitor)
  }
  const ways = await waysOf(services, account.id, held, visitor.origin)
  return nextStep('second factor', await steps.begin(db, { purpose: 'second factor', user: account, now }), ways)
}

/** The ways that are open to a person at the address of the page. */
export async function waysOf(
  services: Services,
  userId: number,
  held: readonly factors.FactorRow[],
  origin: string | undefined,
): Promise<Way[]> {
  const { db } = services
  const passkeys = held.filter(factors.isPasskey)
  const site = passkeys.length > 0 ? await checks.siteHere(services, db, origin) : undefined
  const { left } = await factors.codesOf(db, userId)
  return [
    ...(passkeys.some(p => p.rpId === site?.rpId) ? (['passkey'] as const) : []),
    ...(held.some(f => f.kind === 'app') ? (['app'] as const) : []),
    ...(left > 0 ? (['recovery code'] as const) : []),
  ]
}

/** A step of a sign-in with its account; 401 once it is over, was used, or the password was changed meanwhile. */
async function openStep(
  services: Services,
  ticket: string,
  purposes: readonly steps.Purpose[],
): Promise<{ step: steps.StepRow; account: Account }> {
  const { db } = services
  const now = services.now()
  const step = await steps.waiting(db, ticket, now)
  const account = step?.userId && (await accountById(db, step.userId, dayOf(now, services.timeZone)))
  if (!step || !account || account.ver !== step.ver || !purposes.includes(step.purpose)) fail(401, checks.OVER)
  const refused = refusalOf(account)
  if (refused !== undefined) fail(403, refused)
  return { step, account }
}

const byOf = ({ id, username }: Account, { ip }: Caller): audit.By => ({ userId: id, username, ip, written: 0 })

/** Ends a sign-in by a second factor. */
export async function takeSecondStep(services: Services, body: SecondStepBody, visitor: Visitor): Promise<SignedIn> {
  const { step, account } = await openStep(services, body.ticket, ['second factor'])
  const take = await checks.checked(services, step, account, body, visitor)
  const within = async (trx: Trx, browserId: number) => {
    await take(trx, byOf(account, visitor))
    if (body.remember) {
      await browsers.trust(trx, browserId, new Date(services.now().getTime() + TRUST_DAYS * DAY_MS))
      const entry = { ...checks.entryOf(account), action: 'trust-browser', after: { days: TRUST_DAYS } }
      await audit.note(trx, byOf(account, visitor), entry)
    }
  }
  const way = { by: 'password', browser: body.browser, within } as const
  return enter(services, account, way, visitor)
}

/** The challenge for a passkey of the person, in place of one that was asked for before. */
export async function askPasskey(services: Services, ticket: string, visitor: Visitor) {
  const { db } = services
  const { step, account } = await openStep(services, ticket, ['second factor', 'proof'])
  const site = (await checks.siteHere(services, db, visitor.origin)) ?? fail(409, NO_PASSKEYS_HERE)
  const known = (await factors.factorsOf(db, account.id)).filter(factors.isPasskey).filter(p => p.rpId === site.rpId)
  if (known.length === 0) fail(409, NO_PASSKEYS_HERE)
  const options = await requestOptions(site, known)
  await steps.waitFor(db, step, { challenge: String(options.challenge), ...site })
  return { options }
}

/** Begins to set up what a sign-in needs. */
export async function beginSetUp(services: Services, { ticket, kind, mail_code }: SetUpBody, visitor: Visitor) {
  const { step, account } = await openStep(services, ticket, ['set up'])
  await demandMailCode(services, step, account, mail_code, visitor)
  return kind === 'app'
    ? { app: await setUp.newApp(services, step, account), options: null }
    : { app: null, options: await setUp.newPasskey(services, step, account, visitor.origin) }
}

/** Ends the set-up that a sign-in needs, and with it the sign-in. */
export async function endSetUp(
  services: Services,
  body: SetUpEnd,
  visitor: Visitor,
): Promise<{ data: SignedIn; recovery_codes: string[] }> {
  const { step, account } = await openStep(services, body.ticket, ['set up'])
  await demandMailCode(services, step, account, body.mail_code, visitor)
  const add = await setUp.madeFactor(services, step, account, body, visitor)
  let codes: string[] = []
  const within = async (trx: Trx, browserId: number) => {
    await unprovenIfMailed(trx, account, browserId, services.now())
    codes = (await add(trx, byOf(account, visitor))).codes
  }
  const signed = await enter(services, account, { by: 'password', browser: body.browser, within }, visitor)
  return { data: signed, recovery_codes: codes }
}

/** The challenge for a sign-in by passkey alone: nobody says yet who they are. */
export async function beginPasskeySignIn(services: Services, visitor: Visitor) {
  const { db } = services
  const site = (await checks.siteHere(services, db, visitor.origin)) ?? fail(409, NO_PASSKEYS_HERE)
  const options = await requestOptions(site)
  const now = services.now()
  const waiting = { challenge: String(options.challenge), ...site }
  const { ticket } = await steps.begin(db, { purpose: 'passkey', now, ...waiting })
  return { ticket, options }
}

/** Signs in by a passkey alone: it was made with a verified person, and asks for that person again. */
export async function signInByPasskey(services: Services, body: PasskeySignIn, visitor: Visitor): Promise<SignedIn> {
  const { db } = services
  const now = services.now()
  const step = await steps.waiting(db, body.ticket, now)
  if (step?.purpose !== 'passkey') fail(401, checks.OVER)
  const { factorId, userId, counter } = await checks.usedPasskey(services, step, body.passkey, undefined)
  const account = await accountById(db, userId, dayOf(now, services.timeZone))
  if (!account) fail(401, checks.OVER)
  const refused = refusalOf(account) ?? ((await passwordRefusal(db, account)) === undefined ? undefined : BOUND)
  if (refused !== undefined) fail(403, refused)
  const within = async (trx: Trx) => {
    if (!(await factors.takeCounter(trx, factorId, counter, now))) checks.wrong('passkey', checks.WRONG_PASSKEY)
    if (!(await steps.use(trx, step, false, now))) fail(401, checks.OVER)
  }
  const way = { by: 'passkey', browser: body.browser, within } as const
  return enter(services, account, way, visitor)
}
