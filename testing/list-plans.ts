// Checks that the indexes named by a big list do serve it: with every other index of its table taken away, in a
// transaction that is rolled back, PostgreSQL must find each filter and read each order by the index named for it. So
// this check does not depend on a test's number of rows, nor on the planner's estimates; the check of the search does.
import type { Condition } from '@wattdesk/base/filters'
import { sql } from 'kysely'
import type { BigList } from '#platform/db/big-list.ts'
import { namesOf } from '#platform/db/big-list-names.ts'
import type { BigListRequest, Declared, Sql } from '#platform/db/big-list-shape.ts'
import { gatheredOf, inOrder, withoutScan } from '#platform/db/big-list-ways.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Scope } from '#platform/db/scope.ts'

/** Names and numbers that a condition may list, rows that it may gather. */
const REACH = { names: 100, gather: 1000 }

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}
type Question = { what: string; index: string; statement: Sql; serves: (way: readonly Node[]) => boolean }

/**
 * Returns the filters and orders that no named index serves, as sentences; none when all hold. `samples` holds a
 * condition for each kind of filter of the list, at least one for every field; `scopes` one of each kind that the list
 * declares. The search for `q`, with all indexes in their place, must find each of its cells by some index, as the
 * planner does where few of a few thousand rows match.
 */
export async function unserved(
  db: Db,
  { declared }: BigList,
  scopes: readonly Scope[],
  { samples, q }: { samples: readonly Condition[]; q: string },
): Promise<string[]> {
  const bad = [
    ...Object.keys(declared.offers.filters).filter(f => !samples.some(c => c.field === f)),
    ...Object.keys(declared.scopes).filter(kind => !scopes.some(s => s.kind === kind)),
  ].map(name => `no sample for ${name}`)
  const questions = (
    await Promise.all(
      scopes.map(async scope => [
        ...declared.offers.sorts.flatMap(f => [f, `-${f}`]).map(sort => orderBy(declared, scope, sort)),
        ...(await Promise.all(samples.map(c => filterBy(db, declared, scope, c)))),
      ]),
    )
  ).flat()
  for (const index of new Set(questions.map(q => q.index)))
    await db
      .transaction()
      .execute(async trx => {
        const { rows } = await sql<{ name: string; isKey: boolean }>`select i.indexrelid::regclass::text as name,
            exists (select from pg_constraint c where c.conindid = i.indexrelid) as is_key
          from pg_index i where i.indrelid = ${declared.table}::regclass`.execute(trx)
        if (!rows.some(r => r.name === index)) bad.push(`there is no index ${index}`)
        for (const { name, isKey } of rows)
          if (name !== index && !isKey) await sql`drop index ${sql.ref(name)}`.execute(trx)
        await withoutScan(trx)
        for (const x of questions.filter(other => other.index === index))
          if (!waysTo(await planOf(trx, x.statement), index).some(x.serves))
            bad.push(`${x.what} is not served by ${index}`)
        throw new Undone()
      })
      .catch(error => {
        if (!(error instanceof Undone)) throw error
      })
  if (!(await isSearchServed(db, declared, q))) bad.push('a cell of the search has no index')
  return bad
}
class Undone extends Error {}

const nameOf = (scope: Scope) => (scope.kind === 'teams' ? `${scope.teams.length} teams` : scope.kind)

function orderBy(list: Declared, scope: Scope, sort: string): Question {
  const field = sort.replace('-', '')
  const index = (field === list.time ? list.scopes[scope.kind] : list.fields[field]?.sort) ?? 'none'
  const asked: BigListRequest = { scope, own: undefined, query: { sort } }
  // From the index up to the limit nothing is sorted but, incrementally, rows that are equal.
  const serves = (way: readonly Node[]) => {
    const limit = way.findIndex(n => n['Node Type'] === 'Limit')
    return limit > 0 && !way.slice(0, limit).some(n => n['Node Type'] === 'Sort')
  }
  return { what: `sort by ${sort} of ${nameOf(scope)}`, index, statement: inOrder(list, asked, 10), serves }
}

async function filterBy(db: Db, list: Declared, scope: Scope, c: Condition): Promise<Question> {
  const { index, words } = list.fields[c.field] ?? {}
  const isPart = ['contains', 'startsWith', 'endsWith'].includes(c.operator)
  const named = c.field === list.time ? list.scopes[scope.kind] : isPart ? (words ?? index) : (index ?? words)
  const asked: BigListRequest = { scope, own: undefined, query: { filters: { combine: 'AND', conditions: [c] } } }
  const known = { ...asked, names: await namesOf(db, list, asked, REACH) }
  const serves = ([node]: readonly Node[]) => node !== undefined && isAsked(node)
  const what = `filter by ${c.field} ${c.operator} of ${nameOf(scope)}`
  return { what, index: named ?? 'none', statement: gatheredOf(list, known, REACH.gather), serves }
}

/**
 * Where one cell of several has no index, none of them can be found by one: the scope is read whole. Asked of all rows, for
 * a scope of few rows may well be read whole.
 */
async function isSearchServed(db: Db, list: Declared, q: string): Promise<boolean> {
  // Running rows are few, and found as such.
  const ended = list.running ? { ...list, running: { ...list.running, is: sql<boolean>`false` } } : list
  const asked: BigListRequest = { scope: { kind: 'all', teamId: 0 }, own: undefined, query: { q } }
  const statement = gatheredOf(ended, { ...asked, names: await namesOf(db, list, asked, REACH) }, REACH.gather)
  const plan = await db.transaction().execute(async trx => {
    await withoutScan(trx)
    return planOf(trx, statement)
  })
  return nodesOf(plan)
    .filter(n => n['Relation Name'] === list.table)
    .every(n => nodesOf(n).some(isAsked))
}

async function planOf(trx: Trx, statement: Sql): Promise<Node> {
  const { rows } = await sql<Record<string, [{ Plan: Node }]>>`explain (format json) ${statement}`.execute(trx)
  const [top] = Object.values(rows[0] ?? {})[0] ?? []
  if (!top) throw new Error('EXPLAIN gave no plan.')
  return top.Plan
}

/** The index is asked for the filter or the search, not for the scope alone. */
const isAsked = (node: Node) =>
  (node['Index Cond'] ?? '').split(/ AND | OR /).some(part => part && !/\b(team|company)_id\b/.test(part))

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Each node that reads the index, with the nodes above it. */
const waysTo = (node: Node, index: string, above: readonly Node[] = []): (readonly Node[])[] => [
  ...(node['Index Name'] === index ? [[node, ...above]] : []),
  ...(node.Plans ?? []).flatMap(n => waysTo(n, index, [node, ...above])),
]
