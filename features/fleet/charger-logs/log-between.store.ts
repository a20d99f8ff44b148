// The frames between two times for a timeline: the first ones with their texts, and the times of all of them by the index.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { LogEntry } from './charger-log.contract.ts'
import { type ArchivedFrames, type LogSource, withArchived } from './frame-archive.store.ts'
import { frameTimes } from './frame-block.store.ts'
import { entryOf, frames, type LogRow, logKeptSince, reaching } from './log.store.ts'

type Between = { rows: Promise<LogEntry[]>; times: RawBuilder<unknown> }
/**
 * Reads a part of a log by `read`. `rows`: the oldest `limit` frames; `times`: a statement of (at) for counting them all in
 * the database. Rejects with ArchiveAway.
 */
export async function between<R>(
  source: LogSource,
  pk: number,
  { from, to }: { from: Date; to: Date },
  { limit, now }: { limit: number; now: Date },
  read: (found: Between) => Promise<R>,
): Promise<R> {
  const kept = await logKeptSince(source.db, pk, now)
  const since = from > kept ? from : kept
  return withArchived(source, pk, { from: reaching(since), to }, archived =>
    read(found(source.db, pk, { since, to, limit, archived })),
  )
}

type Asked = { since: Date; to: Date; limit: number; archived: ArchivedFrames }
function found(db: Db, pk: number, { since, to, limit, archived }: Asked): Between {
  const rows = async () => {
    // The rows of as many frames, by the index, so that a long time with many frames is not read whole.
    const first = await sql<{ at: Date | null; n: number }>`select max(at) as at, count(*)::int as n from (
      select at from ${frameTimes(pk, reaching(since), to, archived)} r order by at limit ${limit + 1}) r`.execute(db)
    const { at = null, n = 0 } = first.rows[0] ?? {}
    const until = at !== null && n > limit ? at : to
    const { rows } =
      await sql<LogRow>`select f.id, f.at, f.direction, f.message from ${frames(pk, reaching(since), until, archived)}
      where f.at >= ${since} and f.at < ${to}
      order by f.at, f.id limit ${limit}`.execute(db)
    return rows.map(entryOf)
  }
  const times = sql`select f.at from ${frameTimes(pk, reaching(since), to, archived)} r cross join lateral (values (r.at), (r.next_at)) f (at)
    where f.at >= ${since} and f.at < ${to}`
  return { rows: rows(), times }
}
