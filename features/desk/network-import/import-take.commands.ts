// Takes the checked rows of an import, batch by batch or all in one transaction, and takes them back.
import type { Services } from '#office/installation/services.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { inBatch } from './import-batch.commands.ts'
import { type Between, batchOf, byOf, contextOf, FEATURE, type Import, keyOf, stop } from './import-context.commands.ts'
import { reasonsOfRow } from './import-reasons.rules.ts'
import type { ImportRow } from './kinds/import-kind.commands.ts'
import { KINDS } from './kinds/import-kinds.commands.ts'
import * as store from './network-import.store.ts'
import { type ImportKind, type ImportResult, rowsAre } from './network-import.words.ts'

function endOf(kind: ImportKind, row: ImportRow, result: ImportResult): store.RowEnd {
  const end = { rowNo: row.rowNo, reasons: reasonsOfRow(kind, row, result) }
  return result.outcome === 'refused'
    ? { ...end, outcome: 'refused', recordId: null, before: null, after: null }
    : {
        ...end,
        outcome: result.outcome,
        recordId: result.recordId,
        before: result.before ?? null,
        after: result.after ?? null,
      }
}

/** Takes the next rows; returns what became of them, none where all are done. */
async function takeSome(services: Services, trx: Trx, i: Import, after: number): Promise<store.RowEnd[]> {
  const kind = KINDS[i.kind]
  const rows = await store.nextRows(trx, i.networkImportId, after, batchOf(i.kind))
  if (rows.length === 0) return []
  const c = await contextOf(services, trx, i)
  const read = rows.map(r => keyOf(i, kind, r))
  const results = await kind.apply(c, read)
  const ends = read.map((r, n) => endOf(i.kind, r, results[n] as ImportResult))
  await store.endRows(trx, i.networkImportId, ends)
  return ends
}

async function finish(services: Services, trx: Trx, i: Import): Promise<void> {
  const at = services.now()
  await store.change(trx, i.networkImportId, { state: 'Imported', endedAt: at })
  const counts = (await store.byIdWithCounts(trx, i.networkImportId))?.counts ?? {}
  await audit.write(trx, byOf(i), {
    action: 'import',
    feature: FEATURE,
    recordId: i.networkImportId,
    teamId: i.teamId,
    after: { kind: i.kind, file_name: i.fileName, ...counts },
  })
}

/** Takes the good rows; each batch is a transaction of its own. */
export async function takeGood(services: Services, i: Import, { between }: Between): Promise<void> {
  let last = 0
  for (let isOver = false; !isOver; ) {
    const batch = await services.db.transaction().execute(async trx => {
      const now = await store.lock(trx, i.networkImportId)
      if (now?.state !== 'Importing') return undefined
      const inner = inBatch(services, trx)
      const ends = await takeSome(inner.services, trx, i, last)
      if (ends.length === 0) await finish(services, trx, i)
      else await store.change(trx, i.networkImportId, { place: now.place + ends.length })
      return { tell: inner.tell, isLast: ends.length === 0, last: ends.at(-1)?.rowNo ?? last }
    })
    batch?.tell()
    isOver = batch === undefined || batch.isLast
    last = batch?.last ?? last
    if (!isOver) await between?.()
  }
}

class RowsRefused extends Error {
  readonly ends: readonly store.RowEnd[]
  constructor(ends: readonly store.RowEnd[]) {
    super('Rows are refused')
    this.ends = ends
  }
}
/** Takes all rows in one transaction, or none; progress is stored beside it. */
export async function takeAll(services: Services, i: Import, { between }: Between): Promise<void> {
  let place = 0
  let last = 0
  try {
    const tell = await services.db.transaction().execute(async trx => {
      if (!(await store.alone(trx, i.networkImportId))) return undefined
      if ((await store.byId(trx, i.networkImportId))?.state !== 'Importing') return undefined
      const inner = inBatch(services, trx)
      for (;;) {
        const ends = await takeSome(inner.services, trx, i, last)
        const bad = ends.filter(e => e.outcome === 'refused')
        if (bad.length > 0) throw new RowsRefused(bad)
        if (ends.length === 0) break
        place += ends.length
        last = ends.at(-1)?.rowNo ?? last
        await store.change(services.db, i.networkImportId, { place })
        await between?.()
      }
      await finish(services, trx, i)
      return inner.tell
    })
    tell?.()
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error
    await services.db.transaction().execute(async trx => {
      await store.endRows(trx, i.networkImportId, error.ends)
      await stop(services, trx, i, `${rowsAre(error.ends.length)} refused by now; nothing was imported.`)
    })
  }
}

/** Thrown to roll back a taking back: a record was used, or changed since. */
class Used extends Error {}
/** Takes back everything that an import made and changed, in one transaction. */
export async function takeBack(services: Services, i: Import, { between }: Between): Promise<void> {
  const kind = KINDS[i.kind]
  try {
    const tell = await services.db.transaction().execute(async trx => {
      // Nobody who asks for the import, or deletes an account, waits until all is taken back.
      if (!(await store.alone(trx, i.networkImportId))) return undefined
      if ((await store.byId(trx, i.networkImportId))?.state !== 'Taking back') return undefined
      const inner = inBatch(services, trx)
      for (;;) {
        const c = await contextOf(inner.services, trx, i)
        const rows = await store.lastDone(trx, i.networkImportId, batchOf(i.kind))
        if (rows.length === 0) break
        const why = await kind.takeBack(
          c,
          rows.map(r => ({ ...r, of: keyOf(i, kind, r) })),
        )
        const [first] = why
        if (first) {
          const line = rows.find(r => r.rowNo === first[0])?.line ?? 0
          throw new Used(`Line ${line}: ${first[1]}. Nothing was taken back.`)
        }
        await store.markBack(
          trx,
          i.networkImportId,
          rows.map(r => r.rowNo),
        )
        await between?.()
      }
      await store.change(trx, i.networkImportId, { state: 'Taken back', takenBackAt: services.now(), fault: null })
      await audit.write(trx, byOf(i), {
        action: 'take back',
        feature: FEATURE,
        recordId: i.networkImportId,
        teamId: i.teamId,
        before: { kind: i.kind, file_name: i.fileName },
      })
      return inner.tell
    })
    tell?.()
  } catch (error) {
    if (!(error instanceof Used)) throw error
    const { message } = error
    await services.db.transaction().execute(trx => stop(services, trx, i, message))
  }
}
