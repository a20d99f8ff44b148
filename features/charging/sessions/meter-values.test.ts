// Meter values: every way a charger may write a reading, what the running figures make of it, and idle time from both
// readings and states of the connector.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMeters } from '#charging/metering/meter-block.store.ts'
import * as prices from '#money/price-groups/price-group.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, priceCharger, sessionsOf, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
let idTag: string
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  idTag = await newTag(t)
})
afterAll(() => t.close())

const booted = (options: Parameters<typeof bootedCharger>[2] = {}) => bootedCharger(t, base.ws, options)
const liveOf = async (transactionId: number) => {
  const { rows } = await sql<{
    currentWh: number
    chargedPaise: number
    powerW: number | null
    socPercent: number | null
  }>`
    select current_wh, charged_paise, power_w, soc_percent::float from transaction_live
    where transaction_id = ${transactionId}`.execute(t.db)
  return rows[0]
}
const samplesOf = async (pk: number) =>
  (await readMeters(t.db, sql<boolean>`chargepoint_pk = ${pk}`, new Date(0))).toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || a.connectorId - b.connectorId,
  )

test('an unknown transaction, none, an empty list, connector 0: a conf, and what was said is kept [42] [54]', async () => {
  const c = await booted()
  const sampledValue = [{ value: '230', measurand: 'Voltage', phase: 'L1', unit: 'V' }]
  let minute = 0
  for (const p of [{ transactionId: 2_000_000_000 }, { transactionId: 0 }, { transactionId: -1 }, {}])
    for (const connectorId of [0, 1, 9]) {
      const meterValue = [{ timestamp: at(minute++), sampledValue }]
      expect(await c.call('MeterValues', { connectorId, ...p, meterValue })).toEqual({})
    }
  expect(await c.call('MeterValues', { connectorId: 1, meterValue: [] })).toEqual({})
  const stored = await samplesOf(c.pk)
  expect(stored).toHaveLength(12)
  expect(stored.every(s => s.transactionId === null)).toBe(true)
  expect(stored[0]?.samples).toEqual(sampledValue)
  await c.close()
})

test.each([
  ['a bare value is the import register in Wh', [{ value: '4000' }]],
  ['kWh', [{ value: '4.0', unit: 'kWh', measurand: 'Energy.Active.Import.Register' }]],
  ['kWh in capitals', [{ value: '4', unit: 'KWH' }]],
  ['a register per phase', ['L1', 'L2', 'L3'].map((phase, i) => ({ value: String(1000 + i * 333.5), phase }))],
  ['the whole beside the phases', [{ value: '1', phase: 'L1' }, { value: '4000.2' }, { value: '2', phase: 'L2' }]],
  [
    'the outlet, not the inlet',
    [
      { value: '9000', location: 'Inlet' },
      { value: '4000', location: 'Outlet' },
    ],
  ],
  [
    'with a signed value beside it',
    [
      { value: 'AP;0;3;ABCDEF==', format: 'SignedData' },
      { value: '4000', format: 'Raw' },
    ],
  ],
  ['any context', [{ value: '4000', context: 'Sample.Clock' }]],
  [
    'beside odd measurands, units and texts',
    [
      { value: '4000' },
      { value: 'n/a', measurand: 'Vendor.Thing', unit: 'furlong', phase: 'L9', location: 'Moon', context: 'Now' },
      { value: '35', measurand: 'Temperature', unit: 'Celcius' },
      { value: '36', measurand: 'Temperature', unit: 'Celsius' },
    ],
  ],
])('the register is read: %s [54] [55]', async (_, sampledValue) => {
  const c = await booted()
  const { transactionId } = await start(c, idTag, { meterStart: 0 })
  const answer = c.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: at(10), sampledValue }],
  })
  expect(await answer).toEqual({})
  expect((await liveOf(transactionId))?.currentWh).toBeCloseTo(4000, -1)
  expect((await samplesOf(c.pk))[0]?.samples).toEqual(sampledValue)
  await c.close()
})

test('power in W or kW, per phase or whole, and the state of charge are shown; noise is not [54]', async () => {
  const c = await booted()
  const { transactionId } = await start(c, idTag, { meterStart: 0 })
  const say = async (minute: number, ...sampledValue: object[]) => {
    await c.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: at(minute), sampledValue }],
    })
    return liveOf(transactionId)
  }
  const power = { measurand: 'Power.Active.Import' }
  const soc = { value: '41.5', measurand: 'SoC', unit: 'Percent' }
  expect(await say(1, { ...power, value: '22.5', unit: 'kW' }, soc)).toMatchObject({ powerW: 22_500, socPercent: 41.5 })
  const phases = ['L1', 'L2', 'L3'].map(phase => ({ ...power, phase, value: '7000.4' }))
  expect(await say(2, ...phases)).toMatchObject({ powerW: 21_001, socPercent: 41.5 })
  for (const value of ['1e300', 'Infinity', '0x10', '', '99999999999999999999', 'NaN'])
    expect(await say(3, { ...power, value }, { value })).toMatchObject({ powerW: 21_001, currentWh: 0 })
  await c.close()
})

test('readings out of order: the running figures go by the highest register and never back [54]', async () => {
  const c = await booted()
  const { transactionId } = await start(c, idTag, { meterStart: 0 })
  const say = (minute: number, wh: number) =>
    c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(minute), wh)] })
  await say(10, 5000)
  await say(5, 2500)
  expect(await liveOf(transactionId)).toMatchObject({ currentWh: 5000, chargedPaise: 10_620 })
  // A power reading first, the register of before it later.
  const power = { value: '10', measurand: 'Power.Active.Import' }
  const meterValue = [{ timestamp: at(14), sampledValue: [power] }, energy(at(12), 6000)]
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  expect(await liveOf(transactionId)).toMatchObject({ currentWh: 6000, chargedPaise: 12_744 })
  // More than 60 kW can give, and a time that cannot be: kept, but no figure.
  await say(15, 900_000)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy('2099-01-01T00:00:00Z', 7000)] })
  expect(await liveOf(transactionId)).toMatchObject({ currentWh: 6000, chargedPaise: 12_744 })
  await stop(c, transactionId, { meterStop: 6000 })
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ totalPaise: 12_744, meters: 6 })])
  await c.close()
})

test('meter values sent again under another id are stored once [40]', async () => {
  const c = await booted()
  const { transactionId } = await start(c, idTag)
  const p = { connectorId: 1, transactionId, meterValue: [energy(at(5), 4000)] }
  await c.call('MeterValues', p)
  await c.call('MeterValues', p)
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ meters: 1 })])
  await c.close()
})

test.each([false, true])(
  'sent again later, in other company or by the stop, over a new connection (%s): stored once, the others are new [40]',
  async isNew => {
    let c = await booted()
    const { transactionId } = await start(c, idTag)
    const say = (...meterValue: object[]) => c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    const [five, six, seven] = [energy(at(5), 4000), energy(at(6), 4500), energy(at(7), 5000)]
    await say(five)
    await say(six)
    if (isNew) {
      await c.close()
      c = Object.assign(await TestCharger.open(base.ws, c.id), { pk: c.pk, id: c.id })
    }
    await say(five)
    await say(five, seven)
    // The same time with another reading, and the same reading at another time, are new.
    await say(energy(at(6), 4501))
    await say(energy(at(8), 5000))
    await stop(c, transactionId, { transactionData: [five, seven, energy(at(20), 11_000)] })
    expect((await samplesOf(c.pk)).map(s => s.at.toISOString())).toEqual([5, 6, 6, 7, 8, 20].map(at))
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ meters: 6, totalPaise: 21_240 })])
    await c.close()
  },
)

test('those of no session are stored once as well', async () => {
  let c = await booted()
  const say = (minute: number, connectorId = 1) =>
    c.call('MeterValues', { connectorId, meterValue: [energy(at(minute), 100)] })
  await say(1)
  await say(2)
  await say(1)
  await c.close()
  c = Object.assign(await TestCharger.open(base.ws, c.id), { pk: c.pk, id: c.id })
  await say(2)
  await say(2, 2)
  await say(3)
  expect((await samplesOf(c.pk)).map(s => [s.connectorId, s.at.toISOString()])).toEqual([
    [1, at(1)],
    [1, at(2)],
    [2, at(2)],
    [1, at(3)],
  ])
  await c.close()
})

test('every notation of time is the instant it names [46]', async () => {
  const c = await booted()
  const times = ['10:00:00Z', '15:30:01+05:30', '10:00:02.1Z', '10:00:03.123456Z', '12:00:04+0200', '10:00:05']
  const meterValue = times.map((time, i) => energy(`2025-06-01T${time}`, i))
  await c.call('MeterValues', { connectorId: 1, meterValue })
  expect((await samplesOf(c.pk)).map(s => s.at.toISOString())).toEqual([
    '2025-06-01T10:00:00.000Z',
    '2025-06-01T10:00:01.000Z',
    '2025-06-01T10:00:02.100Z',
    '2025-06-01T10:00:03.123Z',
    '2025-06-01T10:00:04.000Z',
    '2025-06-01T10:00:05.000Z',
  ])
  const { transactionId } = await start(c, idTag, { timestamp: at(0).replace('Z', '+00:00') })
  await stop(c, transactionId, { timestamp: at(20).replace('Z', '') })
  const [row] = await sessionsOf(t, c.pk)
  expect([row?.startedAt.toISOString(), row?.stoppedAt?.toISOString()]).toEqual([at(0), at(20)])
  await c.close()
})

/** A charger whose price asks 1.00 for an idle minute. */
async function idleCharger() {
  const c = await booted()
  const priceGroupId = await prices.create(t.db, {
    teamId: t.world.one.teamId,
    name: 'Idle',
    type: 'fixed',
    validFrom: new Date('2020-01-01T00:00:00Z'),
    details: [
      {
        day: 0,
        startMinute: 0,
        endMinute: 1439,
        priceType: 'kwh',
        pricePerKwhPaise: 0,
        pricePerHourPaise: 0,
        fixedFeeStartingPaise: 0,
        fixedFeeChargingPaise: 0,
        minuteFeeChargingPaise: 0,
        idealFeeFullyChargedPaise: 100,
      },
    ],
  })
  await priceCharger(t, c.pk, priceGroupId)
  await c.close()
  const again = await TestCharger.open(base.ws, c.id)
  return Object.assign(again, { pk: c.pk, id: c.id })
}
const taxableOf = async (transactionId: number) =>
  (
    await sql<{ taxablePaise: number }>`select taxable_paise from bill where transaction_id = ${transactionId}`.execute(
      t.db,
    )
  ).rows[0]?.taxablePaise
const state = (c: TestCharger, status: string, minute: number) =>
  c.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status, timestamp: at(minute) })
const power = (watt: number) => ({ value: String(watt), measurand: 'Power.Active.Import' })

test.each([
  ['in one connection', false],
  ['with the server restarted meanwhile', true],
])('a car that stops drawing between two readings is idle from then on, %s [45] [54]', async (_, restarts) => {
  let c: TestCharger & { id: string } = await idleCharger()
  const { transactionId } = await start(c, idTag, { meterStart: 0 })
  const say = (minute: number, wh: number, watt: number) =>
    c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(minute), wh, power(watt))] })
  await state(c, 'Charging', 0)
  await say(10, 5000, 30_000)
  // Half a minute after the reading; the next readings still claim power, the state knows better.
  await state(c, 'SuspendedEV', 10.5)
  if (restarts) {
    await t.restart()
    c = Object.assign(await TestCharger.open(base.ws, c.id), { id: c.id })
  }
  for (const minute of [15, 20, 25, 30]) await say(minute, 5000, 30_000)
  await stop(c, transactionId, { meterStop: 5000, timestamp: at(35.5) })
  // 25 minutes at rest, ten of them free.
  expect(await taxableOf(transactionId)).toBe(1500)
  await c.close()
})

test.each([
  ['in one connection', false],
  ['with the server restarted meanwhile', true],
])(
  'a state that comes late counts where it belongs, also between two that are alike, %s [45] [56]',
  async (_, restarts) => {
    let c: TestCharger & { pk: number; id: string } = await idleCharger()
    const { transactionId } = await start(c, idTag, { meterStart: 0 })
    await state(c, 'Charging', 0)
    // By the time this one came the car drew again; what lay between was queued, and is sent twice.
    await state(c, 'Charging', 20)
    await state(c, 'SuspendedEV', 5)
    await state(c, 'SuspendedEV', 5)
    const readings = [5, 10, 15, 20, 25].map(minute => energy(at(minute), 5000, power(minute < 20 ? 0 : 30_000)))
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: readings })
    const present = async () => {
      const { rows } = await sql<{ status: string; live: string; told: number }>`select n.status, s.live_status as live,
      (select count(*)::int from connector_status_history h where h.chargepoint_pk = n.chargepoint_pk) as told
      from connector n join charger_state s using (chargepoint_pk) where n.chargepoint_pk = ${c.pk} and n.connector_id = 1`.execute(
        t.db,
      )
      return rows[0]
    }
    expect(await present()).toEqual({ status: 'Charging', live: 'charging', told: 3 })
    if (restarts) {
      await t.restart()
      c = Object.assign(await TestCharger.open(base.ws, c.id), { pk: c.pk, id: c.id })
      // Sent once more over the new connection.
      await state(c, 'SuspendedEV', 5)
      expect((await present())?.told).toBe(3)
    }
    await stop(c, transactionId, { meterStop: 5000, timestamp: at(30) })
    // 15 minutes at rest, ten of them free.
    expect(await taxableOf(transactionId)).toBe(500)
    await c.close()
  },
)

test('a state that comes late takes nothing back from the running amount, only from the bill', async () => {
  const c = await idleCharger()
  const { transactionId } = await start(c, idTag, { meterStart: 0 })
  const running = async () => {
    const { rows } = await sql<{ paise: number }>`
      select charged_paise as paise from transaction_live where transaction_id = ${transactionId}`.execute(t.db)
    return rows[0]?.paise ?? 0
  }
  const say = (minute: number) =>
    c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(minute), 5000)] })
  await state(c, 'SuspendedEV', 1)
  for (const minute of [5, 12, 20, 30]) await say(minute)
  const before = await running()
  expect(before).toBeGreaterThan(0)
  // It had gone on drawing, as is told now.
  await state(c, 'Charging', 2)
  await say(31)
  expect(await running()).toBeGreaterThanOrEqual(before)
  await stop(c, transactionId, { meterStop: 5000, timestamp: at(32) })
  expect(await taxableOf(transactionId)).toBeLessThan(before)
  await c.close()
})

test('held back by the station is not idle: SuspendedEVSE, or an offer below 6 A [54]', async () => {
  const c = await idleCharger()
  const first = await start(c, idTag, { meterStart: 0 })
  await state(c, 'SuspendedEVSE', 1)
  const readings = [energy(at(39), 100, power(0))]
  await c.call('MeterValues', { connectorId: 1, transactionId: first.transactionId, meterValue: readings })
  await stop(c, first.transactionId, { meterStop: 100, timestamp: at(40) })
  expect(await taxableOf(first.transactionId)).toBe(0)
  await state(c, 'Charging', 41)
  const second = await start(c, idTag, { meterStart: 100, timestamp: at(41) })
  const offered = { value: '0', measurand: 'Current.Offered', unit: 'A' }
  const limited = [42, 47, 52, 57].map(minute => energy(at(minute), 200, power(0), offered))
  await c.call('MeterValues', { connectorId: 1, transactionId: second.transactionId, meterValue: limited })
  await stop(c, second.transactionId, { meterStop: 200, timestamp: at(59) })
  expect(await taxableOf(second.transactionId)).toBe(0)
  await c.close()
})
