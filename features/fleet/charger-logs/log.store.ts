// Reading the log of frames: pages, intervals, and how many there are.
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { LogEntry } from './charger-log.contract.ts'
import { NEXT_MS } from './frame.store.ts'

const DAY_MS = 86_400_000
/** Frames are kept 90 days (D-LOG-4); a part goes as a whole, so older ones are hidden until then. */
const KEPT_MS = 90 * DAY_MS
/** A frame may be written that long after it passed, when the database was away. */
const LATE_MS = DAY_MS

export const keptSince = (now: Date): Date => new Date(now.getTime() - KEPT_MS)

export type Row = { id: number; at: Date; direction: 0 | 1; message: string }
export const entryOf = (r: Row): LogEntry => ({
  id: r.id,
  messageTime: r.at.toISOString(),
  messageType: r.direction === 0 ? 'INCOMING' : 'OUTGOING',
  message: r.message,
})

export type Position = { at: Date; id: number }
/** A place in the log as the contract writes it: milliseconds and id of the row above. */
export const positionOf = (text: string): Position => {
  const [ms = '0', id = '0'] = text.split('.')
  return { at: new Date(Number(ms)), id: Number(id) }
}

/** Frame by frame what the rows `r` hold; `next_at` may be null, which no comparison finds. */
export const frames = sql`ocpp_frame_row r cross join lateral (values (r.id * 2, r.at, r.direction, r.message),
  (r.id * 2 + 1, r.next_at, 1 - r.direction, r.next_message)) f (id, at, direction, message)`
/** Rows hold two frames: the earliest start of a row whose second frame may fall at or after `from`. */
export const reaching = (from: Date): Date => new Date(from.getTime() - NEXT_MS)

const FIRST_SPAN_MS = 7 * DAY_MS
/**
 * When the row begins that is the `n`th back from `end`, none before `since`; undefined where there are fewer. Looks back
 * span by span, each twice as long as the one before: a statement with both ends in sight leaves the other parts of the
 * table alone, one over all of the log would look into each of them.
 */
export async function rowBack(
  db: Db,
  pk: number,
  { since, end, n }: { since: Date; end: Date; n: number },
): Promise<Date | undefined> {
  let left = n
  let until = end
  for (let span = FIRST_SPAN_MS; until > since; span *= 2) {
    const from = new Date(Math.max(since.getTime(), until.getTime() - span))
    const { rows } = await sql<{ found: number; at: Date | null }>`
      select count(*)::int as found, min(at) as at from (select at from ocpp_frame_row
        where chargepoint_pk = ${pk} and at >= ${from} and at < ${until} order by at desc limit ${left}) r`.execute(db)
    const { found = 0, at } = rows[0] ?? {}
    if (found === left) return at ?? undefined
    left -= found
    until = from
  }
  return undefined
}

type Stretch = { from: Date; until: Date; before?: Position | undefined }
/**
 * The newest frames of a stretch. As many rows that begin in it hold at least as many frames of it, so that nothing older
 * is read than the last of those, and what may reach to it from before.
 */
const select = async (
  db: Db,
  pk: number,
  { from, until, before }: Stretch,
  limit: number,
  offset = 0,
): Promise<Row[]> => {
  const end = before?.at ?? until
  const first = (await rowBack(db, pk, { since: from, end, n: limit + offset })) ?? from
  const { rows } = await sql<Row>`
    select f.id, f.at, f.direction, f.message from ${frames}
    where r.chargepoint_pk = ${pk} and r.at >= ${reaching(first)} and r.at <= ${end} and f.at >= ${from}
      and ${before ? sql`(f.at, f.id) < (${before.at}, ${before.id})` : sql`f.at < ${until}`}
    order by f.at desc, f.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}
/** Nothing passes later than this; the parts of the table reach further, which keeps the one for odd times out of it. */
export const endOfLog = (now: Date): Date => new Date(now.getTime() + DAY_MS)

/** `since`: nothing older is read. */
type PageAsked = { page: number; limit: number; before?: Position | undefined; since?: Date; now: Date }
const later = (a: Date, b: Date): Date => (a > b ? a : b)
/** One page, newest first, and where the next begins. */
export async function listPage(
  db: Db,
  pk: number,
  { page, limit, before, since = new Date(0), now }: PageAsked,
): Promise<{ entries: LogEntry[]; next: string | null }> {
  const stretch = { from: later(keptSince(now), since), until: endOfLog(now), before }
  const rows = await select(db, pk, stretch, limit, before ? 0 : (page - 1) * limit)
  const last = rows.at(-1)
  return {
    entries: rows.map(entryOf),
    next: last && rows.length === limit ? `${last.at.getTime()}.${last.id}` : null,
  }
}

/** The newest `limit` frames from `from` until just before `until`. */
export const listInterval = async (
  db: Db,
  pk: number,
  { from, until, limit, now }: { from: Date; until: Date; limit: number; now: Date },
): Promise<LogEntry[]> => (await select(db, pk, { from: later(from, keptSince(now)), until }, limit)).map(entryOf)

/** Days (UTC) long past by their start, whose numbers no longer change. */
type Known = Map<number, number>
const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS

/**
 * Counts a charger's frames exactly and cheaply: frames are only added at the end and dropped at the other, so the number
 * of a day past is read once and remembered; only the last two days and the one at the border are read each time. With
 * `from` those since then, read each time.
 */
export function frameCounter(db: Db, maxChargers = 2000): (pk: number, now: Date, from?: Date) => Promise<number> {
  const known = new Map<number, Known>()

  const read = async (pk: number, from: Date, until: Date): Promise<Map<number, number>> => {
    const { rows } = await sql<{ day: number; n: number }>`
      select floor(extract(epoch from f.at) * 1000 / ${DAY_MS}::bigint)::bigint * ${DAY_MS}::bigint as day, count(*) as n
      from ocpp_frame_row r cross join lateral (values (r.at), (r.next_at)) f (at)
      where r.chargepoint_pk = ${pk} and r.at >= ${reaching(from)} and r.at < ${until}
        and f.at >= ${from} and f.at < ${until} group by 1`.execute(db)
    return new Map(rows.map(r => [r.day, r.n]))
  }
  const sum = (counts: Map<number, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

  return async (pk, now, from) => {
    // A reader of a part of the log, since a move of the charger: too few to remember.
    if (from && from > keptSince(now)) return sum(await read(pk, from, endOfLog(now)))
    const since = keptSince(now).getTime()
    const firstWhole = dayOf(since) + DAY_MS
    const firstOpen = dayOf(now.getTime() - LATE_MS)
    const before = known.get(pk)
    const days: Known = new Map([...(before ?? [])].filter(([day]) => day >= firstWhole))
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
    known.set(pk, days)
    const oldest = known.keys().next().value
    if (known.size > maxChargers && oldest !== undefined) known.delete(oldest)
    return sum(border) + sum(open) + sum(days)
  }
}
