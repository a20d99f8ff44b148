// Nodes with roles apart, each a process of its own: calls and sockets only where they belong, commands and live streams
// across, a rolling restart that loses no session, and a node that is killed.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { startNats, type TestNats } from '#testing/nats.ts'
import { start, stop } from '#testing/ocpp.ts'
import { makeWorld, PASSWORD, type World } from '#testing/world.ts'
import { freePort, Product } from '../bench/kills-product.ts'

const NODES = { api: 'api', ocpp1: 'ocpp', ocpp2: 'ocpp', jobs: 'jobs' } as const
type Name = keyof typeof NODES

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-roles-'))
let nats: TestNats
let database: TestDatabase
let db: Db
let world: World
const nodes = {} as Record<Name, Product>
beforeAll(async () => {
  nats = await startNats()
  database = await freshDatabase(inject('pgSocket'))
  db = openDb(database.config)
  world = await makeWorld(db)
  const { host, database: name } = database.config
  for (const node of Object.keys(NODES) as Name[])
    nodes[node] = new Product(join(folder, node), await freePort(), {
      DATABASE_URL: `postgres://wattdesk@/${name}?host=${encodeURIComponent(String(host))}`,
      NATS_URL: nats.url,
      WATTDESK_NODE: node,
      WATTDESK_ROLES: NODES[node],
      WATTDESK_OCPP_SECURITY: '0',
      WATTDESK_DRAIN_S: '2',
    })
  await Promise.all(Object.values(nodes).map(p => p.start()))
}, 120_000)
afterAll(async () => {
  await Promise.all(Object.values(nodes).map(p => p.stop()))
  await db.destroy()
  await database.drop()
  await nats.close()
  rmSync(folder, { recursive: true, force: true })
})

const wsOf = (node: Name) => nodes[node].url.replace('http', 'ws')
async function signedIn(): Promise<Record<string, string>> {
  const body = JSON.stringify({ username: 'operator', password: encodePassword(PASSWORD) })
  const headers = { 'content-type': 'application/json' }
  const r = await fetch(`${nodes.api.url}/auth/login`, { method: 'POST', headers, body })
  const { data } = (await r.json()) as { data: { access_token: string } }
  return { ...headers, authorization: `Bearer ${data.access_token}` }
}
/** The live stream of the operator's team; `until` resolves with the text so far once the text fits. */
async function streamOf(headers: Record<string, string>) {
  const r = await fetch(`${nodes.api.url}/cms/v1/team/${world.one.teamId}/events`, { headers })
  const reader = r.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    until: async (fits: RegExp) => {
      while (!fits.test(text)) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
        if (done) throw new Error(`The stream ended:\n${text}`)
        text += value
      }
      return text
    },
    end: () => reader?.cancel(),
  }
}
async function booted(node: Name): Promise<TestCharger> {
  const c = await TestCharger.open(wsOf(node), 'DC-1')
  c.onCall = () => ({ status: 'Accepted' })
  await c.boot()
  return c
}
const stateOf = async () =>
  (
    await sql<{ connected: boolean; node: string | null; liveStatus: string }>`select connected, node, live_status
      from charger_state where chargepoint_pk = ${world.chargers.dc.pk}`.execute(db)
  ).rows[0]

test('each node answers what belongs to its roles, and says so for the rest', async () => {
  for (const node of ['ocpp1', 'jobs'] as const) {
    const { url } = nodes[node]
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    expect((await fetch(`${url}/metrics`)).status).toBe(200)
    for (const path of ['/auth/login', '/cms/v1/profile', '/', '/public/v1/config', '/public/charger-file/x']) {
      const r = await fetch(url + path, { method: path === '/auth/login' ? 'POST' : 'GET' })
      expect([path, r.status, await r.json()]).toEqual([
        path,
        404,
        {
          success: false,
          message: 'This node serves no calls of the API (WATTDESK_ROLES). Ask a node with the role api',
        },
      ])
    }
  }
  for (const node of ['api', 'jobs'] as const)
    await expect(TestCharger.open(wsOf(node), 'DC-1')).rejects.toThrow('HTTP 421')
  expect((await fetch(`${nodes.api.url}/public/v1/config`)).status).toBe(200)
})

test('only nodes with the role jobs do scheduled work', async () => {
  const runsOf = async (node: Name) =>
    /wattdesk_scheduled_runs_total\{/.test(await (await fetch(`${nodes[node].url}/metrics`)).text())
  await expect.poll(() => runsOf('jobs'), { timeout: 10_000 }).toBe(true)
  expect([await runsOf('api'), await runsOf('ocpp1')]).toEqual([false, false])
})

test('what a node without the role api asks of itself is served', async () => {
  const t = await startApp({ roles: new Set(['jobs']) })
  const { http } = await t.listen()
  expect((await t.app.inject('/public/v1/config')).statusCode).toBe(200)
  expect((await fetch(`${http}/public/v1/config`)).status).toBe(404)
  await t.close()
})

test('a rolling restart: commands and live streams across, chargers handed over, no session lost', async () => {
  const headers = await signedIn()
  const stream = await streamOf(headers)
  const c = await booted('ocpp1')
  await stream.until(/"connected":true/)
  const reset = () =>
    fetch(`${nodes.api.url}/cms/v1/remote/operation`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        chargerId: 'DC-1',
        remoteOperationType: 'Reset',
        parameters: { resetType: 'SOFT' },
      }),
    })
  expect((await reset()).status).toBe(200)
  await stream.until(/event: task\n.*"operation":"Reset","state":"done","response":"Accepted"/)
  const { transactionId } = await start(c, world.tag)
  await stream.until(/event: transaction\n.*"change":"started"/)

  // The node with the charger is stopped: not ready, no new chargers, the charger is asked to connect anew.
  const leaving = nodes.ocpp1.child
  const ended = leaving && once(leaving, 'exit')
  const closed = c.closed()
  leaving?.kill('SIGTERM')
  nodes.ocpp1.child = undefined
  const readiness = async () => (await (await fetch(`${nodes.ocpp1.url}/health/ready`)).json()) as { data: unknown }
  await expect.poll(readiness).toMatchObject({ data: [{ name: 'stopping', message: 'This node stops.' }] })
  await expect(TestCharger.open(wsOf('ocpp1'), 'AC-1')).rejects.toThrow('HTTP 503')
  expect(await closed).toBe(1012)
  // A command of this moment waits for the charger, and reaches it on its new node.
  const moved = await booted('ocpp2')
  expect((await reset()).status).toBe(200)
  await moved.nextCall('Reset')
  expect(await ended).toEqual([0, null])
  await nodes.ocpp1.start()

  // A deploy of the api node ends no socket of a charger.
  const asked = fetch(`${nodes.api.url}/public/v1/config`)
  await nodes.api.stop()
  expect((await asked).status).toBe(200)
  await nodes.api.start()
  expect(await moved.call('Heartbeat', {})).toHaveProperty('currentTime')
  // Sent again, as by a charger that has heard no answer: it is billed once.
  for (let tries = 0; tries < 2; tries++)
    expect(await stop(moved, transactionId, { idTag: world.tag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  const { rows } = await sql<{ sessions: number; bills: number }>`
    select count(*) as sessions, (select count(*) from bill) as bills from transaction
    where chargepoint_pk = ${world.chargers.dc.pk} and stopped_at is not null`.execute(db)
  expect(rows).toEqual([{ sessions: 1, bills: 1 }])
  expect(await stateOf()).toMatchObject({ connected: true, node: 'ocpp2' })
  await stream.end()
  await moved.close()
}, 60_000)

test('a node that is killed is noticed, and its charger shown as not connected until it is back', async () => {
  const c = await booted('ocpp2')
  const stream = await streamOf(await signedIn())
  const from = performance.now()
  await nodes.ocpp2.kill()
  await stream.until(/event: station\n.*"status":"offline","connected":false/)
  const ms = performance.now() - from
  expect(ms).toBeLessThan(12_000)
  expect(await stateOf()).toEqual({ connected: false, node: null, liveStatus: 'offline' })
  expect(c.ws.readyState).toBe(c.ws.CLOSED)
  const back = await booted('ocpp1')
  await stream.until(/event: station\n.*"connected":true/)
  await stream.end()
  await back.close()
}, 60_000)
