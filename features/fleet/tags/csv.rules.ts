// CSV as common programs write it (RFC 4180, and the variants of spreadsheets): a byte order mark, commas, semicolons
// or tabs, cells in quotes with line breaks in them. A file that cannot be read gets a reason with its line.

type CsvLine = { line: number; cells: string[] }
type Fault = { fault: string }

const EXCEL = { fault: 'This is an Excel file. Please save it as CSV first.' }
const ZIP = 'PK\u0003\u0004'
const SEPARATORS = [',', ';', '\t'] as const
/** Returns the separator that occurs most in the first line, outside quotes; a comma where it has none. */
function separatorOf(text: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = SEPARATORS.map(s => first.split(s).length - 1)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no text file has
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f]/
/** Whether a text holds characters that no text file has. */
export const isNoText = (text: string): boolean => NO_TEXT.test(text)
function faultOf(text: string): Fault | undefined {
  if (text.trim() === '') return { fault: 'The file is empty.' }
  if (text.startsWith(ZIP)) return EXCEL
  if (isNoText(text)) return { fault: 'This is no CSV file: it holds characters that no text has.' }
  if (text.includes('\ufffd'))
    return { fault: 'Some characters of the file cannot be read. Please save it as CSV with the encoding UTF-8.' }
  return undefined
}

const QUOTED = '"([^"]*(?:""[^"]*)*)"(?!")'
const breaksIn = (text = ''): number => text.split('\n').length - 1
/** A cell that begins with a quote on `line` and is neither in quotes nor ends after them. */
function quoteFault(cell: string, line: number): Fault {
  const [, closed] = new RegExp(`^${QUOTED}`).exec(cell) ?? []
  if (closed === undefined) return { fault: `Line ${line}: a quote is opened and never closed.` }
  return { fault: `Line ${line + breaksIn(closed)}: after a quote that closes, the cell has to end.` }
}

/** Returns the lines of a file with at most `most` beside the header; empty lines are left out. */
export function csvLines(file: string, most: number): { lines: CsvLine[] } | Fault {
  const text = file.replace(/^\ufeff/, '')
  const fault = faultOf(text)
  if (fault) return fault
  const separator = separatorOf(text)
  const cellWithEnd = new RegExp(
    `(?:${QUOTED}|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r\\n?|\\n|$)`,
    'y',
  )
  const lines: CsvLine[] = []
  let row: CsvLine = { line: 1, cells: [] }
  let line = 1
  for (;;) {
    const at = cellWithEnd.lastIndex
    const cell = cellWithEnd.exec(text)
    if (!cell) return quoteFault(text.slice(at), line)
    const [, quoted, plain = '', end] = cell
    row.cells.push(quoted?.replaceAll('""', '"') ?? plain)
    line += breaksIn(quoted)
    if (end === separator) continue
    line++
    if (row.cells.some(c => c.trim() !== '')) lines.push(row)
    if (lines.length > most + 1)
      return { fault: `The file has more than ${most.toLocaleString('en-IN')} rows. Please split it.` }
    if (cellWithEnd.lastIndex === text.length) return { lines }
    row = { line, cells: [] }
  }
}

/** A number as a spreadsheet shortens a long one, '4.02E+15': the lost digits of a card cannot be read back. */
export const isShortened = (text: string): boolean => /^\d+(?:[.,]\d+E\+?|E\+)\d+$/i.test(text.trim())

/** Text that a spreadsheet would run as a formula. */
export const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)
/** Returns a text without the apostrophe with which our own files guard it against being run by a spreadsheet. */
export const unguarded = (text: string): string => (/^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text)
