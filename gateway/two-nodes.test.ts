// Two products on one database and one bus: the charger's socket is on the first, the operator's browser on the second.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { natsBus } from '#platform/bus/nats.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { startNats, type TestNats } from '#testing/nats.ts'
import { at, bootedCharger, energy, newTag, sessionsOf, start } from '#testing/ocpp.ts'

let nats: TestNats
let a: TestApp
let b: TestApp
let charger: TestCharger
/** Where node b listens. */
let ofB: { http: string; ws: string }
/** Where chargers reach node a. */
let ofA: string
const bus = (node: string) => natsBus(nats.url, node, () => undefined)
beforeAll(async () => {
  nats = await startNats()
  a = await startApp({ node: 'a', bus: await bus('a') })
  b = await a.another({ node: 'b', bus: await bus('b') })
  ofB = await b.listen()
  ofA = (await a.listen()).ws
  charger = await TestCharger.open(ofA, 'DC-1')
  await charger.boot()
  const interval = await charger.nextCall('ChangeConfiguration')
  charger.send(JSON.stringify([3, interval[1], { status: 'Accepted' }]))
})
afterAll(async () => {
  charger.ws.terminate()
  await b.close()
  await a.close()
  await a.services.bus.close()
  await b.services.bus.close()
  await nats.close()
})

/** The first event of `type` that the live stream of node b tells an operator, from now on. */
async function nextOnB(type: string, fits: (e: Record<string, unknown>) => boolean) {
  const r = await fetch(`${ofB.http}/cms/v1/team/${b.world.one.teamId}/events`, { headers: await b.as('operator') })
  const reader = r.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('No stream')
  // Open: the first line has come.
  let text = (await reader.read()).value ?? ''
  const found = (async () => {
    for (;;) {
      for (const block of text.split('\n\n')) {
        if (!block.startsWith(`event: ${type}\n`)) continue
        const data = block.split('\ndata: ')[1]
        const event = data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>)
        if (event && fits(event)) {
          await reader.cancel()
          return event
        }
      }
      const { done, value } = await reader.read()
      if (done) throw new Error(`The stream ended without ${type}`)
      text += value
    }
  })()
  return { found }
}

test('a command given on one node reaches the charger on the other, and its end is told on the first', async () => {
  const { found } = await nextOnB('task', e => e.state === 'done')
  const r = await b.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers: await b.as('operator'),
    payload: { chargerId: 'DC-1', remoteOperationType: 'Reset', parameters: { resetType: 'SOFT' } },
  })
  expect(r.json()).toMatchObject({ success: true, message: 'Operation sent' })
  const call = await charger.nextCall('Reset')
  charger.send(JSON.stringify([3, call[1], { status: 'Accepted' }]))
  expect(await found).toMatchObject({ taskId: r.json().taskId, operation: 'Reset', response: 'Accepted' })
})

test('what a charger tells one node is seen live on the other', async () => {
  const { found } = await nextOnB('connector', e => e.connectorId === 1 && e.status === 'Preparing')
  await charger.ask('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Preparing' })
  expect(await found).toMatchObject({ chargepoint_pk: a.world.chargers.dc.pk })
})

test('a charger that comes back on the other node is served there, and the old socket is let go', async () => {
  const closed = new Promise(resolve => charger.ws.once('close', resolve))
  const again = await TestCharger.open(ofB.ws, 'DC-1')
  await again.boot()
  await again.nextCall('ChangeConfiguration').then(c => again.send(JSON.stringify([3, c[1], { status: 'Accepted' }])))
  const r = await a.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers: await a.as('operator'),
    payload: { chargerId: 'DC-1', remoteOperationType: 'Reset', parameters: { resetType: 'SOFT' } },
  })
  expect(r.statusCode).toBe(200)
  const call = await again.nextCall('Reset')
  again.send(JSON.stringify([3, call[1], { status: 'Accepted' }]))
  await closed
  again.ws.terminate()
})

test('a reading that comes again on the other node, while the first is still storing it, is stored once', async () => {
  const c = await bootedCharger(a, ofA)
  const idTag = await newTag(a)
  const { transactionId } = await start(c, idTag)
  const values = { connectorId: 1, transactionId, meterValue: [energy(at(5), 4000)] }
  const waiting = async () =>
    (
      await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`.execute(a.db)
    ).rows[0]?.n
  const free = Promise.withResolvers<void>()
  const held = a.db.transaction().execute(async trx => {
    await sql`select from transaction_live where transaction_id = ${transactionId} for update`.execute(trx)
    await free.promise
  })
  c.send(JSON.stringify([2, 'first', 'MeterValues', values]))
  await expect.poll(waiting).toBe(1)
  const back = await TestCharger.open(ofB.ws, c.id)
  const answered = back.call('MeterValues', values)
  await expect.poll(waiting).toBe(2)
  free.resolve()
  await Promise.all([held, answered])
  expect(await sessionsOf(a, c.pk)).toMatchObject([{ transactionId, meters: 1 }])
  await back.close()
})

test('while the bus is away a command to the other node ends with a word, each node says it is not ready, and then all works again', async () => {
  const c = await bootedCharger(a, ofA)
  const reset = (t: TestApp, headers: object) =>
    t.app.inject({
      method: 'POST',
      url: '/cms/v1/remote/operation',
      headers: headers as Record<string, string>,
      payload: { chargerId: c.id, remoteOperationType: 'Reset', parameters: { resetType: 'SOFT' } },
    })
  const taskOf = async (headers: object, taskId: string) =>
    (
      await b.app.inject({
        url: `/cms/v1/remote/operation/charger/${c.id}/task/${taskId}`,
        headers: headers as Record<string, string>,
      })
    ).json().data
  const ready = async (t: TestApp) => {
    const r = await t.app.inject('/health/ready')
    const { data } = r.json()
    return [r.statusCode, Array.isArray(data) ? data.map((w: { name: string }) => w.name) : []]
  }
  const headers = await b.as('operator')
  await nats.away()
  await expect.poll(() => [a.services.bus.isConnected(), b.services.bus.isConnected()]).toEqual([false, false])
  expect([await ready(a), await ready(b)]).toEqual([
    [503, ['bus']],
    [503, ['bus']],
  ])
  const { taskId } = (await reset(b, headers)).json()
  await expect
    .poll(() => taskOf(headers, taskId), { timeout: 20_000 })
    .toMatchObject({
      state: 'failed',
      result: [{ error: 'The server that holds the connection of the charge point cannot be reached' }],
    })
  // A charger of one's own is commanded all the same.
  const own = await reset(a, await a.as('operator'))
  expect(own.statusCode).toBe(200)
  await c.next(f => f[2] === 'Reset').catch(() => undefined)

  await nats.back()
  await expect
    .poll(() => Promise.all([ready(a), ready(b)]), { timeout: 10_000 })
    .toEqual([
      [200, []],
      [200, []],
    ])
  const again = (await reset(b, headers)).json()
  await expect.poll(() => taskOf(headers, again.taskId)).toMatchObject({ state: 'done' })
  c.ws.terminate()
}, 40_000)

test('a charger that moved to the other node while the bus was away is let go when it is back', async () => {
  const c = await bootedCharger(a, ofA)
  await nats.away()
  await expect.poll(() => [a.services.bus.isConnected(), b.services.bus.isConnected()]).toEqual([false, false])
  const moved = await TestCharger.open(ofB.ws, c.id)
  const closed = c.closed()
  await nats.back()
  expect(await closed).toBe(1008)
  expect(a.ocpp.stations.has(c.pk)).toBe(false)
  expect(b.ocpp.stations.has(c.pk)).toBe(true)
  moved.ws.terminate()
}, 20_000)
