// Signing in (D-AUTH-1, D-AUTH-4): the try is counted first, then the password is looked at.

import { hash, verify } from '@node-rs/argon2'
import type { SessionUser } from '@wattdesk/base/session-user'
import { dayOf } from '@wattdesk/base/time'
import { fail, tooOften } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { readWho } from '#platform/access/scope.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { networkOf } from '#platform/http/caller.ts'
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

/** Returns the token and the user if the password is right. 401, 403, 422 or 429 with the texts of D-AUTH-4. */
export async function signIn(
  services: Services,
  { username: typed, password: encoded }: SignIn,
  ip: string,
): Promise<{ access_token: string; user: SessionUser }> {
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
  const who = await readWho(db, account.id, account.ver, today)
  if (!who) fail(401, WRONG)
  const { id, username, userType, companyType, companyId, ver } = account
  await act(services, async trx => {
    await tries.cameIn(trx, id, { username, network, now: services.now() })
    const by = { userId: id, username, ip, written: 0 }
    await audit.note(trx, by, { action: 'sign-in', feature: 'Session', recordId: id, teamId: companyId })
  })
  return {
    access_token: await services.tokens.make({ sub: String(id), username, userType, companyType, companyId, ver }),
    user: await store.sessionUser(db, who, services.timeZone),
  }
}
