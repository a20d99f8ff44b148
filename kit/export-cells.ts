// What CSV and Excel files hold, made by the browser and by the server alike: cells, widths, the notice of test mode, limits
// (D-EXP-1). Text never runs as a formula; times stand in the zone that the program runs in, in Excel as real dates.
import { type Mode, TEST_NOTICE } from '@wattdesk/base/mode'
import { type Cell, csvLine, Day, neutralised } from '@wattdesk/base/text'
import { localZone, offsetMinutes } from '@wattdesk/base/time'
import { type Column, fileHeader, fileValue } from './columns.tsx'

/** `moneyAt`: the places of columns that hold rupees, which Excel shows with two decimals. */
export type Table = { header: readonly string[]; rows: readonly (readonly Cell[])[]; moneyAt?: readonly number[] }

const moneyOf = <R>(columns: readonly Column<R>[]): number[] =>
  columns.flatMap((c, i) => (c.kind === 'money' ? [i] : []))

/** Rows as they arrive, and what a file holds of them. */
export type Portions<R> = AsyncIterable<readonly R[]>
/** A table whose rows arrive in portions: all that a file of any length is made from. */
export type Stream = Pick<Table, 'header' | 'moneyAt'> & { portions: Portions<readonly Cell[]> }

/** Header and cells of rows that arrive in portions, as a file holds them. */
export function streamOf<R>(columns: readonly Column<R>[], rows: Portions<R>): Stream {
  const own = columns.filter(c => !c.noExport)
  async function* cells() {
    for await (const some of rows) yield some.map(r => own.map(c => fileValue(c, r)))
  }
  return { header: own.map(fileHeader), portions: cells(), moneyAt: moneyOf(own) }
}

/** The line that ends a CSV made in test mode (D-PAY-7); empty in live mode. */
export const csvNotice = (mode: Mode | undefined): string => (mode === 'test' ? csvLine([TEST_NOTICE]) : '')

/** Rows that an Excel file holds; it is made in memory. */
export const MAX_EXCEL_ROWS = 50_000
const figure = (n: number): string => n.toLocaleString('en-IN')
/** The note on an Excel export before it begins; `rows`: how many rows match, if known. */
export const excelLimit = (rows?: number): string =>
  rows !== undefined && rows > MAX_EXCEL_ROWS
    ? `Excel holds up to ${figure(MAX_EXCEL_ROWS)} rows and ${figure(rows)} match: narrow the list, or take the CSV.`
    : `Excel holds up to ${figure(MAX_EXCEL_ROWS)} rows, a CSV all.`

/**
 * All rows of a stream, for an Excel file.
 * @param heard is told how many rows have arrived
 * @throws the error that `refuse` makes of a text, for more than `MAX_EXCEL_ROWS` rows, rather than leave some out
 */
export async function excelRows(
  { portions }: Stream,
  refuse: (text: string) => Error,
  heard?: (rows: number) => void,
): Promise<(readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = []
  for await (const some of portions) {
    for (const row of some) rows.push(row)
    heard?.(rows.length)
    if (rows.length > MAX_EXCEL_ROWS) throw refuse(`More than ${figure(MAX_EXCEL_ROWS)} rows match. ${excelLimit()}`)
  }
  return rows
}

/** Excel knows no zones and the writer takes UTC: the clock of the browser's zone as if it were UTC, in whole seconds. */
const asClock = (at: Date): Date =>
  new Date((Math.floor(at.getTime() / 1000) + offsetMinutes(at, localZone()) * 60) * 1000)

const excelCell = (v: Cell, isMoney: boolean) => {
  if (v === null || v === undefined || v === '') return null
  if (v instanceof Date)
    return Number.isNaN(v.getTime()) ? null : { value: asClock(v), type: Date, format: 'dd mmm yyyy hh:mm:ss' }
  if (v instanceof Day) return { value: new Date(`${v.text}T00:00:00Z`), type: Date, format: 'dd mmm yyyy' }
  if (typeof v === 'number')
    return Number.isFinite(v) ? { value: v, type: Number, ...(isMoney && { format: '0.00' }) } : null
  if (typeof v === 'bigint') return { value: Number(v), type: Number }
  if (typeof v === 'boolean') return { value: v, type: Boolean }
  return { value: neutralised(v), type: String }
}

/** The row that ends an Excel file made in test mode (D-PAY-7); none in live mode. */
export const excelNotice = (mode: Mode | undefined) => (mode === 'test' ? [[{ value: TEST_NOTICE, type: String }]] : [])

/** Wide enough for what stands in the column: a date that does not fit shows as ####. */
const widthOf = (header: string, cells: readonly Cell[]): number =>
  cells.reduce<number>(
    (wide, v) => Math.max(wide, v instanceof Date || v instanceof Day ? 20 : Math.min(60, String(v ?? '').length)),
    header.length,
  ) + 2

/** What the writer of Excel files is given for a table: the cells of the sheet called Sheet1, and its columns. */
export function excelSheet({ header, rows, moneyAt = [] }: Table, mode: Mode | undefined) {
  const head = header.map(h => ({ value: neutralised(h), type: String, fontWeight: 'bold' as const }))
  const columns = header.map((h, i) => ({
    width: widthOf(
      h,
      rows.map(r => r[i]),
    ),
  }))
  const cells = rows.map(r => r.map((v, i) => excelCell(v, moneyAt.includes(i))))
  return {
    cells: [head, ...cells, ...(rows.length > 0 ? excelNotice(mode) : [])],
    options: { sheet: 'Sheet1', columns },
  }
}
