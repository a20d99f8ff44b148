// Behaviour that chargers may expect on the wire and no other file shows whole: pings of our own, late closes, every
// answer to the letter, signs of life, starts judged anew, all kinds of readings, triggered messages, answers that mean
// nothing there (docs/rules/wire.md).

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isChargePointAction, messages } from '@wattdesk/ocpp/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { metersOf } from '#charging/metering/meter.store.ts'
import { outcomeOf } from '#control/remote-operations/task-outcome.rules.ts'
import { localBus } from '#platform/bus/bus.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, newCharger, newTag, sessionsOf, start, stop } from '#testing/ocpp.ts'
import { ocppSide } from './gateway.ts'

let t: TestApp
let ws: string
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
beforeAll(async () => {
  t = await startApp({ now })
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const command = (pk: number, action: string, payload: object) =>
  t.ocpp.command({ chargepointPk: pk, action, payload, taskId: undefined, timeoutMs: undefined })
const stateOf = async (pk: number) =>
  (
    await sql<{ connected: boolean; lastMessageAt: Date; lastHeartbeatAt: Date | null }>`
      select connected, last_message_at, last_heartbeat_at from charger_state where chargepoint_pk = ${pk}`.execute(
      t.db,
    )
  ).rows[0]
/** Sends an operation and answers its task once that has ended. */
async function operation(c: { id: string }, remoteOperationType: string, parameters: object) {
  const headers = await t.as('operator')
  const ended = Promise.withResolvers<void>()
  const off = t.services.bus.onEvent(({ event: e }) => {
    if (e.type === 'task' && e.chargepoint_id === c.id && ['done', 'failed', 'timeout'].includes(e.state))
      ended.resolve()
  })
  const payload = { chargerId: c.id, remoteOperationType, parameters }
  const r = await t.app.inject({ method: 'POST', url: '/cms/v1/remote/operation', headers, payload })
  expect(r.statusCode, r.body).toBe(200)
  await ended.promise
  off()
  const url = `/cms/v1/remote/operation/charger/${c.id}/task/${r.json().taskId}`
  return (await t.app.inject({ url, headers })).json().data
}

test('the server pings by itself, and ends a link that answers none [7]', async () => {
  // A node of its own, whose clock and turns go by hand.
  let ownAheadMs = 0
  const server = createServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const side = ocppSide({
    ...t.services,
    node: 'pinging',
    bus: localBus(() => undefined),
    now: () => new Date(Date.now() + ownAheadMs),
  })
  side.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const link = async (autoPong: boolean) => {
    const { id } = await newCharger(t)
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp/${id}`
    const c = new TestCharger(new WebSocket(url, ['ocpp1.6'], { autoPong }))
    await once(c.ws, 'open')
    // Served, so no longer held.
    await c.ask('Heartbeat', {})
    return c
  }
  const [alive, dead] = [await link(true), await link(false)]
  const minute = async () => {
    const pings = [alive, dead].map(c => once(c.ws, 'ping'))
    vi.advanceTimersByTime(60_000)
    return Promise.all(pings)
  }
  await minute()
  // Its pong has come before this.
  await alive.ask('Heartbeat', {})
  ownAheadMs = 61_000
  const closed = dead.closed()
  const pinged = once(alive.ws, 'ping')
  vi.advanceTimersByTime(60_000)
  expect(await closed).toBe(1006)
  await pinged
  expect(alive.ws.readyState).toBe(WebSocket.OPEN)
  await alive.close()
  vi.useRealTimers()
  await side.close()
  await new Promise(ok => server.close(ok))
})

test('a replaced socket that closes long afterwards takes neither the charger off nor its open call [9]', async () => {
  const first = await bootedCharger(t, ws)
  // The socket reads nothing any more, so it does not answer the close.
  first.ws.pause()
  const second = await TestCharger.open(ws, first.id)
  const asked = command(first.pk, 'ClearCache', {})
  const [, id] = await second.nextCall('ClearCache')
  const open = () => new Promise<number>(ok => t.app.server.getConnections((_, count) => ok(count)))
  const before = await open()
  first.ws.terminate()
  await expect.poll(open).toBe(before - 1)
  expect(await second.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(t.ocpp.stations.get(first.pk)?.isOpen).toBe(true)
  expect(await stateOf(first.pk)).toMatchObject({ connected: true })
  second.send(JSON.stringify([3, id, { status: 'Accepted' }]))
  expect(await asked).toMatchObject({ kind: 'result' })
  await second.close()
})

test('each of the 14 messages is answered with exactly the fields of the standard, times in UTC [28]', async () => {
  const c = await bootedCharger(t, ws)
  const parent = await newTag(t)
  const idTag = await newTag(t, { expiresAt: new Date(Date.now() + 86_400_000) })
  await sql`update ocpp_tag set parent_tag_pk = p.ocpp_tag_pk from ocpp_tag p
    where ocpp_tag.id_tag = ${idTag} and p.id_tag = ${parent}`.execute(t.db)
  const utc = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/)
  const idTagInfo = { status: 'Accepted', parentIdTag: parent, expiryDate: utc }
  const { transactionId } = await start(c, idTag)
  const answers: Record<string, [object, object]> = {
    Authorize: [{ idTag }, { idTagInfo }],
    BootNotification: [
      { chargePointVendor: 'Maker', chargePointModel: 'One' },
      { status: 'Accepted', interval: 300, currentTime: utc },
    ],
    DataTransfer: [{ vendorId: 'v' }, { status: 'UnknownVendorId' }],
    DiagnosticsStatusNotification: [{ status: 'Idle' }, {}],
    FirmwareStatusNotification: [{ status: 'Idle' }, {}],
    Heartbeat: [{}, { currentTime: utc }],
    LogStatusNotification: [{ status: 'Idle' }, {}],
    MeterValues: [{ connectorId: 1, transactionId, meterValue: [] }, {}],
    SecurityEventNotification: [{ type: 'SettingSystemTime', timestamp: at(1) }, {}],
    SignCertificate: [{ csr: 'none' }, { status: 'Rejected' }],
    SignedFirmwareStatusNotification: [{ status: 'Idle' }, {}],
    StartTransaction: [
      { connectorId: 2, idTag, meterStart: 0, timestamp: at(2) },
      { transactionId: expect.any(Number), idTagInfo },
    ],
    StatusNotification: [{ connectorId: 1, errorCode: 'NoError', status: 'Charging' }, {}],
    StopTransaction: [{ transactionId, meterStop: 5000, timestamp: at(20), idTag }, { idTagInfo }],
  }
  expect(Object.keys(answers)).toEqual(Object.keys(messages).filter(isChargePointAction).toSorted())
  for (const [action, [request, answer]] of Object.entries(answers))
    expect([action, await c.call(action, request)]).toEqual([action, answer])
  await c.close()
})

test('any message is a sign of life, an answer to a call of ours too [32]', async () => {
  const c = await bootedCharger(t, ws)
  const heard = async () => (await stateOf(c.pk))?.lastMessageAt.getTime() ?? 0
  aheadMs = 3_600_000
  const first = now().getTime()
  await c.call('MeterValues', { connectorId: 1, meterValue: [] })
  await expect.poll(heard, { timeout: 3000 }).toBeGreaterThanOrEqual(first)
  aheadMs = 7_200_000
  const second = now().getTime()
  expect(await command(c.pk, 'ClearCache', {})).toMatchObject({ kind: 'result' })
  await expect.poll(heard, { timeout: 3000 }).toBeGreaterThanOrEqual(second)
  expect((await stateOf(c.pk))?.lastHeartbeatAt).toBeNull()
  aheadMs = 0
  await c.close()
})

test('a start is judged anew, whatever Authorize said a moment ago [36]', async () => {
  const c = await bootedCharger(t, ws)
  const idTag = await newTag(t)
  const allow = (sessions: number) =>
    sql`update ocpp_tag set max_active_transactions = ${sessions} where id_tag = ${idTag}`.execute(t.db)
  const authorize = async () => (await c.call('Authorize', { idTag })).idTagInfo
  expect(await authorize()).toEqual({ status: 'Accepted' })
  await allow(0)
  expect(await start(c, idTag)).toEqual({ status: 'Blocked', transactionId: expect.any(Number) })
  expect(await authorize()).toEqual({ status: 'Blocked' })
  await allow(-1)
  expect(await start(c, idTag, { connectorId: 2 })).toMatchObject({ status: 'Accepted' })
  await c.close()
})

const KINDS = {
  measurand: [
    'Current.Export',
    'Current.Import',
    'Current.Offered',
    'Energy.Active.Export.Register',
    'Energy.Active.Import.Register',
    'Energy.Reactive.Export.Register',
    'Energy.Reactive.Import.Register',
    'Energy.Active.Export.Interval',
    'Energy.Active.Import.Interval',
    'Energy.Reactive.Export.Interval',
    'Energy.Reactive.Import.Interval',
    'Frequency',
    'Power.Active.Export',
    'Power.Active.Import',
    'Power.Factor',
    'Power.Offered',
    'Power.Reactive.Export',
    'Power.Reactive.Import',
    'RPM',
    'SoC',
    'Temperature',
    'Voltage',
  ],
  phase: ['L1', 'L2', 'L3', 'N', 'L1-N', 'L2-N', 'L3-N', 'L1-L2', 'L2-L3', 'L3-L1'],
  context: [
    'Interruption.Begin',
    'Interruption.End',
    'Other',
    'Sample.Clock',
    'Sample.Periodic',
    'Transaction.Begin',
    'Transaction.End',
    'Trigger',
  ],
  unit: [
    'Wh',
    'kWh',
    'varh',
    'kvarh',
    'W',
    'kW',
    'VA',
    'kVA',
    'var',
    'kvar',
    'A',
    'V',
    'Celcius',
    'Celsius',
    'Fahrenheit',
    'K',
    'Percent',
  ],
  location: ['Body', 'Cable', 'EV', 'Inlet', 'Outlet'],
  format: ['Raw', 'SignedData'],
}
test('every measurand, phase, context, unit, location and format is kept as it came, none counts as odd [53] [54] [55]', async () => {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, await newTag(t), { meterStart: 0 })
  const all = Object.entries(KINDS).flatMap(([kind, words]) =>
    words.map(word => ({
      value: '9',
      measurand: 'Voltage',
      [kind]: word,
      // The register itself is the one without a phase.
      ...(word === 'Energy.Active.Import.Register' && { phase: 'L1' }),
    })),
  )
  const sampledValue = [{ value: '4000' }, ...all]
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: at(5), sampledValue }] })
  const { rows: live } = await sql`select current_wh from transaction_live
    where transaction_id = ${transactionId}`.execute(t.db)
  expect(live).toEqual([{ currentWh: 4000 }])
  // The same at its end, with a value that only the meter's maker can read.
  const signed = { value: 'OCMF|{"FV":"1.0"}|{"SD":"3045"}', format: 'SignedData', context: 'Transaction.End' }
  const last = [{ value: '10000', context: 'Transaction.End' }, signed, ...all]
  await stop(c, transactionId, { meterStop: 10_000, transactionData: [{ timestamp: at(20), sampledValue: last }] })
  const stored = await metersOf(t.db, [{ transactionId, startReceivedAt: new Date(0) }], undefined)
  expect(stored.map(m => m.samples)).toEqual([sampledValue, last])
  expect(await sessionsOf(t, c.pk)).toMatchObject([{ totalPaise: 21_240, inReview: false }])
  // Odd values are counted in the order of arrival: this one alone.
  await c.call('StatusNotification', { connectorId: 1, errorCode: 'Odd', status: 'Available' })
  const odd = async () =>
    (await sql<{ value: string }>`select value from odd_value where chargepoint_pk = ${c.pk}`.execute(t.db)).rows
  await expect.poll(odd, { timeout: 3000 }).toEqual([{ value: 'Odd' }])
  await c.close()
})

const TRIGGERED: [string, object][] = [
  ['BootNotification', { chargePointVendor: 'Maker', chargePointModel: 'One' }],
  ['DiagnosticsStatusNotification', { status: 'Idle' }],
  ['FirmwareStatusNotification', { status: 'Idle' }],
  ['Heartbeat', {}],
  ['MeterValues', { connectorId: 1, meterValue: [{ timestamp: at(1), sampledValue: [{ value: '1' }] }] }],
  ['StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' }],
]
test('what was triggered is answered, before its answer, after it, and all at once [74]', async () => {
  const c = await bootedCharger(t, ws)
  await c.nextCall('ChangeConfiguration')
  c.onCall = a => (a === 'TriggerMessage' ? undefined : { status: 'Accepted' })
  for (const isFirst of [true, false])
    for (const [action, payload] of TRIGGERED) {
      const asked = command(c.pk, 'TriggerMessage', { requestedMessage: action })
      const [, id] = await c.nextCall('TriggerMessage')
      const answer = () => c.send(JSON.stringify([3, id, { status: 'Accepted' }]))
      if (!isFirst) answer()
      expect(await c.ask(action, payload)).toHaveProperty('result')
      if (isFirst) answer()
      expect(await asked).toMatchObject({ kind: 'result', payload: { status: 'Accepted' } })
    }
  const all = TRIGGERED.map(([action, payload]) => c.ask(action, payload))
  expect((await Promise.all(all)).every(a => 'result' in a)).toBe(true)
  await c.close()
})

test('GetDiagnostics answered without a file name: there is nothing, and the task says so [64]', async () => {
  const c = await bootedCharger(t, ws)
  c.onCall = action => (action === 'GetDiagnostics' ? {} : { status: 'Accepted' })
  const task = await operation(c, 'GetDiagnostics', { location: 'ftp://files.example/up' })
  expect(outcomeOf(task)).toEqual({ is: 'done', text: 'Done. The charge point has nothing to upload.' })
  await c.close()
})

test('a local list written by hand that is longer than the charger takes at once is not sent [65]', async () => {
  const c = await bootedCharger(t, ws)
  c.onCall = (action, { key }) =>
    action === 'GetConfiguration'
      ? { configurationKey: [{ key: (key as string[])[0], readonly: true, value: '2' }] }
      : { status: 'Accepted' }
  const send = (listVersion: number, tags: number) =>
    operation(c, 'SendLocalList', {
      listVersion,
      updateType: 'Full',
      localAuthorizationList: Array.from({ length: tags }, (_, i) => ({
        idTag: `L-${i}`,
        idTagInfo: { status: 'Accepted' },
      })),
    })
  expect(await send(1, 3)).toMatchObject({
    state: 'failed',
    sentTime: null,
    result: [
      { error: expect.stringMatching(/^The charge point takes 2 tags in one message at most, the list has 3\./) },
    ],
  })
  expect(await send(1, 2)).toMatchObject({ state: 'done' })
  expect(await send(2, 1)).toMatchObject({ state: 'done' })
  const sent = c.frames.filter(f => f[2] === 'SendLocalList').map(f => f[3] as { listVersion: number })
  expect(sent.map(p => p.listVersion)).toEqual([1, 2])
  await c.close()
})
