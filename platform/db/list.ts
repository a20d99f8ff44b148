// Lists in SQL: the filters, search, sort and pages of D-GEN-13, with the meaning packages/base/filters gives them.
import { anyOf, type Condition, dateRangeOf, type FieldType, type Filters, toNumber } from '@wattdesk/base/filters'
import {
  type ChoiceQuery,
  choiceKeys,
  type ListQuery,
  maxExportRows,
  maxUnpagedRows,
  rowsOf,
  sortOf,
  tooManyRows,
} from '@wattdesk/base/paging'
import { isStorable, meantWords } from '@wattdesk/base/text'
import { fail } from '@wattdesk/wire/route'
import { type RawBuilder, sql } from 'kysely'

/**
 * A column as lists know it: its SQL, and the type by which it is filtered. `per`: the column holds whole numbers, so
 * many to one of the unit asked in (100 paise a rupee), and is compared as such, so that its index serves. `trigrams`:
 * an index of trigrams stands over the column; 'all': and no other, so that equality asks it too. `known`: the condition in other words, where
 * the column knows better; undefined leaves it as it is. `order`: the SQL to sort by, where it is another.
 */
export type Column = {
  sql: RawBuilder<unknown>
  type: FieldType
  per?: number
  trigrams?: 'contains' | 'all'
  known?: (c: Condition) => RawBuilder<boolean> | undefined
  order?: RawBuilder<unknown>
}
export type Columns = Readonly<Record<string, Column>>

/** Minutes east of UTC of the business zone, for dates of callers that name none. */
const INDIA = 330

/** Text for LIKE with its own wildcards taken literally. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, c => `\\${c}`)
const isTrue = sql<boolean>`true`
const isFalse = sql<boolean>`false`
const pair = (c: Condition) => (Array.isArray(c.value) ? (c.value as [unknown, unknown]) : [c.value, c.value])

/** Conditions joined by AND or OR; none is true. */
export function joined(parts: readonly RawBuilder<boolean>[], how: 'AND' | 'OR'): RawBuilder<boolean> {
  if (parts.length === 0) return isTrue
  return sql<boolean>`(${sql.join(parts, how === 'AND' ? sql` and ` : sql` or `)})`
}

const like = (column: RawBuilder<unknown>, part: string) => sql<boolean>`${column} ilike ${`%${likeText(part)}%`}`
const RARE = 5
/** Where a word goes on: an index of trigrams knows no signs between words, so '3.exa' asks for no more than 'exa'. */
const trigramsIn = (part: string): number =>
  part.split(/[^\p{L}\p{N}]+/u).reduce((n, word) => n + Math.max(0, word.length - 2), 0)
/**
 * The part of a text that the fewest rows share, as far as one can tell: where most digits stand in whole words, else the
 * beginning. An index of trigrams reads a list for each three characters, and 'example.com' is in every e-mail.
 */
export function rarePart(text: string): string {
  let best = 0
  let most = 0
  for (let i = 0; i + RARE <= text.length; i++) {
    const part = text.slice(i, i + RARE)
    const digits = part.replaceAll(/\D/g, '').length
    const worth = digits > 0 ? trigramsIn(part) * RARE + digits : 0
    // The later of two: numbers begin alike and end apart.
    if (worth > 0 && worth >= most) [best, most] = [i, worth]
  }
  return text.slice(best, best + RARE)
}
function rareParts(c: Condition, alone: boolean): string[] | undefined {
  if (c.operator === 'isAnyOf') return alone ? anyOf(c.value).map(rarePart) : undefined
  const helps = c.operator === 'equals' ? alone : ['contains', 'startsWith', 'endsWith'].includes(c.operator)
  return helps ? [rarePart(String(c.value ?? ''))] : undefined
}

function textCondition(column: RawBuilder<unknown>, c: Condition): RawBuilder<boolean> {
  const lower = String(c.value ?? '').toLowerCase()
  switch (c.operator) {
    case 'contains':
      return sql<boolean>`lower(${column}) like ${`%${likeText(lower)}%`}`
    case 'notContains':
      return sql<boolean>`lower(coalesce(${column}, '')) not like ${`%${likeText(lower)}%`}`
    case 'equals':
      return sql<boolean>`lower(${column}) = ${lower}`
    case 'notEquals':
      return sql<boolean>`lower(${column}) is distinct from ${lower}`
    case 'startsWith':
      return sql<boolean>`lower(${column}) like ${`${likeText(lower)}%`}`
    case 'endsWith':
      return sql<boolean>`lower(${column}) like ${`%${likeText(lower)}`}`
    case 'isAnyOf': {
      const values = anyOf(c.value).map(v => v.toLowerCase())
      return sql<boolean>`lower(${column}) = any(${sql.val(values)}::text[])`
    }
    default:
      return isFalse
  }
}

function numberCondition(column: RawBuilder<unknown>, c: Condition): RawBuilder<boolean> {
  const [from = Number.NaN, to = Number.NaN] = pair(c).map(toNumber)
  if (Number.isNaN(from) || Number.isNaN(to)) return isFalse
  switch (c.operator) {
    case 'equals':
      return sql<boolean>`${column} = ${from}::numeric`
    case 'notEquals':
      return sql<boolean>`${column} is distinct from ${from}::numeric`
    case 'greaterThan':
      return sql<boolean>`${column} > ${from}::numeric`
    case 'greaterThanOrEqual':
      return sql<boolean>`${column} >= ${from}::numeric`
    case 'lessThan':
      return sql<boolean>`${column} < ${from}::numeric`
    case 'lessThanOrEqual':
      return sql<boolean>`${column} <= ${from}::numeric`
    case 'between':
      return sql<boolean>`${column} between ${from}::numeric and ${to}::numeric`
    default:
      return isFalse
  }
}

/** The largest whole number that SQL and this program both hold exactly. */
const LARGEST = Number.MAX_SAFE_INTEGER

/** A condition over whole numbers, with the ends rounded to the whole numbers inside. */
function wholeCondition(column: RawBuilder<unknown>, per: number, c: Condition): RawBuilder<boolean> {
  // 0.29 · 100 is 28.999999999999996: six places are more than money and energy have.
  const scaled = (n: number) => Math.max(-LARGEST, Math.min(LARGEST, Number((n * per).toFixed(6))))
  const [from = Number.NaN, to = Number.NaN] = pair(c).map(v => scaled(toNumber(v)))
  if (Number.isNaN(from) || Number.isNaN(to)) return isFalse
  const bigint = (n: number) => sql`${n}::bigint`
  switch (c.operator) {
    case 'equals':
      return Number.isInteger(from) ? sql<boolean>`${column} = ${bigint(from)}` : isFalse
    case 'notEquals':
      return Number.isInteger(from) ? sql<boolean>`${column} is distinct from ${bigint(from)}` : isTrue
    case 'greaterThan':
      return sql<boolean>`${column} > ${bigint(Math.floor(from))}`
    case 'greaterThanOrEqual':
      return sql<boolean>`${column} >= ${bigint(Math.ceil(from))}`
    case 'lessThan':
      return sql<boolean>`${column} < ${bigint(Math.ceil(from))}`
    case 'lessThanOrEqual':
      return sql<boolean>`${column} <= ${bigint(Math.floor(from))}`
    case 'between':
      return sql<boolean>`${column} between ${bigint(Math.ceil(from))} and ${bigint(Math.floor(to))}`
    default:
      return isFalse
  }
}

function dateCondition(column: RawBuilder<unknown>, c: Condition, tz: number): RawBuilder<boolean> {
  const range = dateRangeOf(c, tz)
  if (range.never) return isFalse
  const parts: RawBuilder<boolean>[] = []
  if (range.from) parts.push(sql<boolean>`${column} >= ${range.from}`)
  if (range.to) parts.push(sql<boolean>`${column} < ${new Date(range.to.getTime() + 1)}`)
  const inside = joined(parts, 'AND')
  return range.negate ? sql<boolean>`(${column} is not null and not ${inside})` : inside
}

function condition(column: Column, c: Condition, tz: number): RawBuilder<boolean> {
  const known = column.known?.(c)
  if (known) return known
  const isText = column.type === 'text'
  if (c.operator === 'isEmpty')
    return isText ? sql<boolean>`coalesce(${column.sql}, '') = ''` : sql<boolean>`${column.sql} is null`
  if (c.operator === 'isNotEmpty')
    return isText ? sql<boolean>`${column.sql} <> ''` : sql<boolean>`${column.sql} is not null`
  if (isText) {
    const text = textCondition(column.sql, c)
    const rare = column.trigrams && rareParts(c, column.trigrams === 'all')
    return rare
      ? joined(
          [
            joined(
              rare.map(r => like(column.sql, r)),
              'OR',
            ),
            text,
          ],
          'AND',
        )
      : text
  }
  if (column.type === 'number' && column.per) return wholeCondition(column.sql, column.per, c)
  return column.type === 'number' ? numberCondition(column.sql, c) : dateCondition(column.sql, c, tz)
}

/** The largest key that a column of whole numbers holds. */
const MAX_KEY = 2_147_483_647
/** The keys that `equals` and `isAnyOf` name; undefined for what is asked of a key otherwise. */
export function keysOf(condition: Condition): number[] | undefined {
  if (condition.operator !== 'equals' && condition.operator !== 'isAnyOf') return undefined
  const named = condition.operator === 'equals' ? [String(condition.value ?? '')] : anyOf(condition.value)
  return named.filter(v => /^[1-9]\d*$/.test(v) && Number(v) <= MAX_KEY).map(Number)
}
/** The record's own number, filtered as text: those that are named are found by their keys. */
export const keyColumn = (id: RawBuilder<unknown>): Column => ({
  sql: id,
  type: 'number',
  known: c => {
    const keys = keysOf(c)
    return keys
      ? sql<boolean>`${id} = any(${sql.val(keys)}::int[])`
      : condition({ sql: sql`${id}::text`, type: 'text' }, c, INDIA)
  },
})

/** The filter panel's conditions as SQL. A field that is no column matches nothing. */
export const filtersSql = (filters: Filters | undefined, columns: Columns, tz = INDIA): RawBuilder<boolean> =>
  joined(
    (filters?.conditions ?? []).map(c => {
      const column = columns[c.field]
      return column ? condition(column, c, tz) : isFalse
    }),
    filters?.combine ?? 'AND',
  )

/** The condition that a column holds a word which the search text means, by the rule of `meantWords`. */
function inWords(q: string, column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const text = q.trim().toLowerCase()
  const meant = meantWords(text, words).map(w => w.toLowerCase())
  if (meant.includes(text)) return sql<boolean>`lower(${column}) = ${text}`
  // The column may also hold other words than these. A text that begins one of them matches the beginning, any other text
  // matches anywhere.
  return meant.some(w => w.startsWith(text))
    ? sql<boolean>`${column} ilike ${`${likeText(text)}%`}`
    : sql<boolean>`${column} ilike ${`%${likeText(text)}%`}`
}

/**
 * The search text in any of the columns, without regard to case; no text is true. `words` lists the columns that hold
 * one of a few words (states, features): there 'active' does not find 'Inactive'.
 */
export const searchSql = (
  q: string | undefined,
  columns: readonly RawBuilder<unknown>[],
  words: readonly (readonly [column: RawBuilder<unknown>, words: readonly string[]])[] = [],
): RawBuilder<boolean> =>
  q
    ? joined(
        [
          ...columns.map(c => sql<boolean>`${c} ilike ${`%${likeText(q)}%`}`),
          ...words.map(([column, known]) => inWords(q, column, known)),
        ],
        'OR',
      )
    : isTrue

/** `order by` with `tie`, a unique column, so that pages never overlap. Nothing comes last. */
export function orderSql(sort: string, columns: Columns, tie: RawBuilder<unknown>): RawBuilder<unknown> {
  const { field, descending } = sortOf(sort)
  const column = columns[field]
  if (!column) return sql`order by ${tie} desc`
  const order = column.order ?? column.sql
  return descending
    ? sql`order by ${order} desc nulls last, ${tie} desc`
    : sql`order by ${order} asc nulls last, ${tie} asc`
}

/**
 * What a list with a cursor goes by: a column that no two of its rows share, or a number and a text that no two rows share
 * together.
 */
export type CursorKey =
  | { number: RawBuilder<unknown>; text?: undefined }
  | { text: RawBuilder<unknown>; number?: undefined }
  | { number: RawBuilder<unknown>; text: RawBuilder<unknown> }
const columnsOf = ({ number, text }: CursorKey) => [number, text].filter(c => c !== undefined)
/** A row of a list with the key of its record, for the cursor behind it. */
export type Keyed<K extends number | string = number> = { cursorKey: K }
/** The column `cursor_key` of the statement that reads a list. */
export const cursorKeySql = (key: CursorKey): RawBuilder<unknown> =>
  key.number && key.text ? sql`json_build_array(${key.number}, ${key.text})::text` : sql.join(columnsOf(key))

const BAD_CURSOR = 'Cursor must be the next_cursor of a reply'
const ALONE = 'A list by cursor has an order of its own: leave out sort, page and export'
const refuseCursor = (text: string): never => fail(422, text, { cursor: text })
const isNumber = (key: unknown): boolean => /^\d{1,18}$/.test(String(key))
/** The text of a cursor as it was when it was made; refused where it is no cursor. */
function textOf(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString()
  return Buffer.from(text).toString('base64url') === cursor && isStorable(text) ? text : refuseCursor(BAD_CURSOR)
}
function pairOf(text: string): readonly [number: string, text: string] {
  try {
    const [number, name, ...more] = JSON.parse(text) as unknown[]
    if (isNumber(number) && typeof name === 'string' && more.length === 0) return [String(number), name]
  } catch {
    // No JSON, or no list: no cursor of this list.
  }
  return refuseCursor(BAD_CURSOR)
}
/** The text of the cursor behind which the query goes on; undefined: it begins. Nothing else may order such a list. */
function cursorOf({ cursor, sort, page, export: whole }: ListQuery): string | undefined {
  if (cursor === undefined) return undefined
  if (sort !== undefined || page !== undefined || whole !== undefined) refuseCursor(ALONE)
  return cursor === '' ? undefined : textOf(cursor)
}
/** The number of the record behind which the query goes on; undefined: it begins, or has no cursor. */
export function numberBehind(query: ListQuery): string | undefined {
  const number = cursorOf(query)
  return number === undefined || isNumber(number) ? number : refuseCursor(BAD_CURSOR)
}
/** The condition of the rows behind the cursor of a query; true for a query that begins or has none. */
export function behindSql(query: ListQuery, key: CursorKey): RawBuilder<boolean> {
  if (!key.text) {
    const number = numberBehind(query)
    return number === undefined ? isTrue : sql<boolean>`${key.number} > ${number}::bigint`
  }
  const text = cursorOf(query)
  if (text === undefined) return isTrue
  if (!key.number) return sql<boolean>`${key.text} > ${text}::text`
  const [number, name] = pairOf(text)
  return sql<boolean>`(${key.number}, ${key.text}) > (${number}::bigint, ${name}::text)`
}
/** The cursor behind the last of these rows; null where the list ends with them, undefined for a list without a cursor. */
export function nextCursor(
  query: ListQuery,
  rows: readonly Partial<Keyed<number | string>>[],
): string | null | undefined {
  if (query.cursor === undefined) return undefined
  const last = rows.at(-1)
  if (!last || rows.length < rowsOf(query).limit) return null
  if (last.cursorKey === undefined) throw new Error('The rows of a list lack their cursor_key.')
  return Buffer.from(String(last.cursorKey)).toString('base64url')
}
/**
 * The end of the statement that reads a list, after its where clause: the rows behind the cursor, their order and the page.
 * @param order what the list is sorted by where the query names nothing
 * @param key what it goes by with a cursor, which the statement also selects as `cursor_key`
 * @param tie decides between rows that are equal in the order; the key where that is one column
 */
export const endSql = (
  query: ListQuery,
  order: string,
  columns: Columns,
  key: CursorKey,
  tie?: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`and ${behindSql(query, key)} ${orderOfSql(query, order, columns, key, tie)} ${pageSql(query)}`
/** The order alone. */
export const orderOfSql = (
  query: ListQuery,
  order: string,
  columns: Columns,
  key: CursorKey,
  tie: RawBuilder<unknown> = sql.join(columnsOf(key)),
): RawBuilder<unknown> =>
  query.cursor === undefined ? orderSql(query.sort ?? order, columns, tie) : sql`order by ${sql.join(columnsOf(key))}`

/** `limit` and `offset` of the query. */
export const pageSql = (query: Pick<ListQuery, 'page' | 'pageSize' | 'cursor' | 'export'>): RawBuilder<unknown> => {
  const { limit, offset } = rowsOf(query)
  return sql`limit ${limit} offset ${offset}`
}

/** Refuses an export that holds more than 100 000 rows, unless it was asked for without a limit. */
export function demandExportable(query: Pick<ListQuery, 'export'>, rows: number): void {
  if (query.export === 'true' && rows > maxExportRows) fail(422, tooManyRows)
}

/** The rows that `keys` names, by their column; all rows where the query names none. */
export function keysSql(asked: Pick<ChoiceQuery, 'keys'>, key: RawBuilder<unknown>): RawBuilder<boolean> {
  const keys = choiceKeys(asked)
  return keys ? sql<boolean>`${key} = any(${sql.val(keys)}::int[])` : isTrue
}

/** The choices of a form: the condition and the end of a statement whose rows have `key` and are found by `columns`. */
export function choiceSql(
  asked: ChoiceQuery,
  { key, columns }: { key: RawBuilder<unknown>; columns: readonly RawBuilder<unknown>[] },
): { where: RawBuilder<boolean>; limit: RawBuilder<unknown> } {
  const where = sql<boolean>`(${searchSql(asked.q?.trim(), columns)}) and ${keysSql(asked, key)}`
  return { where, limit: sql`limit ${asked.limit ?? maxUnpagedRows}` }
}
