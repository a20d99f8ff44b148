// Statements and transactions when connections break: no failure ends the process, and no broken connection is used
// again; the test runner itself fails on an error that nobody handles.
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { cuttable } from '#testing/cut.ts'
import { freshDatabase } from '#testing/db.ts'
import { DatabaseAway, isDatabaseAway, isPassing } from './database-away.ts'
import { type Db, openDb } from './db.ts'
import { watchSilence } from './silence.ts'
import { StatementNames } from './statement-names.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let admin: pg.Client
const opened: Db[] = []
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  admin = new pg.Client(database.config)
  await admin.connect()
})
afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy()
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const open = (config: pg.PoolConfig = {}, options: Parameters<typeof openDb>[1] = {}): Db => {
  const db = openDb({ ...database.config, ...config }, options)
  opened.push(db)
  return db
}
const pidOf = async (db: Pick<Db, 'getExecutor'>): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0
/** Ends every connection to the database but our own; answers how many there were. */
const endAll = async (): Promise<number> =>
  (
    await admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  ).rowCount ?? 0

test('a transaction whose backend is ended rejects, and its connection is not used again', async () => {
  const db = open({ max: 1 })
  let first = 0
  const broken = db.transaction().execute(async trx => {
    first = await pidOf(trx)
    await admin.query('select pg_terminate_backend($1, 5000)', [first])
    return pidOf(trx)
  })
  await expect(broken).rejects.toSatisfy(isDatabaseAway)
  const second = await db.transaction().execute(pidOf)
  expect(second).not.toBe(first)
  expect(second).toBeGreaterThan(0)
})

test('a backend that is ended while its transaction waits for something else rejects at the next statement', async () => {
  const lost: Error[] = []
  const told = Promise.withResolvers<void>()
  const onError = (error: Error) => {
    lost.push(error)
    told.resolve()
  }
  const db = open({ max: 1 }, { onError })
  const broken = db.transaction().execute(async trx => {
    await admin.query('select pg_terminate_backend($1, 5000)', [await pidOf(trx)])
    await told.promise
    return pidOf(trx)
  })
  await expect(broken).rejects.toBeInstanceOf(DatabaseAway)
  expect(lost.length).toBeGreaterThan(0)
})

test('a rollback that fails does not hide the first error', async () => {
  const db = open({ max: 1 })
  const broken = db.transaction().execute(async trx => {
    await admin.query('select pg_terminate_backend($1, 5000)', [await pidOf(trx)])
    throw new RangeError('the first one')
  })
  await expect(broken).rejects.toThrow('the first one')
  expect(await db.transaction().execute(pidOf)).toBeGreaterThan(0)
})

test('a commit that PostgreSQL turned into a rollback is an error', async () => {
  const db = open()
  const swallowed = db.transaction().execute(async trx => {
    await sql`select 1 / 0`.execute(trx).catch(() => undefined)
    return 'done'
  })
  await expect(swallowed).rejects.toThrow('rolled back')
})

test('a statement that comes after the end of its transaction does not run', async () => {
  const db = open()
  await sql`create table late (n int)`.execute(db)
  let late: Promise<unknown> | undefined
  await db
    .transaction()
    .execute(async trx => {
      // Started beside a sibling that fails, and awaited by nobody in time.
      late = sql`select pg_sleep(0.05)`.execute(trx).then(() => sql`insert into late values (1)`.execute(trx))
      late.catch(() => undefined)
      throw new Error('a sibling')
    })
    .catch(() => undefined)
  await expect(late).rejects.toThrow()
  expect((await sql`select from late`.execute(db)).rows).toEqual([])
})

test('all lanes dead at once and many statements waiting: each lane opens once, and all are answered', async () => {
  const db = open({}, { lanes: 3 })
  const many = (count: number) => Promise.all(Array.from({ length: count }, () => pidOf(db)))
  // Lanes are opened as they are needed.
  let before = new Set<number>()
  while (before.size < 3) before = new Set(await many(50))
  expect(await endAll()).toBe(3)
  const after = new Set(await many(200))
  for (const pid of before) expect(after).not.toContain(pid)
  let all = after
  while (all.size < 3) all = new Set([...all, ...(await many(50))])
  const { rows } = await admin.query(`select count(*) as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  expect(rows).toEqual([{ n: 3 }])
})

test('statements under way on a lane that breaks reject as such, and the next ones are answered', async () => {
  const db = open({}, { lanes: 1 })
  const pid = await pidOf(db)
  const waiting = Promise.allSettled([sql`select pg_sleep(30)`.execute(db), pidOf(db), pidOf(db)])
  for (;;) {
    const { rows } = await admin.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [pid])
    if (rows.length > 0) break
  }
  await admin.query('select pg_terminate_backend($1, 5000)', [pid])
  for (const end of await waiting) {
    expect(end.status).toBe('rejected')
    expect(isDatabaseAway((end as PromiseRejectedResult).reason)).toBe(true)
  }
  expect(await pidOf(db)).not.toBe(pid)
})

test('without a database everything rejects at once, as away', async () => {
  const db = open({ host: '/nowhere' })
  const ends = await Promise.allSettled([
    ...Array.from({ length: 50 }, () => pidOf(db)),
    ...Array.from({ length: 50 }, () => db.transaction().execute(pidOf)),
  ])
  for (const end of ends) expect(isDatabaseAway((end as PromiseRejectedResult).reason)).toBe(true)
})

test('a network that is cut is noticed by statements and transactions, and left behind when it is back', async () => {
  const way = await cuttable(String(database.config.host))
  const db = open(
    { host: '127.0.0.1', port: way.port, query_timeout: 500, connectionTimeoutMillis: 500, max: 1 },
    { lanes: 1 },
  )
  await pidOf(db)
  const caught = await Promise.allSettled([
    db.transaction().execute(async trx => {
      await pidOf(trx)
      way.cut()
      return pidOf(trx)
    }),
  ])
  expect(isDatabaseAway((caught[0] as PromiseRejectedResult).reason)).toBe(true)
  await expect(pidOf(db)).rejects.toBeInstanceOf(DatabaseAway)
  await expect(db.transaction().execute(pidOf)).rejects.toBeInstanceOf(DatabaseAway)
  way.mend()
  await expect.poll(() => pidOf(db).catch(() => 0)).toBeGreaterThan(0)
  expect(await db.transaction().execute(pidOf)).toBeGreaterThan(0)
  await opened.pop()?.destroy()
  await way.close()
})

describe('a database that says nothing', () => {
  const watched = async (patienceMs: number) => {
    const way = await cuttable(String(database.config.host))
    const changes: boolean[] = []
    const watch = watchSilence(
      { ...database.config, host: '127.0.0.1', port: way.port },
      { everyMs: 20, patienceMs, onChange: isSilent => changes.push(isSilent) },
    )
    const db = openDb({ ...watch.config, max: 1 }, { lanes: 1 })
    const close = async () => {
      await db.destroy()
      await watch.close()
      await way.close()
    }
    return { way, watch, changes, db, close }
  }

  test('keeps nobody waiting: statements under way, transactions and connections end as away, until it answers', async () => {
    const { way, watch, changes, db, close } = await watched(150)
    await pidOf(db)
    const rejected = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(DatabaseAway)
    const cut = Promise.withResolvers<void>()
    const inTransaction = db.transaction().execute(async trx => {
      await pidOf(trx)
      way.cut()
      cut.resolve()
      return pidOf(trx)
    })
    await cut.promise
    const queued = db.transaction().execute(pidOf)
    await Promise.all([rejected(inTransaction), rejected(queued), rejected(pidOf(db))])
    expect(watch.isSilent).toBe(true)
    await Promise.all([rejected(db.transaction().execute(pidOf)), rejected(pidOf(db))])
    way.mend()
    await expect.poll(() => watch.isSilent).toBe(false)
    await expect.poll(() => pidOf(db).catch(() => 0)).toBeGreaterThan(0)
    expect(await db.transaction().execute(pidOf)).toBeGreaterThan(0)
    expect(changes).toEqual([true, false])
    await close()
  })

  test('is told from a process that was busy itself, and from a connection that broke', async () => {
    const { watch, changes, db, close } = await watched(600)
    await pidOf(db)
    for (let n = 0; n < 3; n++) {
      for (const until = performance.now() + 800; performance.now() < until; );
      await pidOf(db)
    }
    expect(await endAll()).toBeGreaterThan(0)
    await expect.poll(() => pidOf(db).catch(() => 0)).toBeGreaterThan(0)
    expect([watch.isSilent, changes]).toEqual([false, []])
    await close()
  })
})

test('a table that another node has changed is read again, on a lane and in the next transaction', async () => {
  const db = open({ max: 1 }, { lanes: 1 })
  await admin.query('create table widening (a int)')
  const read = (on: Parameters<typeof pidOf>[0]) => sql`select * from widening`.execute(on)
  const inOne = () => db.transaction().execute(read)
  for (let n = 0; n < 4; n++) {
    await read(db)
    await inOne()
  }
  await admin.query('alter table widening add b int')
  expect((await read(db)).rows).toEqual([])
  // Inside a transaction nothing can be tried again; whoever began it may.
  await expect(inOne()).rejects.toSatisfy(isPassing)
  expect((await inOne()).rows).toEqual([])
})

test('only statements that come again are prepared, and no connection ever keeps more than 200', async () => {
  const names = new StatementNames()
  expect([names.of('a'), names.of('a'), names.of('a'), names.of('a')]).toEqual([undefined, undefined, 's0', 's0'])
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 3000 }), texts => {
      const of = new StatementNames()
      const given = new Map<string, string>()
      for (const n of texts) {
        const text = `select ${n}`
        const name = of.of(text)
        if (name === undefined) continue
        // One text keeps its name, no two have the same.
        expect(given.get(name) ?? text).toBe(text)
        given.set(name, text)
      }
      expect(given.size).toBeLessThanOrEqual(200)
      expect(of.seen.size).toBeLessThanOrEqual(1000)
    }),
    { numRuns: 20 },
  )
  const db = open({}, { lanes: 1 })
  for (let n = 0; n < 500; n++) for (let again = 0; again < 4; again++) await sql.raw(`select ${n} as n`).execute(db)
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(db)
  expect(rows[0]?.n).toBeLessThanOrEqual(200)
}, 30_000)
