// The log of frames: written in batches as they pass, each a row of arrays, which are packed into blocks of a charge point
// within the hour (frame-block.store.ts); read newest first (D-LOG-1, D-LOG-2). A frame shares its row with
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

/** Rows of a batch, and its characters: a reader of one row unpacks all. A long frame makes a batch of its own. */
const MOST_ROWS = 128
const MOST_CHARACTERS = 256 * 1024

/** Numbers the batch of each row. A charge point's rows stand together, so that few batches have any of them. */
function batchesOf(rows: readonly Frame[]): number[] {
  let batch = 0
  let count = 0
  let characters = 0
  return rows.map(f => {
    const length = f.message.length + (f.next?.message.length ?? 0)
    if (count === MOST_ROWS || (count > 0 && characters + length > MOST_CHARACTERS)) {
      batch++
      count = 0
      characters = 0
    }
    count++
    characters += length
    return batch
  })
}

/** Writes frames, those of a charge point in the given order. */
export async function saveFrames(db: Db, frames: readonly Frame[]): Promise<void> {
  const rows = frames.toSorted((a, b) => a.pk - b.pk)
  await sql`
    insert into ocpp_frame_batch (n, first_at, last_at, first_pk, last_pk, pks, ids, ats, directions, messages, next_ats,
      next_messages)
    select count(*), min(at), max(at), min(pk), max(pk), array_agg(pk), array_agg(id), array_agg(at), array_agg(direction),
      array_agg(message), array_agg(next_at), array_agg(next_message)
    from (select x.*, nextval('ocpp_frame_row_id_seq') as id from (select unnest(${ints(batchesOf(rows))}) as batch,
        unnest(${ints(rows.map(f => f.pk))}) as pk, unnest(${times(rows.map(f => f.at))}) as at,
        unnest(${ints(rows.map(f => f.direction))})::smallint as direction, unnest(${texts(rows.map(f => f.message))}) as message,
        unnest(${times(rows.map(f => f.next?.at ?? null))}) as next_at,
        unnest(${texts(rows.map(f => f.next?.message ?? null))}) as next_message from ${unhurried}) x) r
    group by batch`.execute(db)
}
