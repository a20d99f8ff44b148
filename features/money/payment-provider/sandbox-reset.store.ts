// Takes away the books of the sandbox of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties them: of a demo whose filling broke off, which nobody has worked with. */
export async function forgetSandbox(trx: Trx): Promise<void> {
  await sql`truncate sandbox_object`.execute(trx)
}
