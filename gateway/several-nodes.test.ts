// Nodes that come and go. The chargers of a lost node are shown as not connected. A node that was declared lost by mistake
// lets its chargers go. A node that stops hands its chargers over with their sessions, and commands follow them.
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeLostNodes } from '#fleet/stations/lost-node.commands.ts'
import { type NodeOptions, NodeSignature } from '#office/installation/node.memory.ts'
import { ROLES } from '#office/installation/node.rules.ts'
import { type NodeRun, noteStopping, sign, signIn } from '#office/installation/node.store.ts'
import type { Published } from '#platform/bus/bus.ts'
import { natsBus } from '#platform/bus/nats.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { startNats, type TestNats } from '#testing/nats.ts'
import { bootedCharger, newTag, sessionsOf, start, stop, unique } from '#testing/ocpp.ts'
import { nodeDuties } from './node-duties.ts'

let nats: TestNats
/** The node that watches. Others are made on its database. */
let b: TestApp
let ofB: string
const bus = (node: string) => natsBus(nats.url, node, () => undefined)
const QUICK = { roles: new Set(ROLES), version: '', everyMs: 10, lostMs: 400, staleMs: 300 }
beforeAll(async () => {
  nats = await startNats()
  b = await startApp({ node: 'b', bus: await bus('b') })
  ofB = (await b.listen()).ws
})
afterAll(async () => {
  await b.close()
  await b.services.bus.close()
  await nats.close()
})

/** A node of its own, with its address for chargers. */
async function another(): Promise<{ node: TestApp; name: string; ws: string; end: () => Promise<void> }> {
  const name = unique('node')
  const node = await b.another({ node: name, bus: await bus(name) })
  const { ws } = await node.listen()
  const end = async () => {
    await node.close()
    await node.services.bus.close()
  }
  return { node, name, ws, end }
}
const signatureOf = (t: TestApp, options: Partial<NodeOptions> = {}) =>
  new NodeSignature(t.services, { ...QUICK, name: t.services.node, ...options })
const runOf = (name: string): NodeRun => ({ name, bootId: unique('boot'), roles: ['ocpp'], version: '' })
const nobody = () => {
  throw new Error('No other process has the name')
}
const stateOf = async (pk: number) =>
  (
    await sql<{
      connected: boolean
      liveStatus: string
      unknownSince: Date | null
      node: string | null
      connectionNo: number
    }>`
    select connected, live_status, unknown_since, node, connection_no from charger_state where chargepoint_pk = ${pk}`.execute(
      b.db,
    )
  ).rows[0]
const endsOf = async (pk: number) =>
  (
    await sql<{ connectionNo: number; event: string; reason: string }>`
    select connection_no, event, reason from connection_history where chargepoint_pk = ${pk}
      and event in ('disconnected', 'replaced') order by id`.execute(b.db)
  ).rows
const reset = async (t: TestApp, id: string) =>
  (
    await t.app.inject({
      method: 'POST',
      url: '/cms/v1/remote/operation',
      headers: await t.as('operator'),
      payload: { chargerId: id, remoteOperationType: 'Reset', parameters: { resetType: 'SOFT' } },
    })
  ).json()
const command = (pk: number) => ({
  chargepointPk: pk,
  action: 'Reset',
  payload: { type: 'Soft' },
  taskId: undefined,
  timeoutMs: 5000,
})

test('a node without signatures is lost: its chargers are offline for everybody, once, until they come back', async () => {
  const { node, name, ws, end } = await another()
  const c = await bootedCharger(node, ws)
  const idTag = await newTag(b)
  const { transactionId } = await start(c, idTag)
  // Its process ends here: it never signs again.
  await signIn(b.db, runOf(name), 0)
  const heard: Published[] = []
  const news: number[] = []
  const offs = [b.services.bus.onEvent(p => heard.push(p)), b.services.bus.onNews(pk => news.push(pk))]
  const watcher = signatureOf(b)
  watcher.take(nodeDuties(b.services, b.ocpp, nobody))
  await watcher.begin()
  await expect.poll(() => stateOf(c.pk), { timeout: 8000 }).toMatchObject({ connected: false, node: null })
  expect(await stateOf(c.pk)).toMatchObject({ liveStatus: 'offline', unknownSince: expect.any(Date) })
  await expect.poll(() => news).toEqual([c.pk])
  // What it told of the boot before may come late.
  const told = heard.map(p => p.event).filter(e => e.type === 'station' && !e.connected)
  expect(told).toEqual([
    expect.objectContaining({ chargepoint_pk: c.pk, chargepoint_id: c.id, status: 'offline', connected: false }),
  ])
  expect(await endsOf(c.pk)).toEqual([{ connectionNo: 1, event: 'disconnected', reason: 'Server ended' }])

  const back = await TestCharger.open(ofB, c.id)
  expect(await stateOf(c.pk)).toMatchObject({ connected: true, node: 'b', unknownSince: null })
  expect(await stop(back, transactionId, { idTag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await sessionsOf(b, c.pk)).toMatchObject([{ transactionId, bills: 1 }])
  for (const off of offs) off()
  await watcher.close()
  await back.close()
  await end()
})

test('of several nodes that find a lost one, one closes what it has left', async () => {
  const name = unique('node')
  await signIn(b.db, runOf(name), 0)
  const found: unknown[] = []
  const log = { ...b.services.log, error: (o: unknown) => void found.push(o) } as typeof b.services.log
  const watch = (everyMs: number) => {
    const s = signatureOf(b, { name: unique('node'), everyMs })
    s.take(nodeDuties({ ...b.services, log }, undefined, nobody))
    return s
  }
  const others = [watch(10), watch(11), watch(12)]
  await Promise.all(others.map(s => s.begin()))
  await expect.poll(() => found, { timeout: 8000 }).toEqual([{ node: name, chargers: 0 }])
  await Promise.all(others.map(s => s.close()))
  expect(found).toHaveLength(1)
})

test('a node that was declared lost and lives lets its chargers go with 1012 and takes them back under a new signature', async () => {
  const { node, name, ws, end } = await another()
  const moved = await bootedCharger(node, ws)
  const stays = await bootedCharger(node, ws)
  const signature = signatureOf(node)
  await signature.begin()
  // It finds the loss only once it has duties. While it signs, others pass over it.
  await expect
    .poll(async () => {
      await closeLostNodes(b.services, runOf('b'), 0)
      return [await stateOf(moved.pk), await stateOf(stays.pk)]
    })
    .toMatchObject([{ connected: false }, { connected: false }])
  // One charger has connected to node b. Another charger connects to this node before the node knows that it was declared
  // lost, so the database shows it as connected here.
  const elsewhere = await TestCharger.open(ofB, moved.id)
  const late = await bootedCharger(node, ws)
  expect(await stateOf(late.pk)).toMatchObject({ connected: true, node: name })
  const closed = Promise.all([stays.closed(), late.closed()])
  signature.take(nodeDuties(node.services, node.ocpp, nobody))
  expect(await closed).toEqual([1012, 1012])
  await expect.poll(() => stateOf(late.pk)).toMatchObject({ connected: false })
  expect(await stateOf(moved.pk)).toMatchObject({ connected: true, node: 'b', connectionNo: 2 })
  // Each end is in the history once.
  expect(await endsOf(stays.pk)).toHaveLength(1)
  expect(await endsOf(late.pk)).toHaveLength(1)
  const isBack = () =>
    TestCharger.open(ws, stays.id).then(
      c => c,
      () => undefined,
    )
  let back = await isBack()
  await expect
    .poll(async () => {
      back ??= await isBack()
      return back !== undefined
    })
    .toBe(true)
  expect(await back?.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(await stateOf(stays.pk)).toMatchObject({ connected: true, node: name })
  await signature.close()
  await back?.close()
  await elsewhere.close()
  await end()
})

test('a node that was declared lost and does not hear that it is back signs in again, and takes nobody for itself', async () => {
  const name = unique('node')
  let hasLost = false
  /** Does what it is told, and loses the answer to the first signature after the loss. */
  const losing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const [row] = result.rows
      if (isFencing && !hasLost && (row === undefined || 'boot_id' in row)) {
        hasLost = true
        throw new Error('The answer is lost')
      }
      return result
    },
  }
  let isFencing = false
  const signature = new NodeSignature({ db: b.db.withPlugin(losing), log: b.services.log }, { ...QUICK, name })
  await signature.begin()
  await sql`update node set ended_at = now() where name = ${name}`.execute(b.db)
  const deaths: Error[] = []
  let fences = 0
  signature.take({
    fence: async act => {
      fences++
      isFencing = true
      await act().finally(() => {
        isFencing = false
      })
    },
    die: error => deaths.push(error),
    closeLost: async () => {},
  })
  await expect.poll(() => fences).toBe(2)
  const signed = async () =>
    (await sql<{ is: boolean }>`select ended_at is null as is from node where name = ${name}`.execute(b.db)).rows[0]?.is
  await expect.poll(signed).toBe(true)
  await signature.close()
  expect([hasLost, deaths, fences]).toEqual([true, [], 2])
})

test('a node that stops hands its chargers over evenly, after the calls in hand, with their sessions', async () => {
  const { node, ws, end } = await another()
  const idTag = await newTag(b)
  const chargers = await Promise.all(Array.from({ length: 8 }, () => bootedCharger(node, ws)))
  const begun = await Promise.all(chargers.map(c => start(c, idTag)))
  const [first] = chargers
  if (!first) throw new Error('No charger')
  // A command without an answer yet: its charger goes last.
  first.onCall = undefined
  const asked = b.services.bus.command(node.services.node, command(first.pk))
  const reset = await first.nextCall('Reset')
  const from = performance.now()
  const closings = chargers.map(async c => ({ code: await c.closed(), ms: performance.now() - from }))
  const isOver = node.ocpp.handOver(800)
  await expect(TestCharger.open(ws, first.id)).rejects.toThrow('HTTP 503')
  const others = await Promise.all(closings.slice(1))
  expect(others.map(c => c.code)).toEqual(Array.from({ length: 7 }, () => 1012))
  // Spread over the time: not all at once.
  expect(Math.max(...others.map(c => c.ms)) - Math.min(...others.map(c => c.ms))).toBeGreaterThan(300)
  first.send(JSON.stringify([3, reset[1], { status: 'Accepted' }]))
  expect(await asked).toMatchObject({ kind: 'result' })
  expect(await closings[0]).toMatchObject({ code: 1012 })
  await isOver
  for (const [n, c] of chargers.entries()) {
    const back = await TestCharger.open(ofB, c.id)
    const { transactionId } = begun[n] ?? { transactionId: 0 }
    // The stop is sent again, as by a charger that has heard no answer.
    for (let tries = 0; tries < 2; tries++)
      expect(await stop(back, transactionId, { idTag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
    await back.close()
  }
  for (const [n, c] of chargers.entries())
    expect(await sessionsOf(b, c.pk)).toMatchObject([{ transactionId: begun[n]?.transactionId, bills: 1 }])
  await end()
})

test('a command to a node that has handed its charger over waits for the charger and reaches it elsewhere', async () => {
  const { node, name, ws, end } = await another()
  const c = await bootedCharger(node, ws)
  const run = runOf(name)
  await signIn(b.db, run, 0)
  await noteStopping(b.db, run)
  const closed = c.closed()
  await node.ocpp.handOver(1)
  expect(await closed).toBe(1012)
  const outcome = b.services.bus.command(name, command(c.pk))
  const back = await TestCharger.open(ofB, c.id)
  back.send(JSON.stringify([3, (await back.nextCall('Reset'))[1], { status: 'Accepted' }]))
  expect(await outcome).toMatchObject({ kind: 'result' })
  back.onCall = () => ({ status: 'Accepted' })
  expect(await reset(node, c.id)).toMatchObject({ success: true })
  await back.close()
  // The other node does not stop, so the command does not wait for the charger.
  expect(await b.services.bus.command(unique('node'), command(c.pk))).toEqual({ kind: 'closed', sent: false })
  await end()
})

test('two runs under one name: the second is refused while the first signs, and takes over from one that was killed', async () => {
  const name = unique('node')
  const first = signatureOf(b, { name })
  await first.begin()
  await expect(signatureOf(b, { name }).begin()).rejects.toThrow(
    new RegExp(`^Another node runs under the name ${name} and signed \\d+ s ago\\. Give each node a WATTDESK_NODE`),
  )
  await first.close()
  // In good order: at once.
  const second = signatureOf(b, { name, staleMs: 60_000 })
  await second.begin()
  await second.close()
  await signIn(b.db, runOf(name), 0)
  const third = signatureOf(b, { name })
  await third.begin()
  await third.close()
})

test('a run whose name another one has taken while it was frozen ends', async () => {
  const name = unique('node')
  const frozen = signatureOf(b, { name })
  const ended = Promise.withResolvers<Error>()
  await frozen.begin()
  const thief = runOf(name)
  await sql`update node set boot_id = ${thief.bootId} where name = ${name}`.execute(b.db)
  frozen.take({ ...nodeDuties(b.services, undefined, ended.resolve), fence: signIn => signIn() })
  expect((await ended.promise).message).toContain(`Another node runs under the name ${name}`)
  expect(await sign(b.db, thief, 1000)).toMatchObject({ isOwn: true })
  await frozen.close()
})
