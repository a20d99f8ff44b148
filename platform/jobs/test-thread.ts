// A thread for tests: it counts, logs an error, fails by one that nobody catches, or never ends.
import { failedStatements } from '#platform/telemetry/metrics.ts'
import { workInThread } from './in-thread.ts'

export type TestData = { fails: boolean; ends: boolean }
await workInThread<TestData, string>(async ({ fails, ends }, { log, tell }) => {
  failedStatements.cell({ pool: 'test thread', reason: 'other' }).add(2)
  log.error({ err: Object.assign(new Error('Refused'), { code: '57P01' }), count: 3 }, 'Something went wrong')
  tell('begun')
  if (fails)
    setImmediate(() => {
      throw new Error('Nobody catches this')
    })
  return { close: () => (ends ? Promise.resolve() : new Promise(() => undefined)) }
})
