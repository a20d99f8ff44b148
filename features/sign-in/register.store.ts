// Sign-up: the operator's company with its own team, roles and first user, and the link that verifies the address.
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import * as roles from '../roles/role.store.ts'
import * as teams from '../teams/team.store.ts'
import * as users from '../users/user.store.ts'

export type Taken = 'email' | 'domain'
/** What of a sign-up is somebody's already; a mail address is, wherever it serves as address or username. */
export async function taken(db: Db | Trx, email: string, domain: string): Promise<Taken | undefined> {
  const { rows } = await sql<{ email: boolean; domain: boolean }>`
    select exists (select 1 from app_user where lower(${email}) in (lower(email), lower(username))) as email,
      exists (select 1 from team where company_type <> 'C' and lower(domain) = lower(${domain})) as domain`.execute(db)
  return rows[0]?.email ? 'email' : rows[0]?.domain ? 'domain' : undefined
}

export type SignUp = { domainName: string; name: string; email: string; passwordHash: string }
/** Makes company, roles and ADMIN, who may not enter before the address is verified. */
export async function create(trx: Trx, platformId: number, s: SignUp): Promise<{ companyId: number; id: number }> {
  const companyId = await teams.create(trx, {
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
  })
  await sql`update app_user set is_verified = false where id = ${id}`.execute(trx)
  await sql`update company set root_user = ${s.name}, email_id = ${s.email} where company_id = ${companyId}`.execute(
    trx,
  )
  await teams.addMember(trx, { teamId: companyId, userId: id, roleId: Admin })
  return { companyId, id }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A token for a link, valid 24 hours; only its hash is kept. */
export async function newLinkToken(trx: Trx, userId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`insert into email_verification (token_hash, user_id, expires_at)
    values (${hashOf(token)}, ${userId}, ${now}::timestamptz + interval '24 hours')`.execute(trx)
  return token
}

export type Verified =
  | { status: 'true'; id: number; username: string; companyId: number }
  | { status: 'alreadyVerified' | 'false' }
/** What the link does: verifies the first time, and knows itself the next. */
export async function verify(trx: Trx, token: string, now: Date): Promise<Verified> {
  const hash = hashOf(token)
  const { rows } = await sql<{ id: number; username: string; companyId: number }>`
    with used as (
      update email_verification set used_at = ${now}
      where token_hash = ${hash} and used_at is null and expires_at > ${now} returning user_id)
    update app_user set is_verified = true from used where id = used.user_id
    returning id, username, company_id`.execute(trx)
  const user = rows[0]
  if (user) return { status: 'true', ...user }
  const before = await sql`select 1 from email_verification where token_hash = ${hash} and used_at is not null`.execute(
    trx,
  )
  return { status: before.rows.length > 0 ? 'alreadyVerified' : 'false' }
}
