// Roles and their grants, and where they are held.

import { type AccessEntry, FEATURES, type Flag, featureIdOf } from '@wattdesk/base/access'
import { type ChoiceQuery, type ListQuery, rowsOf } from '@wattdesk/base/paging'
import { meantWords } from '@wattdesk/base/text'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, choiceSql, endSql, joined, type Keyed, keysSql, pageSql, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { inCompanies, isCompanyOfTeam } from './company-scope.store.ts'
import { isAdmin, type Staff } from './last-admin.rules.ts'
import type { Role } from './role.contract.ts'
import { accessOf, featureText, type Grant, SEEDED_ROLES, type SeededRole } from './role.rules.ts'

export type RoleRow = {
  roleId: number
  roleName: string
  companyId: number
  companyName: string
  createdAt: Date
  createdBy: string | null
  grants: Grant[]
  needsSecondFactor: boolean
}

const GRANTS = sql`coalesce((select json_agg(json_build_object('featureId', a.feature_id, 'canView', a.can_view,
    'canCreate', a.can_create, 'canUpdate', a.can_update, 'canDelete', a.can_delete) order by a.feature_id)
  from role_access a where a.role_id = r.id), '[]')`
const SHOWN = sql`r.id as role_id, r.name as role_name, r.company_id, c.name as company_name, r.created_at,
  u.username as created_by, r.needs_second_factor, ${GRANTS} as grants`
const FROM = sql`role r join team c on c.id = r.company_id left join app_user u on u.id = r.created_by`
const columns: Columns = {
  roleName: { sql: sql`r.name`, type: 'text' },
  companyName: { sql: sql`c.name`, type: 'text' },
  createTime: { sql: sql`r.created_at`, type: 'date' },
  createdBy: { sql: sql`u.username`, type: 'text' },
}

/** The search over name, company, maker and the features that may be viewed. */
function searched(q: string | undefined): RawBuilder<boolean> {
  if (!q) return sql<boolean>`true`
  const ids = meantWords(q, FEATURES).map(featureIdOf)
  const named = searchSql(q, [sql`r.name`, sql`c.name`, sql`u.username`])
  if (ids.length === 0) return named
  const features = sql<boolean>`exists (select from role_access a where a.role_id = r.id and a.can_view
    and a.feature_id = any(${sql.val(ids)}::int[]))`
  return joined([named, features], 'OR')
}

/** The roles of the scope's companies that pass the search: one page, and how many in all. */
export async function list(
  db: Db,
  scope: Scope,
  query: ListQuery & Pick<ChoiceQuery, 'keys'>,
): Promise<{ rows: ListRows<RoleRow>; total: number }> {
  const here = joined([inCompanies(scope, 'r'), searched(query.q), keysSql(query, sql`r.id`)], 'AND')
  const asked = sql<RoleRow & Keyed>`select r.id as cursor_key, ${SHOWN} from ${FROM} where ${here}
      ${endSql(query, 'roleName', columns, { number: sql`r.id` })}`
  const [rows, n] = await Promise.all([
    pageOrExportRows(db, query, asked),
    sql<{ n: number }>`select count(*) as n from ${FROM} where ${here}`.execute(db),
  ])
  return { rows, total: n.rows[0]?.n ?? 0 }
}

/** The roles of a team's own company, by name. */
export const rolesOfTeamCompany = async (db: Db | Trx, teamId: number): Promise<RoleRow[]> =>
  (
    await sql<RoleRow>`select ${SHOWN} from ${FROM} where ${isCompanyOfTeam(teamId, 'r')} order by r.name, r.id`.execute(
      db,
    )
  ).rows

/** One role of a team's own company. */
export const roleOfTeamCompany = async (db: Db | Trx, teamId: number, roleId: number): Promise<RoleRow | undefined> =>
  (
    await sql<RoleRow>`select ${SHOWN} from ${FROM} where r.id = ${roleId} and ${isCompanyOfTeam(teamId, 'r')}`.execute(
      db,
    )
  ).rows[0]

/** Roles of a team's own company that hold no flag beyond `access`. */
export type Givable = { teamId: number; access: readonly AccessEntry[] }
const isGivable = ({ teamId, access }: Givable): RawBuilder<boolean> => {
  const lacks = (column: string, flag: Flag) => {
    const held = access.filter(e => e[flag] === 'Y').map(e => e.featureId)
    return sql<boolean>`(${sql.ref(`a.${column}`)} and a.feature_id <> all(${sql.val(held)}::int[]))`
  }
  const beyond = joined(
    [
      lacks('can_view', 'view'),
      lacks('can_create', 'create'),
      lacks('can_update', 'update'),
      lacks('can_delete', 'delete'),
    ],
    'OR',
  )
  return joined(
    [
      isCompanyOfTeam(teamId, 'r'),
      sql<boolean>`not exists (select from role_access a where a.role_id = r.id and ${beyond})`,
    ],
    'AND',
  )
}

export type RoleChoice = { roleId: number; roleName: string }
type AskedChoices = Pick<ListQuery, 'q' | 'page' | 'pageSize'> & Pick<ChoiceQuery, 'keys'>
/** Givable roles by name as a form offers them, one page, and how many there are; `isFit`: of these the fit ones alone. */
export async function choices(
  db: Db,
  givable: Givable,
  asked: AskedChoices,
  isFit?: (grants: readonly Grant[]) => boolean,
): Promise<{ data: RoleChoice[]; total: number }> {
  const { where } = choiceSql(asked, { key: sql`r.id`, columns: [sql`r.name`] })
  const from = sql`role r where ${isGivable(givable)} and ${where}`
  const named = sql`r.id as role_id, r.name as role_name`
  const order = sql`order by lower(r.name), r.id`
  if (isFit) {
    const { rows } = await sql<RoleChoice & { grants: Grant[] }>`select ${named}, ${GRANTS} as grants from ${from}
      ${order}`.execute(db)
    const fit = rows.filter(r => isFit(r.grants))
    const { limit, offset } = rowsOf(asked)
    const page = fit.slice(offset, offset + limit)
    return { data: page.map(({ roleId, roleName }) => ({ roleId, roleName })), total: fit.length }
  }
  const [{ rows }, counted] = await Promise.all([
    sql<RoleChoice>`select ${named} from ${from} ${order} ${pageSql(asked)}`.execute(db),
    sql<{ n: number }>`select count(*) as n from ${from}`.execute(db),
  ])
  return { data: rows, total: counted.rows[0]?.n ?? 0 }
}

/** The different rights that givable roles grant, each with two of the roles that grant them. */
export const givableGrants = async (
  db: Db | Trx,
  givable: Givable,
): Promise<{ grants: Grant[]; roleIds: number[] }[]> =>
  (
    await sql<{ grants: Grant[]; roleIds: number[] }>`
      select grants::json as grants, (array_agg(id))[1:2] as role_ids
      from (select r.id, ${GRANTS}::text as grants from role r where ${isGivable(givable)}) g group by g.grants`.execute(
      db,
    )
  ).rows

export const get = async (db: Db | Trx, scope: Scope, roleId: number): Promise<RoleRow | undefined> =>
  (await sql<RoleRow>`select ${SHOWN} from ${FROM} where r.id = ${roleId} and ${inCompanies(scope, 'r')}`.execute(db))
    .rows[0]

/** Locks a role until the transaction ends: it is neither changed nor given to anybody meanwhile. */
export const lock = (trx: Trx, roleId: number): Promise<unknown> =>
  sql`select from role where id = ${roleId} for update`.execute(trx)

/** A user with the role that counts for them on a team. */
export type Member = {
  userId: number
  username: string
  userType: 'ROOT' | 'ADMIN' | 'USER'
  /** The user's company. */
  companyId: number
  roleId: number
  roleName: string
  grants: Grant[]
  /** The team on which the role is held, where it may be one further up. */
  heldOn?: number
}
const WHO = sql`u.id as user_id, u.username, u.user_type, u.company_id`

/** The members with a role, each with the path to the team from the top. */
export const holdersOf = async (trx: Trx, roleId: number): Promise<(Member & { path: number[] })[]> =>
  (
    await sql<Member & { path: number[] }>`
      select ${WHO}, r.id as role_id, r.name as role_name, ${GRANTS} as grants, t.path
      from team_member m join team t on t.id = m.team_id join app_user u on u.id = m.user_id join role r on r.id = m.role_id
      where m.role_id = ${roleId}`.execute(trx)
  ).rows

/**
 * All users with a role on a team, each with the nearest role on the team's path (D-ACC-6); only `userIds`, where
 * given.
 */
export const effectiveOn = async (
  trx: Db | Trx,
  path: readonly number[],
  userIds?: readonly number[],
): Promise<Map<number, Member>> => {
  const asked = userIds ? sql`and m.user_id = any(${sql.val(userIds)}::int[])` : sql``
  const { rows } = await sql<Member>`
    select distinct on (u.id) ${WHO}, r.id as role_id, r.name as role_name, ${GRANTS} as grants, m.team_id as held_on
    from unnest(${sql.val(path)}::int[]) with ordinality p (team_id, n) join team_member m on m.team_id = p.team_id
      join app_user u on u.id = m.user_id join role r on r.id = m.role_id
    where true ${asked} order by u.id, p.n desc`.execute(trx)
  return new Map(rows.map(m => [m.userId, m]))
}

export type HeldRole = {
  teamId: number
  teamName: string
  path: number[]
  roleId: number
  roleName: string
  grants: Grant[]
}
/** A role's place and rights: the path to its team from the top, and the flags held there. */
export type HeldOn = Pick<HeldRole, 'path' | 'grants'>
/** All roles of the user in the given column, as one value of a row. */
export const heldRolesSql = (userId: RawBuilder<unknown>): RawBuilder<HeldOn[]> => sql`
  coalesce((select json_agg(json_build_object('path', t.path, 'grants', ${GRANTS}) order by t.name, t.id)
    from team_member m join team t on t.id = m.team_id join role r on r.id = m.role_id
    where m.user_id = ${userId}), '[]')`
/** The roles of a user, by the names of the teams. */
export const rolesOfUser = async (db: Db | Trx, userId: number): Promise<HeldRole[]> =>
  (
    await sql<HeldRole>`
      select m.team_id, t.name as team_name, t.path, r.id as role_id, r.name as role_name, ${GRANTS} as grants
      from team_member m join team t on t.id = m.team_id join role r on r.id = m.role_id
      where m.user_id = ${userId} order by t.name, t.id`.execute(db)
  ).rows

/** The roles of every user of a company on any team, and the roles of the members of its own team. */
export const rolesInCompany = async (trx: Trx, companyId: number): Promise<(Member & { path: number[] })[]> =>
  (
    await sql<Member & { path: number[] }>`
      select ${WHO}, r.id as role_id, r.name as role_name, ${GRANTS} as grants, t.path
      from team_member m join team t on t.id = m.team_id join app_user u on u.id = m.user_id join role r on r.id = m.role_id
      where u.company_id = ${companyId} or m.team_id = ${companyId} order by u.id, t.id`.execute(trx)
  ).rows

/** The teams of the companies that `teamIds` belong to, with the roles held on them. */
export async function staffOf(on: Db | Trx, teamIds: readonly number[]): Promise<Staff> {
  const ofCompanies = sql`t.company_id = any(select company_id from team where id = any(${sql.val(teamIds)}::int[]))`
  const { rows: teams } = await sql<Staff['teams'][number]>`
    select t.id as team_id, t.name as team_name, t.path[array_position(t.path, t.company_id):] as path
    from team t where ${ofCompanies} order by t.path`.execute(on)
  const { rows } = await sql<{ userId: number; teamId: number; grants: Grant[] }>`
    select m.user_id, m.team_id, ${GRANTS} as grants
    from team_member m join team t on t.id = m.team_id join role r on r.id = m.role_id where ${ofCompanies}`.execute(on)
  const memberships = rows.map(({ userId, teamId, grants }) => ({ userId, teamId, isAdmin: isAdmin(accessOf(grants)) }))
  return { teams, memberships }
}

/** A team's way from the top, and its company. */
export const placeOf = async (
  db: Db | Trx,
  teamId: number,
): Promise<{ companyId: number; path: number[] } | undefined> =>
  (
    await sql<{ companyId: number; path: number[] }>`
      select company_id, path from team where id = ${teamId}`.execute(db)
  ).rows[0]

const writeGrants = (roleId: RawBuilder<unknown>, grants: readonly Grant[]) => sql`
  insert into role_access (role_id, feature_id, can_view, can_create, can_update, can_delete)
  select ${roleId}, g."featureId", g."canView", g."canCreate", g."canUpdate", g."canDelete"
  from json_to_recordset(${JSON.stringify(grants)}::json) g ("featureId" int, "canView" boolean, "canCreate" boolean,
    "canUpdate" boolean, "canDelete" boolean)`

/**
 * Creates a role of a company with its grants, now or at `createdAt`; returns its id. A taken name causes the
 * database's unique violation.
 */
export async function create(
  db: Db | Trx,
  companyId: number,
  name: string,
  grants: readonly Grant[],
  createdBy: number | null = null,
  createdAt?: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with r as (insert into role (company_id, name, created_by, created_at)
      values (${companyId}, ${name}, ${createdBy}::int, coalesce(${createdAt ?? null}::timestamptz, now())) returning id),
    a as (${writeGrants(sql`(select id from r)`, grants)})
    select id from r`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`Role ${name} was not made`)
  return id
}

/** Changes the name and the grants of a role. */
export async function update(trx: Trx, roleId: number, name: string, grants: readonly Grant[]): Promise<void> {
  await trx.updateTable('role').set({ name }).where('id', '=', roleId).execute()
  await trx.deleteFrom('roleAccess').where('roleId', '=', roleId).execute()
  await writeGrants(sql`${roleId}::int`, grants).execute(trx)
}

/** Whether the holders of a role need a second factor; since when is kept while they do. */
export const setSecondFactor = (trx: Trx, roleId: number, isNeeded: boolean, now: Date): Promise<unknown> =>
  sql`update role set needs_second_factor = ${isNeeded},
      second_factor_since = case when ${isNeeded}::boolean then coalesce(second_factor_since, ${now}) end
    where id = ${roleId}`.execute(trx)

/** Deletes a role; a role with members causes the database's foreign key violation. */
export const remove = (trx: Trx, roleId: number): Promise<unknown> =>
  trx.deleteFrom('role').where('id', '=', roleId).execute()

/** Deletes all roles of a company, none of which may have members. */
export const removeOfCompany = (trx: Trx, companyId: number): Promise<unknown> =>
  trx.deleteFrom('role').where('companyId', '=', companyId).execute()

/** A role as replies carry it. */
export const roleOf = ({ createdAt, grants, ...r }: RoleRow): Role => {
  const access = accessOf(grants)
  return { ...r, createTime: createdAt.toISOString(), feature: featureText(access), access }
}

/** The four roles of a new company (D-ACC-10), by name; `createdAt`: the time of creation, if not now. */
export async function seed(db: Db | Trx, companyId: number, createdAt?: Date): Promise<Record<SeededRole, number>> {
  const ids = {} as Record<SeededRole, number>
  for (const [name, grants] of Object.entries(SEEDED_ROLES) as [SeededRole, readonly Grant[]][])
    ids[name] = await create(db, companyId, name, grants, null, createdAt)
  return ids
}

/** The id of a company's role by its name. */
export const idOf = async (db: Db | Trx, companyId: number, name: string): Promise<number | undefined> =>
  (
    await db
      .selectFrom('role')
      .select('id')
      .where('companyId', '=', companyId)
      .where('name', '=', name)
      .executeTakeFirst()
  )?.id
