// Bills made by a stop, over a real socket: never more than was paid beforehand, a time without a price is shown,
// connector states are read in the order of the charger's times.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TransactionBill } from '#charging/billing/bill.contract.ts'
import { decideOverdue } from '#desk/session-reviews/session-review.commands.ts'
import type { SessionReview } from '#desk/session-reviews/session-review.contract.ts'
import * as prices from '#money/price-groups/price-group.store.ts'
import { TeamPayoutAccounts } from '#people/teams/payout-account.contract.ts'
import { replace } from '#people/teams/payout-account.store.ts'
import { account } from '#people/teams/test-team.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, priceCharger, sessionsOf, start, stop } from '#testing/ocpp.ts'
import { SUPPLIER_GSTIN } from '#testing/world.ts'

let t: TestApp
let ws: string
let idTag: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

/** A session on a charger of its own, paid beforehand; the server has been started anew since. */
async function paidSession(paise: number, paymentType = 'CARD') {
  const known = await bootedCharger(t, ws)
  const { transactionId } = await start(known, idTag)
  await sql`update transaction set payment_type = ${paymentType}, paid_paise = ${paise}
    where transaction_id = ${transactionId}`.execute(t.db)
  await t.restart()
  const c = Object.assign(await TestCharger.open(ws, known.id), { pk: known.pk })
  return { c, transactionId }
}
const shown = async (transactionId: number): Promise<TransactionBill> => {
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}`
  const r = await t.app.inject({ url, headers: await t.as('viewer') })
  return r.json().data.bill
}

test.each(['CARD', 'UPI'])('a normal stop bills no more than was paid by %s, and keeps what ran over', async type => {
  const { c, transactionId } = await paidSession(1000, type)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  // 8.28 would be 10.01 with tax and surcharge. The running amount stops there as well.
  expect(await shown(transactionId)).toMatchObject({ taxable: 8.27, total: 9.98 })
  await stop(c, transactionId)
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ chargedPaise: 998, totalPaise: 998 })])
  const bill = await shown(transactionId)
  expect(bill).toMatchObject({ taxable: 8.27, total: 9.98 })
  expect(bill.lines.at(-1)).toMatchObject({ label: 'Not charged', amount: -171.73 })
  // 10 kWh at 18.00 with 18 % and 2.36 % would be 217.41.
  expect(bill.overrun).toBe(207.41)
  await c.close()
})

test('nor does what nobody decides within 48 hours, a stop that never came among it', async () => {
  const { c, transactionId } = await paidSession(1000)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  // The next car: the stop of the first one never came.
  await start(c, idTag, { timestamp: at(30), meterStart: 6500 })
  aheadMs = 49 * 3_600_000
  expect(await decideOverdue(t.services)).toBe(1)
  aheadMs = 0
  expect((await sessionsOf(t, c.pk))[0]).toMatchObject({ meterStopWh: 6000, totalPaise: 998, chargedPaise: 998 })
  const { rows } = await sql`select hold_paise, overrun_paise, gateway_ppm from bill
    where transaction_id = ${transactionId}`.execute(t.db)
  // 5 kWh: 108.71.
  expect(rows).toEqual([{ holdPaise: 1000, overrunPaise: 10_871 - 1000, gatewayPpm: 23_600 }])
  await c.close()
})

test('what was paid and suffices changes nothing', async () => {
  const { c, transactionId } = await paidSession(50_000)
  await stop(c, transactionId)
  expect(await shown(transactionId)).toMatchObject({ total: 217.41, lines: [{ kind: 'energy' }] })
  await c.close()
})

test.each([false, true])(
  'states count in the order of the charger’s times; read again after a restart: %s',
  async isRead => {
    let c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, idTag)
    const power = { value: '7000', measurand: 'Power.Active.Import', unit: 'W' }
    const meterValue = [0, 4, 8, 12, 16].map(m => energy(at(m), 1000 + m * 400, power))
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    const state = (minute: number, status: string) =>
      c.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status, timestamp: at(minute) })
    // The suspension is told last, though it was over by then.
    await state(3, 'Charging')
    await state(2, 'SuspendedEV')
    if (isRead) {
      await t.restart()
      c = Object.assign(await TestCharger.open(ws, c.id), { pk: c.pk, id: c.id })
    }
    await stop(c, transactionId)
    expect((await shown(transactionId)).idleSeconds).toBe(0)
    await c.close()
  },
)

test('a time without a price is a line of the bill', async () => {
  const c = await bootedCharger(t, ws)
  const { teamId } = t.world.one
  const validFrom = new Date('2020-01-01T00:00:00Z')
  const priceGroupId = await prices.create(t.db, { teamId, name: 'Gap', type: 'variable', details: [], validFrom })
  await priceCharger(t, c.pk, priceGroupId)
  const { transactionId } = await start(c, idTag)
  await stop(c, transactionId)
  expect(await shown(transactionId)).toMatchObject({
    total: 0,
    lines: [{ kind: 'noPrice', label: 'No price', quantity: 1 / 3, unit: 'hour', rate: 0, amount: 0, slots: [] }],
  })
  await c.close()
})

describe('who supplies', () => {
  type Frozen = Record<string, unknown>
  const frozen = async (transactionId: number): Promise<Frozen> =>
    (
      await sql<Frozen>`select supplier_name, supplier_gstin, supplier_state, supplier_address, place_of_supply, cgst_paise,
        igst_paise, tax_ppm, gateway_ppm, pg_charges_bearer, hold_paise, overrun_paise, commission_ppm,
        commission_paise_per_kwh, energy_wh from bill where transaction_id = ${transactionId}`.execute(t.db)
    ).rows[0] ?? {}
  const charged = async (more: Parameters<typeof bootedCharger>[2] = {}) => {
    const c = await bootedCharger(t, ws, more)
    const { transactionId } = await start(c, idTag)
    await stop(c, transactionId)
    await c.close()
    return { transactionId, pk: c.pk }
  }
  const supplierOf = (teamId: number, gst: string, name = 'Team LLP') =>
    replace(
      t.db,
      teamId,
      'team',
      TeamPayoutAccounts.parse([account({ gst, business_name: name, payout_percentage: 100 })]),
      new Date(0),
    )

  test('the nearest team upwards with a GST number, frozen with all that the bill was made by', async () => {
    const { transactionId } = await charged()
    expect(await frozen(transactionId)).toEqual({
      supplierName: 'One',
      supplierGstin: SUPPLIER_GSTIN,
      supplierState: '29',
      supplierAddress: 'Karnataka',
      placeOfSupply: '29',
      cgstPaise: 1620,
      igstPaise: 0,
      taxPpm: 180_000,
      gatewayPpm: 0,
      pgChargesBearer: 'EV',
      holdPaise: null,
      overrunPaise: 0,
      commissionPpm: 50_000,
      commissionPaisePerKwh: 0,
      energyWh: 10_000,
    })
    // A number of the team's own comes before that of the company, and changes no bill that is made.
    await supplierOf(t.world.one.teamId, '27AAPFU0939F1ZV')
    const next = await charged()
    expect(await frozen(next.transactionId)).toMatchObject({
      supplierName: 'Team LLP',
      supplierState: '27',
      placeOfSupply: '29',
      cgstPaise: 0,
      igstPaise: 3240,
    })
    expect(await frozen(transactionId)).toMatchObject({ supplierName: 'One', igstPaise: 0 })
    await supplierOf(t.world.one.teamId, '')
    const last = await charged({ state: 'tn' })
    expect(await frozen(last.transactionId)).toMatchObject({
      supplierName: 'One',
      placeOfSupply: '33',
      igstPaise: 3240,
    })
    const { supplier, placeOfSupply } = await shown(last.transactionId)
    expect(supplier).toEqual({ name: 'One', gstin: SUPPLIER_GSTIN, state: '29' })
    expect(placeOfSupply).toEqual({ code: '33', name: 'Tamil Nadu' })
  })

  test('a session that runs keeps the supplier of its start, over a restart too', async () => {
    const now = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, idTag, { timestamp: now(0) })
    await replace(
      t.db,
      t.world.one.teamId,
      'team',
      TeamPayoutAccounts.parse([account({ gst: '27AAPFU0939F1ZV' })]),
      new Date(Date.now() + 1000),
    )
    await t.restart()
    const again = await TestCharger.open(ws, c.id)
    await stop(again, transactionId, { timestamp: now(9) })
    expect(await frozen(transactionId)).toMatchObject({ supplierName: 'One', igstPaise: 0 })
    await supplierOf(t.world.one.teamId, '')
    await again.close()
  })

  test('without a GST number on any team above: to review with that reason; billed once a number is set', async () => {
    const noNumber = () => supplierOf(t.world.one.companyId, '')
    await noNumber()
    const { transactionId } = await charged()
    const url = `/cms/v1/team/${t.world.one.teamId}/transactions/review`
    const listed = async () =>
      ((await t.app.inject({ url, headers: await t.as('admin') })).json().data as SessionReview[]).find(
        r => r.transactionId === transactionId,
      )
    expect(await listed()).toMatchObject({
      reason: 'No supplier with a GST number',
      proposal: { action: 'wait', stop_meter_value: 11_000, lacks: 'supplier' },
    })
    await supplierOf(t.world.one.companyId, SUPPLIER_GSTIN, 'One')
    expect((await listed())?.proposal.action).toBe('bill')
  })

  test.each([
    ['a state that is none', 'Atlantis'],
    ['no state', ''],
  ])('%s of the charge point: to review, never to IGST; billed once it is set', async (_what, state) => {
    const { transactionId, pk } = await charged({ state })
    expect(await sessionsOf(t, pk)).toEqual([expect.objectContaining({ inReview: true, bills: 0, chargedPaise: 0 })])
    const url = `/cms/v1/team/${t.world.one.teamId}/transactions/review`
    const headers = await t.as('admin')
    const listed = async () =>
      ((await t.app.inject({ url, headers })).json().data as SessionReview[]).find(
        r => r.transactionId === transactionId,
      )
    const review = await listed()
    expect(review).toMatchObject({
      reason: 'Unknown state',
      proposal: { action: 'wait', stop_meter_value: 11_000, lacks: 'state' },
    })
    const decide = () =>
      t.app.inject({
        method: 'PATCH',
        url: `${url}/${review?.id}`,
        headers,
        payload: { action: 'bill', note: 'Checked' },
      })
    expect((await decide()).json()).toMatchObject({ message: 'Set the state of the charge point first' })
    await sql`update charger set state = 'Karnataka' where chargepoint_pk = ${pk}`.execute(t.db)
    expect((await listed())?.proposal.action).toBe('bill')
    expect((await decide()).json().data).toMatchObject({ totalAmountCharged: 212.4 })
    expect(await frozen(transactionId)).toMatchObject({ placeOfSupply: '29', igstPaise: 0 })
  })

  test('billable until the state of its charge point is taken away: the list says what it lacks then', async () => {
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, idTag)
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
    await stop(c, transactionId, { meterStop: 900 })
    await c.close()
    const listed = async () => {
      const url = `/cms/v1/team/${t.world.one.teamId}/transactions/review`
      const { data } = (await t.app.inject({ url, headers: await t.as('admin') })).json() as { data: SessionReview[] }
      return data.find(r => r.transactionId === transactionId)?.proposal
    }
    expect(await listed()).toMatchObject({ action: 'bill' })
    await sql`update charger set state = null where chargepoint_pk = ${c.pk}`.execute(t.db)
    expect(await listed()).toMatchObject({ action: 'wait', lacks: 'state' })
  })

  test('nothing to pay needs no state', async () => {
    const { transactionId, pk } = await charged({ state: '', chargerCategory: 'free' })
    expect(await sessionsOf(t, pk)).toEqual([expect.objectContaining({ inReview: false, totalPaise: 0 })])
    expect(await frozen(transactionId)).toMatchObject({ placeOfSupply: null, supplierName: 'One' })
  })

  test('the platform where no team has a number; without it the session waits', async () => {
    await supplierOf(t.world.one.companyId, '')
    const waits = await charged()
    expect((await sessionsOf(t, waits.pk))[0]).toMatchObject({ inReview: true })
    t.services.platform = { name: 'Platform Ltd', gstin: '24AACCK3955D1ZS', address: 'GIFT City' }
    const { transactionId } = await charged()
    expect(await frozen(transactionId)).toMatchObject({
      supplierName: 'Platform Ltd',
      supplierState: '24',
      igstPaise: 3240,
    })
    t.services.platform = undefined
  })
})
