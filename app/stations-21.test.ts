// Stations of OCPP 2.1 over a real socket: they are served as those of 2.0.1, by the same features, and what only 2.1 has is
// answered so that a station knows that it is not offered (O201-21).
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, newCharger, newTag, sessionsOf, unique } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, register, type Station201 } from '#testing/station201.ts'

let t: TestApp
let ws: string
let idTag: string
beforeAll(async () => {
  t = await startApp({}, { config: { afterMs: 3_600_000 } })
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

const booted = () => bootedStation(t, ws, {}, ['ocpp2.1'])
const card = () => ({ idToken: idTag, type: 'ISO14443' })
const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
  const headers = await t.as('admin')
  const r = await t.app.inject({ method, url: `/cms/v1/${path}`, headers, ...(payload && { payload }) })
  expect([path, r.statusCode, r.json().errors ?? null]).toEqual([path, 200, null])
  return r.json()
}

test.each([
  [['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'], 'ocpp2.1'],
  [['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6'], 'ocpp2.1'],
  [['ocpp2.0.1'], 'ocpp2.0.1'],
  [['ocpp1.6', 'ocpp2.0.1'], 'ocpp2.0.1'],
  [['ocpp2.0', 'ocpp1.6'], 'ocpp1.6'],
])('a station that offers %j speaks %s', async (protocols, spoken) => {
  const { id, pk } = await newCharger(t)
  const c = await TestCharger.open(ws, id, { protocols })
  expect(c.ws.protocol).toBe(spoken)
  const { rows } = await sql<{ ocppProtocol: string }>`select ocpp_protocol from charger_state
    where chargepoint_pk = ${pk}`.execute(t.db)
  expect(rows).toEqual([{ ocppProtocol: `${spoken}J` }])
  await c.close()
})

test('a start and a stop by the portal, and the session between them', async () => {
  const known = await newCharger(t)
  const station = new SimulatedStation({ url: `${ws}/ocpp`, identity: known.id, protocols: ['ocpp2.1'], evses: 2 })
  expect(await station.startUp()).toMatchObject({ status: 'Accepted' })
  expect(await station.authorize(idTag)).toEqual({ status: 'Accepted' })
  const operate = async (remoteOperationType: string, parameters: object) => {
    const { taskId } = await ask('POST', 'remote/operation', { chargerId: known.id, remoteOperationType, parameters })
    const task = async () => (await ask('GET', `remote/operation/charger/${known.id}/task/${taskId}`)).data
    await expect.poll(async () => (await task()).effect?.state ?? (await task()).state).toMatch(/seen|done/)
    return task()
  }
  const start = await operate('RemoteStart', { connectorId: 2, idTag })
  expect(start.result[0]?.response).toBe('Accepted')
  await expect.poll(() => station.transactionId(2)).toBeDefined()
  await expect.poll(async () => (await sessionsOf(t, known.pk)).length).toBe(1)
  const transactionId = t.ocpp.stations.get(known.pk)?.active?.get(2)
  const stop = await operate('RemoteStop', { transactionId })
  expect(stop.result[0]?.response).toBe('Accepted')
  await expect.poll(async () => (await sessionsOf(t, known.pk))[0]?.bills).toBe(1)
  // Operations that OCPP 1.6 lacks are offered for a 2.1 station as for one of 2.0.1.
  const text = await operate('SetDisplayMessage', { id: 1, content: 'Welcome', priority: 'NormalCycle' })
  expect(text.result[0]?.response).toBe('Accepted')
  await station.close()
})

const ALARM = { controlType: 'FixedVar', timestamp: at(0) }
const BATTERY = { evseId: 1, serialNumber: 'B1', soC: 80, soH: 90 }
test.each<[string, object]>([
  ['NotifyDERAlarm', ALARM],
  ['NotifyDERStartStop', { controlId: 'a', started: true, timestamp: at(0) }],
  ['ReportDERControl', { requestId: 1 }],
  [
    'BatterySwap',
    { requestId: 1, eventType: 'BatteryIn', idToken: { idToken: 'A', type: 'Central' }, batteryData: [BATTERY] },
  ],
  ['NotifySettlement', { pspRef: 'P1', status: 'Settled', settlementAmount: 1, settlementTime: at(0) }],
  ['VatNumberValidation', { vatNumber: 'DE1' }],
  ['NotifyPriorityCharging', { transactionId: 'T', activated: true }],
  ['PullDynamicScheduleUpdate', { chargingProfileId: 1 }],
  ['ClosePeriodicEventStream', { id: 1 }],
  // Sent, never called.
  ['NotifyPeriodicEventStream', {}],
])('%s is not implemented', async (action, payload) => {
  const c = await booted()
  expect(await c.ask(action, payload)).toMatchObject({ error: { code: 'NotImplemented' } })
  expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
  await c.close()
})

test('messages to which nothing is answered are taken, and the next call is served', async () => {
  const c = await booted()
  const stream = { id: 1, pending: 0, basetime: at(0), data: [{ t: 0, v: '1' }] }
  c.send(JSON.stringify([6, 'stream-1', 'NotifyPeriodicEventStream', stream]))
  c.send(JSON.stringify([5, 'no-answer', 'FormatViolation', 'What was that?', {}]))
  c.send('[6,"broken')
  expect(await c.call('Heartbeat', {}, 'beat')).toHaveProperty('currentTime')
  expect(c.frames.filter(f => f[0] !== 2)).toEqual([])
  c.send(JSON.stringify([7, 'seven', 'Heartbeat', {}]))
  expect(await c.next(f => f[1] === 'seven')).toMatchObject({ 0: 4, 2: 'MessageTypeNotSupported' })
  await c.close()
})

describe('what 2.1 takes and 2.0.1 does not', () => {
  let c: Station201
  beforeAll(async () => {
    c = await booted()
  })
  afterAll(() => c.close())

  test('fields and words of 2.1 in a session', async () => {
    const e = eventsOf(c, unique('tx'))
    const signed = { signedMeterData: 'x'.repeat(5000), encodingMethod: 'OCMF' }
    await e.started({
      seqNo: 0,
      at: at(0),
      trigger: 'TxResumed',
      state: 'Charging',
      token: idTag,
      info: { operationMode: 'ChargingOnly', tariffId: 'T1', transactionLimit: { maxCost: 100 } },
      meters: [
        {
          timestamp: at(0),
          sampledValue: [
            { value: 1000, context: 'Transaction.Begin', location: 'Upstream', signedMeterValue: signed },
            { value: 40, measurand: 'Display.PresentSOC' },
          ],
        },
      ],
      more: { evseSleep: false, preconditioningStatus: 'Ready' },
    })
    await e.ended({
      seqNo: 1,
      at: at(20),
      info: { stoppedReason: 'ReqEnergyTransferRejected' },
      meters: [register(at(20), 11_000, 'Transaction.End')],
    })
    expect(await sessionsOf(t, c.pk)).toMatchObject([{ energyWh: 10_000, totalPaise: 21_240, bills: 1 }])
  })

  test.each(['DirectPayment', 'VIN', 'EVCCID', 'Something'])('a token of the type %s is judged', async type => {
    expect(await c.call('Authorize', { idToken: { ...card(), type } })).toMatchObject({
      idTokenInfo: { status: 'Accepted' },
    })
    expect(await c.call('Authorize', { idToken: { idToken: 'N'.repeat(255), type } })).toMatchObject({
      idTokenInfo: { status: 'Unknown' },
    })
  })

  test('a session of a token of 255 characters is kept', async () => {
    const token = `${unique('long')}${'L'.repeat(255)}`.slice(0, 255)
    const e = eventsOf(c, unique('tx'))
    const answer = await e.started({ seqNo: 0, at: at(30), state: 'Charging', token, meters: [register(at(30), 1)] })
    expect(answer).toMatchObject({ idTokenInfo: { status: 'Unknown' } })
    await e.ended({ seqNo: 1, at: at(40), meters: [register(at(40), 11)] })
    expect(await sessionsOf(t, c.pk)).toHaveLength(2)
  })

  test('an event, a monitor and a variable with more than 2.0.1 knows', async () => {
    const of = { component: { name: 'Connector', evse: { id: 1, connectorId: 1 } }, variable: { name: 'Temperature' } }
    const eventData = [
      {
        ...of,
        eventId: 1,
        timestamp: at(0),
        trigger: 'Alerting',
        actualValue: '90',
        eventNotificationType: 'HardWiredMonitor',
        severity: 2,
      },
    ]
    expect(await c.call('NotifyEvent', { generatedAt: at(0), seqNo: 0, eventData })).toEqual({})
    const monitor = {
      id: 1,
      transaction: false,
      value: 1,
      type: 'TargetDelta',
      severity: 3,
      eventNotificationType: 'CustomMonitor',
    }
    const told = { requestId: 1, seqNo: 0, generatedAt: at(0), tbc: false }
    expect(
      await c.call('NotifyMonitoringReport', { ...told, monitor: [{ ...of, variableMonitoring: [monitor] }] }),
    ).toEqual({})
    const variableCharacteristics = { dataType: 'MemberList', supportsMonitoring: false, maxElements: 4 }
    const reportData = [
      { ...of, variableAttribute: [{ value: 'A,B', mutability: 'ReadWrite' }], variableCharacteristics },
    ]
    expect(await c.call('NotifyReport', { ...told, reportData })).toEqual({})
    const csr = { csr: 'x', certificateType: 'V2G20Certificate', requestId: 3 }
    expect(await c.call('SignCertificate', csr)).toMatchObject({ status: 'Rejected' })
    expect(
      await c.call('ReservationStatusUpdate', { reservationId: 9, reservationUpdateStatus: 'NoTransaction' }),
    ).toEqual({})
  })

  test('the same fields are refused of a station that speaks 2.0.1', async () => {
    const old = await bootedStation(t, ws)
    expect(await old.ask('Authorize', { idToken: { ...card(), type: 'VIN' } })).toMatchObject({
      error: { code: 'PropertyConstraintViolation' },
    })
    expect(await old.ask('NotifyDERAlarm', ALARM)).toMatchObject({ error: { code: 'NotImplemented' } })
    await old.close()
  })
})
