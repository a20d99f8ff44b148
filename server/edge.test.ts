// The edge of the API: what goes wrong behind it is one reply in the envelope, and the process lives on (D-GEN-18).
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startHouse, type TestHouse } from './test-house.ts'

let t: TestHouse
beforeAll(async () => {
  t = await startHouse()
})
afterAll(() => t.close())

/** Rejections that nobody heard; the product would end with the first. */
const unheard: unknown[] = []
const hear = (error: unknown) => unheard.push(error)
beforeEach(() => {
  process.on('unhandledRejection', hear)
})
afterEach(() => {
  process.off('unhandledRejection', hear)
})

test('with tables gone every read answers 500 in the envelope or does without them, and none is left alone', async () => {
  const headers = await t.as('root')
  // What a token is checked by stays.
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in
      ('migration', 'app_user', 'team', 'team_member', 'role', 'role_access', 'audit_entry')`.execute(t.db)
  const rename = async (from: string, to: string) => {
    for (const { name } of rows)
      await sql`alter table ${sql.table(from + name)} rename to ${sql.raw(`"${to}${name}"`)}`.execute(t.db)
  }
  const filled = (path: string) =>
    path
      .replace('{teamId}', String(t.world.one.teamId))
      .replace('{id}', t.world.chargers.dc.id)
      .replaceAll(/\{\w+\}/g, '1')
  const reads = t.app.endpoints
    .filter(e => e.method === 'GET')
    .flatMap(e => ['', '?q=ab', '?total=only', '?export=true'].map(query => filled(e.path) + query))
  await rename('', 'gone_')
  try {
    const replies = await Promise.all(reads.map(async url => [url, await t.app.inject({ url, headers })] as const))
    const statuses = new Set(replies.map(([, r]) => r.statusCode))
    expect(statuses).toContain(500)
    for (const [url, r] of replies) {
      expect(r.json(), url).toMatchObject({ success: r.statusCode < 300, message: expect.any(String) })
      if (r.statusCode === 500)
        expect(r.json(), url).toEqual({
          success: false,
          message: 'Something went wrong. Please try again.',
          requestId: expect.any(String),
        })
    }
  } finally {
    await rename('gone_', '')
  }
  await new Promise(setImmediate)
  expect(unheard).toEqual([])
  expect((await t.app.inject({ url: filled('/cms/v1/team/{teamId}/transactions'), headers })).statusCode).toBe(200)
})
