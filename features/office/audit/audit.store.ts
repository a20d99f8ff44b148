// Reading the audit log in pages. Entries are written by platform/audit.
import { FEATURES, type Feature } from '@wattdesk/base/access'
import type { ListQuery } from '@wattdesk/base/paging'
import { HIDDEN } from '@wattdesk/base/secret'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Values } from '#platform/audit/values.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, keyColumn, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { HistoryPart } from './audit.contract.ts'
import { type Chosen, historyOf, OWN_AFFAIRS } from './audit.rules.ts'

export type AuditRow = {
  id: number
  at: Date
  userId: number | null
  username: string
  teamId: number | null
  teamName: string | null
  action: string
  feature: string
  recordId: string | null
  recordName: string | null
  before: Values | null
  after: Values | null
  names: Record<string, string>
  ip: string | null
}
const columns: Columns = {
  id: keyColumn(sql`a.id`),
  at: { sql: sql`a.at`, type: 'date' },
  username: { sql: sql`a.username`, type: 'text' },
  action: { sql: sql`a.action`, type: 'text' },
  feature: { sql: sql`a.feature`, type: 'text' },
  recordId: { sql: sql`a.record_id`, type: 'text' },
  ip: { sql: sql`a.ip`, type: 'text' },
}
/** Where the records of a feature have their names: a record is read by its key, one for each entry shown. */
const RECORD_NAME = sql`case when a.record_id ~ '^[1-9][0-9]{0,8}$' then case
  when a.feature in ('Team', 'Company', 'Finance') then (select t.name from team t where t.id = a.record_id::int)
  when a.feature in ('Users', 'Session') then (select u.username from app_user u where u.id = a.record_id::int)
  when a.feature = 'Role' then (select r.name from role r where r.id = a.record_id::int)
  when a.feature = 'ChargerPoint' then
    (select c.chargepoint_id from charger c where c.chargepoint_pk = a.record_id::int)
  when a.feature = 'PriceGroup' then (select g.name from price_group g where g.price_group_id = a.record_id::int)
  end end`
/** Values that are ids of teams. */
const TEAM_IDS = ['parentCompanyId', 'teamId'] as const
const seen = (scope: Scope): RawBuilder<boolean> => {
  if (scope.kind === 'all') return sql<boolean>`true`
  return scope.kind === 'company'
    ? sql<boolean>`n.company_id = ${scope.companyId}`
    : sql<boolean>`n.id = any(${sql.val(scope.teams)}::int[])`
}
const teamIds = sql`array[${sql.join(
  TEAM_IDS.flatMap(key =>
    [sql`a.before`, sql`a.after`].map(
      side => sql`case when ${side}->>${sql.lit(key)} ~ '^[1-9][0-9]{0,8}$' then (${side}->>${sql.lit(key)})::int end`,
    ),
  ),
)}]`
const numbersAt = (path: string) =>
  sql`(select x #>> '{}' from (select jsonb_path_query(a.before, ${sql.lit(path)}) x
    union select jsonb_path_query(a.after, ${sql.lit(path)})) y where jsonb_typeof(x) = 'number')`
/** The site and the price groups of a charger, which belong to the company of the entry. */
const CHARGER_NAMES = sql`coalesce((select jsonb_object_agg('chargingSiteId ' || z.zone_id, z.zone_name) from charging_site z
      where z.company_id = a.company_id and z.zone_id::text in ${numbersAt('$.chargingSiteId')}), '{}')
    || coalesce((select jsonb_object_agg('priceGroupId ' || g.price_group_id, g.name) from price_group g
      where g.company_id = a.company_id and g.price_group_id::text in ${numbersAt('$.connectors[*].priceGroupId')}), '{}')`
const shownTo = (scope: Scope) => sql`a.id, a.at, a.user_id, a.username, a.team_id,
  (select t.name from team t where t.id = a.team_id) as team_name, a.action, a.feature, a.record_id,
  ${RECORD_NAME} as record_name, a.before, a.after, a.ip,
  coalesce((select jsonb_object_agg(n.id, n.name) from team n where n.id = any(${teamIds}) and ${seen(scope)}), '{}')
    || case when a.feature = 'ChargerPoint' then ${CHARGER_NAMES} else '{}' end as names`

const narrowed = (scope: Scope, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      within(scope, 'a'),
      searchSql(query.q, [sql`a.username`, sql`a.action`, sql`a.record_id`], [[sql`a.feature`, FEATURES]]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

/** One page of a scope, newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: ListQuery): Promise<ListRows<AuditRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      AuditRow & Keyed
    >`select a.id as cursor_key, ${shownTo(scope)} from audit_entry a where ${narrowed(scope, query)}
      ${endSql(query, '-at', columns, { number: sql`a.id` })}`,
  )
export const count = async (db: Db, scope: Scope, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from audit_entry a where ${narrowed(scope, query)}`.execute(db))
    .rows[0]?.n ?? 0

/** Values as they are told: what is empty is nothing, numbers of the product's own are left out at any depth. */
const told = (values: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`nullif(nullif(regexp_replace(${values}::text, ${`"(${OWN_AFFAIRS.join('|')})": [^,}\\]]*,? ?`}, '', 'g'), '""'), 'null')`
const touches = (keys: readonly string[], isOf: boolean): RawBuilder<boolean> =>
  sql<boolean>`exists (select from jsonb_object_keys(coalesce(a.before, '{}') || coalesce(a.after, '{}')) k
    where (k = any(${sql.val([...keys])}::text[])) = ${isOf})`
/** False of an update that says nothing: only numbers of the product's own changed. A secret that stands on both sides has changed. */
const SAYS_SOMETHING = sql<boolean>`(a.action <> 'update' or exists (
  select from jsonb_object_keys(coalesce(a.before, '{}') || coalesce(a.after, '{}')) k
  where k <> all(${sql.val([...OWN_AFFAIRS])}::text[]) and (${told(sql`(a.before->k)`)} is distinct from ${told(sql`(a.after->k)`)} or a.after->>k = ${HIDDEN})))`
const fits = ({ feature, only, not, values, besides }: Chosen): RawBuilder<boolean> =>
  joined(
    [
      sql<boolean>`a.feature = ${feature}`,
      ...(only ? [sql<boolean>`a.action = any(${sql.val([...only])}::text[])`] : []),
      ...(not ? [sql<boolean>`a.action <> all(${sql.val([...not])}::text[])`] : []),
      ...(values ? [touches(values, true)] : []),
      ...(besides ? [touches(besides, false)] : []),
    ],
    'AND',
  )

const RECORD_PAGE = 20
/** The entries of one record's history within a scope. */
const isOf = (
  scope: Scope,
  { feature, recordId, part }: { feature: Feature; recordId: string; part?: HistoryPart | undefined },
) => {
  const chosen = historyOf(feature, part)
  return sql<boolean>`a.feature = any(${sql.val(chosen.map(c => c.feature))}::text[]) and a.record_id = ${recordId}
    and ${within(scope, 'a')} and (${joined(chosen.map(fits), 'OR')}) and ${SAYS_SOMETHING}`
}
type Between = { feature: Feature; recordId: string; from: Date; to: Date }
/** The history of one record between two times as SQL over `audit_entry a`; the oldest `limit` entries of it. */
export const isBetween = (scope: Scope, { from, to, ...of }: Between): RawBuilder<boolean> =>
  sql<boolean>`${isOf(scope, of)} and a.at >= ${from} and a.at < ${to}`
export const recordHistoryBetween = async (db: Db, scope: Scope, of: Between, limit: number): Promise<AuditRow[]> =>
  (
    await sql<AuditRow>`select ${shownTo(scope)} from audit_entry a where ${isBetween(scope, of)}
      order by a.at, a.id limit ${limit}`.execute(db)
  ).rows

/**
 * Returns the history of a record within a scope, or of a part of the record; `total` counts the entries of all pages.
 */
export async function recordHistory(
  db: Db,
  scope: Scope,
  {
    feature,
    recordId,
    part,
    page,
  }: { feature: Feature; recordId: string; part?: HistoryPart | undefined; page: number },
): Promise<{ rows: AuditRow[]; total: number }> {
  const here = isOf(scope, { feature, recordId, part })
  const [rows, n] = await Promise.all([
    sql<AuditRow>`select ${shownTo(scope)} from audit_entry a where ${here} order by a.at desc, a.id desc
      limit ${RECORD_PAGE} offset ${(page - 1) * RECORD_PAGE}`.execute(db),
    sql<{ n: number }>`select count(*) as n from audit_entry a where ${here}`.execute(db),
  ])
  return { rows: rows.rows, total: n.rows[0]?.n ?? 0 }
}
