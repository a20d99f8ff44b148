// The planned time of chargers as other features need it: whether a maintenance runs, what drivers read, and how much of a
// time was planned. A charger has one maintenance at a time, so times never overlap.
import { type RawBuilder, sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Closing } from './closing.words.ts'
import { USUAL_DRIVER_TEXT } from './maintenance.words.ts'

/** The row `m` of the maintenance that runs at a charger at a moment. */
const running = (pk: RawBuilder<unknown>, now: Date) =>
  sql`maintenance_charger m where m.chargepoint_pk = ${pk} and m.planned_to > ${now}::timestamptz
    and m.planned_from <= ${now}::timestamptz`

/** Whether planned maintenance runs at a charger, as SQL of its key. */
export const isPlannedSql = (pk: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${running(pk, now)})`

/** Until when planned maintenance runs at a charger; null where none does. */
export const plannedUntilSql = (pk: RawBuilder<unknown>, now: Date): RawBuilder<Date | null> =>
  sql<Date | null>`(select m.planned_to from ${running(pk, now)} limit 1)`

/** What drivers read while planned maintenance runs at a charger; null where none does. */
export const driverTextSql = (pk: RawBuilder<unknown>, now: Date): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select coalesce((select w.driver_text from maintenance_window w where w.maintenance_id = m.maintenance_id),
    ${USUAL_DRIVER_TEXT}) from ${running(pk, now)} limit 1)`

/** The maintenances of a charger that are not over, the first one first, as JSON of `Closing`s; null without any. */
export const closingsSql = (pk: RawBuilder<unknown>): RawBuilder<Closing[] | null> =>
  sql<Closing[] | null>`(select json_agg(json_build_object('from', floor(extract(epoch from m.planned_from) * 1000),
      'to', floor(extract(epoch from m.planned_to) * 1000), 'text', w.driver_text) order by m.planned_from)
    from maintenance_charger m join maintenance_window w using (maintenance_id)
    where m.chargepoint_pk = ${pk} and m.finished_at is null and m.planned_from < m.planned_to)`

export type Planned = {
  pk: number
  maintenanceId: number
  from: Date
  to: Date
  reason: string
  setsInoperative: boolean
}
/** The planned times of chargers that touch a time, oldest first. */
export const plannedBetween = async (
  db: Db | Trx,
  pks: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<Planned[]> =>
  (
    await sql<Planned>`select m.chargepoint_pk as pk, m.maintenance_id, m.planned_from as from, m.planned_to as to, w.reason,
        w.sets_inoperative
      from maintenance_charger m join maintenance_window w using (maintenance_id)
      where m.chargepoint_pk = any(${ints(pks)}) and m.planned_to > ${from} and m.planned_from < ${to}
        and m.planned_from < m.planned_to
      order by m.chargepoint_pk, m.planned_from`.execute(db)
  ).rows

/** Whole milliseconds that a planned time `m` and the segment `x` (at, until) share before a moment. */
export const sharedMsSql = (until: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`greatest(0, extract(epoch from least(m.planned_to, ${until}) - greatest(m.planned_from, x.at)) * 1000)`
/** The planned times `m` that touch the segments `x` (pk, at, until), as the end of a join. */
export const plannedOfSegments = sql`maintenance_charger m on m.chargepoint_pk = x.pk and m.planned_to > x.at
  and m.planned_from < x.until and m.planned_from < m.planned_to`

/** Takes the chargers whose planned time before a moment was changed after the fact, each with the earliest change. */
export const takeRecounts = async (trx: Trx, until: Date): Promise<{ pk: number; since: Date }[]> =>
  (
    await sql<{ pk: number; since: Date }>`
      with due as (select maintenance_id, chargepoint_pk, recount_from from maintenance_charger
        where recount_from is not null order by 1, 2 for update),
      done as (update maintenance_charger m set recount_from = null from due d
        where m.maintenance_id = d.maintenance_id and m.chargepoint_pk = d.chargepoint_pk)
      select chargepoint_pk as pk, min(recount_from) as since from due where recount_from <= ${until} group by 1 order by 1`.execute(
      trx,
    )
  ).rows

/** How many maintenances of a charger are shown ahead. */
const MOST_COMING = 5
/** The maintenance that runs at a charger, and those to come, the first one first. */
export const comingOf = async (db: Db, pk: number, now: Date): Promise<Planned[]> =>
  (
    await sql<Planned>`select m.chargepoint_pk as pk, m.maintenance_id, m.planned_from as from, m.planned_to as to, w.reason,
        w.sets_inoperative
      from maintenance_charger m join maintenance_window w using (maintenance_id)
      where m.chargepoint_pk = ${pk} and m.planned_to > ${now} and m.planned_from < m.planned_to
      order by m.planned_from limit ${MOST_COMING}`.execute(db)
  ).rows
