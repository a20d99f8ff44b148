// Payouts with the papers for the tax office switched on: tax taken at source, invoices of the commission, their registers and
// certificates, through the database (M-8).
import { round } from '@wattdesk/base/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import type { AccountKind } from '#money/ledger/ledger.rules.ts'
import { addEntry } from '#office/tax-settings/tax-setting.store.ts'
import type { TaxSettingName, TaxValue } from '#office/tax-settings/tax-setting.words.ts'
import { recordFinance } from '#people/teams/team-finance-history.store.ts'
import { addLine } from '#people/teams/team-registration.store.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import type { CommissionDocument, CommissionRow } from '#settlement/commission-invoices/commission-invoice.contract.ts'
import * as words from '#settlement/commission-invoices/commission-lines.rules.ts'
import type { PayoutDetail } from '#settlement/payouts/payout.contract.ts'
import { recomputesToSame } from '#settlement/payouts/payout-proof.store.ts'
import * as read from '#settlement/payouts/payout-read.store.ts'
import { type Running, runUpTo } from '#settlement/payouts/payout-run.commands.ts'
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
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { CollectedTaxRow, TaxCertificate } from './collected-tax.contract.ts'

const ZONE = 'Asia/Kolkata'
const GSTIN = '29AACCC6636P1Z1'
const PAN = 'AACCC6636P'
const PLATFORM = { name: 'Platform Ltd', gstin: '24AACCK3955D1ZS', address: '1 Ring Road, Ahmedabad' }
const BEGIN = new Date('2025-07-31T18:30:00Z')

let t: TestApp
beforeAll(async () => {
  t = await startApp()
  t.services.platform = PLATFORM
  for (const name of ['tcs', 'tds', 'commissionInvoices'] as const) await set(name, '2025-09-01', true)
})
afterAll(() => t.close())
const set = (name: TaxSettingName, since: string, value: TaxValue) =>
  t.db
    .transaction()
    .execute(trx => addEntry(trx, { companyId: null, name, since, value, at: new Date(since), userId: null }))

type Owner = { teamId: number; pk: number }
async function owner(account: object = { gst: GSTIN, pan: PAN }): Promise<Owner> {
  const teamId = await newTeam(t)
  const pk = await newCharger(t, teamId, 'DC', BEGIN)
  await saveFinance(t, teamId, { payout: { payout_rule: 3, tax_bearer: 'CPO' } })
  await saveAccounts(t, teamId, [account as Record<string, unknown>])
  return { teamId, pk }
}
const run = (month: string, { teamId }: Owner) => {
  const period = periodNamed(`${month}-01`, ZONE)
  const now = () => new Date(period.end.getTime() + 7_200_000)
  const services = Object.create(t.services, { now: { value: now } }) as Running
  return runUpTo(services, byProduct('Test'), { kind: 'teams', teamId, teams: [teamId] }, period)
}
const made = async (month: string, { teamId }: Owner) => {
  const p = await read.get(t.db, { kind: 'all', teamId: 0 }, `PO-${month.slice(2, 4)}${month.slice(5)}-${teamId}`)
  if (!p) throw new Error(`${month} has no payout`)
  const chargers = await read.chargersOf(t.db, [p.payoutNo])
  expect(await recomputesToSame(t.db, p, chargers, ZONE)).toBe(true)
  return p
}
const INSIDE = { gstin: GSTIN, place: '29' }
const ACROSS = { gstin: GSTIN, place: '33' }
const session = (o: Owner, day: string, more: Partial<Billed> = {}): Billed => ({
  ...o,
  stoppedAt: `${day}T10:00:00Z`,
  supplier: INSIDE,
  ...more,
})
/** The taxable value of a session's invoice (M-2.9). */
const netOf = (b: Billed): bigint => round(BigInt(figuresOf(b).total), 1_000_000n, 1_180_000n)
const balance = async (kind: AccountKind, ref: number) => Number(await balanceOf(t.db, { kind, ref }))
const get = async <T>(path: string, person: Person = 'admin', teamId = t.world.one.companyId) => {
  const r = await t.app.inject({ url: `/cms/v1/team/${teamId}/${path}`, headers: await t.as(person) })
  return { status: r.statusCode, ...(r.json() as { data: T; message: string; totalCount?: number }) }
}
const payoutId = (month: string, o: Owner) => `PO-${month.slice(2, 4)}${month.slice(5)}-${o.teamId}`
const detail = async (month: string, o: Owner) => (await get<PayoutDetail>(`payout/${payoutId(month, o)}`)).data
const documents = async (month: string, o: Owner): Promise<CommissionDocument[]> => {
  const { commissionDocuments } = await detail(month, o)
  const all: CommissionDocument[] = []
  for (const d of commissionDocuments)
    all.push((await get<CommissionDocument>(`tax/commission-invoice/${d.documentId}`)).data)
  return all
}
const paise = (rupees: number) => BigInt(Math.round(rupees * 100))

test('a month of an owner, and the corrections of the next one', async () => {
  const o = await owner()
  const { companyId } = t.world.one
  const before = {
    gstOut: await balance('gstOut', companyId),
    tds: await balance('tds', companyId),
    central: await balance('tcsCgst', companyId),
    state: await balance('tcsSgst', companyId),
    integrated: await balance('tcsIgst', companyId),
    out: await balance('igstOut', companyId),
  }
  const early = session(o, '2025-08-10')
  const earlyId = await billed(t, early)
  await run('2025-08', o)
  // The settings begin with September: August is as it ever was.
  const august = await made('2025-08', o)
  expect([august.taxes, august.tdsPaise, (await detail('2025-08', o)).commissionDocuments]).toEqual([null, 0, []])
  expect(await balance('gstOut', companyId)).toBe(before.gstOut + august.taxOnCommissionPaise)

  const first = session(o, '2025-09-05', { energyWh: 33_333 })
  const inside = [
    first,
    session(o, '2025-09-06', { paymentType: 'WALLET' }),
    session(o, '2025-09-07', { paymentType: 'PREPAID' }),
  ]
  const across = [session(o, '2025-09-08', { paymentType: 'CARD', supplier: ACROSS })]
  const others = [
    session(o, '2025-09-09', { paymentType: 'RFID' }),
    // The platform's own supply, under another of its numbers, and a supply of nobody.
    session(o, '2025-09-10', { supplier: { gstin: '27AACCK3955D1ZM', place: '27' } }),
    { ...o, stoppedAt: '2025-09-11T10:00:00Z' },
  ]
  const ids = []
  for (const b of [...inside, ...across, ...others]) ids.push(await billed(t, b))
  await run('2025-09', o)
  const september = await made('2025-09', o)
  const sum = (all: Billed[]) => all.reduce((n, b) => n + netOf(b), 0n)
  const [net, far] = [sum(inside), sum(across)]
  const gross = net + far
  expect(september.taxes).toMatchObject({
    tcs: { ratePpm: 5000, insidePaise: Number(net), acrossPaise: Number(far) },
    tds: { ratePpm: 1000, pan: PAN, grossPaise: Number(gross), givenBackPaise: 0 },
    suppliers: [GSTIN],
  })
  expect(BigInt(september.tcsCgstPaise + september.tcsSgstPaise)).toBe(round(net, 5000n, 1_000_000n))
  expect(BigInt(september.tcsIgstPaise)).toBe(round(far, 5000n, 1_000_000n))
  expect(BigInt(september.tdsPaise)).toBe(round(gross, 1000n, 1_000_000n))
  expect(await balance('tds', companyId)).toBe(before.tds + september.tdsPaise)
  expect(await balance('tcsCgst', companyId)).toBe(before.central + september.tcsCgstPaise)
  expect(await balance('tcsSgst', companyId)).toBe(before.state + september.tcsSgstPaise)
  expect(await balance('tcsIgst', companyId)).toBe(before.integrated + september.tcsIgstPaise)

  const [invoice, ...none] = await documents('2025-09', o)
  expect(none).toEqual([])
  expect(invoice).toMatchObject({
    kind: 'Invoice',
    month: '2025-09',
    supplier: { name: PLATFORM.name, gstin: PLATFORM.gstin, state: { code: '24' } },
    recipient: { gstin: GSTIN },
    placeOfSupply: { code: '29' },
    sac: '998599',
    isTaxDeducted: true,
    cgst: 0,
    corrects: null,
  })
  expect(invoice?.number).toMatch(/^TESTPC\d\d\/\d{7}$/)
  expect(paise(invoice?.taxable ?? 0)).toBe(BigInt(september.commissionPaise))
  expect(paise(invoice?.igst ?? 0)).toBe(BigInt(september.deductedTaxPaise))
  expect(await balance('igstOut', companyId)).toBe(before.out + september.deductedTaxPaise)
  expect(await balance('gstOut', companyId)).toBe(before.gstOut + august.taxOnCommissionPaise)
  expect((await detail('2025-09', o)).steps.filter(s => /at source/.test(s.label)).map(s => s.amount)).toEqual([
    (september.tcsCgstPaise + september.tcsSgstPaise + september.tcsIgstPaise) / 100,
    september.tdsPaise / 100,
  ])

  const ofTds = (value: bigint) => round(value, 1000n, 1_000_000n)
  // October: a bill of September falls, one of August too, and another of September rises.
  const lower = { ...first, energyWh: 10_000 }
  const higher = { ...(inside[1] as Billed), energyWh: 40_000 }
  const lowest = { ...early, energyWh: 5000 }
  await corrected(t, ids[0] as number, 2, first, lower, new Date('2025-10-05T10:00:00Z'))
  await corrected(t, ids[1] as number, 2, inside[1] as Billed, higher, new Date('2025-10-05T11:00:00Z'))
  await corrected(t, earlyId, 2, early, lowest, new Date('2025-10-05T12:00:00Z'))
  await run('2025-10', o)
  const october = await made('2025-10', o)
  const change = (was: Billed, is: Billed) => netOf(is) - netOf(was)
  const rise = change(inside[1] as Billed, higher)
  const fall = change(first, lower)
  expect(october.taxes).toMatchObject({
    tcs: { insidePaise: Number(rise + fall + change(early, lowest)) },
    // August had no TDS, so nothing of it is given back.
    tds: { grossPaise: Number(rise), givenBackPaise: Number(ofTds(gross) - ofTds(gross + fall)) },
  })
  expect(october.taxes?.carriedOut.insidePaise).toBe(
    Number(rise + fall + change(early, lowest) < 0n ? rise + fall + change(early, lowest) : 0n),
  )
  expect(BigInt(october.tdsPaise)).toBe(ofTds(rise) - ofTds(gross) + ofTds(gross + fall))
  const papers = await documents('2025-10', o)
  expect(papers.map(d => [d.kind, d.corrects?.month ?? null, d.corrects?.number ?? null])).toEqual([
    ['Invoice', null, null],
    // The rise and the fall of September are of one payout, whose commission rises altogether.
    ['Credit note', '2025-08', null],
  ])
  const signed = papers.map(d => (d.kind === 'Invoice' ? 1n : -1n))
  const total = (of: (d: CommissionDocument) => number) =>
    papers.reduce((n, d, i) => n + (signed[i] ?? 0n) * paise(of(d)), 0n)
  expect(total(d => d.taxable)).toBe(BigInt(october.commissionPaise))
  expect(total(d => d.igst + d.cgst + d.sgst + d.rounding)).toBe(BigInt(october.taxOnCommissionPaise))

  // A month with nothing but credit notes for September: the base is carried, TDS is given back.
  await corrected(
    t,
    ids[1] as number,
    3,
    higher,
    { ...higher, energyWh: 0, netPaise: 0 },
    new Date('2025-11-05T10:00:00Z'),
  )
  await run('2025-11', o)
  const november = await made('2025-11', o)
  expect(november.tcsCgstPaise).toBe(0)
  expect(november.taxes?.carriedOut.insidePaise).toBeLessThan(0)
  // All of the rise that October took, and of the value that September took.
  const stood = gross + fall
  const left = stood - netOf(inside[1] as Billed)
  expect(november.tdsPaise).toBe(-Number(ofTds(rise) + ofTds(stood) - ofTds(left)))
  const [, note] = await documents('2025-11', o)
  expect(note).toMatchObject({ kind: 'Credit note', corrects: { month: '2025-09', number: invoice?.number } })

  // The base that is carried lowers the next one.
  const later = session(o, '2025-12-05', { energyWh: 90_000 })
  await billed(t, later)
  await run('2025-12', o)
  const december = await made('2025-12', o)
  expect(BigInt(december.tcsCgstPaise + december.tcsSgstPaise)).toBe(
    round(netOf(later) + BigInt(november.taxes?.carriedOut.insidePaise ?? 0), 5000n, 1_000_000n),
  )
  expect((await trialBalance(t.db)).differencePaise).toBe(0n)

  const rows = (await get<CollectedTaxRow[]>(`tax/collected?month=2025-09&q=${PAN}`)).data
  const [row] = rows.filter(r => r.payoutId === payoutId('2025-09', o))
  expect(row).toMatchObject({
    gstin: GSTIN,
    pan: PAN,
    tcsBase: Number(gross) / 100,
    tcsRate: 0.5,
    tdsBase: Number(gross) / 100,
    tdsRate: 0.1,
    tds: september.tdsPaise / 100,
  })
  const certificate = (await get<TaxCertificate>('tax/certificate/2025-10', 'admin', o.teamId)).data
  expect(certificate).toMatchObject({
    from: '2025-10',
    to: '2025-12',
    owner: { gstin: GSTIN, pan: PAN },
    taker: { gstin: PLATFORM.gstin },
    isEqual: true,
    reason: null,
    sums: { tds: (october.tdsPaise + november.tdsPaise + december.tdsPaise) / 100 },
  })
  expect(certificate.months.map(m => m.month)).toEqual(['2025-10', '2025-11', '2025-12'])
  expect(certificate.ledger).toEqual(certificate.sums)
})

test('without a GST number of the platform the payout is made, without a document, and says why', async () => {
  const o = await owner({ gst: GSTIN })
  t.services.platform = undefined
  const b = session(o, '2025-09-05')
  await billed(t, b)
  await run('2025-09', o)
  t.services.platform = PLATFORM
  const p = await made('2025-09', o)
  const shown = await detail('2025-09', o)
  expect(shown.commissionDocuments).toEqual([])
  expect(shown.noCommissionInvoice).toBe(
    'When the month was run the platform had no GST number, so no invoice of the commission was written',
  )
  expect([p.tcsCgstPaise, p.tcsSgstPaise, p.tcsIgstPaise]).toEqual([0, 0, 0])
  expect(shown.steps.find(s => s.label === 'Tax collected at source (TCS)')).toMatchObject({
    kind: 'note',
    formula: 'TCS is on, and the platform has no GST number to collect it under',
  })
  // No PAN is stored: 5 %.
  expect(p.taxes?.tds).toMatchObject({ ratePpm: 50_000, pan: null })
  expect(BigInt(p.tdsPaise)).toBe(round(netOf(b), 50_000n, 1_000_000n))
})

test('below the threshold of the year nothing is deducted', async () => {
  const o = await owner()
  await set('tdsThreshold', '2026-01-01', 60_000)
  const b = (day: string) => session(o, day, { netPaise: 40_000 })
  await billed(t, b('2026-01-05'))
  await run('2026-01', o)
  await billed(t, b('2026-02-05'))
  await run('2026-02', o)
  await billed(t, b('2026-04-05'))
  await run('2026-04', o)
  await set('tdsThreshold', '2026-01-01', null)
  const [january, february, april] = [await made('2026-01', o), await made('2026-02', o), await made('2026-04', o)]
  expect([january.tdsPaise, february.tdsPaise, april.tdsPaise]).toEqual([
    0,
    Number(round(netOf(b('2026-02-05')), 1000n, 1_000_000n)),
    0,
  ])
  expect(february.taxes?.tds?.yearBeforePaise).toBe(Number(netOf(b('2026-01-05'))))
})

test('tax within the commission: the invoice is the commission', async () => {
  await set('commissionIncludesTax', '2026-05-01', true)
  const o = await owner()
  await saveFinance(t, o.teamId, {
    payout: { payout_rule: 5, tax_bearer: 'CM' },
    since: new Date('2026-01-01T00:00:00Z'),
  })
  await billed(t, session(o, '2026-05-05', { netPaise: 236_000 }))
  await run('2026-05', o)
  await set('commissionIncludesTax', '2026-05-01', false)
  const p = await made('2026-05', o)
  expect([p.commissionPaise, p.taxOnCommissionPaise, p.deductedTaxPaise]).toEqual([11_800, 1800, 0])
  const [d] = await documents('2026-05', o)
  expect(d).toMatchObject({ taxable: 100, igst: 18, total: 118, isTaxWithin: true, isTaxDeducted: false })
})

test('numbers have no hole, also of runs at once, and documents stay', async () => {
  const owners = [await owner(), await owner(), await owner(), await owner()]
  for (const o of owners) await billed(t, session(o, '2026-06-05'))
  await Promise.all(owners.map(o => run('2026-06', o)))
  const { rows } = await sql<{ series: string; year: string; n: number; last: number; counted: number }>`
    select d.series, d.fiscal_year as year, count(*) as n, max(d.sequence) as last, max(c.last) as counted
    from commission_document d join invoice_counter c using (gstin, series, fiscal_year) group by 1, 2`.execute(t.db)
  expect(rows.length).toBeGreaterThan(1)
  for (const r of rows) expect([r.n, r.counted]).toEqual([r.last, r.last])
  for (const statement of [
    'update commission_document set total_paise = 0',
    'delete from commission_document',
    'truncate commission_document cascade',
  ])
    await expect(sql.raw(statement).execute(t.db)).rejects.toMatchObject({
      message: 'commission_document is only added to',
    })
  // Once more changes nothing.
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from commission_document`.execute(t.db)).rows[0]?.n
  const n = await count()
  for (const o of owners) expect(await run('2026-06', o)).toEqual([])
  expect(await count()).toBe(n)
})

test('lists are searched, sorted and exported, each in its scope', async () => {
  const list = await get<CommissionRow[]>('tax/commission-invoices?pageSize=100&sort=-total')
  expect(list.status).toBe(200)
  const totals = list.data.map(r => r.total)
  expect(totals).toEqual(totals.toSorted((a, b) => b - a))
  expect(list.data.filter(r => r.kind === 'Credit note').every(r => r.total < 0)).toBe(true)
  const [first] = list.data
  const found = await get<CommissionRow[]>(`tax/commission-invoices?q=${encodeURIComponent(first?.number ?? '')}`)
  expect(found.data.map(r => r.number)).toEqual([first?.number])
  const foreign = t.world.two.companyId
  expect((await get<CommissionRow[]>('tax/commission-invoices', 'stranger', foreign)).data).toEqual([])
  expect((await get('tax/commission-invoices', 'stranger')).status).toBe(404)
  expect((await get(`tax/commission-invoice/${first?.documentId}`, 'stranger', foreign)).status).toBe(404)
  expect((await get('tax/collected?month=2025-13')).status).toBe(422)
  expect((await get<CollectedTaxRow[]>('tax/collected?month=2025-07')).data).toEqual([])
})

test('a certificate of a quarter to come is empty and says why; other months begin no quarter', async () => {
  const { teamId } = await owner()
  const future = (await get<TaxCertificate>('tax/certificate/2099-01', 'admin', teamId)).data
  expect(future).toMatchObject({ months: [], reason: 'The quarter has not begun', sums: { tds: 0 }, isEqual: true })
  expect((await get<TaxCertificate>('tax/certificate/2024-01', 'admin', teamId)).data.reason).toBe(
    'Nothing was collected or deducted in this quarter',
  )
  expect((await get('tax/certificate/2025-02', 'admin', teamId)).status).toBe(422)
  expect((await get('tax/certificate/2025-10', 'stranger', teamId)).status).toBe(404)
})

test('documents name the holder of the GST number: by the registration, and that of the team above where the team has none', async () => {
  const registered = await owner()
  const [legalName, address] = ['Corner Power LLP', '7 Irwin Road, Mysuru 570001']
  await t.db
    .insertInto('teamRegistration')
    .values({ teamId: registered.teamId, since: new Date('2025-08-01T00:00:00Z'), gstin: GSTIN, legalName, address })
    .execute()
  const below = await owner({})
  await billed(t, session(registered, '2025-09-05'))
  await billed(t, session(below, '2025-09-05'))
  await run('2025-09', registered)
  await run('2025-09', below)
  expect((await documents('2025-09', registered))[0]?.recipient).toEqual({ name: legalName, address, gstin: GSTIN })
  const certificate = (o: Owner) => get<TaxCertificate>('tax/certificate/2025-07', 'admin', o.teamId)
  expect((await certificate(registered)).data.owner).toMatchObject({ name: legalName, address, gstin: GSTIN })
  const { rows } = await sql<{
    gstin: string
  }>`select f.gstin from team_finance_history f where f.team_id = ${t.world.one.companyId}
    order by f.history_id desc limit 1`.execute(t.db)
  const [above] = rows
  expect(above?.gstin).toBeTruthy()
  expect((await documents('2025-09', below))[0]?.recipient.gstin).toBe(above?.gstin)
  expect((await certificate(below)).data.owner.gstin).toBe(above?.gstin)
})

test('owners that are units in a Special Economic Zone: integrated tax in the platform’s own state, none under its letter', async () => {
  const unit = '24AAPFU0939F1Z1'
  const of = async (recipientType: 'SEZWP' | 'SEZWOP' | null) => {
    const o = await owner({ gst: unit, pan: 'AAPFU0939F' })
    await t.db.transaction().execute(async trx => {
      const at = new Date('2025-09-01T00:00:00Z')
      await addLine(
        trx,
        o.teamId,
        { gstin: unit, legalName: 'Zone Sites', address: 'Road, 382010', recipientType },
        { at, isEnded: false },
      )
      await recordFinance(trx, [o.teamId], at)
    })
    await billed(t, session(o, '2025-09-10', { supplier: { gstin: unit, place: '24' } }))
    await run('2025-09', o)
    const p = await made('2025-09', o)
    const [document, ...others] = await documents('2025-09', o)
    expect(others).toEqual([])
    if (!document) throw new Error('There is no invoice of the commission')
    const { taxable, cgst, sgst, igst, rounding, recipient } = document
    expect(paise(cgst + sgst + igst + rounding)).toBe(BigInt(p.taxOnCommissionPaise))
    return { document, recipient, taxable, heads: [cgst, sgst, igst], taxPaise: p.taxOnCommissionPaise }
  }
  const regular = await of(null)
  const [half = 0] = regular.heads
  expect(regular.heads).toEqual([half, half, 0])
  const withTax = await of('SEZWP')
  expect([withTax.taxable, withTax.heads]).toEqual([regular.taxable, [0, 0, withTax.taxPaise / 100]])
  expect([withTax.taxPaise, withTax.recipient.sez]).toEqual([regular.taxPaise, 'SEZWP'])
  // Without a letter of undertaking of the platform there is tax.
  expect(await of('SEZWOP')).toMatchObject({ heads: withTax.heads, recipient: { sez: 'SEZWP' } })
  await set('lut', '2025-09-30', 'AD2409250000001')
  const without = await of('SEZWOP')
  expect(without).toMatchObject({ heads: [0, 0, 0], taxPaise: 0, taxable: regular.taxable })
  expect(without.recipient).toMatchObject({ sez: 'SEZWOP', lut: 'AD2409250000001' })
  expect(words.recipientOf(without.document)).toContainEqual([
    'SEZ',
    'Supply to SEZ unit or SEZ developer for authorised operations under letter of undertaking AD2409250000001 without payment of integrated tax',
  ])
  expect(words.figuresOf(without.document).map(f => f.label)).toEqual(['Taxable value', 'IGST 0 %', 'Total'])
})

/**
 * Worked by hand. The driver bears the gateway: a session at 531.00 and 12.53 has an invoice of 543.53 with a taxable value of
 * 460.62, one at 113.28 and 2.67 one of 115.95 with 98.26; N = 40 × 460.62 + 25 × 98.26 = 20,881.30, TCS 104.41, TDS 20.88. The
 * owner bears it: N = 40 × 450.00 + 25 × 96.00 = 20,400.00, TCS 102.00, TDS 20.40. So payouts are those of M-3 less 125.29, or less
 * 122.40. Where the platform bears the tax on the commission it is within: of each part R(part, 18, 118).
 */
describe('the worked month of M-3 with all settings on', () => {
  const P = (rupees: string) => Math.round(Number(rupees.replaceAll(',', '')) * 100)
  const MONTH = '2026-04'
  beforeAll(() => set('commissionIncludesTax', `${MONTH}-01`, true))
  test.each([
    [1, '1,149.00', '22,797.71', '175.27', '22,025.83', '206.82'],
    [2, '1,249.00', '22,697.71', '190.52', '21,907.83', '224.82'],
    [3, '1,618.00', '22,328.71', '246.81', '21,472.41', '291.24'],
    [4, '1,798.00', '22,148.71', '274.27', '21,260.01', '323.64'],
    [5, '1,020.00', '22,926.71', '155.59', '22,178.05', '183.60'],
    [6, '1,200.00', '22,746.71', '183.05', '21,965.65', '216.00'],
    [7, '598.00', '23,348.71', '91.22', '22,676.01', '107.64'],
  ])('rule %i', async (rule, commission, withDriver, taxWithin, withOwner, taxOnTop) => {
    const cases = [
      {
        bearer: 'EV',
        taxBearer: 'CM',
        payout: withDriver,
        tax: taxWithin,
        total: P(commission),
        tcs: 10_441,
        tds: 2088,
      },
      {
        bearer: 'CPO',
        taxBearer: 'CPO',
        payout: withOwner,
        tax: taxOnTop,
        total: P(commission) + P(taxOnTop),
        tcs: 10_200,
        tds: 2040,
      },
    ] as const
    for (const { bearer, taxBearer, payout, tax, total, tcs, tds } of cases) {
      const teamId = await newTeam(t)
      const begin = new Date('2026-03-31T18:30:00Z')
      const [dc, ac] = [await newCharger(t, teamId, 'DC', begin), await newCharger(t, teamId, 'AC', begin)]
      await saveFinance(t, teamId, {
        bearer,
        payout: {
          payout_rule: rule,
          tax_bearer: taxBearer,
          cm_commission_in_percent: rule % 2 === 1,
          cm_commission_percent: 5,
          cm_commission_cost: 1,
        },
      })
      await saveAccounts(t, teamId, [{ gst: GSTIN, pan: PAN }])
      const of = { teamId, bearer, stoppedAt: `${MONTH}-10T10:00:00Z`, supplier: INSIDE }
      await Promise.all([
        ...Array.from({ length: 40 }, () => billed(t, { ...of, pk: dc, energyWh: 25_000, netPaise: 45_000 })),
        ...Array.from({ length: 25 }, () => billed(t, { ...of, pk: ac, energyWh: 8000, netPaise: 9600 })),
      ])
      const o = { teamId, pk: dc }
      await run(MONTH, o)
      const p = await made(MONTH, o)
      expect([p.payoutPaise, p.tcsCgstPaise + p.tcsSgstPaise, p.tcsIgstPaise, p.tdsPaise]).toEqual([
        P(payout),
        tcs,
        0,
        tds,
      ])
      const [invoice, ...none] = await documents(MONTH, o)
      expect(none).toEqual([])
      // The platform is in Gujarat, the owner in Karnataka.
      expect([invoice?.total, invoice?.igst].map(a => Number(paise(a ?? 0)))).toEqual([total, P(tax)])
    }
  })
})
