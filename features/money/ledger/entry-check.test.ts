// The check of new entries costs the same however many postings there are, also by plans from when there were none.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Db, openDb } from '#platform/db/db.ts'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { credit, debit, type Posting } from './ledger.rules.ts'
import { post } from './posting.store.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  // One connection, whose plans stay as they were made: nothing is analysed.
  db = openDb({ ...database.config, max: 1 })
  await sql`alter table posting set (autovacuum_enabled = off)`.execute(db)
  // As after a restore of an empty network: the plans know that there is nothing.
  await sql`vacuum analyze posting`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const give = (n: number): Posting => ({
  key: `give ${n}`,
  kind: 'credit',
  at: new Date('2026-05-04T09:00:00Z'),
  companyId: null,
  teamId: null,
  lines: [debit({ kind: 'promotion', ref: 0 }, 100n), credit({ kind: 'wallet', ref: n }, 100n)],
})
/** Posts so many, and answers how many rows of postings were read by an index for it. */
const readFor = (from: number, count: number): Promise<number> =>
  db.transaction().execute(async trx => {
    await post(
      trx,
      Array.from({ length: count }, (_, n) => give(from + n)),
    )
    const { rows } = await sql<{ n: number }>`select idx_tup_fetch as n from pg_stat_xact_user_tables
      where relname = 'posting'`.execute(trx)
    return rows[0]?.n ?? Number.NaN
  })

test('new entries look up their own postings, and do not read all postings for each', async () => {
  // The worker that posts bills looks every second, also when there are none: the check has its plans from then.
  await db.transaction().execute(trx => sql`insert into entry select * from entry where false`.execute(trx))
  await readFor(0, 1)
  await readFor(1, 300)
  expect(await readFor(301, 20)).toBeLessThan(2 * 321)
})
