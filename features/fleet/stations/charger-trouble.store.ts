// What was wrong with chargers for a while and is over: on this rules of alerts are tried (ALERT-10).
import { type RawBuilder, sql } from 'kysely'
import { ints, times } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'

/** Shorter silences are not kept: with a long interval of heartbeats they are how a charger lives. */
export const LEAST_SILENCE_MINUTES = 10
/**
 * A statement, or a part of one: keeps the silences of connected chargers that end with the rows `x` of `rows`, which have the
 * columns `pk`, `spoke_at` and `at`. `spoke_at` null: the charger was not connected.
 */
export const keepSilences = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into charger_trouble (chargepoint_pk, kind, from_at, until_at)
  select x.pk, 'silent', x.spoke_at, x.at from ${rows} x
  where x.at >= x.spoke_at + make_interval(mins => ${sql.lit(LEAST_SILENCE_MINUTES)})`

/** Keeps stretches, which end now, in which chargers drew more than their sites let them. */
export async function keepOverdraws(trx: Trx, ended: readonly { pk: number; since: Date }[], at: Date): Promise<void> {
  if (ended.length === 0) return
  await sql`insert into charger_trouble (chargepoint_pk, kind, from_at, until_at)
    select x.pk, 'overdrawn', x.since, ${at}::timestamptz
    from unnest(${ints(ended.map(o => o.pk))}, ${times(ended.map(o => o.since))}) x (pk, since)
    where x.since < ${at}::timestamptz`.execute(trx)
}

/** Part of a statement whose query `name` returns chargers with `is_sold`: the new company does not learn what was before. */
export const forgetTroublesOfSold = (name: string): RawBuilder<unknown> => sql`
    delete from charger_trouble t using ${sql.ref(name)} m where m.is_sold and t.chargepoint_pk = m.chargepoint_pk`
/** The same of the settings that differed. */
export const forgetDiffersOfSold = (name: string): RawBuilder<unknown> => sql`
    delete from charger_differs t using ${sql.ref(name)} m where m.is_sold and t.chargepoint_pk = m.chargepoint_pk`

const KEPT_DAYS = 60
/** Deletes what is too old for any trial; returns how much. The last count of settings that differ stays. */
export async function dropOldTroubles(trx: Trx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  const { rows } = await sql<{ count: number }>`
    with t as (delete from charger_trouble where until_at < ${before} returning 1),
      d as (delete from charger_differs d where d.at < ${before}
        and exists (select from charger_differs n where n.chargepoint_pk = d.chargepoint_pk and n.at > d.at and n.at < ${before}) returning 1)
    select (select count(*) from t) + (select count(*) from d) as count`.execute(trx)
  return Number(rows[0]?.count ?? 0)
}
