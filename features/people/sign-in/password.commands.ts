// New passwords: the code by mail, the reset with it, the change while signed in. Each new one ends all older sessions.

import { hash, verify } from '@node-rs/argon2'
import { dayOf } from '@wattdesk/base/time'
import { fail } from '@wattdesk/wire/route'
import { sql } from 'kysely'
import { homeOf } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import * as mail from '#office/mail/mail.store.ts'
import { end as endBrowsers } from '#people/browsers/browser.store.ts'
import * as store from '#people/entry/account.store.ts'
import { demandCodeTry, demandTry } from '#people/entry/entry.commands.ts'
import { codeLetter, noPasswordLetter } from '#people/entry/letters.rules.ts'
import * as tries from '#people/entry/try.store.ts'
import { demandPasswords, passwordRefusal } from '#people/single-sign-on/password-rule.commands.ts'
import * as codes from '#people/users/reset-code.store.ts'
import { setPassword } from '#people/users/user-own.store.ts'
import { accessChanged } from '#platform/access/access.ts'
import type { Who } from '#platform/access/scope.ts'
import { act } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { networkOf } from '#platform/http/caller.ts'
import type { PasswordChange, PasswordReset } from './password.contract.ts'
import { INVALID_OTP, INVALID_OTP_HELP, readNewPassword } from './password.rules.ts'
import { readPassword } from './sign-in.rules.ts'

const WRONG_OLD = 'Old password is incorrect'
const SAME = 'The new password must differ from the old one'
const refuseSame = (): never => fail(422, SAME, { new_password: SAME })
const demandPassword = (encoded: string): string => {
  const read = readNewPassword(encoded, 'New Password')
  return 'password' in read ? read.password : fail(422, read.refused, { new_password: read.refused })
}
const wrongCode = (): never => fail(422, INVALID_OTP, { otp: INVALID_OTP_HELP })

/**
 * Mails a code, or where the company forbids passwords the way to single sign-on. Neither text nor timing tells whether a username exists: the same statements run for every request, and
 * for an unknown username, or within a minute of the last code, the mail is withdrawn before the commit. Requests of
 * others for this username never keep the code from its user; only the requesting network is counted.
 */
export async function requestReset(services: Services, username: string, ip: string): Promise<void> {
  await demandTry(services, { kind: 'request', username, network: networkOf(ip) })
  const now = services.now()
  await services.db.transaction().execute(async trx => {
    const account = await store.accountOf(trx, username, dayOf(services.now(), services.timeZone))
    const receiver = account?.mayEnter ? account : { id: 0, companyId: 0, email: '', firstName: '', domain: null }
    const isRefused = (await passwordRefusal(trx, receiver)) !== undefined
    const code = codes.newCode()
    const isNew = await codes.saveResetCode(trx, { userId: receiver.id, hash: codes.hashOf(receiver.id, code), now })
    await sql`savepoint letter`.execute(trx)
    const home = homeOf(services.publicUrl, receiver.domain)
    const letter = isRefused ? noPasswordLetter(receiver, home) : codeLetter(receiver, code, home)
    await mail.post(trx, services.jobs, letter)
    await (isNew ? sql`release savepoint letter` : sql`rollback to savepoint letter`).execute(trx)
  })
}

/** Sets a password by its code. */
export async function resetPassword(services: Services, body: PasswordReset, ip: string): Promise<void> {
  const password = demandPassword(body.new_password)
  const network = networkOf(ip)
  const { id: tryId, isKnown } = await demandCodeTry(services, { username: body.username, network }, 'otp')
  const now = services.now()
  const account = await store.accountOf(services.db, body.username, dayOf(services.now(), services.timeZone))
  const { id, username, companyId, passwordHash } = account ?? {
    id: 0,
    username: '',
    companyId: null,
    passwordHash: null,
  }
  const isSet = await act(services, async (trx, then) => {
    if (!(await codes.takeCode(trx, { userId: id, hash: codes.hashOf(id, body.otp), now, isKnown }))) return false
    // Only the holder of the code is told; the code stays valid for another password.
    if (account) await demandPasswords(trx, account)
    if (passwordHash && (await verify(passwordHash, password))) refuseSame()
    await setPassword(trx, id, await hash(password), passwordHash === null ? null : now)
    await tries.takeBack(trx, tryId)
    await tries.closeDoors(trx, id)
    await endBrowsers(trx, { userId: id, how: 'password', now })
    await tries.cameIn(trx, id, { username, network, now })
    const by = { userId: id, username, ip, written: 0 }
    await audit.write(trx, by, { action: 'reset-password', feature: 'Session', recordId: id, teamId: companyId })
    then(() => accessChanged(services, [id]))
    return true
  })
  if (!isSet) wrongCode()
}

/**
 * Changes the caller's own password after checking the old one and, where a code was sent, the code; returns the token
 * that is valid from now on.
 */
export async function changePassword(
  services: Services,
  { who, by }: { who: Who; by: audit.By },
  body: PasswordChange,
) {
  const { db } = services
  const { username, userId, userType, companyType, companyId } = who
  const network = networkOf(by.ip ?? '')
  const password = demandPassword(body.new_password)
  const old = readPassword(body.old_password, 'Old Password')
  if ('refused' in old) fail(422, old.refused, { old_password: old.refused })
  const oldTry = await demandTry(services, { kind: 'password', username, network })
  const account = await store.accountOf(db, username, dayOf(services.now(), services.timeZone))
  if (!account?.passwordHash || !(await verify(account.passwordHash, old.password)))
    fail(422, WRONG_OLD, { old_password: WRONG_OLD })
  await tries.takeBack(db, oldTry.id)
  await demandPasswords(db, account)
  if (password === old.password) refuseSame()
  const { otp } = body
  const codeTry = otp === undefined ? undefined : await demandCodeTry(services, { username, network }, 'otp')
  const now = services.now()
  const ver = await act(services, async trx => {
    if (otp !== undefined && codeTry) {
      const code = { userId, hash: codes.hashOf(userId, otp), now, isKnown: codeTry.isKnown }
      if (!(await codes.takeCode(trx, code))) return undefined
      await tries.takeBack(trx, codeTry.id)
    }
    const raised = await setPassword(trx, userId, await hash(password))
    await tries.closeDoors(trx, userId)
    await endBrowsers(trx, { userId, but: who.browserId, how: 'password', now })
    await tries.cameIn(trx, userId, { username, network, now })
    await audit.write(trx, by, {
      action: 'change-password',
      feature: 'Session',
      recordId: userId,
      teamId: companyId,
    })
    return raised
  })
  if (ver === undefined) return wrongCode()
  return services.tokens.make({
    sub: String(userId),
    username,
    userType,
    companyType,
    companyId,
    ver,
    sid: who.browserId,
  })
}
