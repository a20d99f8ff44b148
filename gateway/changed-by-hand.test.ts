// The effect of a change on a charger's form while it is connected: its meter interval, its registration, its id, its
// key.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEY_REPLACED, KEY_SENT } from '#control/remote-operations/charger-key.commands.ts'
import { asker, chargerBody } from '#fleet/chargers/test-charger.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'

let t: TestApp
let ws: string
let ask: ReturnType<typeof asker>
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  ask = asker(t)
})
afterAll(() => t.close())

const basic = (id: string, key: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
})
const statusOf = (id: string, key: string) =>
  TestCharger.open(ws, id, { headers: basic(id, key) }).then(
    c => c.close().then(() => 101),
    (e: Error) => Number(/HTTP (\d+)/.exec(e.message)?.[1]),
  )
const change = async (pk: number, body: object) => {
  const r = await ask('admin', 'PUT', `charger/${pk}`, body)
  expect(r.status, r.message).toBe(200)
  return r.data
}

test('another meter interval is sent, and only that one', async () => {
  const c = await bootedCharger(t, ws)
  expect((await c.nextCall('ChangeConfiguration'))[3]).toEqual({ key: 'MeterValueSampleInterval', value: '30' })
  await change(c.pk, { note: 'Nothing for the charger' })
  await change(c.pk, { meter_interval_sec: 60 })
  expect((await c.nextCall('ChangeConfiguration'))[3]).toEqual({ key: 'MeterValueSampleInterval', value: '60' })
  expect(c.frames.filter(f => f[0] === 2)).toEqual([])
  await c.close()
})

test('a status that came before this process knew of a person’s change is stored with it', async () => {
  const c = await bootedCharger(t, ws)
  const set = (byHand: boolean, status: string) =>
    sql`update charger_state set maintenance_by_hand = ${byHand}, live_status = ${status} where chargepoint_pk = ${c.pk}`.execute(
      t.db,
    )
  const stored = async () =>
    (await sql<{ s: string }>`select live_status as s from charger_state where chargepoint_pk = ${c.pk}`.execute(t.db))
      .rows[0]?.s
  const heard = new Promise<void>(ok => {
    const off = t.services.bus.onEvent(({ event: e }) => {
      if (e.type !== 'station' || e.chargepoint_pk !== c.pk || e.status !== 'maintenance') return
      off()
      ok()
    })
  })
  await set(true, 'maintenance')
  t.services.bus.changed({ what: 'charger', chargepointPk: c.pk })
  await heard
  // The person ends it, and the charger goes out of service before that is known here.
  await set(false, 'online')
  await c.call('StatusNotification', { connectorId: 0, status: 'Unavailable', errorCode: 'NoError' })
  t.services.bus.changed({ what: 'charger', chargepointPk: c.pk })
  await expect.poll(stored).toBe('maintenance')
  await c.close()
})

describe('the registration', () => {
  test('from Pending to Accepted: the charger is asked to boot, and is let to work', async () => {
    const known = await newCharger(t, { registrationStatus: 'Pending' })
    const c = await TestCharger.open(ws, known.id)
    c.onCall = () => ({ status: 'Accepted' })
    expect((await c.boot()).status).toBe('Pending')
    await change(known.pk, { registrationStatus: 'Accepted' })
    expect((await c.nextCall('TriggerMessage'))[3]).toEqual({ requestedMessage: 'BootNotification' })
    expect((await c.boot()).status).toBe('Accepted')
    expect((await c.nextCall('ChangeConfiguration'))[3]).toMatchObject({ key: 'MeterValueSampleInterval' })
    expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
    await c.close()
  })
  test('back to Pending: nothing but a boot is served any more', async () => {
    const c = await bootedCharger(t, ws)
    await change(c.pk, { registrationStatus: 'Pending' })
    await c.nextCall('TriggerMessage')
    expect(await c.ask('Heartbeat', {})).toMatchObject({ error: { code: 'SecurityError' } })
    expect((await c.boot()).status).toBe('Pending')
    await c.close()
  })
  test('to Rejected: the socket is closed, and the next boot says so', async () => {
    const c = await bootedCharger(t, ws)
    const closed = c.closed()
    await change(c.pk, { registrationStatus: 'Rejected' })
    expect(await closed).toBe(1008)
    const again = await TestCharger.open(ws, c.id)
    expect((await again.boot()).status).toBe('Rejected')
    await again.close()
  })
})

test('the id of a connected charger stays; once it has gone another one opens', async () => {
  const { pk, id } = await newCharger(t)
  const c = await TestCharger.open(ws, id)
  expect((await ask('admin', 'PUT', `charger/${pk}`, { chargepoint_id: `${id}-new` })).status).toBe(409)
  const gone = new Promise<void>(ok => {
    const off = t.services.bus.onEvent(({ event: e }) => {
      if (e.type !== 'station' || e.chargepoint_pk !== pk || e.connected) return
      off()
      ok()
    })
  })
  await c.close()
  await gone
  // The closing of the socket is stored beside its event.
  await expect
    .poll(async () => (await ask('admin', 'PUT', `charger/${pk}`, { chargepoint_id: `${id}-new` })).status)
    .toBe(200)
  await expect(TestCharger.open(ws, id)).rejects.toThrow('HTTP 404')
  await (await TestCharger.open(ws, `${id}-new`)).close()
})

describe('the key', () => {
  const made = async () => {
    const r = await ask(
      'admin',
      'POST',
      'charger',
      chargerBody(t, { security_profile: 1, registrationStatus: 'Accepted' }),
    )
    return r.data as { id: number; chargepoint_id: string; authorizationKey: string }
  }
  test('of a new charger opens a connection by profile 1', async () => {
    const { chargepoint_id: id, authorizationKey } = await made()
    expect(await statusOf(id, authorizationKey)).toBe(101)
    expect(await statusOf(id, 'f'.repeat(40))).toBe(401)
  })
  test('rotated while the charger is away replaces the old one at once, and says so', async () => {
    const { id: pk, chargepoint_id: id, authorizationKey: old } = await made()
    expect((await ask('viewer', 'POST', `charger/${pk}/key`)).status).toBe(403)
    expect((await ask('stranger', 'POST', `charger/${pk}/key`)).status).toBe(404)
    const r = await ask('operator', 'POST', `charger/${pk}/key`)
    expect(r).toMatchObject({ status: 200, message: KEY_REPLACED, data: { taskId: null } })
    expect([await statusOf(id, old), await statusOf(id, r.data.authorizationKey)]).toEqual([401, 101])
  })
  test('rotated while the charger is there is sent to it; until it answers both open, then the new one alone', async () => {
    const { id: pk, chargepoint_id: id, authorizationKey: old } = await made()
    const c = await TestCharger.open(ws, id, { headers: basic(id, old) })
    await c.boot()
    const [, interval] = await c.nextCall('ChangeConfiguration')
    c.send(JSON.stringify([3, interval, { status: 'Accepted' }]))
    const ended = new Promise<void>(ok => {
      const off = t.services.bus.onEvent(({ event: e }) => {
        if (e.type !== 'task' || e.chargepoint_id !== id || e.state !== 'done') return
        off()
        ok()
      })
    })
    // Not one who holds full access: the key is of our making.
    const r = await ask('operator', 'POST', `charger/${pk}/key`)
    const { authorizationKey, taskId } = r.data
    expect([r.status, r.message, taskId]).toEqual([200, KEY_SENT, expect.any(String)])
    const [, call, , payload] = await c.nextCall('ChangeConfiguration')
    expect(payload).toEqual({ key: 'AuthorizationKey', value: authorizationKey })
    c.send(JSON.stringify([3, call, { status: 'Accepted' }]))
    await ended
    await c.close()
    expect([await statusOf(id, old), await statusOf(id, authorizationKey)]).toEqual([401, 101])
    const task = await t.app.inject({
      url: `/cms/v1/remote/operation/charger/${encodeURIComponent(id)}/task/${taskId}`,
      headers: await t.as('operator'),
    })
    expect(task.json().data.result[0].response).toBe('Accepted')
  })
})
