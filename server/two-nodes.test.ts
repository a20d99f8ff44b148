// Two products on one database and one bus: the charger's socket is on one, the operator's browser on the other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { natsBus } from './nats.ts'
import { TestCharger } from './test-charger.ts'
import { startHouse, type TestHouse } from './test-house.ts'
import { startNats } from './test-nats.ts'

let nats: Awaited<ReturnType<typeof startNats>>
let a: TestHouse
let b: TestHouse
let charger: TestCharger
/** Where node b listens. */
let at: { http: string; ws: string }
const bus = (node: string) => natsBus(nats.url, node, error => console.error(error))
beforeAll(async () => {
  nats = await startNats()
  a = await startHouse({ node: 'a', bus: await bus('a') })
  b = await a.another({ node: 'b', bus: await bus('b') })
  at = await b.listen()
  charger = await TestCharger.open((await a.listen()).ws, 'DC-1')
  await charger.boot()
  const interval = await charger.nextCall('ChangeConfiguration')
  charger.send(JSON.stringify([3, interval[1], { status: 'Accepted' }]))
})
afterAll(async () => {
  charger.ws.terminate()
  await b.close()
  await a.close()
  await a.house.bus.close()
  await b.house.bus.close()
  await nats.close()
})

/** The first event of `type` that the live stream of node b tells an operator, from now on. */
async function nextOnB(type: string, fits: (e: Record<string, unknown>) => boolean) {
  const r = await fetch(`${at.http}/cms/v1/team/${b.world.one.teamId}/events`, { headers: await b.as('operator') })
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
  const again = await TestCharger.open(at.ws, 'DC-1')
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
