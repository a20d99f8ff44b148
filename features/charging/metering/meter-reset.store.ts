// Takes away the meter values of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties meter values and running figures: of a demo whose filling broke off, which nobody has worked with. */
export const forgetMeters = (trx: Trx): Promise<unknown> =>
  sql`truncate meter_value, meter_block, transaction_live`.execute(trx)
