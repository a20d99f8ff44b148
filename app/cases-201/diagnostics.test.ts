// Cases N and O: logs, events, and texts on the display.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StationEvent } from '#fleet/station-events/station-event.contract.ts'
import { at, newTag } from '#testing/ocpp.ts'
import { afterEachCase, type Product, type StrictStation, startProduct } from './test-station.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.t.close())
afterEachCase(() => product)

/** The operator asks for a log; the task, and the number of the request. */
async function log(station: StrictStation, logType: string, answer = 'Accepted') {
  station.answers.GetLog = { status: answer, filename: 'station.log' }
  const remoteLocation = 'https://files.example/logs'
  const asked = { remoteLocation, oldestTimestamp: at(0), latestTimestamp: at(30) }
  const task = await product.operate(station, 'GetLog', { logType, log: asked })
  expect(task.answer).toBe(answer)
  const { requestId, ...sent } = await station.heard('GetLog')
  expect(sent).toEqual({ logType, log: asked })
  return { task, requestId }
}
const say = async (station: StrictStation, requestId: unknown, ...states: string[]): Promise<void> => {
  for (const status of states) expect(await station.call('LogStatusNotification', { status, requestId })).toEqual({})
}

test.each([
  ['TC_N_25 the diagnostics log is sent', 'DiagnosticsLog'],
  ['TC_N_35 the security log is sent', 'SecurityLog'],
])('%s', async (_, logType) => {
  const station = await product.station()
  const { task, requestId } = await log(station, logType)
  await say(station, requestId, 'Uploading', 'Uploaded')
  expect(await product.taskUntil(station, task, 'Uploaded')).toMatchObject({ state: 'done' })
})

test('TC_N_34 a station that sends no log refuses', async () => {
  const station = await product.station()
  expect((await log(station, 'DiagnosticsLog', 'Rejected')).task).toMatchObject({ state: 'failed', answer: 'Rejected' })
})

test('TC_N_36 a second request takes the place of the first', async () => {
  const station = await product.station()
  const first = await log(station, 'DiagnosticsLog')
  await say(station, first.requestId, 'Uploading')
  const second = await log(station, 'DiagnosticsLog', 'AcceptedCanceled')
  expect(second.requestId).not.toBe(first.requestId)
  await say(station, first.requestId, 'AcceptedCanceled')
  await say(station, second.requestId, 'Uploading', 'Uploaded')
  expect(await product.taskUntil(station, second.task, 'Uploaded')).toMatchObject({ state: 'done' })
})

const event = (more: object = {}) => ({
  eventId: 1,
  timestamp: at(0),
  trigger: 'Alerting',
  actualValue: '95',
  eventNotificationType: 'CustomMonitor',
  component: { name: 'ChargingStation' },
  variable: { name: 'Temperature' },
  ...more,
})
const events = async ({ id }: StrictStation): Promise<StationEvent[]> =>
  (await product.ask('GET', `${product.team}/charger/${id}/station-events?sort=at`)).data

test('TC_N_21 an event of a hard-wired monitor', async () => {
  const station = await product.station()
  expect(await station.event(event({ eventNotificationType: 'HardWiredMonitor', variableMonitoringId: 3 }))).toEqual({})
  expect(await events(station)).toMatchObject([
    { notification: 'HardWiredMonitor', trigger: 'Alerting', actualValue: '95', endedAt: null },
  ])
})

test('TC_N_48 an event of a variable whose value is not told', async () => {
  const station = await product.station()
  expect(await station.event(event({ actualValue: '' }))).toEqual({})
  expect(await events(station)).toMatchObject([{ variable: 'Temperature', actualValue: '' }])
})

test('TC_N_49 what a threshold told is over after a restart', async () => {
  const station = await product.station()
  expect(await station.event(event({ variableMonitoringId: 3 }))).toEqual({})
  const again = await product.restarted(station, 'PowerUp')
  const over = { eventId: 2, timestamp: at(5), actualValue: '20', cleared: true, variableMonitoringId: 3 }
  expect(await again.event(event(over))).toEqual({})
  expect(await events(again)).toMatchObject([
    { actualValue: '95', endedAt: expect.any(String) },
    { actualValue: '20', isOver: true },
  ])
})

test('TC_N_50 a value that is told from time to time', async () => {
  const station = await product.station()
  for (const [eventId, actualValue] of [
    [1, '40'],
    [2, '41'],
  ])
    expect(
      await station.event(
        event({ eventId, actualValue, trigger: 'Periodic', timestamp: at(Number(eventId)), variableMonitoringId: 3 }),
      ),
    ).toEqual({})
  expect(await events(station)).toMatchObject([
    { trigger: 'Periodic', actualValue: '40' },
    { trigger: 'Periodic', actualValue: '41' },
  ])
})

const TEXT = { id: 1, content: 'Welcome', priority: 'NormalCycle' }
/** The operator sets a text; what the station hears. */
async function show(station: StrictStation, more: object = {}, answer = 'Accepted') {
  station.answers.SetDisplayMessage = { status: answer }
  const task = await product.operate(station, 'SetDisplayMessage', { ...TEXT, ...more })
  expect(task).toMatchObject({ state: answer === 'Accepted' ? 'done' : 'failed', answer })
  return (await station.heard('SetDisplayMessage')).message
}
const message = { id: 1, priority: 'NormalCycle', message: { format: 'UTF8', content: 'Welcome' } }

test('TC_O_01 a text is shown', async () => {
  const station = await product.station()
  expect(await show(station)).toEqual(message)
})

test('TC_O_12 a text takes the place of the one with its number', async () => {
  const station = await product.station()
  expect(await show(station)).toEqual(message)
  expect(await show(station, { content: 'Closed at ten' })).toEqual({
    ...message,
    message: { format: 'UTF8', content: 'Closed at ten' },
  })
})

test('TC_O_13 a text is shown from a time on', async () => {
  const station = await product.station()
  const startDateTime = new Date(Date.now() + 3_600_000).toISOString()
  expect(await show(station, { startDateTime })).toEqual({ ...message, startDateTime })
})

test('TC_O_14 a text is shown until a time', async () => {
  const station = await product.station()
  const endDateTime = new Date(Date.now() + 3_600_000).toISOString()
  expect(await show(station, { endDateTime })).toEqual({ ...message, endDateTime })
})

test('TC_O_25 a text is shown in one state', async () => {
  const station = await product.station()
  expect(await show(station, { state: 'Charging' })).toEqual({ ...message, state: 'Charging' })
})

/** A session that runs on connector 1: its number here, and its name at the station. */
async function session(station: StrictStation) {
  const tx = station.transaction()
  await tx.started('Authorized', { token: await newTag(product.t), state: 'Charging', wh: 1000 })
  return { transactionId: await product.running(station), name: tx.id }
}
const anHourOn = () => new Date(Date.now() + 3_600_000).toISOString()

test.each<[string, () => object]>([
  ['TC_O_06 a text for one session', () => ({})],
  ['TC_O_27 a text for one session, from a time on', () => ({ startDateTime: anHourOn() })],
  ['TC_O_28 a text for one session, until a time', () => ({ endDateTime: anHourOn() })],
])('%s', async (_, times) => {
  const station = await product.station()
  const { transactionId, name } = await session(station)
  const time = times()
  expect(await show(station, { transactionId, ...time })).toEqual({ ...message, transactionId: name, ...time })
})

test('TC_O_10 a text for a session that the station does not know', async () => {
  const station = await product.station()
  const { transactionId, name } = await session(station)
  expect(await show(station, { transactionId }, 'UnknownTransaction')).toEqual({ ...message, transactionId: name })
})

test.each([
  ['TC_O_17 a station that does not know the priority', { priority: 'AlwaysFront' }, 'NotSupportedPriority'],
  ['TC_O_18 a station that does not know the state', { state: 'Idle' }, 'NotSupportedState'],
  ['TC_O_19 a station that does not know the format', {}, 'NotSupportedMessageFormat'],
  ['TC_O_26 a station that refuses', {}, 'Rejected'],
])('%s', async (_, more, answer) => {
  const station = await product.station()
  expect(await show(station, more, answer)).toMatchObject({ id: 1, ...more })
})

test.each([
  ['TC_O_04 a text is removed', 'Accepted', 'done'],
  ['TC_O_05 a text that the station does not have', 'Unknown', 'failed'],
])('%s', async (_, answer, state) => {
  const station = await product.station()
  await show(station)
  station.answers.ClearDisplayMessage = { status: answer }
  expect(await product.operate(station, 'ClearDisplayMessage', { id: 1 })).toMatchObject({ state, answer })
  expect(await station.heard('ClearDisplayMessage')).toEqual({ id: 1 })
})
