// The health of chargers as the API serves it: the rights to see it, and the effect of real messages (S-HEALTH).
import { dayOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ChargerRow } from '#fleet/chargers/charger.contract.ts'
import { hashKey } from '#fleet/chargers/key-hash.crypto.ts'
import { closeConnections, dropOldConnections } from '#fleet/stations/charger-connection.store.ts'
import { addDays, daysOf, dropOldDays } from '#fleet/stations/charger-day.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger } from '#testing/ocpp.ts'
import type { ChargerHealth, HealthSign } from './charger-health.contract.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const read = async (person: Person, id: string | number, teamId = t.world.one.teamId) => {
  const url = `/cms/v1/team/${teamId}/charger/${id}/health`
  const r = await t.app.inject({ url, headers: await t.as(person) })
  return { status: r.statusCode, body: r.json() }
}
const healthOf = async (id: string): Promise<ChargerHealth> => (await read('viewer', id)).body.data
const signOf = async (id: string, sign: HealthSign['sign']) => (await healthOf(id)).signs.find(s => s.sign === sign)
/** Expects the list to show the same health as the page of each charger. */
async function demandSameInList(): Promise<void> {
  const url = `/cms/v1/team/${t.world.one.teamId}/chargers?page=1&pageSize=100`
  const rows = (await t.app.inject({ url, headers: await t.as('viewer') })).json().data as ChargerRow[]
  for (const { chargepoint_id, health } of rows) {
    const { level, signs } = await healthOf(chargepoint_id)
    const off = signs.filter(s => s.level !== 'good').length
    const { settings, ...listed } = health ?? { settings: -1 }
    expect({ chargepoint_id, ...listed }).toEqual({ chargepoint_id, level, signs: off })
    expect(settings > 0).toBe(signs.some(s => s.sign === 'config' && s.level !== 'good'))
  }
}
const today = () => dayOf(t.services.now(), t.services.timeZone)

test('who may: view on ChargerPoint; the charger of another company is not there', async () => {
  const people = ['nobody', 'stranger', 'viewer', 'operator', 'admin', 'root'] as const
  const statuses = await Promise.all(people.map(async p => (await read(p, 'DC-1')).status))
  expect(statuses).toEqual([404, 404, 200, 200, 200, 200])
  const { other } = t.world.chargers
  const unknown = (await read('admin', 'NONE')).body
  for (const id of [other.id, other.pk]) expect(await read('admin', id)).toEqual({ status: 404, body: unknown })
})

test('a charger that tries and is refused says so, with the key as the next step, until it is let in', async () => {
  const { id } = await newCharger(t, { securityProfile: 1, keyHash: hashKey(Buffer.from('0'.repeat(40), 'hex')) })
  const wrong = `Basic ${Buffer.from(`${id}:wrong`).toString('base64')}`
  await expect(TestCharger.open(ws, id, { headers: { authorization: wrong } })).rejects.toThrow('401')
  await expect
    .poll(() => signOf(id, 'service'))
    .toMatchObject({
      level: 'look',
      figure: expect.stringMatching(
        /^It tries to connect and is refused \(Wrong credentials\), 1 time since \d\d \w{3} \d{4} \d\d:\d\d \(Asia\/Kolkata\)$/,
      ),
      step: { text: 'Type its key into it, or rotate the key' },
    })
  await demandSameInList()
})

test('what our own server has brought about is not counted: a connection after its end, and the first boot over that', async () => {
  const c = await bootedCharger(t, ws)
  const counted = async () => {
    const [day] = await daysOf(t.db, c.pk, today())
    return [day?.connects, day?.boots]
  }
  await vi.waitFor(async () => expect(await counted()).toEqual([1, 1]), 10_000)
  const closed = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from charger_state where chargepoint_pk = ${c.pk} and not connected`.execute(t.db)
    ).rows[0]?.n
  await c.close()
  await vi.waitFor(async () => expect(await closed()).toBe(1), 10_000)
  await closeConnections(t.db, [
    { pk: c.pk, connectionNo: 1, reason: 'Server ended', code: null, replaced: false, at: new Date() },
  ])
  const back = await TestCharger.open(ws, c.id)
  await back.boot()
  // A further boot over the same connection is the charger's own, and so is a connection after an end of its own.
  await back.boot()
  await vi.waitFor(async () => expect(await counted()).toEqual([1, 2]), 10_000)
  await back.close()
  await vi.waitFor(async () => expect(await closed()).toBe(1), 10_000)
  const again = await TestCharger.open(ws, c.id)
  await again.boot()
  await vi.waitFor(async () => expect(await counted()).toEqual([2, 3]), 10_000)
  await again.close()
})

test('what a charger does is counted by the day: connections, boots, refusals, unexpected values', async () => {
  const c = await bootedCharger(t, ws)
  const status = { connectorId: 1, errorCode: 'NoError', status: 'Available' }
  await c.ask('StatusNotification', { ...status, errorCode: 'HotHotHot' })
  await c.ask('StatusNotification', { ...status, status: 'Idle' })
  await c.ask('StatusNotification', { ...status, status: 'Idle' })
  await c.close()
  const again = await TestCharger.open(ws, c.id)
  await again.boot()
  const expected = { pk: c.pk, day: today(), connects: 2, boots: 2, refused: 2, odd: 1 }
  await vi.waitFor(async () => expect(await daysOf(t.db, c.pk, today())).toEqual([expected]), 10_000)
  expect(await signOf(c.id, 'connections')).toMatchObject({ figure: '2 connections today, 0 yesterday', level: 'good' })
  expect(await signOf(c.id, 'refused')).toMatchObject({
    figure: '2 messages in 7 days, last StatusNotification (PropertyConstraintViolation)',
    level: 'look',
  })
  expect((await signOf(c.id, 'odd'))?.figure).toBe('1 value in 7 days, last StatusNotification.errorCode = HotHotHot')
  // The error of the connector is the error of its last status.
  expect(await signOf(c.id, 'error')).toMatchObject({ figure: 'Connector 1: HotHotHot', level: 'look' })
  await again.call('StatusNotification', status)
  await vi.waitFor(
    async () => expect((await signOf(c.id, 'error'))?.figure).toBe('Connector 1: HotHotHot, over since'),
    10_000,
  )
  expect((await healthOf(c.id)).level).toBe('look')
  await demandSameInList()
  await again.close()
  await vi.waitFor(async () => expect((await healthOf(c.id)).level).toBe('act'), 10_000)
  expect(await signOf(c.id, 'service')).toMatchObject({ figure: 'Offline', level: 'act' })
  // The list has to find each sign by itself: the signs above the present one are made wrong by hand.
  await sql`update charger_state set clock_offset_sec = 200, config_differs = 1, kwh_registers_seen_at = now(), fw_update_status = 'InstallationFailed',
    whole_error_code = 'OtherError', whole_status_at = now() where chargepoint_pk = ${c.pk}`.execute(t.db)
  await addDays(t.db, [{ pk: c.pk, day: today(), connects: 60, boots: 9, refused: 0, odd: 0 }])
  const { zoneId } = (
    await sql<{ zoneId: number }>`insert into charging_site (company_id, team_id, zone_name, is_load_balancing)
      values (${t.world.one.companyId}, ${t.world.one.teamId}, 'Depot', true) returning zone_id`.execute(t.db)
  ).rows[0] as { zoneId: number }
  const event = { timestamp: new Date().toISOString() }
  const back = await TestCharger.open(ws, c.id)
  for (const type of ['InvalidMessages', 'TamperDetectionActivated', 'ResetOrReboot'])
    await back.call('SecurityEventNotification', { ...event, type })
  await back.close()
  await vi.waitFor(async () => expect((await signOf(c.id, 'service'))?.level).toBe('act'), 10_000)
  expect(await signOf(c.id, 'security')).toMatchObject({
    level: 'look',
    figure: '2 critical in 7 days, last ResetOrReboot',
  })
  await sql`update charger set zone_id = ${zoneId} where chargepoint_pk = ${c.pk}`.execute(t.db)
  await sql`insert into load_charger (chargepoint_pk, zone_id, standing, overdraw_since, overdraw, overdraw_limit, overdraw_unit)
    values (${c.pk}, ${zoneId}, '{}', now(), 319, 200, 'dA')`.execute(t.db)
  expect((await healthOf(c.id)).signs.filter(s => s.level !== 'good')).toHaveLength(12)
  await demandSameInList()
})

test('why it started: by itself, or because somebody reset it', async () => {
  const c = await bootedCharger(t, ws)
  const reason = async () => (await signOf(c.id, 'boot'))?.figure
  expect(await reason()).toMatch(/^Its first start here; /)
  await c.boot()
  expect(await reason()).toMatch(/^By itself, its connection stood|^By itself, after/)
  const payload = { chargerId: c.id, remoteOperationType: 'Reset', parameters: { resetType: 'SOFT' } }
  const headers = await t.as('operator')
  expect((await t.app.inject({ method: 'POST', url: '/cms/v1/remote/operation', headers, payload })).statusCode).toBe(
    200,
  )
  const done = sql`select from task where chargepoint_pk = ${c.pk} and state = 'done'`
  await vi.waitFor(async () => expect((await done.execute(t.db)).rows).toHaveLength(1), 10_000)
  await c.boot()
  expect(await reason()).toMatch(new RegExp(`^After Reset by ${t.world.usernames.operator}; `))
  await c.close()
})

test('since when a clock is wrong is kept until it is right again', async () => {
  const c = await bootedCharger(t, ws)
  const state = async () =>
    (
      await sql<{
        offset: number | null
        since: Date | null
      }>`select clock_offset_sec as offset, clock_off_since as since
        from charger_state where chargepoint_pk = ${c.pk}`.execute(t.db)
    ).rows[0]
  const station = t.ocpp.stations.get(c.pk)
  if (!station) throw new Error('not connected')
  const setClock = async (offsetSec: number | null) => {
    station.clock = {
      deltas: [],
      sinceMs: 0,
      strays: [],
      strayMs: 0,
      fits: [],
      isProved: false,
      isConfirmed: true,
      offsetSec,
    }
    await c.call('Heartbeat', {})
    await vi.waitFor(async () => expect((await state())?.offset).toBe(offsetSec), 10_000)
  }
  await setClock(19_800)
  const since = (await state())?.since
  expect(since).toBeInstanceOf(Date)
  await setClock(19_700)
  expect((await state())?.since).toEqual(since)
  expect(await signOf(c.id, 'clock')).toMatchObject({ level: 'look', since: since?.toISOString() })
  await setClock(5)
  expect((await state())?.since).toBeNull()
  await c.close()
})

test('days are added up, and go when they are past their time', async () => {
  const { pk } = t.world.chargers.ac
  const one = { pk, connects: 1, boots: 2, refused: 3, odd: 4 }
  const old = '2024-01-01'
  await addDays(t.db, [{ ...one, day: old }])
  await addDays(t.db, [{ ...one, day: old }])
  expect(await daysOf(t.db, pk, old)).toEqual([{ pk, day: old, connects: 2, boots: 4, refused: 6, odd: 8 }])
  expect(await t.db.transaction().execute(trx => dropOldDays(trx, t.services.now()))).toBe(1)
  expect(await daysOf(t.db, pk, old)).toEqual([])
})

test('connections go part by part when they are past their time, but for the last of each kind', async () => {
  const { pk } = await newCharger(t)
  const days = (n: number) => new Date(t.services.now().getTime() - n * 86_400_000)
  const lines = [
    ...(['connected 500', 'disconnected 450', 'refused 440', 'connected 430', 'booted 430'] as const),
    ...(['disconnected 420', 'connected 410', 'refused 405', 'refused 399', 'disconnected 10'] as const),
  ]
  for (const [event, ago] of lines.map(l => l.split(' ')))
    await sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, at)
      values (1, 1, ${pk}, 1, ${event}, ${days(Number(ago))})`.execute(t.db)
  const drop = () => t.db.transaction().execute(trx => dropOldConnections(trx, t.services.now(), 3))
  expect([await drop(), await drop(), await drop()]).toEqual([3, 2, 0])
  const { rows } = await sql<{ event: string }>`select event from connection_history where chargepoint_pk = ${pk}
    order by at`.execute(t.db)
  expect(rows.map(r => r.event)).toEqual(['booted', 'disconnected', 'connected', 'refused', 'disconnected'])
})

test('a charge point that is faulted as a whole is out of service, in its health and in the list, until it is well again', async () => {
  const c = await bootedCharger(t, ws)
  const tell = (connectorId: number, status: string, errorCode = 'NoError') =>
    c.call('StatusNotification', { connectorId, status, errorCode, timestamp: new Date().toISOString() })
  await tell(1, 'Available')
  await tell(0, 'Faulted', 'GroundFailure')
  await vi.waitFor(async () => {
    expect(await signOf(c.id, 'service')).toMatchObject({ level: 'act', figure: 'Out of service by a fault' })
  }, 10_000)
  expect(await signOf(c.id, 'error')).toMatchObject({ level: 'act', figure: 'Charge point: GroundFailure' })
  const listed = async () => {
    const url = `/cms/v1/team/${t.world.one.teamId}/chargers?search=${c.id}`
    const [row] = (await t.app.inject({ url, headers: await t.as('viewer') })).json().data as ChargerRow[]
    return [row?.status, row?.live_status, row?.health?.level]
  }
  expect(await listed()).toEqual(['NA', 'maintenance', 'act'])
  const { status } = (
    await t.app.inject({
      url: `/cms/v1/team/${t.world.one.teamId}/charger/${c.id}`,
      headers: await t.as('viewer'),
    })
  ).json().data
  expect(status).toBe('NA')
  await tell(0, 'Available')
  await vi.waitFor(async () => expect((await signOf(c.id, 'service'))?.figure).toBe('In service'), 10_000)
  expect(await listed()).toEqual(['Active', 'online', 'good'])
  await c.close()
})

test('a fault has one time, the first at which it was told and has stood since, whatever is told again', async () => {
  const c = await bootedCharger(t, ws)
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
  const began = at(50)
  const later = at(5)
  const times = async () => [(await signOf(c.id, 'service'))?.since, (await signOf(c.id, 'error'))?.since]
  const tell = (connectorId: number, status: string, errorCode: string, timestamp: string) =>
    c.call('StatusNotification', { connectorId, status, errorCode, timestamp })
  for (const connectorId of [1, 0]) {
    await tell(connectorId, 'Faulted', 'OtherError', at(70))
    await tell(connectorId, 'Available', 'NoError', at(60))
    await tell(connectorId, 'Faulted', 'GroundFailure', began)
    await tell(connectorId, 'Faulted', 'GroundFailure', at(20))
    await tell(connectorId, 'Faulted', 'HighTemperature', later)
    await vi.waitFor(async () => expect(await times()).toEqual([began, began]), 10_000)
    await tell(connectorId, 'Available', 'NoError', at(1))
  }
  // A warning of a connector that serves has a time, too.
  const warned = at(0.9)
  await tell(1, 'Available', 'WeakSignal', warned)
  await tell(1, 'Available', 'WeakSignal', at(0.1))
  await vi.waitFor(async () => expect((await signOf(c.id, 'error'))?.since).toBe(warned), 10_000)
  await c.close()
})
