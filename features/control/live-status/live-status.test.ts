// Live status: the counts and order of the panel, maintenance by hand as the charger and the history see it.

import type { LiveEvent } from '@wattdesk/base/live-event'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { create } from '#fleet/chargers/charger-write.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import { endEndings, repeatUnansweredMessages } from './live-status.commands.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const base = () => `/cms/v1/team/${t.world.one.teamId}/charging-status`
const ask = async (person: Person | 'anonymous', url: string, body?: object) =>
  t.app.inject({
    method: body ? 'PUT' : 'GET',
    url,
    headers: person === 'anonymous' ? {} : await t.as(person),
    ...(body && { payload: body }),
  })
const get = async (path = '') => (await ask('admin', base() + path)).json()
const put = async (station: string | number, body: object, person: Person = 'admin') => {
  const r = await ask(person, `${base()}/${station}/status`, body)
  return { code: r.statusCode, ...r.json() }
}
const history = async (station: string) => (await get(`/history?stationId=${station}`)).data
const statusOf = async (station: string) => (await get(`/${station}`)).data.status
/** Resolves with the first station event that fits. */
const heard = (fits: (e: Extract<LiveEvent, { type: 'station' }>) => boolean) =>
  new Promise<LiveEvent>(ok => {
    const off = t.services.bus.onEvent(({ event }) => {
      if (event.type !== 'station' || !fits(event)) return
      off()
      ok(event)
    })
  })
const wishOf = async (pk: number) =>
  (
    await sql<{
      wish: string | null
    }>`select availability_wish as wish from charger_state where chargepoint_pk = ${pk}`.execute(t.db)
  ).rows[0]?.wish
/** DC-1, connected and available; answers every call with `status`. */
const dc = async (status = 'Accepted') => {
  const c = await TestCharger.open(ws, 'DC-1')
  c.onCall = () => ({ status })
  await c.boot()
  for (const connectorId of [0, 1, 2])
    await c.call('StatusNotification', { connectorId, status: 'Available', errorCode: 'NoError' })
  return c
}

describe('who may', () => {
  const people = ['anonymous', 'nobody', 'stranger', 'viewer', 'finance', 'operator', 'admin', 'root'] as const
  const reading = [401, 404, 404, 200, 200, 200, 200, 200]
  test.each([
    ['', undefined, reading],
    ['/history', undefined, reading],
    ['/DC-1', undefined, reading],
    // A station that does not exist, so that callers with the right are answered 404.
    ['/NONE/status', { status: 'maintenance' }, [401, 404, 404, 403, 403, 404, 404, 404]],
  ])('charging-status%s %o', async (path, body, expected) => {
    const got = []
    for (const person of people) got.push((await ask(person, base() + path, body)).statusCode)
    expect(got).toEqual(expected)
  })

  test('panel and history are read with any role on the team, the detail with view on charge points', async () => {
    const viewer = t.world.one.roles.Viewer
    const set = (may: boolean) =>
      sql`update role_access set can_view = ${may} where role_id = ${viewer} and feature_id = 2`.execute(t.db)
    await set(false)
    const codes = []
    for (const path of ['', '/history', '/history?stationId=DC-1', '/DC-1'])
      codes.push((await ask('viewer', base() + path)).statusCode)
    await set(true)
    expect(codes).toEqual([200, 200, 200, 403])
  })

  test('a station of another company is not there', async () => {
    const { pk, id } = t.world.chargers.other
    for (const station of [pk, id]) {
      expect((await put(station, { status: 'maintenance' })).code).toBe(404)
      expect((await ask('admin', `${base()}/${station}`)).statusCode).toBe(404)
      expect((await ask('admin', `${base()}/history?stationId=${station}`)).statusCode).toBe(404)
    }
    expect((await get()).data.stations.map((s: { id: number }) => s.id)).not.toContain(pk)
  })
})

describe('the panel', () => {
  test('counts exclude one another and add up; stations stand by status, then by name', async () => {
    const c = await dc()
    const ac = await TestCharger.open(ws, 'AC-1')
    await ac.boot()
    await ac.call('StatusNotification', { connectorId: 1, status: 'SuspendedEV', errorCode: 'NoError' })
    await create(t.db, {
      teamId: t.world.one.teamId,
      chargepointId: 'Z',
      chargepointName: 'a first by name',
      connectors: [],
    })
    const r = await get()
    expect(r.data.summary).toMatchObject({ totalStations: 3, online: 1, charging: 1, offline: 1, maintenance: 0 })
    expect(r.data.stations.map((s: { chargepointId: string }) => s.chargepointId)).toEqual(['DC-1', 'AC-1', 'Z'])
    expect(r.data.stations[0]).toMatchObject({
      id: t.world.chargers.dc.pk,
      name: 'Charger DC-1',
      status: 'online',
      location: { address: '1 Test Road, Bengaluru, Karnataka' },
      connectors: { active: 0, total: 2 },
      powerOutput: 0,
    })
    expect(Date.parse(r.data.stations[0].lastUpdate)).toBeGreaterThan(Date.now() - 60_000)
    expect(r.data.stations[1]).toMatchObject({ status: 'charging', connectors: { active: 1, total: 1 } })
    expect(r.data.stations[2]).toMatchObject({ location: { address: null }, powerOutput: null, lastUpdate: null })
    expect((await get('?includeDetails=false')).data).toMatchObject({ summary: { totalStations: 3 }, stations: [] })
    const charging = await get('?statusFilter=charging')
    expect([charging.total, charging.data.stations[0].chargepointId, charging.data.summary.totalStations]).toEqual([
      1,
      'AC-1',
      3,
    ])
    const page = await get('?page=2&pageSize=2')
    expect([page.total, page.data.stations.map((s: { chargepointId: string }) => s.chargepointId)]).toEqual([3, ['Z']])
    expect((await ask('admin', `${base()}?statusFilter=broken`)).statusCode).toBe(422)
    await Promise.all([c.close(), ac.close()])
  })

  test('a station out of service on its own word is in maintenance while connected, else offline', async () => {
    const c = await dc()
    await c.call('StatusNotification', { connectorId: 0, status: 'Unavailable', errorCode: 'NoError' })
    expect(await statusOf('DC-1')).toBe('maintenance')
    const gone = heard(e => e.chargepoint_id === 'DC-1' && !e.connected)
    await c.close()
    await gone
    await expect.poll(() => statusOf('DC-1')).toBe('offline')
    await sql`update charger_state set whole_status = 'Available'`.execute(t.db)
  })

  test('one station shows its connectors and what it is', async () => {
    const c = await dc()
    await c.call('StatusNotification', { connectorId: 2, status: 'Faulted', errorCode: 'GroundFailure' })
    const { data } = await get(`/${t.world.chargers.dc.pk}`)
    expect(data).toMatchObject({ vendor: 'Maker', firmware: null, maintenanceReason: null, status: 'online' })
    expect(data.connectors.list).toEqual([
      {
        connectorId: 1,
        evseId: null,
        evseConnectorId: null,
        status: 'Available',
        errorCode: 'NoError',
        power: null,
        transactionId: null,
        updatedAt: expect.any(String),
      },
      {
        connectorId: 2,
        evseId: null,
        evseConnectorId: null,
        status: 'Faulted',
        errorCode: 'GroundFailure',
        power: null,
        transactionId: null,
        updatedAt: expect.any(String),
      },
    ])
    await c.close()
  })
})

describe('maintenance by hand', () => {
  test('a connected station is taken out of service and back, and its record says who did it', async () => {
    const c = await dc()
    const announced = heard(e => e.chargepoint_id === 'DC-1' && e.status === 'maintenance')
    const set = await put('DC-1', { status: 'maintenance', reason: 'New cable' })
    expect(set).toMatchObject({
      code: 200,
      message: 'Station status updated successfully',
      data: { status: 'maintenance', maintenanceByHand: true },
    })
    expect((await c.nextCall('ChangeAvailability'))[3]).toEqual({ connectorId: 0, type: 'Inoperative' })
    await announced
    // The state in the socket's memory agrees: a message does not bring the station back.
    await c.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' })
    expect(await statusOf('DC-1')).toBe('maintenance')
    expect((await get('/DC-1')).data.maintenanceReason).toBe('New cable')

    const back = await put('DC-1', { status: 'online' })
    expect(back.data.status).toBe('online')
    expect((await c.nextCall('ChangeAvailability'))[3]).toEqual({ connectorId: 0, type: 'Operative' })
    expect((await get('/DC-1')).data.maintenanceReason).toBeNull()
    const [last, first] = await history('DC-1')
    expect(first).toMatchObject({
      fromStatus: 'online',
      toStatus: 'maintenance',
      reason: 'New cable',
      changedBy: 'admin',
      name: 'Charger DC-1',
    })
    expect(last).toMatchObject({
      fromStatus: 'maintenance',
      toStatus: 'online',
      reason: null,
      changedBy: 'admin',
      stationId: t.world.chargers.dc.pk,
    })
    await c.close()
  })

  test('the command is a task like any other, with its answer', async () => {
    const c = await dc('Scheduled')
    await put('DC-1', { status: 'maintenance' })
    const newest = async () =>
      (
        await sql<{ state: string; response: string; parameters: object }>`
        select state, response, parameters from task order by created_at desc limit 1`.execute(t.db)
      ).rows[0]
    await expect.poll(newest).toEqual({
      state: 'done',
      response: 'Scheduled',
      parameters: { connectorId: 0, availabilityType: 'INOPERATIVE' },
    })
    await put('DC-1', { status: 'online' })
    await c.close()
  })

  test('an offline station stays in maintenance when it comes and goes, until it is ended', async () => {
    const announced = heard(e => e.chargepoint_id === 'Z')
    expect((await put('Z', { status: 'maintenance' })).data).toMatchObject({ status: 'maintenance', powerOutput: null })
    expect(await announced).toMatchObject({ status: 'maintenance', connected: false })
    await sql`update charger set registration_status = 'Accepted' where chargepoint_id = 'Z'`.execute(t.db)
    const c = await TestCharger.open(ws, 'Z')
    await c.boot()
    const gone = heard(e => e.chargepoint_id === 'Z' && !e.connected)
    await c.close()
    await gone
    expect(await statusOf('Z')).toBe('maintenance')
    expect((await put('Z', { status: 'online' })).data.status).toBe('offline')
    // Newest first: the person's change, then the state that the station reports by itself.
    expect(
      (await history('Z')).map((h: { fromStatus: string; toStatus: string; changedBy: string | null }) => [
        h.fromStatus,
        h.toStatus,
        h.changedBy,
      ]),
    ).toEqual([
      ['online', 'offline', null],
      ['maintenance', 'online', 'admin'],
      ['offline', 'maintenance', 'admin'],
    ])
  })

  test('ended while the charger still says that it is out of service, the history names the change all the same', async () => {
    const c = await dc()
    await put('DC-1', { status: 'maintenance' })
    await c.nextCall('ChangeAvailability')
    await c.call('StatusNotification', { connectorId: 0, status: 'Unavailable', errorCode: 'NoError' })
    await put('DC-1', { status: 'online', reason: 'Cable is new' })
    const [itself, person] = await history('DC-1')
    expect(person).toMatchObject({
      fromStatus: 'maintenance',
      toStatus: 'online',
      reason: 'Cable is new',
      changedBy: 'admin',
    })
    expect(itself).toMatchObject({
      fromStatus: 'online',
      toStatus: 'maintenance',
      changedBy: null,
      reason: 'Maintenance has ended; the charge point has not said yet that it is back',
    })
    // A colleague who ends the maintenance at the same moment is told so.
    expect(await put('DC-1', { status: 'online' }, 'operator')).toMatchObject({
      code: 409,
      message: 'Maintenance is being ended already',
    })
    await c.call('StatusNotification', { connectorId: 0, status: 'Available', errorCode: 'NoError' })
    expect(await statusOf('DC-1')).toBe('online')
    await c.close()
  })

  test('ended, and the charger does not come back: after ten minutes that is its own doing', async () => {
    const c = await bootedCharger(t, ws)
    await put(c.pk, { status: 'maintenance' })
    await c.call('StatusNotification', { connectorId: 0, status: 'Unavailable', errorCode: 'NoError' })
    await put(c.pk, { status: 'online' })
    const later = { ...t.services, now: () => new Date(Date.now() + 10 * 60_000 + 1000) }
    await endEndings(t.services)
    const lines = async () =>
      (
        await sql<{
          to: string
          planned: boolean
        }>`select to_status as to, is_planned as planned from station_status_history
          where chargepoint_pk = ${c.pk} order by changed_at desc, id desc limit 2`.execute(t.db)
      ).rows
    expect((await lines())[0]).toEqual({ to: 'maintenance', planned: true })
    await endEndings(later)
    await endEndings(later)
    expect(await lines()).toEqual([
      { to: 'maintenance', planned: false },
      { to: 'maintenance', planned: true },
    ])
    // It is tried again.
    expect((await put(c.pk, { status: 'online' })).code).toBe(200)
    await c.close()
  })

  test('the reply names the task that tells a connected charger, and none where nobody could be told', async () => {
    const c = await dc()
    const { taskId } = await put('DC-1', { status: 'maintenance' })
    const { rows } = await sql<{
      operation: string
    }>`select operation from task where task_id::text = ${taskId}`.execute(t.db)
    expect(rows).toEqual([{ operation: 'ChangeAvailability' }])
    await put('DC-1', { status: 'online' })
    await c.close()
    expect((await put('Z', { status: 'maintenance' })).taskId).toBeNull()
    await put('Z', { status: 'online' })
  })

  test('what a colleague has set is not set again: the reason stays', async () => {
    await put('Z', { status: 'maintenance', reason: 'Gas leak, do not touch' })
    expect(await put('Z', { status: 'maintenance' }, 'operator')).toMatchObject({
      code: 409,
      message: 'Station is in maintenance already',
    })
    expect((await get('/Z')).data.maintenanceReason).toBe('Gas leak, do not touch')
    await put('Z', { status: 'online' })
  })

  test('a session that has begun keeps its station, though the connector does not say Charging yet', async () => {
    const c = await dc()
    await c.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' })
    const { transactionId } = await start(c, await newTag(t))
    expect(await put('DC-1', { status: 'maintenance' })).toMatchObject({
      code: 409,
      message: 'Station has an active charging session',
    })
    await stop(c, transactionId)
    await c.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
    await c.close()
  })

  test('what was set or ended without a socket is told at the next connection, until the charger takes it', async () => {
    const c = await bootedCharger(t, ws)
    const gone = heard(e => e.chargepoint_id === c.id && !e.connected)
    await c.close()
    await gone
    expect((await put(c.pk, { status: 'maintenance' })).code).toBe(200)
    /** Connects, boots if asked to, and returns how the charger is told of its availability. */
    const told = async (status: string, boots: boolean) => {
      const back = await TestCharger.open(ws, c.id)
      // The test answers ChangeAvailability by hand: the call may have come before the test could set an answer.
      back.onCall = action => (action === 'ChangeAvailability' ? undefined : { status: 'Accepted' })
      if (boots) await back.boot()
      const [, id, , payload] = await back.nextCall('ChangeAvailability')
      back.ws.send(JSON.stringify([3, id, { status }]))
      // The answer has been read once a later call is served.
      await back.call('Heartbeat', {})
      const left = heard(e => e.chargepoint_id === c.id && !e.connected)
      await back.close()
      await left
      return payload
    }
    expect(await told('Rejected', true)).toEqual({ connectorId: 0, type: 'Inoperative' })
    expect(await told('Accepted', true)).toEqual({ connectorId: 0, type: 'Inoperative' })
    await vi.waitFor(async () => expect(await wishOf(c.pk)).toBeNull())
    await put(c.pk, { status: 'online' })
    expect(await told('Scheduled', false)).toEqual({ connectorId: 0, type: 'Operative' })
    await vi.waitFor(async () => expect(await wishOf(c.pk)).toBeNull())
  })

  /** A charger that answers everything but ChangeAvailability, which the test answers by hand. */
  const silent = async (c?: { id: string }) => {
    const s = c
      ? Object.assign(await TestCharger.open(ws, c.id), { id: c.id, pk: 0 })
      : await bootedCharger(t, ws, { connectorCount: 1 })
    s.onCall = action => (action === 'ChangeAvailability' ? undefined : { status: 'Accepted' })
    return s
  }
  const asked = async (c: TestCharger) => {
    const [, id, , payload] = await c.nextCall('ChangeAvailability')
    return {
      type: (payload as { type: string }).type,
      say: (status: string) => c.ws.send(JSON.stringify([3, id, { status }])),
      fail: (code: string) => c.ws.send(JSON.stringify([4, id, code, '', {}])),
    }
  }
  const notTaken = async (pk: number) => (await get(`/${pk}`)).data.notTaken

  test.each([
    ['the socket drops before the answer', 'drop'],
    ['the server is killed before the answer', 'kill'],
    ['the charger fails on the way', 'fail'],
  ])('set and ended while connected, and %s: told at the next connection', async (_, how) => {
    let c = await silent()
    const { pk } = c
    for (const [status, type] of [
      ['maintenance', 'Inoperative'],
      ['online', 'Operative'],
    ]) {
      expect((await put(pk, { status })).code).toBe(200)
      const first = await asked(c)
      expect(first.type).toBe(type)
      expect(await notTaken(pk)).toBe('waits')
      if (how === 'fail') {
        first.fail('InternalError')
        await c.call('Heartbeat', {})
      }
      if (how === 'kill') await t.restart()
      else {
        const gone = heard(e => e.chargepoint_id === c.id && !e.connected)
        await c.close()
        await gone
      }
      c = await silent(c)
      const again = await asked(c)
      expect(again.type).toBe(type)
      again.say('Accepted')
      await vi.waitFor(async () => expect(await wishOf(pk)).toBeNull())
      expect(await notTaken(pk)).toBeNull()
    }
    await c.close()
  })

  test('a connected charger that does not answer is told again after pauses that grow; a refusal is shown, not repeated', async () => {
    const c = await silent()
    await put(c.pk, { status: 'maintenance' })
    ;(await asked(c)).fail('InternalError')
    const again = (minutes: number) =>
      repeatUnansweredMessages({ ...t.services, now: () => new Date(Date.now() + minutes * 60_000) })
    expect(await again(1)).toBe(0)
    // The second telling, and the third two minutes after it.
    for (const [minutes, sooner] of [
      [2.1, 2.2],
      [4.2, 7],
    ] as const) {
      const telling = again(minutes)
      ;(await asked(c)).fail('GenericError')
      expect(await telling).toBe(1)
      expect(await notTaken(c.pk)).toBe('waits')
      expect(await again(sooner)).toBe(0)
    }
    const last = again(9)
    ;(await asked(c)).say('Rejected')
    await last
    expect(await notTaken(c.pk)).toBe('refused')
    expect(await again(600)).toBe(0)
    await put(c.pk, { status: 'online' })
    ;(await asked(c)).say('Accepted')
    await vi.waitFor(async () => expect(await notTaken(c.pk)).toBeNull())
    await c.close()
  })

  test('an answer to an earlier decision takes nothing of a later one', async () => {
    const c = await silent()
    await put(c.pk, { status: 'maintenance' })
    const first = await asked(c)
    await put(c.pk, { status: 'online' })
    await put(c.pk, { status: 'maintenance' })
    first.say('Accepted')
    const second = await asked(c)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from task
        where chargepoint_pk = ${c.pk} and ended_at is not null`.execute(t.db)
      expect(rows[0]?.n).toBe(1)
    })
    expect(await wishOf(c.pk)).toBe('Inoperative')
    second.say('Accepted')
    ;(await asked(c)).say('Accepted')
    await vi.waitFor(async () => expect(await wishOf(c.pk)).toBeNull())
    await c.close()
  })

  test('in maintenance no session begins, whether or not the charger has taken it; one begun offline stands', async () => {
    const c = await silent()
    const tag = await newTag(t)
    const authorized = async () =>
      ((await c.call('Authorize', { idTag: tag })) as { idTagInfo: { status: string } }).idTagInfo.status
    const live = async () => {
      const { transactionId, status } = await start(c, tag, { timestamp: new Date().toISOString() })
      await stop(c, transactionId, { timestamp: new Date().toISOString() })
      return status
    }
    const remote = async () =>
      (
        await t.app.inject({
          method: 'POST',
          url: '/cms/v1/remote/operation',
          headers: await t.as('admin'),
          payload: {
            chargerId: c.id,
            remoteOperationType: 'RemoteStart',
            parameters: { connectorId: 1, idTag: tag },
          },
        })
      ).json()
    expect(await authorized()).toBe('Accepted')
    await put(c.pk, { status: 'maintenance' })
    ;(await asked(c)).say('Rejected')
    await vi.waitFor(async () => expect(await notTaken(c.pk)).toBe('refused'))
    expect([await authorized(), await live()]).toEqual(['Blocked', 'Blocked'])
    expect(await remote()).toMatchObject({ success: false, message: expect.stringContaining('in maintenance') })
    const { transactionId, status } = await start(c, tag)
    expect(status).toBe('Accepted')
    await stop(c, transactionId)
    await put(c.pk, { status: 'online' })
    ;(await asked(c)).say('Accepted')
    expect([await authorized(), await live()]).toEqual(['Accepted', 'Accepted'])
    await c.close()
  })

  test('set and ended at once, the charger obeys late: that time belongs to the maintenance', async () => {
    const c = await silent()
    await put(c.pk, { status: 'maintenance' })
    await put(c.pk, { status: 'online' })
    ;(await asked(c)).say('Accepted')
    await c.call('StatusNotification', { connectorId: 0, status: 'Unavailable', errorCode: 'NoError' })
    // Written after the answer to the charger.
    const planned = async () =>
      (
        await sql<{ planned: boolean }>`select is_planned as planned from station_status_history
          where chargepoint_pk = ${c.pk} and to_status = 'maintenance' order by id desc limit 1`.execute(t.db)
      ).rows
    await expect.poll(planned, { timeout: 8000 }).toEqual([{ planned: true }])
    await c.close()
  })

  test('a reason has at most 200 characters', async () => {
    const text = 'Reason should be 200 characters or less'
    expect(await put('Z', { status: 'maintenance', reason: 'x'.repeat(201) })).toMatchObject({
      code: 422,
      message: text,
      errors: { reason: text },
    })
  })

  test('a charging station is left alone', async () => {
    const c = await dc()
    await c.call('StatusNotification', { connectorId: 1, status: 'Charging', errorCode: 'NoError' })
    expect(await put('DC-1', { status: 'maintenance' })).toEqual({
      code: 409,
      success: false,
      message: 'Station has an active charging session',
    })
    await c.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
    expect(await put('DC-1', { status: 'online' })).toMatchObject({
      code: 409,
      message: 'Station is not in maintenance',
    })
    await c.close()
  })

  test.each([[{ status: 'charging' }], [{ status: 'offline' }], [{ status: 7 }], [{}]])(
    '%o cannot be set',
    async body => {
      const r = await put('DC-1', body)
      expect(r).toMatchObject({
        code: 422,
        message: 'Status must be online or maintenance',
        errors: { status: 'Status must be online or maintenance' },
      })
    },
  )
})

describe('history', () => {
  test('is newest first over all stations, in pages, with how many there are', async () => {
    const all = await get('/history')
    expect(all).toMatchObject({ limit: 100, offset: 0, totalIsExact: true, total: all.data.length })
    const times = all.data.map((r: { changedAt: string }) => r.changedAt)
    expect(times).toEqual(times.toSorted().reverse())
    const page = await get('/history?limit=2&offset=1')
    expect(page.data).toEqual(all.data.slice(1, 3))
    expect(page).toMatchObject({ limit: 2, offset: 1, total: all.total })
    expect((await ask('root', `/cms/v1/team/${t.world.gp}/charging-status/history`)).json().data).toEqual(all.data)
    for (const bad of ['limit=501', 'limit=0', 'offset=-1', 'limit=x'])
      expect((await ask('admin', `${base()}/history?${bad}`)).statusCode).toBe(422)
  })
})

test('whatever happens at once, the history follows the order of the changes and ends with the state', async () => {
  const c = await bootedCharger(t, ws)
  let now: TestCharger = c
  for (let i = 0; i < 12; i++) {
    const gone = heard(e => e.chargepoint_id === c.id && !e.connected)
    await now.close()
    await gone
    await put(c.pk, { status: 'maintenance' })
    const back = TestCharger.open(ws, c.id)
    const [next] = await Promise.all([
      back.then(async b => {
        b.onCall = () => ({ status: 'Accepted' })
        await b.boot()
        return b
      }),
      put(c.pk, { status: 'online' }),
      put(c.pk, { status: 'maintenance' }, 'operator').then(() => put(c.pk, { status: 'online' })),
    ])
    now = next
    await next.call('StatusNotification', { connectorId: 0, status: 'Available', errorCode: 'NoError' })
    await next.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  }
  await vi.waitFor(async () => expect(await statusOf(String(c.pk))).toBe('online'))
  type Row = { fromStatus: string; toStatus: string; changedAt: string }
  const rows = ((await get(`/history?stationId=${c.pk}&limit=500`)).data as Row[]).reverse()
  expect(rows.at(-1)?.toStatus).toBe('online')
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1]
    if (!before) continue
    expect(row.fromStatus).toBe(before.toStatus)
    expect(row.changedAt >= before.changedAt).toBe(true)
  }
  await now.close()
})
