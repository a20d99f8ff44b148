// What people do with an import: send its file, have it checked, have its rows taken, and take them back. The work itself
// is a job's (import-work.commands.ts), handed over in the transaction of the act.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { everywhere, type Scope, scopeIfHeld, teamScope, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { requiredColumns } from './import-columns.fields.ts'
import { FEATURE } from './import-context.commands.ts'
import { FileFault, inspect } from './import-file.commands.ts'
import { type Mapping, mappingByHeaders, mappingByNames, mappingFaults, namedMapping } from './import-mapping.rules.ts'
import { DELIMITER_WORDS, type Delimiter, ENCODING_WORDS } from './import-text.rules.ts'
import type { NetworkImport, OpenedImport } from './network-import.contract.ts'
import * as store from './network-import.store.ts'
import {
  FILE_TOO_LARGE,
  IMPORT_KINDS,
  type ImportKind,
  type ImportMode,
  type ImportState,
  KIND_WORDS,
  MOST_FILE_BYTES,
} from './network-import.words.ts'

const MISSING = 'Import not found'
const BROKEN_OFF = 'The file broke off on its way. Please send it again.'
const NOT_CHECKED = 'The file has not been checked yet, or its rows are taken already'
const HAS_REFUSED = 'Rows are refused, so that not all can be taken. Choose the good rows, or send a corrected file.'
const NOTHING = 'The file has no row that is new or changed'
const NOT_IMPORTED = 'Nothing of this import can be taken back'
const SOME_TAKEN = 'Some rows are imported already, so that it is not all or nothing any more. Import the rest.'
/** Why nothing can be begun while, or after, something else is done. */
const BUSY_WORDS: Partial<Record<ImportState, string>> = {
  Checking: 'The file is being checked',
  Importing: 'This import is under way',
  'Taking back': 'This import is being taken back already',
  'Taken back': 'This import was taken back already',
}

type Asked = Pick<Caller, 'who' | 'by' | 'scope'>

/** The kinds that a caller may make records of, with the teams where they may. */
export async function readable(db: Db | Trx, who: Who): Promise<store.Readable> {
  const kinds: { kind: ImportKind; scope: Awaited<ReturnType<typeof everywhere>> }[] = []
  for (const kind of IMPORT_KINDS) kinds.push({ kind, scope: await everywhere(db, who, KIND_WORDS[kind].create) })
  return kinds
}
/** The same of one team and the teams below it; 404 for whoever may import nothing there. */
export async function readableIn(db: Db, who: Who, teamId: number): Promise<store.Readable> {
  const kinds: { kind: ImportKind; scope: Scope }[] = []
  for (const kind of IMPORT_KINDS) {
    const scope = await scopeIfHeld(db, who, teamId, KIND_WORDS[kind].create)
    if (scope) kinds.push({ kind, scope })
  }
  return kinds.length > 0 ? kinds : fail(404, 'Team not found')
}

export const importOf = (r: store.ImportRecord): NetworkImport => ({
  id: r.networkImportId,
  kind: r.kind,
  teamId: r.teamId,
  team_name: r.teamName,
  file_name: r.fileName,
  bytes: r.bytes,
  username: r.username,
  state: r.state,
  mode: r.mode,
  total: r.total,
  place: r.place,
  counts: { new: 0, changed: 0, equal: 0, refused: 0, ...r.counts },
  done: r.done,
  fault: r.fault,
  createdAt: r.createdAt.toISOString(),
  checkedAt: r.checkedAt?.toISOString() ?? null,
  endedAt: r.endedAt?.toISOString() ?? null,
  takenBackAt: r.takenBackAt?.toISOString() ?? null,
  taken_back_by: r.takenBackBy,
})

/** An import with its columns: as confirmed, else by a saved matching that fits, else by their names. */
export async function opened(db: Db, r: store.ImportRecord): Promise<OpenedImport> {
  const saved = (await store.mappings(db, r.companyId, r.kind)).flatMap(({ name, columns }) => {
    const fits = mappingByHeaders(columns, r.headers)
    return fits ? [{ name, columns: fits }] : []
  })
  const { encoding, delimiter } = r
  return {
    ...importOf(r),
    format: r.format,
    encoding: encoding && ENCODING_WORDS[encoding],
    delimiter: delimiter && DELIMITER_WORDS[delimiter as Delimiter],
    headers: r.headers,
    preview: r.preview.map(({ line, cells }) => ({ line, cells })),
    columns: { ...(r.columns ?? saved[0]?.columns ?? mappingByNames(r.kind, r.headers)) },
    mappings: saved.map(({ name, columns }) => ({ name, columns: { ...columns } })),
  }
}

export const read = async (services: Services, who: Who, id: number): Promise<store.ImportRecord> =>
  found(await store.get(services.db, await readable(services.db, who), id), MISSING)

type Sent = { teamId: number; kind: ImportKind; fileName: string; stream: Readable; announced: number | undefined }
/**
 * Keeps a file as it comes, and reads its form; a file that cannot be read is not kept. `announced`: how many bytes the caller
 * said that the file has.
 */
export async function sendFile(services: Services, { who, by }: Asked, sent: Sent): Promise<OpenedImport> {
  const { teamId, kind, fileName } = sent
  await teamScope(services.db, who, teamId, KIND_WORDS[kind].create)
  const storedName = `imports/${randomUUID()}`
  const refuse = (text: string): never => fail(422, text, { file: text })
  const bytes = await services.files.take(storedName, sent.stream, MOST_FILE_BYTES)
  if (bytes === 'too long') return refuse(FILE_TOO_LARGE)
  try {
    if (bytes === 'broken off' || bytes !== (sent.announced ?? bytes)) return refuse(BROKEN_OFF)
    const { headers, preview, total, ...form } = await inspect(services.files, storedName, requiredColumns(kind).length)
    const id = await act(services, async trx => {
      await teamScope(trx, who, teamId, KIND_WORDS[kind].create)
      const made = await store.create(trx, {
        ...form,
        teamId,
        userId: who.userId,
        username: who.username,
        ip: by.ip,
        kind,
        fileName,
        storedName,
        bytes,
        headers,
        preview,
        total,
        at: services.now(),
      })
      const after = { kind, file_name: fileName, bytes, rows: total }
      await audit.write(trx, by, { action: 'create', feature: FEATURE, recordId: made, teamId, after })
      return made
    })
    return await opened(services.db, await read(services, who, id))
  } catch (error) {
    await services.files.remove(storedName)
    if (error instanceof FileFault) return refuse(error.message)
    throw error
  }
}

/** One act on an import within the caller's rights, held; `from`: the states in which it may be done. */
const onImport = async (
  services: Services,
  { who, by }: Asked,
  id: number,
  { from, wrong }: { from: readonly ImportState[]; wrong: string },
  run: (trx: Trx, i: store.ImportRecord) => Promise<Omit<audit.NewEntry, 'feature' | 'recordId' | 'teamId'>>,
): Promise<OpenedImport> => {
  await act(services, async trx => {
    await store.lock(trx, id)
    const i = found(await store.get(trx, await readable(trx, who), id), MISSING)
    if (!from.includes(i.state)) fail(409, BUSY_WORDS[i.state] ?? wrong)
    const entry = await run(trx, i)
    await audit.write(trx, by, { ...entry, feature: FEATURE, recordId: id, teamId: i.teamId })
    await services.jobs.send(trx, 'network-import', { networkImportId: id })
  })
  return opened(services.db, await read(services, who, id))
}

const actAs = (trx: Trx, id: number, { who, by }: Asked): Promise<unknown> =>
  store.actAs(trx, id, { userId: who.userId, actingUsername: who.username, ip: by.ip })

/** Has the rows checked by these columns; a file that was checked before is checked anew. */
export const checkImport = (
  services: Services,
  asked: Asked,
  id: number,
  { columns, save_as: name }: { columns: Mapping; save_as?: string | undefined },
): Promise<OpenedImport> =>
  onImport(services, asked, id, { from: ['Uploaded', 'Checked', 'Stopped'], wrong: NOT_CHECKED }, async (trx, i) => {
    const faults = mappingFaults(i.kind, columns, i.headers.length)
    const [first] = Object.values(faults)
    if (first !== undefined)
      fail(422, first, Object.fromEntries(Object.entries(faults).map(([c, text]) => [`columns.${c}`, text])))
    if (i.done > 0) fail(409, NOT_CHECKED)
    await store.dropRows(trx, id)
    await actAs(trx, id, asked)
    await store.change(trx, id, {
      columns,
      state: 'Checking',
      place: 0,
      fault: null,
      mode: null,
      checkedAt: null,
      endedAt: null,
    })
    if (name)
      await store.saveMapping(trx, {
        companyId: i.companyId,
        kind: i.kind,
        name,
        columns: namedMapping(columns, i.headers),
        at: services.now(),
      })
    return { action: 'check', after: { columns: namedMapping(columns, i.headers), ...(name && { saved_as: name }) } }
  })

/** Has the checked rows taken. */
export const runImport = (services: Services, asked: Asked, id: number, mode: ImportMode): Promise<OpenedImport> =>
  onImport(services, asked, id, { from: ['Checked', 'Stopped'], wrong: NOT_CHECKED }, async (trx, i) => {
    if (i.checkedAt === null) fail(409, NOT_CHECKED)
    await teamScope(trx, asked.who, i.teamId, KIND_WORDS[i.kind].create)
    if (mode === 'all' && i.counts.refused) fail(409, HAS_REFUSED, { mode: HAS_REFUSED })
    if ((i.counts.new ?? 0) + (i.counts.changed ?? 0) === i.done) fail(409, NOTHING)
    if (mode === 'all' && i.done > 0) fail(409, SOME_TAKEN, { mode: SOME_TAKEN })
    // The job acts for whoever says so now, not for whoever sent the file.
    await actAs(trx, id, asked)
    // One that stopped on its way goes on with the rows that are left.
    await store.change(trx, id, { mode, state: 'Importing', place: i.done, fault: null, endedAt: null })
    return { action: 'run', after: { mode } }
  })

/** Has all that was made and changed taken back; the job refuses where something of it was used. */
export const takeBack = (services: Services, asked: Asked, id: number): Promise<OpenedImport> =>
  onImport(services, asked, id, { from: ['Imported', 'Stopped'], wrong: NOT_IMPORTED }, async (trx, i) => {
    if (i.done === 0) fail(409, NOT_IMPORTED)
    await teamScope(trx, asked.who, i.teamId, KIND_WORDS[i.kind].remove)
    await actAs(trx, id, asked)
    await store.change(trx, id, { state: 'Taking back', fault: null, takenBackBy: asked.who.username })
    return { action: 'ask to take back' }
  })
