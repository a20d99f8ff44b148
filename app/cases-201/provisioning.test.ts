// Cases B: boot, variables, reports of the device model, restarts, and the subprotocol.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTag } from '#testing/ocpp.ts'
import { afterEachCase, type Product, type StrictStation, startProduct } from './test-station.ts'

let product: Product
let idTag: string
beforeAll(async () => {
  product = await startProduct()
  idTag = await newTag(product.t)
})
afterAll(() => product.t.close())
afterEachCase(() => product)

/** An operator decides on the registration of a station. */
const register = ({ pk }: StrictStation, registrationStatus: string) =>
  product.ask('PUT', `${product.team}/charger/${pk}`, { registrationStatus })
const variable = (component: string, name: string) => ({ component: { name: component }, variable: { name } })
const HEARTBEAT = variable('OCPPCommCtrlr', 'HeartbeatInterval')

test('TC_B_01 a boot is accepted with time and interval, and the states of the connectors are taken', async () => {
  const station = await product.connected()
  const { status, currentTime, interval } = await station.boot()
  expect(status).toBe('Accepted')
  expect(Math.abs(new Date(String(currentTime)).getTime() - Date.now())).toBeLessThan(60_000)
  expect(interval).toBeGreaterThan(0)
  expect(await station.status('Available')).toEqual({})
  expect(await station.availabilityState('Available')).toEqual({})
  expect(await product.connector(station)).toMatchObject({ status: 'Available' })
})

test('TC_B_02 a pending station is read and set, and accepted at a later boot', async () => {
  const station = await product.connected({ registrationStatus: 'Pending' })
  const pending = await station.boot()
  expect(pending).toMatchObject({ status: 'Pending' })
  expect(pending.interval).toBeGreaterThan(0)
  expect(await product.operate(station, 'GetConfiguration', { key: ['HeartbeatInterval'] })).toMatchObject({
    state: 'done',
  })
  expect(await station.heard('GetVariables')).toEqual({ getVariableData: [HEARTBEAT] })
  await product.ask('POST', `${product.team}/charger/${station.id}/device-model/report`)
  const { requestId } = await station.heard('GetBaseReport')
  expect(await report(station, Number(requestId), [row('EVSE', 'Power', '60000')])).toEqual({})
  await register(station, 'Accepted')
  // The node with the station knows of the decision once it asks for a boot.
  await station.heard('TriggerMessage')
  expect(await station.boot()).toMatchObject({ status: 'Accepted' })
  expect(await station.status('Available')).toEqual({})
})

test('TC_B_30 a pending or rejected station that sends something else gets a SecurityError', async () => {
  for (const registrationStatus of ['Pending', 'Rejected'] as const) {
    const station = await product.connected({ registrationStatus })
    expect(await station.boot()).toMatchObject({ status: registrationStatus })
    await expect(station.status('Available')).rejects.toMatchObject({ rpcErrorCode: 'SecurityError' })
    await expect(station.transaction().started('Authorized', { token: idTag })).rejects.toMatchObject({
      rpcErrorCode: 'SecurityError',
    })
  }
})

test('TC_B_31 a pending station is asked to boot once it is registered', async () => {
  const station = await product.connected({ registrationStatus: 'Pending' })
  expect(await station.boot()).toMatchObject({ status: 'Pending' })
  await register(station, 'Accepted')
  expect(await station.heard('TriggerMessage')).toEqual({ requestedMessage: 'BootNotification' })
  expect(await station.boot('Triggered')).toMatchObject({ status: 'Accepted' })
  expect(await station.status('Available')).toEqual({})
})

test('TC_B_06 one variable is read', async () => {
  const station = await product.station()
  const task = await product.operate(station, 'GetConfiguration', { key: ['HeartbeatInterval'] })
  expect(await station.heard('GetVariables')).toEqual({ getVariableData: [HEARTBEAT] })
  expect(task.result[0]?.details).toMatchObject({ configurationKey: [{ key: 'HeartbeatInterval', value: '300' }] })
})

/** The sizes of the questions for variables, and the values that come together. */
async function read(most: string, keys: string[]) {
  const station = await product.station()
  station.variables.set('DeviceDataCtrlr.ItemsPerMessage', most)
  const task = await product.operate(station, 'GetConfiguration', { key: keys })
  expect(task.state).toBe('done')
  const { configurationKey = [] } = (task.result[0]?.details ?? {}) as { configurationKey?: { key: string }[] }
  expect(configurationKey.map(k => k.key).toSorted()).toEqual(keys.toSorted())
  // The first question is for the limit.
  const sizes = []
  for (let n = station.untaken('GetVariables'); n > 0; n--) {
    const { getVariableData } = await station.heard('GetVariables')
    sizes.push((getVariableData as object[]).length)
  }
  return sizes
}

test('TC_B_07 several variables are read in one message', async () => {
  expect(await read('10', ['HeartbeatInterval', 'OCPPCommCtrlr.OfflineThreshold'])).toEqual([1, 2])
})

test('TC_B_08 no more variables are read at once than the station takes', async () => {
  const keys = ['HeartbeatInterval', 'AuthCtrlr.AuthorizeRemoteStart', 'EVSE#1.Power', 'EVSE#2.Power', 'Vendor.Lamp']
  expect(await read('2', keys)).toEqual([1, 2, 2, 1])
})

test('TC_B_09 one variable is set', async () => {
  const station = await product.station()
  const set = { keyType: 'Custom', customConfKey: 'OCPPCommCtrlr.OfflineThreshold', customConfValue: '123' }
  expect(await product.operate(station, 'ChangeConfiguration', set)).toMatchObject({ answer: 'Accepted' })
  expect(await station.heard('SetVariables')).toEqual({
    setVariableData: [{ ...variable('OCPPCommCtrlr', 'OfflineThreshold'), attributeValue: '123' }],
  })
})

const row = (component: string, name: string, value: string, mutability = 'ReadOnly') => ({
  ...variable(component, name),
  variableAttribute: [{ type: 'Actual', value, mutability }],
  variableCharacteristics: { dataType: 'string', supportsMonitoring: false },
})
const report = (station: StrictStation, requestId: number, reportData: object[], seqNo = 0, tbc = false) =>
  station.call('NotifyReport', { requestId, generatedAt: new Date().toISOString(), seqNo, tbc, reportData })

test('TC_B_13 the whole inventory is asked for, and its parts are kept', async () => {
  const station = await product.station()
  const path = `${product.team}/charger/${station.id}/device-model`
  await product.ask('POST', `${path}/report`)
  const { requestId, reportBase } = await station.heard('GetBaseReport')
  expect(reportBase).toBe('FullInventory')
  expect(await report(station, Number(requestId), [row('EVSE', 'Power', '60000')], 0, true)).toEqual({})
  expect(await report(station, Number(requestId), [row('ClockCtrlr', 'TimeZone', 'Asia/Kolkata')], 1)).toEqual({})
  const { data } = await product.ask('GET', path)
  expect(data).toMatchObject({ variables: 2, report: { requestId, isWhole: true, missing: [], hasLast: true } })
  expect(data.report.endedAt).not.toBeNull()
})

const restart = (station: StrictStation, resetType: string) => product.operate(station, 'Reset', { resetType })

test('TC_B_20 a station without a session restarts when it is idle', async () => {
  const station = await product.station()
  const task = await restart(station, 'SOFT')
  expect(await station.heard('Reset')).toEqual({ type: 'OnIdle' })
  expect(task.answer).toBe('Accepted')
  await product.restarted(station, 'RemoteReset')
  await product.taskUntil(station, task, 'seen')
})

test('TC_B_21 a station with a session restarts after the session', async () => {
  const station = await product.station()
  const tx = station.transaction()
  await tx.started('Authorized', { token: idTag, state: 'Charging', wh: 1000 })
  station.answers.Reset = { status: 'Scheduled' }
  expect(await restart(station, 'SOFT')).toMatchObject({ state: 'done', answer: 'Scheduled' })
  expect(await station.heard('Reset')).toEqual({ type: 'OnIdle' })
  await tx.ended('StopAuthorized', 'Local', { token: idTag, wh: 11_000 })
  await product.restarted(station, 'ScheduledReset')
  expect(await product.sessions(station)).toMatchObject([{ energyWh: 10_000, stopReason: 'Local' }])
})

test('TC_B_22 a station restarts at once, and its session ends', async () => {
  const station = await product.station()
  const tx = station.transaction()
  await tx.started('Authorized', { token: idTag, state: 'Charging', wh: 1000 })
  const task = await restart(station, 'HARD')
  expect(await station.heard('Reset')).toEqual({ type: 'Immediate' })
  await tx.ended('ResetCommand', 'ImmediateReset', { wh: 11_000 })
  await product.restarted(station, 'RemoteReset')
  await product.taskUntil(station, task, 'seen')
  expect(await product.sessions(station)).toMatchObject([{ energyWh: 10_000, stopReason: 'ImmediateReset' }])
})

const restartEvse = (station: StrictStation, resetType: string) =>
  product.operate(station, 'ResetEvse', { connectorId: 2, resetType })

test('TC_B_25 one EVSE without a session restarts', async () => {
  const station = await product.station()
  expect(await restartEvse(station, 'ON IDLE')).toMatchObject({ state: 'done', answer: 'Accepted' })
  expect(await station.heard('Reset')).toEqual({ type: 'OnIdle', evseId: 2 })
  await station.status('Unavailable', { id: 2 })
  expect(await product.connector(station, 2)).toMatchObject({ status: 'Unavailable' })
  await station.status('Available', { id: 2 })
  expect(await product.connector(station, 2)).toMatchObject({ status: 'Available' })
})

test('TC_B_26 one EVSE restarts after its session', async () => {
  const station = await product.station()
  const tx = station.transaction({ id: 2, connectorId: 1 })
  await tx.started('Authorized', { token: idTag, state: 'Charging', wh: 1000 })
  station.answers.Reset = { status: 'Scheduled' }
  expect(await restartEvse(station, 'ON IDLE')).toMatchObject({ state: 'done', answer: 'Scheduled' })
  expect(await station.heard('Reset')).toEqual({ type: 'OnIdle', evseId: 2 })
  await tx.ended('StopAuthorized', 'Local', { token: idTag, wh: 11_000 })
  expect(await product.sessions(station)).toMatchObject([{ connectorId: 2, energyWh: 10_000 }])
})

test('TC_B_27 one EVSE restarts at once, and its session alone ends', async () => {
  const station = await product.station()
  const [other, tx] = [station.transaction(), station.transaction({ id: 2, connectorId: 1 })]
  for (const one of [other, tx]) await one.started('Authorized', { token: idTag, state: 'Charging', wh: 1000 })
  expect(await restartEvse(station, 'IMMEDIATE')).toMatchObject({ state: 'done', answer: 'Accepted' })
  expect(await station.heard('Reset')).toEqual({ type: 'Immediate', evseId: 2 })
  await tx.ended('ResetCommand', 'ImmediateReset', { wh: 11_000 })
  expect(await product.sessions(station)).toMatchObject([
    { connectorId: 1, stoppedAt: null },
    { connectorId: 2, stopReason: 'ImmediateReset' },
  ])
})

test('TC_B_58 the subprotocol is the one that both speak; without one there is no connection', async () => {
  const station = await product.connected({}, { protocols: ['ocpp9.9', 'ocpp2.0.1'] })
  expect(station.client.protocol).toBe('ocpp2.0.1')
  const other = await product.known({}, { protocols: ['ocpp9.9'], strictMode: false })
  await expect(other.client.connect()).rejects.toThrow(/subprotocol/)
})
