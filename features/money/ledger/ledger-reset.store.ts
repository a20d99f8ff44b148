// Deletes the postings of an installation that is not in use yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'
import { forgetSums } from './ledger-fold.store.ts'

/**
 * Empties the ledger after the filling of a demo broke off. Postings are for good otherwise; these belonged to nobody.
 */
export async function forgetPostings(trx: Trx): Promise<void> {
  await sql`alter table posting disable trigger postings_are_for_good`.execute(trx)
  await sql`alter table entry disable trigger entries_are_for_good`.execute(trx)
  await sql`truncate entry, posting`.execute(trx)
  await sql`alter table posting enable trigger postings_are_for_good`.execute(trx)
  await sql`alter table entry enable trigger entries_are_for_good`.execute(trx)
  const { rows } = await sql<{ zone: string }>`select zone from ledger_mark`.execute(trx)
  await forgetSums(trx, rows[0]?.zone ?? '')
  await sql`update account set balance_paise = 0, version = 0 where is_kept`.execute(trx)
}
