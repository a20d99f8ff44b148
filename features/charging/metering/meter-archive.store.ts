// Meter values of old sessions in the archive (platform/archive): of sessions that have ended before a moment and wait for
// nobody, and of no session. What is not in the archive stays in blocks and rows (meter-block.store.ts).
import { sql } from 'kysely'
import type { Archive, ArchiveGroup } from '#platform/archive/archive.ts'
import {
  ArchiveDraft,
  bringBack,
  checkedRows,
  commitDraft,
  type NamedFile,
  type Run,
} from '#platform/archive/archived.ts'
import type { Column, ParquetRow } from '#platform/archive/parquet.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { sealedUntil } from '#platform/db/sealed.ts'
import type { SampledValue } from './meter.rules.ts'
import { insertBlocks, metersOfBlock, type NewBlock, type StoredMeter } from './meter-block.store.ts'

/** A row of a file is a meter value. `until_at` is that of its block, for the way back; `samples` is JSON as it was sent. */
export const COLUMNS: readonly Column[] = [
  { name: 'transaction_id', type: 'INT32', nullable: true },
  { name: 'chargepoint_pk', type: 'INT32' },
  { name: 'connector_id', type: 'INT32' },
  { name: 'at', type: 'TIMESTAMP' },
  { name: 'received_at', type: 'TIMESTAMP' },
  { name: 'until_at', type: 'TIMESTAMP' },
  { name: 'samples', type: 'STRING' },
]
type ArchivedMeter = StoredMeter & { untilAt: Date }
const rowOf = (m: ArchivedMeter): ParquetRow => ({
  transaction_id: m.transactionId,
  chargepoint_pk: m.chargepointPk,
  connector_id: m.connectorId,
  at: m.at,
  received_at: m.receivedAt,
  until_at: m.untilAt,
  samples: JSON.stringify(m.samples),
})
const meterOf = (row: ParquetRow): ArchivedMeter => ({
  transactionId: row.transaction_id as number | null,
  chargepointPk: row.chargepoint_pk as number,
  connectorId: row.connector_id as number,
  at: row.at as Date,
  receivedAt: row.received_at as Date,
  untilAt: row.until_at as Date,
  samples: JSON.parse(row.samples as string) as SampledValue[],
})

/** The meter values of some sessions in groups of the archive. */
export async function archivedMeters(
  archive: Archive,
  groups: readonly ArchiveGroup[],
  sessions: ReadonlySet<number>,
): Promise<StoredMeter[]> {
  const found: StoredMeter[] = []
  for (const rows of await archive.read(groups))
    for (const row of rows)
      if (sessions.has(row.transaction_id as number)) {
        const { untilAt: _, ...meter } = meterOf(row)
        found.push(meter)
      }
  return found
}

type Block = { transactionId: number | null; chargepointPk: number; untilAt: Date; data: Buffer }
const metersOf = (blocks: readonly Block[]): ArchivedMeter[] =>
  blocks.flatMap(({ data, ...owner }) => metersOfBlock(data).map(m => ({ ...m, ...owner })))

/** Meter values of a group: whoever reads one session reads so many. */
const GROUP_ROWS = 2000
/** Sessions that are read from the table together. */
const AT_ONCE = 200
/** Sessions that are chosen together, so that memory is bounded. */
const WINDOW = 1_000_000

function runOf(meters: readonly ArchivedMeter[]): Run {
  const keys = meters.map(m => m.transactionId)
  const times = meters.map(m => m.receivedAt.getTime())
  const at = (ms: number) => new Date(ms)
  return {
    firstKey: keys[0] ?? null,
    lastKey: keys.at(-1) ?? null,
    firstAt: at(Math.min(...times)),
    lastAt: at(Math.max(...times)),
    n: meters.length,
    entries: meters.length,
  }
}

type Meant = { before: Date; place: string }
/** A file that was written, or in a dry run its content. */
export type MovedMeters = Pick<NamedFile, 'companyId' | 'month' | 'n' | 'blocks'> & Partial<NamedFile>
type Told = (moved: MovedMeters) => void

/** Sessions of a company and a month. `key` sorts and names them. */
type Chosen = Map<string, { companyId: number; month: string; ids: number[] }>

/** Up to which moment the blocks are complete: those that are sealed later are not among the blocks that were read. */
const markOf = async (db: Db): Promise<Date> =>
  (await sql<{ mark: Date }>`select ${sealedUntil('meter_value')} as mark`.execute(db)).rows[0]?.mark ?? new Date(0)

/** The sessions with blocks that have ended before a moment and wait for nobody, after an id, by company and month. */
async function choose(db: Db, before: Date, after: number): Promise<{ chosen: Chosen; last: number | undefined }> {
  const chosen: Chosen = new Map()
  let count = 0
  let last: number | undefined = after
  while (last !== undefined && count < WINDOW) {
    const { rows } = await sql<{ id: number | null; companyId: number | null; month: string | null }>`
      select b.id, t.company_id, to_char(t.started_at at time zone 'UTC', 'YYYY-MM-01') as month
      from (select distinct transaction_id as id from meter_block where transaction_id > ${last} order by 1 limit 5000) b
        left join transaction t on t.transaction_id = b.id and t.stopped_at < ${before}
          and coalesce(t.stop_received_at, t.stopped_at) < ${before} and not t.in_review
      order by b.id`.execute(db)
    last = rows.at(-1)?.id ?? undefined
    for (const { id, companyId, month } of rows) {
      if (id === null || companyId === null || month === null) continue
      const key = `${companyId} ${month}`
      const group = chosen.get(key) ?? { companyId, month, ids: [] }
      chosen.set(key, group)
      group.ids.push(id)
      count++
    }
  }
  return { chosen, last }
}

/** Moves the meter values of sessions that ended before a moment into the archive; `archive` undefined: tells only. */
export async function archiveMeters(db: Db, archive: Archive | undefined, meant: Meant, told: Told): Promise<void> {
  const mark = await markOf(db)
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { chosen, last } = await choose(db, meant.before, after)
    for (const { companyId, month, ids } of chosen.values())
      await archiveSessions(db, archive, { ...meant, companyId, month, mark }, ids, told)
    after = last
  }
  await archiveLoose(db, archive, { ...meant, mark }, told)
}

type Place = Meant & { companyId: number | null; month: string; mark: Date }
/** Collects groups in drafts, and commits each draft that is full. */
class Drafts {
  draft = new ArchiveDraft(COLUMNS)
  /** What the rows are removed by when the draft is committed. */
  ids: (number | Date)[] = []
  readonly commit: (draft: ArchiveDraft, ids: (number | Date)[]) => Promise<void>
  constructor(commit: (draft: ArchiveDraft, ids: (number | Date)[]) => Promise<void>) {
    this.commit = commit
  }
  async add(blocks: readonly Block[], ids: readonly (number | Date)[]): Promise<void> {
    this.ids.push(...ids)
    const meters = metersOf(blocks)
    for (let from = 0; from < meters.length; from += GROUP_ROWS) {
      const group = meters.slice(from, from + GROUP_ROWS)
      this.draft.add(group.map(rowOf), [runOf(group)], from === 0 ? blocks.length : 0)
    }
    if (this.draft.isFull) await this.end()
  }
  async end(): Promise<void> {
    if (this.draft.blocks > 0) await this.commit(this.draft, this.ids)
    this.draft = new ArchiveDraft(COLUMNS)
    this.ids = []
  }
}

const committer = (db: Db, archive: Archive | undefined, place: Place, told: Told) =>
  new Drafts(async (draft, ids) => {
    const { companyId, month, mark } = place
    if (!archive) return told({ companyId, month, n: draft.file.rows, blocks: draft.blocks })
    const where = { kind: 'meter_value' as const, companyId, month, place: place.place }
    const isSession = typeof ids[0] === 'number'
    told(
      await commitDraft(db, archive, where, draft, async trx => {
        const deleted = isSession
          ? sql`delete from meter_block where transaction_id = any(${ints(ids as number[])}) and until_at <= ${mark}`
          : sql`delete from meter_block where transaction_id is null and until_at = any(${ids as Date[]}::timestamptz[])`
        return Number((await deleted.execute(trx)).numAffectedRows ?? 0n)
      }),
    )
  })

async function archiveSessions(
  db: Db,
  archive: Archive | undefined,
  place: Place,
  ids: readonly number[],
  told: Told,
): Promise<void> {
  const drafts = committer(db, archive, place, told)
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    const { rows } = await sql<Block>`select transaction_id, chargepoint_pk, until_at, data from meter_block
      where transaction_id = any(${ints(some)}) and until_at <= ${place.mark} order by transaction_id, until_at`.execute(
      db,
    )
    if (rows.length > 0) await drafts.add(rows, some)
  }
  await drafts.end()
}

/** Meter values of no session, day by day; the table is looked through once for the days and once for each. */
async function archiveLoose(
  db: Db,
  archive: Archive | undefined,
  place: Omit<Place, 'companyId' | 'month'>,
  told: Told,
) {
  const { rows: days } = await sql<{ untilAt: Date; month: string }>`
    select until_at, to_char(until_at at time zone 'UTC' - interval '1 ms', 'YYYY-MM-01') as month from meter_block
    where transaction_id is null and until_at <= ${place.before} and until_at <= ${place.mark} group by 1, 2 order by 1`.execute(
    db,
  )
  for (const month of new Set(days.map(d => d.month))) {
    const drafts = committer(db, archive, { ...place, companyId: null, month }, told)
    for (const { untilAt } of days.filter(d => d.month === month)) {
      const { rows } = await sql<Block>`select transaction_id, chargepoint_pk, until_at, data from meter_block
        where transaction_id is null and until_at = ${untilAt} order by chargepoint_pk`.execute(db)
      await drafts.add(rows, [untilAt])
    }
    await drafts.end()
  }
}

/** Brings the meter values of a file back into blocks. */
export async function bringMetersBack(db: Db, archive: Archive, file: NamedFile): Promise<void> {
  const meters = (await checkedRows(archive, file)).flat().map(meterOf)
  await bringBack(db, file, trx => writeBack(trx, meters))
}

async function writeBack(trx: Trx, meters: readonly ArchivedMeter[]): Promise<number> {
  const same = (a: ArchivedMeter, b: ArchivedMeter) =>
    a.transactionId === b.transactionId && a.chargepointPk === b.chargepointPk && +a.untilAt === +b.untilAt
  const blocks: NewBlock[] = []
  for (const m of meters) {
    const block = blocks.at(-1)
    const first = block?.meters[0] as ArchivedMeter | undefined
    if (block && first && same(first, m)) (block.meters as ArchivedMeter[]).push(m)
    else blocks.push({ untilAt: m.untilAt, meters: [m] })
  }
  await insertBlocks(trx, blocks)
  return meters.length
}
