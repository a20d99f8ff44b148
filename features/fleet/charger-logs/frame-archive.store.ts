// The log of frames in the archive (platform/archive): blocks of charge points that end before a moment. The archive has no
// retention of its own, so that what is in it is shown for longer than the database keeps frames.
import { type RawBuilder, sql } from 'kysely'
import type { Archive, ArchiveGroup } from '#platform/archive/archive.ts'
import {
  ArchiveDraft,
  bringBack,
  checkedRows,
  commitDraft,
  groupJson,
  type NamedFile,
  type Run,
} from '#platform/archive/archived.ts'
import type { Column, ParquetRow } from '#platform/archive/parquet.ts'
import { bigints, ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { MOST_ROWS } from './frame-block.store.ts'

/** A row of a file is a row of the log: a frame, and mostly its answer. */
export const COLUMNS: readonly Column[] = [
  { name: 'chargepoint_pk', type: 'INT32' },
  { name: 'id', type: 'INT64' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'direction', type: 'INT32' },
  { name: 'message', type: 'STRING' },
  { name: 'next_at', type: 'TIMESTAMP', nullable: true },
  { name: 'next_message', type: 'STRING', nullable: true },
]
type FrameRow = {
  chargepointPk: number
  id: number
  at: Date
  direction: 0 | 1
  message: string
  nextAt: Date | null
  nextMessage: string | null
}
const rowOf = (f: FrameRow): ParquetRow => ({
  chargepoint_pk: f.chargepointPk,
  id: BigInt(f.id),
  at: f.at,
  direction: f.direction,
  message: f.message,
  next_at: f.nextAt,
  next_message: f.nextMessage,
})
const frameOf = (row: ParquetRow): FrameRow => ({
  chargepointPk: row.chargepoint_pk as number,
  id: Number(row.id),
  at: row.at as Date,
  direction: row.direction as 0 | 1,
  message: row.message as string,
  nextAt: (row.next_at as Date | null) ?? null,
  nextMessage: (row.next_message as string | null) ?? null,
})
const framesOf = (rows: readonly FrameRow[]): number => rows.reduce((n, f) => n + (f.nextMessage === null ? 1 : 2), 0)

/** The groups with rows of a charge point and a time, each once. */
const groupsBetween = async (db: Db, pk: number, from: Date, to: Date): Promise<ArchiveGroup[]> =>
  (
    await sql<{ archived: ArchiveGroup }>`select distinct on (f.archive_file_id, r.row_group) ${groupJson} as archived
      from archive_run r join archive_file f using (archive_file_id)
      where r.kind = 'ocpp_frame' and r.first_key = ${pk} and r.first_at <= ${to} and r.last_at >= ${from}
      order by f.archive_file_id, r.row_group`.execute(db)
  ).rows.map(r => r.archived)

/** Where a log is read: the database, and the archive behind it. */
export type LogSource = { db: Db; archive: Archive }
/** The archived rows of a charge point from a time to a time, both included, as SQL; undefined where there are none. */
export type ArchivedFrames = RawBuilder<unknown> | undefined

/**
 * Reads a log with the rows that are archived of a time. Where rows have moved meanwhile, all is read once more, so that each
 * row is found once. Rejects with ArchiveAway.
 */
export async function withArchived<R>(
  { db, archive }: LogSource,
  pk: number,
  { from, to }: { from: Date; to: Date },
  read: (archived: ArchivedFrames) => Promise<R>,
): Promise<R> {
  let groups = await groupsBetween(db, pk, from, to)
  for (;;) {
    const rows = (await archive.read(groups)).flat().map(frameOf)
    const result = await read(rowsAsSql(rows.filter(f => f.chargepointPk === pk && f.at >= from && f.at <= to)))
    const after = await groupsBetween(db, pk, from, to)
    if (JSON.stringify(after) === JSON.stringify(groups)) return result
    groups = after
  }
}

const rowsAsSql = (rows: readonly FrameRow[]): ArchivedFrames =>
  rows.length === 0
    ? undefined
    : sql`select u.id, u.at, u.direction, u.message, u.next_at, u.next_message from unnest(${bigints(rows.map(f => f.id))},
        ${times(rows.map(f => f.at))}, ${ints(rows.map(f => f.direction))}, ${texts(rows.map(f => f.message))},
        ${times(rows.map(f => f.nextAt))}, ${texts(rows.map(f => f.nextMessage))})
        u (id, at, direction, message, next_at, next_message)`

/** The archived rows of a charge point: the time of the first, and the number of frames; undefined where there are none. */
export async function archivedLog(db: Db, pk: number): Promise<{ since: Date; frames: number } | undefined> {
  const { rows } = await sql<{ since: Date | null; frames: number }>`
    select min(first_at) as since, coalesce(sum(entries), 0)::int as frames from archive_run
    where kind = 'ocpp_frame' and first_key = ${pk}`.execute(db)
  const { since = null, frames = 0 } = rows[0] ?? {}
  return since ? { since, frames } : undefined
}

/** Rows of a group: whoever reads a page of a log reads so many. */
const GROUP_ROWS = 2000
/** `begins`: the first row of its block. */
type BlockRow = FrameRow & { begins: boolean }

function runOf(rows: readonly FrameRow[]): Run {
  const pk = rows[0]?.chargepointPk ?? null
  const times = rows.map(f => f.at.getTime())
  return {
    firstKey: pk,
    lastKey: pk,
    firstAt: new Date(Math.min(...times)),
    lastAt: new Date(Math.max(...times)),
    n: rows.length,
    entries: framesOf(rows),
  }
}

/** Collects blocks of charge points in groups of a draft. */
class Groups {
  readonly draft = new ArchiveDraft(COLUMNS)
  /** The charge points with blocks in the draft. */
  readonly pks: number[] = []
  rows: FrameRow[] = []
  runs: Run[] = []
  blocks = 0
  /** Adds the rows of a charge point, block by block; a group ends with a block. */
  add(pk: number, rows: readonly BlockRow[]): void {
    this.pks.push(pk)
    let own: FrameRow[] = []
    const endRun = () => {
      if (own.length > 0) this.runs.push(runOf(own))
      own = []
    }
    for (const { begins, ...row } of rows) {
      if (begins && this.rows.length >= GROUP_ROWS) {
        endRun()
        this.close()
      }
      if (begins) this.blocks++
      own.push(row)
      this.rows.push(row)
    }
    endRun()
  }
  close(): void {
    if (this.rows.length > 0) this.draft.add(this.rows.map(rowOf), this.runs, this.blocks)
    this.rows = []
    this.runs = []
    this.blocks = 0
  }
}

type Meant = { before: Date; place: string }
export type MovedFrames = Pick<NamedFile, 'companyId' | 'month' | 'n' | 'blocks'> & Partial<NamedFile>

/** Blocks `b` of a month that end before a moment, of the packed log. */
const isOld = (month: string, before: Date): RawBuilder<boolean> => sql<boolean>`
  b.first_at >= ${month}::date::timestamp at time zone 'UTC'
  and b.first_at < (${month}::date + interval '1 month') at time zone 'UTC' and b.last_at < ${before}`

/** Moves the blocks that end before a moment into the archive; `archive` undefined: tells only. */
export async function archiveFrames(
  db: Db,
  archive: Archive | undefined,
  { before, place }: Meant,
  told: (moved: MovedFrames) => void,
): Promise<void> {
  const { rows } = await sql<{ month: string; companyId: number | null; pks: number[] }>`
    select to_char(b.first_at at time zone 'UTC', 'YYYY-MM-01') as month, c.company_id,
      array_agg(distinct b.chargepoint_pk order by b.chargepoint_pk) as pks
    from ocpp_frame_block b left join charger c using (chargepoint_pk)
    where b.last_at < ${before} group by 1, 2 order by 1, 2`.execute(db)
  for (const { month, companyId, pks } of rows) {
    const where = { kind: 'ocpp_frame' as const, companyId, month, place }
    let groups = new Groups()
    const end = async () => {
      groups.close()
      const { draft, pks } = groups
      groups = new Groups()
      if (draft.blocks === 0) return
      if (!archive) return told({ companyId, month, n: draft.file.rows, blocks: draft.blocks })
      told(
        await commitDraft(db, archive, where, draft, async trx => {
          const deleted = await sql`delete from ocpp_frame_block b
            where b.chargepoint_pk = any(${ints(pks)}) and ${isOld(month, before)}`.execute(trx)
          return Number(deleted.numAffectedRows ?? 0n)
        }),
      )
    }
    for (const pk of pks) {
      const { rows } = await sql<BlockRow>`
        select b.chargepoint_pk, u.id, u.at, u.direction, u.message, u.next_at, u.next_message, u.place = 1 as begins
        from ocpp_frame_block b cross join lateral unnest(b.ids, b.ats, b.directions, b.messages, b.next_ats,
          b.next_messages) with ordinality u (id, at, direction, message, next_at, next_message, place)
        where b.chargepoint_pk = ${pk} and ${isOld(month, before)}
        order by b.first_at, b.last_at, b.tableoid, b.ctid, u.place`.execute(db)
      groups.add(pk, rows)
      if (groups.draft.isFull) await end()
    }
    await end()
  }
}

/** Brings the rows of a file back into blocks; rows past the retention of the database are dropped there in time. */
export async function bringFramesBack(db: Db, archive: Archive, file: NamedFile): Promise<void> {
  const rows = (await checkedRows(archive, file)).flat().map(frameOf)
  const blocks: FrameRow[][] = []
  for (const f of rows) {
    const block = blocks.at(-1)
    const first = block?.[0]
    const isNear = first?.chargepointPk === f.chargepointPk && f.at.getTime() - first.at.getTime() < LONGEST_BLOCK_MS
    if (block && isNear && block.length < MOST_ROWS) block.push(f)
    else blocks.push([f])
  }
  await bringBack(db, file, trx => insertBlocks(trx, blocks))
}
const LONGEST_BLOCK_MS = 7 * 86_400_000
/** Blocks that are inserted by one statement. */
const AT_ONCE = 100

async function insertBlocks(trx: Trx, blocks: readonly FrameRow[][]): Promise<number> {
  let inserted = 0
  for (let from = 0; from < blocks.length; from += AT_ONCE) {
    const some = blocks.slice(from, from + AT_ONCE)
    const rows = some.flat()
    const { rows: written } = await sql<{ n: number }>`insert into ocpp_frame_block
        (chargepoint_pk, first_at, last_at, n, ids, ats, directions, messages, next_ats, next_messages)
      select pk, min(at), max(at), count(*), array_agg(id order by at, id), array_agg(at order by at, id),
        array_agg(direction order by at, id), array_agg(message order by at, id), array_agg(next_at order by at, id),
        array_agg(next_message order by at, id)
      from unnest(${ints(some.flatMap((block, i) => block.map(() => i)))}, ${ints(rows.map(f => f.chargepointPk))},
        ${bigints(rows.map(f => f.id))}, ${times(rows.map(f => f.at))}, ${ints(rows.map(f => f.direction))}::smallint[],
        ${texts(rows.map(f => f.message))}, ${times(rows.map(f => f.nextAt))}, ${texts(rows.map(f => f.nextMessage))})
        u (block, pk, id, at, direction, message, next_at, next_message)
      group by block, pk returning n`.execute(trx)
    inserted += written.reduce((n, block) => n + block.n, 0)
  }
  return inserted
}
