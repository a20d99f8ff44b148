// Signed meter values as a file, over the API: who may have them, from both protocols, and once readings are packed.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealMeters } from '#charging/metering/meter-block.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, energy, newTag, sessionsOf, start, stop, unique } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, register } from '#testing/station201.ts'
import type { Person } from '#testing/world.ts'

let t: TestApp
let ws: string
let idTag: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

const OCMF = 'OCMF|{"FV":"1.0","RD":[{"RV":1,"RU":"kWh"}]}|{"SD":"3045"}'
const signed = {
  signedMeterData: Buffer.from(OCMF).toString('base64'),
  signingMethod: 'ECDSA-secp256r1-SHA256',
  encodingMethod: 'OCMF',
  publicKey: Buffer.from('oca:base16:asn1:3059').toString('base64'),
}
const path = (id: number | undefined, format?: string, team = t.world.one.teamId) =>
  `/cms/v1/team/${team}/transaction/${id}/signed_values${format ? `?format=${format}` : ''}`
const get = async (url: string, person: Person = 'viewer') => t.app.inject({ url, headers: await t.as(person) })

/** A session of a station of 2.0.1 with signed values at its start, on the way and at its end. */
async function session201(): Promise<number> {
  const c = await bootedStation(t, ws)
  const e = eventsOf(c, unique('tx'))
  const value = (minute: number, wh: number, context: string) => ({
    timestamp: at(minute),
    sampledValue: [
      {
        value: wh,
        context,
        measurand: 'Energy.Active.Import.Register',
        location: 'Outlet',
        unitOfMeasure: { unit: 'Wh' },
        signedMeterValue: signed,
      },
      { value: 7000, measurand: 'Power.Active.Import', phase: 'L1', unitOfMeasure: { unit: 'W' } },
    ],
  })
  await e.started({
    seqNo: 0,
    at: at(0),
    state: 'Charging',
    token: idTag,
    meters: [value(0, 1000, 'Transaction.Begin')],
  })
  await e.updated({ seqNo: 1, at: at(10), meters: [value(10, 6000, 'Sample.Periodic')] })
  await e.ended({ seqNo: 2, at: at(20), meters: [value(20, 11_000, 'Transaction.End')] })
  const [s] = await sessionsOf(t, c.pk)
  expect(s).toMatchObject({ energyWh: 10_000, totalPaise: 21_240, inReview: false })
  await c.close()
  return s?.transactionId ?? 0
}
/** The same of a charger of 1.6, which tells the data alone at the start and all of it at the end. */
async function session16(): Promise<number> {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, idTag)
  const first = { value: OCMF, format: 'SignedData', context: 'Transaction.Begin' }
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000, first)] })
  const last = { value: JSON.stringify(signed), format: 'SignedData', context: 'Transaction.End' }
  await stop(c, transactionId, { transactionData: [energy(at(20), 11_000, last)] })
  expect(await sessionsOf(t, c.pk)).toMatchObject([{ totalPaise: 21_240, inReview: false }])
  await c.close()
  return transactionId
}

describe('who may have them', () => {
  test.each<[Person, number]>([
    ['viewer', 200],
    ['operator', 200],
    ['admin', 200],
    ['nobody', 404],
    ['stranger', 404],
  ])('%s: %i', async (person, status) => {
    expect((await get(path(await session201()), person)).statusCode).toBe(status)
  })
  test('nobody without a token, and nobody of another company by his own team', async () => {
    const id = await session201()
    expect((await t.app.inject({ url: path(id) })).statusCode).toBe(401)
    const r = await get(path(id, undefined, t.world.two.teamId), 'stranger')
    expect([r.statusCode, r.json().message]).toEqual([404, 'Transaction not found'])
  })
})

test('2.0.1: as they came, as JSON', async () => {
  const id = await session201()
  const r = await get(path(id))
  expect(r.headers).toMatchObject({
    'content-disposition': `attachment; filename="signed_values_${id}.json"`,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
  })
  const value = (timestamp: string, context: string) => ({
    ...signed,
    timestamp,
    received_at: expect.any(String),
    connectorId: 1,
    measurand: 'Energy.Active.Import.Register',
    context,
    phase: null,
    location: 'Outlet',
    unit: 'Wh',
  })
  expect(r.json()).toEqual({
    transactionId: id,
    stationTransactionId: expect.stringMatching(/^tx/),
    chargepoint_id: expect.any(String),
    connectorId: 1,
    starttime: at(0),
    stoptime: at(20),
    values: [value(at(0), 'Transaction.Begin'), value(at(10), 'Sample.Periodic'), value(at(20), 'Transaction.End')],
  })
})

test('the page tells how many there are, and how many in OCMF', async () => {
  const url = async (id: number) => (await get(`/cms/v1/team/${t.world.one.teamId}/transaction/${id}`)).json().data
  expect(await url(await session201())).toMatchObject({ signedValues: 3, ocmfValues: 3 })
  expect(await url(await session16())).toMatchObject({ signedValues: 2, ocmfValues: 2 })
})

test('1.6: the same, and as XML with the only key of the session', async () => {
  const id = await session16()
  expect((await get(path(id))).json()).toMatchObject({
    stationTransactionId: null,
    values: [
      { signedMeterData: OCMF, publicKey: null, context: 'Transaction.Begin' },
      { ...signed, context: 'Transaction.End' },
    ],
  })
  const xml = await get(path(id, 'xml'))
  expect(xml.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(xml.body.match(/<signedData format="OCMF" encoding="plain"/g)).toHaveLength(2)
  expect(xml.body.match(/<publicKey encoding="hex">3059</g)).toHaveLength(2)
})

test('what is not there, and formats that are not', async () => {
  const c = await bootedStation(t, ws)
  const e = eventsOf(c, unique('tx'))
  const meters = [register(at(0), 1000, 'Transaction.Begin')]
  await e.started({ seqNo: 0, at: at(0), state: 'Charging', token: idTag, meters })
  const [s] = await sessionsOf(t, c.pk)
  const none = await get(path(s?.transactionId))
  expect([none.statusCode, none.json().message]).toEqual([404, 'This transaction has no signed values'])
  const meterValue = [
    register(at(1), 1001, 'Sample.Periodic', { value: 1, signedMeterValue: { ...signed, signedMeterData: 'AAAA' } }),
  ]
  await e.updated({ seqNo: 1, at: at(1), meters: meterValue })
  expect((await get(path(s?.transactionId))).statusCode).toBe(200)
  const other = await get(path(s?.transactionId, 'xml'))
  expect([other.statusCode, other.json().message]).toEqual([404, 'This transaction has no signed values in OCMF'])
  expect((await get(path(s?.transactionId, 'csv'))).statusCode).toBe(422)
  expect((await get(path(999_999))).statusCode).toBe(404)
  await c.close()
})

test('once readings are packed into blocks they are the same', async () => {
  const id = await session201()
  const before = (await get(path(id))).json()
  // Days that ended two days ago are packed.
  await sealMeters(t.db, new Date(Date.now() + 5 * 86_400_000))
  const { rows } = await sql<{ rows: number; blocks: number }>`select
    (select count(*)::int from meter_value where transaction_id = ${id}) as rows,
    (select count(*)::int from meter_block where transaction_id = ${id}) as blocks`.execute(t.db)
  expect(rows[0]).toMatchObject({ rows: 0 })
  expect(rows[0]?.blocks).toBeGreaterThan(0)
  expect((await get(path(id))).json()).toEqual(before)
})
