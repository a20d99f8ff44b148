// The statements that calls send to the database, so that a test can see whether a parameter has any effect.
import { type CompiledQuery, DefaultQueryExecutor } from 'kysely'
import { vi } from 'vitest'

/** Records each statement with its values until `vi.restoreAllMocks()`; answers the statements since the last asking, sorted. */
export function recordStatements(): () => string {
  let statements: string[] = []
  const record = (q: CompiledQuery) => void statements.push(`${q.sql} ${JSON.stringify(q.parameters)}`)
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
