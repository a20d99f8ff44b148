// New passwords: the code by mail, the reset with it, the change while signed in. Each ends all older sessions.
import { hash, verify } from '@node-rs/argon2'
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { accessChanged } from '../../server/access.ts'
import type { House } from '../../server/house.ts'
import * as audit from '../audit/audit.store.ts'
import * as mail from '../mail/mail.store.ts'
import { codeLetter } from './letters.rules.ts'
import { changePassword, requestReset, resetPassword } from './password.contract.ts'
import { INVALID_OTP, mayTry, NOT_BASE64, readNewPassword } from './password.rules.ts'
import * as codes from './reset-code.store.ts'
import { decodePassword, isThrottled } from './sign-in.rules.ts'
import * as store from './sign-in.store.ts'

/** Refuses who asks or tries too often: by the address, and by the username whether it exists or not. */
export async function demandPatience(house: House, username: string, address: string): Promise<void> {
  const attempts = await codes.attemptsOf(house.db, { username, address, now: house.now() })
  if (!mayTry(attempts)) fail(429, 'Too many attempts. Please try again later.')
}

const demandPassword = (encoded: string): string => {
  const read = readNewPassword(encoded, 'New Password')
  return 'password' in read ? read.password : fail(422, read.refused, { new_password: read.refused })
}
const wrongCode = (): never => fail(422, INVALID_OTP, { otp: INVALID_OTP })

export function passwordRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house

  // Nobody learns from text or time whether a username exists: the same statements run for everyone, and for nobody, or
  // within the minute after the last code, the letter is taken back before the commit.
  route(app, requestReset, async ({ body: { username }, request }) => {
    await demandPatience(house, username, request.ip)
    const now = house.now()
    await db.transaction().execute(async trx => {
      await codes.addAttempt(trx, { username, address: request.ip, now })
      const account = await store.accountOf(trx, username)
      const receiver = account?.mayEnter ? account : { id: 0, email: '', firstName: '' }
      const code = codes.newCode()
      const isNew = await codes.keep(trx, { userId: receiver.id, hash: codes.hashOf(receiver.id, code), now })
      await sql`savepoint letter`.execute(trx)
      await mail.post(trx, house.jobs, codeLetter(receiver, code, house.publicUrl))
      await (isNew ? sql`release savepoint letter` : sql`rollback to savepoint letter`).execute(trx)
    })
    return { message: 'OTP has been sent to your registered email', data: {} }
  })

  route(app, resetPassword, async ({ body, request }) => {
    await demandPatience(house, body.username, request.ip)
    const password = demandPassword(body.new_password)
    const now = house.now()
    const account = await store.accountOf(db, body.username)
    const { id, username, companyId } = account ?? { id: 0, username: '', companyId: null }
    const isSet = await db.transaction().execute(async trx => {
      if (!(await codes.takeCode(trx, { userId: id, hash: codes.hashOf(id, body.otp), now }))) return false
      await store.setPassword(trx, id, await hash(password))
      await store.clearFailures(trx, username, request.ip)
      const by = { userId: id, username, ip: request.ip, written: 0 }
      await audit.write(trx, by, { action: 'reset-password', feature: 'Session', recordId: id, teamId: companyId })
      return true
    })
    if (!isSet) {
      await codes.addAttempt(db, { username: body.username, address: request.ip, now })
      wrongCode()
    }
    await accessChanged(house, [id])
    return { message: 'Password reset successfully', data: {} }
  })

  route(app, changePassword, async ({ who, by, body, request, reply }) => {
    const { username, userId } = who
    const address = request.ip
    if (isThrottled(await store.failuresOf(db, username, address)))
      fail(429, 'Too many attempts. Please try again later.')
    const password = demandPassword(body.new_password)
    const old = decodePassword(body.old_password)
    if (old === undefined) fail(422, NOT_BASE64, { old_password: NOT_BASE64 })
    if (body.otp !== undefined) await demandPatience(house, username, address)
    const account = await store.accountOf(db, username)
    if (!account?.passwordHash || !(await verify(account.passwordHash, old))) {
      await store.addFailure(db, username, address)
      fail(422, 'Old password is incorrect', { old_password: 'Old password is incorrect' })
    }
    const now = house.now()
    const ver = await db.transaction().execute(async trx => {
      const { otp } = body
      if (otp !== undefined && !(await codes.takeCode(trx, { userId, hash: codes.hashOf(userId, otp), now })))
        return undefined
      const raised = await store.setPassword(trx, userId, await hash(password))
      await audit.write(trx, by, {
        action: 'change-password',
        feature: 'Session',
        recordId: userId,
        teamId: who.companyId,
      })
      return raised
    })
    if (ver === undefined) {
      await codes.addAttempt(db, { username, address, now })
      return wrongCode()
    }
    await store.clearFailures(db, username, address)
    const { userType, companyType, companyId } = who
    const sub = String(userId)
    const access_token = await house.tokens.make({ sub, username, userType, companyType, companyId, ver })
    // The others hear of it only after the one who changed it has the fresh token in hand.
    reply.raw.once('close', () => void accessChanged(house, [userId]))
    return { message: 'Password updated successfully', data: { access_token } }
  })
}
