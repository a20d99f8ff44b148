// A list over any number of rows, as its feature declares it: which rows a page shows, and how many there are
// (docs/lists.md, docs/decisions/0005-transaction-lists.md). A filter is tried on the newest rows first; where too few of
// them match it is rare, and its own index gathers all; a common one is met soon on a walk in order.
import { rowsOf } from '@wattdesk/base/paging'
import { fail } from '@wattdesk/wire/route'
import { type RawBuilder, sql } from 'kysely'
import { namesOf } from './big-list-names.ts'
import type { BigListPage, BigListRequest, Bool, CountKind, Declared, Reach, Sql } from './big-list-shape.ts'
import { gathered, inOrder, inWindow, matching, type Place, planned } from './big-list-ways.ts'
import { conditionsOf, demandOffered, orderOf, sortKey } from './big-list-where.ts'
import type { Db, Trx } from './db.ts'
import { nextCursor, numberBehind } from './list.ts'
import type { Scope } from './scope.ts'

export type { BigListRequest } from './big-list-shape.ts'

const usual: Reach = { window: 1000, gather: 10_000, names: 2000 }
/** How much further the window reaches where it has shown little but running rows. */
const WIDER = 4
/** Rows of a scope that is looked at whole whatever the filter. */
const SMALL = 5000

/** Where a list asked with a cursor goes on; null: it ends here, undefined: it was asked without one. */
type Next = { next_cursor: string | null | undefined }
export type BigList = {
  readonly declared: Declared
  /**
   * Returns one page. `total=exact` counts all matching rows, unless the page has shown the total already; `fast` tells
   * only a known total.
   */
  findPage: (db: Db, asked: BigListRequest) => Promise<BigListPage & Next>
  /** The statement that gives the ids of an export in order, however many they are. */
  everyId: (db: Db, asked: BigListRequest) => Promise<RawBuilder<{ id: number }>>
  /** The number of matching rows, exact up to `limit`. */
  countMatching: (db: Db, asked: BigListRequest, limit?: number) => Promise<number>
}

/**
 * Returns the list of a declaration. Throws at once if a field of the contract's offer is not declared, or has no
 * index. Every query is refused for a scope without an index (an error of ours) and, with 422, for a field that is not
 * offered.
 */
export function bigList<F extends string, S extends string>(of: Declared<F, S>): BigList {
  const declared: Declared = of
  const lacking = undeclared(declared)
  if (lacking.length > 0) throw new Error(`The list of ${declared.table} lacks ${lacking.join(', ')}.`)
  const offered =
    <A extends unknown[], R>(answer: (db: Db, list: Declared, asked: BigListRequest, ...rest: A) => Promise<R>) =>
    async (db: Db, asked: BigListRequest, ...rest: A): Promise<R> => {
      demandOffered(declared, asked)
      return answer(db, declared, asked, ...rest)
    }
  return { declared, findPage: offered(findPage), everyId: offered(everyId), countMatching: offered(countMatching) }
}

/** Returns the contract's filters and sort orders without an index; the time uses the indexes of the scopes. */
function undeclared({ offers, fields, time }: Declared): string[] {
  const filters = Object.keys(offers.filters).filter(f => f !== time && !(fields[f]?.index ?? fields[f]?.words))
  const sorts = offers.sorts.filter(f => f !== time && !fields[f]?.sort)
  return [...filters.map(f => `an index for the filter by ${f}`), ...sorts.map(f => `an index for the sort by ${f}`)]
}

/** The same question with what its texts mean among the names. */
const named = async (db: Db, list: Declared, asked: BigListRequest): Promise<BigListRequest> => ({
  ...asked,
  names: await namesOf(db, list, asked, asked.reach ?? usual),
})

/** True when all that narrows the list is a text that a great many names or numbers hold: then its rows are many. */
function isCommon({ query, names }: BigListRequest): boolean {
  const conditions = query.filters?.conditions ?? []
  if (!names || (query.q ? conditions.length > 0 : conditions.length !== 1)) return false
  if (query.q) return !names.numbers || Object.values(names.search).some(found => !found)
  return conditions.some(c => names.conditions.has(c) && !names.conditions.get(c))
}

const idsOf = async (db: Db | Trx, query: Sql, offset: number): Promise<number[]> =>
  (await sql<{ id: number }>`select id from (${query}) x offset ${offset}`.execute(db)).rows.map(r => r.id)

/** Rows of the scope, from what is kept of them, else counted, exact up to `limit`. */
const sizeOf = async (db: Db, list: Declared, scope: Scope, limit?: number): Promise<number> =>
  list.total ? list.total(db, scope) : counted(db, list, { scope, own: undefined, query: {} }, limit)

async function counted(db: Db, list: Declared, asked: BigListRequest, limit?: number): Promise<number> {
  const { rows } = await planned(db, trx =>
    sql<{ n: number }>`select count(*) as n from (${matching(list, asked, () => sql`1`, limit)}) x`.execute(trx),
  )
  return rows[0]?.n ?? 0
}

async function countMatching(db: Db, list: Declared, asked: BigListRequest, limit?: number): Promise<number> {
  const { isNarrowed } = conditionsOf(list, asked)
  if (!isNarrowed && !asked.own) return sizeOf(db, list, asked.scope, limit)
  return counted(db, list, await named(db, list, asked), limit)
}

/** The ids of one page in order, and how many rows match as far as that came to light on the way. */
async function pageOf(db: Db, list: Declared, asked: BigListRequest, place: Place): Promise<BigListPage> {
  const { limit, offset } = place
  const { narrow, isNarrowed } = conditionsOf(list, asked)
  const { window: reach, gather } = asked.reach ?? usual
  const walk = (condition?: (of: CountKind) => Bool) => inOrder(list, asked, offset + limit, condition)
  const atLeast = (ids: number[]): BigListPage => ({
    ids,
    total: ids.length ? offset + ids.length : 0,
    // A page that is not full is the last one.
    totalIsExact: ids.length > 0 ? ids.length < limit : offset === 0,
  })
  if (!isNarrowed) return atLeast(await idsOf(db, walk(), offset))
  let least = 0
  // A small network is looked at whole, and so counted.
  const isSmall = !asked.own && !asked.reach && (await sizeOf(db, list, asked.scope, SMALL)) <= SMALL
  const window = isSmall ? SMALL + 1 : reach
  // The newest rows are behind no cursor.
  if (!asked.behind && orderOf(list, asked.query).field === list.time && offset + limit <= window) {
    const isDone = (x: { isWhole: boolean; hits: number }) => x.isWhole || x.hits >= offset + limit
    let w = await inWindow(db, list, asked, window, place)
    // Running rows are no sample of the figures of ended ones: a few more rows may spare the gathering of thousands.
    if (!isDone(w) && w.isRunning && !asked.query.q) w = await inWindow(db, list, asked, window * WIDER, place)
    if (isDone(w)) return { ids: w.ids, total: w.hits, totalIsExact: w.isWhole }
    least = w.hits
  }
  const known = await named(db, list, asked)
  const common = !isSmall && isCommon(known)
  const g = common ? undefined : await gathered(db, list, known, gather, place)
  if (g) return { ...g, totalIsExact: true }
  if (!common) least = Math.max(least, gather + 1)
  // Every row on the way is looked at: names would only make that dearer.
  const found = atLeast(await planned(db, trx => idsOf(trx, walk(narrow), offset)))
  return { ...found, total: Math.max(found.total, least), totalIsExact: found.totalIsExact && found.total >= least }
}

/**
 * The rows behind a cursor, the newest first: rows that come while the list is read stand before its beginning. Fails with 422
 * where the record of the cursor is gone.
 */
async function behindOf(db: Db, list: Declared, { query }: BigListRequest): Promise<Bool | undefined> {
  const after = numberBehind(query)
  if (after === undefined) return undefined
  const place = sql`${sortKey(list, list.time, 'finished')}, ${sql.ref(`t.${list.id}`)}`
  const last = sql`select ${place} from ${sql.table(list.table)} t where ${sql.ref(`t.${list.id}`)} = ${after}::bigint`
  const { rows } = await last.execute(db)
  if (rows.length === 0) fail(422, CURSOR_GONE, { cursor: CURSOR_GONE })
  return sql<boolean>`(${place}) < (${last})`
}
const CURSOR_GONE = 'The record of this cursor is gone: begin the list again'

async function findPage(db: Db, list: Declared, asked: BigListRequest): Promise<BigListPage & Next> {
  const { query } = asked
  if (query.cursor === undefined) return { ...(await numbered(db, list, asked)), next_cursor: undefined }
  const behind = await behindOf(db, list, asked)
  const [{ ids }, total] = await Promise.all([
    pageOf(db, list, behind ? { ...asked, behind } : asked, rowsOf(query)),
    // Nobody wants all rows counted again for each page.
    knownTotal(db, list, asked),
  ])
  return {
    ids,
    ...total,
    next_cursor: nextCursor(
      query,
      ids.map(cursorKey => ({ cursorKey })),
    ),
  }
}
/** How many rows match, exact where that is kept or comes to light soon. */
async function knownTotal(db: Db, list: Declared, asked: BigListRequest): Promise<Omit<BigListPage, 'ids'>> {
  const { gather } = asked.reach ?? usual
  const { isNarrowed } = conditionsOf(list, asked)
  if (list.total && !isNarrowed && !asked.own) return { total: await list.total(db, asked.scope), totalIsExact: true }
  const n = await countMatching(db, list, asked, gather)
  return { total: n, totalIsExact: n <= gather }
}

/** A page by its number. */
async function numbered(db: Db, list: Declared, asked: BigListRequest): Promise<BigListPage> {
  const place = rowsOf(asked.query)
  const { isNarrowed } = conditionsOf(list, asked)
  const isKept = list.total && !isNarrowed && !asked.own
  const [found, kept] = await Promise.all([
    pageOf(db, list, asked, place),
    isKept ? sizeOf(db, list, asked.scope) : undefined,
  ])
  if (kept !== undefined) return { ...found, total: kept, totalIsExact: true }
  if (found.totalIsExact) return found
  if (asked.query.total !== 'fast') return { ...found, total: await countMatching(db, list, asked), totalIsExact: true }
  // A narrowed query has been counted on the way; a whole scope and an own condition have an index of their own to
  // count by.
  if (isNarrowed) return found
  const { gather } = asked.reach ?? usual
  const n = await countMatching(db, list, asked, gather)
  return { ...found, total: Math.max(found.total, n), totalIsExact: n <= gather }
}

async function everyId(db: Db, list: Declared, asked: BigListRequest): Promise<RawBuilder<{ id: number }>> {
  const known = await named(db, list, asked)
  const { narrow, isNarrowed } = conditionsOf(list, known)
  const { limit } = rowsOf({ export: asked.query.export ?? 'all' })
  return sql<{ id: number }>`select id from (${inOrder(list, known, limit, isNarrowed ? narrow : undefined)}) x`
}
