// Takes away the payments of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties them: of a demo whose filling broke off, which nobody has worked with. */
export async function forgetPayments(trx: Trx): Promise<void> {
  await sql`truncate payment_change, webhook_event, provider_check`.execute(trx)
  await sql`delete from payment`.execute(trx)
}
