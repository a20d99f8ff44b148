// What the screens of imports do: send a file, save a template, take an import back, save the refused rows.
import Download from '@mui/icons-material/DownloadOutlined'
import Undo from '@mui/icons-material/Undo'
import Upload from '@mui/icons-material/UploadFileOutlined'
import { address, call, fetchFor, headersFor, refusal } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { saveCsv, saveExcelSheets } from '#kit/export.ts'
import { saveFile } from '#kit/save-file.ts'
import { IMPORT_COLUMNS, neededText, takenBy } from './import-columns.fields.ts'
import type { NetworkImport, OpenedImport } from './network-import.contract.ts'
import * as calls from './network-import.contract.ts'
import { countOf, IMPORT_RIGHTS, type ImportKind, KIND_WORDS } from './network-import.words.ts'

export const LIST = '/import'
export const READ = [calls.listNetworkImports, calls.getNetworkImport, calls.listImportRows]

/** Sends a file as it is; the browser reads it from the disk as it goes. */
export async function sendFile(teamId: number, kind: ImportKind, file: File): Promise<OpenedImport> {
  const e = calls.sendImportFile
  const headers = headersFor(e)
  const r = await fetchFor(e, address(e, { params: { teamId }, query: { kind, file_name: file.name } }), {
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: file,
  })
  if (!r.ok) throw await refusal(e, r, headers)
  return ((await r.json()) as { data: OpenedImport }).data
}

export const COLUMN_HEADERS = ['Column', 'Needed', 'What it takes', 'Example'] as const
/** A file with the columns of a kind, to be filled in; of Excel, a second sheet says what each column takes. */
export async function saveTemplate(kind: ImportKind, form: 'csv' | 'xlsx'): Promise<void> {
  const columns = IMPORT_COLUMNS[kind]
  const header = columns.map(c => c.header)
  const file = `${kind}-template`
  if (form === 'csv') return saveCsv({ header, rows: [] }, file)
  const rows = columns.map(c => [c.header, neededText(c), takenBy(c), c.example])
  return saveExcelSheets(
    [
      { sheet: KIND_WORDS[kind].label, header, rows: [] },
      // An import reads the first sheet alone.
      { sheet: 'Columns', header: COLUMN_HEADERS, rows },
    ],
    file,
  )
}

export const newImport: Action = {
  id: 'new-import',
  label: 'Import a file',
  icon: Upload,
  right: IMPORT_RIGHTS,
  run: (_, { navigate }) => navigate(`${LIST}/new`),
}

export const takeBack: Action<NetworkImport> = {
  id: 'take-back',
  label: 'Take back',
  icon: Undo,
  danger: true,
  when: i => (i.state === 'Imported' || i.state === 'Stopped') && i.done > 0,
  confirm: i => ({
    title: `Take back ${i.file_name}`,
    text: `${countOf(i.done, i.kind)} ${i.done === 1 ? 'was' : 'were'} made or changed. What was made is deleted, what was changed gets its former values, and balances return to where they came from. If any of them was used, nothing is taken back.`,
    yes: 'Take back',
    danger: true,
  }),
  run: i => call(calls.takeImportBack, { params: { id: i.id } }).then(() => undefined),
  refreshes: READ,
}

export const saveRefused: Action<NetworkImport> = {
  id: 'save-refused',
  label: i => `Refused rows as a file (${i.counts.refused.toLocaleString('en-IN')})`,
  icon: Download,
  when: i => i.counts.refused > 0,
  run: i =>
    saveFile(
      address(calls.refusedRows, { params: { id: i.id } }),
      `${i.file_name.replace(/\.\w+$/, '')}-refused.csv`,
      calls.refusedRows,
    ),
}
