// Deletes the pay sessions of an installation that is not in use yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties the tables after the filling of a demo broke off; nobody has used it yet. */
export async function forgetPaySessions(trx: Trx): Promise<void> {
  await sql`truncate pay_session_change`.execute(trx)
  await sql`delete from pay_session`.execute(trx)
}
