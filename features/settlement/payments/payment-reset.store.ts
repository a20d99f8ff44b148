// Deletes the payments of an installation that is not in use yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties the tables after the filling of a demo broke off; nobody has used it yet. */
export async function forgetPayments(trx: Trx): Promise<void> {
  await sql`truncate payment_change, webhook_event, provider_check`.execute(trx)
  await sql`delete from payment`.execute(trx)
}
