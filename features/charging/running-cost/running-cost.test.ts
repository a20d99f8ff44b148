// What a station of OCPP 2.0.1 shows to drivers, over a real socket: the price before the start and the running cost, each to the
// paisa what portal and bill say at that moment.
import { SimulatedStation } from '@wattdesk/ocpp/sim/v201/charging-station'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, newCharger, newTag, priceCharger, reviewsOf, sessionsOf, unique } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, openStation, register, type Station201 } from '#testing/station201.ts'

let t: TestApp
let ws: string
let idTag: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp(
    { now: () => new Date(Date.now() + aheadMs) },
    { cost: { lookEveryMs: 5, freshMs: 0 }, config: { afterMs: 3_600_000 } },
  )
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())
beforeEach(() => {
  aheadMs = 0
  return shows(0, false)
})

const shows = async (runningCostSec: number, showsTariff: boolean): Promise<void> => {
  await t.db
    .updateTable('company')
    .set({ runningCostSec, showsTariff })
    .where('companyId', '=', t.world.one.companyId)
    .execute()
}
const begin = (c: Station201, id: string, more: object = {}) =>
  eventsOf(c, id).started({
    seqNo: 0,
    at: at(0),
    state: 'Charging',
    token: idTag,
    meters: [register(at(0), 1000, 'Transaction.Begin')],
    ...more,
  })
/** The amount that lists and the page of the session show now, in rupees. */
async function shownInPortal(c: Station201): Promise<number> {
  const [s] = await sessionsOf(t, c.pk)
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${s?.transactionId}`
  const r = await t.app.inject({ url, headers: await t.as('viewer') })
  return r.json().data.totalAmountCharged
}
const nextCost = async (c: Station201) => (await c.nextCall('CostUpdated'))[3]
/** Told apart from the events of the transaction, so that no answer has the cost. */
const read = (c: Station201, minute: number, wh: number) =>
  c.call('MeterValues', { evseId: 1, meterValue: [register(at(minute), wh)] })

describe('CostUpdated', () => {
  test('comes at the interval of the company, where the cost has changed, and is that of the portal', async () => {
    await shows(30, false)
    const c = await bootedStation(t, ws)
    const transactionId = unique('tx')
    await begin(c, transactionId)
    expect(await nextCost(c)).toEqual({ totalCost: 0, transactionId })
    await read(c, 10, 6000)
    aheadMs += 30_000
    expect(await nextCost(c)).toEqual({ totalCost: 106.2, transactionId })
    expect(await shownInPortal(c)).toBe(106.2)
    // Nothing new: the next one that comes is that of the next reading.
    aheadMs += 30_000
    await read(c, 12, 7000)
    aheadMs += 30_000
    expect(await nextCost(c)).toEqual({ totalCost: 127.44, transactionId })
    expect(await shownInPortal(c)).toBe(127.44)
    const end = { seqNo: 1, at: at(20), state: 'EVConnected', meters: [register(at(20), 11_000, 'Transaction.End')] }
    expect(await eventsOf(c, transactionId).ended(end)).toEqual({ totalCost: 212.4 })
    expect(await sessionsOf(t, c.pk)).toMatchObject([{ totalPaise: 21_240 }])
    expect(await shownInPortal(c)).toBe(212.4)
    aheadMs += 60_000
    await c.call('Heartbeat', {})
    expect(c.frames.filter(f => f[2] === 'CostUpdated')).toEqual([])
    await c.close()
  })

  test('after a restart and a new connection it goes on', async () => {
    await shows(30, false)
    const c = await bootedStation(t, ws)
    const transactionId = unique('tx')
    await begin(c, transactionId)
    await read(c, 10, 6000)
    await t.restart()
    const again = Object.assign(await openStation(ws, c.id), { pk: c.pk, id: c.id })
    expect(await nextCost(again)).toEqual({ totalCost: 106.2, transactionId })
    await again.close()
  })

  test('is not sent where the company has it off, nor where no price tells the cost', async () => {
    const free = await bootedStation(t, ws, { chargerCategory: 'free' })
    const off = await bootedStation(t, ws)
    await begin(off, unique('tx'))
    await read(off, 10, 6000)
    expect(off.frames.filter(f => f[2] === 'CostUpdated')).toEqual([])
    await shows(30, false)
    const priceless = await bootedStation(t, ws)
    await priceCharger(t, priceless.pk, null)
    await begin(priceless, unique('tx'))
    await read(priceless, 10, 6000)
    expect(await eventsOf(priceless, unique('tx')).updated({ seqNo: 1, at: at(1) })).toEqual({})
    // That of the free one is told as nothing, once.
    const transactionId = unique('tx')
    await begin(free, transactionId)
    await read(free, 10, 6000)
    expect(await nextCost(free)).toEqual({ totalCost: 0, transactionId })
    expect(await nextCost(off)).toMatchObject({ totalCost: 106.2 })
    expect(priceless.frames.filter(f => f[2] === 'CostUpdated')).toEqual([])
    await Promise.all([free, off, priceless].map(c => c.close()))
  })

  test('a station that does not answer holds up no other, and is told anew', async () => {
    await shows(30, false)
    const [silent, c] = [await bootedStation(t, ws), await bootedStation(t, ws)]
    silent.onCall = undefined
    await begin(silent, unique('tx'))
    expect(await nextCost(silent)).toMatchObject({ totalCost: 0 })
    const transactionId = unique('tx')
    await begin(c, transactionId)
    expect(await nextCost(c)).toEqual({ totalCost: 0, transactionId })
    await read(c, 10, 6000)
    aheadMs += 30_000
    expect(await nextCost(c)).toEqual({ totalCost: 106.2, transactionId })
    await Promise.all([silent.close(), c.close()])
  })

  test.each([
    ['where the cost is told in between', 30],
    ['where it is not: answers to events tell it all the same', 0],
  ])('a bill that waited for missing events is told once it is made, %s', async (_, everySec) => {
    await shows(everySec, false)
    const c = await bootedStation(t, ws)
    c.onCall = action => (action === 'GetTransactionStatus' ? { messagesInQueue: false } : {})
    const transactionId = unique('tx')
    await begin(c, transactionId)
    if (everySec > 0) expect(await nextCost(c)).toEqual({ totalCost: 0, transactionId })
    const answer = await eventsOf(c, transactionId).ended({
      seqNo: 2,
      at: at(20),
      meters: [register(at(20), 11_000, 'Transaction.End')],
    })
    expect(answer).toEqual({})
    expect(await nextCost(c)).toEqual({ totalCost: 212.4, transactionId })
    await c.close()
  })

  test('where a person must look first, the end tells no cost', async () => {
    await shows(30, false)
    const c = await bootedStation(t, ws)
    const transactionId = unique('tx')
    await begin(c, transactionId)
    const end = { seqNo: 1, at: at(20), meters: [register(at(20), 500, 'Transaction.End')] }
    expect(await eventsOf(c, transactionId).ended(end)).toEqual({})
    expect(await eventsOf(c, transactionId).ended(end)).toEqual({})
    expect(await reviewsOf(t, c.pk)).toHaveLength(1)
    await c.close()
  })
})

test('with start fee, minutes and idle time every answer has what the portal shows, and the last what the bill has', async () => {
  const { rows } = await sql<{ id: number }>`insert into price_group (team_id, company_id, name)
    select team_id, company_id, 'Fees' from price_group where price_group_id = ${t.world.priceGroupId}
    returning price_group_id as id`.execute(t.db)
  const group = rows[0]?.id ?? 0
  await sql`insert into price_group_version (price_group_id, valid_from, content)
    select ${group}, valid_from, jsonb_set(content, '{details,0}', (content->'details'->0) || ${JSON.stringify({
      fixedFeeStartingPaise: 501,
      minuteFeeChargingPaise: 33,
      idealFeeFullyChargedPaise: 77,
    })}::jsonb) from price_group_version where price_group_id = ${t.world.priceGroupId}`.execute(t.db)
  const c = await bootedStation(t, ws)
  await priceCharger(t, c.pk, group)
  const e = eventsOf(c, unique('tx'))
  await e.started({
    seqNo: 0,
    at: at(0),
    state: 'Charging',
    token: idTag,
    meters: [register(at(0), 1000, 'Transaction.Begin')],
  })
  const steps: [minute: number, wh: number, state: string][] = [
    [3, 2333, 'Charging'],
    [7, 4711, 'Charging'],
    [11, 6007, 'SuspendedEV'],
    [19, 6007, 'SuspendedEV'],
    [26, 6007, 'SuspendedEV'],
  ]
  let before = 0
  for (const [i, [minute, wh, state]] of steps.entries()) {
    const { totalCost } = await e.updated({ seqNo: i + 1, at: at(minute), state, meters: [register(at(minute), wh)] })
    expect(totalCost).toBe(await shownInPortal(c))
    expect(totalCost).toBeGreaterThanOrEqual(before)
    before = Number(totalCost)
  }
  const last = await e.ended({
    seqNo: 6,
    at: at(30),
    state: 'EVConnected',
    meters: [register(at(30), 6007, 'Transaction.End')],
  })
  const [session] = await sessionsOf(t, c.pk)
  expect(session).toMatchObject({ bills: 1, inReview: false })
  expect(last).toEqual({ totalCost: Number(session?.totalPaise) / 100 })
  expect(Number(last.totalCost)).toBeGreaterThan(before)
  await c.close()
})

describe('the price before the start', () => {
  const PRICE = '₹21.24 per kWh. 18% tax included.'
  const english = (content: string) => ({ format: 'UTF8', language: 'en', content })
  const authorize = async (c: Station201, token = idTag) =>
    (await c.call('Authorize', { idToken: { idToken: token, type: 'ISO14443' } })).idTokenInfo
  const started = async (c: Station201, more: object = {}) => (await begin(c, unique('tx'), more)).idTokenInfo

  test('is told where the company shows it, by Authorize and by the event that begins', async () => {
    const c = await bootedStation(t, ws)
    expect(await authorize(c)).toEqual({ status: 'Accepted' })
    await shows(0, true)
    expect(await authorize(c)).toEqual({ status: 'Accepted', personalMessage: english(PRICE) })
    expect(await started(c)).toEqual({ status: 'Accepted', personalMessage: english(PRICE) })
    await c.close()
  })

  test('in the language of the driver', async () => {
    await shows(0, true)
    const driver = { teamId: t.world.one.teamId, firstName: 'Reads', lastName: 'Hindi', email: null }
    const driverId = await t.db.transaction().execute(trx => drivers.create(trx, driver))
    await sql`update driver set language = 'hi' where id = ${driverId}`.execute(t.db)
    const token = await newTag(t, { driverId })
    const c = await bootedStation(t, ws)
    const hindi = { format: 'UTF8', language: 'hi', content: '₹21.24 प्रति यूनिट. 18% टैक्स शामिल है।' }
    expect(await authorize(c, token)).toMatchObject({ status: 'Accepted', personalMessage: hindi })
    expect(await started(c, { token })).toMatchObject({ status: 'Accepted', personalMessage: hindi })
    await c.close()
  })

  test('connectors with different prices: only the event that names one tells it', async () => {
    await shows(0, true)
    const c = await bootedStation(t, ws)
    await sql`insert into connector_price_history (chargepoint_pk, connector_id, price_group_id, since)
      values (${c.pk}, 2, null, ${at(-30)}::timestamptz)`.execute(t.db)
    expect(await authorize(c)).toEqual({ status: 'Accepted' })
    expect(await started(c)).toEqual({ status: 'Accepted', personalMessage: english(PRICE) })
    await c.close()
  })

  test('none where charging is free, none for a tag that is refused, and an unknown price is called so', async () => {
    await shows(0, true)
    const free = await bootedStation(t, ws, { chargerCategory: 'free' })
    expect([await authorize(free), await started(free)]).toEqual([{ status: 'Accepted' }, { status: 'Accepted' }])
    expect(await authorize(free, unique('nobody'))).toEqual({ status: 'Unknown' })
    const priceless = await bootedStation(t, ws)
    await priceCharger(t, priceless.pk, null)
    const unknown = english('The price is not known here.')
    expect((await authorize(priceless)) as object).toEqual({ status: 'Accepted', personalMessage: unknown })
    expect(await started(priceless)).toEqual({ status: 'Accepted', personalMessage: unknown })
    await Promise.all([free.close(), priceless.close()])
  })
})

test('a simulated station shows what it is told', async () => {
  await shows(10, true)
  const { id, pk } = await newCharger(t)
  const s = new SimulatedStation({
    url: `${ws}/ocpp`,
    identity: id,
    boot: { vendorName: 'Maker', model: 'Two' },
    variables: { 'SampledDataCtrlr.TxUpdatedInterval': '0' },
  })
  await s.startUp()
  await s.authorize(idTag)
  await s.start(1, idTag)
  const last = await s.stop(1)
  expect(s.shown[0]?.text?.content).toBe('₹21.24 per kWh. 18% tax included.')
  expect(s.shown.at(-1)).toMatchObject({ cost: last?.totalCost })
  const [session] = await sessionsOf(t, pk)
  expect(last?.totalCost).toBe(Number(session?.totalPaise) / 100)
  await s.close()
})
