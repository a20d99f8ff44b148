// Takes away bills and figures of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties bills and figures: of a demo whose filling broke off. Bills are for good; those were never anybody's. */
export async function forgetBills(trx: Trx): Promise<void> {
  await sql`alter table bill disable trigger bills_are_for_good`.execute(trx)
  await sql`truncate bill, bill_to_post, usage_hour_kept, usage_day_kept, usage_team_kept, usage_change, usage_stale`.execute(
    trx,
  )
  await sql`alter table bill enable trigger bills_are_for_good`.execute(trx)
}
