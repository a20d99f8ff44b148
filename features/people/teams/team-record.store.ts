// The record of a team: read in a scope, written, moved within its company, deleted when nothing belongs to it.

import type { AddressColumns } from '@wattdesk/base/address'
import type { MenuWords } from '@wattdesk/base/menu-words'
import type { ChoiceQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { choiceSql } from '#platform/db/list.ts'
import { columnsOf, pick, type Stored } from '#platform/db/record.ts'
import type { FinanceBody, TeamBody } from './team-body.contract.ts'
import type { FinanceConfig } from './team-finance.contract.ts'
import { recordFinance } from './team-finance-history.store.ts'

/** The columns of a team that lists show. */
const LISTED = ['name', 'isActive', 'description', 'createdAt', 'companyId', 'companyType'] as const
/** The address, apart from the point, which is read as numbers. */
const ADDRESS = ['street', 'houseNumber', 'zipcode', 'city', 'state', 'country'] as const
const pointShown = (alias: string) =>
  sql`${sql.ref(`${alias}.latitude`)}::float8 as latitude, ${sql.ref(`${alias}.longitude`)}::float8 as longitude`

export type ListRow = Pick<Stored<'team'>, (typeof LISTED)[number]> & {
  teamId: number
  parentCompanyId: number | null
  parentName: string | null
}
export type StoredTeam = ListRow &
  AddressColumns & {
    path: number[]
    domain: string | null
    settlementPercentage: number
    finance: FinanceConfig | null
    pan: string | null
  }

const inScope = (scope: Scope): RawBuilder<boolean> => {
  if (scope.kind === 'all') return sql<boolean>`true`
  return scope.kind === 'company'
    ? sql<boolean>`t.company_id = ${scope.companyId}`
    : sql<boolean>`t.id = any(${sql.val(scope.teams)}::int[])`
}
/**
 * The parent's name is shown only to callers with a role on the parent: `seen` are the teams on which the caller holds
 * a role.
 */
const shown = (seen: readonly number[]) => sql`t.id as team_id, ${columnsOf('t', LISTED)},
  t.parent_id as parent_company_id, case when p.path && ${sql.val(seen)}::int[] then p.name end as parent_name`

/** The teams of a scope in the order of the tree, teams with the same parent by name. */
export const list = async (db: Db, scope: Scope, seen: readonly number[]): Promise<ListRow[]> =>
  (
    await sql<ListRow>`
      select ${shown(seen)} from team t left join team p on p.id = t.parent_id where ${inScope(scope)}
      order by (select array_agg(lower(a.name) || chr(1) || a.id order by u.n)
        from unnest(t.path) with ordinality u (id, n) join team a on a.id = u.id)`.execute(db)
  ).rows

type TeamChoice = { teamId: number; name: string; parentName: string | null }
type AskedTeams = ChoiceQuery & {
  /** The teams of the branch. */
  teamId: number
  inactive?: 'true' | undefined
  /** Those alone that may stand above this team. */
  parentsOf?: number | undefined
  /** The teams the caller holds a role on. */
  seen: readonly number[]
}
/** The teams of a scope that form the branch of a team, as a form offers them: the active ones, unless asked for all. */
export async function choices(
  db: Db,
  scope: Scope,
  { teamId, inactive, parentsOf, seen, ...asked }: AskedTeams,
): Promise<{ data: TeamChoice[]; total: number }> {
  const { where, limit } = choiceSql(asked, { key: sql`t.id`, columns: [sql`t.name`] })
  const fits = parentsOf
    ? sql<boolean>`t.company_id = (select company_id from team where id = ${parentsOf})
        and not t.path @> ${sql.val([parentsOf])}::int[]`
    : sql<boolean>`true`
  const { rows } = await sql<TeamChoice & { total: number }>`
    select t.id as team_id, t.name, case when p.path && ${sql.val(seen)}::int[] then p.name end as parent_name,
      count(*) over () as total
    from team t left join team p on p.id = t.parent_id
    where t.path @> ${sql.val([teamId])}::int[] and ${inScope(scope)} and (t.is_active or ${inactive === 'true'})
      and ${fits} and ${where}
    order by cardinality(t.path), lower(t.name), t.id ${limit}`.execute(db)
  return { data: rows.map(({ total: _, ...team }) => team), total: rows[0]?.total ?? 0 }
}

export const get = async (db: Db | Trx, teamId: number, seen: readonly number[]): Promise<StoredTeam | undefined> =>
  (
    await sql<StoredTeam>`
      select ${shown(seen)}, t.path, t.domain, ${columnsOf('t', ADDRESS)}, ${pointShown('t')},
        t.settlement_percentage::float8 as settlement_percentage, t.finance, t.pan
      from team t left join team p on p.id = t.parent_id where t.id = ${teamId}`.execute(db)
  ).rows[0]

/** Locks the tree of a company until the transaction ends, so that two moves at once make no circle. */
export const lockCompanyOf = (trx: Trx, teamId: number): Promise<unknown> =>
  sql`select from team where id = (select company_id from team where id = ${teamId}) for no key update`.execute(trx)

/** Locks one team until the transaction ends; with 'update', nothing new can refer to the team meanwhile. */
export const lock = (trx: Trx, teamId: number, how: 'no key update' | 'update' = 'no key update'): Promise<unknown> =>
  sql`select from team where id = ${teamId} for ${sql.raw(how)}`.execute(trx)

type Changed = { [k in Exclude<keyof TeamBody, keyof FinanceBody>]?: TeamBody[k] | undefined }
/** Writes the fields that everybody with the right to change a team may change; missing fields stay as they are. */
export async function update(trx: Trx, teamId: number, b: Changed): Promise<void> {
  const a = b.address
  const set = {
    ...(b.name !== undefined && { name: b.name }),
    ...(b.active !== undefined && { isActive: b.active === 'Y' }),
    ...(b.description !== undefined && { description: b.description ?? '' }),
    ...(b.domain !== undefined && { domain: b.domain || null }),
    ...(a && { ...pick({ ...a, zipcode: a.zipCode }, ADDRESS), ...point({ latitude: a.lat, longitude: a.lng }) }),
  }
  if (Object.keys(set).length > 0) await trx.updateTable('team').set(set).where('id', '=', teamId).execute()
}
/** A point on the map as its columns store it: decimals, which are sent as texts. */
const point = (p: { latitude: number | null; longitude: number | null }) => ({
  latitude: p.latitude === null ? null : String(p.latitude),
  longitude: p.longitude === null ? null : String(p.longitude),
})

/** The values of a company's own team that the company screen writes. `validUntil` is the last day, YYYY-MM-DD. */
const OF_COMPANY = ['name', 'domain', 'currency', 'isActive', 'validUntil', ...ADDRESS] as const
export type CompanyTeam = AddressColumns & Pick<Stored<'team'>, (typeof OF_COMPANY)[number]> & { menuWords: MenuWords }
/** The same as columns of the team named `alias`. */
export const companyTeamShown = (alias: string): RawBuilder<unknown> =>
  sql`${columnsOf(alias, OF_COMPANY)}, ${pointShown(alias)}, ${sql.ref(`${alias}.menuWords`)}`
/** Writes a company's own team. A taken domain is the database's unique violation. */
export const writeCompanyTeam = (trx: Trx, companyId: number, v: CompanyTeam): Promise<unknown> =>
  trx
    .updateTable('team')
    .set({ ...pick(v, OF_COMPANY), ...point(v), menuWords: JSON.stringify(v.menuWords) })
    .where('id', '=', companyId)
    .execute()

export const setCreator = (trx: Trx, teamId: number, userId: number): Promise<unknown> =>
  trx.updateTable('team').set({ createdBy: userId }).where('id', '=', teamId).execute()

export async function setSettlement(trx: Trx, teamId: number, percentage: number, now: Date): Promise<void> {
  await trx
    .updateTable('team')
    .set({ settlementPercentage: String(percentage) })
    .where('id', '=', teamId)
    .execute()
  await recordFinance(trx, [teamId], now)
}

export async function setPan(trx: Trx, teamId: number, pan: string | null, now: Date): Promise<void> {
  await trx.updateTable('team').set({ pan }).where('id', '=', teamId).execute()
  await recordFinance(trx, [teamId], now)
}

/** Moves a team, with all teams below it, to another parent. */
export async function move(
  trx: Trx,
  row: Pick<StoredTeam, 'teamId' | 'path'>,
  parentPath: readonly number[],
): Promise<void> {
  await sql`update team set parent_id = ${parentPath.at(-1)} where id = ${row.teamId}`.execute(trx)
  await sql`update team set path = ${sql.val(parentPath)}::int[] || path[${row.path.length}:]
    where path @> ${sql.val([row.teamId])}::int[]`.execute(trx)
}

export const remove = (trx: Trx, teamId: number): Promise<unknown> =>
  trx.deleteFrom('team').where('id', '=', teamId).execute()

/** The users whose rights a change of the tree may affect: all with a role on the team's path or below it. */
export const concerned = async (db: Db | Trx, path: readonly number[]): Promise<number[]> =>
  (
    await sql<{ userId: number }>`
      select distinct m.user_id from team_member m join team t on t.id = m.team_id
      where m.team_id = any(${sql.val(path)}::int[]) or t.path @> ${sql.val(path.slice(-1))}::int[]`.execute(db)
  ).rows.map(r => r.userId)

/** Switches a team on or off: the users of a company whose own team is off cannot sign in. */
export const setActive = (trx: Trx, teamId: number, isActive: boolean): Promise<unknown> =>
  trx.updateTable('team').set({ isActive }).where('id', '=', teamId).execute()
