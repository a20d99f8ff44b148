// The filters, the search and the order of a question to a big list, as SQL over `t`; fields that are not offered are
// refused.
import { type Condition, dateRangeOf, type Filters } from '@wattdesk/base/filters'
import { sortOf } from '@wattdesk/base/paging'
import { fail } from '@wattdesk/wire/route'
import { sql } from 'kysely'
import { among, amongNumbers, holds, holdsSmall, inNames, numberOf, placeOf } from './big-list-names.ts'
import type { BigListRequest, Bool, CountKind, Declared, Field, Names, Sql } from './big-list-shape.ts'
import { type Column, type Columns, filtersSql, joined, likeText } from './list.ts'
import { within } from './scope.ts'

/** Conditions that all must hold; those that are undefined ask for nothing. */
export const and = (...parts: (Bool | undefined)[]): Bool =>
  joined(
    parts.filter(p => p !== undefined),
    'AND',
  )

/** Throws for a scope that the list does not declare, and fails with 422 for a field that the list does not offer. */
export function demandOffered(list: Declared, { scope, query }: BigListRequest): void {
  if (!list.scopes[scope.kind]) throw new Error(`The list of ${list.table} has no index for the scope '${scope.kind}'.`)
  const { field } = orderOf(list, query)
  if (!list.offers.sorts.includes(field)) fail(422, `Cannot sort by ${field}`)
  const stranger = query.filters?.conditions.find(c => !Object.hasOwn(list.offers.filters, c.field))
  if (stranger) fail(422, `Cannot filter by ${stranger.field}`)
}

/** Returns the field and direction of the order; by default the newest rows first. */
export const orderOf = (list: Declared, { sort }: BigListRequest['query']): { field: string; descending: boolean } =>
  sortOf(sort ?? `-${list.time}`)

const fieldOf = (list: Declared, name: string): Field => {
  const field = list.fields[name]
  if (!field) throw new Error(`The list of ${list.table} has no field ${name}.`)
  return field
}

/** Returns the expression that rows are sorted by; the id decides between equal ones, in the same direction. */
export function sortKey(list: Declared, name: string, of: CountKind): Sql {
  const field = fieldOf(list, name)
  return field.sortKey ?? (of === 'any' ? field.live : undefined) ?? field.sql
}

const neverEmpty = (c: Condition): Bool | undefined =>
  c.operator === 'isEmpty' ? sql<boolean>`false` : c.operator === 'isNotEmpty' ? sql<boolean>`true` : undefined

function columnOf(list: Declared, name: string, of: CountKind, names: Names | undefined): Column {
  const field = fieldOf(list, name)
  const type = list.offers.filters[name] ?? 'text'
  const place = placeOf(list, name)
  const column = { sql: (of === 'any' ? field.live : undefined) ?? field.sql, type }
  const byNumber = (c: Condition) => {
    const found = field.number && names?.conditions.get(c)
    return found && field.number && amongNumbers(field.number, found)
  }
  const byName = (c: Condition) => {
    const found = place && names?.conditions.get(c)
    return found && among(place.at, found, filtersSql({ combine: 'AND', conditions: [c] }, { [name]: column }))
  }
  return {
    ...column,
    ...(field.per ? { per: field.per } : {}),
    ...(field.words ? { trigrams: field.index ? 'contains' : 'all' } : {}),
    known: c => field.known?.(c) ?? (field.required && neverEmpty(c)) ?? byNumber(c) ?? byName(c),
  }
}

/** The filters as SQL; with `names`, those on names by key. */
function filterOf(list: Declared, of: CountKind, { filters, tz }: BigListRequest['query'], names?: Names): Bool {
  const columns: Columns = Object.fromEntries(
    (filters?.conditions ?? []).map(c => [c.field, columnOf(list, c.field, of, names)]),
  )
  return filtersSql(filters, columns, tz)
}

/** Stands in no text that people search for. */
const BETWEEN = '\u0001'
/** The search where every row is looked at: all cells as one text. */
function inRow(list: Declared, q: string): Bool {
  if (list.search.text) return holdsSmall(list.search.text, q)
  const names = Object.values(list.names ?? {}).flatMap(n => n.columns.map(c => sql.ref(`t.${c}`)))
  const number = numberOf(list)
  const cells = sql.join([...(number ? [sql`${number}::text`] : []), ...list.search.cells, ...names])
  return sql<boolean>`lower(concat_ws(${BETWEEN}::text, ${cells})) like ${`%${likeText(q.toLowerCase())}%`}`
}

/** The search in the records' own numbers: among those found, or in their text where they are too many. */
function inNumber(list: Declared, q: string, names: Names | undefined): Bool[] {
  const number = numberOf(list)
  if (!number) return []
  return [names?.numbers ? amongNumbers(number, names.numbers) : holds(sql`${number}::text`, q)]
}

/** The search over cells, names and words; no text is true. With `names`, each by its own index. */
function searchOf(list: Declared, of: CountKind, q: string | undefined, names?: Names): Bool {
  if (!q) return sql<boolean>`true`
  if (q.includes(BETWEEN)) return sql<boolean>`false`
  const inCells = () =>
    list.search.text
      ? [holdsSmall(list.search.text, q)]
      : [
          ...inNumber(list, q, names),
          ...list.search.cells.map(c => holds(c, q)),
          ...inNames(list, q, names?.search ?? {}),
        ]
  const words = Object.values<Field>(list.fields).flatMap(f => f.meant?.(q) ?? [])
  const state = list.search.states?.[q.trim().toLowerCase()]?.[of]
  return joined([...(names ? inCells() : [inRow(list, q)]), ...words, ...(state ? [state] : [])], 'OR')
}

/** The conditions of a question: what its scope holds, and the search and filters on top. */
export const conditionsOf = (list: Declared, { scope, own, query, names }: BigListRequest) => ({
  base: and(within(scope, 't'), own),
  narrow: (of: CountKind) => and(filterOf(list, of, query, names), searchOf(list, of, query.q, names)),
  isNarrowed: Boolean(query.q) || (query.filters?.conditions.length ?? 0) > 0,
})

export type Bounds = { from?: Date; to?: Date; isFollowed: boolean }
const HOUR_MS = 3_600_000
const later = (a: Date | undefined, b: Date) => (a && a > b ? a : b)
const earlier = (a: Date | undefined, b: Date) => (a && a < b ? a : b)

/**
 * Between which instants the time of a matching row lies: a walk by time begins there and not at the newest row. A date
 * that follows the time bounds it too, but for odd rows (`isFollowed`: those must be asked for beside).
 */
export function boundsOf(list: Declared, filters: Filters | undefined, tz = 330): Bounds {
  const bounds: Bounds = { isFollowed: false }
  if (!filters || filters.combine === 'OR') return bounds
  for (const c of filters.conditions) {
    const follows = c.field === list.follows?.field ? list.follows : undefined
    if ((c.field !== list.time && !follows) || /Empty$/.test(c.operator)) continue
    const range = dateRangeOf(c, tz)
    if (range.never || range.negate) continue
    if (follows) bounds.isFollowed = true
    const before = (follows?.hours ?? 0) * HOUR_MS
    if (range.from) bounds.from = later(bounds.from, new Date(range.from.getTime() - before))
    if (range.to) bounds.to = earlier(bounds.to, new Date(range.to.getTime() + 1))
  }
  return bounds
}
