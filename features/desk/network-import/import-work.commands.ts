// The work on an import, by a job: rows are checked, taken or taken back in batches. The place that is reached is stored
// in the transaction of the batch, so that a node that dies repeats nothing and forgets nothing; the next attempt goes on
// there. All or nothing is one transaction, begun anew after a death. A check does what taking would do, and undoes it.

import { dayOf } from '@wattdesk/base/time'
import { HttpFailure } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { readUser, scopeIfHeld, teamScope, type Who } from '#platform/access/scope.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { inBatch } from './import-batch.commands.ts'
import { tellEnd } from './import-end.commands.ts'
import { FileFault, rowsOf } from './import-file.commands.ts'
import type { FileRow } from './import-text.rules.ts'
import { valuesOf } from './import-values.rules.ts'
import {
  type ImportContext,
  type ImportResult,
  type ImportRow,
  type KindOfImport,
  refused,
} from './kinds/import-kind.commands.ts'
import { KINDS } from './kinds/import-kinds.commands.ts'
import * as store from './network-import.store.ts'
import { KIND_WORDS } from './network-import.words.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** An import to be checked, taken or taken back, as its state says. */
    'network-import': { networkImportId: number }
  }
}

/** Tags go many at once; rows of other kinds are acts of their own, and hold their records for as long as the batch. */
const BATCH: Readonly<Record<string, number>> = { tags: 500 }
const batchOf = (kind: string): number => BATCH[kind] ?? 50
export const FEATURE = 'NetworkImport'
const GONE = 'Whoever asked for the import may not do so any more'
const CUT = 'The file ends in the middle of this row'
const OUTSIDE = new Error('A check is undone')

/** For tests: what happens between two batches. */
export type Between = { between?: () => Promise<void> | void }
type Import = store.ImportRecord

/** The person as of now; the import stops where the right is gone. */
async function personOf(services: Services, trx: Trx, i: Import): Promise<Who> {
  const today = dayOf(services.now(), services.timeZone)
  const who = await readUser(trx, i.userId, today)
  if (!who) throw new HttpFailure(403, GONE)
  return who
}
const byOf = (i: Import): audit.By => ({ userId: i.userId, username: i.username, ip: i.ip, written: 0 })

async function contextOf(services: Services, trx: Trx, i: Import): Promise<ImportContext> {
  const who = await personOf(services, trx, i)
  const { create, update } = KIND_WORDS[i.kind]
  const { scope, roleTeamId } = await teamScope(trx, who, i.teamId, create)
  return {
    services,
    trx,
    importId: i.networkImportId,
    kind: i.kind,
    who,
    by: byOf(i),
    teamId: i.teamId,
    companyId: i.companyId,
    scope,
    changes: await scopeIfHeld(trx, who, i.teamId, update),
    roleTeamId,
    hasDecimalComma: i.delimiter === ';',
  }
}

type Numbered = FileRow & { rowNo: number }
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

const keyOf = (i: Import, kind: KindOfImport, row: Numbered | store.StoredRow): ImportRow => {
  const values = valuesOf(row.cells, i.columns ?? {})
  return { rowNo: row.rowNo, line: row.line, values, key: kind.keyOf(values) }
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
        refused([{ field: '', value: row.key ?? '', reason: `The same key stands on line ${first}` }]),
      )
    else if (row.key !== null) lines.set(row.key, row.line)
  }
  return faults
}

/** What taking these rows would do: it is done, and undone. */
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
          reasons: result.outcome === 'refused' ? result.reasons : null,
        }
      })
      throw OUTSIDE
    })
    .catch((error: unknown) => {
      if (error !== OUTSIDE) throw error
    })
  return results
}

async function check(services: Services, i: Import, { between }: Between): Promise<void> {
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

const endOf = (rowNo: number, result: ImportResult): store.RowEnd =>
  result.outcome === 'refused'
    ? { rowNo, outcome: 'refused', recordId: null, before: null, after: null, reasons: result.reasons }
    : {
        rowNo,
        outcome: result.outcome,
        recordId: result.recordId,
        before: result.before ?? null,
        after: result.after ?? null,
        reasons: null,
      }

/** Takes the next rows; returns what became of them, none where all are done. */
async function takeSome(services: Services, trx: Trx, i: Import, after: number): Promise<store.RowEnd[]> {
  const kind = KINDS[i.kind]
  const rows = await store.nextRows(trx, i.networkImportId, after, batchOf(i.kind))
  if (rows.length === 0) return []
  const c = await contextOf(services, trx, i)
  const results = await kind.apply(
    c,
    rows.map(r => keyOf(i, kind, r)),
  )
  const ends = rows.map((r, n) => endOf(r.rowNo, results[n] as ImportResult))
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

async function takeGood(services: Services, i: Import, { between }: Between): Promise<void> {
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
/** All rows in one transaction. Progress is told beside it. */
async function takeAll(services: Services, i: Import, { between }: Between): Promise<void> {
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
      await stop(services, trx, i, `${error.ends.length} rows are refused by now; nothing was imported.`)
    })
  }
}

async function takeBack(services: Services, i: Import, { between }: Between): Promise<void> {
  const kind = KINDS[i.kind]
  let used: string | undefined
  try {
    const tell = await services.db.transaction().execute(async trx => {
      const now = await store.lock(trx, i.networkImportId)
      if (now?.state !== 'Taking back') return undefined
      const inner = inBatch(services, trx)
      const c = await contextOf(inner.services, trx, i)
      for (;;) {
        const rows = await store.lastDone(trx, i.networkImportId, batchOf(i.kind))
        if (rows.length === 0) break
        const why = await kind.takeBack(c, rows)
        const [first] = why
        if (first) {
          const line = rows.find(r => r.rowNo === first[0])?.line ?? 0
          used = `Line ${line}: ${first[1]}. Nothing was taken back.`
          throw OUTSIDE
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
    if (error !== OUTSIDE || used === undefined) throw error
    await store.change(services.db, i.networkImportId, { state: 'Imported', fault: used })
  }
}

async function stop(services: Services, trx: Trx, i: Import, fault: string): Promise<void> {
  // What was being taken back stands as it stood.
  const state = i.state === 'Taking back' ? 'Imported' : 'Stopped'
  await store.change(trx, i.networkImportId, { state, fault, ...(state === 'Stopped' && { endedAt: services.now() }) })
}

const STEPS = {
  Checking: check,
  'Taking back': takeBack,
} as const
/** Works on an import until its step has ended, and tells the person. Throws where another attempt may help. */
export async function workImport(services: Services, id: number, options: Between = {}): Promise<void> {
  const i = await store.byId(services.db, id)
  if (!i) return
  const step = i.state === 'Importing' ? (i.mode === 'all' ? takeAll : takeGood) : STEPS[i.state as keyof typeof STEPS]
  if (!step) return
  try {
    // Rows may name each other by then; what the state says now is what counts.
    await step(services, i, options)
  } catch (error) {
    const isRefusal = error instanceof FileFault || (error instanceof HttpFailure && error.statusCode < 500)
    if (!isRefusal) throw error
    await services.db.transaction().execute(trx => stop(services, trx, i, error.message))
  }
  await tellEnd(services, id)
}

export const workImports = (services: Services): Promise<void> =>
  services.jobs.work('network-import', ({ networkImportId }) => workImport(services, networkImportId))

/** Imports whose jobs were given up after many attempts are handed over again. */
export async function handOverAgain(services: Services): Promise<void> {
  const ids = await store.busy(services.db)
  await services.jobs.sendAll(
    services.db,
    'network-import',
    ids.map(networkImportId => ({ networkImportId })),
  )
}

/** Files of imports that were dropped. */
export async function dropOldImports(services: Services): Promise<number> {
  const names = await services.db.transaction().execute(async trx => {
    const gone = await store.dropOld(trx, services.now())
    if (gone.length > 0)
      await audit.write(trx, audit.byProduct('Retention'), {
        action: 'drop',
        feature: 'Settings',
        teamId: null,
        after: { 'imports of files': gone.length },
      })
    return gone
  })
  for (const name of names) await services.files.remove(name)
  return names.length
}
