// Bills are permanent: changes the database refuses, places that a later version changes, and its difference to the
// version before.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billVersions } from '#charging/billing/bill.store.ts'
import { type BillRow, billDifference, billRow } from '#charging/billing/bill-row.rules.ts'
import { billOf } from '#charging/billing/session-bill.rules.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newTag, sessionsOf, start, stop } from '#testing/ocpp.ts'
import { addBillVersion } from './session-change.store.ts'
import { readSessions } from './session-read.store.ts'

let t: TestApp
let ws: string
let idTag: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

/** A session of 10 kWh at 18.00: 180.00, 212.40 with tax. */
async function billed() {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, idTag)
  await stop(c, transactionId)
  await c.close()
  return { pk: c.pk, transactionId }
}
/** The bill of the same session up to another register. */
async function upTo(transactionId: number, meterStopWh: number): Promise<BillRow> {
  const [s] = await readSessions(t.db, [transactionId], t.services)
  const bill = s?.stoppedAt && billOf(s, s.stoppedAt, meterStopWh)
  if (!s || !bill) throw new Error('No bill')
  return billRow(bill, s)
}
const at = new Date()
const revise = (transactionId: number, bill: BillRow) =>
  t.db.transaction().execute(trx => addBillVersion(trx, { transactionId, at, bill }))
const get = async (path: string) =>
  (await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/${path}`, headers: await t.as('viewer') })).json()
const figures = async () =>
  (
    await sql<Record<string, number>>`select sum(finished)::int as finished, sum(successful)::int as successful,
      sum(energy_wh)::int as energy_wh, sum(charged_paise)::int as charged_paise, sum(revenue_paise)::int as revenue_paise,
      sum(card_paise)::int as card_paise, sum(rfid_paise)::int as rfid_paise from usage_hour`.execute(t.db)
  ).rows[0] as Record<string, number>

test.each([
  ['an amount', sql`update bill set total_paise = 0`],
  ['a line', sql`update bill set lines = '[]'`],
  ['a bill', sql`delete from bill`],
  ['all bills', sql`truncate bill`],
  ['all bills with their sessions', sql`truncate bill, transaction`],
])('the database refuses to change or take away %s', async (_what, statement) => {
  const { transactionId } = await billed()
  await expect(statement.execute(t.db)).rejects.toMatchObject({ message: 'bill is only added to' })
  expect(await billVersions(t.db, transactionId)).toMatchObject([{ version: 1, totalPaise: 21_240 }])
})

test('a later version counts in the row, the detail, the sums and the figures of the hour', async () => {
  const { pk, transactionId } = await billed()
  const [before, summary] = [await figures(), (await get('transactions')).summary]
  // The meter was read wrong: 4 kWh.
  expect(await revise(transactionId, await upTo(transactionId, 5000))).toBe(2)
  expect(await sessionsOf(t, pk)).toEqual([
    expect.objectContaining({ energyWh: 4000, meterStopWh: 5000, chargedPaise: 8496, totalPaise: 8496, bills: 2 }),
  ])
  const { data } = await get(`transaction/${transactionId}`)
  expect(data).toMatchObject({
    totalAmountCharged: 84.96,
    totalAmountPaid: 84.96,
    energy_consumed: 4,
    bill: { version: 2, total: 84.96, taxable: 72 },
  })
  const listed = (await get('transactions')).data as { transactionId: number; totalAmountCharged: number }[]
  expect(listed.find(r => r.transactionId === transactionId)?.totalAmountCharged).toBe(84.96)
  expect((await get('transactions')).summary.totalRevenue).toBeCloseTo(summary.totalRevenue - 127.44, 2)
  const after = await figures()
  const changed = Object.fromEntries(Object.entries(after).map(([k, v]) => [k, v - (before[k] ?? 0)]))
  const less = { chargedPaise: -12_744, revenuePaise: -12_744, rfidPaise: -12_744 }
  expect(changed).toEqual({ finished: 0, successful: 0, energyWh: -6000, cardPaise: 0, ...less })
  // To nothing, and back.
  expect(await revise(transactionId, await upTo(transactionId, 1000))).toBe(3)
  expect((await figures()).successful).toBe((before.successful ?? 0) - 1)
  expect(await revise(transactionId, await upTo(transactionId, 11_000))).toBe(4)
  expect(await figures()).toEqual(before)
})

test('a version paid beforehand leaves what was paid, and counts where such payments count', async () => {
  const { pk, transactionId } = await billed()
  await sql`update transaction set payment_type = 'CARD', paid_paise = 30000 where transaction_id = ${transactionId}`.execute(
    t.db,
  )
  const before = await figures()
  await revise(transactionId, await upTo(transactionId, 5000))
  expect((await figures()).cardPaise).toBe((before.cardPaise ?? 0) + 8697 - 21_240)
  const { rows } = await sql`select paid_paise from transaction where chargepoint_pk = ${pk}`.execute(t.db)
  expect(rows).toEqual([{ paidPaise: 30_000 }])
})

test('what versions differ by adds up to the last less the first', async () => {
  const { transactionId } = await billed()
  for (const wh of [5000, 8000]) await revise(transactionId, await upTo(transactionId, wh))
  const versions = await billVersions(t.db, transactionId)
  expect(versions.map(v => [v.version, v.taxablePaise])).toEqual([
    [1, 18_000],
    [2, 7200],
    [3, 12_600],
  ])
  const [one, two, three] = versions
  if (!one || !two || !three) throw new Error('Three versions')
  expect(billDifference(one, two)).toMatchObject({
    energyWh: -6000,
    taxablePaise: -10_800,
    cgstPaise: -972,
    totalPaise: -12_744,
    commissionPercentPaise: -540,
  })
  const [a, b, all] = [billDifference(one, two), billDifference(two, three), billDifference(one, three)]
  for (const sum of Object.keys(all) as (keyof typeof all)[]) expect([sum, a[sum] + b[sum]]).toEqual([sum, all[sum]])
})

test('two versions made at once follow each other; a session that waits has none', async () => {
  const { pk, transactionId } = await billed()
  const bills = await Promise.all([5000, 8000].map(wh => upTo(transactionId, wh)))
  expect((await Promise.all(bills.map(b => revise(transactionId, b)))).sort()).toEqual([2, 3])
  const last = (await billVersions(t.db, transactionId)).at(-1)
  expect((await sessionsOf(t, pk))[0]).toMatchObject({ chargedPaise: last?.totalPaise, energyWh: last?.energyWh })
  const c = await bootedCharger(t, ws)
  const waiting = await start(c, idTag)
  await stop(c, waiting.transactionId, { meterStop: 10 })
  expect(await revise(waiting.transactionId, bills[0] as BillRow)).toBeUndefined()
  await c.close()
})
