// Sign-in.
import { hash, verify } from '@node-rs/argon2'
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { readWho } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import { signIn } from './sign-in.contract.ts'
import { decodePassword, isThrottled } from './sign-in.rules.ts'
import * as store from './sign-in.store.ts'

// Checked against when the username is unknown, so that both take the same time.
const nobody = hash('no such user')

export function signInRoutes(app: FastifyInstance): void {
  const { db, tokens } = app.house

  route(app, signIn, async ({ body, request }) => {
    const password = decodePassword(body.password)
    if (password === undefined)
      fail(422, 'Password must be base64-encoded', { password: 'Password must be base64-encoded' })
    if (isThrottled(await store.failuresOf(db, body.username, request.ip)))
      fail(429, 'Too many attempts. Please try again later.')
    const account = await store.accountOf(db, body.username)
    const right = await verify(account?.passwordHash ?? (await nobody), password)
    if (!account?.passwordHash || !right) {
      await store.addFailure(db, body.username, request.ip)
      fail(401, 'Invalid username or password')
    }
    if (!account.mayEnter) fail(403, 'Your account is inactive. Please contact support.')
    if (!account.isVerified) fail(403, 'Please verify your email before login.')
    await store.clearFailures(db, body.username, request.ip)
    const who = await readWho(db, account.id, account.ver)
    if (!who) fail(401, 'Invalid username or password')
    const { id, username, userType, companyType, companyId, ver } = account
    const by = { userId: id, username, ip: request.ip, written: 0 }
    await audit.note(db, by, { action: 'sign-in', feature: 'Session', recordId: id, teamId: companyId })
    return {
      message: 'Login successful',
      data: {
        access_token: await tokens.make({ sub: String(id), username, userType, companyType, companyId, ver }),
        user: await store.sessionUser(db, who),
      },
    }
  })
}
