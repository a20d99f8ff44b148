// Signing in with a password (D-AUTH-1, D-AUTH-4): the try is counted first, then the password is looked at.
import { hash, verify } from '@node-rs/argon2'
import { dayOf } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { accountOf } from '#people/entry/account.store.ts'
import { demandTry, refusalOf, WRONG } from '#people/entry/entry.commands.ts'
import { takeBack } from '#people/entry/try.store.ts'
import { afterPassword } from '#people/second-factor/second-step.commands.ts'
import { passwordRefusal } from '#people/single-sign-on/password-rule.commands.ts'
import { networkOf, type Visitor } from '#platform/http/caller.ts'
import { readPassword } from './sign-in.rules.ts'
import type { SignIn } from './sign-in-body.contract.ts'

// The hash to check against when the username is unknown, so that both cases take the same time.
const nobody = hash('no such user')

/** Returns the token and the user if the password is right, or the step that follows. 401, 403, 422 or 429 with the texts of D-AUTH-4. */
export async function signIn(
  services: Services,
  { username, password: encoded, browser }: SignIn,
  caller: Visitor,
): ReturnType<typeof afterPassword> {
  const { db } = services
  const sent = readPassword(encoded, 'Password')
  if ('refused' in sent) fail(422, sent.refused, { password: sent.refused })
  const { id: tryId } = await demandTry(services, { kind: 'password', username, network: networkOf(caller.ip) })
  const account = await accountOf(db, username, dayOf(services.now(), services.timeZone))
  const isRight = await verify(account?.passwordHash ?? (await nobody), sent.password)
  if (!account?.passwordHash || !isRight) fail(401, WRONG)
  const refused = refusalOf(account) ?? (await passwordRefusal(db, account))
  if (refused !== undefined) {
    await takeBack(db, tryId)
    fail(403, refused)
  }
  return afterPassword(services, account, browser, caller)
}
