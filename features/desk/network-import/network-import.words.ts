// Words, states and limits of moving a network in by files (IMPORT-01 to IMPORT-04), shared by server and screens.
import type { Right } from '@wattdesk/base/access'

/** In the order in which files are best brought in: what others name comes first. */
export const IMPORT_KINDS = ['sites', 'price-groups', 'chargers', 'drivers', 'vehicles', 'tags'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

type KindWords = { label: string; one: string; create: Right; update: Right; remove: Right; list: string }
export const KIND_WORDS: Readonly<Record<ImportKind, KindWords>> = {
  sites: {
    label: 'Charging sites',
    one: 'charging site',
    create: 'ChargingSite.create',
    update: 'ChargingSite.update',
    remove: 'ChargingSite.delete',
    list: '/charging-site',
  },
  'price-groups': {
    label: 'Price groups',
    one: 'price group',
    create: 'PriceGroup.create',
    update: 'PriceGroup.update',
    remove: 'PriceGroup.delete',
    list: '/pricegroup',
  },
  chargers: {
    label: 'Charge points',
    one: 'charge point',
    create: 'ChargerPoint.create',
    update: 'ChargerPoint.update',
    remove: 'ChargerPoint.delete',
    list: '/charger',
  },
  drivers: {
    label: 'EV drivers',
    one: 'driver',
    create: 'Customers.create',
    update: 'Customers.update',
    remove: 'Customers.delete',
    list: '/customer',
  },
  vehicles: {
    label: 'Vehicles',
    one: 'vehicle',
    create: 'Vehicle.create',
    update: 'Vehicle.update',
    remove: 'Vehicle.delete',
    list: '/vehicles',
  },
  tags: {
    label: 'RFID tags',
    one: 'RFID tag',
    create: 'Tag.create',
    update: 'Tag.update',
    remove: 'Tag.delete',
    list: '/tag',
  },
}
/** The columns by which records of a kind are known; the first that a row has names it. */
const KEY_COLUMNS: Readonly<Record<ImportKind, readonly string[]>> = {
  sites: ['zoneName'],
  'price-groups': ['name'],
  chargers: ['chargepoint_id'],
  drivers: ['email', 'phone'],
  vehicles: ['registration_number'],
  tags: ['tag'],
}
/** The key of a row as the file writes it, of the texts by the names of their columns. */
export const writtenKey = (kind: ImportKind, values: Readonly<Record<string, string>>): string | undefined => {
  const column = KEY_COLUMNS[kind].find(c => values[c] !== undefined)
  return column === undefined ? undefined : values[column]
}
/** The record of a row at the beginning of a sentence: 'Charge point BLR-1'. */
export const nameIn = (kind: ImportKind, values: Readonly<Record<string, string>>): string => {
  const { one } = KIND_WORDS[kind]
  return `${one.charAt(0).toUpperCase()}${one.slice(1)} ${writtenKey(kind, values) ?? ''}`.trim()
}
/** '1 row', '5,994 rows'. */
export const rowsOf = (n: number): string => `${n.toLocaleString('en-IN')} row${n === 1 ? '' : 's'}`
/** '1 row is', '2 rows are'. */
export const rowsAre = (n: number): string => `${rowsOf(n)} ${n === 1 ? 'is' : 'are'}`
/** So many records of a kind, within a sentence: '1 RFID tag', '5,994 RFID tags'. */
export const countOf = (n: number, kind: ImportKind): string =>
  `${n.toLocaleString('en-IN')} ${KIND_WORDS[kind].one}${n === 1 ? '' : 's'}`
/** Whoever may make records of any kind may import. */
export const IMPORT_RIGHTS: readonly Right[] = IMPORT_KINDS.map(k => KIND_WORDS[k].create)

const MEGA = 1024 * 1024
export const MOST_FILE_BYTES = 50 * MEGA
export const FILE_TOO_LARGE = 'The file is larger than 50 MB. Please split it.'
/** An Excel file is read as a whole, so that it is bounded more narrowly, packed and unpacked. */
export const MOST_EXCEL_BYTES = 10 * MEGA
export const MOST_EXCEL_UNPACKED = 120 * MEGA
export const EXCEL_TOO_LARGE = 'The Excel file is larger than 10 MB, or than 120 MB unpacked. Please save it as CSV.'
export const MOST_ROWS = 200_000
export const TOO_MANY_ROWS = 'The file has more than 2,00,000 rows. Please split it.'
export const MOST_COLUMNS = 200
export const TOO_MANY_COLUMNS = `The file has more than ${MOST_COLUMNS} columns.`
export const MOST_CELL = 5000
export const KEPT_DAYS = 90
export const MAX_MAPPING_NAME = 60

export const IMPORT_STATES = [
  'Uploaded',
  'Checking',
  'Checked',
  'Importing',
  'Imported',
  'Taking back',
  'Taken back',
  'Stopped',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]
/** States in which a job works on the import. */
export const BUSY_STATES: readonly ImportState[] = ['Checking', 'Importing', 'Taking back']

export const ROW_OUTCOMES = ['new', 'changed', 'equal', 'refused'] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]
export const OUTCOME_WORDS: Readonly<Record<RowOutcome, string>> = {
  new: 'New',
  changed: 'Changed',
  equal: 'Equal',
  refused: 'Refused',
}

/** `all`: every row or none; `good`: the rows that nothing speaks against. */
export const IMPORT_MODES = ['all', 'good'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/** The column that a file of refused rows has beside those of the file that was sent. */
export const REASON_COLUMN = 'Reason of refusal'

export type Reason = { field: string; value: string; reason: string }
/** The outcome of a row. `before` and `after`: the fields of the record's form, before and after the import. */
export type ImportResult =
  | { outcome: 'new' | 'changed' | 'equal'; recordId: number; before?: unknown; after?: unknown }
  | { outcome: 'refused'; reasons: Reason[] }

export const reasonText = (reasons: readonly Reason[]): string => reasons.map(r => r.reason).join('; ')

/**
 * A row that was taken, to be taken back; `before`: the body of a changed record, `after`: the record as the import left it.
 * Of imports by earlier versions, `after` is what the file said, or null.
 */
export type DoneRow = {
  rowNo: number
  line: number
  cells: string[]
  key: string | null
  outcome: 'new' | 'changed'
  recordId: number
  before: unknown
  after: unknown
}
