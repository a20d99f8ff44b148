// The statements that calls send to the database, so that a test can see whether a parameter has any effect.
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

/** The product looks by itself every second whether bills wait for the ledger. */
const BY_ITSELF = /\bbill_to_post\b/

/** Records each statement with its values until `vi.restoreAllMocks()`; answers the statements since the last asking, sorted. */
export function recordStatements(): () => string {
  let statements: string[] = []
  const record = (q: CompiledQuery) => {
    if (!BY_ITSELF.test(q.sql)) statements.push(`${q.sql} ${JSON.stringify(q.parameters)}`)
  }
  const { executeQuery, stream } = DefaultQueryExecutor.prototype
  vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery').mockImplementation(function (this: never, q: CompiledQuery) {
    record(q)
    return executeQuery.call(this, q)
  } as never)
  vi.spyOn(DefaultQueryExecutor.prototype, 'stream').mockImplementation(function (
    this: never,
    q: CompiledQuery,
    n: number,
  ) {
    record(q)
    return stream.call(this, q, n)
  } as never)
  return () => {
    const told = statements.sort().join('\n')
    statements = []
    return told
  }
}
