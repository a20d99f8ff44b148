// Moving a network in by files (IMPORT-01 to IMPORT-03): a file is sent, its columns are matched, its rows are checked,
// and then taken; what was taken may be taken back.
import { recordId, requiredText } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import {
  IMPORT_KINDS,
  IMPORT_MODES,
  IMPORT_RIGHTS,
  IMPORT_STATES,
  MAX_MAPPING_NAME,
  MOST_COLUMNS,
  ROW_OUTCOMES,
} from './network-import.words.ts'

const int = () => z.number().int()
const counts = z.object({ new: int(), changed: int(), equal: int(), refused: int() })
const mapping = z.record(z.string(), int())

const NetworkImport = z
  .object({
    id: int(),
    kind: z.enum(IMPORT_KINDS),
    teamId: int(),
    team_name: z.string(),
    file_name: z.string(),
    bytes: int(),
    username: z.string(),
    state: z.enum(IMPORT_STATES),
    mode: z.enum(IMPORT_MODES).nullable(),
    /** Rows below the header, and how many of them the present step has done. */
    total: int(),
    place: int(),
    counts,
    /** How many records it has made or changed that were not taken back. */
    done: int(),
    fault: z.string().nullable(),
    createdAt: z.string(),
    /** When the last check had gone through all rows; null: it has not. */
    checkedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    takenBackAt: z.string().nullable(),
    taken_back_by: z.string().nullable(),
  })
  .meta({ id: 'NetworkImport' })
export type NetworkImport = z.infer<typeof NetworkImport>

const OpenedImport = NetworkImport.extend({
  format: z.enum(['csv', 'xlsx']),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  headers: z.array(z.string()),
  /** The first rows of the file, and of later ones the cells that are the first texts of their columns. */
  preview: z.array(z.object({ line: int(), cells: z.array(z.string()) })),
  /** The place of each column in the file: as it was confirmed, or as it is proposed. */
  columns: mapping,
  /** Matchings saved in the company that fit this file. */
  mappings: z.array(z.object({ name: z.string(), columns: mapping })),
}).meta({ id: 'OpenedNetworkImport' })
export type OpenedImport = z.infer<typeof OpenedImport>

const ImportedRow = z
  .object({
    row_no: int(),
    line: int(),
    row_key: z.string().nullable(),
    outcome: z.enum(ROW_OUTCOMES),
    cells: z.array(z.string()),
    reasons: z.array(z.object({ field: z.string(), value: z.string(), reason: z.string() })),
  })
  .meta({ id: 'NetworkImportRow' })
export type ImportedRow = z.infer<typeof ImportedRow>

const One = z.object({ id: recordId() })
const OfTeam = z.object({ teamId: recordId() })

const importSortFields = ['createdAt', 'kind', 'file_name', 'username', 'state'] as const
const importFilterFields = {
  createdAt: 'date',
  kind: 'text',
  file_name: 'text',
  username: 'text',
  state: 'text',
} as const satisfies FilterFields
export const listNetworkImports = endpoint({
  method: 'GET',
  path: '/cms/v1/network-imports',
  byRecord: true,
  can: IMPORT_RIGHTS,
  summary: 'Files with which records were moved in, the newest first: those of kinds that the caller may make',
  offers: { sorts: importSortFields, filters: importFilterFields },
  /** `teamId`: those of this team and the teams below it alone. */
  query: listQuery(importSortFields, importFilterFields).extend({ teamId: recordId().optional() }),
  data: z.array(NetworkImport),
  beside: pageFields,
})

export const sendImportFile = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/network-imports',
  can: IMPORT_RIGHTS,
  callers: 'people',
  summary: 'Send a CSV or Excel file, as the body itself (application/octet-stream); nothing is made of it yet',
  params: OfTeam,
  query: z.object({
    kind: z.enum(IMPORT_KINDS, 'Please choose what the file holds'),
    file_name: requiredText('File name', 200),
  }),
  data: OpenedImport,
  status: 201,
})

export const getNetworkImport = endpoint({
  method: 'GET',
  path: '/cms/v1/network-import/{id}',
  byRecord: true,
  can: IMPORT_RIGHTS,
  summary: 'One import with its columns, its progress and its counts',
  params: One,
  data: OpenedImport,
})

const importRowSortFields = ['row_no', 'line', 'row_key', 'outcome'] as const
const importRowFilterFields = {
  row_no: 'number',
  line: 'number',
  row_key: 'text',
  outcome: 'text',
} as const satisfies FilterFields
export const listImportRows = endpoint({
  method: 'GET',
  path: '/cms/v1/network-import/{id}/rows',
  byRecord: true,
  can: IMPORT_RIGHTS,
  summary: 'The rows of an import with what becomes of each, and why rows are refused',
  params: One,
  offers: { sorts: importRowSortFields, filters: importRowFilterFields, key: 'row_no' },
  query: listQuery(importRowSortFields, importRowFilterFields),
  data: z.array(ImportedRow),
  beside: pageFields,
})

export const checkImport = endpoint({
  method: 'POST',
  path: '/cms/v1/network-import/{id}/check',
  byRecord: true,
  can: IMPORT_RIGHTS,
  callers: 'people',
  summary: 'Check all rows of a file by the columns as they are matched here; makes nothing',
  params: One,
  body: z.object({
    columns: z
      .record(z.string().max(100), int().min(0).max(MOST_COLUMNS), { error: 'Columns must be places by their names' })
      .refine(c => Object.keys(c).length <= MOST_COLUMNS, 'At most 200 columns'),
    /** Keeps the matching for the next file of the kind. */
    save_as: z
      .string({ error: 'Name of the matching must be text' })
      .trim()
      .max(MAX_MAPPING_NAME, `Name of the matching should be ${MAX_MAPPING_NAME} characters or less`)
      .optional(),
  }),
  data: OpenedImport,
})

export const runImport = endpoint({
  method: 'POST',
  path: '/cms/v1/network-import/{id}/run',
  byRecord: true,
  can: IMPORT_RIGHTS,
  callers: 'people',
  summary: 'Take the checked rows: all of them or none, or the good ones',
  params: One,
  body: z.object({ mode: z.enum(IMPORT_MODES, 'Please choose all rows or the good rows') }),
  data: OpenedImport,
})

export const takeImportBack = endpoint({
  method: 'POST',
  path: '/cms/v1/network-import/{id}/take-back',
  byRecord: true,
  can: IMPORT_RIGHTS,
  callers: 'people',
  summary: 'Take back all that an import has made and changed, as long as nothing of it was used',
  params: One,
  data: OpenedImport,
})

export const refusedRows = endpoint({
  method: 'GET',
  path: '/cms/v1/network-import/{id}/refused',
  byRecord: true,
  can: IMPORT_RIGHTS,
  summary: 'The refused rows as a CSV file of the form that was sent, with one more column for the reasons',
  params: One,
  data: z.string(),
})
