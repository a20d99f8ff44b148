// The end of every way to sign in: the token, the browser, the audit log, the mail about a browser that is new. How somebody
// proved who they are is done before.
import { browserName } from '@wattdesk/base/browser-name'
import type { SessionUser } from '@wattdesk/base/session-user'
import { dayOf, formatDateTime, zoneName } from '@wattdesk/base/time'
import { fail, tooOften } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { post } from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import * as browsers from '#people/browsers/browser.store.ts'
import { readWho } from '#platform/access/scope.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { countryOf } from '#platform/http/address-country.ts'
import { networkOf } from '#platform/http/caller.ts'
import * as accounts from './account.store.ts'
import { newBrowserLetter } from './letters.rules.ts'
import { tooManyCodes } from './try.rules.ts'
import * as tries from './try.store.ts'

/** The refusal of whoever could not prove who they are. */
export const WRONG = 'Invalid username or password'

/** Counts a try, or refuses it with 429 and the time to wait. */
export async function demandTry(
  services: Services,
  t: Omit<tries.Try, 'now'>,
): Promise<{ id: number; isKnown: boolean }> {
  const begun = await tries.begin(services.db, { ...t, now: services.now() })
  return 'id' in begun ? begun : tooOften(begun.waitSeconds)
}
/** The same of a code; `field`: the field of the body that carries it, where the time to wait is told. */
export async function demandCodeTry(
  services: Services,
  t: Omit<tries.Try, 'now' | 'kind'>,
  field: string,
): Promise<{ id: number; isKnown: boolean }> {
  const begun = await tries.begin(services.db, { ...t, kind: 'code', now: services.now() })
  return 'id' in begun ? begun : tooOften(begun.waitSeconds, { [field]: tooManyCodes(begun.waitSeconds) })
}

/** Where a call comes from; `agent`: what the browser calls itself. */
export type Caller = { ip: string; agent: string }

/** Why an account may not be entered, whatever its owner proves; undefined when it may. For those alone who have proved it. */
export const refusalOf = ({ movedTo, mayEnter, isVerified }: accounts.Account): string | undefined =>
  movedTo !== null
    ? `Your company has moved to ${movedTo}. Please sign in there.`
    : !mayEnter
      ? 'Your account is inactive. Please contact support.'
      : isVerified
        ? undefined
        : 'Please verify your email before login.'

/** Mails the person that somebody has signed in from a browser that was never seen before (MFA-03). */
async function tellOfNew(
  { publicUrl, jobs, timeZone }: Services,
  trx: Trx,
  { firstName, email, companyId }: accounts.Account,
  { ip, agent, now }: Caller & { now: Date },
): Promise<void> {
  const home = await homeOfCompany(trx, publicUrl, companyId)
  const at = `${formatDateTime(now, timeZone)} (${zoneName(timeZone)})`
  await post(
    trx,
    jobs,
    newBrowserLetter({ email, firstName }, { browser: browserName(agent), at, ip, country: countryOf(ip) }, home),
  )
}

/** How somebody signed in, and what belongs into the same transaction: `within` gets the browser that was signed in. */
export type Way = {
  by: browsers.SignedInBy
  /** The secret by which the browser is known, if it has one. */
  browser: string | undefined
  within?: (trx: Trx, browserId: number) => Promise<void>
}
export type SignedIn = { access_token: string; browser: string; user: SessionUser }

/**
 * Signs in an account whose owner has proved who they are, and which `refusalOf` does not refuse.
 * @throws HttpFailure 401 where the account has ended meanwhile
 */
export async function enter(
  services: Services,
  account: accounts.Account,
  way: Way,
  { ip, agent }: Caller,
): Promise<SignedIn> {
  const { db } = services
  const { id, username, userType, companyType, companyId, ver } = account
  const who = await readWho(db, { userId: id, ver }, dayOf(services.now(), services.timeZone))
  if (!who) fail(401, WRONG)
  const network = networkOf(ip)
  const { browserId, secret } = await act(services, async trx => {
    const now = services.now()
    const by = { userId: id, username, ip, written: 0 }
    await audit.note(trx, by, { action: 'sign-in', feature: 'Session', recordId: id, teamId: companyId })
    const coming = { userId: id, secret: way.browser, agent, network, ip, by: way.by, now }
    const signed = await browsers.signIn(trx, coming)
    await way.within?.(trx, signed.browserId)
    await tries.cameIn(trx, id, { username, network, now })
    if (signed.isNew) await tellOfNew(services, trx, account, { ip, agent, now })
    return signed
  })
  const claims = { sub: String(id), username, userType, companyType, companyId, ver, sid: browserId }
  return {
    access_token: await services.tokens.make(claims),
    browser: secret,
    user: await accounts.sessionUser(db, who, services.timeZone),
  }
}
