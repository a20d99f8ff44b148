// The archived rows of a company: its files go along as they are, and are written anew on the other side, with the ids that
// sessions and charge points have there.
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { COLUMNS as METERS } from '#charging/metering/meter-archive.store.ts'
import { COLUMNS as FRAMES } from '#fleet/charger-logs/frame-archive.store.ts'
import type { Archive } from '#platform/archive/archive.ts'
import {
  ArchiveDraft,
  addDraft,
  checkedRows,
  type NamedFile,
  namedFiles,
  type Run,
} from '#platform/archive/archived.ts'
import { footerIn, type ParquetRow, placeOfGroup, rowsOfGroup } from '#platform/archive/parquet.ts'
import type { Through } from '#platform/backup/keys.ts'
import { Stored } from '#platform/backup/manifest.ts'
import { content, store } from '#platform/backup/streams.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { MoveIn } from '#platform/move/move-in.ts'

const RunRow = z.object({
  rowGroup: z.number(),
  firstKey: z.number().nullable(),
  lastKey: z.number().nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
  n: z.number(),
  entries: z.number(),
})
export const MovedFile = z.object({
  kind: z.enum(['meter_value', 'ocpp_frame']),
  month: z.string(),
  n: z.number(),
  blocks: z.number(),
  footerAt: z.number(),
  stored: Stored,
  runs: z.array(RunRow),
})
export type MovedFile = z.infer<typeof MovedFile>

/** The files of the archive that a company has. */
export const filesOfCompany = async (trx: Trx, companyId: number): Promise<NamedFile[]> =>
  (await namedFiles(trx)).filter(f => f.companyId === companyId)

/** Stores the archived files of a company, each read whole and compared with its sums before. */
export async function storeArchive(
  trx: Trx,
  archive: Archive,
  companyId: number,
  to: { place: Files; seal: Through },
): Promise<MovedFile[]> {
  const moved: MovedFile[] = []
  for (const file of await filesOfCompany(trx, companyId)) {
    await checkedRows(archive, file)
    const found = await archive.storeOf(file.place).get(file.name)
    if (!found) throw new Error(`The archive lacks the file ${file.name}`)
    const name = `archive/${file.archiveFileId}.parquet`
    const stored = await store(to.place, name, found.stream, { seal: to.seal, isCompressed: false })
    const { rows } = await sql<
      Run & { rowGroup: number }
    >`select row_group, first_key, last_key, first_at, last_at, n, entries
      from archive_run where archive_file_id = ${file.archiveFileId} order by row_group, first_key, first_at`.execute(
      trx,
    )
    const runs = rows.map(r => ({ ...r, firstAt: r.firstAt.toISOString(), lastAt: r.lastAt.toISOString() }))
    const { kind, month, n, blocks, footerAt } = file
    moved.push({ kind, month, n, blocks, footerAt, stored, runs })
  }
  return moved
}

type From = { place: Files; open: Through }
/** Writes a file anew with the ids of this side, and names it. Returns its name. */
export async function takeArchiveFile(
  move: MoveIn,
  archive: Archive,
  companyId: number,
  file: MovedFile,
  { place, open }: From,
): Promise<NamedFile> {
  const { stream, check } = await content(place, file.stored, { open, isCompressed: false })
  const bytes = await buffer(stream)
  check()
  const footer = footerIn(bytes.subarray(file.footerAt))
  const draft = new ArchiveDraft(file.kind === 'meter_value' ? METERS : FRAMES)
  for (const [group] of footer.row_groups.entries()) {
    const { from, to } = placeOfGroup(footer, group)
    const rows = await rowsOfGroup(footer, group, bytes.subarray(from, to), from)
    const sessions = await move.idsFor('session', distinct(rows, 'transaction_id'))
    const chargers = await move.idsFor('charger', distinct(rows, 'chargepoint_pk'))
    const keys = file.kind === 'meter_value' ? sessions : chargers
    const runs = file.runs
      .filter(r => r.rowGroup === group)
      .map(({ rowGroup: _, ...r }) => ({
        ...r,
        firstKey: r.firstKey === null ? null : (keys.get(r.firstKey) ?? null),
        lastKey: r.lastKey === null ? null : (keys.get(r.lastKey) ?? null),
        firstAt: new Date(r.firstAt),
        lastAt: new Date(r.lastAt),
      }))
    const renamed = (row: ParquetRow): ParquetRow => ({
      ...row,
      ...(typeof row.transaction_id === 'number' && { transaction_id: sessions.get(row.transaction_id) }),
      chargepoint_pk: chargers.get(row.chargepoint_pk as number),
    })
    draft.add(rows.map(renamed), runs, group === 0 ? file.blocks : 0)
  }
  if (draft.file.rows !== file.n)
    throw new Error(`${file.stored.name} has ${draft.file.rows} rows in place of ${file.n}`)
  return addDraft(move.trx, archive, { kind: file.kind, companyId, month: file.month, place: '' }, draft)
}

const distinct = (rows: readonly ParquetRow[], column: string): number[] => [
  ...new Set(rows.flatMap(r => (typeof r[column] === 'number' ? [r[column]] : []))),
]
