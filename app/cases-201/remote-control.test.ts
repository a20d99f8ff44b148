// Cases F, G and H: starts and stops from afar, messages that a station is asked for, availability, and reservations.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reservation } from '#control/reservations/reservation.contract.ts'
import { create } from '#fleet/tags/tag.store.ts'
import { at, newTag, unique } from '#testing/ocpp.ts'
import { register } from '#testing/station201.ts'
import { afterEachCase, type Evse, type Product, type StrictStation, startProduct } from './test-station.ts'

let product: Product
let idTag: string
beforeAll(async () => {
  product = await startProduct()
  idTag = await newTag(product.t)
})
afterAll(() => product.t.close())
afterEachCase(() => product)

const accepted = { idTokenInfo: { status: 'Accepted' } }

/** The operator starts a session on connector 1; the task, and the number by which the station names the start. */
async function startFromAfar(station: StrictStation) {
  const task = await product.operate(station, 'RemoteStart', { connectorId: 1, idTag })
  expect(task.answer).toBe('Accepted')
  const { remoteStartId, ...sent } = await station.heard('RequestStartTransaction')
  expect(sent).toEqual({ evseId: 1, idToken: { idToken: idTag, type: 'ISO14443' } })
  return { task, info: { remoteStartId } }
}

test('TC_F_01 a start from afar, the cable first', async () => {
  const station = await product.station()
  const tx = station.transaction()
  await station.status('Occupied')
  await tx.started('CablePluggedIn', { state: 'EVConnected' })
  station.answers.RequestStartTransaction = { status: 'Accepted', transactionId: tx.id }
  const { task, info } = await startFromAfar(station)
  expect(await tx.updated('RemoteStart', { token: idTag, state: 'EVConnected', info })).toMatchObject(accepted)
  await tx.charging()
  const seen = await product.taskUntil(station, task, 'seen')
  expect(seen.effect?.transactionId).toBe(await product.running(station))
})

test('TC_F_02 a start from afar that the station has authorised', async () => {
  const station = await product.station()
  const tx = station.transaction()
  const { task, info } = await startFromAfar(station)
  expect(await station.authorize(idTag, 'Central')).toMatchObject(accepted)
  expect(await tx.started('RemoteStart', { token: idTag, info })).toMatchObject(accepted)
  await station.status('Occupied')
  await tx.updated('CablePluggedIn', { state: 'EVConnected' })
  await tx.charging()
  await product.taskUntil(station, task, 'seen')
})

test('TC_F_03 a start from afar that the station takes as it is', async () => {
  const station = await product.station()
  const tx = station.transaction()
  const { task, info } = await startFromAfar(station)
  expect(await tx.started('RemoteStart', { token: idTag, info })).toMatchObject(accepted)
  await station.status('Occupied')
  await tx.updated('CablePluggedIn', { state: 'EVConnected' })
  await tx.charging()
  await product.taskUntil(station, task, 'seen')
})

test('TC_F_04 no cable comes in time after a start from afar', async () => {
  const station = await product.station()
  const tx = station.transaction()
  const { info } = await startFromAfar(station)
  expect(await tx.started('RemoteStart', { token: idTag, info })).toMatchObject(accepted)
  await tx.ended('EVConnectTimeout', 'Timeout')
  expect(await station.status('Available')).toEqual({})
  expect(await product.sessions(station)).toMatchObject([{ energyWh: 0, stopReason: 'Timeout' }])
  expect(await product.connector(station)).toMatchObject({ status: 'Available', transactionId: null })
})

test('TC_F_06 a connector without a session is unlocked', async () => {
  const station = await product.station()
  expect(await product.operate(station, 'UnlockConnector', { connectorId: 2 })).toMatchObject({ answer: 'Unlocked' })
  expect(await station.heard('UnlockConnector')).toEqual({ evseId: 2, connectorId: 1 })
})

/** Asks for a message; returns what the station hears. */
async function trigger(station: StrictStation, triggerMessage: string, connectorId: number) {
  expect(await product.operate(station, 'TriggerMessage', { triggerMessage, connectorId })).toMatchObject({
    state: 'done',
    answer: 'Accepted',
  })
  return station.heard('TriggerMessage')
}
async function triggerExtended(station: StrictStation, requestedMessage: string) {
  expect(await product.operate(station, 'ExtendedTriggerMessage', { requestedMessage })).toMatchObject({
    answer: 'Accepted',
  })
  return station.heard('TriggerMessage')
}
const meterValues = (station: StrictStation, evseId: number) =>
  station.call('MeterValues', { evseId, meterValue: [register(at(0), 1000, 'Trigger')] })

test('TC_F_11 the readings of one EVSE are asked for', async () => {
  const station = await product.station()
  expect(await trigger(station, 'MeterValues', 2)).toEqual({ requestedMessage: 'MeterValues', evse: { id: 2 } })
  expect(await meterValues(station, 2)).toEqual({})
})

test('TC_F_12 the readings of all EVSEs are asked for', async () => {
  const station = await product.station()
  expect(await trigger(station, 'MeterValues', 0)).toEqual({ requestedMessage: 'MeterValues' })
  for (const evseId of [1, 2]) expect(await meterValues(station, evseId)).toEqual({})
})

test.each([
  ['TC_F_13 the transaction of one EVSE is asked for', 1, { evse: { id: 1 } }],
  ['TC_F_14 the transactions of all EVSEs are asked for', 0, {}],
])('%s', async (_, connectorId, place) => {
  const station = await product.station()
  const tx = station.transaction()
  await tx.started('Authorized', { token: idTag, state: 'Charging', wh: 1000 })
  expect(await trigger(station, 'MeterValues', connectorId)).toEqual({ requestedMessage: 'TransactionEvent', ...place })
  expect(await tx.updated('Trigger', { state: 'Charging', wh: 2000, context: 'Trigger' })).toHaveProperty('totalCost')
})

test('TC_F_15 the state of logs is asked for', async () => {
  const station = await product.station()
  const requestedMessage = 'LogStatusNotification'
  expect(await triggerExtended(station, requestedMessage)).toEqual({ requestedMessage })
  expect(await station.call('LogStatusNotification', { status: 'Idle' })).toEqual({})
})

test('TC_F_18 the state of firmware is asked for', async () => {
  const station = await product.station()
  const requestedMessage = 'FirmwareStatusNotification'
  expect(await trigger(station, requestedMessage, 0)).toEqual({ requestedMessage })
  expect(await station.call('FirmwareStatusNotification', { status: 'Idle' })).toEqual({})
})

test('TC_F_20 a heartbeat is asked for', async () => {
  const station = await product.station()
  expect(await trigger(station, 'Heartbeat', 0)).toEqual({ requestedMessage: 'Heartbeat' })
  const { currentTime } = await station.call('Heartbeat', {})
  expect(Math.abs(new Date(String(currentTime)).getTime() - Date.now())).toBeLessThan(60_000)
})

test.each([
  ['TC_F_23 the state of a free connector is asked for', 'Available', 'Available'],
  ['TC_F_24 the state of a taken connector is asked for', 'Occupied', 'Preparing'],
])('%s', async (_, told, shown) => {
  const station = await product.station()
  const evse = { id: 1, connectorId: 1 }
  expect(await trigger(station, 'StatusNotification', 1)).toEqual({ requestedMessage: 'StatusNotification', evse })
  expect(await station.status(told)).toEqual({})
  expect(await product.connector(station)).toMatchObject({ status: shown })
})

test('TC_F_27 a station that cannot send a message when asked says so', async () => {
  const station = await product.station()
  station.answers.TriggerMessage = { status: 'NotImplemented' }
  const requestedMessage = 'SignChargePointCertificate'
  expect(await product.operate(station, 'ExtendedTriggerMessage', { requestedMessage })).toMatchObject({
    state: 'failed',
    answer: 'NotImplemented',
  })
})

const TWO_CONNECTORS: Evse[] = [{ id: 1 }, { id: 1, connectorId: 2 }]
/** The three targets of ChangeAvailability: what the request names, and which connectors are out of service afterwards. */
const places = {
  EVSE: { connectors: [{ id: 1 }, { id: 2 }], connectorId: 2, evse: { id: 2 }, told: [{ id: 2 }] },
  station: { connectors: [{ id: 1 }, { id: 2 }], connectorId: 0, evse: undefined, told: [{ id: 1 }, { id: 2 }] },
  connector: {
    connectors: TWO_CONNECTORS,
    connectorId: 2,
    evse: { id: 1, connectorId: 2 },
    told: [{ id: 1, connectorId: 2 }],
  },
} as const
type Place = keyof typeof places

/** The operator takes a place out of service or puts it back, and the station does so. */
async function change(station: StrictStation, place: Place, availabilityType: string, status = 'Accepted') {
  const { connectorId, evse } = places[place]
  station.answers.ChangeAvailability = { status }
  const task = await product.operate(station, 'ChangeAvailability', { connectorId, availabilityType })
  expect(task).toMatchObject({ state: 'done', answer: status })
  expect(await station.heard('ChangeAvailability')).toEqual({
    operationalStatus: availabilityType === 'OPERATIVE' ? 'Operative' : 'Inoperative',
    ...(evse && { evse }),
  })
}
async function tell(station: StrictStation, place: Place, status: string) {
  for (const evse of places[place].told) {
    expect(await station.status(status, evse)).toEqual({})
    expect(await station.availabilityState(status, evse)).toEqual({})
  }
  const connectorId = places[place].connectorId || 1
  expect(await product.connector(station, connectorId)).toMatchObject({ status })
}
const of = (place: Place) =>
  product.station({ connectorCount: place === 'connector' ? 1 : 2 }, places[place].connectors)

test.each<[string, Place, string, string]>([
  ['TC_G_03 an EVSE is taken out of service', 'EVSE', 'INOPERATIVE', 'Unavailable'],
  ['TC_G_04 an EVSE is put back', 'EVSE', 'OPERATIVE', 'Available'],
  ['TC_G_05 the station is taken out of service', 'station', 'INOPERATIVE', 'Unavailable'],
  ['TC_G_06 the station is put back', 'station', 'OPERATIVE', 'Available'],
  ['TC_G_07 a connector is taken out of service', 'connector', 'INOPERATIVE', 'Unavailable'],
  ['TC_G_08 a connector is put back', 'connector', 'OPERATIVE', 'Available'],
])('%s', async (_, place, type, status) => {
  const station = await of(place)
  await tell(station, place, status === 'Available' ? 'Unavailable' : 'Available')
  await change(station, place, type)
  await tell(station, place, status)
})

test.each<[string, Place]>([
  ['TC_G_11 an EVSE with a session', 'EVSE'],
  ['TC_G_14 the station with a session', 'station'],
  ['TC_G_17 a connector with a session', 'connector'],
])('%s goes out of service after the session', async (_, place) => {
  const station = await of(place)
  const [evse = { id: 1 }] = places[place].told
  const tx = station.transaction({ connectorId: 1, ...evse })
  await tx.started('Authorized', { token: idTag, state: 'Charging', wh: 1000 })
  await change(station, place, 'INOPERATIVE', 'Scheduled')
  await tx.ended('StopAuthorized', 'Local', { token: idTag, wh: 11_000 })
  await tell(station, place, 'Unavailable')
  expect(await product.sessions(station)).toMatchObject([{ energyWh: 10_000 }])
})

test('TC_G_20 a lock that fails is told as an event', async () => {
  const station = await product.station()
  const event = {
    eventId: 7,
    timestamp: at(0),
    trigger: 'Delta',
    actualValue: 'true',
    eventNotificationType: 'HardWiredNotification',
    component: { name: 'ConnectorPlugRetentionLock', evse: { id: 1, connectorId: 1 } },
    variable: { name: 'Problem' },
  }
  expect(await station.event(event)).toEqual({})
  const { data } = await product.ask('GET', `${product.team}/charger/${station.id}/station-events`)
  expect(data).toMatchObject([{ component: 'ConnectorPlugRetentionLock#1.1', variable: 'Problem', endedAt: null }])
})

const hourAhead = () => new Date(Date.now() + 3_600_000).toISOString()
const newest = async ({ id }: StrictStation): Promise<Reservation> =>
  (await product.ask('GET', `${product.team}/charger/${id}/reservations`)).data[0]
/** The operator reserves for a card; what the station is sent, and the reservation. */
async function reserve(station: StrictStation, connectorId: number, tag = idTag, answer = 'Accepted') {
  station.answers.ReserveNow = { status: answer }
  const task = await product.operate(station, 'ReserveNow', { connectorId, idTag: tag, expiryDate: hourAhead() })
  expect(task.answer).toBe(answer)
  const sent = await station.heard('ReserveNow')
  const reservation = await newest(station)
  expect(sent).toMatchObject({ id: reservation.reservationId, idToken: { idToken: tag } })
  return { sent, reservation, id: reservation.reservationId }
}

test('TC_H_01 an EVSE is reserved, and its card uses it', async () => {
  const station = await product.station()
  const { sent, id, reservation } = await reserve(station, 1)
  expect([sent.evseId, sent.connectorType, reservation.state]).toEqual([1, undefined, 'reserved'])
  await station.status('Reserved')
  expect(await product.connector(station)).toMatchObject({ status: 'Reserved' })
  expect(await station.authorize(idTag)).toMatchObject(accepted)
  const tx = station.transaction()
  expect(
    await tx.started('Authorized', { token: idTag, state: 'EVConnected', more: { reservationId: id } }),
  ).toMatchObject(accepted)
  expect(await newest(station)).toMatchObject({ state: 'used' })
})

test('TC_H_07 a reservation that nobody used ends', async () => {
  const station = await product.station()
  const { id: reservationId } = await reserve(station, 1)
  await station.status('Reserved')
  const ended = { reservationId, reservationUpdateStatus: 'Expired' }
  expect(await station.call('ReservationStatusUpdate', ended)).toEqual({})
  await station.status('Available')
  expect(await newest(station)).toMatchObject({ state: 'expired' })
})

test('TC_H_08 any EVSE is reserved', async () => {
  const station = await product.station()
  const { sent, id } = await reserve(station, 0)
  expect([sent.evseId, sent.connectorType]).toEqual([undefined, undefined])
  const tx = station.transaction({ id: 2, connectorId: 1 })
  const told = { token: idTag, state: 'EVConnected', more: { reservationId: id } }
  expect(await tx.started('Authorized', told)).toMatchObject(accepted)
  expect(await newest(station)).toMatchObject({ state: 'used' })
})

test('TC_H_14 as many reservations as EVSEs reserve all of them', async () => {
  const station = await product.station()
  for (let n = 0; n < 2; n++) expect((await reserve(station, 0)).sent).not.toHaveProperty('evseId')
  for (const id of [1, 2]) {
    await station.status('Reserved', { id })
    await station.availabilityState('Reserved', { id })
    expect(await product.connector(station, id)).toMatchObject({ status: 'Reserved' })
  }
})

test('TC_H_17 a reservation is cancelled', async () => {
  const station = await product.station()
  const { id: reservationId } = await reserve(station, 1)
  expect(await product.operate(station, 'CancelReservation', { reservationId })).toMatchObject({ answer: 'Accepted' })
  expect(await station.heard('CancelReservation')).toEqual({ reservationId })
  expect(await newest(station)).toMatchObject({ state: 'cancelled' })
})

test('TC_H_19 another card of the group uses the reservation', async () => {
  const station = await product.station()
  const { t } = product
  const name = unique('GROUP')
  const parentTagPk = await create(t.db, { teamId: t.world.one.companyId, idTag: name, maxActiveTransactions: -1 })
  const [first, second] = [await newTag(t, { parentTagPk }), await newTag(t, { parentTagPk })]
  const { sent, id } = await reserve(station, 1, first)
  expect(sent.groupIdToken).toEqual({ idToken: name, type: 'Central' })
  const told = { idTokenInfo: { status: 'Accepted', groupIdToken: { idToken: name } } }
  expect(await station.authorize(second)).toMatchObject(told)
  const tx = station.transaction()
  const started = { token: second, state: 'EVConnected', more: { reservationId: id } }
  expect(await tx.started('Authorized', started)).toMatchObject(told)
  expect(await newest(station)).toMatchObject({ state: 'used' })
})

test('TC_H_20 a fault of the EVSE ends the reservation', async () => {
  const station = await product.station()
  const { id: reservationId } = await reserve(station, 1)
  await station.status('Faulted')
  const ended = { reservationId, reservationUpdateStatus: 'Removed' }
  expect(await station.call('ReservationStatusUpdate', ended)).toEqual({})
  expect((await newest(station)).state).toMatch(/^(ended|expired)$/)
})

test('TC_H_22 a station that takes no reservations refuses', async () => {
  const station = await product.station()
  const { reservation } = await reserve(station, 1, idTag, 'Rejected')
  expect(reservation).toMatchObject({ state: 'refused', error: 'Rejected' })
})
