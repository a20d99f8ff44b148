// Unknown tags: a row for each text at a charger, however often it is refused there.
import { sql } from 'kysely'
import { within } from '#platform/access/scope.ts'
import { bigints, ints, texts, times, unhurried } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { recordReads } from '#platform/records/reads.ts'
import { unknownTagFields } from './unknown-tag.fields.ts'

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

/** The list, the last refused first unless sorted otherwise. */
export const { reply } = recordReads<object>()({
  fields: unknownTagFields,
  from: sql`unknown_tag u join charger c using (chargepoint_pk) join team m on m.id = c.team_id`,
  alias: 'u',
  id: sql`(u.chargepoint_pk, lower(u.id_tag))`,
  cursor: { number: sql`u.chargepoint_pk`, text: sql`lower(u.id_tag)` },
  joined: {
    key: sql`concat_ws(' ', u.chargepoint_pk, lower(u.id_tag))`,
    chargepoint_id: sql`c.chargepoint_id`,
    chargepoint_name: sql`c.chargepoint_name`,
    team_name: sql`m.name`,
  },
  where: sql<boolean>`c.deleted_at is null and not exists (select from ocpp_tag t
    where lower(t.id_tag) = lower(u.id_tag) and t.deleted_at is null)`,
  scoped: scope => within(scope, 'c'),
  order: '-lastAt',
})
