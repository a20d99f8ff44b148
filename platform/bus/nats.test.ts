// Two nodes on one bus: events reach both, a command reaches the node that holds the socket, a watched log is known there.
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cuttable } from '#testing/cut.ts'
import { startNats, type TestNats } from '#testing/nats.ts'
import type { Bus, Changed, Published } from './bus.ts'
import { natsBus } from './nats.ts'
import { NatsLink } from './nats-link.ts'

let server: TestNats
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
  // The next event from b shows that a's own event has not come back to a.
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

const nextChange = (bus: Bus, what: Changed['what']) =>
  new Promise<Changed>(ok => {
    const off = bus.onChanged(c => {
      if (c.what !== what) return
      off()
      ok(c)
    })
  })
const COMMAND = { chargepointPk: 9, action: 'Reset', payload: { type: 'Soft' }, taskId: undefined, timeoutMs: 1000 }

test('while NATS is away a node works on by itself and says so; when it is back all is as before', async () => {
  const asked = Promise.withResolvers<void>()
  b.onCommand(async () => {
    asked.resolve()
    return new Promise(() => undefined)
  })
  const underWay = a.command('b', COMMAND)
  await asked.promise
  const missed = Promise.all([nextChange(a, 'all'), nextChange(b, 'all')])
  await server.away()
  // Its answer is lost with the connection: the command ends instead of waiting for it.
  expect(await underWay).toEqual({ kind: 'unreachable', sent: true })
  await expect.poll(() => [a.isConnected(), b.isConnected()]).toEqual([false, false])
  expect(await a.command('b', COMMAND)).toEqual({ kind: 'unreachable', sent: false })
  const own = nextEvent(a)
  a.publish(published)
  expect(await own).toEqual(published)

  await server.back()
  await missed
  expect([a.isConnected(), b.isConnected()]).toEqual([true, true])
  b.onCommand(async () => ({ kind: 'busy' }))
  // The server hears of a's message and of what b listens to over two connections, in no order of its own.
  await expect.poll(() => a.command('b', COMMAND), { timeout: 10_000 }).toEqual({ kind: 'busy' })
  const there = nextEvent(b)
  a.publish({ ...published, companyId: 9 })
  expect(await there).toMatchObject({ companyId: 9 })
}, 30_000)

test('a node that starts while NATS is away serves its own, and joins the others when NATS comes', async () => {
  await server.away()
  const c = await natsBus(server.url, 'c', e => errors.push(e))
  expect(c.isConnected()).toBe(false)
  const own = nextEvent(c)
  c.publish(published)
  expect(await own).toEqual(published)
  c.onCommand(async () => ({ kind: 'busy' }))
  const joined = nextChange(c, 'all')
  const back = nextChange(a, 'all')
  await server.back()
  await Promise.all([joined, back])
  await expect.poll(() => a.command('c', COMMAND), { timeout: 10_000 }).toEqual({ kind: 'busy' })
  await c.close()
}, 20_000)

test('a node that alone lost NATS tells the others, once it is back, that they have missed something', async () => {
  const way = await cuttable({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  const lonely = await natsBus(`nats://127.0.0.1:${way.port}`, 'lonely', e => errors.push(e))
  expect(lonely.isConnected()).toBe(true)
  const told = nextChange(a, 'all')
  way.mend()
  await expect.poll(() => lonely.isConnected(), { interval: 5 }).toBe(false)
  lonely.publish(published)
  await told
  await lonely.close()
  await way.close()
}, 20_000)

test('news of chargers is heard by the node itself where it listens, else by another one', async () => {
  const heard: [string, number][] = []
  const offB = b.onNews(pk => heard.push(['b', pk]))
  a.news([1, 2])
  a.news([2, 3])
  await expect
    .poll(() => heard, { timeout: 5000 })
    .toEqual([
      ['b', 1],
      ['b', 2],
      ['b', 3],
    ])
  b.news([4])
  expect(heard.at(-1)).toEqual(['b', 4])
  const offA = a.onNews(pk => heard.push(['a', pk]))
  a.news([5])
  expect(heard.at(-1)).toEqual(['a', 5])
  const there = nextEvent(b)
  a.publish(published)
  await there
  expect(heard).toHaveLength(5)
  offA()
  offB()
})

test('what the server does not take in time is dropped, and the others are told that something is missing', async () => {
  let gaps = 0
  const told: string[] = []
  const gap = Promise.withResolvers<void>()
  const link = new NatsLink({
    url: server.url,
    node: 'busy',
    onError: e => told.push(String(e)),
    onUp: () => undefined,
    onGap: () => {
      gaps++
      gap.resolve()
    },
    mostUnconfirmed: 3200,
  })
  await link.open()
  const heard: number[] = []
  const reader = new NatsLink({
    url: server.url,
    node: 'r',
    onError: () => undefined,
    onUp: () => undefined,
    onGap: () => undefined,
  })
  reader.onPublished<{ n: number }>('wattdesk.test', ({ n }) => heard.push(n))
  await reader.open()
  await expect
    .poll(async () => {
      link.publish('wattdesk.test', { n: -1 })
      return heard.length
    })
    .toBeGreaterThan(0)
  heard.length = 0
  // In one turn of the loop, so that no confirmation comes in between.
  for (let n = 0; n < 100; n++) link.publish('wattdesk.test', { n, text: 'x'.repeat(100) })
  await gap.promise
  expect(gaps).toBe(1)
  expect(told.filter(t => t.includes('NATS takes messages too slowly'))).toHaveLength(1)
  link.publish('wattdesk.test', { n: 1000 })
  await expect.poll(() => heard.at(-1)).toBe(1000)
  const kept = heard.filter(n => n >= 0 && n < 1000)
  expect(kept.length).toBeLessThan(40)
  expect(kept).toEqual(kept.map((_, n) => n))
  await link.close()
  await reader.close()
})

test('what is no message of ours is told and ends nothing', async () => {
  const stranger = await connect({ servers: server.url })
  const before = errors.length
  for (const subject of ['wattdesk.events', 'wattdesk.changed', 'wattdesk.watch', 'wattdesk.command.b'])
    stranger.publish(subject, '{')
  await stranger.drain()
  await expect.poll(() => errors.length).toBeGreaterThanOrEqual(before + 4)
  const there = nextEvent(b)
  a.publish({ ...published, companyId: 10 })
  expect(await there).toMatchObject({ companyId: 10 })
})

test('a node whose bus cannot be reached ends without waiting for it', async () => {
  await server.away()
  const lonely = await natsBus(server.url, 'lonely', () => undefined)
  await lonely.close()
  await server.back()
})
