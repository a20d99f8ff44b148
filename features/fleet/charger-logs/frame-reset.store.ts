// Takes away the log of frames of an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties the log of all chargers: of a demo whose filling broke off, which nobody has worked with. */
export const forgetFrames = (trx: Trx): Promise<unknown> =>
  sql`truncate ocpp_frame_row, ocpp_frame_batch, ocpp_frame_block`.execute(trx)
