// The thread that sends webhooks (HOOK-04): it begins, signs and sends, gives way to the thread of the product, is begun again when
// it dies, asks the product to switch off a webhook, tells its log and metrics, and ends clean.
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { makeSeal } from '#platform/access/seal.ts'
import { threadRestarts } from '#platform/telemetry/metrics.ts'
import { poolFigures } from '#platform/telemetry/pools.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { isSigned, type Receiver, webhookReceiver } from './test-receiver.ts'
import { makeWebhook, webhookBody } from './test-webhook.ts'
import { sendInThread, type WebhookThread } from './webhook-thread.jobs.ts'

const SECRET = 'a secret of this test, long enough for HS256'
const DAY = 24 * 3_600_000
/** A thread begins when a busy machine has room for it. */
const PATIENT = { timeout: 60_000 }

let t: TestApp
let r: Receiver
let connection: pg.PoolConfig
let thread: WebhookThread | undefined
beforeAll(async () => {
  t = await startApp({ mayCallPrivate: true, seal: makeSeal(SECRET) })
  r = await webhookReceiver()
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(t.db)
  connection = { host: inject('pgSocket'), user: 'wattdesk', ...rows[0] }
})
afterEach(async () => {
  await thread?.close()
  thread = undefined
  await sql`update webhook set is_active = false`.execute(t.db)
  await sql`delete from webhook_wish`.execute(t.db)
  await sql`delete from webhook_waiting`.execute(t.db)
})
afterAll(async () => {
  await t.close()
  await r.close()
})

const begin = (): WebhookThread => {
  thread = sendInThread(t.services, { connection, secret: SECRET, pace: { everyMs: 20 }, firstPauseMs: 20 })
  return thread
}
const make = (path: string) =>
  makeWebhook(t, 'admin', t.world.one.companyId, webhookBody({ address: r.url(path), events: ['tag.changed'] }))
let tags = 0
const addTags = (count: number) =>
  sql`insert into ocpp_tag (company_id, team_id, id_tag) select ${t.world.one.companyId}, ${t.world.one.teamId}, ${`T${++tags}-`}::text || i
    from generate_series(1, ${count}::int) i`.execute(t.db)
const restarts = () => threadRestarts.cell({ thread: 'webhooks' }).value
const threads = () => readdirSync('/proc/self/task').length
const sendersConnections = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and query ilike '%webhook_state%' and pid <> pg_backend_pid()`.execute(t.db)
  return rows[0]?.n
}

test('it sends what is signed with the secret of the webhook', { timeout: 120_000 }, async () => {
  const { secret } = await make('/signed')
  begin()
  await addTags(3)
  const got = await r.until('/signed', 3)
  expect(got.map(e => isSigned(e, secret))).toEqual([true, true, true])
})

test.runIf(process.platform === 'linux')(
  'it has the lowest priority, and the product has its own',
  { timeout: 120_000 },
  async () => {
    const before = getPriority()
    const sending = begin()
    await expect.poll(() => sending.threadId(), PATIENT).toBeDefined()
    expect([getPriority(sending.threadId()), getPriority(), before]).toEqual([19, before, before])
    // The number is one of a thread of this process, and not that of the process itself.
    expect(sending.threadId()).not.toBe(process.pid)
    expect(readdirSync('/proc/self/task')).toContain(String(sending.threadId()))
  },
)

test('a thread that dies amid its work is begun again: nothing is lost, and each tag keeps its order', {
  timeout: 120_000,
}, async () => {
  await make('/dies')
  const sending = begin()
  const before = restarts()
  const tag = `T${tags + 1}-`
  await addTags(40)
  for (let round = 1; round <= 3; round++) {
    await sql`update ocpp_tag set note = ${String(round)} where id_tag like ${`${tag}%`}`.execute(t.db)
    const enough = r.of('/dies').length + 15
    await r.until('/dies', enough)
    await sending.kill()
  }
  const notes = () => {
    const seen = new Map(r.of('/dies').map(e => [e.id, e]))
    const byTag = Map.groupBy(seen.values(), e => String(e.body.data.idTag))
    return new Map([...byTag].map(([idTag, all]) => [idTag, all.map(e => String(e.body.data.note))]))
  }
  await r.until('/dies', () => notes().size === 40 && [...notes().values()].every(n => n.length === 4))
  for (const [idTag, told] of notes()) expect(told, idTag).toEqual(['', '1', '2', '3'])
  expect(restarts() - before).toBe(3)
})

test('a webhook whose receiver has failed for three days is switched off by the product', {
  timeout: 120_000,
}, async () => {
  const { id } = await make('/fails')
  r.answer('/fails', response => response.writeHead(500).end())
  const since = new Date(Date.now() - 4 * DAY)
  await sql`update webhook_state set failures = 3, failing_since = ${since} where webhook_id = ${id}`.execute(t.db)
  begin()
  await addTags(1)
  const shown = async () =>
    (await t.app.inject({ url: `/cms/v1/webhooks/${id}`, headers: await t.as('admin') })).json().data
  await expect.poll(async () => (await shown()).is_active, PATIENT).toBe(false)
})

test('its connections are in the metrics while it runs, and no thread or connection is left when it has ended', {
  timeout: 120_000,
}, async () => {
  await make('/ends')
  const before = threads()
  const sending = begin()
  await addTags(20)
  await r.until('/ends', 20)
  await expect.poll(() => poolFigures().map(p => p.pool), PATIENT).toContain('webhooks')
  await sending.close()
  expect(poolFigures().map(p => p.pool)).not.toContain('webhooks')
  await expect.poll(sendersConnections, PATIENT).toBe(0)
  await expect.poll(threads, PATIENT).toBeLessThanOrEqual(before)
  // What was under way has ended, and is noted.
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from webhook_waiting`.execute(t.db)
  const { rows: held } = await sql`select from webhook_state where holder is not null`.execute(t.db)
  expect([rows[0]?.n, held.length]).toEqual([0, 0])
})

test('a thread that is closed while it begins ends as well', { timeout: 120_000 }, async () => {
  const sending = begin()
  await sending.close()
  expect(sending.threadId()).toBeUndefined()
})
