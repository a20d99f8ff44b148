// Checks the rows of an import: takes them in a transaction that is rolled back, and keeps what became of each.
import type { Services } from '#office/installation/services.ts'
import type { Trx } from '#platform/db/db.ts'
import { inBatch } from './import-batch.commands.ts'
import { type Between, batchOf, contextOf, type Import, keyOf, type Numbered } from './import-context.commands.ts'
import { rowsOf } from './import-file.commands.ts'
import { reasonsOfRow } from './import-reasons.rules.ts'
import type { FileRow } from './import-text.rules.ts'
import { type ImportRow, type KindOfImport, refused } from './kinds/import-kind.commands.ts'
import { KINDS } from './kinds/import-kinds.commands.ts'
import * as store from './network-import.store.ts'
import { type ImportResult, writtenKey } from './network-import.words.ts'

const CUT = 'The file ends in the middle of this row'
/** Thrown to roll back what a check has done. */
const UNDONE = new Error('A check is undone')

async function* batches(rows: AsyncIterable<FileRow>, from: number, size: number): AsyncGenerator<Numbered[]> {
  let batch: Numbered[] = []
  let rowNo = -1
  for await (const row of rows) {
    rowNo++
    // The header, and what an earlier attempt has done.
    if (rowNo === 0 || rowNo <= from) continue
    batch.push({ ...row, rowNo })
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Rows whose key stands earlier in the file, or whose form speaks against them. */
async function faultsInFile(trx: Trx, i: Import, rows: readonly Numbered[], read: readonly ImportRow[]) {
  const keys = read.flatMap(r => r.key ?? [])
  const lines = await store.linesOf(trx, i.networkImportId, keys)
  const faults = new Map<number, ImportResult>()
  for (const [n, row] of read.entries()) {
    const file = rows[n] as Numbered
    const first = row.key === null ? undefined : lines.get(row.key)
    if (file.isCut) faults.set(row.rowNo, refused([{ field: '', value: '', reason: CUT }]))
    else if (file.cells.slice(i.headers.length).some(c => c.trim() !== ''))
      faults.set(
        row.rowNo,
        refused([
          {
            field: '',
            value: '',
            reason: `The row has ${file.cells.length} cells, the header ${i.headers.length}`,
          },
        ]),
      )
    else if (first !== undefined)
      faults.set(
        row.rowNo,
        refused([
          { field: '', value: writtenKey(i.kind, row.values) ?? '', reason: `The same key stands on line ${first}` },
        ]),
      )
    else if (row.key !== null) lines.set(row.key, row.line)
  }
  return faults
}

/** Returns what would become of rows: they are taken in a transaction that is rolled back. */
async function tryRows(services: Services, i: Import, kind: KindOfImport, rows: readonly Numbered[]) {
  let results: store.CheckedRow[] = []
  await services.db
    .transaction()
    .execute(async trx => {
      const read = rows.map(r => keyOf(i, kind, r))
      const faults = await faultsInFile(trx, i, rows, read)
      const good = read.filter(r => !faults.has(r.rowNo))
      const c = await contextOf(inBatch(services, trx).services, trx, i)
      const done = await kind.apply(c, good)
      const byRow = new Map(good.map((r, n) => [r.rowNo, done[n] as ImportResult]))
      results = read.map((r, n) => {
        const result = faults.get(r.rowNo) ?? (byRow.get(r.rowNo) as ImportResult)
        return {
          rowNo: r.rowNo,
          line: r.line,
          cells: (rows[n] as Numbered).cells.slice(0, i.headers.length),
          key: r.key,
          outcome: result.outcome,
          reasons: reasonsOfRow(i.kind, r, result),
        }
      })
      throw UNDONE
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error
    })
  return results
}

/** Checks the rows that are left, batch by batch. */
export async function check(services: Services, i: Import, { between }: Between): Promise<void> {
  const kind = KINDS[i.kind]
  let place = i.place
  for await (const rows of batches(rowsOf(services.files, i.storedName, i), place, batchOf(i.kind))) {
    const checked = await tryRows(services, i, kind, rows)
    const isMine = await services.db.transaction().execute(async trx => {
      const now = await store.lock(trx, i.networkImportId)
      if (now?.state !== 'Checking' || now.place !== place) return false
      await store.addRows(trx, i.networkImportId, checked)
      place += rows.length
      await store.change(trx, i.networkImportId, { place })
      return true
    })
    // Somebody else checks it too, or it was begun anew.
    if (!isMine) return
    await between?.()
  }
  await services.db.transaction().execute(async trx => {
    const now = await store.lock(trx, i.networkImportId)
    if (now?.state === 'Checking')
      await store.change(trx, i.networkImportId, { state: 'Checked', checkedAt: services.now() })
  })
}
