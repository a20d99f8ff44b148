// Unknown tags: a row for each text at a charger, however often it is refused there.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { bigints, ints, texts, times, unhurried } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, filtersSql, joined, orderSql, pageSql, searchSql } from '#platform/db/list.ts'
import { askedRows, type Rows } from '#platform/http/exports.ts'
import type { UnknownTag } from './unknown-tag.contract.ts'

export type Refused = { chargepointPk: number; idTag: string; at: Date; count: number }

/** The most rows in all, and for each charger; beyond, the rows unseen for longest go, so made-up texts do no harm. */
const MOST_KEPT = 10_000
const MOST_OF_CHARGER = 200
const KEPT_DAYS = 30

/** Adds refusals, each text at a charger once in a call, and deletes the rows beyond the limits. */
export async function addRefused(db: Db | Trx, all: readonly Refused[]): Promise<void> {
  await sql`
    insert into unknown_tag as u (chargepoint_pk, id_tag, first_at, last_at, refused)
    select pk, tag, at, at, count
    from unnest(${ints(all.map(r => r.chargepointPk))}, ${texts(all.map(r => r.idTag))}, ${times(all.map(r => r.at))},
      ${bigints(all.map(r => r.count))}) x (pk, tag, at, count), ${unhurried}
    where exists (select from charger c where c.chargepoint_pk = x.pk)
    order by pk, lower(tag)
    on conflict (chargepoint_pk, lower(id_tag)) do update set id_tag = excluded.id_tag,
      first_at = least(u.first_at, excluded.first_at), last_at = greatest(u.last_at, excluded.last_at),
      refused = u.refused + excluded.refused`.execute(db)
  await dropBeyond(db, [...new Set(all.map(r => r.chargepointPk))])
}

/**
 * Deletes the oldest rows beyond the limits of these chargers, and of all. Rows locked by others wait for a later call.
 */
async function dropBeyond(db: Db | Trx, chargers: readonly number[]): Promise<void> {
  await sql`delete from unknown_tag u using unnest(${ints(chargers)}) c (pk), lateral (select id_tag from unknown_tag o
      where o.chargepoint_pk = c.pk order by o.last_at desc, o.id_tag offset ${MOST_OF_CHARGER} for update skip locked) o
    where u.chargepoint_pk = c.pk and u.id_tag = o.id_tag`.execute(db)
  await sql`delete from unknown_tag u using (select chargepoint_pk, id_tag from unknown_tag
      order by last_at desc, chargepoint_pk, id_tag offset ${MOST_KEPT} for update skip locked) o
    where u.chargepoint_pk = o.chargepoint_pk and u.id_tag = o.id_tag`.execute(db)
}

/** Deletes rows past their time, rows of tags made since, and the oldest rows beyond the limits; returns how many. */
export async function dropOldUnknown(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with ranked as (select ctid as place, last_at, row_number() over (order by last_at desc) as of_all,
        row_number() over (partition by chargepoint_pk order by last_at desc) as of_charger,
        exists (select from ocpp_tag t where lower(t.id_tag) = lower(u.id_tag) and t.deleted_at is null) as is_made
      from unknown_tag u),
    gone as (delete from unknown_tag using ranked r where unknown_tag.ctid = r.place and (r.is_made or
      r.last_at < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)} or r.of_all > ${MOST_KEPT}
      or r.of_charger > ${MOST_OF_CHARGER}) returning 1)
    select count(*)::int as n from gone`.execute(trx)
  return rows[0]?.n ?? 0
}

export type Row = {
  idTag: string
  chargepointPk: number
  chargepointId: string
  chargepointName: string
  teamName: string
  refused: number
  firstAt: Date
  lastAt: Date
}
const columns: Columns = {
  tag: { sql: sql`u.id_tag`, type: 'text' },
  chargepoint_id: { sql: sql`c.chargepoint_id`, type: 'text' },
  chargepoint_name: { sql: sql`c.chargepoint_name`, type: 'text' },
  team_name: { sql: sql`m.name`, type: 'text' },
  refused: { sql: sql`u.refused`, type: 'number' },
  firstAt: { sql: sql`u.first_at`, type: 'date' },
  lastAt: { sql: sql`u.last_at`, type: 'date' },
}
const FROM = sql`unknown_tag u join charger c using (chargepoint_pk) join team m on m.id = c.team_id`
const those = (scope: Scope, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      sql<boolean>`c.deleted_at is null and not exists (select from ocpp_tag t
        where lower(t.id_tag) = lower(u.id_tag) and t.deleted_at is null)`,
      within(scope, 'c'),
      searchSql(query.q, [sql`u.id_tag`, sql`c.chargepoint_id`, sql`c.chargepoint_name`, sql`m.name`]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

/** Returns a page of a scope, the last refused first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: ListQuery): Promise<Rows<Row>> =>
  askedRows(
    db,
    query,
    sql<Row>`select u.id_tag, u.chargepoint_pk, c.chargepoint_id, c.chargepoint_name, m.name as team_name,
        u.refused, u.first_at, u.last_at
      from ${FROM} where ${those(scope, query)}
      ${orderSql(query.sort ?? '-lastAt', columns, sql`(u.chargepoint_pk, lower(u.id_tag))`)} ${pageSql(query)}`,
  )
export const count = async (db: Db, scope: Scope, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${those(scope, query)}`.execute(db)).rows[0]
    ?.n ?? 0

export const unknownOf = (r: Row): UnknownTag => ({
  key: `${r.chargepointPk} ${r.idTag.toLowerCase()}`,
  tag: r.idTag,
  chargepoint_pk: r.chargepointPk,
  chargepoint_id: r.chargepointId,
  chargepoint_name: r.chargepointName,
  team_name: r.teamName,
  refused: Number(r.refused),
  firstAt: r.firstAt.toISOString(),
  lastAt: r.lastAt.toISOString(),
})
