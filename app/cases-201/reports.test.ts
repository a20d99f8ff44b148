// Cases of several modules that stations answer in parts: reports of the device model (B), charging profiles (K), monitors and
// customers (N), texts (O); and firmware that is published for others (L).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTag } from '#testing/ocpp.ts'
import { afterEachCase, type Product, type StrictStation, startProduct, type TaskShown } from './test-station.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.t.close())
afterEachCase(() => product)

type Payload = Record<string, unknown>
/** Sends an operation that the station takes; the task, what the station heard, and the number of the request. */
async function asked(station: StrictStation, operation: string, parameters: object, status = 'Accepted') {
  station.answers[operation] = { status }
  const task = await product.operate(station, operation, parameters)
  expect(task).toMatchObject({ state: status === 'Accepted' ? 'done' : 'failed', answer: status })
  const { requestId, ...sent } = await station.heard(operation)
  return { task, sent, requestId }
}
const told = async (station: StrictStation, { taskId }: TaskShown) => (await product.task(station, taskId)).told
const generatedAt = () => new Date().toISOString()
const named = (component: string, variable?: string, evse?: object) => ({
  component: { name: component, ...(evse && { evse }) },
  ...(variable !== undefined && { variable: { name: variable } }),
})

const reportRow = {
  ...named('OCPPCommCtrlr', 'HeartbeatInterval'),
  variableAttribute: [{ type: 'Actual', value: '300', mutability: 'ReadWrite' }],
}
const report = (station: StrictStation, requestId: unknown, seqNo: number, tbc: boolean) =>
  station.call('NotifyReport', { requestId, generatedAt: generatedAt(), seqNo, tbc, reportData: [reportRow] })

test.each([
  ['TC_B_12 what can be set is reported', 'ConfigurationInventory'],
  ['TC_B_14 what is broken or in the way is reported', 'SummaryInventory'],
])('%s', async (_, reportBase) => {
  const station = await product.station()
  const { task, sent, requestId } = await asked(station, 'GetBaseReport', { reportBase })
  expect(sent).toEqual({ reportBase })
  expect(await report(station, requestId, 0, true)).toEqual({})
  expect(await told(station, task)).toMatchObject({ state: 'coming' })
  expect(await report(station, requestId, 1, false)).toEqual({})
  expect(await told(station, task)).toMatchObject({ state: 'whole', parts: 2 })
})

test('TC_B_18 variables and components that are asked for are reported', async () => {
  const station = await product.station()
  const asks = { variables: ['EVSE#1', 'Connector#1.1.Problem'], componentCriteria: 'Available' }
  const { task, sent, requestId } = await asked(station, 'GetReport', asks)
  expect(sent).toEqual({
    componentVariable: [named('EVSE', undefined, { id: 1 }), named('Connector', 'Problem', { id: 1, connectorId: 1 })],
    componentCriteria: ['Available'],
  })
  expect(await report(station, requestId, 0, false)).toEqual({})
  expect(await told(station, task)).toMatchObject({ state: 'whole' })
})

const profileOf = (stackLevel: number) => ({
  id: 1,
  stackLevel,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Absolute',
  chargingSchedule: [
    {
      id: 1,
      chargingRateUnit: 'W',
      chargingSchedulePeriod: [{ startPeriod: 0, limit: 7000 }],
      startSchedule: generatedAt(),
    },
  ],
})
test.each<[string, object, object]>([
  ['TC_K_29 the profiles of the station', { connectorId: 0 }, { evseId: 0, chargingProfile: {} }],
  ['TC_K_30 the profiles of one EVSE', { connectorId: 1 }, { evseId: 1, chargingProfile: {} }],
  ['TC_K_31 all profiles', {}, { chargingProfile: {} }],
  ['TC_K_32 a profile by its number', { id: 1 }, { chargingProfile: { chargingProfileId: [1] } }],
  [
    'TC_K_33 the profiles of one EVSE and stack level',
    { connectorId: 1, stackLevel: 2 },
    { evseId: 1, chargingProfile: { stackLevel: 2 } },
  ],
  [
    'TC_K_34 the profiles of one EVSE and source',
    { connectorId: 1, chargingLimitSource: 'CSO' },
    { evseId: 1, chargingProfile: { chargingLimitSource: ['CSO'] } },
  ],
  [
    'TC_K_35 the profiles of one EVSE and purpose',
    { connectorId: 1, chargingProfilePurpose: 'TxDefaultProfile' },
    { evseId: 1, chargingProfile: { chargingProfilePurpose: 'TxDefaultProfile' } },
  ],
  [
    'TC_K_36 the profiles of one EVSE, purpose and stack level',
    { connectorId: 1, chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 2 },
    { evseId: 1, chargingProfile: { chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 2 } },
  ],
  [
    'TC_K_52 the limits from outside',
    { connectorId: 1, chargingProfilePurpose: 'ChargingStationExternalConstraints' },
    { evseId: 1, chargingProfile: { chargingProfilePurpose: 'ChargingStationExternalConstraints' } },
  ],
])('%s', async (_, asks, wanted) => {
  const station = await product.station()
  const { task, sent, requestId } = await asked(station, 'GetChargingProfiles', asks)
  expect(sent).toEqual(wanted)
  for (const [n, tbc] of [
    [1, true],
    [2, false],
  ] as const) {
    const part = { requestId, chargingLimitSource: 'CSO', evseId: 1, chargingProfile: [profileOf(n)], tbc }
    expect(await station.call('ReportChargingProfiles', part)).toEqual({})
  }
  expect(await told(station, task)).toMatchObject({ state: 'whole', itemsInAll: 2 })
})

const checksum = 'd41d8cd98f00b204e9800998ecf8427e'
const location = 'https://files.example/firmware.bin'
const published: [name: string, states: string[], isFailed: boolean][] = [
  ['TC_L_17 firmware is published', ['Downloading', 'Downloaded', 'ChecksumVerified', 'Published'], false],
  ['TC_L_19 the checksum does not fit', ['Downloading', 'Downloaded', 'InvalidChecksum'], true],
  ['TC_L_20 firmware cannot be published', ['Downloading', 'Downloaded', 'ChecksumVerified', 'PublishFailed'], true],
  ['TC_L_24 firmware to publish cannot be fetched', ['Downloading', 'DownloadFailed'], true],
]
test.each(published)('%s', async (_, states, isFailed) => {
  const station = await product.station()
  const { task, sent, requestId } = await asked(station, 'PublishFirmware', { location, checksum })
  expect(sent).toEqual({ location, checksum })
  for (const status of states)
    expect(
      await station.call('PublishFirmwareStatusNotification', {
        status,
        requestId,
        ...(status === 'Published' && { location: [location] }),
      }),
    ).toEqual({})
  const last = states.at(-1) ?? ''
  expect(await product.taskUntil(station, task, last)).toMatchObject({ state: isFailed ? 'failed' : 'done' })
})

test.each([
  ['TC_L_21 firmware is published no more', 'Unpublished', 'done'],
  ['TC_L_22 firmware that was not published', 'NoFirmware', 'failed'],
  ['TC_L_23 firmware that somebody fetches now', 'DownloadOngoing', 'failed'],
])('%s', async (_, status, state) => {
  const station = await product.station()
  station.answers.UnpublishFirmware = { status }
  expect(await product.operate(station, 'UnpublishFirmware', { checksum })).toMatchObject({ state, answer: status })
  expect(await station.heard('UnpublishFirmware')).toEqual({ checksum })
})

const monitor = {
  ...named('EVSE', 'Power', { id: 1 }),
  variableMonitoring: [{ id: 1, transaction: false, value: 10, type: 'UpperThreshold', severity: 5 }],
}
test.each<[string, object, object]>([
  [
    'TC_N_01 monitors by their type',
    { monitoringCriteria: 'ThresholdMonitoring' },
    { monitoringCriteria: ['ThresholdMonitoring'] },
  ],
  [
    'TC_N_02 monitors of variables',
    { variables: ['EVSE#1.Power'] },
    { componentVariable: [named('EVSE', 'Power', { id: 1 })] },
  ],
  [
    'TC_N_03 monitors by type of one variable',
    { variables: ['EVSE#1.Power'], monitoringCriteria: 'DeltaMonitoring' },
    { componentVariable: [named('EVSE', 'Power', { id: 1 })], monitoringCriteria: ['DeltaMonitoring'] },
  ],
  ['TC_N_47 all monitors', {}, {}],
  [
    'TC_N_60 monitors by type of several variables',
    { variables: ['EVSE#1.Power', 'EVSE#2.Power'], monitoringCriteria: 'PeriodicMonitoring' },
    {
      componentVariable: [named('EVSE', 'Power', { id: 1 }), named('EVSE', 'Power', { id: 2 })],
      monitoringCriteria: ['PeriodicMonitoring'],
    },
  ],
])('%s', async (_, asks, wanted) => {
  const station = await product.station()
  const { task, sent, requestId } = await asked(station, 'GetMonitoringReport', asks)
  expect(sent).toEqual(wanted)
  const part = { requestId, seqNo: 0, generatedAt: generatedAt(), tbc: false, monitor: [monitor] }
  expect(await station.call('NotifyMonitoringReport', part)).toEqual({})
  expect(await told(station, task)).toMatchObject({ state: 'whole', itemsInAll: 1 })
})

test('TC_N_05 the monitors that are active are chosen', async () => {
  const station = await product.station()
  const { sent } = await asked(station, 'SetMonitoringBase', { monitoringBase: 'FactoryDefault' })
  expect(sent).toEqual({ monitoringBase: 'FactoryDefault' })
})

/** Sets a monitor, which the station numbers 7. */
async function watch(station: StrictStation, parameters: object) {
  station.answers.SetVariableMonitoring = ({ setMonitoringData }) => ({
    setMonitoringResult: (setMonitoringData as Payload[]).map(({ type, severity, component, variable }) => ({
      type,
      severity,
      component,
      variable,
      status: 'Accepted',
      id: 7,
    })),
  })
  expect(await product.operate(station, 'SetVariableMonitoring', parameters)).toMatchObject({ answer: 'Accepted' })
  return (await station.heard('SetVariableMonitoring')).setMonitoringData
}
const WATCH = { variable: 'EVSE#1.Power', severity: 8, during: 'Always' }

test('TC_N_08 one monitor is set', async () => {
  const station = await product.station()
  expect(await watch(station, { ...WATCH, type: 'UpperThreshold', value: 10 })).toEqual([
    { ...named('EVSE', 'Power', { id: 1 }), type: 'UpperThreshold', value: 10, severity: 8 },
  ])
})

test('TC_N_24 a value is told from time to time, as it was asked for', async () => {
  const station = await product.station()
  expect(await watch(station, { ...WATCH, type: 'Periodic', value: 60 })).toMatchObject([
    { type: 'Periodic', value: 60 },
  ])
  for (const eventId of [1, 2])
    expect(
      await station.event({
        eventId,
        timestamp: station.later(1),
        trigger: 'Periodic',
        actualValue: String(eventId),
        eventNotificationType: 'CustomMonitor',
        variableMonitoringId: 7,
        ...named('EVSE', 'Power', { id: 1 }),
      }),
    ).toEqual({})
  const { data } = await product.ask('GET', `${product.team}/charger/${station.id}/station-events?sort=at`)
  expect(data).toMatchObject([{ trigger: 'Periodic' }, { trigger: 'Periodic' }])
})

test('TC_N_16 the severity of events that are told is chosen', async () => {
  const station = await product.station()
  expect((await asked(station, 'SetMonitoringLevel', { severity: 4 })).sent).toEqual({ severity: 4 })
})

test('TC_N_17 a severity that the station does not take', async () => {
  const station = await product.station()
  await asked(station, 'SetMonitoringLevel', { severity: 9 }, 'Rejected')
})

test('TC_N_44 a monitor that cannot be removed', async () => {
  const station = await product.station()
  station.answers.ClearVariableMonitoring = { clearMonitoringResult: [{ id: 7, status: 'Rejected' }] }
  expect(await product.operate(station, 'ClearVariableMonitoring', { id: [7] })).toMatchObject({
    state: 'failed',
    answer: 'Rejected',
  })
  expect(await station.heard('ClearVariableMonitoring')).toEqual({ id: [7] })
})

/** The station tells of a customer in two parts, or once that there is nothing. */
async function tellOfCustomer(station: StrictStation, requestId: unknown, parts: string[]): Promise<void> {
  for (const [seqNo, data] of parts.entries()) {
    const part = { requestId, seqNo, generatedAt: generatedAt(), data, tbc: seqNo < parts.length - 1 }
    expect(await station.call('NotifyCustomerInformation', part)).toEqual({})
  }
}
const card = (idToken: string) => ({ idToken: { idToken, type: 'ISO14443' } })
const customers: [name: string, what: string, parts: string[], by: 'tag' | 'name'][] = [
  ['TC_N_27 what is stored of a customer is told', 'Report', ['ABC was here', ' twice'], 'tag'],
  ['TC_N_28 nothing is stored of a customer', 'Report', [''], 'tag'],
  ['TC_N_30 what is stored of a customer is told and deleted', 'Report and clear', ['ABC was here'], 'tag'],
  ['TC_N_31 nothing is stored that could be deleted', 'Report and clear', [''], 'tag'],
  ['TC_N_32 what is stored of a customer is deleted', 'Clear', [], 'tag'],
  ['TC_N_62 a customer of another name', 'Report and clear', ['ABC was here'], 'name'],
]
test.each(customers)('%s', async (_, what, parts, by) => {
  const station = await product.station()
  const idTag = await newTag(product.t)
  const whom = by === 'tag' ? { idTag } : { customerIdentifier: 'Customer 1' }
  const { task, sent, requestId } = await asked(station, 'CustomerInformation', { ...whom, what })
  expect(sent).toEqual({
    report: what !== 'Clear',
    clear: what !== 'Report',
    ...(by === 'tag' ? card(idTag) : whom),
  })
  await tellOfCustomer(station, requestId, parts)
  const path = `remote/operation/charger/${station.id}/task/${task.taskId}/customer-information`
  if (parts.length > 0) expect((await product.ask('POST', path)).data).toEqual({ text: parts.join(''), isWhole: true })
  else expect(await told(station, task)).toBeNull()
})

test('TC_N_29 a station that tells nothing of customers', async () => {
  const station = await product.station()
  await asked(station, 'CustomerInformation', { idTag: await newTag(product.t), what: 'Report' }, 'Rejected')
})

test('TC_N_46 a customer is deleted, and leaves the local list', async () => {
  const station = await product.station()
  const idTag = await newTag(product.t)
  await asked(station, 'CustomerInformation', { idTag, what: 'Clear' })
  const list = { updateType: 'Differential', contents: 'ChosenTags', removedIdTags: [idTag] }
  expect(await product.operate(station, 'SendLocalList', list)).toMatchObject({ answer: 'Accepted' })
  expect(await station.heard('SendLocalList')).toMatchObject({ localAuthorizationList: [card(idTag)] })
})

const text = { id: 1, priority: 'InFront', message: { format: 'UTF8', content: 'Welcome' } }
const texts: [name: string, asks: object, wanted: object][] = [
  ['TC_O_02 all texts are told', {}, {}],
  ['TC_O_07 a text by its number', { id: 1 }, { id: [1] }],
  ['TC_O_08 texts by priority', { priority: 'InFront' }, { priority: 'InFront' }],
  ['TC_O_09 texts by state', { state: 'Idle' }, { state: 'Idle' }],
]
test.each(texts)('%s', async (_, asks, wanted) => {
  const station = await product.station()
  const { task, sent, requestId } = await asked(station, 'GetDisplayMessages', asks)
  expect(sent).toEqual(wanted)
  for (const tbc of [true, false])
    expect(await station.call('NotifyDisplayMessages', { requestId, messageInfo: [text], tbc })).toEqual({})
  expect(await told(station, task)).toMatchObject({ state: 'whole', itemsInAll: 2 })
})

test.each<[string, object, object]>([
  ['TC_O_03 no text is set', {}, {}],
  ['TC_O_11 no text fits', { id: 4711, state: 'Faulted' }, { id: [4711], state: 'Faulted' }],
])('%s', async (_, asks, wanted) => {
  const station = await product.station()
  expect((await asked(station, 'GetDisplayMessages', asks, 'Unknown')).sent).toEqual(wanted)
})
