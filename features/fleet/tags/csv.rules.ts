// CSV as common programs write it (RFC 4180, and the variants of spreadsheets): a byte order mark, commas, semicolons
// or tabs, cells in quotes with line breaks in them. A file that cannot be read gets a reason with its line.

export type CsvLine = { line: number; cells: string[] }
export type Csv = { lines: CsvLine[] } | { fault: string }

const SEPARATORS = [',', ';', '\t'] as const
/** Returns the separator that occurs most in the first line, outside quotes; a comma where it has none. */
function separatorOf(text: string): string {
  const first = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = SEPARATORS.map(s => first.split(s).length - 1)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

const MARKS = /^\ufeff/
// biome-ignore lint/suspicious/noControlCharactersInRegex: what no text file has
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f]/
/** Returns the lines of a file with at most `most` beside the header; empty lines are left out. */
export function csvLines(file: string, most: number): Csv {
  const text = file.replace(MARKS, '')
  if (text.trim() === '') return { fault: 'The file is empty.' }
  if (text.startsWith('PK\u0003\u0004')) return { fault: 'This is an Excel file. Please save it as CSV first.' }
  if (NO_TEXT.test(text)) return { fault: 'This is no CSV file: it holds characters that no text has.' }
  if (text.includes('\ufffd'))
    return { fault: 'Some characters of the file cannot be read. Please save it as CSV with the encoding UTF-8.' }
  const separator = separatorOf(text)
  const lines: CsvLine[] = []
  let cells: string[] = []
  let line = 1
  let begun = 1
  const end = () => {
    if (cells.some(c => c.trim() !== '')) lines.push({ line: begun, cells })
    cells = []
    begun = line
  }
  for (let i = 0; i <= text.length; ) {
    let cell = ''
    if (text[i] === '"') {
      const from = line
      for (i++; ; i++) {
        const c = text[i]
        if (c === undefined) return { fault: `Line ${from}: a quote is opened and never closed.` }
        if (c === '"' && text[i + 1] === '"') i++
        else if (c === '"') break
        if (c === '\n') line++
        cell += c
      }
      i++
      const next = text[i]
      if (next !== undefined && next !== separator && next !== '\r' && next !== '\n')
        return { fault: `Line ${line}: after a quote that closes, the cell has to end.` }
    } else {
      const from = i
      while (i < text.length && text[i] !== separator && text[i] !== '\r' && text[i] !== '\n') i++
      cell = text.slice(from, i)
    }
    cells.push(cell)
    const c = text[i]
    i++
    if (c === separator) continue
    if (c === '\r' && text[i] === '\n') i++
    line++
    end()
    if (lines.length > most + 1)
      return { fault: `The file has more than ${most.toLocaleString('en-IN')} rows. Please split it.` }
    if (c === undefined || i >= text.length) break
  }
  return { lines }
}

/** A number as a spreadsheet shortens a long one, '4.02E+15': the lost digits of a card cannot be read back. */
export const isShortened = (text: string): boolean => /^\d+(?:[.,]\d+E\+?|E\+)\d+$/i.test(text.trim())

/** Text that a spreadsheet would run as a formula. */
export const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)
/** Returns a text without the apostrophe with which our own files guard it against being run by a spreadsheet. */
export const unguarded = (text: string): string => (/^'[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text)
