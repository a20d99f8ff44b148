// Files made in the browser: CSV of any length, and Excel up to 50,000 rows with one sheet called Sheet1 (D-EXP-1). Text never
// runs as a formula; times stand in the browser's zone, in Excel as real dates.
import { type Mode, TEST_NOTICE } from '@wattdesk/base/mode'
import { type Cell, csvFile, csvLine, Day, neutralised } from '@wattdesk/base/text'
import { localZone, offsetMinutes } from '@wattdesk/base/time'
import { type Column, fileHeader, fileValue } from './columns.tsx'
import { modeNow } from './mode.ts'

/** Hands `blob` to the reader as a file called `name`. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The download has taken its own hold of the blob by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

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

/** Rows that are there already. */
export async function* portionOf<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  yield rows
}

/** The line that ends a CSV made in test mode (D-PAY-7); empty in live mode. */
export const csvNotice = (mode: Mode | undefined): string => (mode === 'test' ? csvLine([TEST_NOTICE]) : '')

/** Told of how many rows have arrived so far. */
type Heard = (rows: number) => void

/** Text that is given to the browser at a time, which may lay it on its disk. */
const PIECE = 1 << 20
/**
 * Saves `{file}.csv` with all rows, however many they are: no more of them is held than a piece.
 * @param heard is told how many rows have arrived
 */
export async function saveCsvStream({ header, portions }: Stream, file: string, heard?: Heard): Promise<void> {
  // The mark tells spreadsheets that the text is UTF-8.
  const pieces: Blob[] = []
  let text = `\ufeff${csvLine(header)}`
  let count = 0
  const mode = await modeNow()
  for await (const rows of portions) {
    for (const row of rows) text += csvLine(row)
    count += rows.length
    heard?.(count)
    if (text.length < PIECE) continue
    pieces.push(new Blob([text]))
    text = ''
  }
  download(new Blob([...pieces, text, csvNotice(mode)], { type: 'text/csv;charset=utf-8' }), `${file}.csv`)
}

/** Rows that an Excel file holds: a browser makes it in its memory. */
export const MAX_EXCEL_ROWS = 50_000
const figure = (n: number): string => n.toLocaleString('en-IN')
/** The note on an Excel export before it begins; `rows`: how many rows match, if known. */
export const excelLimit = (rows?: number): string =>
  rows !== undefined && rows > MAX_EXCEL_ROWS
    ? `Excel holds up to ${figure(MAX_EXCEL_ROWS)} rows and ${figure(rows)} match: narrow the list, or take the CSV.`
    : `Excel holds up to ${figure(MAX_EXCEL_ROWS)} rows, a CSV all.`

/**
 * Saves `{file}.xlsx`.
 * @param heard is told how many rows have arrived
 * @throws Error for more than `MAX_EXCEL_ROWS` rows, rather than leave some out
 */
export async function saveExcelStream({ portions, ...table }: Stream, file: string, heard?: Heard): Promise<void> {
  const rows: (readonly Cell[])[] = []
  for await (const some of portions) {
    for (const row of some) rows.push(row)
    heard?.(rows.length)
    if (rows.length > MAX_EXCEL_ROWS) throw new Error(`More than ${figure(MAX_EXCEL_ROWS)} rows match. ${excelLimit()}`)
  }
  await saveExcel({ ...table, rows }, file)
}

/** Saves `{file}.csv`. A file without rows is a form to be filled in, and gets no notice. */
export async function saveCsv({ header, rows }: Table, file: string): Promise<void> {
  const notice = rows.length > 0 ? csvNotice(await modeNow()) : ''
  // The mark tells spreadsheets that the text is UTF-8.
  download(new Blob(['\ufeff', csvFile(header, rows), notice], { type: 'text/csv;charset=utf-8' }), `${file}.csv`)
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

/** Saves `{file}.xlsx`; the writer is loaded when first used. */
async function saveExcel({ header, rows, moneyAt = [] }: Table, file: string): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const head = header.map(h => ({ value: neutralised(h), type: String, fontWeight: 'bold' as const }))
  const columns = header.map((h, i) => ({
    width: widthOf(
      h,
      rows.map(r => r[i]),
    ),
  }))
  const cells = rows.map(r => r.map((v, i) => excelCell(v, moneyAt.includes(i))))
  const made = write([head, ...cells, ...excelNotice(await modeNow())], {
    sheet: 'Sheet1',
    columns,
  })
  download(await made.toBlob(), `${file}.xlsx`)
}
