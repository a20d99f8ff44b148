// Sign-up and the link that verifies the address (D-AUTH-8).
import { hash } from '@node-rs/argon2'
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as audit from '../audit/audit.store.ts'
import * as mail from '../mail/mail.store.ts'
import * as teams from '../teams/team.store.ts'
import { verifyLetter } from './letters.rules.ts'
import { demandPatience } from './password.routes.ts'
import { readNewPassword } from './password.rules.ts'
import { register, VERIFY_PATH } from './register.contract.ts'
import * as store from './register.store.ts'
import * as codes from './reset-code.store.ts'

const TAKEN: Record<store.Taken, [field: string, text: string]> = {
  email: ['email', 'Email already exists'],
  domain: ['domainName', 'Domain Name already exists'],
}
const refuse = (what: store.Taken): never => {
  const [field, text] = TAKEN[what]
  return fail(409, text, { [field]: text })
}
/** What a unique index stopped when two signed up at once. */
const stopped = (error: unknown): store.Taken | undefined => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code !== '23505' ? undefined : constraint === 'team_domain' ? 'domain' : 'email'
}

export function registerRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house

  route(app, register, async ({ body, request }) => {
    const platform = house.mayRegister ? await teams.platform(db) : undefined
    if (!platform) fail(404, 'Registration is not available')
    const { email, domainName, name } = body
    await demandPatience(house, email, request.ip)
    const read = readNewPassword(body.password, 'Password')
    if ('refused' in read) fail(422, read.refused, { password: read.refused })
    const now = house.now()
    await codes.addAttempt(db, { username: email, address: request.ip, now })
    const passwordHash = await hash(read.password)
    const there = await store.taken(db, email, domainName)
    if (there) refuse(there)
    const data = await db
      .transaction()
      .execute(async trx => {
        const made = await store.create(trx, platform.id, { domainName, name, email, passwordHash })
        const token = await store.newLinkToken(trx, made.id, now)
        const link = `${house.publicUrl}${VERIFY_PATH}?token=${token}`
        await mail.post(trx, house.jobs, verifyLetter({ email, firstName: name }, link, house.publicUrl))
        const by = { userId: made.id, username: email, ip: request.ip, written: 0 }
        const after = { domainName, name, email }
        await audit.write(trx, by, {
          action: 'register',
          feature: 'Session',
          recordId: made.id,
          teamId: made.companyId,
          after,
        })
        return made
      })
      .catch((error: unknown) => {
        const what = stopped(error)
        if (what) refuse(what)
        throw error
      })
    return { message: 'Registration successful. Please verify your email.', data }
  })

  // A link, no call: the browser that opens it is sent on to the sign-in page, which says how it went.
  const Token = z.object({ token: z.string().max(200).catch('') })
  app.get<{ Querystring: z.infer<typeof Token> }>(
    VERIFY_PATH,
    // No HEAD: a scanner of mails that looks at the link must not use it up.
    {
      exposeHeadRoute: false,
      schema: { querystring: Token, summary: 'Verify a mail address: redirects to /login', tags: ['auth'] },
    },
    async (request, reply) => {
      const verified = await db.transaction().execute(async trx => {
        const v = await store.verify(trx, request.query.token, house.now())
        if (v.status === 'true')
          await audit.write(
            trx,
            { userId: v.id, username: v.username, ip: request.ip, written: 0 },
            { action: 'verify-email', feature: 'Session', recordId: v.id, teamId: v.companyId },
          )
        return v
      })
      return reply.redirect(`/login?emailVerificationStatus=${verified.status}`, 302)
    },
  )
}
