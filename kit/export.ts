// Files made in the browser: CSV of any length, and Excel up to 50,000 rows with one sheet called Sheet1 (D-EXP-1). Text never
// runs as a formula; times stand in the browser's zone, in Excel as real dates.
import { csvFile, csvLine } from '@wattdesk/base/text'
import { csvNotice, excelRows, excelSheet, type Stream, type Table } from './export-cells.ts'
import { modeNow } from './mode.ts'

export { excelLimit, MAX_EXCEL_ROWS, type Portions, type Stream, streamOf, type Table } from './export-cells.ts'

/** Hands `blob` to the reader as a file called `name`. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The download has taken its own hold of the blob by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Rows that are there already. */
export async function* portionOf<R>(rows: readonly R[]): AsyncGenerator<readonly R[]> {
  yield rows
}

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

/**
 * Saves `{file}.xlsx`.
 * @param heard is told how many rows have arrived
 * @throws Error for more than `MAX_EXCEL_ROWS` rows, rather than leave some out
 */
export async function saveExcelStream(stream: Stream, file: string, heard?: Heard): Promise<void> {
  const rows = await excelRows(stream, text => new Error(text), heard)
  await saveExcel({ ...stream, rows }, file)
}

/** Saves `{file}.csv`. A file without rows is a form to be filled in, and gets no notice. */
export async function saveCsv({ header, rows }: Table, file: string): Promise<void> {
  const notice = rows.length > 0 ? csvNotice(await modeNow()) : ''
  // The mark tells spreadsheets that the text is UTF-8.
  download(new Blob(['\ufeff', csvFile(header, rows), notice], { type: 'text/csv;charset=utf-8' }), `${file}.csv`)
}

/** Saves `{file}.xlsx` with several sheets: a form to be filled in and what belongs to it. */
export async function saveExcelSheets(tables: readonly (Table & { sheet: string })[], file: string): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const sheets = tables.map(t => {
    const { cells: data, options } = excelSheet(t, undefined)
    return { data, ...options, sheet: t.sheet }
  })
  download(await write(sheets).toBlob(), `${file}.xlsx`)
}

/** Saves `{file}.xlsx`; the writer is loaded when first used. */
async function saveExcel(table: Table, file: string): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const { cells, options } = excelSheet(table, await modeNow())
  const made = write(cells, options)
  download(await made.toBlob(), `${file}.xlsx`)
}
