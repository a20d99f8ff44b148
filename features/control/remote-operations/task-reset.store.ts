// Takes away the remote operations of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties operations and the states that chargers told of them: of a demo whose filling broke off. */
export const forgetTasks = (trx: Trx): Promise<unknown> => sql`truncate transfer_state, task`.execute(trx)
