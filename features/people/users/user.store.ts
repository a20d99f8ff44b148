// Users of the portal.
import type { ListQuery } from '@wattdesk/base/paging'
import { type Insertable, sql } from 'kysely'
import { inCompanies } from '#people/roles/company-scope.store.ts'
import { type HeldOn, heldRolesSql } from '#people/roles/role.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { joined, searchSql } from '#platform/db/list.ts'
import type { Stored } from '#platform/db/record.ts'
import type { Tables } from '#platform/db/tables.ts'
import { columnValues } from '#platform/records/columns.ts'
import { recordReads } from '#platform/records/reads.ts'
import { userFields } from './user.fields.ts'
import type { UserBody } from './user-body.contract.ts'

/**
 * `isVerified` false: the mail address has to be verified before the first sign-in. `createdAt`: the time of creation,
 * if not now.
 */
export type NewUser = Omit<Insertable<Tables['appUser']>, 'id'>
/** A stored user with the roles held. */
export type UserRow = Pick<
  Stored<'appUser'>,
  'username' | 'firstName' | 'lastName' | 'email' | 'phone' | 'createdAt' | 'companyId' | 'userType'
> & { userId: number; companyName: string; hasPassword: boolean; held: HeldOn[]; scheduledReports: number }

const INDIA = 330
const FROM = sql`app_user u join team c on c.id = u.company_id`
const { matching, rows, ...reads } = recordReads<UserRow>()({
  fields: userFields,
  from: FROM,
  alias: 'u',
  id: sql`u.id`,
  joined: { userId: sql`u.id`, companyName: sql`c.name` },
  beside: sql`u.password_hash is not null as has_password, ${heldRolesSql(sql`u.id`)} as held,
    (select count(*)::int from scheduled_report s where s.owner_id = u.id and s.deleted_at is null and s.state <> 'Stopped') as scheduled_reports`,
  scoped: scope => inCompanies(scope, 'u'),
  order: '-createDate',
  // Also the whole name, and the day of creation as it is written in the reader's zone.
  search: ({ q, tz = INDIA }, searched) => {
    const local = sql`(u.created_at at time zone 'UTC' + make_interval(mins => ${tz}::int))`
    const days = ['Mon DD, YYYY', 'YYYY-MM-DD'].map(form => sql`to_char(${local}, ${sql.lit(form)})`)
    const others = searchSql(q, [sql`(u.first_name || ' ' || u.last_name)`, ...days])
    return joined([searched(q), others], 'OR')
  },
})
export const { get, list, shown } = reads

export type Counts = { totalUsers: number; recentUsers: number; total: number }
/** The numbers of users in the scope, of those created after `since`, and of those that match the search. */
export const counts = async (db: Db, scope: Scope, query: ListQuery, since: Date): Promise<Counts> =>
  (
    await sql<Counts>`select count(*) as total_users, count(*) filter (where u.created_at >= ${since}) as recent_users,
      count(*) filter (where ${matching(query)}) as total from ${FROM} where ${inCompanies(scope, 'u')}`.execute(db)
  ).rows[0] ?? { totalUsers: 0, recentUsers: 0, total: 0 }

/** All users of a company. */
export const ofCompany = (trx: Trx, companyId: number): Promise<UserRow[]> =>
  rows(trx, sql<boolean>`u.company_id = ${companyId}`)

/** Locks users until the transaction ends: no role is given to them or taken meanwhile. Always in the same order. */
export const lock = (trx: Trx, ...userIds: readonly number[]): Promise<unknown> =>
  sql`select from app_user where id = any(${sql.val(userIds)}::int[]) order by id for update`.execute(trx)

/** Creates a user; returns the id. A taken username or address causes the database's unique violation. */
export const create = async (db: Db | Trx, u: NewUser): Promise<number> =>
  (await db.insertInto('appUser').values(u).returning('id').executeTakeFirstOrThrow()).id

export const update = (trx: Trx, userId: number, body: UserBody): Promise<unknown> =>
  trx.updateTable('appUser').set(columnValues(userFields, body)).where('id', '=', userId).execute()

/** Deletes a user with all roles and any open code; a deleted user has no session. */
export const remove = (trx: Trx, userId: number): Promise<unknown> =>
  trx.deleteFrom('appUser').where('id', '=', userId).execute()

/** Deletes all users of a company. */
export const removeOfCompany = (trx: Trx, companyId: number): Promise<unknown> =>
  trx.deleteFrom('appUser').where('companyId', '=', companyId).execute()

/** Users of the whole installation. */
export const count = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('appUser')
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
