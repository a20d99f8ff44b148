// The log of frames: written in batches as they pass, read newest first (D-LOG-1, D-LOG-2). A frame shares its row with the
// one that went the other way right after it, mostly its answer, when both are known by the time of writing (what that
// gains, and the plain way: gateway/deferred-writes.ts).
import { sql } from 'kysely'
import { ints, texts, times, unhurried } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * direction 0 = INCOMING, from the charger; 1 = OUTGOING. `next` went the other way, after it and before any other frame
 * of this charger, at most NEXT_MS later.
 */
export type Frame = {
  pk: number
  at: Date
  direction: 0 | 1
  message: string
  next?: { at: Date; message: string } | undefined
}
/** A reader of a stretch of the log looks this far before its beginning for rows whose second frame falls into it. */
export const NEXT_MS = 1000

/** Writes frames in the order given, charger by charger: neighbours in the index cost half of what scattered ones do. */
export async function saveFrames(db: Db, frames: readonly Frame[]): Promise<void> {
  const rows = frames.toSorted((a, b) => a.pk - b.pk)
  await sql`
    insert into ocpp_frame_row (chargepoint_pk, at, direction, message, next_at, next_message)
    select unnest(${ints(rows.map(f => f.pk))}), unnest(${times(rows.map(f => f.at))}),
      unnest(${ints(rows.map(f => f.direction))}), unnest(${texts(rows.map(f => f.message))}),
      unnest(${times(rows.map(f => f.next?.at ?? null))}), unnest(${texts(rows.map(f => f.next?.message ?? null))})
    from ${unhurried}`.execute(db)
}
