// Counts of each charger by business day: sockets opened, boots, messages refused, values off their enumeration.
import { sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/** The counts of one day; `day` is 'yyyy-MM-dd' in the business zone. */
export type ChargerDay = { pk: number; day: string; connects: number; boots: number; refused: number; odd: number }

/**
 * Adds counts, each charger and day at most once in a call; in a fixed order, so that no two calls wait for each other.
 */
export async function addDays(db: Db, days: readonly ChargerDay[]): Promise<void> {
  await sql`
    insert into charger_day as d (chargepoint_pk, day, connects, boots, refused, odd)
    select pk, day::date, connects, boots, refused, odd
    from unnest(${ints(days.map(d => d.pk))}, ${texts(days.map(d => d.day))}, ${ints(days.map(d => d.connects))},
      ${ints(days.map(d => d.boots))}, ${ints(days.map(d => d.refused))}, ${ints(days.map(d => d.odd))})
      x (pk, day, connects, boots, refused, odd)
    order by pk, day
    on conflict (chargepoint_pk, day) do update set connects = d.connects + excluded.connects,
      boots = d.boots + excluded.boots, refused = d.refused + excluded.refused, odd = d.odd + excluded.odd`.execute(db)
}

/** Returns the days of a charger since `since`, the newest first; days without any count are missing. */
export const daysOf = async (db: Db, pk: number, since: string): Promise<ChargerDay[]> =>
  (
    await sql<ChargerDay>`select chargepoint_pk as pk, day::text as day, connects, boots, refused, odd
      from charger_day where chargepoint_pk = ${pk} and day >= ${since}::date order by day desc`.execute(db)
  ).rows

const KEPT_DAYS = 400
/** Deletes days past their time; returns how many. */
export const dropOldDays = async (trx: Trx, now: Date): Promise<number> =>
  Number(
    (
      await sql`delete from charger_day where day < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)}::date`.execute(
        trx,
      )
    ).numAffectedRows ?? 0,
  )
