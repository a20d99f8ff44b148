// Durable work goes on when the database was away: before the first job, while a queue is worked, at the start of two nodes.
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/db.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { type Db, openDb } from '../db/db.ts'
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

const open = (): Jobs => {
  const jobs = openJobs(database.config, () => undefined, { everySec: 0.5, againMs: 50 })
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
  // Two nodes do it as often as one would: one run a second and the first at once.
  expect(begun).toBeLessThanOrEqual((performance.now() - startedAt) / 1000 + 2)
  const { values } = await runs.get()
  const of = (ended: string) => values.find(v => v.labels.work === 'test-rhythm' && v.labels.ended === ended)?.value
  expect(of('with an error')).toBe(1)
  expect(of('well')).toBeGreaterThanOrEqual(2)
}, 30_000)

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
