// The log of frames: written in batches as they pass, read newest first (D-LOG-1, D-LOG-2). A frame shares its row with
// the next frame in the other direction, mostly its answer, when both are known by the time of writing (the gain, and
// the plain way: gateway/deferred-writes.ts).
import { sql } from 'kysely'
import { ints, texts, times, unhurried } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * direction 0 = INCOMING, from the charger; 1 = OUTGOING. `next` went in the other direction, after this frame and
 * before any other frame of this charger, at most NEXT_MS later.
 */
export type Frame = {
  pk: number
  at: Date
  direction: 0 | 1
  message: string
  next?: { at: Date; message: string } | undefined
}
/** Reading a part of the log starts this much earlier, to find rows whose second frame falls into the part. */
export const NEXT_MS = 1000

/**
 * Writes frames in the given order, charger by charger: neighbours in the index cost half as much as scattered entries.
 */
export async function saveFrames(db: Db, frames: readonly Frame[]): Promise<void> {
  const rows = frames.toSorted((a, b) => a.pk - b.pk)
  await sql`
    insert into ocpp_frame_row (chargepoint_pk, at, direction, message, next_at, next_message)
    select unnest(${ints(rows.map(f => f.pk))}), unnest(${times(rows.map(f => f.at))}),
      unnest(${ints(rows.map(f => f.direction))}), unnest(${texts(rows.map(f => f.message))}),
      unnest(${times(rows.map(f => f.next?.at ?? null))}), unnest(${texts(rows.map(f => f.next?.message ?? null))})
    from ${unhurried}`.execute(db)
}
