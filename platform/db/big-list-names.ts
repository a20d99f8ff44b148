// Resolves a text by the names that many rows bear, each kept once: few names stand for many rows, so a filter or
// search over names is first answered among the names, and its rows are found by their keys. So are parts of the rows' own
// numbers, among all numbers.
import type { Condition } from '@wattdesk/base/filters'
import { sql } from 'kysely'
import { isDigitsPlace, numbersHolding } from './big-list-numbers.ts'
import type {
  BigListRequest,
  Bool,
  Declared,
  Field,
  MatchedNames,
  Names,
  NameTable,
  Reach,
  Sql,
} from './big-list-shape.ts'
import type { Db } from './db.ts'
import { filtersSql, joined, likeText, rarePart } from './list.ts'
import { within } from './scope.ts'

const parts = ['contains', 'startsWith', 'endsWith']
/** A text column is compared for equality without its names; a key may have borne several names. */
const operatorsOf = (n: NameTable) => (n.isText ? parts : [...parts, 'notContains', 'equals', 'notEquals', 'isAnyOf'])

/** The name table where the conditions of a field are looked up, with its column. */
export const placeOf = (list: Declared, field: string): { at: NameTable; column: string } | undefined => {
  for (const at of Object.values(list.names ?? {})) {
    const column = at.fields?.[field]
    if (column) return { at, column }
  }
  return undefined
}

/** The field of the records' own number, where parts of it are looked for among the numbers. */
export const numberOf = (list: Declared): Sql | undefined =>
  Object.values<Field>(list.fields).find(f => f.number !== undefined)?.number

/** The numbers that conditions and search mean; undefined for those that are too many to be listed. */
async function numbersOf(
  db: Db,
  list: Declared,
  { q, filters }: BigListRequest['query'],
  most: number,
): Promise<{ conditions: [Condition, MatchedNames][]; search: MatchedNames }> {
  const parts = (filters?.conditions ?? []).flatMap(c =>
    list.fields[c.field]?.number && isDigitsPlace(c.operator) ? [{ c, operator: c.operator }] : [],
  )
  const isSearched = q !== undefined && numberOf(list) !== undefined
  if (parts.length === 0 && !isSearched) return { conditions: [], search: [] }
  const { rows } = await sql<{ last: number | null }>`select max(${sql.ref(list.id)}) as last
    from ${sql.table(list.table)}`.execute(db)
  const last = rows[0]?.last ?? 0
  return {
    conditions: parts.map(({ c, operator }) => [c, numbersHolding(String(c.value ?? ''), operator, last, most)]),
    search: isSearched ? numbersHolding(q, 'contains', last, most) : [],
  }
}

/**
 * Returns the names and numbers that the conditions and the search of a query mean in its scope, as many of them as may
 * be listed.
 */
export async function namesOf(
  db: Db,
  list: Declared,
  { scope, query }: BigListRequest,
  { names: most, gather: numbers }: Pick<Reach, 'names' | 'gather'>,
): Promise<Names> {
  const { filters, q } = query
  async function meant<K extends number | string>(at: NameTable, where: Bool): Promise<readonly K[] | undefined> {
    const inScope = at.isScoped ? within(scope, 's') : sql<boolean>`true`
    const { rows } = await sql<{ key: K }>`select ${sql.ref(`s.${at.key}`)} as key
      from ${sql.table(at.table)} s where ${inScope} and ${where} limit ${most + 1}`.execute(db)
    return rows.length > most ? undefined : [...new Set(rows.map(r => r.key))]
  }
  const conditions = (filters?.conditions ?? []).flatMap(c => {
    const place = placeOf(list, c.field)
    return place && operatorsOf(place.at).includes(c.operator) ? [{ c, ...place }] : []
  })
  const conditionMeans = async ({ c, at, column }: (typeof conditions)[number]): Promise<[Condition, MatchedNames]> => {
    const words = { [c.field]: { sql: sql.ref(`s.${column}`), type: 'text', trigrams: 'all' } } as const
    return [c, await meant(at, filtersSql({ combine: 'AND', conditions: [c] }, words))]
  }
  const searchMeans = async ([name, at]: [string, NameTable]): Promise<[string, MatchedNames]> => [
    name,
    q === undefined ? [] : await meant(at, holdsAny(at, 's', q)),
  ]
  const [search, each, own] = await Promise.all([
    Promise.all(Object.entries(list.names ?? {}).map(searchMeans)),
    Promise.all(conditions.map(conditionMeans)),
    numbersOf(db, list, query, numbers),
  ])
  return {
    search: Object.fromEntries(search),
    conditions: new Map([...each, ...own.conditions]),
    numbers: own.search,
  }
}

/** True when the column holds the text; its trigrams are asked for the part that is rarest. */
export const holds = (column: Sql, q: string): Bool =>
  sql<boolean>`(${column} ilike ${`%${likeText(rarePart(q))}%`} and lower(${column}) like ${`%${likeText(q.toLowerCase())}%`})`

/** The same of a column in small letters. */
export const holdsSmall = (column: Sql, q: string): Bool => {
  const small = q.toLowerCase()
  // The index is asked for the rare part alone; the whole is looked for in a way that it cannot serve.
  return sql<boolean>`(${column} like ${`%${likeText(rarePart(small))}%`} and strpos(${column}, ${small}::text) > 0)`
}

const holdsAny = (at: NameTable, alias: string, q: string): Bool =>
  joined(
    at.columns.map(c => holds(sql.ref(`${alias}.${c}`), q)),
    'OR',
  )

/**
 * The rows of the list with a name that was found; `condition` leaves out names of a key in other rows.
 */
export function among(at: NameTable, found: readonly (number | string)[], condition: Bool): Bool {
  if (found.length === 0) return sql<boolean>`false`
  const column = sql.ref(`t.${at.key}`)
  if (at.isText) return sql<boolean>`lower(${column}) = any(${sql.val(found)}::text[])`
  return sql<boolean>`(${column} = any(${sql.val(found)}::int[]) and ${condition})`
}

/** The rows whose own number is among those that were found. */
export const amongNumbers = (number: Sql, found: readonly (number | string)[]): Bool =>
  found.length === 0 ? sql<boolean>`false` : sql<boolean>`${number} = any(${sql.val(found)}::int[])`

/** The search among the names, as conditions on rows of the list, of which any may hold. */
export const inNames = (list: Declared, q: string, search: Names['search']): Bool[] =>
  Object.entries(list.names ?? {}).flatMap(([name, at]) => {
    const condition = holdsAny(at, 't', q)
    const found = search[name]
    if (!found) return [condition]
    const lacksKey = sql<boolean>`(${sql.ref(`t.${at.key}`)} is null and ${condition})`
    return [among(at, found, condition), ...(at.mayLackKey ? [lacksKey] : [])]
  })
