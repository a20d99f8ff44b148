// remoteStartId of OCPP 2.0.1 over a real socket: it proves which remote start a session belongs to, and finds the session of a
// payment whatever token the station tells. The record of the task decides: a number of another charger's task proves nothing.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Task } from '#control/remote-operations/remote-operation.contract.ts'
import { taskNumberOf } from '#control/remote-operations/task-number.rules.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { newTag, sessionsOf, unique } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, register, type Station201 } from '#testing/station201.ts'

let t: TestApp
let ws: string
let headers: { authorization: string }
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
  headers = await t.as('operator')
})
afterAll(() => t.close())

const now = (minutes = 0) => new Date(Date.now() + minutes * 60_000).toISOString()
const PATIENCE = { timeout: 20_000, interval: 20 }
/** Asks for a session by the portal; resolves with the task once the station has accepted. */
async function remoteStart(c: Station201, idTag: string): Promise<string> {
  const parameters = { connectorId: 1, idTag }
  const r = await t.app.inject({
    method: 'POST',
    url: '/cms/v1/remote/operation',
    headers,
    payload: { chargerId: c.id, remoteOperationType: 'RemoteStart', parameters },
  })
  expect(r.statusCode).toBe(200)
  const { taskId } = r.json().data as { taskId: string }
  await vi.waitFor(async () => expect((await taskOf(c, taskId)).state).toBe('done'), PATIENCE)
  return taskId
}
async function taskOf(c: Station201, taskId: string): Promise<Task> {
  const url = `/cms/v1/remote/operation/charger/${c.id}/task/${taskId}`
  return (await t.app.inject({ url, headers })).json().data
}
const effectOf = async (c: Station201, taskId: string) => {
  const { effect } = await taskOf(c, taskId)
  return effect && { state: effect.state, transactionId: effect.transactionId }
}
const begin = (c: Station201, token: string, remoteStartId: number | undefined, more: object = {}) =>
  eventsOf(c, unique('tx')).started({
    seqNo: 0,
    at: now(),
    state: 'Charging',
    trigger: 'RemoteStart',
    token,
    meters: [register(now(), 1000, 'Transaction.Begin')],
    info: { ...(remoteStartId !== undefined && { remoteStartId }) },
    ...more,
  })
const awaited = { state: 'awaited', transactionId: null }

test('of two starts of one tag on one connector the session proves the one that it names', async () => {
  const c = await bootedStation(t, ws)
  const idTag = await newTag(t)
  const [first, second] = [await remoteStart(c, idTag), await remoteStart(c, idTag)]
  await begin(c, idTag, taskNumberOf(first))
  const [session] = await sessionsOf(t, c.pk)
  expect(await effectOf(c, first)).toEqual({ state: 'seen', transactionId: session?.transactionId })
  expect(await effectOf(c, second)).toEqual(awaited)
  await c.close()
})

test('the number may come with a later event than the token', async () => {
  const c = await bootedStation(t, ws)
  const idTag = await newTag(t)
  const [first, second] = [await remoteStart(c, idTag), await remoteStart(c, idTag)]
  const e = eventsOf(c, unique('tx'))
  await e.started({ seqNo: 0, at: now(), token: idTag, state: 'EVConnected' })
  const info = { remoteStartId: taskNumberOf(first) }
  await e.updated({
    seqNo: 1,
    at: now(),
    state: 'Charging',
    meters: [register(now(), 1000, 'Transaction.Begin')],
    info,
  })
  const [session] = await sessionsOf(t, c.pk)
  expect(await effectOf(c, first)).toEqual({ state: 'seen', transactionId: session?.transactionId })
  expect(await effectOf(c, second)).toEqual(awaited)
  await c.close()
})

test('without a number tag, connector and times decide, as in 1.6', async () => {
  const c = await bootedStation(t, ws)
  const idTag = await newTag(t)
  const [first, second] = [await remoteStart(c, idTag), await remoteStart(c, idTag)]
  await begin(c, idTag, undefined)
  const [session] = await sessionsOf(t, c.pk)
  expect(await effectOf(c, second)).toEqual({ state: 'seen', transactionId: session?.transactionId })
  expect(await effectOf(c, first)).toEqual(awaited)
  await c.close()
})

test('a number of another charger’s task proves nothing, neither there nor here', async () => {
  const [a, b] = [await bootedStation(t, ws), await bootedStation(t, ws)]
  const idTag = await newTag(t)
  const task = await remoteStart(a, idTag)
  await begin(b, idTag, taskNumberOf(task))
  expect(await sessionsOf(t, b.pk)).toHaveLength(1)
  expect(await effectOf(a, task)).toEqual(awaited)
  await Promise.all([a.close(), b.close()])
})

/** A driver at a free charger presses Start on the pay page; resolves with what the station was asked. */
async function askedByPage(c: Station201) {
  await vi.waitFor(async () => {
    const place = await t.app.inject({ url: `/public/v1/pay/charger/${c.id}/1` })
    expect(place.json().data.connector.isUsable).toBe(true)
  }, PATIENCE)
  const r = await t.app.inject({
    method: 'POST',
    url: `/public/v1/pay/charger/${c.id}/1/order`,
    payload: { amount: 500, method: 'free', stopToken: 'a-token-that-only-this-browser-has' },
  })
  expect(r.statusCode).toBe(201)
  const { sessionId } = r.json().data as { sessionId: string }
  const [, , , asked] = await c.nextCall('RequestStartTransaction')
  return { sessionId, ...(asked as { remoteStartId: number; idToken: { idToken: string } }) }
}
const pageOf = async (sessionId: string) =>
  (await t.app.inject({ url: `/public/v1/pay/session/${sessionId}` })).json().data as { state: string }

test('the session of the pay page is found by the number where the station tells another token', async () => {
  const c = await bootedStation(t, ws, { chargerCategory: 'free' })
  const asked = await askedByPage(c)
  const answer = await begin(c, unique('OWN'), asked.remoteStartId)
  expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
  expect(await pageOf(asked.sessionId)).toMatchObject({ state: 'charging' })
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${(await sessionsOf(t, c.pk))[0]?.transactionId}`
  const detail = (await t.app.inject({ url, headers })).json().data
  expect(detail).toMatchObject({ tag: asked.idToken.idToken, idTokenType: 'ISO14443' })
  await c.close()
})

test.each([
  ['of another charger', async (_: Station201, other: Station201) => [other, 1] as const],
  ['on another connector', async (own: Station201) => [own, 2] as const],
])('the number of a payment told %s finds nothing', async (_, elsewhere) => {
  const free = { chargerCategory: 'free' } as const
  const [c, other] = [await bootedStation(t, ws, free), await bootedStation(t, ws, free)]
  const asked = await askedByPage(c)
  const [station, id] = await elsewhere(c, other)
  expect(await begin(station, unique('OWN'), asked.remoteStartId, { evse: { id, connectorId: 1 } })).toMatchObject({
    idTokenInfo: { status: 'Unknown' },
  })
  expect(await pageOf(asked.sessionId)).toMatchObject({ state: 'starting' })
  await Promise.all([c.close(), other.close()])
})

test('a start whose EVSE comes with the cable is proved by the session', async () => {
  const c = await bootedStation(t, ws)
  const idTag = await newTag(t)
  const task = await remoteStart(c, idTag)
  const e = eventsOf(c, unique('tx'))
  const info = { remoteStartId: taskNumberOf(task) }
  await e.started({ seqNo: 0, at: now(), trigger: 'RemoteStart', token: idTag, evse: null, info })
  expect(await effectOf(c, task)).toEqual(awaited)
  await e.updated({ seqNo: 1, at: now(), trigger: 'CablePluggedIn', state: 'EVConnected' })
  const [session] = await sessionsOf(t, c.pk)
  expect(await effectOf(c, task)).toEqual({ state: 'seen', transactionId: session?.transactionId })
  await c.close()
})
