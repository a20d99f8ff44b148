// Reading the log of frames: pages, intervals, and how many there are.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { LogEntry } from './charger-log.contract.ts'
import { NEXT_MS } from './frame.store.ts'
import { type ArchivedFrames, archivedLog, type LogSource, withArchived } from './frame-archive.store.ts'
import { frameRows, frameTimes, rowBack } from './frame-block.store.ts'

const DAY_MS = 86_400_000
/**
 * Frames are kept 90 days (D-LOG-4); parts are dropped as a whole, so older frames are hidden until then.
 */
const KEPT_MS = 90 * DAY_MS
/** A frame may be written this long after it passed, when the database was away. */
const LATE_MS = DAY_MS

const keptByDatabase = (now: Date): Date => new Date(now.getTime() - KEPT_MS)
/** Since when the log of a charge point can be read: for 90 days, and for longer where older frames are archived. */
export async function logKeptSince(db: Db, pk: number, now: Date): Promise<Date> {
  const kept = keptByDatabase(now)
  const archived = await archivedLog(db, pk)
  return archived && archived.since < kept ? archived.since : kept
}

export type LogRow = { id: number; at: Date; direction: 0 | 1; message: string }
export const entryOf = (r: LogRow): LogEntry => ({
  id: r.id,
  messageTime: r.at.toISOString(),
  messageType: r.direction === 0 ? 'INCOMING' : 'OUTGOING',
  message: r.message,
})

export type Position = { at: Date; id: number }
/** Returns a position in the log from the contract's text: milliseconds and id of the row above. */
export const positionOf = (text: string): Position => {
  const [ms = '0', id = '0'] = text.split('.')
  return { at: new Date(Number(ms)), id: Number(id) }
}

/** The frames `f` of the rows of a time, one by one; `f.at` may be null, which no comparison finds. */
export const frames = (
  pk: number,
  from: Date,
  to: Date,
  archived: ArchivedFrames,
): RawBuilder<unknown> => sql`${frameRows(pk, from, to, archived)} r cross join lateral (values
  (r.id * 2, r.at, r.direction, r.message), (r.id * 2 + 1, r.next_at, 1 - r.direction, r.next_message)) f (id, at, direction, message)`
/** Returns the earliest start of a row whose second frame may fall at or after `from`. */
export const reaching = (from: Date): Date => new Date(from.getTime() - NEXT_MS)

type Stretch = { from: Date; until: Date; before?: Position | undefined }
/**
 * Returns the newest frames of a stretch. As many rows hold at least as many frames, so no row is read that is older
 * than the last of these rows, except rows whose second frame may reach into the stretch.
 */
const select = async (
  source: LogSource,
  pk: number,
  { from, until, before }: Stretch,
  limit: number,
  offset = 0,
): Promise<LogRow[]> => {
  const end = before?.at ?? until
  const first = (await rowBack(source.db, pk, { since: from, end, n: limit + offset })) ?? from
  const span = { from: reaching(first), to: end }
  return withArchived(source, pk, span, async archived => {
    const { rows } = await sql<LogRow>`
      select f.id, f.at, f.direction, f.message from ${frames(pk, span.from, span.to, archived)}
      where f.at >= ${from}
        and ${before ? sql`(f.at, f.id) < (${before.at}, ${before.id})` : sql`f.at < ${until}`}
      order by f.at desc, f.id desc limit ${limit} offset ${offset}`.execute(source.db)
    return rows
  })
}
/**
 * The end of the log: no frame is later. The parts of the table reach further, so the part for odd times is never read.
 */
export const endOfLog = (now: Date): Date => new Date(now.getTime() + DAY_MS)

/** `since`: nothing older is read. */
type PageAsked = { page: number; limit: number; before?: Position | undefined; since?: Date; now: Date }
const later = (a: Date, b: Date): Date => (a > b ? a : b)
/** Returns one page, newest first, and where the next page begins. */
export async function listPage(
  source: LogSource,
  pk: number,
  { page, limit, before, since = new Date(0), now }: PageAsked,
): Promise<{ entries: LogEntry[]; next: string | null }> {
  const stretch = { from: later(await logKeptSince(source.db, pk, now), since), until: endOfLog(now), before }
  const rows = await select(source, pk, stretch, limit, before ? 0 : (page - 1) * limit)
  const last = rows.at(-1)
  return {
    entries: rows.map(entryOf),
    next: last && rows.length === limit ? `${last.at.getTime()}.${last.id}` : null,
  }
}

/** Returns the newest `limit` frames from `from` until just before `until`. */
export const listInterval = async (
  source: LogSource,
  pk: number,
  { from, until, limit, now }: { from: Date; until: Date; limit: number; now: Date },
): Promise<LogEntry[]> => {
  const kept = await logKeptSince(source.db, pk, now)
  return (await select(source, pk, { from: later(from, kept), until }, limit)).map(entryOf)
}

/** Counts of past days, which no longer change unless frames are archived, by the start of the day (UTC). */
type Known = Map<number, number>
/** What is known of a charger: `archived` is the number of its archived frames when it was learned. */
type KnownOfCharger = { archived: number; days: Known }
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS

/**
 * Counts a charger's frames exactly and cheaply: frames are only added at one end and dropped at the other, so the
 * count of a past day is read once and remembered; only the last two days and the day at the border are read each time.
 * The archive knows the number of its frames. With `from`, counts the frames since then, which are read each time.
 */
export function frameCounter(
  source: LogSource,
  maxChargers = 2000,
): (pk: number, now: Date, from?: Date) => Promise<number> {
  const { db } = source
  const known = new Map<number, KnownOfCharger>()

  const read = async (pk: number, from: Date, until: Date, archived?: ArchivedFrames): Promise<Map<number, number>> => {
    const { rows } = await sql<{ day: number; n: number }>`
      select floor(extract(epoch from f.at) * 1000 / ${DAY_MS}::bigint)::bigint * ${DAY_MS}::bigint as day, count(*) as n
      from ${frameTimes(pk, reaching(from), until, archived)} r cross join lateral (values (r.at), (r.next_at)) f (at)
      where f.at >= ${from} and f.at < ${until} group by 1`.execute(db)
    return new Map(rows.map(r => [r.day, r.n]))
  }
  const sum = (counts: Map<number, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

  return async (pk, now, from) => {
    // The reader may see only the frames since the charger moved: such counts are too rare to remember.
    const archived = await archivedLog(db, pk)
    if (from && from > (await logKeptSince(db, pk, now))) {
      const span = { from: reaching(from), to: endOfLog(now) }
      return withArchived(source, pk, span, async rows => sum(await read(pk, from, span.to, rows)))
    }
    const since = Math.min(keptByDatabase(now).getTime(), archived?.since.getTime() ?? Number.POSITIVE_INFINITY)
    const firstWhole = dayOf(since) + DAY_MS
    const firstOpen = dayOf(now.getTime() - LATE_MS)
    const before = known.get(pk)
    // Days that were archived meanwhile are counted there, and no longer here.
    const remembered = before?.archived === (archived?.frames ?? 0) ? before.days : []
    const days: Known = new Map([...remembered].filter(([day]) => day >= firstWhole))
    let firstUnread = firstWhole
    while (days.has(firstUnread)) firstUnread += DAY_MS
    const tasks = [
      read(pk, new Date(since), new Date(firstWhole)),
      read(pk, new Date(Math.max(firstOpen, firstWhole)), new Date(now.getTime() + DAY_MS)),
      firstUnread < firstOpen ? read(pk, new Date(firstUnread), new Date(firstOpen)) : new Map<number, number>(),
    ] as const
    const [border, open, closed] = await Promise.all(tasks)
    for (let day = firstUnread; day < firstOpen; day += DAY_MS) days.set(day, closed.get(day) ?? 0)
    known.delete(pk)
    known.set(pk, { archived: archived?.frames ?? 0, days })
    const oldest = known.keys().next().value
    if (known.size > maxChargers && oldest !== undefined) known.delete(oldest)
    return sum(border) + sum(open) + sum(days) + (archived?.frames ?? 0)
  }
}
