// The log of frames: written in batches as they pass, read newest first (D-LOG-1, D-LOG-2).
import { sql } from 'kysely'
import { ints, texts, times, unhurried } from '../../server/columns.ts'
import type { Db } from '../../server/db.ts'

/** direction 0 = INCOMING, from the charger; 1 = OUTGOING. */
export type Frame = { pk: number; at: Date; direction: 0 | 1; message: string }

/** Writes frames in the order given. */
export async function saveFrames(db: Db, frames: readonly Frame[]): Promise<void> {
  await sql`
    insert into ocpp_frame (chargepoint_pk, at, direction, message)
    select f.* from ${unhurried}, unnest(${ints(frames.map(f => f.pk))}, ${times(frames.map(f => f.at))},
      ${ints(frames.map(f => f.direction))}, ${texts(frames.map(f => f.message))}) f`.execute(db)
}
