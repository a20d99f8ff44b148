// How the bytes of a file become text, and what its first lines say about it: encoding, delimiter, header (IMPORT-04).
import { MOST_CELL } from './network-import.words.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export const ENCODING_WORDS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252',
}
export type Delimiter = ',' | ';' | '\t' | '|'
export const DELIMITER_WORDS: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
}
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']

export type FileForm = { format: 'csv' | 'xlsx'; encoding: Encoding | null; delimiter: Delimiter | null }
/** `line`: where the row stands in the file; the header stands on line 1. `isCut`: the file ends in the middle of it. */
export type FileRow = { line: number; cells: string[]; isCut?: boolean }

export const EMPTY = 'The file is empty.'
export const OLD_EXCEL = 'This is an Excel file of the old form (.xls). Please save it as .xlsx or CSV.'
export const NO_TEXT = 'This is no CSV or Excel file: it holds characters that no text has.'
export const NO_ROWS = 'The file has no rows below its header.'
export const NO_HEADER = 'The first line must name the columns; it has an empty name or a number at its beginning.'
export const ONE_COLUMN =
  'The file has one column only. Columns must be separated by commas, semicolons, tabs or vertical bars.'
export const DAMAGED = 'The Excel file cannot be read: it is damaged, incomplete or protected by a password.'

const begins = (bytes: Uint8Array, ...of: number[]): boolean => of.every((b, i) => bytes[i] === b)
export const isZip = (bytes: Uint8Array): boolean => begins(bytes, 0x50, 0x4b, 0x03, 0x04)
/** The old form of Excel files, and those that are protected by a password. */
export const isOldExcel = (bytes: Uint8Array): boolean => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)

/** The encoding that the first bytes tell; undefined: UTF-8 if all of the file is, else Windows-1252. */
export function markedEncoding(head: Uint8Array): Encoding | undefined {
  if (begins(head, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (begins(head, 0xff, 0xfe)) return 'utf-16le'
  if (begins(head, 0xfe, 0xff)) return 'utf-16be'
  // Without a mark, text of 16 bits shows by the empty half of its Latin letters.
  const some = head.subarray(0, 400)
  const nulls = [0, 0]
  for (const [i, b] of some.entries()) if (b === 0) nulls[i % 2] = (nulls[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = nulls
  const enough = some.length * 0.3
  if (odd > enough && even < odd / 4) return 'utf-16le'
  if (even > enough && odd < even / 4) return 'utf-16be'
  return undefined
}

/** Spreadsheets put this line before the header, to name the delimiter: it is no row. */
const NAMED_DELIMITER = /^sep=(.)\s*(?:[\r\n]|$)/i
export const namesDelimiter = ([first = '', ...others]: readonly string[]): boolean =>
  /^sep=.?$/i.test(first.trim()) && others.every(c => c === '')

/** The delimiter that the file names, or the one that parts the first lines best: the same number of times in each, outside quotes. */
export function delimiterOf(text: string): Delimiter {
  const [, named] = NAMED_DELIMITER.exec(text) ?? []
  const known = DELIMITERS.find(d => d === named)
  if (known) return known
  const lines = text
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n?|\n/)
    .filter(l => l.trim() !== '')
    .slice(0, 10)
  const [first = ''] = lines
  const countIn = (line: string, d: string) => line.split(d).length - 1
  const scored = DELIMITERS.map(d => {
    const count = countIn(first, d)
    const same = lines.filter(l => countIn(l, d) === count).length
    return { d, score: count === 0 ? 0 : same * 1000 + count }
  })
  return scored.reduce((a, b) => (b.score > a.score ? b : a)).d
}

/** Why a first line is no header of a file with `least` columns; undefined where it is one. */
export function headerFault(headers: readonly string[], least: number): string | undefined {
  const [first = ''] = headers
  if (first.trim() === '' || /^[\d.,+-]+$/.test(first.trim())) return NO_HEADER
  return headers.length === 1 && least > 1 ? ONE_COLUMN : undefined
}

/** The header without the empty columns that spreadsheets leave at its end, every name once. */
export function cleanHeaders(cells: readonly string[]): string[] {
  const last = cells.findLastIndex(c => c.trim() !== '')
  const seen = new Map<string, number>()
  return cells.slice(0, last + 1).map((cell, i) => {
    const name = keptCell(cell).trim().slice(0, 100) || (i === 0 ? '' : `Column ${i + 1}`)
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return before === 0 ? name : `${name} (${before + 1})`
  })
}

/** A cell as it is kept: nothing that PostgreSQL refuses, and not longer than a record can be. */
export const keptCell = (text: string): string => text.replaceAll('\u0000', '').slice(0, MOST_CELL + 1)
