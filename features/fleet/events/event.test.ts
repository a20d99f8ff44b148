// The live stream of a team: who may open it, the events each reader sees, when the stream ends (D-GEN-14, D-GEN-16).

import type { LiveEvent } from '@wattdesk/base/live-event'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { MOST_STREAMS } from './event.routes.ts'

let t: TestApp
let base: { http: string; ws: string }
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
})
afterAll(() => t.close())

/** An open stream; `next` waits for an event that fits, `all` holds the events so far. */
async function stream(person: Person, teamId: number, query = '') {
  const controller = new AbortController()
  const headers = await t.as(person)
  const r = await fetch(`${base.http}/cms/v1/team/${teamId}/events${query}`, { headers, signal: controller.signal })
  const all: LiveEvent[] = []
  const waiting: { fits: (e: LiveEvent) => boolean; ok: (e: LiveEvent) => void }[] = []
  const ended = (async () => {
    if (!r.body || r.status !== 200) return
    let rest = ''
    for await (const bytes of r.body.pipeThrough(new TextDecoderStream())) {
      rest += bytes
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block.split('\n').find(l => l.startsWith('data: '))
        if (!data) continue
        const e = JSON.parse(data.slice(6)) as LiveEvent
        all.push(e)
        const i = waiting.findIndex(w => w.fits(e))
        if (i >= 0) waiting.splice(i, 1)[0]?.ok(e)
      }
    }
  })().catch(error => {
    if ((error as Error).name !== 'AbortError') throw error
  })
  return {
    status: r.status,
    type: r.headers.get('content-type'),
    all,
    ended,
    next: (fits: (e: LiveEvent) => boolean) => {
      const seen = all.find(fits)
      return seen ? Promise.resolve(seen) : new Promise<LiveEvent>(ok => waiting.push({ fits, ok }))
    },
    close: async () => {
      controller.abort()
      await ended
    },
  }
}

test('without a token, with a broken one and on another company’s team there is no stream', async () => {
  const { one } = t.world
  const url = `${base.http}/cms/v1/team/${one.teamId}/events`
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { headers: { authorization: 'Bearer x' } })).status).toBe(401)
  for (const [person, team] of [
    ['stranger', one.teamId],
    ['nobody', one.companyId],
    ['viewer', one.siblingId],
  ] as const)
    expect((await stream(person, team)).status, person).toBe(404)
  expect((await stream('root', 0)).status).toBe(404)
  expect((await fetch(`${base.http}/cms/v1/team/abc/events`, { headers: await t.as('root') })).status).toBe(404)
})

test('a charger that boots, reports and charges is seen by its own people and by the platform, and by nobody else', async () => {
  const { one, two, gp, chargers } = t.world
  const viewer = await stream('viewer', one.teamId)
  const root = await stream('root', gp)
  const stranger = await stream('stranger', two.companyId)
  expect(viewer.type).toBe('text/event-stream; charset=utf-8')
  const c = await TestCharger.open(base.ws, chargers.dc.id)
  await c.boot()
  await c.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Preparing' })
  const { transactionId } = (await c.call('StartTransaction', {
    connectorId: 1,
    idTag: t.world.tag,
    meterStart: 0,
    timestamp: new Date().toISOString(),
  })) as { transactionId: number }
  for (const reader of [viewer, root]) {
    expect(await reader.next(e => e.type === 'station' && e.connected)).toMatchObject({
      chargepoint_id: chargers.dc.id,
    })
    expect(await reader.next(e => e.type === 'connector' && e.status === 'Preparing')).toMatchObject({ connectorId: 1 })
    expect(await reader.next(e => e.type === 'transaction')).toMatchObject({ transactionId, change: 'started' })
  }
  // The event of the other company's own charger proves that its stream was open all the time.
  const other = await TestCharger.open(base.ws, chargers.other.id)
  await stranger.next(e => e.type === 'station')
  expect(stranger.all.every(e => 'teamId' in e && e.teamId === two.teamId)).toBe(true)
  await Promise.all([c.close(), other.close(), viewer.close(), root.close(), stranger.close()])
})

test('a reader without the flag sees the station and no more', async () => {
  const { one, chargers } = t.world
  await sql`delete from role_access where role_id = ${one.roles.Viewer} and feature_id in (2, 8)`.execute(t.db)
  const blind = await stream('viewer', one.teamId)
  const seeing = await stream('operator', one.teamId)
  const c = await TestCharger.open(base.ws, chargers.ac.id)
  await c.boot()
  await c.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' })
  await seeing.next(e => e.type === 'connector' && e.status === 'Charging')
  await blind.next(e => e.type === 'station' && e.status === 'charging')
  expect(new Set(blind.all.map(e => e.type))).toEqual(new Set(['station']))
  expect((await stream('viewer', one.teamId, `?charger=${chargers.ac.id}`)).status).toBe(403)
  await Promise.all([c.close(), blind.close(), seeing.close()])
})

test('the frames of one charger come to whoever asks for them, and only then', async () => {
  const { one, chargers } = t.world
  const asking = await stream('operator', one.teamId, `?charger=${chargers.dc.pk}`)
  const quiet = await stream('operator', one.teamId)
  expect((await stream('stranger', t.world.two.companyId, `?charger=${chargers.dc.id}`)).status).toBe(404)
  const c = await TestCharger.open(base.ws, chargers.dc.id)
  await c.boot()
  const e = await asking.next(
    x => x.type === 'log' && x.messageType === 'INCOMING' && x.message.includes('BootNotification'),
  )
  expect(e).toMatchObject({ chargepoint_pk: chargers.dc.pk })
  await asking.next(x => x.type === 'log' && x.messageType === 'OUTGOING')
  await quiet.next(x => x.type === 'station' && x.chargepoint_id === chargers.dc.id)
  expect(quiet.all.some(x => x.type === 'log')).toBe(false)
  await Promise.all([c.close(), asking.close(), quiet.close()])
})

test('the stream ends when the reader’s rights change, and a stream with an ended token is refused', async () => {
  const { one, userIds } = t.world
  const open = await stream('finance', one.teamId)
  t.services.bus.publish({
    companyId: one.companyId,
    event: { type: 'access', at: new Date().toISOString(), userId: userIds.finance },
  })
  expect(await open.next(e => e.type === 'access')).toMatchObject({ userId: userIds.finance })
  await open.ended
})

test('what happens between the end of a stream and the end of its connection is written to nobody', async () => {
  const { one, userIds } = t.world
  const open = await stream('viewer', one.teamId)
  const at = new Date().toISOString()
  const access = { companyId: one.companyId, event: { type: 'access', at, userId: userIds.viewer } } as const
  // In the same turn: the first ends the stream, and its connection is still there for the second.
  t.services.bus.publish(access)
  t.services.bus.publish(access)
  await open.ended
  expect(open.all.filter(e => e.type === 'access')).toHaveLength(1)
})

test('a change of a record is told to whoever may open it, by whom and nothing more, and only when it is committed', async () => {
  const { one, two, userIds, chargers } = t.world
  const send = async (person: Person, method: 'PUT' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const headers = await t.as(person)
    return (await t.app.inject({ method, url: `/cms/v1/${path}`, headers, ...(payload && { payload }) })).statusCode
  }
  await sql`insert into role_access (role_id, feature_id, can_view, can_create, can_update, can_delete)
    values (${one.roles.Viewer}, 7, true, false, false, false)
    on conflict (role_id, feature_id) do update set can_view = true`.execute(t.db)
  const viewer = await stream('viewer', one.teamId)
  const operator = await stream('operator', one.teamId)
  const stranger = await stream('stranger', two.companyId)
  const user = { username: 'nobody', firstName: 'Told', lastName: 'Test', email: 'nobody@example.com', phone: '' }
  // The change is refused, so no event reports it.
  expect(await send('admin', 'PUT', `user/${userIds.nobody}`, { ...user, username: 'operator' })).toBe(409)
  expect(await send('admin', 'PUT', `user/${userIds.nobody}`, user)).toBe(200)
  const told = await viewer.next(e => e.type === 'record')
  expect(told).toEqual({
    type: 'record',
    feature: 'Users',
    recordId: String(userIds.nobody),
    by: 'admin',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  // A save without a change is no change; members are no part of a team's record.
  expect(await send('admin', 'PUT', `user/${userIds.nobody}`, user)).toBe(200)
  const members = { users: [userIds.nobody], roleId: one.roles.Viewer }
  expect(await send('admin', 'POST', `team/${one.siblingId}/users`, members)).toBe(200)
  expect(await send('admin', 'DELETE', `team/${one.siblingId}/user/${userIds.nobody}`)).toBe(200)
  // Each of the others gets the events of its own records, which proves that the streams were open all the time.
  const maintenance = `team/${one.teamId}/charging-status/${chargers.ac.id}/status`
  expect(await send('admin', 'PUT', maintenance, { status: 'maintenance' })).toBe(200)
  await operator.next(e => e.type === 'record' && e.feature === 'ChargerPoint')
  const own = { username: 'stranger', firstName: 'Told', lastName: 'Test', email: 'stranger@example.com', phone: '' }
  expect(await send('stranger', 'PUT', `user/${userIds.stranger}`, own)).toBe(200)
  await stranger.next(e => e.type === 'record')
  const records = (s: typeof viewer) => s.all.flatMap(e => (e.type === 'record' ? [`${e.feature} ${e.recordId}`] : []))
  expect(records(operator)).toEqual([`ChargerPoint ${chargers.ac.pk}`])
  expect(records(stranger)).toEqual([`Users ${userIds.stranger}`])
  expect(records(viewer).filter(r => r !== `ChargerPoint ${chargers.ac.pk}`)).toEqual([`Users ${userIds.nobody}`])
  await Promise.all([viewer.close(), operator.close(), stranger.close()])
})

test('a user has at most 20 streams; others have theirs, and the end of a stream makes room', async () => {
  const url = `${base.http}/cms/v1/team/${t.world.one.teamId}/events`
  const [headers, others] = await Promise.all([t.as('admin'), t.as('operator')])
  const controllers: AbortController[] = []
  const open = async (who = headers) => {
    const controller = new AbortController()
    controllers.push(controller)
    return fetch(url, { headers: who, signal: controller.signal })
  }
  // Opened all at once, each stream is counted.
  const replies = await Promise.all(Array.from({ length: MOST_STREAMS + 3 }, () => open()))
  expect(replies.filter(r => r.status === 200)).toHaveLength(MOST_STREAMS)
  const refused = replies.find(r => r.status !== 200)
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '30'])
  expect(await refused?.json()).toEqual({ success: false, message: 'Too many attempts. Please try again later.' })
  expect((await open(others)).status).toBe(200)
  controllers[replies.findIndex(r => r.status === 200)]?.abort()
  await expect.poll(async () => (await open()).status).toBe(200)
  for (const controller of controllers) controller.abort()
})
