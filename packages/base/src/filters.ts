// The filter model of lists: conditions on text, number and date fields, joined by AND or OR, and the meaning of each
// operator as a function over rows. A translation to SQL must give the same rows (null and '' are empty; an empty
// number or text is "not equal" to every value; a date that cannot be read matches nothing but isEmpty).
import { plainNumber } from './numbers.ts'
import { err, ok, type Result } from './result.ts'
import { isStorable } from './text.ts'

const textOperators = [
  'contains',
  'notContains',
  'equals',
  'notEquals',
  'startsWith',
  'endsWith',
  'isEmpty',
  'isNotEmpty',
  'isAnyOf',
] as const
const numberOperators = [
  'equals',
  'notEquals',
  'greaterThan',
  'greaterThanOrEqual',
  'lessThan',
  'lessThanOrEqual',
  'between',
  'isEmpty',
  'isNotEmpty',
] as const
const dateOperators = [
  'equals',
  'notEquals',
  'after',
  'onOrAfter',
  'before',
  'onOrBefore',
  'between',
  'isEmpty',
  'isNotEmpty',
] as const
export const operators = { text: textOperators, number: numberOperators, date: dateOperators } as const

export type FieldType = keyof typeof operators
export type Operator = (typeof operators)[FieldType][number]
export type FilterFields = Readonly<Record<string, FieldType>>

/** One value, or the two ends of `between`. A date is 'yyyy-MM-dd' or an ISO time, of which the calendar day counts. */
export type FilterValue = string | number | readonly [string | number, string | number]

export type Condition = {
  /** Names the row of the filter panel; not needed on the wire. */
  readonly id?: string | undefined
  readonly field: string
  readonly operator: Operator
  readonly value?: FilterValue | undefined
  readonly valueType?: FieldType | undefined
}
type Combine = 'AND' | 'OR'
export type Filters = { readonly combine: Combine; readonly conditions: readonly Condition[] }

const blank = (value: unknown): boolean => value === undefined || value === null || String(value).trim() === ''

/** The values of an isAnyOf condition: comma-separated, trimmed, without empty ones. */
export const anyOf = (value: FilterValue | undefined): string[] =>
  String(value ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** A condition counts only with field, operator and value; isEmpty and isNotEmpty need no value. */
export const isActive = (condition: {
  field?: string
  operator?: string
  value?: FilterValue | undefined
}): boolean => {
  const { field, operator, value } = condition
  if (blank(field) || blank(operator)) return false
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return true
  if (operator === 'between') return Array.isArray(value) && value.length === 2 && !value.some(blank)
  return operator === 'isAnyOf' ? anyOf(value).length > 0 : !Array.isArray(value) && !blank(value)
}

/** The figure a number condition compares with; NaN for what is no number in plain digits, which matches nothing. */
export const toNumber = (value: unknown): number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? (plainNumber(value) ?? Number.NaN) : Number.NaN
}

/** Returns the condition if it may be run over `fields`, else the text for its fault. */
export const validCondition = (condition: Condition, fields: FilterFields): Result<Condition> => {
  const type = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined
  if (type === undefined) return err(`Cannot filter by ${condition.field}`)
  if (!(operators[type] as readonly string[]).includes(condition.operator))
    return err(`${condition.field} has no operator ${condition.operator}`)
  if (!isActive(condition)) return err(`${condition.field} needs a value for ${condition.operator}`)
  const values = Array.isArray(condition.value) ? condition.value : [condition.value]
  const valueless = condition.operator === 'isEmpty' || condition.operator === 'isNotEmpty'
  if (type === 'number' && !valueless && !values.every(value => Number.isFinite(toNumber(value))))
    return err(`${condition.field} must be a number`)
  return ok({ ...condition, valueType: type })
}

/** A text of a filter is at most so long. */
export const longestFilterText = 1000
const isSendable = (value: unknown): boolean =>
  typeof value !== 'string' || (value.length <= longestFilterText && isStorable(value))

/** True when a list with these fields takes the condition and does not pass over it: the screen's check of an address. */
export const takesCondition = (condition: Condition, fields: FilterFields): boolean =>
  [condition.value].flat().every(isSendable) && validCondition(condition, fields).ok

const minute = 60_000
const dateShape =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** An instant from a date or ISO time; without a zone of its own it is local to `tz` (minutes east of UTC). */
export const parseInstant = (value: unknown, tz: number): Date | undefined => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value
  if (typeof value !== 'string') return undefined
  const match = dateShape.exec(value.trim())
  if (!match) return undefined
  const [y, mo, d, h = 0, mi = 0, s = 0] = match
    .slice(1, 7)
    .map(part => (part === undefined ? undefined : Number(part)))
  if (y === undefined || mo === undefined || d === undefined || h > 23 || mi > 59 || s > 59) return undefined
  const local = new Date(0)
  local.setUTCFullYear(y, mo - 1, d)
  if (local.getUTCMonth() !== mo - 1 || local.getUTCDate() !== d) return undefined
  local.setUTCHours(h, mi, s, Number((match[7] ?? '0').slice(0, 3).padEnd(3, '0')))
  return new Date(local.getTime() - offsetOf(match[8], tz) * minute)
}

const offsetOf = (zone: string | undefined, tz: number): number => {
  if (zone === undefined) return tz
  if (zone.toUpperCase() === 'Z') return 0
  const digits = zone.replace(/\D/g, '')
  return (zone.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)))
}

/** First and last millisecond of the calendar day of `dateText` in `tz` (minutes east of UTC); undefined: unreadable. */
export const dayBounds = (dateText: unknown, tz: number): { from: Date; to: Date } | undefined => {
  const at = parseInstant(dateText, tz)
  if (!at) return undefined
  const day = 24 * 60 * minute
  const from = Math.floor((at.getTime() + tz * minute) / day) * day - tz * minute
  return { from: new Date(from), to: new Date(from + day - 1) }
}

/** Instants from `from` up to and with `to`; `negate`: those outside; `never`: none at all. */
export type DateRange = { from?: Date; to?: Date; never?: true; negate?: true }

/**
 * The instants a date condition matches, by whole days of `tz`. `to` is the last millisecond: over finer clocks compare
 * with `< to + 1 ms`. isEmpty and isNotEmpty are no ranges and must be handled before (they answer `never`).
 */
export const dateRangeOf = (condition: Condition, tz: number): DateRange => {
  const { operator, value } = condition
  const [first, last] = Array.isArray(value) ? value : [value, value]
  const start = dayBounds(first, tz)
  const end = dayBounds(last, tz)
  if (!start || !end) return { never: true }
  if (operator === 'equals') return start
  if (operator === 'notEquals') return { ...start, negate: true }
  if (operator === 'after') return { from: new Date(start.to.getTime() + 1) }
  if (operator === 'onOrAfter') return { from: start.from }
  if (operator === 'before') return { to: new Date(start.from.getTime() - 1) }
  if (operator === 'onOrBefore') return { to: start.to }
  if (operator === 'between') return start.from > end.to ? { never: true } : { from: start.from, to: end.to }
  return { never: true }
}

const textMatches = (cell: unknown, { operator, value }: Condition): boolean => {
  const text = String(cell ?? '').toLowerCase()
  const wanted = String(value ?? '').toLowerCase()
  if (operator === 'contains') return text.includes(wanted)
  if (operator === 'notContains') return !text.includes(wanted)
  if (operator === 'equals') return text === wanted
  if (operator === 'notEquals') return text !== wanted
  if (operator === 'startsWith') return text.startsWith(wanted)
  if (operator === 'endsWith') return text.endsWith(wanted)
  return operator === 'isAnyOf' && anyOf(value).some(part => part.toLowerCase() === text)
}

const numberMatches = (cell: unknown, { operator, value }: Condition): boolean => {
  const [first, last] = (Array.isArray(value) ? value : [value, value]).map(toNumber)
  const number = toNumber(cell)
  if (first === undefined || last === undefined || Number.isNaN(first) || Number.isNaN(last)) return false
  if (operator === 'equals') return number === first
  if (operator === 'notEquals') return number !== first
  if (operator === 'greaterThan') return number > first
  if (operator === 'greaterThanOrEqual') return number >= first
  if (operator === 'lessThan') return number < first
  if (operator === 'lessThanOrEqual') return number <= first
  return operator === 'between' && number >= first && number <= last
}

const dateMatches = (cell: unknown, condition: Condition, tz: number): boolean => {
  const at = parseInstant(cell, tz)
  const range = dateRangeOf(condition, tz)
  if (!at || range.never) return false
  const inside = (!range.from || at >= range.from) && (!range.to || at <= range.to)
  return inside !== (range.negate === true)
}

/** Whether one row satisfies one condition on a field of `type`; dates by calendar days of `tz`. */
export const conditionMatches = (cell: unknown, condition: Condition, type: FieldType, tz: number): boolean => {
  const empty = cell === undefined || cell === null || cell === ''
  if (condition.operator === 'isEmpty') return empty
  if (condition.operator === 'isNotEmpty') return !empty
  if (type === 'date') return dateMatches(cell, condition, tz)
  return type === 'number' ? numberMatches(cell, condition) : textMatches(cell, condition)
}

/**
 * Whether a row passes the filter: all active conditions (AND) or any (OR); without an active one every row passes.
 * A condition on a field that `fields` does not know matches nothing. `tz` is minutes east of UTC.
 */
export const matches = (
  row: Readonly<Record<string, unknown>>,
  filters: Filters,
  fields: FilterFields,
  tz = 330,
): boolean => {
  const active = filters.conditions.filter(isActive)
  if (active.length === 0) return true
  const one = (condition: Condition): boolean => {
    const type = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined
    return type !== undefined && conditionMatches(row[condition.field], condition, type, tz)
  }
  return filters.combine === 'OR' ? active.some(one) : active.every(one)
}
