// People, chargers and upkeep have connections of their own: who holds all of one kind keeps nobody of another waiting.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { isDatabaseAway, isTooSlow } from './database-away.ts'
import { openPools, type Pools } from './db.ts'

let database: TestDatabase
let pools: Pools
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  pools = openPools({ ...database.config, connectionTimeoutMillis: 500 })
})
afterAll(async () => {
  await pools.destroy()
  await database.drop()
})

test('with every connection of the portal at work chargers are served, and who waits too long for one is told', async () => {
  const free = Promise.withResolvers<void>()
  const holding = Array.from({ length: 6 }, () => pools.portal.transaction().execute(() => free.promise))
  const late = await pools.portal
    .transaction()
    .execute(async () => undefined)
    .catch(e => e)
  expect(late).toSatisfy(isDatabaseAway)
  expect(late.message).toBe('The database is not reachable: none of its 6 connections for this work came free')
  const one = sql<{ n: number }>`select 1 as n`
  const answers = await Promise.all([
    pools.chargers.transaction().execute(trx => one.execute(trx)),
    one.execute(pools.chargers),
    pools.upkeep.transaction().execute(trx => one.execute(trx)),
  ])
  for (const { rows } of answers) expect(rows).toEqual([{ n: 1 }])
  free.resolve()
  await Promise.all(holding)
})

test.each(['portal', 'chargers', 'upkeep'] as const)('the time limits of the %s', async of => {
  const { rows } = await sql<{ statement: string; idle: string }>`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(pools[of])
  expect(rows).toEqual([
    {
      portal: { statement: '30s', idle: '5min' },
      chargers: { statement: '15s', idle: '1min' },
      upkeep: { statement: '0', idle: '0' },
    }[of],
  ])
})

test('a statement beyond its limit ends as too slow, and its connection serves on', async () => {
  const slow = pools.portal.transaction().execute(async trx => {
    await sql`set local statement_timeout = '50ms'`.execute(trx)
    await sql`select pg_sleep(5)`.execute(trx)
  })
  await expect(slow).rejects.toSatisfy(isTooSlow)
  await pools.portal.transaction().execute(trx => sql`select 1`.execute(trx))
})
