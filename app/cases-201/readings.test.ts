// Cases I, J and P: readings of meters in and out of transactions, what a session costs, and data of vendors.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, newTag } from '#testing/ocpp.ts'
import { register } from '#testing/station201.ts'
import { afterEachCase, type Product, type StrictStation, startProduct } from './test-station.ts'

let product: Product
let token: string
beforeAll(async () => {
  product = await startProduct()
  token = await newTag(product.t)
})
afterAll(() => product.t.close())
afterEachCase(() => product)

const accepted = { idTokenInfo: { status: 'Accepted' } }
const SIGNED = {
  signedMeterValue: { signedMeterData: 'c2ln', signingMethod: 'ECDSA', encodingMethod: 'OCMF', publicKey: 'a2V5' },
}
/** A reading of the register with its signature. */
const signed = (timestamp: string, value: number, context: string) => {
  const { sampledValue, ...reading } = register(timestamp, value, context)
  return { ...reading, sampledValue: sampledValue.map(s => ({ ...s, ...SIGNED })) }
}
/** Readings at these minutes, a kWh apart. */
const series = (context: string, ...minutes: number[]) =>
  minutes.map((minute, n) => register(at(minute), 2000 + n * 1000, context))
const ended = { energyWh: 10_000, totalPaise: 21_240 }

async function begun(station: StrictStation) {
  const tx = station.transaction()
  expect(await tx.started('Authorized', { token, state: 'Charging', wh: 1000 })).toMatchObject(accepted)
  return tx
}

test('TC_I_02 the end is answered with what the session costs', async () => {
  const station = await product.station()
  const tx = await begun(station)
  expect(await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000 })).toMatchObject({ totalCost: 212.4 })
  expect(await product.sessions(station)).toMatchObject([ended])
})

test('TC_J_01 readings by the clock without a session', async () => {
  const station = await product.station()
  for (const evseId of [0, 1, 2])
    expect(await station.call('MeterValues', { evseId, meterValue: series('Sample.Clock', 0) })).toEqual({})
})

test('TC_J_02 readings by the clock in a session', async () => {
  const station = await product.station()
  const tx = await begun(station)
  const told = await tx.updated('MeterValueClock', { state: 'Charging', wh: 2000, context: 'Sample.Clock' })
  // A kWh so far.
  expect(told).toMatchObject({ totalCost: 21.24 })
  expect(await product.sessions(station)).toMatchObject([{ stoppedAt: null, meters: 2 }])
})

test('TC_J_03 readings by the clock that come with the end', async () => {
  const station = await product.station()
  const tx = await begun(station)
  const meterValue = [...series('Sample.Clock', 10, 15), register(at(20), 11_000, 'Transaction.End')]
  expect(await tx.ended('StopAuthorized', 'Local', { token, more: { meterValue } })).toMatchObject(accepted)
  expect(await product.sessions(station)).toMatchObject([ended])
})

test('TC_J_04 readings by the clock with signatures', async () => {
  const station = await product.station()
  const tx = await begun(station)
  const meterValue = [signed(at(10), 3000, 'Sample.Clock')]
  expect(await tx.updated('MeterValueClock', { state: 'Charging', more: { meterValue } })).toHaveProperty('totalCost')
  const last = [signed(at(20), 11_000, 'Transaction.End')]
  await tx.ended('StopAuthorized', 'Local', { token, more: { meterValue: last } })
  expect(await product.sessions(station)).toMatchObject([ended])
})

test('TC_J_07 readings that come with the start', async () => {
  const station = await product.station()
  const tx = await begun(station)
  await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000 })
  expect(await product.sessions(station)).toMatchObject([ended])
})

test('TC_J_08 readings of the start that come once the EVSE is known', async () => {
  const station = await product.station()
  const tx = station.transaction()
  expect(await tx.started('Authorized', { token, evse: null })).toMatchObject(accepted)
  await tx.updated('CablePluggedIn', { token, state: 'EVConnected', wh: 1000, context: 'Transaction.Begin' })
  await tx.updated('ChargingStateChanged', { state: 'Charging' })
  await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000 })
  expect(await product.sessions(station)).toMatchObject([ended])
})

test('TC_J_09 readings from time to time', async () => {
  const station = await product.station()
  const tx = await begun(station)
  const told = []
  for (const wh of [2000, 3000]) told.push(await tx.updated('MeterValuePeriodic', { state: 'Charging', wh }))
  expect(told).toMatchObject([{ totalCost: 21.24 }, { totalCost: 42.48 }])
  await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000 })
  expect(await product.sessions(station)).toMatchObject([ended])
})

test('TC_J_10 readings from time to time that come with the end', async () => {
  const station = await product.station()
  const tx = await begun(station)
  const meterValue = [...series('Sample.Periodic', 10, 15), register(at(20), 11_000, 'Transaction.End')]
  expect(await tx.ended('StopAuthorized', 'Local', { token, more: { meterValue } })).toMatchObject(accepted)
  const [session] = await product.sessions(station)
  expect(session).toMatchObject(ended)
  expect(session?.meters).toBeGreaterThanOrEqual(2)
})

test('TC_J_11 readings from time to time with signatures', async () => {
  const station = await product.station()
  const tx = station.transaction()
  const start = { meterValue: [signed(at(0), 1000, 'Transaction.Begin')] }
  expect(await tx.started('Authorized', { token, state: 'Charging', more: start })).toMatchObject(accepted)
  const meterValue = [signed(at(10), 3000, 'Sample.Periodic')]
  await tx.updated('MeterValuePeriodic', { state: 'Charging', more: { meterValue } })
  const last = [signed(at(20), 11_000, 'Transaction.End')]
  await tx.ended('StopAuthorized', 'Local', { token, more: { meterValue: last } })
  expect(await product.sessions(station)).toMatchObject([ended])
})

test('TC_P_02 data of a vendor that the product does not know are refused', async () => {
  const station = await product.station()
  const data = { vendorId: 'org.example.unknown', messageId: 'Hello', data: { answer: 42 } }
  expect((await station.call('DataTransfer', data)).status).toMatch(/^(Rejected|UnknownVendorId|UnknownMessageId)$/)
})

test('TC_P_03 custom data beside the fields of a message disturb nothing', async () => {
  const station = await product.station()
  const customData = { vendorId: 'org.example', lamp: 'green', levels: [1, 2] }
  expect(await station.call('Heartbeat', { customData })).toHaveProperty('currentTime')
  const idToken = { idToken: token, type: 'ISO14443', customData }
  expect(await station.call('Authorize', { idToken, customData })).toMatchObject(accepted)
  const tx = station.transaction()
  expect(await tx.started('Authorized', { token, state: 'Charging', wh: 1000, more: { customData } })).toMatchObject(
    accepted,
  )
  await tx.ended('StopAuthorized', 'Local', { token, wh: 11_000, info: { customData } })
  expect(await product.sessions(station)).toMatchObject([ended])
})
