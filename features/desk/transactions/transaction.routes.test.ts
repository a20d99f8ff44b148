// The rights to read and change transactions, the reply of each call, and refusals.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionSeconds } from '#fleet/stations/session-length.rules.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import type { TransactionDetail } from './transaction.contract.ts'

let t: TestApp
let charger: TestCharger
let running: number
let ended: number
const HOUR = 3_600_000
const begun = Date.now() - HOUR
const at = (minute: number) => new Date(begun + minute * 60_000).toISOString()

beforeAll(async () => {
  t = await startApp()
  const base = await t.listen()
  charger = await TestCharger.open(base.ws, 'DC-1')
  await charger.boot()
  ended = await begin(2, 5000)
  await charger.call('StopTransaction', {
    transactionId: ended,
    meterStop: 15_000,
    timestamp: at(20),
    reason: 'Remote',
    idTag: 'TAG-ONE',
  })
  running = await begin(1, 1000)
  await meter(running, 10, 6000)
})
afterAll(async () => {
  await charger.close()
  await t.close()
})

const begin = async (connectorId: number, meterStart: number) =>
  (await charger.call('StartTransaction', { connectorId, idTag: 'TAG-ONE', meterStart, timestamp: at(0) }))
    .transactionId as number
const meter = (transactionId: number, minute: number, wh: number) =>
  charger.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [
      {
        timestamp: at(minute),
        sampledValue: [
          { value: String(wh) },
          { value: '30', measurand: 'Power.Active.Import', unit: 'kW' },
          { value: '231', measurand: 'Voltage', phase: 'L1' },
          { value: '40', measurand: 'SoC' },
        ],
      },
    ],
  })

type Options = { method?: 'GET' | 'PATCH'; payload?: object }
const ask = async (person: Person | 'anonymous', path: string, { method = 'GET', payload }: Options = {}) =>
  t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: person === 'anonymous' ? {} : await t.as(person),
    ...(payload && { payload }),
  })
const team = () => `team/${t.world.one.teamId}`

describe('rights', () => {
  const everybody = ['anonymous', 'nobody', 'stranger', 'viewer', 'operator', 'finance', 'admin', 'root'] as const
  const read = {
    anonymous: 401,
    nobody: 404,
    stranger: 404,
    viewer: 200,
    operator: 200,
    finance: 200,
    admin: 200,
    root: 200,
  }
  const reads: [string, () => string][] = [
    ['transactions', () => `${team()}/transactions`],
    ['transactions of a charger', () => `${team()}/charger/${t.world.chargers.dc.pk}/transactions`],
    ['running transactions', () => `${team()}/charger/DC-1/transactions/active`],
    ['transactions of a tag', () => `team/${t.world.one.companyId}/tag/TAG-ONE/transactions`],
    ['reviews', () => `${team()}/transactions/review`],
    ['one transaction', () => `${team()}/transaction/${ended}`],
    ['meter values', () => `${team()}/transaction/${running}/meter_value/1`],
  ]
  test.each(reads)('%s', async (name, path) => {
    for (const person of everybody) {
      const wanted =
        name === 'transactions of a tag' && ['viewer', 'operator', 'finance'].includes(person) ? 404 : read[person]
      expect((await ask(person, path())).statusCode, person).toBe(wanted)
    }
  })

  test('the status asks for full access', async () => {
    const change = { method: 'PATCH' as const, payload: { status: 'PAYOUTPENDING' } }
    const status = `${team()}/transaction/${ended}/status`
    const wanted = { anonymous: 401, nobody: 404, stranger: 404, viewer: 403, admin: 200, root: 200 }
    for (const [person, code] of Object.entries(wanted))
      expect((await ask(person as Person, status, change)).statusCode, person).toBe(code)
  })

  test('a stranger finds nothing of ours under a team of his own', async () => {
    const own = `team/${t.world.two.companyId}`
    for (const path of [
      `transaction/${ended}`,
      `transaction/${running}/meter_value/1`,
      'charger/DC-1/transactions',
      'tag/TAG-ONE/transactions',
    ])
      expect((await ask('stranger', `${own}/${path}`)).statusCode, path).toBe(404)
    expect((await ask('stranger', `${own}/transactions`)).json()).toMatchObject({ data: [], total: 0 })
    const change = { method: 'PATCH' as const, payload: { status: 'PAYOUTPENDING' } }
    expect((await ask('stranger', `${own}/transaction/${ended}/status`, change)).statusCode).toBe(404)
  })
})

test('a row has the fields of D-TXN-2, and running figures while it runs', async () => {
  const { data, total, totalIsExact, page, pageSize, summary } = (
    await ask('viewer', `${team()}/transactions?page=1`)
  ).json()
  expect({ total, totalIsExact, page, pageSize }).toEqual({ total: 2, totalIsExact: true, page: 1, pageSize: 10 })
  expect(summary).toEqual({
    totalTransactions: 2,
    activeTransactions: 1,
    completed: 1,
    totalRevenue: 212.4,
    totalChargers: 1,
  })
  expect(data[0]).toEqual({
    transactionId: running,
    chargepoint_id: 'DC-1',
    chargepoint_name: 'Charger DC-1',
    charge_box_pk: t.world.chargers.dc.pk,
    charger_type: 'DC',
    connectorId: 1,
    evseId: null,
    evseConnectorId: null,
    team_name: 'One North',
    email: 'operator@example.com',
    phone: null,
    tag: 'TAG-ONE',
    ocpp_tag_pk: expect.any(Number),
    starttime: at(0),
    start_time: at(0),
    created_at: expect.any(String),
    stoptime: null,
    start_meter_value: 1000,
    stop_meter_value: null,
    current_meter_value: 6000,
    kw_consumed: 5,
    energy_consumed: 5,
    stop_reason: null,
    totalAmountCharged: 106.2,
    totalAmountPaid: 0,
    totalRefund: 0,
    refundStatus: null,
    payment_type: 'RFID',
    paymentDescription: null,
    paymentId: null,
    status: null,
    notes: null,
    payoutId: null,
    inReview: false,
    energyInDoubt: false,
  })
  expect(data[1]).toMatchObject({
    transactionId: ended,
    stoptime: at(20),
    stop_meter_value: 15_000,
    current_meter_value: 15_000,
  })
})

test('the active list names what a remote stop needs and no money', async () => {
  const { data } = (await ask('operator', `${team()}/charger/${t.world.chargers.dc.pk}/transactions/active`)).json()
  expect(data).toEqual([
    {
      transactionId: running,
      chargepoint_id: 'DC-1',
      charge_box_pk: t.world.chargers.dc.pk,
      connectorId: 1,
      evseId: null,
      evseConnectorId: null,
      tag: 'TAG-ONE',
      starttime: at(0),
      start_meter_value: 1000,
      current_meter_value: 6000,
      kw_consumed: 5,
    },
  ])
})

const detail = async (id: number) =>
  (await ask('viewer', `${team()}/transaction/${id}`)).json().data as TransactionDetail

test('a stopped transaction has its bill line by line', async () => {
  const d = await detail(ended)
  expect(d).toMatchObject({
    stop_reason: 'Remote',
    stop_tag: 'TAG-ONE',
    durationSeconds: 1200,
    powerW: null,
    totalAmountCharged: 212.4,
  })
  expect(d.bill).toMatchObject({
    isRunning: false,
    version: 1,
    lines: [
      {
        kind: 'energy',
        label: 'Energy',
        quantity: 10,
        unit: 'kWh',
        rate: 18,
        amount: 180,
        slots: ['at all times'],
        businessSlots: ['at all times'],
      },
    ],
    taxable: 180,
    taxPercent: 18,
    cgst: 16.2,
    sgst: 16.2,
    igst: 0,
    gross: 212.4,
    surcharge: 0,
    total: 212.4,
  })
})

test('a running transaction has its bill so far, as much as the running amount', async () => {
  const d = await detail(running)
  expect(d).toMatchObject({ powerW: 30_000, socPercent: 40, meteredAt: at(10), stoptime: null })
  // It has run up to now, not up to its last reading.
  expect(d.durationSeconds).toBeGreaterThan(600)
  expect(d.durationSeconds).toBeLessThanOrEqual(sessionSeconds(d.starttime, new Date()))
  expect(d.bill).toMatchObject({ isRunning: true, billedAt: null, taxable: 90, total: 106.2 })
  expect(d.bill?.lines).toEqual([expect.objectContaining({ quantity: 5, rate: 18, amount: 90 })])
})

test('meter values come oldest first, of the connector asked for', async () => {
  const figure = { location: null, isSigned: false }
  await meter(running, 12, 7000)
  const { data } = (await ask('viewer', `${team()}/transaction/${running}/meter_value/1`)).json()
  expect(data.slice(0, 3)).toEqual([
    { ...figure, measurand: 'Energy.Active.Import.Register', value: '6000', value_timestamp: at(10), unit: 'Wh' },
    { ...figure, measurand: 'Power.Active.Import', value: '30', value_timestamp: at(10), unit: 'kW' },
    { ...figure, measurand: 'Voltage L1', value: '231', value_timestamp: at(10), unit: 'V' },
  ])
  expect(data).toHaveLength(8)
  expect((await ask('viewer', `${team()}/transaction/${running}/meter_value/2`)).json().data).toEqual([])
})

test('a session draws the same wherever it is shown, and nothing once its connector has paused', async () => {
  const read = async (path: string) =>
    (await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/${path}`, headers: await t.as('admin') })).json()
      .data
  const { dc } = t.world.chargers
  const shown = async () => {
    const [session, station, connectors] = [
      await detail(running),
      await read(`charging-status/${dc.pk}`),
      await read(`charger/${dc.pk}/connectors`),
    ]
    type Drawing = { connectorId: number; power?: number | null; powerKw?: number | null }
    const one = (list: Drawing[]) => list.find(n => n.connectorId === 1)
    return [
      session.powerW === null ? null : session.powerW / 1000,
      station.powerOutput,
      one(station.connectors.list)?.power,
      one(connectors)?.powerKw,
    ]
  }
  expect(await shown()).toEqual([30, 30, 30, 30])
  const status = (word: string, minute: number) =>
    charger.call('StatusNotification', { connectorId: 1, status: word, errorCode: 'NoError', timestamp: at(minute) })
  await status('SuspendedEV', 12.5)
  expect(await shown()).toEqual([0, 0, 0, 0])
  // The next sample says what is drawn now.
  await status('Charging', 12.6)
  await meter(running, 13, 7500)
  expect(await shown()).toEqual([30, 30, 30, 30])
})

describe('the status', () => {
  const change = (payload: object) =>
    ask('admin', `${team()}/transaction/${ended}/status`, { method: 'PATCH', payload })
  test('goes between the payout states, with notes', async () => {
    const r = await change({ status: 'PAYOUTCOMPLETED', notes: 'Paid by hand' })
    expect(r.json()).toMatchObject({
      message: 'Succesfully updated the transaction status',
      data: { transactionId: ended, status: 'PAYOUTCOMPLETED', notes: 'Paid by hand' },
    })
    expect((await change({ status: 'PAYOUTPENDING' })).json().data).toMatchObject({
      status: 'PAYOUTPENDING',
      notes: 'Paid by hand',
    })
  })
  test('asks for one before notes are saved, and for short notes', async () => {
    for (const payload of [{ notes: 'x' }, { status: '', notes: 'x' }, { status: 'CAPTURED' }]) {
      const r = await change(payload)
      expect(r.statusCode).toBe(422)
      expect(r.json().errors).toEqual({ status: 'Please select a status first' })
    }
    const r = await change({ status: 'PAYOUTPENDING', notes: 'x'.repeat(601) })
    expect([r.statusCode, r.json().errors]).toEqual([422, { notes: 'Notes should be 600 characters or less' }])
  })
  test.each(['AUTHORIZED', 'CAPTURED'] as const)('is the provider’s while it is %s', async status => {
    await t.db.updateTable('transaction').set({ status }).where('transactionId', '=', ended).execute()
    const r = await change({ status: 'PAYOUTPENDING' })
    expect([r.statusCode, r.json().message]).toEqual([409, 'Status cannot be changed'])
  })
})

test('a stop that fits no session, and one that cannot be, wait for a person with what is known of them', async () => {
  const id = await begin(2, 20_000)
  await charger.call('StopTransaction', { transactionId: id, meterStop: 19_000, timestamp: at(30), idTag: 'TAG-ONE' })
  await charger.call('StopTransaction', { transactionId: 999_999, meterStop: 50, timestamp: at(31), idTag: 'NOBODY' })
  const { data, total } = (await ask('viewer', `${team()}/transactions/review`)).json()
  expect(total).toBe(2)
  expect(data).toEqual([
    expect.objectContaining({
      reason: 'Stop register below start',
      transactionId: id,
      start_meter_value: 20_000,
      stop_meter_value: 19_000,
      starttime: at(0),
      stoptime: at(30),
      proposal: { action: 'bill', stop_meter_value: 20_000 },
    }),
    expect.objectContaining({
      reason: 'Stop matches no session',
      transactionId: null,
      tag: 'NOBODY',
      stop_meter_value: 50,
      chargepoint_id: 'DC-1',
      proposal: { action: 'dismiss', stop_meter_value: null },
    }),
  ])
})

test.each([
  ['page=0', 'page'],
  ['pageSize=101', 'pageSize'],
  ['sort=-notes', 'sort'],
  ['filters=%7B', 'filters'],
  ['filters={"conditions":[{"field":"kw_consumed","operator":"contains","value":"1"}]}', 'filters'],
  ['filters={"conditions":[{"field":"password","operator":"equals","value":"1"}]}', 'filters'],
  ['start=yesterday', 'start'],
  ['total=some', 'total'],
  ['id=abc', 'id'],
])('?%s is refused beside its name', async (query, field) => {
  const r = await ask('viewer', `${team()}/transactions?${query}`)
  expect(r.statusCode).toBe(422)
  expect(Object.keys(r.json().errors)).toEqual([field])
})

test('ids that are none, and records that are not there, are told apart from success', async () => {
  for (const path of [
    'transaction/999999',
    'charger/NO-SUCH/transactions',
    'tag/NO-SUCH/transactions',
    'transaction/999999/meter_value/1',
  ])
    expect((await ask('admin', `${team()}/${path}`)).statusCode, path).toBe(404)
  expect((await ask('admin', `${team()}/transaction/abc`)).statusCode).toBe(422)
})
