// The rows of an uploaded file, read as a stream from the file store: CSV in its encoding, or the first sheet of an
// Excel file, which is bounded in size, packed and unpacked. A file that cannot be read ends with its reason.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { CsvError, parse } from 'csv-parse'
import { Unzip, UnzipInflate } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { isNoText, unguarded } from '#fleet/tags/csv.rules.ts'
import type { Files } from '#platform/files/files.ts'
import {
  cleanHeaders,
  DAMAGED,
  type Delimiter,
  delimiterOf,
  EMPTY,
  type Encoding,
  type FileForm,
  type FileRow,
  headerFault,
  isOldExcel,
  isZip,
  keptCell,
  markedEncoding,
  NO_ROWS,
  NO_TEXT,
  namesDelimiter,
  OLD_EXCEL,
} from './import-text.rules.ts'
import {
  EXCEL_TOO_LARGE,
  MOST_COLUMNS,
  MOST_EXCEL_BYTES,
  MOST_EXCEL_UNPACKED,
  MOST_ROWS,
  TOO_MANY_COLUMNS,
  TOO_MANY_ROWS,
} from './network-import.words.ts'

/** Why a file cannot be read, in words for people. */
export class FileFault extends Error {}

const HEAD_BYTES = 64 * 1024
const PREVIEW_ROWS = 8
const SAMPLES = 3
const MOST_RECORD = 1024 * 1024

async function streamOf(files: Files, name: string): Promise<Readable> {
  const file = await files.get(name)
  if (!file) throw new FileFault('The file is not there any more. Please send it again.')
  return file.stream
}

/** True where all of a file is UTF-8. */
async function isUtf8(stream: Readable): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of stream) decoder.decode(piece as Uint8Array, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    stream.destroy()
  }
}

/** The text of a file, piece by piece; `ending` has the last character at the end. */
async function* textOf(stream: Readable, encoding: Encoding, ending: { last: string }): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  const checked = (text: string): string => {
    if (isNoText(text)) throw new FileFault(NO_TEXT)
    ending.last = text.at(-1) ?? ending.last
    return text
  }
  for await (const piece of stream) yield checked(decoder.decode(piece as Uint8Array, { stream: true }))
  yield checked(decoder.decode())
}

const LINE_OF: Readonly<Record<string, (line: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: line => `Line ${line}: a quote is opened and never closed. The file may be cut off.`,
  CSV_INVALID_CLOSING_QUOTE: line => `Line ${line}: after a quote that closes, the cell has to end.`,
  INVALID_OPENING_QUOTE: line => `Line ${line}: a quote stands in the middle of a cell.`,
  CSV_MAX_RECORD_SIZE: line => `Line ${line}: the row is longer than 1 MB. A quote may be missing.`,
}
/** `next`: the line below the last row that could be read, where a quote that never closes was opened. */
const csvFault = (error: CsvError, next: number): FileFault => {
  const at = Number((error as unknown as { lines?: number }).lines ?? next)
  const line = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE' ? next : at
  return new FileFault(LINE_OF[error.code]?.(line) ?? `Line ${line}: the row cannot be read.`)
}

async function* csvRows(files: Files, name: string, encoding: Encoding, delimiter: Delimiter): AsyncGenerator<FileRow> {
  const ending = { last: '' }
  const text = Readable.from(textOf(await streamOf(files, name), encoding, ending), { objectMode: false })
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MOST_RECORD,
  })
  text.once('error', error => parser.destroy(error))
  let next = 1
  try {
    let before: FileRow | undefined
    let columns = 0
    for await (const { record, info } of text.pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (before) yield before
      const breaks = record.join('').split('\n').length - 1
      before = { line: info.lines - breaks, cells: record.map(keptCell) }
      if (!namesDelimiter(record)) columns ||= record.length
      next = info.lines + 1
    }
    if (!before) return
    yield { ...before, isCut: before.cells.length < columns && !/[\r\n]/.test(ending.last) }
  } catch (error) {
    throw error instanceof CsvError ? csvFault(error, next) : error
  } finally {
    text.destroy()
  }
}

/** Unpacks an Excel file piece by piece and keeps nothing of it: refuses what would not fit into memory. */
async function demandSmall(bytes: Uint8Array): Promise<void> {
  let unpacked = 0
  const unzip = new Unzip(file => {
    file.ondata = (error, piece) => {
      if (error) throw new FileFault(DAMAGED)
      unpacked += piece.length
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  const PIECE = 32 * 1024
  for (let at = 0; at < bytes.length; at += PIECE) {
    try {
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
    } catch {
      throw new FileFault(DAMAGED)
    }
    if (unpacked > MOST_EXCEL_UNPACKED) throw new FileFault(EXCEL_TOO_LARGE)
    // Others are served in between.
    if (at % (PIECE * 16) === 0) await new Promise(ok => setImmediate(ok))
  }
}

/** A cell of a spreadsheet as its text in a CSV file would be: days and times as ISO, numbers in plain digits. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '')
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(0) : String(value)
  return keptCell(String(value))
}

async function* excelRows(files: Files, name: string): AsyncGenerator<FileRow> {
  const bytes = await buffer(await streamOf(files, name))
  if (bytes.length > MOST_EXCEL_BYTES) throw new FileFault(EXCEL_TOO_LARGE)
  await demandSmall(bytes)
  const rows = await readSheet(bytes).catch(() => {
    throw new FileFault(DAMAGED)
  })
  for (const [i, row] of rows.entries()) {
    const cells = row.map(cellText)
    if (cells.some(c => c.trim() !== '')) yield { line: i + 1, cells }
  }
}

/** A blank row, or the notice that ends a list exported in test mode (D-PAY-7); a spreadsheet adds empty cells. */
const isPassedOver = (cells: readonly string[]): boolean =>
  ['', TEST_NOTICE].includes(
    cells
      .map(c => c.trim())
      .filter(c => c !== '')
      .join(),
  )

/** The rows of a file, the header first; blank rows, the notice of test mode and the name of the delimiter are left out. */
export async function* rowsOf(files: Files, name: string, form: FileForm): AsyncGenerator<FileRow> {
  const rows =
    form.format === 'xlsx'
      ? excelRows(files, name)
      : csvRows(files, name, form.encoding ?? 'utf-8', form.delimiter ?? ',')
  for await (const row of rows)
    if (!isPassedOver(row.cells) && !(row.line === 1 && namesDelimiter(row.cells))) yield row
}

async function formOf(files: Files, name: string): Promise<FileForm> {
  const head = (await files.part(name, 0, HEAD_BYTES)) ?? new Uint8Array()
  if (head.length === 0) throw new FileFault(EMPTY)
  if (isZip(head)) return { format: 'xlsx', encoding: null, delimiter: null }
  if (isOldExcel(head)) throw new FileFault(OLD_EXCEL)
  const marked = markedEncoding(head)
  const encoding = marked ?? ((await isUtf8(await streamOf(files, name))) ? 'utf-8' : 'windows-1252')
  return { format: 'csv', encoding, delimiter: delimiterOf(new TextDecoder(encoding).decode(head)) }
}

export type Inspected = FileForm & { headers: string[]; preview: FileRow[]; total: number }
/** Reads a file once from end to end: its form, its header, the first rows, and how many there are. */
export async function inspect(files: Files, name: string, leastColumns: number): Promise<Inspected> {
  const form = await formOf(files, name)
  const preview: FileRow[] = []
  /** How many texts of each column are in the preview. */
  const texts: number[] = []
  let headers: string[] | undefined
  let total = 0
  for await (const row of rowsOf(files, name, form)) {
    if (row.cells.length > MOST_COLUMNS && cleanHeaders(row.cells).length > MOST_COLUMNS)
      throw new FileFault(TOO_MANY_COLUMNS)
    if (headers === undefined) {
      headers = cleanHeaders(row.cells.map(unguarded))
      const fault = headerFault(headers, leastColumns)
      if (fault) throw new FileFault(fault)
      continue
    }
    total++
    if (total > MOST_ROWS) throw new FileFault(TOO_MANY_ROWS)
    const cells = row.cells.slice(0, headers.length)
    const isFirst = preview.length < PREVIEW_ROWS
    // A column that begins with empty cells is shown by its first texts, however late they come.
    const shown = cells.map((text, at) => {
      if (text.trim() === '' || (texts[at] ?? 0) >= SAMPLES) return isFirst ? text : ''
      texts[at] = (texts[at] ?? 0) + 1
      return text
    })
    if (isFirst || shown.some(text => text !== '')) preview.push({ line: row.line, cells: shown })
  }
  if (headers === undefined) throw new FileFault(EMPTY)
  if (total === 0) throw new FileFault(NO_ROWS)
  return { ...form, headers, preview, total }
}
