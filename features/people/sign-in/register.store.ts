// Sign-up: the operator's company with its own team, roles and first user.
import { sql } from 'kysely'
import * as companies from '#people/companies/company.store.ts'
import { setFirstSteps } from '#people/companies/first-steps.store.ts'
import * as roles from '#people/roles/role.store.ts'
import * as teams from '#people/teams/team.store.ts'
import * as users from '#people/users/user.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type TakenField = 'email' | 'domain'
/**
 * The field of a sign-up whose value is taken already; a mail address is taken when any user has it as address or as
 * username.
 */
export async function takenField(db: Db | Trx, email: string, domain: string): Promise<TakenField | undefined> {
  const { rows } = await sql<{ email: boolean; domain: boolean }>`
    select exists (select 1 from app_user where lower(${email}) in (lower(email), lower(username))) as email,
      exists (select 1 from team where company_type <> 'C' and lower(domain) = lower(${domain})) as domain`.execute(db)
  return rows[0]?.email ? 'email' : rows[0]?.domain ? 'domain' : undefined
}

export type SignUp = { domainName: string; name: string; email: string; passwordHash: string }
/** Creates company, roles and ADMIN, who may not sign in before the address is verified. */
export async function create(trx: Trx, platformId: number, s: SignUp): Promise<{ companyId: number; id: number }> {
  const companyId = await companies.create(trx, {
    parentId: platformId,
    companyType: 'P',
    name: s.domainName,
    domain: s.domainName,
  })
  const { Admin } = await roles.seed(trx, companyId)
  const [firstName = '', ...rest] = s.name.split(/\s+/)
  const id = await users.create(trx, {
    companyId,
    username: s.email,
    firstName,
    lastName: rest.join(' '),
    email: s.email,
    userType: 'ADMIN',
    passwordHash: s.passwordHash,
    isVerified: false,
  })
  await setFirstSteps(trx, companyId, 'open')
  await companies.setRootUser(trx, companyId, s.name, s.email)
  await teams.addMember(trx, { teamId: companyId, userId: id, roleId: Admin })
  return { companyId, id }
}
