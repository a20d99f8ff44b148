// A test of a charger over real sockets: who may, both simulated chargers pass, faults are named, and the network stays as it
// was (GUIDE-02).
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import type { ChargerTest, ChargerTestResult, TestCheck, TestLine } from './charger-test.contract.ts'
import { dropOldTests } from './charger-test.store.ts'
import { MOST_OPEN, type QuestionId } from './charger-test.words.ts'

let t: TestApp
let ws: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const of = (teamId = t.world.one.teamId) => `/cms/v1/team/${teamId}/charger-test`
type Reply<D> = { status: number; data: D; password: string | null; lines: TestLine[]; message: string }
async function call<D>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  person: Person = 'admin',
): Promise<Reply<D>> {
  const r = await t.app.inject({
    method,
    url: of() + path,
    headers: await t.as(person),
    ...(body && { payload: body }),
  })
  return { ...r.json(), status: r.statusCode }
}
const begin = async (securityProfile: 0 | 1 = 0) => {
  const r = await call<ChargerTest>('POST', '', { name: 'Maker One', security_profile: securityProfile })
  expect(r.status).toBe(201)
  return { ...r.data, password: r.password, path: `test/${r.data.token}` }
}
const result = async (id: number) => (await call<ChargerTestResult>('GET', `/${id}`)).data
const stateOf = (r: ChargerTestResult) => Object.fromEntries(r.checks.map(c => [c.id, c.state]))
const check = async (id: number, name: string): Promise<TestCheck> => {
  const found = (await result(id)).checks.find(c => c.id === name)
  if (!found) throw new Error(`No row ${name}`)
  return found
}
const ask = (id: number, ...questions: QuestionId[]) => call('POST', `/${id}/question`, { questions })
const until = (id: number, name: string, state: string) =>
  vi.waitFor(async () => expect(await check(id, name)).toMatchObject({ id: name, state }), {
    timeout: 30_000,
    interval: 100,
  })
/** The journal is written some moments after a socket has opened or closed. */
const connected = (id: number, isConnected = true) =>
  vi.waitFor(async () => expect(await result(id)).toMatchObject({ isConnected }), { timeout: 30_000, interval: 50 })
const end = (id: number) => call('POST', `/${id}/end`)

test('who may: create on ChargerPoint; another company’s tests are not there', async () => {
  const { charger_test_id: id } = await begin()
  const people = ['nobody', 'stranger', 'viewer', 'finance', 'admin', 'root'] as const
  const calls = [
    ['GET', ''],
    ['GET', `/${id}`],
    ['GET', `/${id}/report`],
  ] as const
  for (const [method, path] of calls)
    expect(await Promise.all(people.map(async p => (await call(method, path, undefined, p)).status))).toEqual([
      404, 404, 403, 403, 200, 200,
    ])
  for (const path of ['', `/${id}/question`, `/${id}/end`])
    expect(
      await Promise.all(
        people
          .slice(0, 4)
          .map(
            async p =>
              (await call('POST', path, { name: 'x', security_profile: 0, questions: ['settings'] }, p)).status,
          ),
      ),
    ).toEqual([404, 404, 403, 403])
  expect((await t.app.inject({ url: of() })).statusCode).toBe(401)
  // The test of one company, asked for through the team of another.
  const other = await t.app.inject({ url: `${of(t.world.two.teamId)}/${id}`, headers: await t.as('stranger') })
  expect(other.statusCode).not.toBe(200)
  expect((await end(id)).status).toBe(200)
  expect((await end(id)).status).toBe(409)
  const { rows } = await sql<{ action: string }>`select action from audit_entry where action like '%charger-test'
    order by at, id`.execute(t.db)
  expect(rows.map(r => r.action)).toEqual(['begin-charger-test', 'end-charger-test'])
})

test('a good charger of 1.6 passes, and nothing of the network changes', async () => {
  const counts = async () =>
    (
      await sql<Record<string, number>>`select (select count(*)::int from charger) as chargers,
        (select count(*)::int from transaction) as sessions, (select count(*)::int from knock) as knocks,
        (select count(*)::int from connection_history) as connections, (select count(*)::int from security_event) as events`.execute(
        t.db,
      )
    ).rows[0]
  const before = await counts()
  const { charger_test_id: id, token, password } = await begin(1)
  const charger = new SimulatedCharger({
    url: `${ws}/ocpp/test/${token}`,
    identity: 'SIM-16',
    key: password ?? '',
    reconnect: true,
  })
  await charger.startUp()
  await charger.plugIn(1)
  await connected(id)
  await ask(id, 'settings', 'change', 'trigger', 'start')
  await until(id, 'ask-start', 'passed')
  await until(id, 'energy', 'passed')
  await ask(id, 'limit', 'stop')
  await until(id, 'ask-stop', 'passed')
  await charger.authorize('04E91C5A')
  await ask(id, 'refuse')
  await vi.waitFor(async () => expect((await charger.authorize('04E91C5B')).status).toBe('Invalid'), 10_000)
  await ask(id, 'unlock', 'reset')
  await until(id, 'ask-reset', 'passed')
  const found = await result(id)
  expect({ ...stateOf(found), heartbeat: undefined }).toEqual({
    protocol: 'passed',
    encryption: 'passed',
    password: 'passed',
    boot: 'passed',
    order: 'passed',
    clock: 'passed',
    status: 'passed',
    card: 'passed',
    refused: 'passed',
    session: 'passed',
    energy: 'passed',
    measurands: 'passed',
    'ask-settings': 'passed',
    'ask-change': 'passed',
    'ask-trigger': 'passed',
    'ask-start': 'passed',
    'ask-stop': 'passed',
    'ask-limit': 'passed',
    'ask-unlock': 'passed',
    'ask-reset': 'passed',
    frames: 'passed',
    schema: 'passed',
    unknown: 'passed',
    values: 'passed',
  })
  expect(found).toMatchObject({ isConnected: true, protocol: 'ocpp1.6', identity: 'SIM-16' })
  const report = (await call<ChargerTestResult & { lines: TestLine[] }>('GET', `/${id}/report`)).data
  expect(report.lines.length).toBeGreaterThan(30)
  expect(JSON.stringify(report)).not.toContain(password)
  await charger.close()
  await end(id)
  expect(await counts()).toEqual(before)
}, 120_000)

test('a good station of 2.0.1 passes', async () => {
  const { charger_test_id: id, token } = await begin()
  const station = new SimulatedStation({
    url: `${ws}/ocpp/test/${token}`,
    identity: 'SIM-201',
    evses: 1,
    reconnect: true,
  })
  await station.startUp()
  await station.plugIn(1)
  await connected(id)
  await ask(id, 'settings', 'change', 'trigger', 'start')
  await until(id, 'ask-start', 'passed')
  await until(id, 'ask-settings', 'passed')
  await ask(id, 'stop')
  await until(id, 'session', 'passed')
  await ask(id, 'limit', 'unlock')
  await until(id, 'ask-limit', 'passed')
  const states = stateOf(await result(id))
  for (const name of [
    'protocol',
    'boot',
    'order',
    'clock',
    'status',
    'ask-change',
    'ask-trigger',
    'schema',
    'unknown',
    'values',
  ])
    expect([name, states[name]]).toEqual([name, 'passed'])
  expect(await result(id)).toMatchObject({ protocol: 'ocpp2.0.1', identity: 'SIM-201' })
  await station.close()
  await end(id)
}, 120_000)

test('faults are named, with the frame and the field', async () => {
  const { charger_test_id: id, path } = await begin()
  const c = await TestCharger.open(ws, path)
  c.onCall = action =>
    action === 'GetConfiguration'
      ? { configurationKey: [{ key: 'NumberOfConnectors', readonly: true, value: '2' }] }
      : undefined
  await c.ask('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Available',
    timestamp: '2020-01-01T00:00:00Z',
  })
  await c.boot()
  await c.ask('Dance', {})
  await c.ask('MeterValues', { connectorId: 1, meterValue: [{ sampledValue: [] }] })
  await c.ask('MeterValues', {
    connectorId: 1,
    meterValue: [{ timestamp: '2020-01-01T00:00:00Z', sampledValue: [{ value: '1', measurand: 'Energy' }] }],
  })
  c.send('[2,"x"')
  const { transactionId } = await c.call('StartTransaction', {
    connectorId: 1,
    idTag: 'CARD',
    meterStart: 100,
    timestamp: '2020-01-01T00:00:00Z',
  })
  await c.call('StopTransaction', { transactionId, meterStop: 50, timestamp: '2020-01-01T00:10:00Z' })
  await connected(id)
  expect(await ask(id, 'settings')).toMatchObject({ status: 200 })
  await until(id, 'ask-settings', 'passed')
  const row = async (name: string) => {
    const { state, came, line } = await check(id, name)
    return { state, came, frame: line?.message }
  }
  expect(await row('order')).toMatchObject({ state: 'wrong', came: 'StatusNotification came before an accepted boot.' })
  expect(await row('boot')).toMatchObject({ state: 'missing', came: expect.stringContaining('firmware missing') })
  expect(await row('clock')).toMatchObject({ state: 'wrong' })
  expect(await row('status')).toMatchObject({
    state: 'missing',
    came: expect.stringContaining('Missing: connector 0, connector 2.'),
  })
  expect(await row('schema')).toMatchObject({
    state: 'wrong',
    came: expect.stringContaining('MeterValues: meterValue[].timestamp: is missing'),
    frame: expect.stringContaining('"sampledValue":[]'),
  })
  expect(await row('unknown')).toMatchObject({ state: 'wrong', came: 'Dance.' })
  expect(await row('values')).toMatchObject({ state: 'wrong', came: expect.stringContaining('Energy') })
  expect(await row('frames')).toMatchObject({ state: 'wrong', frame: '[2,"x"' })
  expect(await row('energy')).toMatchObject({ state: 'wrong', came: 'The register falls from 100 Wh to 50 Wh.' })
  expect(await row('measurands')).toMatchObject({ state: 'missing' })
  // What is asked twice before it was answered is refused.
  await ask(id, 'trigger')
  expect((await ask(id, 'trigger')).status).toBe(409)
  await c.close()
  await connected(id, false)
  expect((await ask(id, 'settings')).status).toBe(409)
  await end(id)
}, 120_000)

test('credentials, protocol and token decide before there is a connection', async () => {
  const { charger_test_id: id, path, password, token } = await begin(1)
  const basic = (user: string, key: string) => ({
    headers: { authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}` },
  })
  await expect(TestCharger.open(ws, path)).rejects.toThrow('HTTP 401')
  await until(id, 'password', 'missing')
  await expect(TestCharger.open(ws, path, basic(token, 'f'.repeat(40)))).rejects.toThrow('HTTP 401')
  await until(id, 'password', 'wrong')
  const c = await TestCharger.open(ws, `${path}/CP-9`, basic('other', password ?? ''))
  await until(id, 'password', 'wrong')
  const newer = await TestCharger.open(ws, `${path}/CP-9`, basic('CP-9', password ?? ''))
  expect(await c.closed()).toBe(1008)
  await until(id, 'password', 'passed')
  await end(id)
  expect(await newer.closed()).toBe(1000)
  for (const address of [path, `test/${'0'.repeat(32)}`, 'test/short', 'test/'])
    await expect(TestCharger.open(ws, address, basic(token, password ?? ''))).rejects.toThrow('HTTP 404')
  const soap = await begin()
  const closed = new Promise<number>(ok => {
    const socket = new WebSocket(`${ws}/ocpp/${soap.path}`, ['ocpp1.5'])
    socket.on('error', () => ok(0))
    socket.on('close', code => ok(code))
  })
  await closed
  await until(soap.charger_test_id, 'protocol', 'wrong')
  await end(soap.charger_test_id)
})

test('a company has so many open tests; an hour later they are over, and a day later gone', async () => {
  const { charger_test_id: id, path } = await begin()
  const c = await TestCharger.open(ws, path)
  for (let n = 1; n < MOST_OPEN; n++) await begin()
  expect((await call('POST', '', { name: 'one more', security_profile: 0 })).status).toBe(409)
  aheadMs = 61 * 60_000
  expect((await result(id)).isOpen).toBe(false)
  t.services.bus.changed({ what: 'charger-test', chargerTestId: id })
  expect(await c.closed()).toBe(1000)
  await expect(TestCharger.open(ws, path)).rejects.toThrow('HTTP 404')
  aheadMs = 25 * 3_600_000
  const dropped = await t.db.transaction().execute(trx => dropOldTests(trx, t.services.now()))
  expect(dropped).toBeGreaterThanOrEqual(MOST_OPEN)
  expect((await call('GET', `/${id}`)).status).toBe(404)
})
