// Which transactions a list shows, and how many there are, over any number of rows (docs/decisions/0005-transaction-lists.md).
// A filter is tried on the newest rows first; where too few of them match it is rare, and its own index gathers all.
import { maxExportRows, rowsOf, sortOf } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Scope, within } from '../../platform/access/scope.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { joined } from '../../platform/db/list.ts'
import type { TransactionScopeQuery } from './transaction.contract.ts'
import { type Bounds, boundsOf, filterOf, type Of, oddLength, searchOf, sortKey } from './transaction-filter.store.ts'
import { type Names, namesOf } from './transaction-names.store.ts'

type Query = z.output<typeof TransactionScopeQuery>
type Bool = RawBuilder<boolean>
/** One charger's or one tag's list has a condition of its own; so has a list with payoutId, id, email and the like. */
export type Asked = { scope: Scope; own: Bool | undefined; query: Query; reach?: Reach; names?: Names }
export type Found = { ids: number[]; total: number; totalIsExact: boolean }

/**
 * `window`: newest rows a filter is tried on before its own index is asked. `gather`: rows that index may give to be
 * sorted, and how far a fast total counts. `names`: chargers or tags that may be named; a text that more bear is common.
 */
export type Reach = { window: number; gather: number; names: number }
const usual: Reach = { window: 1000, gather: 10_000, names: 2000 }
/** How much further the window reaches where it has shown little but running sessions. */
const WIDER = 4
/** Sessions of a scope that is looked at whole whatever the filter. */
const SMALL = 5000
const isTrue = sql<boolean>`true`
const from = sql`transaction t left join transaction_live l on l.transaction_id = t.transaction_id`
const and = (...parts: (Bool | undefined)[]) =>
  joined(
    parts.filter(p => p !== undefined),
    'AND',
  )

/** Teams whose rows a walk per team must merge. */
const teamsOf = (scope: Scope) => {
  if (scope.kind === 'teams') return sql`unnest(${sql.val(scope.teams)}::int[]) m (id)`
  return scope.kind === 'all' ? sql`team m` : sql`(select id from team where company_id = ${scope.companyId}) m`
}

/** The conditions of the query as SQL: what the scope holds, and the search and filters on top. */
export const conditionsOf = ({ scope, own, query, names }: Asked) => ({
  base: and(within(scope, 't'), own),
  narrow: (of: Of) => and(filterOf(of, query.filters, query.tz, names), searchOf(of, query.q, names)),
  isNarrowed: Boolean(query.q) || (query.filters?.conditions.length ?? 0) > 0,
})
/** The same question with the chargers and tags that its texts mean. */
async function named(db: Db, asked: Asked): Promise<Asked> {
  const { filters, q } = asked.query
  return { ...asked, names: await namesOf(db, asked.scope, { filters, q }, (asked.reach ?? usual).names) }
}

/** True when all that narrows the list is a text that a great many names hold: then its rows are many. */
function isCommon({ query, names }: Asked): boolean {
  const conditions = query.filters?.conditions ?? []
  if (!names || (query.q ? conditions.length > 0 : conditions.length !== 1)) return false
  if (query.q) return Object.values(names.search).some(found => !found)
  return conditions.some(c => names.conditions.has(c) && !names.conditions.get(c))
}

type Walk = {
  asked: Asked
  condition: (of: Of) => Bool
  field: string
  descending: boolean
  limit: number
  isNarrowed: boolean
}

/** Keys and ids of the first `limit` rows in order, each read through an index in that order. */
function inOrder({ asked, condition, field, descending, limit, isNarrowed }: Walk) {
  const { scope, own } = asked
  const direction = descending ? sql`desc` : sql`asc`
  const pick = (of: Of, source: RawBuilder<unknown>, where: Bool, n: number) => sql`
    select ${sortKey(field, of)} as key, t.transaction_id as id from ${source} where ${where}
    order by ${sortKey(field, of)} ${direction}, t.transaction_id ${direction} limit ${n}`
  // By start there is an index for every scope but a list of teams, and own conditions have theirs.
  const isOne = scope.kind === 'teams' && scope.teams.length === 1
  if (
    own ||
    (field === 'starttime' && (scope.kind !== 'teams' || isOne)) ||
    (scope.kind === 'teams' && scope.teams.length === 0)
  ) {
    const one = isOne ? sql<boolean>`t.team_id = ${scope.teams[0]}` : within(scope, 't')
    return pick('any', from, and(one, own, condition('any')), limit)
  }
  const ended = sql<boolean>`t.team_id = m.id and t.stopped_at is not null`
  const perTeam = (n: number) => pick('finished', sql`transaction t`, and(ended, condition('finished')), n)
  const merged = (teams: RawBuilder<unknown>) =>
    sql`(select x.key, x.id from ${teams} cross join lateral (${perTeam(limit)}) x
      order by x.key ${direction}, x.id ${direction} limit ${limit})`
  // A row among the first N belongs to one of the N teams whose own first rows come first: only those are read on.
  const leading = sql`(select m.id from ${teamsOf(scope)} cross join lateral (${perTeam(1)}) x
    order by x.key ${direction}, x.id ${direction} limit ${limit}) m`
  return sql`select key, id from (${merged(isNarrowed ? teamsOf(scope) : leading)}
    union all (${pick('any', from, and(sql<boolean>`t.stopped_at is null`, within(scope, 't'), condition('any')), limit)})) x
    order by key ${direction}, id ${direction} limit ${limit}`
}

const idsOf = async (db: Db | Trx, query: RawBuilder<unknown>, offset: number) =>
  (await sql<{ id: number }>`select id from (${query}) x offset ${offset}`.execute(db)).rows.map(r => r.id)

const startedIn = ({ from: since, to }: Bounds): Bool =>
  and(since && sql<boolean>`t.started_at >= ${since}`, to && sql<boolean>`t.started_at < ${to}`)

/** Whole rows of the scope by their start, the first `limit` of them. */
function byStart({ scope, own }: Asked, bounds: Bounds, direction: RawBuilder<unknown>, limit: number) {
  const rows = (where: Bool) => sql`select t.* from transaction t where ${and(where, own, startedIn(bounds))}
    order by t.started_at ${direction}, t.transaction_id ${direction} limit ${limit}`
  if (scope.kind !== 'teams' || own || scope.teams.length === 0) return rows(within(scope, 't'))
  if (scope.teams.length === 1) return rows(sql<boolean>`t.team_id = ${scope.teams[0]}`)
  return sql`select t.* from ${teamsOf(scope)} cross join lateral (${rows(sql<boolean>`t.team_id = m.id`)}) t
    order by t.started_at ${direction}, t.transaction_id ${direction} limit ${limit}`
}

/** The filter over the newest (or oldest) rows of the scope, begun where a match can be. */
async function inWindow(
  db: Db,
  asked: Asked,
  { descending, limit, offset, window }: { descending: boolean; limit: number; offset: number; window: number },
) {
  const { narrow } = conditionsOf(asked)
  const bounds = boundsOf(asked.query.filters, asked.query.tz)
  const direction = descending ? sql`desc` : sql`asc`
  const live = sql`left join transaction_live l on l.transaction_id = t.transaction_id`
  // Sessions of odd length may match outside the bounds: they are asked for beside, and counted there alone, as far as
  // the window reaches.
  const reaches = descending ? sql`>=` : sql`<=`
  const odd = bounds.viaStop
    ? sql`union all select * from (
        select t.started_at as key, t.transaction_id as id, ${narrow('any')}, true, false
        from transaction t ${live} where ${and(oddLength, within(asked.scope, 't'), asked.own)} offset 0) o
      where (select count(*) from w) < ${window} or (o.key, o.id) ${reaches}
        (select key, id from w order by key ${descending ? sql`asc, id asc` : sql`desc, id desc`} limit 1)`
    : sql``
  const isCounted = bounds.viaStop ? and(narrow('any'), sql<boolean>`(${oddLength}) is not true`) : narrow('any')
  const { rows } = await sql<{ seen: number; running: number; hits: number; ids: number[] }>`
    with w as (select t.started_at as key, t.transaction_id as id, ${isCounted} as is_hit, false as is_odd,
        t.stopped_at is null as is_running
      from (${byStart(asked, bounds, direction, window)}) t ${live})
    select count(*) filter (where not is_odd) as seen, count(*) filter (where is_running) as running,
      count(*) filter (where is_hit) as hits,
      coalesce((array_agg(id order by key ${direction}, id ${direction}) filter (where is_hit))
        [${offset + 1}::int : ${offset + limit}::int], '{}') as ids
    from (select * from w ${odd}) x`.execute(db)
  const r = rows[0] ?? { seen: 0, running: 0, hits: 0, ids: [] }
  return { ids: r.ids, hits: r.hits, isWhole: r.seen < window, isRunning: r.running * 2 > window }
}

/**
 * Runs a statement planned for its own values: a plan for any value would not know which index is selective. In a
 * transaction, so that a slow one holds back nobody on a shared connection (and the setting ends with it).
 */
export const planned = <T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async trx => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(trx)
    await sql`set local jit = off`.execute(trx)
    return run(trx)
  })

/** Matching rows as their indexes give them, without order, at most one more than `limit`. */
const matching = (asked: Asked, columns: (of: Of) => RawBuilder<unknown>, limit?: number) => {
  const { base, narrow } = conditionsOf(asked)
  const most = limit === undefined ? sql`` : sql`limit ${limit + 1}`
  return sql`(select ${columns('finished')} from transaction t
      where ${and(sql<boolean>`t.stopped_at is not null`, base, narrow('finished'))} ${most})
    union all (select ${columns('any')} from ${from} where ${and(sql<boolean>`t.stopped_at is null`, base, narrow('any'))} ${most})`
}

/** One page of all matches where they are few enough to be sorted; undefined when they are more. */
async function gathered(db: Db, asked: Asked, field: string, descending: boolean, limit: number, offset: number) {
  const direction = descending ? sql`desc` : sql`asc`
  const { gather } = asked.reach ?? usual
  const all = matching(asked, of => sql`${sortKey(field, of)} as key, t.transaction_id as id`, gather)
  const { rows } = await planned(db, async trx => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql<{ total: number; ids: number[] }>`with g as materialized (${all})
      select (select count(*) from g) as total, case when (select count(*) from g) <= ${gather} then array(select id from g
        order by key ${direction}, id ${direction} limit ${limit} offset ${offset}) else '{}'::int[] end as ids`.execute(
      trx,
    )
  })
  const r = rows[0]
  return r && r.total <= gather ? r : undefined
}

/** The number of matching rows, exact up to `limit`. */
export async function countMatching(db: Db, asked: Asked, limit?: number): Promise<number> {
  const { isNarrowed } = conditionsOf(asked)
  if (!isNarrowed && !asked.own) return sessionsOf(db, asked.scope)
  const known = await named(db, asked)
  const { rows } = await planned(db, trx =>
    sql<{ n: number }>`select count(*) as n from (${matching(known, () => sql`1`, limit)}) x`.execute(trx),
  )
  return rows[0]?.n ?? 0
}

/** Sessions of a scope, from what is kept by team. */
export async function sessionsOf(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(n), 0)::bigint as n from (
    select sum(u.sessions) as n from usage_team u where ${within(scope, 'u')}
    union all select sum(c.sessions) from usage_team_change c where ${within(scope, 'c')}) x`.execute(db)
  return rows[0]?.n ?? 0
}

/** Folds what was appended to the teams' totals into them; of several nodes one does it, the others go on. */
export const foldTotals = (db: Db): Promise<unknown> => sql`select usage_team_fold()`.execute(db)

/** The ids of one page in order, and how many rows match as far as that came to light on the way. */
async function pageOf(db: Db, asked: Asked, limit: number, offset: number): Promise<Found> {
  const { narrow, isNarrowed } = conditionsOf(asked)
  const { window: reach, gather } = asked.reach ?? usual
  const { field, descending } = sortOf(asked.query.sort ?? '-starttime')
  const walk = { asked, field, descending, limit: offset + limit }
  const atLeast = (ids: number[]): Found => ({
    ids,
    total: ids.length ? offset + ids.length : 0,
    // A page that is not full is the last one.
    totalIsExact: ids.length > 0 ? ids.length < limit : offset === 0,
  })
  if (!isNarrowed)
    return atLeast(await idsOf(db, inOrder({ ...walk, condition: () => isTrue, isNarrowed: false }), offset))
  let least = 0
  // A small network is looked at whole, and so counted.
  const isSmall = !asked.own && !asked.reach && (await sessionsOf(db, asked.scope)) <= SMALL
  const window = isSmall ? SMALL + 1 : reach
  if (field === 'starttime' && offset + limit <= window) {
    const isDone = (x: { isWhole: boolean; hits: number }) => x.isWhole || x.hits >= offset + limit
    const place = { descending, limit, offset }
    let w = await inWindow(db, asked, { ...place, window })
    // Running sessions are no sample of the figures of ended ones: a few more rows may spare the gathering of thousands.
    if (!isDone(w) && w.isRunning && !asked.query.q) w = await inWindow(db, asked, { ...place, window: window * WIDER })
    if (isDone(w)) return { ids: w.ids, total: w.hits, totalIsExact: w.isWhole }
    least = w.hits
  }
  const known = await named(db, asked)
  const common = !isSmall && isCommon(known)
  const g = common ? undefined : await gathered(db, known, field, descending, limit, offset)
  if (g) return { ...g, totalIsExact: true }
  if (!common) least = Math.max(least, gather + 1)
  // Every row on the way is looked at: names would only make that dearer.
  const ids = await planned(db, trx => idsOf(trx, inOrder({ ...walk, condition: narrow, isNarrowed: true }), offset))
  const found = atLeast(ids)
  return { ...found, total: Math.max(found.total, least), totalIsExact: found.totalIsExact && found.total >= least }
}

/** One page. `total=exact` counts all that match, unless the page has told already; `fast` says what it knows. */
export async function findPage(db: Db, asked: Asked): Promise<Found> {
  const { limit, offset } = rowsOf(asked.query)
  const isPlain = !conditionsOf(asked).isNarrowed && !asked.own
  const [found, plain] = await Promise.all([
    pageOf(db, asked, limit, offset),
    isPlain ? sessionsOf(db, asked.scope) : undefined,
  ])
  if (plain !== undefined) return { ...found, total: plain, totalIsExact: true }
  if (found.totalIsExact) return found
  if (asked.query.total !== 'fast') return { ...found, total: await countMatching(db, asked), totalIsExact: true }
  // A charger's or a driver's own list has an index of its own to count by.
  if (conditionsOf(asked).isNarrowed) return found
  const { gather } = asked.reach ?? usual
  const counted = await countMatching(db, asked, gather)
  return { ...found, total: Math.max(found.total, counted), totalIsExact: counted <= gather }
}

/** The ids of an export in order; one more than may be exported where there are too many. */
export async function findAll(db: Db, asked: Asked): Promise<number[]> {
  const known = await named(db, asked)
  const { narrow, isNarrowed } = conditionsOf(known)
  const { field, descending } = sortOf(asked.query.sort ?? '-starttime')
  const query = inOrder({ asked: known, condition: narrow, field, descending, limit: maxExportRows + 1, isNarrowed })
  return planned(db, trx => idsOf(trx, query, 0))
}
