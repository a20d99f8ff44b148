// Files made in the browser: CSV, and Excel with one sheet called Sheet1 (D-EXP-1). Text never runs as a formula; times
// stand in the browser's zone, in Excel as real dates.
import { type Cell, csvFile, neutralised } from '@wattdesk/base/text'
import { localZone, minuteMs, offsetMinutes } from '@wattdesk/base/time'
import { type Column, fileHeader, fileValue } from './columns.tsx'

/** Hands `blob` to the reader as a file called `name`. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The download has taken its own hold of the blob by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export type Table = { header: readonly string[]; rows: readonly (readonly Cell[])[] }

/** Header and cells of `rows` as a file holds them. */
export const tableOf = <R>(columns: readonly Column<R>[], rows: readonly R[]): Table => {
  const own = columns.filter(c => !c.noExport)
  return { header: own.map(fileHeader), rows: rows.map(r => own.map(c => fileValue(c, r))) }
}

/** Saves `{file}.csv`. */
export function saveCsv({ header, rows }: Table, file: string): void {
  // The mark tells spreadsheets that the text is UTF-8.
  download(new Blob(['\ufeff', csvFile(header, rows)], { type: 'text/csv;charset=utf-8' }), `${file}.csv`)
}

/** Excel knows no zones and the writer takes UTC: the clock of the browser's zone as if it were UTC. */
const asClock = (at: Date): Date => new Date(at.getTime() + offsetMinutes(at, localZone()) * minuteMs)

const excelCell = (v: Cell) => {
  if (v === null || v === undefined || v === '') return null
  if (v instanceof Date)
    return Number.isNaN(v.getTime()) ? null : { value: asClock(v), type: Date, format: 'dd mmm yyyy hh:mm:ss' }
  if (typeof v === 'number') return Number.isFinite(v) ? { value: v, type: Number } : null
  if (typeof v === 'bigint') return { value: Number(v), type: Number }
  if (typeof v === 'boolean') return { value: v, type: Boolean }
  return { value: neutralised(v), type: String }
}

/** Wide enough for what stands in the column: a date that does not fit shows as ####. */
const widthOf = (header: string, cells: readonly Cell[]): number =>
  cells.reduce<number>(
    (wide, v) => Math.max(wide, v instanceof Date ? 20 : Math.min(60, String(v ?? '').length)),
    header.length,
  ) + 2

/** Saves `{file}.xlsx`; the writer is loaded when first used. */
export async function saveExcel({ header, rows }: Table, file: string): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const head = header.map(h => ({ value: neutralised(h), type: String, fontWeight: 'bold' as const }))
  const columns = header.map((h, i) => ({
    width: widthOf(
      h,
      rows.map(r => r[i]),
    ),
  }))
  const made = write([head, ...rows.map(r => r.map(excelCell))], { sheet: 'Sheet1', columns })
  download(await made.toBlob(), `${file}.xlsx`)
}
