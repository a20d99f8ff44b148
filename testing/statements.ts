// Notes the statements that run as `sql` templates in a file of server tests (testing/setup.ts), each with the constant parts of its template,
// by which tools/typed-sql finds its place in the source, and the names of columns that were null.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type CompiledQuery, DefaultQueryExecutor, PostgresQueryCompiler, type RootOperationNode } from 'kysely'
import { expect, inject } from 'vitest'
import { keyOf } from '../tools/typed-sql/claims.ts'
import type { Noted } from '../tools/typed-sql/noted.ts'

/** Texts noted of one template; its lists of columns are few, its conditions many. */
const MOST_TEXTS = 40
type Seen = { texts: Set<string>; nulls: Set<string> }
const seen = new Map<string, Seen>()
const of = (node: RootOperationNode): Seen | undefined => {
  // The node of a bare text has no parts.
  if (node.kind !== 'RawNode' || !node.sqlFragments) return undefined
  const key = keyOf(node.sqlFragments)
  const found = seen.get(key) ?? { texts: new Set(), nulls: new Set() }
  seen.set(key, found)
  return found
}

const { compileQuery } = PostgresQueryCompiler.prototype
PostgresQueryCompiler.prototype.compileQuery = function (this: PostgresQueryCompiler, node, id) {
  const compiled: CompiledQuery = compileQuery.call(this, node, id)
  const found = of(node)
  if (found && found.texts.size < MOST_TEXTS) found.texts.add(compiled.sql)
  return compiled
}
const { executeQuery } = DefaultQueryExecutor.prototype
DefaultQueryExecutor.prototype.executeQuery = async function <R>(
  this: DefaultQueryExecutor,
  ...args: Parameters<DefaultQueryExecutor['executeQuery']>
) {
  const result = await executeQuery.apply<DefaultQueryExecutor, typeof args, ReturnType<typeof executeQuery<R>>>(
    this,
    args,
  )
  const found = of(args[0].query)
  // A text of several statements has no rows.
  if (found) for (const row of result.rows ?? []) noteNulls(found.nulls, row as Record<string, unknown>)
  return result
}
function noteNulls(nulls: Set<string>, row: Record<string, unknown>): void {
  for (const name in row) if (row[name] === null) nulls.add(name)
}

/** Leaves what was noted in the folder of the run and begins anew: files share a process. */
export function leaveStatements(): void {
  const file = relative('.', expect.getState().testPath ?? '').replaceAll('/', '_')
  const noted: Noted[] = [...seen].map(([key, s]) => ({ key, texts: [...s.texts], nulls: [...s.nulls] }))
  writeFileSync(join(inject('statements'), `${file}.json`), JSON.stringify(noted))
  seen.clear()
}

/** For files whose statements are over tables of their own, which no migration makes: nothing is left of them. */
export const forgetStatements = (): void => seen.clear()
