// Durable work goes on when the database was away: before the first job, while a queue is worked, at the start of two nodes.
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { QUEUES } from '#app/queues.ts'
import { isDatabaseAway } from '#platform/db/database-away.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { type Jobs, openJobs, runs } from './jobs.ts'

let database: TestDatabase
let db: Db
const opened: Jobs[] = []
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  db = openDb(database.config)
})
afterEach(async () => {
  for (const jobs of opened.splice(0)) await jobs.close()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const open = (pace: { watchSec?: number; heartbeatSec?: number } = {}): Jobs => {
  const jobs = openJobs(database.config, QUEUES, () => undefined, { everySec: 0.5, againMs: 50, ...pace })
  opened.push(jobs)
  return jobs
}
/** Works the queue; `has` waits for a job. */
function worked(jobs: Jobs) {
  const done: number[] = []
  const working = jobs.work('mail', async ({ outboxId }) => void done.push(outboxId))
  return { working, has: (id: number) => expect.poll(() => done, { timeout: 15_000 }).toContain(id) }
}
/** Hands over a job, as soon as the database takes it. */
const send = (jobs: Jobs, outboxId: number) =>
  expect.poll(() => jobs.send(db, 'mail', { outboxId }).then(() => 'sent', String), { timeout: 10_000 }).toBe('sent')

test('two nodes that open the jobs of a database at once both can', async () => {
  const [a, b] = [open(), open()]
  await Promise.all([a.send(db, 'mail', { outboxId: 1 }), b.send(db, 'mail', { outboxId: 2 })])
  const { has } = worked(a)
  await Promise.all([has(1), has(2)])
}, 20_000)

test('a queue that was to be worked while the database was away is worked when it is back', async () => {
  await database.away()
  const jobs = open()
  const { working, has } = worked(jobs)
  // Whoever starts the product need not wait for it.
  await working
  await expect(jobs.send(db, 'mail', { outboxId: 3 })).rejects.toSatisfy(isDatabaseAway)
  await database.back()
  await send(jobs, 4)
  await has(4)
}, 30_000)

test('a queue that is worked goes on after the database was away', async () => {
  const jobs = open()
  const { has } = worked(jobs)
  await send(jobs, 5)
  await has(5)
  await database.away()
  await database.back()
  await send(jobs, 6)
  await has(6)
}, 30_000)

test('scheduled work comes back on one node at a time, also after a run that failed', async () => {
  let [begun, going, most] = [0, 0, 0]
  const work = async () => {
    begun++
    most = Math.max(most, ++going)
    await new Promise(setImmediate)
    going--
    if (begun === 1) throw new Error('The first run fails')
  }
  const nodes = [open(), open()]
  const startedAt = performance.now()
  await Promise.all(nodes.map(n => n.schedule('test-rhythm', { everySec: 1, limitSec: 30 }, work)))
  await expect.poll(() => begun, { timeout: 20_000 }).toBeGreaterThanOrEqual(4)
  expect(most).toBe(1)
  // Two nodes run the work as often as a single node would: one run a second, and one at each start.
  expect(begun).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 3)
  const { values } = await runs.get()
  const of = (ended: string) => values.find(v => v.labels.work === 'test-rhythm' && v.labels.ended === ended)?.value
  expect(of('with an error')).toBe(1)
  expect(of('well')).toBeGreaterThanOrEqual(2)
}, 30_000)

test('a start runs at once what waits for its time: what was missed meanwhile is made up for', async () => {
  let begun = 0
  const work = async () => void begun++
  const hourly = { everySec: 3600, limitSec: 30 }
  const first = open()
  await first.schedule('test-hourly', hourly, work)
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(1)
  await first.close()
  await open().schedule('test-hourly', hourly, work)
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(2)
}, 50_000)

test('jobs handed over together are done by their priority; one that fails holds none of the others back', async () => {
  const jobs = open()
  const all = Array.from({ length: 40 }, (_, i) => ({ outboxId: 100 + i }))
  await db.transaction().execute(trx => jobs.sendAll(trx, 'mail', all, { priority: -1 }))
  await jobs.send(db, 'mail', { outboxId: 200 })
  const rolledBack = db.transaction().execute(async trx => {
    await jobs.sendAll(trx, 'mail', [{ outboxId: 201 }])
    throw new Error('Not to be')
  })
  await expect(rolledBack).rejects.toThrow('Not to be')
  const done: number[] = []
  await jobs.work('mail', async ({ outboxId }) => {
    if (outboxId === 105) throw new Error('This one fails')
    done.push(outboxId)
  })
  await expect.poll(() => done.length, { timeout: 15_000 }).toBe(40)
  // Among those that are fetched first.
  expect(done.slice(0, 20)).toContain(200)
  expect(done.toSorted()).toEqual([...all.map(a => a.outboxId).filter(id => id !== 105), 200])
}, 20_000)

type State = { state: string; heartbeat: number; waitsSec: number }
const stateOf = async (outboxId: number): Promise<State | undefined> =>
  (
    await sql<State>`select state::text, extract(epoch from heartbeat_on - started_on)::float8 as heartbeat,
      extract(epoch from start_after - now())::float8 as waits_sec
      from pgboss.job where data->>'outboxId' = ${String(outboxId)}`.execute(db)
  ).rows[0]

test('what a node had fetched when it was killed is done within two minutes of that, by whichever node is there', async () => {
  await send(open(), 300)
  // A node that has fetched the job, and is never heard of again.
  const dead = new PgBoss({ ...(database.config as object), max: 1, schedule: false, supervise: false })
  await dead.start()
  await expect.poll(async () => (await dead.fetch('mail', { batchSize: 20 })).length).toBeGreaterThan(0)
  await dead.stop({ graceful: false })
  expect(await stateOf(300)).toMatchObject({ state: 'active', heartbeat: 0 })
  // 20 seconds later.
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '20 s', started_on = started_on - interval '20 s'
    where data->>'outboxId' = '300'`.execute(db)
  const { has } = worked(open({ watchSec: 1 }))
  await expect.poll(async () => (await stateOf(300))?.state, { timeout: 10_000 }).toBe('retry')
  // With the 20 seconds before it and as many until it is looked for, the wait is well within two minutes.
  expect((await stateOf(300))?.waitsSec).toBeLessThan(61)
  await sql`update pgboss.job set start_after = now() where data->>'outboxId' = '300'`.execute(db)
  await has(300)
}, 30_000)

test('a node that is alive keeps its jobs, however long they take', async () => {
  const [a, b] = [open({ watchSec: 1, heartbeatSec: 10 }), open({ watchSec: 1, heartbeatSec: 10 })]
  let runs = 0
  let end: () => void = () => undefined
  const slow = new Promise<void>(done => {
    end = done
  })
  const work = async ({ outboxId }: { outboxId: number }) => {
    if (outboxId !== 301) return
    runs++
    await slow
  }
  await Promise.all([a.work('push', work), b.work('push', work)])
  await a.send(db, 'push', { outboxId: 301 })
  // It says so every half of that time.
  await expect.poll(async () => (await stateOf(301))?.heartbeat ?? 0, { timeout: 15_000 }).toBeGreaterThan(4)
  expect([runs, (await stateOf(301))?.state]).toEqual([1, 'active'])
  end()
  await expect.poll(async () => (await stateOf(301))?.state, { timeout: 10_000 }).toBe('completed')
}, 30_000)
