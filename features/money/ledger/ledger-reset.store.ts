// Takes away the postings of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'
import { forgetSums } from './ledger-fold.store.ts'

/** Empties the ledger: of a demo whose filling broke off. Postings are for good; those were never anybody's. */
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
