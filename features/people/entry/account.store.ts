// Users as sign-in sees them, and the signed-in user with roles.

import { readMenuWords } from '@wattdesk/base/menu-words'
import type { SessionUser } from '@wattdesk/base/session-user'
import { type RawBuilder, sql } from 'kysely'
import type { Who } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type Account = {
  id: number
  username: string
  firstName: string
  email: string
  userType: 'ROOT' | 'ADMIN' | 'USER'
  companyType: 'GP' | 'P' | 'C'
  companyId: number
  /** The company's domain; null: none. */
  domain: string | null
  passwordHash: string | null
  /** When a mailed code has put the password in place of another; null: it came otherwise. */
  passwordByCodeAt: Date | null
  ver: number
  isVerified: boolean
  mayEnter: boolean
  /** The address of the installation that the company has moved to. */
  movedTo: string | null
}
const accountWhere = async (db: Db | Trx, isMeant: RawBuilder<boolean>, today: string): Promise<Account | undefined> =>
  (
    await sql<Account>`
    select u.id, u.username, u.first_name, u.email, u.user_type, c.company_type, u.company_id, c.domain, u.password_hash, u.password_by_code_at, u.ver, u.is_verified,
      u.is_active and c.is_active and (c.valid_until is null or c.valid_until >= ${today}::date) as may_enter,
      (select v.moved_to from company_moved v where v.company_id = u.company_id) as moved_to
    from app_user u join team c on c.id = u.company_id where ${isMeant}`.execute(db)
  ).rows[0]

/**
 * The account of a username, without regard to case, with the facts that decide whether the user may sign in; `today`:
 * the business day.
 */
export const accountOf = (db: Db | Trx, username: string, today: string): Promise<Account | undefined> =>
  accountWhere(db, sql`lower(u.username) = lower(${username})`, today)
export const accountById = (db: Db | Trx, userId: number, today: string): Promise<Account | undefined> =>
  accountWhere(db, sql`u.id = ${userId}`, today)

/** The user as the portal reads it (D-AUTH-1); `businessZone` is that of the installation. */
export async function sessionUser(db: Db | Trx, who: Who, businessZone: string): Promise<SessionUser> {
  const u = (
    await sql<{
      firstName: string
      lastName: string
      email: string
      photoUrl: string | null
      domain: string | null
      company: string
      menuWords: unknown
    }>`
    select u.first_name, u.last_name, u.email, u.photo_url, c.domain, c.name as company, c.menu_words
    from app_user u join team c on c.id = u.company_id where u.id = ${who.userId}`.execute(db)
  ).rows[0]
  if (!u) throw new Error(`User ${who.userId} has gone`)
  return {
    id: who.userId,
    username: who.username,
    name: `${u.firstName} ${u.lastName}`.trim() || who.username,
    firstName: u.firstName,
    lastName: u.lastName,
    email: u.email,
    photoURL: u.photoUrl,
    domain: u.domain,
    company: { id: who.companyId, name: u.company, menuWords: readMenuWords(u.menuWords) },
    businessZone,
    role: who.roles,
  }
}
