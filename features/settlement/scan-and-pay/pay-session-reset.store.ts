// Takes away the pay sessions of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties them: of a demo whose filling broke off, which nobody has worked with. */
export async function forgetPaySessions(trx: Trx): Promise<void> {
  await sql`truncate pay_session_change`.execute(trx)
  await sql`delete from pay_session`.execute(trx)
}
