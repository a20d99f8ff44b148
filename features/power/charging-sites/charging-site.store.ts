// Charging sites: the places of a team at which chargers stand.
import type { ChoiceQuery, ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, choiceSql, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { LoadUnit } from '#power/load-balancing/load-units.words.ts'
import type { Site, SiteRow, SiteSummary } from './charging-site.contract.ts'
import { BALANCING_WORDS } from './charging-site.words.ts'

export type ChargingSiteRow = {
  zoneId: number
  teamId: number
  companyId: number
  teamName: string
  zoneName: string
  isLoadBalancing: boolean
  loadBalancingValue: number | null
  loadBalancingUnit: LoadUnit
  timeZone: string | null
  chargers: { pk: number; id: string }[]
  runningSessions: number
}

const [ON, OFF] = BALANCING_WORDS
const word = sql`case when z.is_load_balancing then ${sql.lit(ON)} else ${sql.lit(OFF)} end`
const OF_SITE = sql`c.zone_id = z.zone_id and c.deleted_at is null`
/** By the index of running sessions of a charger; those that a charger began for another company are not of this site. */
const RUNNING = sql`(select count(*) from charger c join transaction s on s.chargepoint_pk = c.chargepoint_pk
  where ${OF_SITE} and s.stopped_at is null and s.company_id = z.company_id)`
const columns: Columns = {
  zone_id: { sql: sql`z.zone_id`, type: 'number' },
  zone_name: { sql: sql`z.zone_name`, type: 'text' },
  load_balancing_value: { sql: sql`z.load_balancing_value`, type: 'number' },
  load_balancing_unit: { sql: sql`z.load_balancing_unit`, type: 'text' },
  is_load_balancing: { sql: word, type: 'text' },
  chargers: { sql: sql`(select count(*) from charger c where ${OF_SITE})`, type: 'number' },
  running_sessions: { sql: RUNNING, type: 'number' },
  team_name: { sql: sql`t.name`, type: 'text' },
}
const SHOWN = sql`z.zone_id, z.team_id, z.company_id, t.name as team_name, z.zone_name, z.is_load_balancing,
  z.load_balancing_value::float8 as load_balancing_value, z.load_balancing_unit, z.time_zone,
  coalesce((select json_agg(json_build_object('pk', c.chargepoint_pk, 'id', c.chargepoint_id) order by c.chargepoint_id)
    from charger c where ${OF_SITE}), '[]') as chargers, ${RUNNING}::int as running_sessions`
const FROM = sql`charging_site z join team t on t.id = z.team_id`
/** The Load Value as it is shown, the ids of the chargers, and names. */
const SEARCHED = [
  sql`z.zone_name`,
  sql`t.name`,
  sql`(trim_scale(z.load_balancing_value) || ' ' || z.load_balancing_unit)`,
  sql`(select string_agg(c.chargepoint_id, E'\\n') from charger c where ${OF_SITE})`,
]

const narrowed = (scope: Scope, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      within(scope, 'z'),
      searchSql(query.q, SEARCHED, [[word, BALANCING_WORDS]]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

/** Returns a page of a scope, newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: ListQuery): Promise<ListRows<ChargingSiteRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<ChargingSiteRow & Keyed>`select z.zone_id as cursor_key, ${SHOWN} from ${FROM} where ${narrowed(scope, query)}
      ${endSql(query, '-zone_id', columns, { number: sql`z.zone_id` })}`,
  )

/** Counts for the cards over the whole scope, and the rows left by search and filter. */
export async function count(db: Db, scope: Scope, query: ListQuery): Promise<{ summary: SiteSummary; total: number }> {
  const { rows } = await sql<SiteSummary & { matching: number }>`
    select count(*) as total, count(*) filter (where z.is_load_balancing) as load_balanced,
      count(*) filter (where ${narrowed(scope, query)}) as matching
    from ${FROM} where ${within(scope, 'z')}`.execute(db)
  const { total, loadBalanced, matching } = rows[0] ?? { total: 0, loadBalanced: 0, matching: 0 }
  return { summary: { total, loadBalanced }, total: matching }
}

type AskedNames = ChoiceQuery & {
  /** Those alone that may take chargers of this team. */
  chargersOf?: number | undefined
}
/** The sites of a scope by name, to choose from, and how many there are. */
export async function names(
  db: Db,
  scope: Scope,
  { chargersOf, ...asked }: AskedNames,
): Promise<{ data: { zone_id: number; zone_name: string }[]; total: number }> {
  const { where, limit } = choiceSql(asked, { key: sql`z.zone_id`, columns: [sql`z.zone_name`] })
  const serves = chargersOf
    ? sql<boolean>`z.team_id = any(select unnest(path) from team where id = ${chargersOf})`
    : sql<boolean>`true`
  const { rows } = await sql<{ zoneId: number; zoneName: string; total: number }>`
    select z.zone_id, z.zone_name, count(*) over () as total from charging_site z
    where ${within(scope, 'z')} and ${serves} and ${where} order by lower(z.zone_name), z.zone_id ${limit}`.execute(db)
  return { data: rows.map(r => ({ zone_id: r.zoneId, zone_name: r.zoneName })), total: rows[0]?.total ?? 0 }
}

type AskedChargers = { unassigned: boolean } & Pick<ChoiceQuery, 'q' | 'limit'>
/** Returns the ids of the chargers of a scope, and how many there are; `unassigned`: only chargers at no site. */
export async function chargerIds(
  db: Db,
  scope: Scope,
  { unassigned, q, limit }: AskedChargers,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ id: string; total: number }>`
    select c.chargepoint_id as id, count(*) over () as total from charger c
    where c.deleted_at is null and ${within(scope, 'c')} and (c.zone_id is null or not ${unassigned}::boolean)
      and ${searchSql(q?.trim(), [sql`c.chargepoint_id`])}
    order by c.chargepoint_id limit ${limit ?? null}::int`.execute(db)
  return { ids: rows.map(r => r.id), total: rows[0]?.total ?? 0 }
}

/** Returns a site within the scope. */
export const get = async (db: Db | Trx, scope: Scope, zoneId: number): Promise<ChargingSiteRow | undefined> =>
  (
    await sql<ChargingSiteRow>`select ${SHOWN} from ${FROM} where z.zone_id = ${zoneId} and ${within(scope, 'z')}`.execute(
      db,
    )
  ).rows[0]

/**
 * Locks a site until the transaction ends, so that two changes follow each other. The lock for a deletion also makes
 * transactions wait that put a charger at the site.
 */
export const lock = (trx: Trx, zoneId: number, to: 'change' | 'delete'): Promise<unknown> =>
  to === 'delete'
    ? sql`select from charging_site where zone_id = ${zoneId} for update`.execute(trx)
    : sql`select from charging_site where zone_id = ${zoneId} for no key update`.execute(trx)

export type SiteCharger = {
  pk: number
  id: string
  teamId: number
  companyId: number
  path: number[]
  zoneId: number | null
  /** The name of the site where the charger stands. */
  zoneName: string | null
  zonePath: number[] | null
}
/** Returns the chargers with these ids, locked until the transaction ends, in the order of their keys. */
export async function holdChargers(trx: Trx, ids: readonly string[]): Promise<SiteCharger[]> {
  const asked = sql.val(ids)
  await sql`select from charger where chargepoint_id = any(${asked}::text[]) and deleted_at is null
    order by chargepoint_pk for update`.execute(trx)
  const { rows } = await sql<SiteCharger>`
    select c.chargepoint_pk as pk, c.chargepoint_id as id, c.team_id, c.company_id, t.path, c.zone_id, z.zone_name,
      zt.path as zone_path
    from charger c join team t on t.id = c.team_id left join charging_site z on z.zone_id = c.zone_id
    left join team zt on zt.id = z.team_id
    where c.chargepoint_id = any(${asked}::text[]) and c.deleted_at is null order by 1`.execute(trx)
  return rows
}

export type NewSite = {
  teamId: number
  zoneName: string
  isLoadBalancing?: boolean
  loadBalancingValue?: number
  loadBalancingUnit?: LoadUnit
  timeZone?: string | null | undefined
}
/** Makes a site of a team; returns its id. */
export async function create(db: Db | Trx, s: NewSite): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into charging_site (company_id, team_id, zone_name, is_load_balancing, load_balancing_value, load_balancing_unit, time_zone)
    select company_id, id, ${s.zoneName}, ${s.isLoadBalancing ?? false}, ${s.loadBalancingValue ?? null}::numeric,
      ${s.loadBalancingUnit ?? 'kW'}, ${s.timeZone ?? null}::text from team where id = ${s.teamId} returning zone_id as id`.execute(
    db,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`Site ${s.zoneName} was not made: its team does not exist`)
  return id
}

export const update = (trx: Trx, zoneId: number, s: Required<Omit<NewSite, 'teamId'>>): Promise<unknown> =>
  trx
    .updateTable('chargingSite')
    .set({
      zoneName: s.zoneName,
      isLoadBalancing: s.isLoadBalancing,
      loadBalancingValue: String(s.loadBalancingValue),
      loadBalancingUnit: s.loadBalancingUnit,
      timeZone: s.timeZone,
    })
    .where('zoneId', '=', zoneId)
    .execute()

/** Deletes a site at which no charger stands any more. */
export const remove = (trx: Trx, zoneId: number): Promise<unknown> =>
  trx.deleteFrom('chargingSite').where('zoneId', '=', zoneId).execute()

/** Returns a site as a row of the list. */
export const chargingSiteRowOf = (site: ChargingSiteRow): SiteRow => ({
  zone_id: site.zoneId,
  zone_name: site.zoneName,
  load_balancing_value: site.loadBalancingValue,
  load_balancing_unit: site.loadBalancingUnit,
  is_load_balancing: site.isLoadBalancing ? 1 : 0,
  isLoadBalancingReq: site.isLoadBalancing ? 1 : 0,
  chargers: site.chargers.map(c => ({ chargepoint_pk: c.pk, chargepoint_id: c.id })),
  running_sessions: site.runningSessions,
  teamId: site.teamId,
  team_name: site.teamName,
})
/** Returns a site as the API sends it by its id. */
export const siteOf = (site: ChargingSiteRow): Site => ({
  zoneId: site.zoneId,
  zoneName: site.zoneName,
  isLoadBalancingReq: site.isLoadBalancing ? 1 : 0,
  loadBalancingUnit: site.loadBalancingUnit,
  loadBalancingValue: site.loadBalancingValue,
  timeZone: site.timeZone,
  chargers: site.chargers.map(c => c.id),
  teamId: site.teamId,
  team_name: site.teamName,
})
