// Bulk actions on charge points: stored when requested, read by the user who requested them, and deleted when they are
// too old.
import type { ListQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, orderOfSql, searchSql } from '#platform/db/list.ts'
import { type BulkAction, KEPT_DAYS, type Matching } from './bulk-action.contract.ts'
import type { BulkKind } from './bulk-action-body.contract.ts'
import { isBack } from './bulk-item.store.ts'

export type BulkActionRow = {
  bulkActionId: number
  companyId: number
  teamId: number
  userId: number
  ip: string | null
  kind: BulkKind
  parameters: Record<string, unknown>
  predicate: Matching | null
  total: number
  createdAt: Date
  cancelledAt: Date | null
  counts: Partial<BulkAction['counts']>
  endedAt: Date | null
  named: string | null
}

/** The name of the record whose key is among the parameters. */
const NAMED = sql`case a.kind
  when 'PriceGroup' then (select g.name from price_group g where g.price_group_id = (a.parameters->>'priceGroupId')::int)
  when 'ChargingSite' then (select z.zone_name from charging_site z where z.zone_id = (a.parameters->>'chargingSiteId')::int) end`
const ACTION = sql`a.bulk_action_id, a.company_id, a.team_id, a.user_id, a.ip, a.kind, a.parameters, a.predicate, a.total,
  a.created_at, a.cancelled_at`
const columns: Columns = {
  createdAt: { sql: sql`a.created_at`, type: 'date' },
  kind: { sql: sql`a.kind`, type: 'text' },
}

export type NewAction = {
  teamId: number
  userId: number
  ip: string | null
  requestKey: string
  kind: BulkKind
  parameters: object
  predicate: object | null
  total: number
  at: Date
}
/** Stores a requested bulk action; undefined where this user has used the same key before. */
export async function create(trx: Trx, a: NewAction): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into bulk_action (company_id, team_id, user_id, ip, request_key, kind, parameters, predicate, total, created_at)
    select t.company_id, t.id, ${a.userId}, ${a.ip}, ${a.requestKey}, ${a.kind}, ${JSON.stringify(a.parameters)}::jsonb,
      ${a.predicate && JSON.stringify(a.predicate)}::jsonb, ${a.total}, ${a.at}
    from team t where t.id = ${a.teamId} on conflict (user_id, request_key) do nothing
    returning bulk_action_id as id`.execute(trx)
  return rows[0]?.id
}

/** Returns the id of the bulk action that a user requested with a key. */
export const byKey = async (trx: Trx, userId: number, requestKey: string): Promise<number | undefined> =>
  (
    await sql<{ id: number }>`select bulk_action_id as id from bulk_action
      where user_id = ${userId} and request_key = ${requestKey}`.execute(trx)
  ).rows[0]?.id

/** One of the user's own bulk actions, of a team within the scope. */
export const get = async (db: Db | Trx, scope: Scope, userId: number, id: number): Promise<BulkActionRow | undefined> =>
  (
    await sql<BulkActionRow>`select ${ACTION}, ${NAMED} as named, ${COUNTS} from bulk_action a ${ITEMS}
      where a.bulk_action_id = ${id} and a.user_id = ${userId} and ${within(scope, 'a')}`.execute(db)
  ).rows[0]
const COUNTS = sql`coalesce(i.counts, '{}') as counts, i.ended_at`
/** The numbers of items by state; `ended_at` is null while an item is open. */
const ITEMS = sql`left join lateral (select jsonb_object_agg(n.state, n.items) as counts,
    case when bool_and(n.state not in ('Waiting', 'In progress')) then max(n.ended_at) end as ended_at
  from (select x.state, count(*) as items, max(x.ended_at) as ended_at from bulk_action_item x
    where x.bulk_action_id = a.bulk_action_id group by x.state) n) i on true`

/** Locks one of the user's own bulk actions until the transaction ends, before its items are changed. */
export const holdBulkAction = async (trx: Trx, scope: Scope, userId: number, id: number): Promise<boolean> =>
  (
    await sql`select from bulk_action a
      where a.bulk_action_id = ${id} and a.user_id = ${userId} and ${within(scope, 'a')} for update`.execute(trx)
  ).rows.length > 0

export const markCancelled = (trx: Trx, id: number, at: Date): Promise<unknown> =>
  sql`update bulk_action set cancelled_at = coalesce(cancelled_at, ${at}) where bulk_action_id = ${id}`.execute(trx)

const own = (scope: Scope, userId: number, query: ListQuery) =>
  joined(
    [
      sql<boolean>`a.user_id = ${userId}`,
      within(scope, 'a'),
      searchSql(query.q, [sql`a.kind`, NAMED]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )
/** One page of the user's own bulk actions, newest first unless sorted otherwise. */
export const list = async (db: Db, scope: Scope, userId: number, query: ListQuery): Promise<BulkActionRow[]> =>
  (
    await sql<BulkActionRow>`with found as materialized (select ${ACTION} from bulk_action a where ${own(scope, userId, query)}
        ${endSql(query, '-createdAt', columns, { number: sql`a.bulk_action_id` })})
      select ${ACTION}, ${NAMED} as named, ${COUNTS} from found a ${ITEMS}
      ${orderOfSql(query, '-createdAt', columns, { number: sql`a.bulk_action_id` })}`.execute(db)
  ).rows

/** How many of the user's own bulk actions match, and how many of all of them are not finished. */
export async function count(
  db: Db,
  scope: Scope,
  userId: number,
  query: ListQuery,
): Promise<{ total: number; running: number }> {
  const { rows } = await sql<{ total: number; running: number }>`
    select (select count(*) from bulk_action a where ${own(scope, userId, query)}) as total,
      (select count(*) from bulk_action a where ${own(scope, userId, {})} and exists (select from bulk_action_item i
        where i.bulk_action_id = a.bulk_action_id and i.state in ('Waiting', 'In progress'))) as running`.execute(db)
  return rows[0] ?? { total: 0, running: 0 }
}

export type EndedBulkAction = BulkActionRow & { endedAt: Date }
/** Bulk actions that have ended within a day and whose person was not told of that end yet. */
export const endedUntold = async (db: Db, now: Date): Promise<EndedBulkAction[]> =>
  (
    await sql<EndedBulkAction>`select ${ACTION}, null::text as named, ${COUNTS} from bulk_action a ${ITEMS}
      where a.created_at > ${now}::timestamptz - interval '3 days' and i.ended_at > ${now}::timestamptz - interval '1 day'
        and not exists (select from bell_notice n where n.user_id = a.user_id
          and n.about = 'bulk-action-' || a.bulk_action_id || '-' || floor(extract(epoch from i.ended_at) * 1000)::bigint)
      order by a.bulk_action_id limit 100`.execute(db)
  ).rows

/**
 * The bulk actions with items to do or to end, the oldest first; with `since`, those requested before it wait, except for
 * the chargers that have come back since.
 */
export const open = async (db: Db, since: Date = new Date(0)): Promise<(BulkActionRow & { isWaiting: boolean })[]> =>
  (
    await sql<BulkActionRow & { isWaiting: boolean }>`
      select ${ACTION}, '{}'::jsonb as counts, null::timestamptz as ended_at, null::text as named, o.is_waiting
      from (select i.bulk_action_id, bool_or(i.state = 'Waiting' and (a.created_at >= ${since} or ${isBack(since)})) as is_waiting
        from bulk_action_item i join bulk_action a using (bulk_action_id)
        where i.state in ('Waiting', 'In progress') group by 1) o
      join bulk_action a using (bulk_action_id) order by a.bulk_action_id`.execute(db)
  ).rows

/** Deletes finished bulk actions that are too old, with all items. Returns how many. */
export async function dropOld(trx: Trx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  const { numAffectedRows } = await sql`delete from bulk_action a where a.created_at < ${before}
    and not exists (select from bulk_action_item i
      where i.bulk_action_id = a.bulk_action_id and i.state in ('Waiting', 'In progress'))`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
