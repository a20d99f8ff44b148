// The database goes away under connected chargers and people: no message that must be stored is answered, the socket
// closes with 1012, and a message that the charger repeats when the database is back counts once (D-OCPP-5).
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, sessionsOf, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
})
afterEach(() => t.back())
afterAll(() => t.close())

/** The close code, when the socket closes without any answer to what is sent. */
async function unanswered(c: TestCharger, action: string, payload: unknown): Promise<number> {
  c.send(JSON.stringify([2, `u-${action}`, action, payload]))
  const code = await c.closed()
  expect(c.frames.filter(f => f[0] !== 2)).toEqual([])
  return code
}
const again = async (id: string): Promise<TestCharger> => {
  const c = await TestCharger.open(base.ws, id)
  c.onCall = () => ({ status: 'Accepted' })
  return c
}
const stateOf = async (pk: number) =>
  (
    await sql<{ connected: boolean; liveStatus: string }>`
      select connected, live_status from charger_state where chargepoint_pk = ${pk}`.execute(t.db)
  ).rows[0]

/** Every kind of message whose handler needs the database. */
const NEEDY: Record<string, (transactionId: number) => unknown> = {
  Authorize: () => ({ idTag: 'TAG-ONE' }),
  BootNotification: () => ({ chargePointVendor: 'Maker', chargePointModel: 'One' }),
  StatusNotification: () => ({ connectorId: 1, errorCode: 'NoError', status: 'Preparing' }),
  StartTransaction: () => ({ connectorId: 1, idTag: 'TAG-ONE', meterStart: 0, timestamp: at(0) }),
  MeterValues: transactionId => ({ connectorId: 1, transactionId, meterValue: [energy(at(5), 2000)] }),
  StopTransaction: transactionId => ({ transactionId, meterStop: 9000, timestamp: at(10) }),
  DiagnosticsStatusNotification: () => ({ status: 'Uploading' }),
  FirmwareStatusNotification: () => ({ status: 'Installed' }),
  LogStatusNotification: () => ({ status: 'Uploading' }),
  SecurityEventNotification: () => ({ type: 'SettingSystemTime', timestamp: at(1) }),
}
test('what must be stored gets no answer while the database is away: the socket closes with 1012', async () => {
  const idTag = await newTag(t)
  const ready: (readonly [string, TestCharger, unknown])[] = []
  for (const [action, payload] of Object.entries(NEEDY)) {
    const c = await bootedCharger(t, base.ws)
    ready.push([action, c, payload((await start(c, idTag)).transactionId)])
  }
  await t.away()
  const codes = await Promise.all(ready.map(async ([action, c, p]) => [action, await unanswered(c, action, p)]))
  expect(codes).toEqual(Object.keys(NEEDY).map(action => [action, 1012]))
})

test('what needs no database is answered as long as the socket stands, in its turn', async () => {
  const c = await bootedCharger(t, base.ws)
  await t.away()
  expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(await c.call('DataTransfer', { vendorId: 'x' })).toEqual({ status: 'UnknownVendorId' })
  // Behind a call that cannot be answered a heartbeat is not answered either.
  c.send(JSON.stringify([2, 'a', 'Authorize', { idTag: 'TAG-ONE' }]))
  c.send(JSON.stringify([2, 'b', 'Heartbeat', {}]))
  expect(await c.closed()).toBe(1012)
  expect(c.frames.filter(f => f[0] !== 2)).toEqual([])
})

test('a charger that comes while the database is away is refused with 503, before there is a socket', async () => {
  await t.away()
  await expect(TestCharger.open(base.ws, 'DC-1')).rejects.toThrow('HTTP 503')
})

test.each([
  ['the disk is full', '53100'],
  ['there is no memory', '53200'],
  ['the server only reads', '25006'],
  ['it took too long', '57014'],
  ['two transactions stood in each other’s way', '40P01'],
])('when %s, a meter value gets no answer either, and is stored once when it comes again', async (_why, code) => {
  const c = await bootedCharger(t, base.ws)
  const { transactionId } = await start(c, await newTag(t))
  await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(`begin raise exception 'not now' using errcode = '${code}'; end`)}`.execute(
    t.db,
  )
  await sql`create trigger refuse before insert on meter_value for each row execute function refuse()`.execute(t.db)
  const values = { connectorId: 1, transactionId, meterValue: [energy(at(5), 4000)] }
  try {
    expect(await unanswered(c, 'MeterValues', values)).toBe(1012)
  } finally {
    await sql`drop function refuse cascade`.execute(t.db)
  }
  await (await again(c.id)).call('MeterValues', values)
  expect(await sessionsOf(t, c.pk)).toMatchObject([{ meters: 1 }])
})

test('what is our own fault is still an InternalError, and the socket stands', async () => {
  const c = await bootedCharger(t, base.ws)
  await sql`alter table connector_status_history rename to gone`.execute(t.db)
  try {
    const told = { connectorId: 1, errorCode: 'NoError', status: 'Preparing' }
    expect(await c.ask('StatusNotification', told)).toEqual({ error: { code: 'InternalError', text: '' } })
  } finally {
    await sql`alter table gone rename to connector_status_history`.execute(t.db)
  }
  expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
})

test('a call of the API gets 503 in the envelope and may be tried again; afterwards all is as before', async () => {
  const headers = await t.as('operator')
  await t.away()
  for (const [method, url] of [
    ['GET', `/cms/v1/team/${t.world.one.teamId}/transactions`],
    ['POST', '/auth/login'],
  ] as const) {
    const r = await t.app.inject({
      method,
      url,
      headers,
      ...(method === 'POST' && { payload: { username: 'x', password: btoa('y') } }),
    })
    expect([r.statusCode, r.json()]).toEqual([
      503,
      { success: false, message: 'The database is not reachable. Please try again.' },
    ])
    expect(Number(r.headers['retry-after'])).toBeGreaterThan(0)
  }
  await t.back()
  const r = await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/transactions`, headers })
  expect(r.statusCode).toBe(200)
})

test('start, meter values and stop sent again after it count once, and the bill is one', async () => {
  const c = await bootedCharger(t, base.ws)
  const idTag = await newTag(t)
  const opening = { connectorId: 1, idTag, meterStart: 1000, timestamp: at(0) }
  await t.away()
  expect(await unanswered(c, 'StartTransaction', opening)).toBe(1012)
  await t.back()

  const second = await again(c.id)
  const { transactionId } = await start(second, idTag)
  const values = { connectorId: 1, transactionId, meterValue: [energy(at(5), 4000)] }
  await t.away()
  expect(await unanswered(second, 'MeterValues', values)).toBe(1012)
  await t.back()

  const third = await again(c.id)
  await third.call('MeterValues', values)
  await t.away()
  const stopping = { transactionId, meterStop: 11_000, timestamp: at(20) }
  expect(await unanswered(third, 'StopTransaction', stopping)).toBe(1012)
  await t.back()

  const fourth = await again(c.id)
  // Whether its answer was lost or it was never stored, a charger cannot know.
  await fourth.call('MeterValues', values)
  await stop(fourth, transactionId)
  await stop(fourth, transactionId)
  expect(await sessionsOf(t, c.pk)).toMatchObject([
    { transactionId, meterStopWh: 11_000, energyWh: 10_000, bills: 1, meters: 1 },
  ])
})

test('on a full disk what must be stored gets no answer, the rest is served, and what is sent again counts once', async () => {
  const c = await bootedCharger(t, base.ws)
  const idTag = await newTag(t)
  const opening = { connectorId: 1, idTag, meterStart: 1000, timestamp: at(0) }
  // PostgreSQL's own error, from where it would come.
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
    t.db,
  )
  await sql`create trigger no_room before insert on transaction for each statement execute function no_room()`.execute(
    t.db,
  )
  expect(await unanswered(c, 'StartTransaction', opening)).toBe(1012)
  const second = await again(c.id)
  expect(await second.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect((await t.app.inject({ url: '/cms/v1/profile', headers: await t.as('operator') })).statusCode).toBe(200)
  expect(await unanswered(second, 'StartTransaction', opening)).toBe(1012)
  await sql`drop trigger no_room on transaction`.execute(t.db)
  await sql`drop function no_room`.execute(t.db)

  const third = await again(c.id)
  const { transactionId } = await start(third, idTag)
  await stop(third, transactionId)
  expect(await sessionsOf(t, c.pk)).toMatchObject([{ transactionId, bills: 1 }])
})

test('a charger that left while the database was away is not shown as connected when it is back', async () => {
  const c = await bootedCharger(t, base.ws)
  expect(await stateOf(c.pk)).toMatchObject({ connected: true })
  await t.away()
  c.ws.terminate()
  await c.closed()
  await t.back()
  await expect.poll(() => stateOf(c.pk), { timeout: 10_000 }).toEqual({ connected: false, liveStatus: 'offline' })
})

test('a status that could not be stored is taken when it comes again, and never believed before', async () => {
  const c = await bootedCharger(t, base.ws)
  const told = { connectorId: 1, errorCode: 'NoError', status: 'Faulted', timestamp: at(3) }
  await t.away()
  expect(await unanswered(c, 'StatusNotification', told)).toBe(1012)
  await t.back()
  const second = await again(c.id)
  await second.call('Heartbeat', {})
  expect(t.ocpp.stations.get(c.pk)?.charger.connectors.find(n => n.connectorId === 1)?.status).toBeNull()
  await second.call('StatusNotification', told)
  const { rows } = await sql<{ status: string }>`
    select status from connector where chargepoint_pk = ${c.pk} and connector_id = 1`.execute(t.db)
  expect(rows).toEqual([{ status: 'Faulted' }])
})

test('a call sent again over a new socket waits until its first try has come to its end', async () => {
  const c = await bootedCharger(t, base.ws)
  const { transactionId } = await start(c, await newTag(t))
  const values = { connectorId: 1, transactionId, meterValue: [energy(at(5), 4000)] }
  // The first reading loads the session; the next one meets a table that somebody holds.
  await c.call('MeterValues', { ...values, meterValue: [energy(at(4), 3000)] })
  let second: TestCharger | undefined
  let answered: Promise<unknown> | undefined
  await t.db.transaction().execute(async trx => {
    await sql`lock table meter_value in exclusive mode`.execute(trx)
    c.send(JSON.stringify([2, 'first', 'MeterValues', values]))
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    // Not in the transaction: there the first answer stands to its end.
    while ((await waits.execute(t.db)).rows.length === 0);
    c.ws.terminate()
    await c.closed()
    second = await again(c.id)
    answered = second.call('MeterValues', values, 'second')
  })
  await answered
  expect(await sessionsOf(t, c.pk)).toMatchObject([{ meters: 2 }])
  expect(second?.ws.readyState).toBe(second?.ws.OPEN)
})
