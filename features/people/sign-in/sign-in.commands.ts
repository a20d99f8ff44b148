// Signing in (D-AUTH-1, D-AUTH-4): the try is counted first, then the password is looked at.

import { hash, verify } from '@node-rs/argon2'
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
import { networkOf } from '#platform/http/caller.ts'
import { newBrowserLetter } from './letters.rules.ts'
import { readPassword } from './sign-in.rules.ts'
import * as store from './sign-in.store.ts'
import type { SignIn } from './sign-in-body.contract.ts'
import * as tries from './try.store.ts'

const WRONG = 'Invalid username or password'
// The hash to check against when the username is unknown, so that both cases take the same time.
const nobody = hash('no such user')

/** Counts a try, or refuses it with 429 and the time to wait. */
export async function demandTry(
  services: Services,
  t: Omit<tries.Try, 'now'>,
): Promise<{ id: number; isKnown: boolean }> {
  const begun = await tries.begin(services.db, { ...t, now: services.now() })
  return 'id' in begun ? begun : tooOften(begun.waitSeconds)
}

type Caller = { ip: string; agent: string }
type Account = NonNullable<Awaited<ReturnType<typeof store.accountOf>>>
/** Mails the person that somebody has signed in from a browser that was never seen before (MFA-03). */
async function tellOfNew(
  { publicUrl, jobs, timeZone }: Services,
  trx: Trx,
  { firstName, email, companyId }: Account,
  { ip, agent, now }: Caller & { now: Date },
): Promise<void> {
  const home = await homeOfCompany(trx, publicUrl, companyId)
  const at = `${formatDateTime(now, timeZone)} (${zoneName(timeZone)})`
  await post(trx, jobs, newBrowserLetter({ email, firstName }, { browser: browserName(agent), at, ip }, home))
}

/** Returns the token and the user if the password is right. 401, 403, 422 or 429 with the texts of D-AUTH-4. */
export async function signIn(
  services: Services,
  { username: typed, password: encoded, browser }: SignIn,
  { ip, agent }: Caller,
): Promise<{ access_token: string; browser: string; user: SessionUser }> {
  const { db } = services
  const today = dayOf(services.now(), services.timeZone)
  const sent = readPassword(encoded, 'Password')
  if ('refused' in sent) fail(422, sent.refused, { password: sent.refused })
  const { password } = sent
  const network = networkOf(ip)
  const { id: tryId } = await demandTry(services, { kind: 'password', username: typed, network })
  const account = await store.accountOf(db, typed, today)
  const isRight = await verify(account?.passwordHash ?? (await nobody), password)
  if (!account?.passwordHash || !isRight) fail(401, WRONG)
  const refused =
    account.movedTo !== null
      ? `Your company has moved to ${account.movedTo}. Please sign in there.`
      : !account.mayEnter
        ? 'Your account is inactive. Please contact support.'
        : account.isVerified
          ? undefined
          : 'Please verify your email before login.'
  if (refused) {
    await tries.takeBack(db, tryId)
    fail(403, refused)
  }
  const who = await readWho(db, { userId: account.id, ver: account.ver }, today)
  if (!who) fail(401, WRONG)
  const { id, username, userType, companyType, companyId, ver } = account
  const { browserId, secret } = await act(services, async trx => {
    const now = services.now()
    const by = { userId: id, username, ip, written: 0 }
    await audit.note(trx, by, { action: 'sign-in', feature: 'Session', recordId: id, teamId: companyId })
    const signed = await browsers.signIn(trx, { userId: id, secret: browser, agent, network, ip, now })
    await tries.cameIn(trx, id, { username, network, now })
    if (signed.isNew) await tellOfNew(services, trx, account, { ip, agent, now })
    return signed
  })
  const claims = { sub: String(id), username, userType, companyType, companyId, ver, sid: browserId }
  return {
    access_token: await services.tokens.make(claims),
    browser: secret,
    user: await store.sessionUser(db, who, services.timeZone),
  }
}
