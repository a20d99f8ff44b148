// The texts browser and server share: field messages, success messages, counts as tiles show them, and CSV.
import { formatRupees } from './money.ts'
import { formatFileTime } from './time.ts'

export const required = (label: string): string => `${label} is required`
export const tooLong = (label: string, characters: number): string =>
  `${label} should be ${characters} characters or less`
export const invalidEmail = 'Please enter a valid email'
export const invalidDomain = 'Please enter a valid domain, such as volt.example'
export const invalidPhone = 'Please enter a valid phone number'
/** The text for a number with more decimals than its field has. */
export const tooManyDecimals = (label: string, most: number): string =>
  `${label} should have ${most} ${most === 1 ? 'decimal' : 'decimals'} or less`
export const mustBeNumber = (label: string): string => `${label} must be a number`
export const created = (record: string): string => `${record} created successfully`
export const updated = (record: string): string => `${record} updated successfully`
export const deleted = (record: string): string => `${record} deleted successfully`
export const notStorable = (label: string): string => `${label} has a character that cannot be stored`
/** A text as HTML shows it, also within an attribute. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)
export const tooManyAttempts = 'Too many attempts. Please try again later.'
export const notAuthorized = 'Not Authorized'

/**
 * Returns the words of a list (states, types, features) that a search text means: the word equal to the text, else the
 * words that begin with the text, else those with the text inside. So 'active' is not 'Inactive', and 'paid' is not
 * 'unpaid'.
 */
export function meantWords<W extends string>(text: string, words: readonly W[]): W[] {
  const q = text.trim().toLowerCase()
  if (q === '') return []
  const those = (fits: (word: string) => boolean) => words.filter(w => fits(w.toLowerCase()))
  const [same, begun] = [those(w => w === q), those(w => w.startsWith(q))]
  return same.length > 0 ? same : begun.length > 0 ? begun : those(w => w.includes(q))
}

/** False for a text that no database keeps: U+0000 in it, or half a character (a surrogate without its other half). */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Makes a text from outside storable: characters that no database keeps become the replacement character. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()
/** Any escape of JSON, a zero character, a pair of surrogates, or one alone. */
const ESCAPES = /\\(?:u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(0000|d[89a-f][\da-f]{2}))|[\s\S])/gi
/** A value as JSON, with all texts and names in it made storable in the same way. */
export const storableJson = (value: unknown): string => {
  const json = JSON.stringify(value ?? null)
  return json.replace(ESCAPES, (found, unfit?: string) => (unfit ? '\\ufffd' : found))
}

/** Text of at most `length` characters as they are, longer ones cut there with '...' behind. */
export const truncate = (text: string, length: number): string => {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}...`
}

/** The transactions screen's revenue card from rupees: above 1000 '₹1.3k', else the whole amount. */
export const formatRevenueCard = (rupees: number): string =>
  rupees > 1000 ? `₹${(rupees / 1000).toFixed(1)}k` : formatRupees(rupees)

/** A size as people read it, with one decimal at most: '2.3 MB'. */
export function formatBytes(bytes: number): string {
  const unit = bytes >= 1024 ** 3 ? 3 : bytes >= 1024 ** 2 ? 2 : bytes >= 1024 ? 1 : 0
  return `${Math.round((bytes / 1024 ** unit) * 10) / 10} ${['bytes', 'KB', 'MB', 'GB'][unit]}`
}

/** A day of the calendar, without a clock and so without a zone: 'yyyy-MM-dd'. */
export class Day {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export type Cell = string | number | bigint | boolean | Date | Day | null | undefined

/**
 * Text that a spreadsheet would run as a formula gets a leading apostrophe; numbers stay numbers. A leading tab or line
 * break counts as well: spreadsheets drop it and run what follows.
 */
export const neutralised = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

const cellText = (value: Cell): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return neutralised(value)
  if (value instanceof Day) return value.text
  return value instanceof Date ? (Number.isNaN(value.getTime()) ? '' : formatFileTime(value)) : String(value)
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** One CSV cell (RFC 4180), a time in the zone this program runs in: quoted only where comma, quote, line break or an outer space asks for it. */
export const csvCell = (value: Cell): string => {
  const text = cellText(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? quoted(text) : text
}

/** One CSV line with its line break. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A whole CSV file: the header line and one line a row. */
export const csvFile = (header: readonly string[], rows: Iterable<readonly Cell[]>): string => {
  let file = csvLine(header)
  for (const row of rows) file += csvLine(row)
  return file
}

/** The unit of a number: 'minutes', but of one 'minute'. */
export const unitOf = (n: number, unit: string): string => (n === 1 ? unit.replace(/^([a-z]+)s\b/, '$1') : unit)
