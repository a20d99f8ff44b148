// How the texts of a row become the values of a body: numbers, days, yes and no, choices, and names of other records.
import { plainNumber } from '@wattdesk/base/numbers'
import { isFormula, isShortened, unguarded } from '#fleet/tags/csv.rules.ts'
import { IMPORT_COLUMNS, type ImportColumn } from './import-columns.fields.ts'
import type { ImportKind, Reason } from './network-import.words.ts'

/** Ids of other records by their names in lower case; null: several bear the name. */
export type References = Partial<Record<'price group' | 'site', ReadonlyMap<string, number | null>>>

const YES = new Set(['yes', 'y', 'true', '1', 'ja', 'on', 'enabled'])
const NO = new Set(['no', 'n', 'false', '0', 'nein', 'off', 'disabled'])
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/
const INDIAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
/** A phone number with its plus, or a number below 0: nothing that a spreadsheet would run. */
const IS_FIGURE = /^[+-]?[\d .,()-]+$/

const AS_FORMULA = 'begins like a formula. Please put an apostrophe before it'
const AS_NUMBER =
  'is a number that a spreadsheet has shortened. Please format the column as text and enter the full number'

type Read = { value: unknown } | { fault: string }
const twoDigits = (text: string) => text.padStart(2, '0')

function dayOf(text: string, header: string): Read {
  const [, day, month, year] = INDIAN_DAY.exec(text) ?? []
  if (day && month && year) return { value: `${year}-${twoDigits(month)}-${twoDigits(day)}` }
  const iso = DAY.exec(text)
  return iso ? { value: iso.slice(1, 4).join('-') } : { fault: `${header} must be a day such as 2030-12-31` }
}

/** '10,000' and '2.500' in a file with decimal commas: ten thousand or ten, nobody knows. */
const IS_AMBIGUOUS = /^[+-]?\d{1,3}[.,]\d{3}$/
const AMBIGUOUS =
  'may be read in two ways. Please write it without a separator of thousands, with other than three decimals'

function numberIn(text: string, hasDecimalComma: boolean): number | undefined {
  const plain = plainNumber(text)
  if (plain !== undefined || !hasDecimalComma) return plain
  return /^-?\d+,\d+$/.test(text) ? plainNumber(text.replace(',', '.')) : undefined
}

function referenceIn(column: ImportColumn, text: string, references: References): Read {
  const type = column.type as keyof References
  const id = references[type]?.get(text.toLowerCase())
  if (id === undefined) return { fault: `There is no ${type === 'site' ? 'charging site' : type} ${text}` }
  return id === null ? { fault: `Several are called ${text}; please rename one` } : { value: id }
}

/** 'CCS-2' and 'ccs 2' are the same word. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
const optionIn = ({ options = [], texts = {}, header, spellings = {} }: ImportColumn, text: string): Read => {
  const said = plain(text)
  const found =
    options.find(o => o.toLowerCase() === text.toLowerCase()) ??
    options.find(o => [o, texts[o] ?? ''].some(t => plain(t) === said)) ??
    spellings[said]
  return found === undefined ? { fault: `${header} should be one of ${options.join(', ')}` } : { value: found }
}

function valueIn(column: ImportColumn, text: string, references: References, hasDecimalComma: boolean): Read {
  const { type, header, isSmall } = column
  switch (type) {
    case 'number': {
      if (hasDecimalComma && !isSmall && IS_AMBIGUOUS.test(text.trim()))
        return { fault: `${header} ${text} ${AMBIGUOUS}` }
      const value = numberIn(text, hasDecimalComma)
      return value === undefined ? { fault: `${header} must be a number` } : { value }
    }
    case 'flag':
    case 'whole flag': {
      const said = text.toLowerCase()
      if (!YES.has(said) && !NO.has(said)) return { fault: `${header} must be yes or no` }
      return { value: type === 'flag' ? YES.has(said) : Number(YES.has(said)) }
    }
    case 'day':
      return dayOf(text, header)
    case 'list': {
      const all = text
        .split(/[;,|]/)
        .map(t => t.trim())
        .filter(t => t !== '')
        .map(t => optionIn(column, t))
      const fault = all.find(r => 'fault' in r)
      return fault ?? { value: all.map(r => ('value' in r ? r.value : '')) }
    }
    case 'price group':
    case 'site':
      return referenceIn(column, text, references)
    default:
      return column.options ? optionIn(column, text) : { value: text }
  }
}

/** Why a text is none that a person has written, before it becomes a value. */
function textFault({ header, type, options }: ImportColumn, text: string): string | undefined {
  if (type !== undefined || options) return undefined
  if (isFormula(text) && !IS_FIGURE.test(text)) return `${header} ${AS_FORMULA}`
  return isShortened(text) ? `${header} ${text} ${AS_NUMBER}` : undefined
}

type Body = Record<string, unknown>
/** Puts a value at its place, `connectors.0.kw`; numbers are places of lists. */
function put(body: Body, path: string, value: unknown): void {
  const steps = path.split('.')
  let at: Body = body
  for (const [i, step] of steps.slice(0, -1).entries()) {
    at[step] ??= /^\d+$/.test(steps[i + 1] ?? '') ? [] : {}
    at = at[step] as Body
  }
  at[steps.at(-1) ?? ''] = value
}

export type RowTexts = {
  /** By the names of their columns, without the apostrophe that guards a text from a spreadsheet; empty cells are left out. */
  values: Readonly<Record<string, string>>
  /** As they stand in the file. */
  written: Readonly<Record<string, string>>
}
/** The body that a row says, and what speaks against its texts. Cells without text say nothing. */
export function bodyOf(
  kind: ImportKind,
  { values, written }: RowTexts,
  references: References,
  hasDecimalComma: boolean,
): { body: Body; reasons: Reason[] } {
  const body: Body = {}
  const reasons: Reason[] = []
  for (const column of IMPORT_COLUMNS[kind]) {
    const text = values[column.name]
    const inFile = written[column.name]
    if (text === undefined || inFile === undefined) continue
    const fault = textFault(column, inFile)
    const read: Read = fault ? { fault } : valueIn(column, text, references, hasDecimalComma)
    if ('fault' in read) reasons.push({ field: column.name, value: inFile, reason: read.fault })
    else put(body, column.name, read.value)
  }
  return { body, reasons }
}

/** The texts of a row by the names of their columns. */
export function textsOf(cells: readonly string[], mapping: Readonly<Record<string, number>>): RowTexts {
  const written = Object.entries(mapping).flatMap(([name, at]): [string, string][] => {
    const text = (cells[at] ?? '').trim()
    return text === '' ? [] : [[name, text]]
  })
  return {
    values: Object.fromEntries(written.map(([name, text]) => [name, unguarded(text)])),
    written: Object.fromEntries(written),
  }
}
