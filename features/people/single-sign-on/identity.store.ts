// Who is who: people at providers and users here, the roles that their groups gave them, and the sessions that end together.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

export type Identity = Stored<'signInIdentity'>
type Key = Pick<Identity, 'issuer' | 'subject'>

export const find = (db: Db | Trx, { issuer, subject }: Key): Promise<Identity | undefined> =>
  db
    .selectFrom('signInIdentity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** The person of a provider who a user is. */
export const ofUser = (db: Db | Trx, userId: number, issuer: string): Promise<Identity | undefined> =>
  db
    .selectFrom('signInIdentity')
    .selectAll()
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()

export const add = (trx: Trx, identity: Identity): Promise<unknown> =>
  trx.insertInto('signInIdentity').values(identity).execute()
export const noteUse = (trx: Trx, { issuer, subject }: Key, usedAt: Date): Promise<unknown> =>
  trx
    .updateTable('signInIdentity')
    .set({ usedAt })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

export type Bound = { userId: number; username: string; subject: string; usedAt: Date }
/** The users of a company who are known to its provider, who came last first; at most so many. */
export const boundOf = async (db: Db | Trx, companyId: number, issuer: string, most: number): Promise<Bound[]> =>
  (
    await sql<Bound>`select i.user_id, u.username, i.subject, i.used_at from sign_in_identity i join app_user u on u.id = i.user_id
      where i.company_id = ${companyId} and i.issuer = ${issuer} order by i.used_at desc, i.user_id limit ${most}`.execute(
      db,
    )
  ).rows
/** Lets a user of a company go from the person that they were at the provider; returns whether there was one. */
export const release = async (trx: Trx, companyId: number, userId: number): Promise<boolean> =>
  (
    await trx
      .deleteFrom('signInIdentity')
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows > 0n

export type FoundUser = {
  id: number
  username: string
  email: string
  companyId: number
  userType: 'ROOT' | 'ADMIN' | 'USER'
  hasPassword: boolean
}
const USER = sql`id, username, email, company_id, user_type, password_hash is not null as has_password`
/** A user, locked until the transaction ends. */
export const holdUser = async (trx: Trx, userId: number): Promise<FoundUser | undefined> =>
  (await sql<FoundUser>`select ${USER} from app_user where id = ${userId} for no key update`.execute(trx)).rows[0]
/** The user of a company with this mail address, locked until the transaction ends. */
export const holdUserByMail = async (trx: Trx, companyId: number, email: string): Promise<FoundUser | undefined> =>
  (
    await sql<FoundUser>`select ${USER} from app_user where company_id = ${companyId} and lower(email) = lower(${email})
      for no key update`.execute(trx)
  ).rows[0]
/** The username of a user; null: gone. */
export const usernameOf = async (on: Db | Trx, userId: number): Promise<string | null> =>
  (await on.selectFrom('appUser').select('username').where('id', '=', userId).executeTakeFirst())?.username ?? null
export const isNameTaken = async (trx: Trx, username: string): Promise<boolean> =>
  (await sql`select from app_user where lower(username) = lower(${username})`.execute(trx)).rows.length > 0

export type Candidate = { userId: number; username: string }
/** The active users of a company who have a password and hold a role on its own team: of them some may be the emergency administrator. */
export const withPassword = async (db: Db | Trx, companyId: number): Promise<(Candidate & { isVerified: boolean })[]> =>
  (
    await sql<Candidate & { isVerified: boolean }>`select u.id as user_id, u.username, u.is_verified from app_user u
      where u.company_id = ${companyId} and u.is_active and u.is_verified and u.user_type <> 'ROOT' and u.password_hash is not null
        and exists (select from team_member m where m.user_id = u.id and m.team_id = ${companyId})
      order by lower(u.username)`.execute(db)
  ).rows

/** The roles that groups have given a user, by team. */
export const givenTo = async (trx: Trx, userId: number): Promise<Map<number, number>> =>
  new Map(
    (await trx.selectFrom('signInRole').select(['teamId', 'roleId']).where('userId', '=', userId).execute()).map(r => [
      r.teamId,
      r.roleId,
    ]),
  )
export const noteGiven = (trx: Trx, userId: number, teamId: number, roleId: number): Promise<unknown> =>
  trx
    .insertInto('signInRole')
    .values({ userId, teamId, roleId })
    .onConflict(c => c.columns(['userId', 'teamId']).doUpdateSet({ roleId }))
    .execute()
export const forgetGiven = (trx: Trx, userId: number, teamId: number): Promise<unknown> =>
  trx.deleteFrom('signInRole').where('userId', '=', userId).where('teamId', '=', teamId).execute()

export type ProviderSession = Stored<'signInSession'>
export const saveSession = (trx: Trx, s: ProviderSession): Promise<unknown> =>
  trx
    .insertInto('signInSession')
    .values(s)
    .onConflict(c => c.column('browserId').doUpdateSet(s))
    .execute()

/** The session at the provider that a browser came from, if that is how it signed in last. */
export const sessionOf = (db: Db, browserId: number): Promise<ProviderSession | undefined> =>
  db
    .selectFrom('signInSession as s')
    .innerJoin('browser as b', 'b.browserId', 's.browserId')
    .selectAll('s')
    .where('s.browserId', '=', browserId)
    .where('b.signedInBy', '=', 'single sign-on')
    .executeTakeFirst()

export type OpenBrowser = { browserId: number; userId: number; agent: string; companyId: number }
type Ended = { companyIds: readonly number[]; issuer: string; sub: string | undefined; sid: string | undefined }
/** The browsers signed in from a session of the provider, or from all sessions of a person there. */
export const browsersOf = async (trx: Trx, { companyIds, issuer, sub, sid }: Ended): Promise<OpenBrowser[]> =>
  (
    await sql<OpenBrowser>`select b.browser_id, b.user_id, b.agent, u.company_id from sign_in_session s
      join browser b on b.browser_id = s.browser_id join app_user u on u.id = b.user_id
      where s.company_id = any(${sql.val([...companyIds])}::int[]) and s.issuer = ${issuer} and b.ended_at is null and b.signed_in_by = 'single sign-on'
        and (${sid ?? null}::text is null or s.sid = ${sid ?? null}) and (${sub ?? null}::text is null or s.subject = ${sub ?? null})
      order by b.browser_id`.execute(trx)
  ).rows

/** Takes a logout token in; false where it was taken in before. */
export const takeLogout = async (trx: Trx, l: { issuer: string; jti: string; at: Date }): Promise<boolean> =>
  ((
    await trx
      .insertInto('signInLogout')
      .values(l)
      .onConflict(c => c.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows ?? 0n) > 0n
export const forgetLogouts = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('signInLogout').where('at', '<', before).execute()
