// Users of the portal.
import type { ListQuery } from '@wattdesk/base/paging'
import { type Insertable, sql } from 'kysely'
import { inCompanies } from '#people/roles/company-scope.store.ts'
import { type HeldOn, heldSql } from '#people/roles/role.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, orderSql, pageSql, searchSql } from '#platform/db/list.ts'
import { columnsOf, pick, type Stored } from '#platform/db/record.ts'
import type { Tables } from '#platform/db/tables.ts'
import { askedRows, type Rows } from '#platform/http/exports.ts'
import type { User } from './user.contract.ts'

/** The columns that administrators edit of a user. */
export const EDITED = ['username', 'firstName', 'lastName', 'email', 'phone'] as const
export type UserChange = Pick<Stored<'appUser'>, (typeof EDITED)[number]>
/**
 * `isVerified` false: the mail address has to be verified before the first sign-in. `createdAt`: the time of creation,
 * if not now.
 */
export type NewUser = Omit<Insertable<Tables['appUser']>, 'id'>
export type UserRow = UserChange &
  Pick<Stored<'appUser'>, 'createdAt' | 'companyId' | 'userType'> & {
    userId: number
    companyName: string
    hasPassword: boolean
  }

const INDIA = 330
const SHOWN = sql`u.id as user_id, ${columnsOf('u', EDITED)}, u.created_at, u.company_id, c.name as company_name,
  u.user_type, u.password_hash is not null as has_password`
const FROM = sql`app_user u join team c on c.id = u.company_id`
const columns: Columns = {
  username: { sql: sql`lower(u.username)`, type: 'text' },
  firstName: { sql: sql`lower(u.first_name)`, type: 'text' },
  lastName: { sql: sql`lower(u.last_name)`, type: 'text' },
  email: { sql: sql`lower(u.email)`, type: 'text' },
  createDate: { sql: sql`u.created_at`, type: 'date' },
}

/** The search over user name, names, address and the day of creation as it is written in the reader's zone. */
const searched = ({ q, tz = INDIA }: ListQuery) => {
  const local = sql`(u.created_at at time zone 'UTC' + make_interval(mins => ${tz}::int))`
  return searchSql(q, [
    sql`u.username`,
    sql`u.first_name`,
    sql`u.last_name`,
    sql`(u.first_name || ' ' || u.last_name)`,
    sql`u.email`,
    sql`to_char(${local}, 'Mon DD, YYYY')`,
    sql`to_char(${local}, 'YYYY-MM-DD')`,
  ])
}

export type ListedRow = UserRow & { held: HeldOn[] }
/** The users of the scope's companies that match the search, with their roles; newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: ListQuery): Promise<Rows<ListedRow>> =>
  askedRows(
    db,
    query,
    sql<ListedRow>`select ${SHOWN}, ${heldSql(sql`u.id`)} as held from ${FROM} where ${inCompanies(scope, 'u')} and ${searched(query)}
      ${orderSql(query.sort ?? '-createDate', columns, sql`u.id`)} ${pageSql(query)}`,
  )

export type Counts = { totalUsers: number; recentUsers: number; total: number }
/** The numbers of users in the scope, of those created after `since`, and of those that match the search. */
export const counts = async (db: Db, scope: Scope, query: ListQuery, since: Date): Promise<Counts> =>
  (
    await sql<Counts>`select count(*) as total_users, count(*) filter (where u.created_at >= ${since}) as recent_users,
      count(*) filter (where ${searched(query)}) as total from ${FROM} where ${inCompanies(scope, 'u')}`.execute(db)
  ).rows[0] ?? { totalUsers: 0, recentUsers: 0, total: 0 }

export const get = async (db: Db | Trx, scope: Scope, userId: number): Promise<UserRow | undefined> =>
  (await sql<UserRow>`select ${SHOWN} from ${FROM} where u.id = ${userId} and ${inCompanies(scope, 'u')}`.execute(db))
    .rows[0]

/** All users of a company. */
export const ofCompany = async (trx: Trx, companyId: number): Promise<UserRow[]> =>
  (await sql<UserRow>`select ${SHOWN} from ${FROM} where u.company_id = ${companyId} order by u.id`.execute(trx)).rows

/** Locks users until the transaction ends: no role is given to them or taken meanwhile. Always in the same order. */
export const lock = (trx: Trx, ...userIds: readonly number[]): Promise<unknown> =>
  sql`select from app_user where id = any(${sql.val(userIds)}::int[]) order by id for update`.execute(trx)

/** A user as replies carry it. */
export const userOf = ({ createdAt, hasPassword: _, ...u }: UserRow): User => ({
  ...u,
  createDate: createdAt.toISOString(),
})

/** Creates a user; returns the id. A taken username or address causes the database's unique violation. */
export const create = async (db: Db | Trx, u: NewUser): Promise<number> =>
  (await db.insertInto('appUser').values(u).returning('id').executeTakeFirstOrThrow()).id

export const update = (trx: Trx, userId: number, u: UserChange): Promise<unknown> =>
  trx.updateTable('appUser').set(pick(u, EDITED)).where('id', '=', userId).execute()

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
