// Cases K: charging profiles that are sent, replaced and cleared, the schedule that comes of them, and limits from outside.
import { createRPCError } from 'ocpp-rpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { profileBody, type Written } from '#power/charging-profiles/test-profile.ts'
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

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) =>
  new Date(Math.floor(Date.now() / 1000) * 1000 + minutes * MINUTE_MS).toISOString().replace('.000Z', 'Z')
/** A limit of 7000 W for a day, beginning now. */
const body = (more: Record<string, unknown> = {}): Written =>
  profileBody({
    charging_profile_kind: 'Absolute',
    recurrency_kind: null,
    valid_from: inMinutes(-60),
    valid_to: inMinutes(24 * 60),
    start_schedule: inMinutes(-30),
    duration_in_seconds: 86_400,
    min_charging_rate: null,
    charging_rate_unit: 'W',
    schedulePeriods: [{ start_period: 1, power_limit: 7000, number_phase: 3 }],
    ...more,
  })
const OF_SESSION = {
  charging_profile_purpose: 'TxProfile',
  charging_profile_kind: 'Relative',
  valid_from: null,
  valid_to: null,
  start_schedule: null,
}
const stored = async (written: Written): Promise<number> =>
  (await product.ask('POST', 'charging-profile', written)).data.charging_profile_pk
const send = (station: StrictStation, charging_profile_pk: number, connectorId: number) =>
  product.operate(station, 'SetChargingProfile', { charging_profile_pk, connectorId })
/** Stores a profile, sends it, and returns what the station hears. */
async function sent(station: StrictStation, connectorId: number, written = body()) {
  expect(await send(station, await stored(written), connectorId)).toMatchObject({ state: 'done', answer: 'Accepted' })
  return station.heard('SetChargingProfile')
}
const periods = [{ startPeriod: 0, limit: 7000, numberPhases: 3 }]
const profile = (written: Written, more: object = {}) => ({
  id: written.charging_profile_id,
  stackLevel: written.stack_level,
  chargingProfilePurpose: written.charging_profile_purpose,
  chargingProfileKind: written.charging_profile_kind,
  chargingSchedule: [{ chargingRateUnit: 'W', chargingSchedulePeriod: periods }],
  ...more,
})

test.each([
  ['TC_K_01 a default for the sessions of one EVSE', 1, {}, {}],
  ['TC_K_10 a default for the sessions of all EVSEs', 0, {}, {}],
  [
    'TC_K_03 a limit of the whole station',
    0,
    { charging_profile_purpose: 'ChargePointMaxProfile' },
    { chargingProfilePurpose: 'ChargingStationMaxProfile' },
  ],
  [
    'TC_K_19 a limit that comes back every day',
    1,
    { charging_profile_kind: 'Recurring', recurrency_kind: 'Daily' },
    { recurrencyKind: 'Daily' },
  ],
])('%s', async (_, connectorId, more, told) => {
  const station = await product.station()
  const written = body(more)
  expect(await sent(station, connectorId, written)).toMatchObject({
    evseId: connectorId,
    chargingProfile: profile(written, told),
  })
})

test('TC_K_04 a profile takes the place of the one with its number', async () => {
  const station = await product.station()
  const written = body()
  const pk = await stored(written)
  await send(station, pk, 1)
  const first = await station.heard('SetChargingProfile')
  const schedulePeriods = [{ start_period: 1, power_limit: 6000, number_phase: 3 }]
  await product.ask('PUT', `charging-profile/${pk}`, { ...written, schedulePeriods })
  await send(station, pk, 1)
  const second = await station.heard('SetChargingProfile')
  expect([first, second].map(s => s.chargingProfile)).toMatchObject([
    { id: written.charging_profile_id, chargingSchedule: [{ chargingSchedulePeriod: [{ limit: 7000 }] }] },
    { id: written.charging_profile_id, chargingSchedule: [{ chargingSchedulePeriod: [{ limit: 6000 }] }] },
  ])
})

test('TC_K_15 a station without smart charging says so', async () => {
  const station = await product.station()
  station.answers.SetChargingProfile = () => {
    throw createRPCError('NotSupported', 'No smart charging')
  }
  expect(await send(station, await stored(body()), 1)).toMatchObject({ state: 'failed', answer: 'No smart charging' })
})

test('TC_K_60 a limit of the session that runs', async () => {
  const station = await product.station()
  station.minute = 55
  const tx = station.transaction()
  await tx.started('Authorized', { token: idTag, state: 'Charging', wh: 1000 })
  const written = body(OF_SESSION)
  const told = await sent(station, 1, written)
  expect(told).toMatchObject({ evseId: 1, chargingProfile: profile(written, { transactionId: tx.id }) })
  expect((told.chargingProfile as { chargingSchedule: object[] }).chargingSchedule[0]).not.toHaveProperty(
    'startSchedule',
  )
})

test('TC_K_70 several profiles stand beside each other by their stack levels', async () => {
  const station = await product.station()
  const levels = [1, 2]
  const told = []
  for (const stack_level of levels) told.push(await sent(station, 1, body({ stack_level })))
  expect(told).toMatchObject(levels.map(stackLevel => ({ evseId: 1, chargingProfile: { stackLevel } })))
  const [first, second] = told.map(s => (s.chargingProfile as { id: number }).id)
  expect(first).not.toBe(second)
})

const clear = (station: StrictStation, parameters: object) =>
  product.operate(station, 'ClearChargingProfile', parameters)

test('TC_K_05 a profile is cleared by its number', async () => {
  const station = await product.station()
  const written = body()
  const charging_profile_pk = await stored(written)
  await send(station, charging_profile_pk, 1)
  expect(await clear(station, { charging_profile_pk })).toMatchObject({ state: 'done', answer: 'Accepted' })
  expect(await station.heard('ClearChargingProfile')).toEqual({ chargingProfileId: written.charging_profile_id })
})

test('TC_K_06 a profile is cleared by purpose and stack level', async () => {
  const station = await product.station()
  const which = { connectorId: 1, chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 2 }
  expect(await clear(station, which)).toMatchObject({ answer: 'Accepted' })
  expect(await station.heard('ClearChargingProfile')).toEqual({
    chargingProfileCriteria: { evseId: 1, chargingProfilePurpose: 'TxDefaultProfile', stackLevel: 2 },
  })
})

test('TC_K_08 a station without such a profile says so', async () => {
  const station = await product.station()
  station.answers.ClearChargingProfile = { status: 'Unknown' }
  expect(await clear(station, { id: 4711 })).toMatchObject({ state: 'failed', answer: 'Unknown' })
})

test('TC_K_37 a start from afar with a limit of its session', async () => {
  const station = await product.station()
  const written = body(OF_SESSION)
  const charging_profile_pk = await stored(written)
  const task = await product.operate(station, 'RemoteStart', { connectorId: 1, idTag, charging_profile_pk })
  expect(task.answer).toBe('Accepted')
  const { chargingProfile, remoteStartId, evseId } = await station.heard('RequestStartTransaction')
  expect(evseId).toBe(1)
  expect(chargingProfile).toMatchObject(profile(written))
  expect(chargingProfile).not.toHaveProperty('transactionId')
  station.minute = 55
  const tx = station.transaction()
  await tx.started('RemoteStart', { token: idTag, state: 'EVConnected', info: { remoteStartId } })
  await product.taskUntil(station, task, 'seen')
})

test.each([
  ['TC_K_43 the schedule of one EVSE', 1],
  ['TC_K_44 the schedule of the whole station', 0],
])('%s', async (_, evseId) => {
  const station = await product.station()
  const schedule = {
    evseId,
    duration: 300,
    scheduleStart: new Date().toISOString(),
    chargingRateUnit: 'W',
    chargingSchedulePeriod: periods,
  }
  station.answers.GetCompositeSchedule = { status: 'Accepted', schedule }
  const asked = { connectorId: evseId, duration: 300, chargingRateUnit: 'W' }
  const task = await product.operate(station, 'GetCompositeSchedule', asked)
  expect(await station.heard('GetCompositeSchedule')).toEqual({ evseId, duration: 300, chargingRateUnit: 'W' })
  expect(task).toMatchObject({
    answer: 'Accepted',
    result: [{ details: { connectorId: evseId, chargingSchedule: { chargingSchedulePeriod: periods } } }],
  })
})

const chargingSchedule = [{ id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 6000 }] }]
const limited = (station: StrictStation) =>
  station.call('NotifyChargingLimit', {
    evseId: 1,
    chargingLimit: { chargingLimitSource: 'EMS', isGridCritical: false },
    chargingSchedule,
  })
const released = (station: StrictStation) =>
  station.call('ClearedChargingLimit', { evseId: 1, chargingLimitSource: 'EMS' })

test('TC_K_48 a limit from outside is told', async () => {
  const station = await product.station()
  expect(await limited(station)).toEqual({})
  expect(await limited(station)).toEqual({})
})

test('TC_K_50 a limit from outside ends without a session', async () => {
  const station = await product.station()
  expect(await limited(station)).toEqual({})
  expect(await released(station)).toEqual({})
})

test('TC_K_51 a limit from outside ends in a session', async () => {
  const station = await product.station()
  const tx = station.transaction()
  await tx.started('Authorized', { token: idTag, state: 'Charging', wh: 1000 })
  expect(await limited(station)).toEqual({})
  await tx.updated('ChargingRateChanged', { state: 'Charging', wh: 2000 })
  expect(await released(station)).toEqual({})
  expect(await tx.updated('ChargingRateChanged', { state: 'Charging', wh: 3000 })).toHaveProperty('totalCost')
})
