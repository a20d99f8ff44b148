// Takes away the refunds of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties them: of a demo whose filling broke off, which nobody has worked with. */
export async function forgetRefunds(trx: Trx): Promise<void> {
  await sql`truncate refused_refund, refund_borne, refund_change, refund`.execute(trx)
}
