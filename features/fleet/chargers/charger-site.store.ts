// The site of a charger, with dates: each change is recorded with its time in the same statement, because the effect of
// a limit in a past month is worked out from it (D-SITE-2).
import { type RawBuilder, sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/**
 * Puts the chargers selected by `which` (of `charger c`) at a site from `at` on, null for none; chargers that stand
 * there already are unchanged. Returns the keys of the chargers that changed.
 */
async function put(db: Db | Trx, which: RawBuilder<boolean>, zoneId: number | null, at: Date): Promise<number[]> {
  const { rows } = await sql<{ pk: number }>`
    with c as (update charger c set zone_id = ${zoneId}::int where ${which} and c.zone_id is distinct from ${zoneId}::int
      returning c.chargepoint_pk, c.zone_id),
    h as (insert into charger_site_history (chargepoint_pk, zone_id, since)
      select chargepoint_pk, zone_id, ${at}::timestamptz from c
      on conflict (chargepoint_pk, since) do update set zone_id = excluded.zone_id)
    select chargepoint_pk as pk from c order by 1`.execute(db)
  return rows.map(r => r.pk)
}

/** Puts a charger at a site, or with null at none, from `at` on. The caller has checked that the site is allowed. */
export const setSite = (db: Db | Trx, pk: number, zoneId: number | null, at: Date): Promise<number[]> =>
  setSites(db, [pk], zoneId, at)
/** The same for several chargers; returns the keys of those that stood elsewhere before. */
export const setSites = (db: Db | Trx, pks: readonly number[], zoneId: number | null, at: Date): Promise<number[]> =>
  put(db, sql<boolean>`c.chargepoint_pk = any(${ints(pks)})`, zoneId, at)

/** Takes every charger from a site, deleted chargers too, before the site is deleted. */
export const clearSite = (db: Db | Trx, zoneId: number, at: Date): Promise<number[]> =>
  put(db, sql<boolean>`c.zone_id = ${zoneId}`, null, at)
