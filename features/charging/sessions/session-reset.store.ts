// Removes the sessions of an installation that nobody has worked with yet, when filling it with the demo broke off.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties sessions and reviews: of a demo whose filling broke off, which nobody has worked with. */
export const forgetSessions = (trx: Trx): Promise<unknown> => sql`truncate transaction, session_review`.execute(trx)
