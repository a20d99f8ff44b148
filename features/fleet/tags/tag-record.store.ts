// RFID tags as people manage them: the list with its cards, a single tag, and its changes. The tags of drivers' apps
// and of single sessions do not count as RFID tags (D-WAL-4).

import { rupeesFromPaise } from '@wattdesk/base/money'
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, filtersSql, joined, keyColumn, orderSql, pageSql, searchSql } from '#platform/db/list.ts'
import { askedRows, type Rows } from '#platform/http/exports.ts'
import type { Tag, TagSummary } from './tag.contract.ts'
import { TAG_STATES } from './tag-words.contract.ts'

export type Row = {
  id: number
  idTag: string
  parentTagPk: number | null
  parentIdTag: string | null
  expiresAt: Date | null
  maxActiveTransactions: number
  note: string
  charger: string | null
  chargers: number
  companyId: number
  teamId: number
  teamName: string
  driverId: number | null
  email: string | null
  isPrepaid: boolean
  /** Text: a balance may exceed the range of a number. */
  balancePaise: string
  isBlocked: boolean
  isInTransaction: boolean
  createdAt: Date
}

/** The tags that people see as RFID tags. */
const IS_RFID = sql<boolean>`t.kind in ('rfid', 'prepaid') and t.deleted_at is null`
// Evaluated once for all rows: few tags charge at a time.
const CHARGES = sql<boolean>`lower(t.id_tag) in (select lower(x.id_tag) from transaction x where x.stopped_at is null)`
const BLOCKED = sql<boolean>`(t.max_active_transactions = 0 or not coalesce(d.is_active, true))`
const BALANCE = sql`coalesce(w.balance_paise, 0)`
const stateSql = (now: Date): RawBuilder<string> => sql`case when t.expires_at <= ${now} then 'Expired'
  when ${BLOCKED} then 'Blocked' when ${CHARGES} then 'In Use' else 'Active' end`
const FROM = sql`ocpp_tag t join team m on m.id = t.team_id left join driver d on d.id = t.driver_id
  left join ocpp_tag p on p.ocpp_tag_pk = t.parent_tag_pk and p.deleted_at is null
  left join account w on w.kind = 'card' and w.ref = t.ocpp_tag_pk and t.kind = 'prepaid'`
const shown = (
  scope: Scope,
) => sql`t.ocpp_tag_pk as id, t.id_tag, p.ocpp_tag_pk as parent_tag_pk, p.id_tag as parent_id_tag, t.expires_at,
  t.max_active_transactions, t.note, t.company_id, t.team_id, m.name as team_name, t.driver_id, d.email,
  t.kind = 'prepaid' as is_prepaid, ${BALANCE}::text as balance_paise, ${BLOCKED} as is_blocked,
  ${CHARGES} as is_in_transaction, t.created_at,
  (select count(*)::int from ocpp_tag_charger a where a.ocpp_tag_pk = t.ocpp_tag_pk) as chargers,
  (select min(c.chargepoint_id) from ocpp_tag_charger a join charger c using (chargepoint_pk)
    where a.ocpp_tag_pk = t.ocpp_tag_pk and c.deleted_at is null and ${within(scope, 'c')}) as charger`

const columnsAt = (now: Date): Columns => ({
  id: keyColumn(sql`t.ocpp_tag_pk`),
  tag: { sql: sql`t.id_tag`, type: 'text' },
  parenttag: { sql: sql`p.id_tag`, type: 'text' },
  expirydate: { sql: sql`t.expires_at`, type: 'date' },
  status: { sql: stateSql(now), type: 'text' },
  max_active_trans_count: { sql: sql`t.max_active_transactions`, type: 'number' },
  balance_amount: { sql: BALANCE, type: 'number', per: 100 },
  note: { sql: sql`t.note`, type: 'text' },
  emailId: { sql: sql`d.email`, type: 'text' },
  team_name: { sql: sql`m.name`, type: 'text' },
  createdAt: { sql: sql`t.created_at`, type: 'date' },
})
const SEARCHED = [sql`t.id_tag`, sql`p.id_tag`, sql`t.note`, sql`m.name`, sql`d.full_name`, sql`d.email`]
const narrowed = (query: ListQuery, now: Date): RawBuilder<boolean> =>
  joined(
    [searchSql(query.q, SEARCHED, [[stateSql(now), TAG_STATES]]), filtersSql(query.filters, columnsAt(now), query.tz)],
    'AND',
  )

/** Returns a page of a scope, the newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: ListQuery, now: Date): Promise<Rows<Row>> =>
  askedRows(
    db,
    query,
    sql<Row>`select ${shown(scope)} from ${FROM} where ${IS_RFID} and ${within(scope, 't')} and ${narrowed(query, now)}
      ${orderSql(query.sort ?? '-id', columnsAt(now), sql`t.ocpp_tag_pk`)} ${pageSql(query)}`,
  )

/** Counts for the cards over the whole scope, and the rows left by search and filter. */
export async function count(
  db: Db,
  scope: Scope,
  query: ListQuery,
  now: Date,
): Promise<{ summary: TagSummary; total: number }> {
  const { rows } = await sql<TagSummary & { matching: number }>`
    select count(*)::int as total, count(*) filter (where s.state = 'Active')::int as active,
      count(*) filter (where s.state = 'Blocked')::int as blocked,
      count(*) filter (where s.state = 'In Use')::int as in_transaction,
      count(*) filter (where s.state = 'Expired')::int as expired, count(*) filter (where s.is_matching)::int as matching
    from (select ${stateSql(now)} as state, ${narrowed(query, now)} as is_matching from ${FROM}
      where ${IS_RFID} and ${within(scope, 't')}) s`.execute(db)
  const { matching = 0, ...summary } = rows[0] ?? { total: 0, active: 0, blocked: 0, inTransaction: 0, expired: 0 }
  return { summary, total: matching }
}

/** Returns a tag within the scope. */
export const get = async (db: Db | Trx, scope: Scope, id: number): Promise<Row | undefined> =>
  (
    await sql<Row>`select ${shown(scope)} from ${FROM}
      where t.ocpp_tag_pk = ${id} and ${IS_RFID} and ${within(scope, 't')}`.execute(db)
  ).rows[0]

/** Locks a tag until the transaction ends, so that two changes follow each other; others may still name it as group. */
export const lock = (trx: Trx, id: number): Promise<unknown> =>
  sql`select from ocpp_tag where ocpp_tag_pk = ${id} for no key update`.execute(trx)
/** The same for the deletion of a tag, for which beginning sessions wait too. */
export const lockWhole = (trx: Trx, id: number): Promise<unknown> =>
  sql`select from ocpp_tag where ocpp_tag_pk = ${id} for update`.execute(trx)

/**
 * Returns the keys of tags that may be the group of a team's tags, by their texts in lower case: tags of its company,
 * in the team, above it, or in the scope.
 */
export async function parents(
  db: Db | Trx,
  { scope, teamId }: { scope: Scope; teamId: number },
  names: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select t.ocpp_tag_pk as id, lower(t.id_tag) as name from ocpp_tag t join team m on m.id = ${teamId}
    where lower(t.id_tag) = any(array(select lower(x) from unnest(${sql.val(names)}::text[]) x)) and ${IS_RFID}
      and t.company_id = m.company_id and (t.team_id = any(m.path) or ${within(scope, 't')})`.execute(db)
  return new Map(rows.map(r => [r.name, r.id]))
}

/**
 * Returns the groups that a tag is in, near and far, and the tag itself. Called only to change groups: other callers
 * wait until this transaction ends, so that two changes at once make no circle.
 */
export async function groupsAbove(trx: Trx, id: number): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('groups of tags', 0))`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    with recursive up as (select ocpp_tag_pk, parent_tag_pk from ocpp_tag where ocpp_tag_pk = ${id}
      union select p.ocpp_tag_pk, p.parent_tag_pk from up join ocpp_tag p on p.ocpp_tag_pk = up.parent_tag_pk
        where p.deleted_at is null)
    select ocpp_tag_pk as id from up`.execute(trx)
  return rows.map(r => r.id)
}

export type TagValues = {
  idTag: string
  parentTagPk: number | null
  expiresAt: Date | null
  maxActiveTransactions: number
  note: string
}
export const update = (trx: Trx, id: number, v: TagValues): Promise<unknown> =>
  trx.updateTable('ocppTag').set(v).where('ocppTagPk', '=', id).execute()

/** Hides a tag: its sessions keep its text, and the text may be given to a new tag. */
export async function remove(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`delete from ocpp_tag_charger where ocpp_tag_pk = ${id}`.execute(trx)
  await sql`update ocpp_tag set deleted_at = ${at} where ocpp_tag_pk = ${id}`.execute(trx)
}

/** Returns a tag as the API sends it. */
export const tagOf = (r: Row): Tag => ({
  id: r.id,
  tag: r.idTag,
  parenttag: r.parentIdTag,
  expirydate: r.expiresAt?.toISOString() ?? null,
  max_active_trans_count: r.maxActiveTransactions,
  note: r.note,
  chargerpointId: r.charger,
  attachedChargers: r.chargers,
  companyId: r.companyId,
  teamId: r.teamId,
  team_name: r.teamName,
  userId: r.driverId,
  emailId: r.email,
  isPrepaid: r.isPrepaid,
  balance_amount: rupeesFromPaise(BigInt(r.balancePaise)),
  blocked: r.isBlocked ? 1 : 0,
  in_transaction: r.isInTransaction ? 1 : 0,
  createdAt: r.createdAt.toISOString(),
})
