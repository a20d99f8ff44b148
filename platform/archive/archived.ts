// Moving rows into the archive and back. A file is written, read back and compared with the rows; then one transaction
// removes the rows from their table and names the file, so that every reader finds each row once. Whatever breaks off before
// leaves the rows where they were, and at most a file that the database does not name. The name of a file holds the sum of
// its bytes: the same rows again are the same file, and no file is ever written over.
import { createHash, type Hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import { bigints, ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Archive, ArchiveAway, type ArchiveFile, type ArchiveGroup, sumOfBytes } from './archive.ts'
import { type Column, footerIn, ParquetFile, type ParquetRow, placeOfGroup, rowsOfGroup } from './parquet.ts'

/** The table that rows come from. */
export type ArchiveKind = 'meter_value' | 'ocpp_frame'
/** The rows of a key that stand together in a group. `entries` is what readers count of them. */
export type Run = {
  firstKey: number | null
  lastKey: number | null
  firstAt: Date
  lastAt: Date
  n: number
  entries: number
}
/** A file that the database names. */
export type NamedFile = ArchiveFile & {
  archiveFileId: number
  kind: ArchiveKind
  companyId: number | null
  /** The first day of the month, as yyyy-MM-dd. */
  month: string
  sha256: string
  n: number
  blocks: number
}

/** A file is closed at about so many bytes; its footer stays short, and whoever writes it holds it in memory. */
const FULL_BYTES = 16 * 1024 ** 2
const ARCHIVE_LOCK = 7_001_098

/** Runs a command on the archive, one at a time for a database. Rejects where another one works. */
export const alone = <R>(db: Db, work: () => Promise<R>): Promise<R> =>
  db.connection().execute(async holder => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${ARCHIVE_LOCK}) as mine`.execute(holder)
    if (!rows[0]?.mine) throw new Error('Another command works on the archive of this database.')
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${ARCHIVE_LOCK})`.execute(holder)
    }
  })

/** The sum of rows in their order, by their values as a reader finds them. */
const addToSum = (sum: Hash, rows: readonly ParquetRow[]): void => {
  for (const row of rows)
    sum.update(`${JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}\n`)
}

/** A file of the archive in the making, with what the database is to know of it. */
export class ArchiveDraft {
  readonly columns: readonly Column[]
  readonly file: ParquetFile
  readonly runs: (Run & { rowGroup: number })[] = []
  readonly sum = createHash('sha256')
  blocks = 0
  constructor(columns: readonly Column[]) {
    this.columns = columns
    this.file = new ParquetFile(columns)
  }
  get isFull(): boolean {
    return this.file.bytes >= FULL_BYTES
  }
  /** Adds a group of rows, which were `blocks` rows of the table. */
  add(rows: readonly ParquetRow[], runs: readonly Run[], blocks: number): void {
    addToSum(this.sum, rows)
    this.runs.push(...runs.map(run => ({ ...run, rowGroup: this.file.groups.length })))
    this.file.add(rows)
    this.blocks += blocks
  }
}

type Where = { kind: ArchiveKind; companyId: number | null; month: string; place: string }
/** A draft that lies in its store, and is named by no database yet. */
type Laid = ArchiveFile & { sha256: string; groups: readonly Group[] }
/** Stores a draft, and compares what the store gives back with the rows. */
async function layDraft(
  archive: Archive,
  { kind, companyId, month, place }: Where,
  draft: ArchiveDraft,
): Promise<Laid> {
  const { content, footerAt } = draft.file.finish()
  const sha256 = createHash('sha256').update(content).digest('hex')
  const name = `archive/${kind}/${companyId ?? 'none'}/${month.slice(0, 7)}-${sha256.slice(0, 16)}.parquet`
  const footerSum = sumOfBytes(content.subarray(footerAt))
  const file = { place, name, bytes: content.length, footerAt, footerSum }
  const groups = draft.file.groups.map(g => ({ ...g, sum: sumOfBytes(content.subarray(g.from, g.to)) }))
  await archive.storeOf(place).put(name, content)
  await demandSame(archive, { ...file, sha256 }, draft.sum.digest('hex'))
  return { ...file, sha256, groups }
}

/** Names a file in the database. */
async function nameFile(trx: Trx, where: Where, draft: ArchiveDraft, laid: Laid): Promise<NamedFile> {
  const { kind, companyId, month } = where
  const { groups, ...file } = laid
  const { rows } = await sql<{ archiveFileId: number }>`
    insert into archive_file (kind, company_id, month, place, name, bytes, sha256, footer_at, footer_sum, n, blocks)
    values (${kind}, ${companyId}, ${month}, ${file.place}, ${file.name}, ${file.bytes}, ${file.sha256}, ${file.footerAt},
      ${file.footerSum}, ${draft.file.rows}, ${draft.blocks}) returning archive_file_id`.execute(trx)
  const archiveFileId = rows[0]?.archiveFileId ?? 0
  await insertRuns(trx, archiveFileId, kind, draft.runs, groups)
  return { ...file, archiveFileId, kind, companyId, month, n: draft.file.rows, blocks: draft.blocks }
}

/**
 * Stores a draft, compares what the store gives back with the rows, and lets the file take the place of the rows:
 * `removeRows` removes them from their table and returns how many it removed. Rejects, and leaves the rows, where the store
 * gives back anything else, or where the table is not as it was read.
 */
export async function commitDraft(
  db: Db,
  archive: Archive,
  where: Where,
  draft: ArchiveDraft,
  removeRows: (trx: Trx) => Promise<number>,
): Promise<NamedFile> {
  const laid = await layDraft(archive, where, draft)
  return db.transaction().execute(async trx => {
    const removed = await removeRows(trx)
    if (removed !== draft.blocks)
      throw new Error(
        `${where.kind} has changed meanwhile: ${removed} blocks in place of ${draft.blocks}. Please try again.`,
      )
    return nameFile(trx, where, draft, laid)
  })
}

/** Stores a draft whose rows come from another installation, and names it in the transaction that takes them in. */
export const addDraft = async (trx: Trx, archive: Archive, where: Where, draft: ArchiveDraft): Promise<NamedFile> =>
  nameFile(trx, where, draft, await layDraft(archive, where, draft))

type Group = ParquetFile['groups'][number] & { sum: string }
const insertRuns = (
  trx: Trx,
  fileId: number,
  kind: ArchiveKind,
  runs: ArchiveDraft['runs'],
  groups: readonly Group[],
): Promise<unknown> =>
  sql`insert into archive_run (archive_file_id, kind, row_group, from_byte, to_byte, sum, first_key, last_key, first_at,
      last_at, n, entries)
    select ${fileId}, ${kind}, r.* from unnest(${ints(runs.map(r => r.rowGroup))},
      ${bigints(runs.map(r => groups[r.rowGroup]?.from ?? 0))}, ${bigints(runs.map(r => groups[r.rowGroup]?.to ?? 0))},
      ${texts(runs.map(r => groups[r.rowGroup]?.sum ?? ''))}, ${ints(runs.map(r => r.firstKey))},
      ${ints(runs.map(r => r.lastKey))}, ${times(runs.map(r => r.firstAt))}, ${times(runs.map(r => r.lastAt))},
      ${ints(runs.map(r => r.n))}, ${ints(runs.map(r => r.entries))}) r`.execute(trx)

/** Reads a file as it lies in its store, whole: its bytes, and its rows where their sum is given. */
async function demandSame(
  archive: Archive,
  file: ArchiveFile & { sha256: string },
  sumOfRows?: string,
): Promise<ParquetRow[][]> {
  const found = await archive.storeOf(file.place).get(file.name)
  if (!found) throw new ArchiveAway(`The archive lacks the file ${file.name}`)
  const bytes = await buffer(found.stream)
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256)
    throw new ArchiveAway(`The file ${file.name} of the archive is not as it was written`)
  const footer = footerIn(bytes.subarray(file.footerAt))
  const groups: ParquetRow[][] = []
  const sum = createHash('sha256')
  for (const [group] of footer.row_groups.entries()) {
    const { from, to } = placeOfGroup(footer, group)
    const rows = await rowsOfGroup(footer, group, bytes.subarray(from, to), from)
    addToSum(sum, rows)
    groups.push(rows)
  }
  if (sumOfRows !== undefined && sum.digest('hex') !== sumOfRows)
    throw new Error(`The rows of ${file.name} are not those that were written`)
  return groups
}

/** The files that the database names, oldest first. */
export const namedFiles = async (db: Db | Trx): Promise<NamedFile[]> =>
  (
    await sql<NamedFile>`select archive_file_id, kind, company_id, month::text as month, place, name, bytes, sha256, footer_at,
      footer_sum, n, blocks from archive_file order by archive_file_id`.execute(db)
  ).rows

const PARQUET_END = 'PAR1'
/** Rejects where a file is not in its store, or ends elsewhere. Four bytes are read. */
export async function demandThere(archive: Archive, { place, name, bytes }: ArchiveFile): Promise<void> {
  const end = await archive.storeOf(place).part(name, bytes - PARQUET_END.length, bytes)
  if (!end) throw new ArchiveAway(`The archive lacks the file ${name}`)
  if (Buffer.from(end).toString('latin1') !== PARQUET_END)
    throw new ArchiveAway(`The file ${name} of the archive is not as it was written`)
}

/** Reads a file whole and compares its bytes and the number of its rows; returns its rows by groups. */
export async function checkedRows(archive: Archive, file: NamedFile): Promise<ParquetRow[][]> {
  const groups = await demandSame(archive, file)
  const n = groups.reduce((sum, rows) => sum + rows.length, 0)
  if (n !== file.n) throw new ArchiveAway(`The file ${file.name} of the archive has ${n} rows in place of ${file.n}`)
  return groups
}

/**
 * Brings the rows of a file back into their table: `insertRows` inserts them and returns their number. The file
 * stays in its store; the database names it no longer.
 */
export const bringBack = (db: Db, file: NamedFile, insertRows: (trx: Trx) => Promise<number>): Promise<void> =>
  db.transaction().execute(async trx => {
    const { numAffectedRows: n } =
      await sql`delete from archive_file where archive_file_id = ${file.archiveFileId}`.execute(trx)
    if (n !== 1n) throw new Error(`${file.name} is no longer named by the database.`)
    const inserted = await insertRows(trx)
    if (inserted !== file.n)
      throw new Error(`${file.name} gave ${inserted} rows in place of ${file.n}; nothing was changed.`)
  })

/** The columns of an ArchiveGroup as one value of JSON, of the tables `f` and `r`. */
export const groupJson: RawBuilder<unknown> = sql`json_build_object('place', f.place, 'name', f.name,
  'bytes', f.bytes, 'footerAt', f.footer_at, 'footerSum', f.footer_sum, 'rowGroup', r.row_group, 'fromByte', r.from_byte,
  'toByte', r.to_byte, 'sum', r.sum)`
/** The statement of groups (`archived`, as in groupJson) that have rows of these keys, each once. */
export const groupsOfKeys = (
  kind: 'meter_value',
  keys: readonly number[],
): RawBuilder<{ archived: ArchiveGroup }> => sql`
  select ${groupJson} as archived from archive_file f join (select distinct r.archive_file_id, r.row_group, r.from_byte, r.to_byte, r.sum
      from unnest(${ints(keys)}) k (id) join archive_run r
        on r.kind = ${sql.lit(kind)} and r.first_key is not null and int4range(r.first_key, r.last_key, '[]') @> k.id) r using (archive_file_id)`
