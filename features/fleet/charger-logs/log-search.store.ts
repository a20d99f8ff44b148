// Searches the frames of one charger, backwards from the newest. There is no index over the texts: it would cost every
// written frame more than the frame itself (bench/RESULTS.md). A search reads the charger's rows piece by piece, for
// about a second a call, and reports how far it came.
import { type RawBuilder, sql } from 'kysely'
import { joined } from '#platform/db/list.ts'
import type { LogEntry, LogKind } from './charger-log.contract.ts'
import { NEXT_MS } from './frame.store.ts'
import { type LogSource, withArchived } from './frame-archive.store.ts'
import { rowBack } from './frame-block.store.ts'
import { endOfLog, entryOf, frames, type LogRow, logKeptSince, type Position, reaching } from './log.store.ts'

/** After this time a call looks no further, whatever it has found. */
const PATIENCE_MS = 1000
/** Rows looked through by the first statement; a quick statement is followed by one over twice as many. */
const FIRST_STEP = 1000
const LARGEST_STEP = 32_000
const QUICK_MS = 150

export type WantedRows = {
  q?: string | undefined
  action?: string | undefined
  kind?: LogKind | undefined
  messageType?: LogEntry['messageType'] | undefined
}
/** The beginning of a frame of each kind. */
const BEGINNING: Record<LogKind, string> = {
  REQUEST: '^\\s*\\[\\s*2\\s*,',
  ANSWER: '^\\s*\\[\\s*3\\s*,',
  ERROR: '^\\s*\\[\\s*4\\s*,',
}
const MESSAGE_ID = '^\\s*\\[\\s*[234]\\s*,\\s*"((?:[^"\\\\]|\\\\.)*)"'

/** True for the wanted frames among `f`; cheap conditions come first. */
function fits({ q, action, kind, messageType }: WantedRows): RawBuilder<boolean> {
  const all: RawBuilder<boolean>[] = [sql<boolean>`f.message is not null`]
  if (messageType) all.push(sql<boolean>`f.direction = ${messageType === 'INCOMING' ? 0 : 1}`)
  if (action)
    all.push(
      sql<boolean>`case when strpos(f.message, ${`"${action}"`}) > 0 then
        f.message ~ ${`^\\s*\\[\\s*2\\s*,\\s*"(?:[^"\\\\]|\\\\.)*"\\s*,\\s*"${action}"`} else false end`,
    )
  if (kind) all.push(sql<boolean>`f.message ~ ${BEGINNING[kind]}`)
  if (q) all.push(sql<boolean>`strpos(lower(f.message), lower(${q})) > 0`)
  return joined(all, 'AND')
}

export type Search = {
  wanted: WantedRows
  limit: number
  /** Only frames before this position. */
  before?: Position | undefined
  from?: Date
  /** The first instant that is too late. */
  until?: Date
  now: Date
  patienceMs?: number
  firstStep?: number
}
export type FoundEntries = { entries: LogEntry[]; next: string | null; searchedTo: Date }

/** Returns the newest frames that fit, at most `limit`, and where a later call goes on. */
export async function search(source: LogSource, pk: number, s: Search): Promise<FoundEntries> {
  const { wanted, limit, now, patienceMs = PATIENCE_MS, firstStep = FIRST_STEP } = s
  const { db } = source
  const kept = await logKeptSince(db, pk, now)
  const since = s.from && s.from > kept ? s.from : kept
  let end: Position = s.before ?? { at: s.until ?? endOfLog(now), id: 0 }
  const entries: LogEntry[] = []
  let step = firstStep
  for (const start = performance.now(); ; ) {
    const began = performance.now()
    const edge = await rowBack(db, pk, { since, end: end.at, n: step })
    // A row begins before its second frame passes: at the edge of the rows read, older rows may still have matches.
    const whole = edge && new Date(edge.getTime() + NEXT_MS)
    if (whole && whole >= end.at) {
      step *= 4
      continue
    }
    const floor = whole && whole > since ? whole : since
    const { at, id } = end
    const span = { from: reaching(floor), to: at }
    const rows = await withArchived(source, pk, span, async archived => {
      const found = await sql<LogRow>`
        select f.id, f.at, f.direction, f.message from ${frames(pk, span.from, span.to, archived)}
        where f.at >= ${floor} and (f.at, f.id) < (${at}, ${id}) and ${fits(wanted)}
        order by f.at desc, f.id desc limit ${limit - entries.length}`.execute(db)
      return found.rows
    })
    for (const r of rows) entries.push(entryOf(r))
    const last = rows.at(-1)
    if (last && entries.length === limit)
      return { entries, next: `${last.at.getTime()}.${last.id}`, searchedTo: last.at }
    if (floor === since) return { entries, next: null, searchedTo: since }
    end = { at: floor, id: 0 }
    const present = performance.now()
    if (present - start >= patienceMs) return { entries, next: `${floor.getTime()}.0`, searchedTo: floor }
    if (present - began < QUICK_MS) step = Math.min(step * 2, LARGEST_STEP)
    else step = Math.max(firstStep, step >> 1)
  }
}

/** An answer that comes later belongs to no request. */
const EXCHANGE_MS = 5 * 60_000
const MOST_OF_AN_ID = 20
/**
 * Returns the frames of a message id around a time, oldest first: a request and its answer. The id is not unescaped.
 */
export async function exchange(
  source: LogSource,
  pk: number,
  { at, messageId, since = new Date(0), now }: { at: Date; messageId: string; since?: Date; now: Date },
): Promise<LogEntry[]> {
  const kept = await logKeptSince(source.db, pk, now)
  const from = new Date(Math.max(at.getTime() - EXCHANGE_MS, kept.getTime(), since.getTime()))
  const to = new Date(at.getTime() + EXCHANGE_MS)
  const span = { from: reaching(from), to }
  return withArchived(source, pk, span, async archived => {
    const { rows } = await sql<LogRow>`
      select f.id, f.at, f.direction, f.message from ${frames(pk, span.from, span.to, archived)}
      where f.at >= ${from} and f.at <= ${to}
        and case when strpos(f.message, ${`"${messageId}"`}) > 0 then
          substring(f.message from ${MESSAGE_ID}) = ${messageId} else false end
      order by f.at, f.id limit ${MOST_OF_AN_ID}`.execute(source.db)
    return rows.map(entryOf)
  })
}
