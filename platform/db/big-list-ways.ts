// The three ways to the rows of a page: the newest rows tried one by one, all matches gathered by their own index and
// sorted, and a walk in order. As statements, so that their plans can be looked at; big-list.ts chooses among them.
import { type RawBuilder, sql } from 'kysely'
import type { BigListRequest, Bool, CountKind, Declared, Sql } from './big-list-shape.ts'
import { and, type Bounds, boundsOf, conditionsOf, orderOf, sortKey } from './big-list-where.ts'
import type { Db, Trx } from './db.ts'
import { within } from './scope.ts'

const idOf = (list: Declared) => sql.ref(`t.${list.id}`)
const directionOf = (descending: boolean) => (descending ? sql`desc` : sql`asc`)
const tableOf = (list: Declared) => sql`${sql.table(list.table)} t`
const joinOf = (list: Declared) => list.running?.join ?? sql``
/** The table with what any row needs, or alone for rows that no longer change. */
const sourceOf = (list: Declared, of: CountKind) =>
  of === 'any' ? sql`${tableOf(list)} ${joinOf(list)}` : tableOf(list)

/** Teams whose rows a walk per team must merge. */
const teamsOf = ({ scope }: BigListRequest) => {
  if (scope.kind === 'teams') return sql`unnest(${sql.val(scope.teams)}::int[]) m (id)`
  return scope.kind === 'all' ? sql`team m` : sql`(select id from team where company_id = ${scope.companyId}) m`
}
/** The scope, as an equality where it is one team: only then do its rows come in order from the index. */
const inScope = ({ scope }: BigListRequest): Bool =>
  scope.kind === 'teams' && scope.teams.length === 1 ? sql<boolean>`t.team_id = ${scope.teams[0]}` : within(scope, 't')
/** True where the rows of one statement come in order of time: else the teams' must be merged. */
const isInOneOrder = ({ scope, own }: BigListRequest) =>
  own !== undefined || scope.kind !== 'teams' || scope.teams.length < 2
const hasNoTeam = ({ scope }: BigListRequest) => scope.kind === 'teams' && scope.teams.length === 0

/**
 * Keys and ids of the first `limit` rows in order, each read through an index in that order. `condition` undefined: all rows
 * of the scope.
 */
export function inOrder(
  list: Declared,
  asked: BigListRequest,
  limit: number,
  condition?: (of: CountKind) => Bool,
): Sql {
  const { field, descending } = orderOf(list, asked.query)
  const direction = directionOf(descending)
  const holds = (of: CountKind) => and(condition?.(of), asked.behind)
  const pick = (of: CountKind, where: Bool, n: number) => sql`
    select ${sortKey(list, field, of)} as key, ${idOf(list)} as id from ${sourceOf(list, of)} where ${where}
    order by ${sortKey(list, field, of)} ${direction}, ${idOf(list)} ${direction} limit ${n}`
  // By time there is an index for every scope but a list of teams, and own conditions have theirs.
  if (asked.own || hasNoTeam(asked) || (field === list.time && isInOneOrder(asked)))
    return pick('any', and(inScope(asked), asked.own, holds('any')), limit)
  const ofTeam = and(sql<boolean>`t.team_id = m.id`, list.running?.ended, holds('finished'))
  const perTeam = (n: number) => pick('finished', ofTeam, n)
  const merged = (teams: Sql) => sql`(select x.key, x.id from ${teams} cross join lateral (${perTeam(limit)}) x
    order by x.key ${direction}, x.id ${direction} limit ${limit})`
  // A row among the first N belongs to one of the N teams whose own first rows come first: only those are read on.
  const leading = sql`(select m.id from ${teamsOf(asked)} cross join lateral (${perTeam(1)}) x
    order by x.key ${direction}, x.id ${direction} limit ${limit}) m`
  const ended = merged(condition || asked.behind ? teamsOf(asked) : leading)
  if (!list.running) return ended
  const running = pick('any', and(list.running.is, within(asked.scope, 't'), holds('any')), limit)
  return sql`select key, id from (${ended} union all (${running})) x
    order by key ${direction}, id ${direction} limit ${limit}`
}

/** Whole rows of the scope by their time, the first `limit` of them. */
function byTime(list: Declared, asked: BigListRequest, { from, to }: Bounds, direction: Sql, limit: number): Sql {
  const time = sortKey(list, list.time, 'any')
  const between = and(from && sql<boolean>`${time} >= ${from}`, to && sql<boolean>`${time} < ${to}`)
  const order = sql`order by ${time} ${direction}, ${idOf(list)} ${direction} limit ${limit}`
  const rows = (where: Bool) => sql`select t.* from ${tableOf(list)} where ${and(where, asked.own, between)} ${order}`
  if (isInOneOrder(asked)) return rows(asked.own ? within(asked.scope, 't') : inScope(asked))
  return sql`select t.* from ${teamsOf(asked)} cross join lateral (${rows(sql<boolean>`t.team_id = m.id`)}) t ${order}`
}

export type Place = { limit: number; offset: number }
export type ReadRows = { ids: number[]; hits: number; isWhole: boolean; isRunning: boolean }

/** The filter over the newest (or oldest) rows of the scope, begun where a match can be. */
export async function inWindow(
  db: Db,
  list: Declared,
  asked: BigListRequest,
  window: number,
  place: Place,
): Promise<ReadRows> {
  const { rows } = await windowOf(list, asked, window, place).execute(db)
  const r = rows[0] ?? { seen: 0, running: 0, hits: 0, ids: [] }
  return { ids: r.ids, hits: r.hits, isWhole: r.seen < window, isRunning: r.running * 2 > window }
}
type WindowRow = { seen: number; running: number; hits: number; ids: number[] }
function windowOf(
  list: Declared,
  asked: BigListRequest,
  window: number,
  { limit, offset }: Place,
): RawBuilder<WindowRow> {
  const { narrow } = conditionsOf(list, asked)
  const { descending } = orderOf(list, asked.query)
  const bounds = boundsOf(list, asked.query.filters, asked.query.tz)
  const direction = directionOf(descending)
  const odd = bounds.isFollowed ? list.follows?.but : undefined
  // Odd rows may match outside the bounds: they are asked for beside, and counted there alone, as far as the window reaches.
  const reaches = descending ? sql`>=` : sql`<=`
  const beside = odd
    ? sql`union all select * from (
        select ${sortKey(list, list.time, 'any')} as key, ${idOf(list)} as id, ${narrow('any')}, true, false
        from ${sourceOf(list, 'any')} where ${and(odd, within(asked.scope, 't'), asked.own)} offset 0) o
      where (select count(*) from w) < ${window} or (o.key, o.id) ${reaches}
        (select key, id from w order by key ${descending ? sql`asc, id asc` : sql`desc, id desc`} limit 1)`
    : sql``
  const isCounted = odd ? and(narrow('any'), sql<boolean>`(${odd}) is not true`) : narrow('any')
  return sql<WindowRow>`
    with w as (select ${sortKey(list, list.time, 'any')} as key, ${idOf(list)} as id, ${isCounted} as is_hit, false as is_odd,
        ${list.running?.is ?? sql`false`} as is_running
      from (${byTime(list, asked, bounds, direction, window)}) t ${joinOf(list)})
    select count(*) filter (where not is_odd) as seen, count(*) filter (where is_running) as running,
      count(*) filter (where is_hit) as hits,
      coalesce((array_agg(id order by key ${direction}, id ${direction}) filter (where is_hit))
        [${offset + 1}::int : ${offset + limit}::int], '{}') as ids
    from (select * from w ${beside}) x`
}

/** Matching rows as their indexes give them, without order, at most one more than `limit`. */
export function matching(list: Declared, asked: BigListRequest, columns: (of: CountKind) => Sql, limit?: number): Sql {
  const { base, narrow } = conditionsOf(list, asked)
  const most = limit === undefined ? sql`` : sql`limit ${limit + 1}`
  const part = (of: CountKind, only: Bool | undefined) => sql`(select ${columns(of)} from ${sourceOf(list, of)}
    where ${and(only, base, asked.behind, narrow(of))} ${most})`
  if (!list.running) return part('finished', undefined)
  return sql`${part('finished', list.running.ended)} union all ${part('any', list.running.is)}`
}

/** Keys and ids of all matches, at most one more than `gather`. */
export const gatheredOf = (list: Declared, asked: BigListRequest, gather: number): Sql => {
  const { field } = orderOf(list, asked.query)
  return matching(list, asked, of => sql`${sortKey(list, field, of)} as key, ${idOf(list)} as id`, gather)
}

/** One page of all matches where they are few enough to be sorted; undefined when they are more. */
export async function gathered(
  db: Db,
  list: Declared,
  asked: BigListRequest,
  gather: number,
  { limit, offset }: Place,
) {
  const direction = directionOf(orderOf(list, asked.query).descending)
  const { rows } = await planned(db, async trx => {
    await withoutScan(trx)
    return sql<{ total: number; ids: number[] }>`with g as materialized (${gatheredOf(list, asked, gather)})
      select (select count(*) from g) as total, case when (select count(*) from g) <= ${gather} then array(select id from g
        order by key ${direction}, id ${direction} limit ${limit} offset ${offset}) else '{}' end as ids`.execute(trx)
  })
  const r = rows[0]
  return r && r.total <= gather ? r : undefined
}

/** Until the transaction ends, tables are read by an index wherever there is a way. */
export const withoutScan = (trx: Trx): Promise<unknown> => sql`set local enable_seqscan = off`.execute(trx)

/**
 * Runs a statement planned for its own values: a plan for any value would not know which index is selective. Runs in a
 * transaction, so that a slow statement holds up nobody on a shared connection (and the setting ends with it).
 */
export const planned = <T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async trx => {
    await sql`set local plan_cache_mode = force_custom_plan`.execute(trx)
    await sql`set local jit = off`.execute(trx)
    return run(trx)
  })
