// Runs after the server's tests and compares the row types of `sql<Row>` templates with what PostgreSQL says of the
// statements that ran. Alone there is nothing to compare: npx vitest run features/people/roles tools/typed-sql
import { globSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { check } from './check.ts'
import { KNOWN } from './known.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Test files that reach a database; `testing/statements.ts` leaves a file for each of them that ran. */
const WITH_DATABASE = '{platform,gateway,app,demo,features}/**/*.test.ts'

test('every row type is what its statement gives', { timeout: 60_000 }, async () => {
  const noted = inject('statements')
  expect(noted, 'tests of the server have to run with this one').toBeDefined()
  const ran = new Set(readdirSync(noted))
  const isWhole = globSync(WITH_DATABASE, { cwd: ROOT }).every(f => ran.has(`${f.replaceAll('/', '_')}.json`))
  const client = new pg.Client({ host: inject('pgSocket'), user: 'wattdesk', database: 'template1' })
  await client.connect()
  try {
    expect(await check(ROOT, client, { noted, isWhole, known: KNOWN })).toEqual([])
  } finally {
    await client.end()
  }
})
