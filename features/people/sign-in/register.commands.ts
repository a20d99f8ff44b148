// Sign-up of an operator, and the verification of its first user's address (D-AUTH-8).
import { hash } from '@node-rs/argon2'
import { fail } from '@wattdesk/wire/route'
import { homeOf } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import * as mail from '#office/mail/mail.store.ts'
import { beginSettings } from '#office/tax-settings/tax-setting.commands.ts'
import { demandTry } from '#people/entry/entry.commands.ts'
import { verifyLetter } from '#people/entry/letters.rules.ts'
import * as teams from '#people/teams/team.store.ts'
import { TAKEN_WORDS } from '#people/users/user.rules.ts'
import { newLinkToken, type Verified, verify } from '#people/users/user-verify.store.ts'
import { act, UNIQUE_VIOLATION, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { networkOf } from '#platform/http/caller.ts'
import { readNewPassword } from './password.rules.ts'
import { type Register, VERIFY_PATH } from './register.contract.ts'
import * as store from './register.store.ts'

const EMAIL_TAKEN = TAKEN_WORDS.app_user_email
const DOMAIN_TAKEN = { field: 'domainName', text: 'Domain Name already exists' }
/** The texts for two sign-ups at the same moment, by the unique index that stops the second. */
const WORDS: Words = { team_domain: DOMAIN_TAKEN, [UNIQUE_VIOLATION]: EMAIL_TAKEN }

/** Creates company, team, roles and first user, and mails the link that verifies the address. */
export async function register(
  services: Services,
  body: Register,
  ip: string,
): Promise<{ id: number; companyId: number }> {
  const platform = services.mayRegister ? await teams.platform(services.db) : undefined
  if (!platform) fail(404, 'Registration is not available')
  const { email, domainName, name } = body
  const read = readNewPassword(body.password, 'Password')
  if ('refused' in read) fail(422, read.refused, { password: read.refused })
  await demandTry(services, { kind: 'request', username: email, network: networkOf(ip) })
  const passwordHash = await hash(read.password)
  const taken = await store.takenField(services.db, email, domainName)
  const refused = taken && { email: EMAIL_TAKEN, domain: DOMAIN_TAKEN }[taken]
  if (refused) fail(409, refused.text, { [refused.field]: refused.text })
  return act(
    services,
    async trx => {
      const made = await store.create(trx, platform.id, { domainName, name, email, passwordHash })
      const token = await newLinkToken(trx, made.id, services.now())
      // The domain in a sign-up is unchecked, so the link never leads there.
      const home = homeOf(services.publicUrl, null)
      const link = `${home.url}${VERIFY_PATH}?token=${token}`
      await mail.post(trx, services.jobs, verifyLetter({ email, firstName: name }, link, home))
      const { id, companyId } = made
      const by = { userId: id, username: email, ip, written: 0 }
      const tell = (action: string, feature: string, recordId: number, after: Record<string, unknown>) =>
        audit.write(trx, by, { action, feature, recordId, teamId: companyId, after })
      await tell('register', 'Session', id, { domainName, name, email })
      await tell('create', 'Company', companyId, {
        name: domainName,
        domain: domainName,
        rootUser: name,
        emailId: email,
      })
      await tell('create', 'Users', id, { username: email, name, email, userType: 'ADMIN' })
      await beginSettings(trx, services, by, companyId)
      return made
    },
    WORDS,
  )
}

/** Opens the link of the mail: verifies the address, and returns the result. */
export const verifyEmail = (services: Services, token: string, ip: string): Promise<Verified['status']> =>
  act(services, async trx => {
    const v = await verify(trx, token, services.now())
    if (v.status === 'true')
      await audit.write(
        trx,
        { userId: v.id, username: v.username, ip, written: 0 },
        { action: 'verify-email', feature: 'Session', recordId: v.id, teamId: v.companyId },
      )
    return v.status
  })
