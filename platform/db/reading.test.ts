// Reads on a streaming replica: never behind what was committed before, on the primary when the replica is behind or away,
// and whatever a reading call writes after all goes to the primary.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeStandby, standbyFlags } from '#testing/standby.ts'
import { type Db, openPools, type Pools } from './db.ts'
import { type Embedded, startPostgres } from './embedded.ts'
import { asReading } from './reading.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-replica-'))
let primary: Embedded
let replica: Embedded
let pools: Pools
let onReplica: pg.Client
const told = { away: 0, behind: 0 }

async function startReplica(): Promise<Embedded> {
  const dir = join(folder, 'replica')
  await makeStandby(primary, dir)
  return startPostgres(dir, standbyFlags(primary.config))
}

beforeAll(async () => {
  primary = await startPostgres(join(folder, 'primary'), ['-c', 'wal_level=replica'])
  const before = new pg.Client(primary.config)
  await before.connect()
  await before.query('create table note (n integer)')
  await before.end()
  replica = await startReplica()
  pools = openPools(primary.config, {
    replica: { config: replica.config, onAway: () => told.away++, onBehind: () => told.behind++ },
  })
  onReplica = new pg.Client(replica.config)
  onReplica.on('error', () => undefined)
  await onReplica.connect()
})
afterAll(async () => {
  await onReplica?.end().catch(() => undefined)
  await pools?.destroy()
  await replica?.stop()
  await primary?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = { n: number; place: 'primary' | 'replica' }
const QUESTION = sql<Answer>`select count(*)::int as n, case when pg_is_in_recovery() then 'replica' else 'primary' end as place from note`
const ask = async (db: Db) => (await QUESTION.execute(db)).rows[0]
const note = (db: Db) => sql`insert into note values (1)`.execute(db)

test('a call that reads is served by the replica and is never behind; every other call is served by the primary', async () => {
  const db = pools.portal
  for (let n = 1; n <= 50; n++) {
    await note(db)
    expect(await asReading(() => ask(db))).toEqual({ n, place: 'replica' })
  }
  expect(await ask(db)).toEqual({ n: 50, place: 'primary' })
  expect(await asReading(() => ask(pools.chargers))).toMatchObject({ place: 'primary' })
  const inOne = () => db.transaction().setAccessMode('read only').execute(ask)
  expect(await asReading(inOne)).toEqual({ n: 50, place: 'replica' })
})

test('a reading call that writes does so on the primary, and reads what it wrote', async () => {
  const db = pools.portal
  const before = (await ask(db))?.n ?? 0
  await asReading(async () => {
    expect(await ask(db)).toMatchObject({ place: 'replica' })
    await note(db)
    expect(await ask(db)).toEqual({ n: before + 1, place: 'primary' })
  })
  await asReading(async () => {
    await db.transaction().execute(async trx => void (await note(trx as unknown as Db)))
    expect(await ask(db)).toEqual({ n: before + 2, place: 'primary' })
  })
  // A mistake in the statement is told, not tried elsewhere.
  await expect(asReading(() => sql`select nothing from note`.execute(db))).rejects.toThrow(
    'column "nothing" does not exist',
  )
})

test('while the replica is behind or away the primary serves, and nothing is old', async () => {
  const db = pools.portal
  await onReplica.query('select pg_wal_replay_pause()')
  await note(db)
  const n = (await ask(db))?.n ?? 0
  expect(await asReading(() => ask(db))).toEqual({ n, place: 'primary' })
  expect(told).toMatchObject({ behind: 1 })
  await onReplica.query('select pg_wal_replay_resume()')
  await expect.poll(() => asReading(() => ask(db))).toEqual({ n, place: 'replica' })

  // It goes away while a call reads.
  const rows = await asReading(async () => {
    expect(await ask(db)).toMatchObject({ place: 'replica' })
    await replica.stop()
    return Promise.all([ask(db), ask(db), db.transaction().setAccessMode('read only').execute(ask)])
  })
  expect(rows).toEqual([1, 2, 3].map(() => ({ n, place: 'primary' })))
  expect(told.away).toBeGreaterThan(0)
  expect(await asReading(() => ask(db))).toEqual({ n, place: 'primary' })
})
