// Two nodes on one bus: events reach both, a command reaches the node that holds the socket, a watched log is known there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bus, Changed, Published } from './bus.ts'
import { natsBus } from './nats.ts'
import { startNats } from './test-nats.ts'

let server: Awaited<ReturnType<typeof startNats>>
let a: Bus
let b: Bus
const errors: unknown[] = []
beforeAll(async () => {
  server = await startNats()
  a = await natsBus(server.url, 'a', e => errors.push(e))
  b = await natsBus(server.url, 'b', e => errors.push(e))
})
afterAll(async () => {
  await a.close()
  await b.close()
  await server.close()
})

const published: Published = { companyId: 7, event: { type: 'access', at: '2026-01-01T00:00:00.000Z', userId: 3 } }
const nextEvent = (bus: Bus) =>
  new Promise<Published>(ok => {
    const off = bus.onEvent(p => {
      off()
      ok(p)
    })
  })

test('an event is seen once on its own node and once on the other', async () => {
  const here: Published[] = []
  const off = a.onEvent(p => here.push(p))
  const there = nextEvent(b)
  a.publish(published)
  expect(await there).toEqual(published)
  // What b says after it shows that a's own event has not come back to a.
  const answer = nextEvent(a)
  b.publish({ ...published, companyId: 8 })
  expect(await answer).toMatchObject({ companyId: 8 })
  off()
  expect(here.map(p => p.companyId)).toEqual([7, 8])
})

test('a change is told to the other node', async () => {
  const told = new Promise<Changed>(ok => {
    b.onChanged(ok)
  })
  a.changed({ what: 'charger', chargepointPk: 5 })
  expect(await told).toEqual({ what: 'charger', chargepointPk: 5 })
})

test('a command is answered by the node that is named; by one that is not there, as closed', async () => {
  b.onCommand(async c => ({ kind: 'timeout', sent: c.chargepointPk === 9 }))
  const command = { chargepointPk: 9, action: 'Reset', payload: { type: 'Soft' }, taskId: undefined, timeoutMs: 1000 }
  expect(await a.command('b', command)).toEqual({ kind: 'timeout', sent: true })
  expect(await a.command('nobody', command)).toEqual({ kind: 'closed', sent: false })
})

test('a log that somebody reads on one node is watched on the other', async () => {
  const end = a.watchLog(11)
  expect(a.isLogWatched(11)).toBe(true)
  // Messages of one connection keep their order: once this event is here, so is the watch.
  const there = nextEvent(b)
  a.publish(published)
  await there
  expect(b.isLogWatched(11)).toBe(true)
  end()
  expect(a.isLogWatched(11)).toBe(false)
})
