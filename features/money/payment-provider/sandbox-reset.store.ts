// Deletes the books of the sandbox of an installation that is not in use yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties the tables after the filling of a demo broke off; nobody has used it yet. */
export async function forgetSandbox(trx: Trx): Promise<void> {
  await sql`truncate sandbox_object`.execute(trx)
}
