// Tax at source of owners with several GST numbers, of sessions that are raised and lowered, and the rows of working papers for
// them, through the database (M-8).
import { round, share } from '@wattdesk/base/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEntry } from '#office/tax-settings/tax-setting.store.ts'
import type { TaxSettingName, TaxValue } from '#office/tax-settings/tax-setting.words.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { recomputesToSame } from '#settlement/payouts/payout-proof.store.ts'
import * as read from '#settlement/payouts/payout-read.store.ts'
import { type Running, runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { payoutSteps } from '#settlement/payouts/payout-steps.rules.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import {
  type Billed,
  billed,
  corrected,
  figuresOf,
  newCharger,
  newTeam,
  saveAccounts,
  saveFinance,
} from '#settlement/payouts/test-payout.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import type { Form26Q, Gstr8 } from './tax-export.contract.ts'

const ZONE = 'Asia/Kolkata'
const [KARNATAKA, MAHARASHTRA] = ['29AAPFU0939F1ZR', '27AAPFU0939F1ZV']
let t: TestApp
const set = (name: TaxSettingName, since: string, value: TaxValue) =>
  t.db
    .transaction()
    .execute(trx => addEntry(trx, { companyId: null, name, since, value, at: new Date(), userId: null }))
beforeAll(async () => {
  t = await startApp()
  t.services.platform = { name: 'Platform Ltd', gstin: '24AACCK3955D1ZS', address: '1 Ring Road, Ahmedabad' }
  await set('tds', '2025-10-01', true)
  await set('tcs', '2025-12-01', true)
})
afterAll(() => t.close())

type Owner = { teamId: number; pk: number }
async function owner(account: { gst: string; pan?: string }): Promise<Owner> {
  const teamId = await newTeam(t)
  const pk = await newCharger(t, teamId, 'DC', new Date('2025-09-30T18:30:00Z'))
  await saveFinance(t, teamId, { payout: { payout_rule: 5, tax_bearer: 'CM' } })
  await saveAccounts(t, teamId, [account])
  return { teamId, pk }
}
const run = (month: string, { teamId }: Owner, at?: Date) => {
  const period = periodNamed(`${month}-01`, ZONE)
  const now = () => at ?? new Date(period.end.getTime() + 7_200_000)
  const services = Object.create(t.services, { now: { value: now } }) as Running
  return runUpTo(services, byProduct('Test'), { kind: 'teams', teamId, teams: [teamId] }, period)
}
const found = async (month: string, { teamId }: Owner) => {
  const p = await read.get(t.db, { kind: 'all', teamId: 0 }, `PO-${month.slice(2, 4)}${month.slice(5)}-${teamId}`)
  if (!p) throw new Error(`${month} has no payout`)
  return p
}
const isProven = async (month: string, o: Owner) => {
  const p = await found(month, o)
  return recomputesToSame(t.db, p, await read.chargersOf(t.db, [p.payoutNo]), ZONE)
}
const made = async (month: string, o: Owner) => {
  expect(await isProven(month, o)).toBe(true)
  return found(month, o)
}
const sale = (o: Owner, gstin: string, day: string, netPaise: number): Billed => ({
  ...o,
  stoppedAt: `${day}T08:00:00Z`,
  netPaise,
  supplier: { gstin, place: gstin.slice(0, 2) },
})
const at = (day: string) => new Date(`${day}T08:00:00Z`)
const paper = async <T>(path: string, { teamId }: Owner): Promise<T> => {
  const url = `/cms/v1/team/${teamId}/tax/exports/${path}`
  return (await t.app.inject({ url, headers: await t.as('root') })).json().data
}

test('credit notes under one GST number of an owner leave the tax of another as it is', async () => {
  const o = await owner({ gst: KARNATAKA, pan: 'AAPFU0939F' })
  const first = sale(o, MAHARASHTRA, '2025-12-10', 1_000_000)
  const lowered = { ...first, netPaise: 400_000 }
  const id = await billed(t, first)
  await run('2025-12', o)
  await corrected(t, id, 2, first, lowered, at('2026-01-10'))
  await billed(t, sale(o, KARNATAKA, '2026-01-12', 1_000_000))
  await run('2026-01', o)
  const january = await made('2026-01', o)
  expect([january.tcsCgstPaise, january.tcsSgstPaise, january.tcsIgstPaise]).toEqual([2559, 2559, 0])
  expect(january.taxes).toMatchObject({
    tcs: { insidePaise: 409_440 },
    carriedOut: { insidePaise: -614_160, acrossPaise: 0 },
  })
  const step = payoutSteps(january, []).find(s => s.label.includes('TCS'))
  expect(step?.formula).toBe(
    `Net taxable value of invoices paid to the platform: ${MAHARASHTRA}: -₹6,141.60 inside the state; × 0.5 %; ₹6,141.60 of credit notes are carried into the next month. ${KARNATAKA}: ₹10,236.00 inside the state; × 0.5 %`,
  )
  const gstr8 = await paper<Gstr8>('gstr-8?month=2026-01', o)
  expect(gstr8.isEqual).toBe(true)
  expect(gstr8.rows.map(r => [r.supplierGstin, r.unregisteredReturned, r.carried, r.net, r.cgst + r.sgst])).toEqual([
    [MAHARASHTRA, 6141.6, 6141.6, 0, 0],
    [KARNATAKA, 0, 0, 10_236, 51.18],
  ])

  // What is carried comes off its own number; a month without supplies has no rows.
  await billed(t, { ...sale(o, MAHARASHTRA, '2026-02-12', 0), netPaise: 1_000_000 })
  await run('2026-02', o)
  const february = await made('2026-02', o)
  expect(february.tcsCgstPaise + february.tcsSgstPaise).toBe(Number(share(1_023_600n - 614_160n, 5000)))
  await saveFinance(t, o.teamId, { payout: { payout_rule: 1 }, since: at('2026-03-01') })
  await billed(t, { ...sale(o, KARNATAKA, '2026-03-12', 1000), paymentType: 'RFID' })
  await run('2026-03', o)
  await made('2026-03', o)
  expect(await paper('gstr-8?month=2026-03', o)).toMatchObject({ rows: [], sums: { net: 0 }, isEqual: true })
  const quarter = await paper<Form26Q>('26q?month=2026-03', o)
  expect([quarter.rows.map(r => r.month), quarter.isEqual]).toEqual([['2026-01', '2026-02'], true])
  const { counting: _, ...kept } = (await found('2026-03', o)).taxes ?? {}
  expect(kept).toMatchObject({ tcs: { insidePaise: 0 }, tds: { grossPaise: 0 }, bySupplier: [] })

  // January as it was reckoned before numbers were: both as one, and each fall rounded by itself. It proves and shows as ever.
  expect(january.taxes?.tds?.givenBackPaise).toBe(1024 - 409)
  const tds = { ...january.taxes?.tds, givenBackPaise: 614 }
  const less = january.tcsCgstPaise + january.tcsSgstPaise - 2047
  const { bySupplier, ...taxes } = january.taxes ?? {}
  const { isByNumber, ...counting } = january.taxes?.counting ?? {}
  expect([bySupplier?.length, isByNumber]).toEqual([2, true])
  const older = { ...taxes, tds, counting, carriedOut: { insidePaise: 0, acrossPaise: 0 } }
  await t.db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update payout set taxes = ${JSON.stringify(older)}::jsonb, tcs_cgst_paise = 1024, tcs_sgst_paise = 1023,
      tds_paise = tds_paise + 1, payout_paise = payout_paise + ${less} - 1 where payout_no = ${january.payoutNo}`.execute(
      trx,
    )
  })
  expect(await isProven('2026-01', o)).toBe(true)
  const before = await paper<Gstr8>('gstr-8?month=2026-01', o)
  expect(before.rows.map(r => [r.supplierGstin, r.net, r.cgst, r.sgst])).toEqual([
    [MAHARASHTRA, -6141.6, 0, 0],
    [KARNATAKA, 10_236, 10.24, 10.23],
  ])
  // February stands on what January carried.
  expect(await isProven('2026-02', o)).toBe(false)
})

test('the date of an amount is the last day of its month, or the making where that is earlier', async () => {
  const o = await owner({ gst: KARNATAKA, pan: 'AAPFU0939F' })
  await billed(t, sale(o, KARNATAKA, '2025-11-10', 1000))
  await run('2025-11', o, at('2025-11-20'))
  await billed(t, sale(o, KARNATAKA, '2025-12-10', 1000))
  await run('2025-12', o)
  const { rows } = await paper<Form26Q>('26q?month=2025-12', o)
  expect(rows.map(r => r.date)).toEqual(['2025-11-20', '2025-12-31'])
})

test('of a session that was raised at a lower rate no more is given back than was taken of the rise', async () => {
  const o = await owner({ gst: KARNATAKA })
  const [low, high] = [sale(o, KARNATAKA, '2025-10-10', 100_000), sale(o, KARNATAKA, '2025-10-10', 10_000_000)]
  const id = await billed(t, low)
  await run('2025-10', o)
  await saveAccounts(t, o.teamId, [{ gst: KARNATAKA, pan: 'AAPFU0939F' }], at('2025-11-05'))
  await corrected(t, id, 2, low, high, at('2025-11-10'))
  await run('2025-11', o)
  await corrected(t, id, 3, high, low, at('2025-12-10'))
  await run('2025-12', o)
  const tds = async (month: string) => (await made(month, o)).tdsPaise
  expect([await tds('2025-10'), await tds('2025-11'), await tds('2025-12')]).toEqual([5118, 10_134, -10_134])
  // The rest falls: what October took.
  await corrected(t, id, 4, low, { ...low, netPaise: 0 }, at('2026-01-10'))
  await run('2026-01', o)
  expect(await tds('2026-01')).toBe(-5118)

  // A payout from before gave back all by the rate of the first payout.
  const december = await found('2025-12', o)
  const { bySupplier: _, ...taxes } = december.taxes ?? {}
  const { isByNumber: __, ...counting } = december.taxes?.counting ?? {}
  const given = 506_682
  const older = { ...taxes, counting, tds: { ...december.taxes?.tds, givenBackPaise: given } }
  const more = given + december.tdsPaise
  await t.db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update payout set taxes = ${JSON.stringify(older)}::jsonb, tds_paise = ${-given},
      carried_out_paise = carried_out_paise + ${more} where payout_no = ${december.payoutNo}`.execute(trx)
  })
  expect(await isProven('2025-12', o)).toBe(true)
})

test('random rises and falls over months of several rates: of each payout the tax of the value that still stands is kept', async () => {
  const o = await owner({ gst: KARNATAKA, pan: 'AAPFU0939F' })
  const months = ['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10']
  const rates = [50_000, 1000, 0, 20_000, 333, 7000]
  for (const [n, month] of months.entries()) await set('tdsRate', `${month}-01`, rates[n] as number)
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const netOf = (b: Billed): bigint => round(BigInt(figuresOf(b).total), 1_000_000n, 1_180_000n)
  type Layer = { month: number; paise: bigint }
  const sessions: { id: number; version: number; bill: Billed; layers: Layer[] }[] = []
  const gross = months.map(() => 0n)
  const tax = (n: number) =>
    share(
      sessions.flatMap(s => s.layers).reduce((sum, l) => (l.month === n ? sum + l.paise : sum), 0n),
      rates[n] as number,
    )
  for (const [n, month] of months.entries()) {
    const keptBefore = months.map((_, m) => tax(m))
    for (const s of sessions) {
      if (random(3) === 0) continue
      const before = netOf(s.bill)
      // Now and then two corrections within a month, of which the last one counts.
      for (let i = 0; i <= random(2); i++) {
        const bill = { ...s.bill, netPaise: random(4) === 0 ? 0 : random(500_000) }
        await corrected(t, s.id, ++s.version, s.bill, bill, at(`${month}-${10 + i}`))
        s.bill = bill
      }
      let change = netOf(s.bill) - before
      if (change > 0n) s.layers.push({ month: n, paise: change })
      while (change < 0n) {
        const top = s.layers.at(-1) as Layer
        const part = top.paise < -change ? top.paise : -change
        top.paise -= part
        change += part
        if (top.paise === 0n) s.layers.pop()
      }
    }
    for (let i = 0; i < 4; i++) {
      const bill = sale(o, KARNATAKA, `${month}-05`, random(500_000))
      sessions.push({
        id: await billed(t, bill),
        version: 1,
        bill,
        layers: [{ month: n, paise: netOf(bill) }],
      })
    }
    gross[n] = sessions.flatMap(s => s.layers).reduce((sum, l) => (l.month === n ? sum + l.paise : sum), 0n)
    await run(month, o)
    const payout = await made(month, o)
    const back = keptBefore.slice(0, n).reduce((sum, was, m) => sum + was - tax(m), 0n)
    expect([payout.taxes?.tds?.grossPaise, payout.taxes?.tds?.givenBackPaise], month).toEqual([
      Number(gross[n]),
      Number(back),
    ])
    expect(payout.tdsPaise).toBe(Number(tax(n) - back))
  }
  for (const month of months) expect(await isProven(month, o), month).toBe(true)
}, 120_000)
