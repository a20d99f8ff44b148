// Exports of a month through the database: a random month of several states, businesses and consumers, notes, corrections of
// earlier months and invoices of the commission, recomputed by the test; rights, closed months, faults and large months.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEntry } from '#office/tax-settings/tax-setting.store.ts'
import type { TaxSettingName, TaxValue } from '#office/tax-settings/tax-setting.words.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { type Running, runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import { newCharger, newTeam, saveAccounts, saveFinance } from '#settlement/payouts/test-payout.ts'
import { addClosing } from '#settlement/reconciliation/month-closing.store.ts'
import { periodOf } from '#settlement/reconciliation/period.rules.ts'
import type { RegisterRow } from '#settlement/reconciliation/register.contract.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { Json } from './gstr1.rules.ts'
import type { Form26Q, Gstr8, TaxExports } from './tax-export.contract.ts'
import { corrected, type Expected, expected, FIGURES, type Figures, type Sale, sold, summed } from './test-month.ts'
import { elementsOf } from './test-xml.ts'

const ZONE = 'Asia/Kolkata'
const [KARNATAKA, MAHARASHTRA] = ['29AACCC6636P1Z1', '27AAECD1043M1ZP']
const PLATFORM = { name: 'Platform Ltd', gstin: '24AACCK3955D1ZS', address: '1 Ring Road, Ahmedabad' }
const COLLECTOR = '24AACCK3955D1C3'
const BUSINESSES = [
  { gstin: '27AAPFU0939F1ZV', name: 'Pune Fleet & Sons "Ltd"' },
  { gstin: '33AAPFU0939F1Z2', name: 'Chennai <Cabs>' },
  { gstin: '29AAPFU0939F1ZR', name: 'Zone Works Ltd', type: 'SEZWP' as const },
  { gstin: '29AAPFU0939F2ZQ', name: 'Zone Goods Ltd', type: 'SEZWOP' as const },
]
const MONTH = '2025-10'
let t: TestApp
/** The documents that October ought to have. */
const october: Expected[] = []
const owners: { teamId: number; pk: number }[] = []
const set = (name: TaxSettingName, value: TaxValue = true) =>
  t.db
    .transaction()
    .execute(trx => addEntry(trx, { companyId: null, name, since: '2025-09-01', value, at: new Date(), userId: null }))
const run = (month: string) => {
  const period = periodNamed(`${month}-01`, ZONE)
  const services = Object.create(t.services, {
    now: { value: () => new Date(period.end.getTime() + 7_200_000) },
  }) as Running
  return runUpTo(services, byProduct('Test'), { kind: 'all', teamId: 0 }, period)
}

const NET = fc.oneof(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 8_000_000, max: 20_000_000 }))
const SALES = fc.record({
  gstin: fc.constantFrom(KARNATAKA, MAHARASHTRA, PLATFORM.gstin),
  place: fc.constantFrom('29', '27', '33', '24'),
  recipient: fc.option(fc.constantFrom(...BUSINESSES), { nil: undefined, freq: 2 }),
  netPaise: NET,
  owner: fc.nat(2),
  day: fc.integer({ min: 1, max: 30 }),
  /** A correction in October: of the session of October, or of one of September. */
  fix: fc.option(NET, { nil: undefined, freq: 2 }),
  isOfSeptember: fc.boolean(),
})
const at = (month: string, day: number) => new Date(`${month}-${String(day).padStart(2, '0')}T08:00:00Z`)

beforeAll(async () => {
  t = await startApp()
  t.services.platform = PLATFORM
  for (const name of ['tcs', 'tds', 'commissionInvoices'] as const) await set(name)
  await set('tcsNumber', COLLECTOR)
  for (const [n, account] of [{ gst: KARNATAKA, pan: 'AACCC6636P' }, {}, { gst: MAHARASHTRA }].entries()) {
    const teamId = await newTeam(t)
    const pk = await newCharger(t, teamId, 'DC', new Date('2025-08-31T18:30:00Z'))
    await saveFinance(t, teamId, { payout: { payout_rule: n === 2 ? 5 : 3, tax_bearer: n === 2 ? 'CM' : 'CPO' } })
    await saveAccounts(t, teamId, [account])
    owners.push({ teamId, pk })
  }
  const later: (() => Promise<void>)[] = []
  for (const s of fc.sample(SALES, { numRuns: 90, seed: 8 })) {
    const owner = owners[s.owner] as (typeof owners)[number]
    const place = s.recipient?.gstin.slice(0, 2) ?? s.place
    const sale: Sale = {
      ...owner,
      stoppedAt: at(s.isOfSeptember ? '2025-09' : MONTH, s.day),
      netPaise: s.netPaise,
      gstin: s.gstin,
      place,
      ...(s.recipient && { recipient: s.recipient }),
    }
    const make = async () => {
      const id = await sold(t, sale)
      if (!s.isOfSeptember) october.push(expected(sale))
      if (s.fix === undefined || s.fix === s.netPaise) return
      const fixed = { ...sale, netPaise: s.fix }
      const fix = async () => {
        await corrected(t, id, sale, fixed, at(MONTH, 30))
        october.push(expected(fixed, sale))
      }
      later.push(fix)
    }
    if (s.isOfSeptember) await make()
    else later.push(make)
  }
  await run('2025-09')
  while (later.length > 0) await later.shift()?.()
  await run(MONTH)
  await writeInvoices(t.services)
}, 240_000)
afterAll(() => t.close())

const fetched = async (path: string, { person = 'root' as Person, teamId = t.world.gp } = {}) =>
  t.app.inject({ url: `/cms/v1/team/${teamId}/tax/exports${path}`, headers: await t.as(person) })
const get = async <T>(path: string, who?: { person?: Person; teamId?: number }): Promise<T> => {
  const r = await fetched(path, who)
  expect(r.statusCode, r.body.slice(0, 400)).toBe(200)
  return r.json().data
}
const paise = (rupees: unknown): number => Math.round(Number(rupees) * 100)

type Doc = { val: number; ntty?: string; itms: { itm_det: Record<string, number> }[] }
/** What a document in the file has, by the test's own reading; below 0 for a credit note. */
function read(d: Doc): Figures {
  const sign = d.ntty === 'C' ? -1 : 1
  const sum = (name: string) => d.itms.reduce((n, i) => n + paise(i.itm_det[name] ?? 0), 0)
  const f = { taxable: sum('txval'), cgst: sum('camt'), sgst: sum('samt'), igst: sum('iamt') }
  const total = paise(d.val)
  const rounding = total - f.taxable - f.cgst - f.sgst - f.igst
  return Object.fromEntries(Object.entries({ ...f, rounding, total }).map(([k, v]) => [k, sign * v])) as Figures
}
type Grouped = { inv?: Doc[]; nt?: Doc[] }[]
const listed = (file: Json, section: string): Figures[] => {
  const all = (file[section] ?? []) as unknown as Grouped & Doc[]
  return section === 'cdnur' ? all.map(read) : all.flatMap(g => (g.inv ?? g.nt ?? []).map(read))
}
const headsOf = (rows: readonly Record<string, unknown>[]) => ({
  taxable: rows.reduce((n, r) => n + paise(r.txval), 0),
  cgst: rows.reduce((n, r) => n + paise(r.camt ?? 0), 0),
  sgst: rows.reduce((n, r) => n + paise(r.samt ?? 0), 0),
  igst: rows.reduce((n, r) => n + paise(r.iamt ?? 0), 0),
})
const ecoHeads = (row: Record<string, unknown>) => ({
  taxable: paise(row.suppval),
  cgst: paise(row.cgst),
  sgst: paise(row.sgst),
  igst: paise(row.igst),
})
const headsAlone = ({ taxable, cgst, sgst, igst }: Figures) => ({ taxable, cgst, sgst, igst })

/** The commission's documents dated in October, as the database has them. */
const commissionDocuments = async (): Promise<(Figures & { recipientGstin: string | null; kind: string })[]> =>
  (
    await sql<
      Figures & { recipientGstin: string | null; kind: string }
    >`select x.s * d.taxable_paise as taxable, x.s * d.cgst_paise as cgst,
      x.s * d.sgst_paise as sgst, x.s * d.igst_paise as igst, x.s * d.rounding_paise as rounding, x.s * d.total_paise as total,
      d.recipient_gstin, d.kind
    from commission_document d cross join lateral (select case d.kind when 'invoice' then 1 else -1 end as s) x
    where d.dated >= ${periodOf(MONTH, ZONE).from} and d.dated < ${periodOf(MONTH, ZONE).to}`.execute(t.db)
  ).rows

test('sections, registers, ledger and vouchers of a random month are equal to the paisa', async () => {
  const commission = await commissionDocuments()
  expect(commission.length).toBeGreaterThan(0)
  const seen = new Set(october.map(d => d.section))
  expect([...seen].toSorted()).toEqual(['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur'])
  const registers = await registerOf(MONTH)
  for (const gstin of [KARNATAKA, MAHARASHTRA, PLATFORM.gstin]) {
    const own = october.filter(d => d.gstin === gstin)
    const fees = gstin === PLATFORM.gstin ? commission : []
    const r = await fetched(`/gstr-1?month=${MONTH}&gstin=${gstin}`)
    expect(r.statusCode).toBe(200)
    const file = JSON.parse(r.body) as Json
    expect(Object.keys(file).slice(0, 4)).toEqual(['gstin', 'fp', 'version', 'hash'])
    expect([file.gstin, file.fp, file.faults]).toEqual([gstin, '102025', undefined])
    const shown = await get<TaxExports>(`?month=${MONTH}&gstin=${gstin}`)
    const inSection = (section: string): Figures[] => [
      ...own.filter(d => d.section === section),
      ...fees.filter(d =>
        d.recipientGstin === null ? section === 'b2cs' : section === (d.kind === 'invoice' ? 'b2b' : 'cdnr'),
      ),
    ]
    for (const section of ['b2b', 'b2cl', 'cdnr', 'cdnur']) {
      expect(summed(listed(file, section)), `${gstin} ${section}`).toEqual(summed(inSection(section)))
      expect(listed(file, section)).toHaveLength(inSection(section).length)
    }
    const consumers = summed(inSection('b2cs'))
    expect(headsOf((file.b2cs ?? []) as Json[])).toEqual(headsAlone(consumers))
    const all = summed([...own, ...fees])
    const { hsn_b2b, hsn_b2c } = file.hsn as { hsn_b2b?: Json[]; hsn_b2c?: Json[] }
    expect(headsOf([...(hsn_b2b ?? []), ...(hsn_b2c ?? [])])).toEqual(headsAlone(all))
    expect(headsOf(hsn_b2b ?? [])).toEqual(
      headsAlone(summed([...own, ...fees].filter(d => ('recipient' in d ? d.recipient : d.recipientGstin) !== null))),
    )
    const issued = (file.doc_issue as { doc_det: { doc_num: number; docs: Record<string, number>[] }[] }).doc_det
    const numbered = issued.flatMap(d => d.docs).reduce((n, d) => n + (d.net_issue ?? 0), 0)
    expect(numbered).toBe(own.length + fees.length)
    // What the screen says.
    for (const s of shown.sections)
      expect(Object.fromEntries(FIGURES.map(f => [f, paise(s[f])])), s.section).toEqual(summed(inSection(s.section)))
    expect(Object.fromEntries(FIGURES.map(f => [f, paise(shown.sum[f])]))).toEqual(all)
    expect(shown.register).toEqual(shown.sum)
    expect(Object.values(shown.difference).every(n => n === 0)).toBe(true)
    // Table 14 and GSTR-8: what was supplied through the platform, and is not the platform's own.
    const supplied = gstin === PLATFORM.gstin ? undefined : headsAlone(summed(own))
    const [row] = ((file.supeco as { clttx: Json[] } | undefined)?.clttx ?? []) as Record<string, unknown>[]
    expect(row && { etin: row.etin, ...ecoHeads(row), cess: row.cess }).toEqual(
      supplied && { etin: COLLECTOR, ...supplied, cess: 0 },
    )
    expect(shown.operator?.difference).toEqual(supplied && 0)
    expect(shown.operator?.documents).toBe(supplied && own.length)
    expect([shown.differences, shown.faults, shown.books.isEqual, shown.numbered]).toEqual([[], [], true, numbered])
    if (fees.length > 0) expect(shown.commission?.documents).toEqual(shown.commission?.ledger)
    else expect(shown.commission).toBeNull()
    // The register document by document.
    const rows = registers.filter(x => x.supplierGstin === gstin)
    expect(summed(rows.map(inPaise))).toEqual(summed(own))
    // The vouchers.
    const vouchers = await tally(`/tally-sales?month=${MONTH}&gstin=${gstin}`)
    expect(vouchers).toHaveLength(own.length + fees.length)
    const ledger = (...names: string[]) =>
      vouchers.flatMap(v => v.entries).reduce((n, e) => (names.includes(e.ledger) ? n + e.paise : n), 0)
    expect({
      taxable: ledger('Charging income', 'Commission income'),
      cgst: ledger('Output CGST'),
      sgst: ledger('Output SGST'),
      igst: ledger('Output IGST'),
      rounding: ledger('Rounding off'),
      total: -ledger('Charging customers, businesses', 'Charging customers, consumers', 'Owners, commission'),
    }).toEqual(all)
  }
})

const registerOf = async (month: string): Promise<RegisterRow[]> => {
  const all: RegisterRow[] = []
  for (const of of ['invoices', 'notes']) {
    const url = `/cms/v1/team/${t.world.gp}/reconciliation/register?month=${month}&of=${of}&export=all`
    all.push(...(await t.app.inject({ url, headers: await t.as('root') })).json().data)
  }
  return all
}
const inPaise = (r: Figures): Figures => Object.fromEntries(FIGURES.map(f => [f, paise(r[f])])) as Figures
type Voucher = { type: string; id: string; party: string; entries: { ledger: string; paise: number }[] }
/** The vouchers of a file, each balanced; credits above 0. */
async function tally(path: string, who?: { person?: Person; teamId?: number }): Promise<Voucher[]> {
  const r = await fetched(path, who)
  expect(r.statusCode, r.body.slice(0, 300)).toBe(200)
  const file = elementsOf(r.body)
  expect(file.filter(e => e.name === 'TALLYREQUEST').map(e => e.text)).toEqual(['Import Data'])
  return file
    .filter(e => e.name === 'VOUCHER')
    .map(v => {
      const text = (of: typeof v, name: string) => of.within.find(e => e.name === name)?.text ?? ''
      const lines = v.within.filter(e => e.name === 'ALLLEDGERENTRIES.LIST')
      const entries = lines.map(e => {
        const amount = text(e, 'AMOUNT')
        expect(amount).toMatch(/^-?\d+\.\d\d$/)
        expect(text(e, 'ISDEEMEDPOSITIVE')).toBe(amount.startsWith('-') ? 'Yes' : 'No')
        return { ledger: text(e, 'LEDGERNAME'), paise: paise(amount) }
      })
      expect(entries.reduce((n, e) => n + e.paise, 0)).toBe(0)
      expect(text(v, 'DATE')).toMatch(/^\d{8}$/)
      const { VCHTYPE: type = '', REMOTEID: id = '' } = v.attributes
      return { type, id, party: text(v, 'PARTYNAME'), entries }
    })
}

test('documents stand in their sections with the portal’s names', async () => {
  const file = JSON.parse((await fetched(`/gstr-1?month=${MONTH}&gstin=${KARNATAKA}`)).body)
  const [group] = file.b2b
  expect(Object.keys(group)).toEqual(['ctin', 'inv'])
  expect(group.inv[0]).toEqual({
    inum: expect.stringMatching(/^[A-Za-z0-9/-]{1,16}$/),
    idt: expect.stringMatching(/^\d\d-10-2025$/),
    val: expect.any(Number),
    pos: group.ctin.slice(0, 2),
    rchrg: 'N',
    inv_typ: 'R',
    itms: [{ num: 1, itm_det: { rt: 18, txval: expect.any(Number), iamt: expect.any(Number), csamt: 0 } }],
  })
  expect(new Set(file.b2b.map((g: { ctin: string }) => g.ctin)).size).toBe(file.b2b.length)
  expect(Object.keys(file.b2cl[0])).toEqual(['pos', 'inv'])
  expect(Object.keys(file.b2cl[0].inv[0])).toEqual(['inum', 'idt', 'val', 'itms'])
  expect(Object.keys(file.cdnr[0].nt[0])).toEqual(['ntty', 'nt_num', 'nt_dt', 'val', 'pos', 'rchrg', 'inv_typ', 'itms'])
  expect(Object.keys(file.cdnur[0])).toEqual(['typ', 'ntty', 'nt_num', 'nt_dt', 'val', 'pos', 'itms'])
  for (const row of file.b2cs)
    expect(Object.keys(row)).toEqual([
      ...['sply_ty', 'pos', 'typ', 'rt', 'txval'],
      ...(row.sply_ty === 'INTER' ? ['iamt'] : ['camt', 'samt']),
      'csamt',
    ])
  expect(file.hsn.hsn_b2c[0]).toMatchObject({ num: 1, hsn_sc: '998714', uqc: 'NA', qty: 0, rt: 18 })
  for (const { docs } of file.doc_issue.doc_det)
    for (const d of docs) {
      const [first, last] = [d.from, d.to].map((x: string) => Number(x.split('/').at(-1)))
      expect(d.totnum).toBe((last as number) - (first as number) + 1)
      expect([d.cancel, d.net_issue]).toEqual([0, d.totnum])
    }
})

test('units in a Special Economic Zone have their own type in both sections, and integrated tax or none in their state', async () => {
  for (const gstin of [KARNATAKA, MAHARASHTRA]) {
    const file = JSON.parse((await fetched(`/gstr-1?month=${MONTH}&gstin=${gstin}`)).body)
    for (const { gstin: ctin, type } of BUSINESSES) {
      const inv_typ = type ? { SEZWP: 'SEWP', SEZWOP: 'SEWOP' }[type] : 'R'
      const documents = [...file.b2b, ...file.cdnr].filter(g => g.ctin === ctin).flatMap(g => g.inv ?? g.nt)
      expect(new Set(documents.map((d: { inv_typ: string }) => d.inv_typ))).toEqual(new Set([inv_typ]))
      if (!type) continue
      const rates = documents.flatMap((d: Doc) =>
        d.itms.map(i => [i.itm_det.rt, 'iamt' in i.itm_det, 'camt' in i.itm_det]),
      )
      for (const r of rates) expect(r).toEqual([type === 'SEZWP' ? 18 : 0, true, false])
    }
  }
})

test('a document for a business carries its IRN while it is registered', async () => {
  const file = async () => JSON.parse((await fetched(`/gstr-1?month=${MONTH}&gstin=${KARNATAKA}`)).body)
  const [group] = (await file()).b2b
  const { inum } = group.inv[0]
  const irn = '5a'.repeat(32)
  // Acknowledged at 00:10 on 1 November in India.
  await sql`insert into e_invoice (company_id, team_id, invoice_id, gstin, type, number, dated, state, irn, ack_no, acked_at, queued_at, signed_qr,
      signed_invoice)
    select company_id, team_id, invoice_id, gstin, 'INV', number, dated, 'registered', ${irn}, '1', '2025-10-31T18:40:00Z', now(), 'qr', 'invoice'
    from invoice where number = ${inum} and gstin = ${KARNATAKA}`.execute(t.db)
  const shown = async () => (await file()).b2b[0].inv.find((d: { inum: string }) => d.inum === inum)
  expect(await shown()).toMatchObject({ srctyp: 'e-Invoice', irn, irngendate: '01-11-2025' })
  await sql`update e_invoice set state = 'cancelled', cancelled_at = now() where irn = ${irn}`.execute(t.db)
  expect(await shown()).not.toHaveProperty('irn')
})

test('vouchers have their numbers in table 13, and the sections stay as they are', async () => {
  const of = { gstin: KARNATAKA, series: 'TESTRV', fiscalYear: '25-26', dated: new Date('2025-10-10T10:00:00Z') }
  const [team] = await t.db
    .selectFrom('invoice')
    .select(['companyId', 'teamId'])
    .where('gstin', '=', KARNATAKA)
    .limit(1)
    .execute()
  const amounts = {
    ratePpm: 180_000,
    taxablePaise: 10_000,
    cgstPaise: 900,
    sgstPaise: 900,
    igstPaise: 0,
    roundingPaise: 0,
    totalPaise: 11_800,
  }
  await t.db
    .insertInto('voucher')
    .values(
      [1, 2].map(sequence => ({
        ...of,
        ...amounts,
        companyId: team?.companyId ?? 0,
        teamId: team?.teamId ?? 0,
        kind: 'receipt' as const,
        number: `TESTRV25/000000${sequence}`,
        sequence,
        paymentNo: sequence,
        movedAt: of.dated,
        madeAt: of.dated,
        supplierName: 'Supplier',
        supplierState: '29',
        placeOfSupply: '29',
        sac: '998714',
      })),
    )
    .execute()
  const file = JSON.parse((await fetched(`/gstr-1?month=${MONTH}&gstin=${KARNATAKA}`)).body)
  expect(file.doc_issue.doc_det.find((d: { doc_num: number }) => d.doc_num === 6)?.docs).toEqual([
    { num: 1, from: 'TESTRV25/0000001', to: 'TESTRV25/0000002', totnum: 2, cancel: 0, net_issue: 2 },
  ])
  const { data } = (await fetched(`?month=${MONTH}&gstin=${KARNATAKA}`)).json()
  expect(data.differences).toEqual([])
})

test('working papers add up to the register of collected and deducted tax and to the ledger', async () => {
  const gstr8 = await get<Gstr8>(`/gstr-8?month=${MONTH}`)
  expect(gstr8.rows.length).toBeGreaterThan(0)
  expect(gstr8.isEqual).toBe(true)
  const collected = (
    await t.app.inject({
      url: `/cms/v1/team/${t.world.gp}/tax/collected?month=${MONTH}&pageSize=100`,
      headers: await t.as('root'),
    })
  ).json().data as Record<string, number>[]
  const sum = (rows: readonly Record<string, unknown>[], name: string) => rows.reduce((n, r) => n + paise(r[name]), 0)
  expect(['net', 'igst', 'cgst', 'sgst'].map(name => sum(gstr8.rows, name))).toEqual(
    ['tcsBase', 'tcsIgst', 'tcsCgst', 'tcsSgst'].map(name => sum(collected, name)),
  )
  for (const r of gstr8.rows) {
    expect(paise(r.net)).toBe(
      paise(r.registered) -
        paise(r.registeredReturned) +
        paise(r.unregistered) -
        paise(r.unregisteredReturned) +
        paise(r.carried),
    )
    // The tax of a row is its rate of its own net value; two places are rounded each.
    const tax = paise(r.igst) + paise(r.cgst) + paise(r.sgst)
    expect(Math.abs(tax - (paise(r.net) * r.rate) / 100)).toBeLessThanOrEqual(1)
    expect(r.supplierGstin).not.toBe(PLATFORM.gstin)
  }
  const paper = await get<Form26Q>(`/26q?month=2025-11`)
  expect([paper.from, paper.to, paper.isEqual]).toEqual(['2025-10', '2025-12', true])
  expect(sum(paper.rows, 'tax')).toBe(sum(collected, 'tds'))
  expect(paper.rows.filter(r => r.reason === 'C').map(r => [r.pan, r.rate])).toContainEqual(['PANNOTAVBL', 5])
  expect(paper.rows.find(r => r.pan === 'AACCC6636P')).toMatchObject({ rate: 0.1, reason: '', section: '194-O' })
  const ofSeptember = await get<Form26Q>('/26q?month=2025-08')
  expect(ofSeptember.rows.map(r => r.month)).toEqual(ofSeptember.rows.map(() => '2025-09'))
})

test('under several numbers each supplier’s tax is collected under that of the state; states without one are named', async () => {
  const [FIRST, OF_MAHARASHTRA] = [COLLECTOR, '27AACCK3955D1CX']
  const whole = await get<Gstr8>(`/gstr-8?month=${MONTH}`)
  expect(whole.collectors).toEqual([{ gstin: FIRST, ...whole.sums }])
  const named = async () => {
    const headers = await t.as('root')
    const url = `/cms/v1/team/${t.world.gp}/reconciliation/open/withoutCollector?month=${MONTH}&pageSize=100`
    return ((await t.app.inject({ url, headers })).json().data as { what: string; amount: number }[]).map(i => i.what)
  }
  expect(await named()).toEqual([])
  await set('tcsNumber', `${FIRST}, ${OF_MAHARASHTRA}`)
  const etin = async (gstin: string) => {
    const { operator, faults } = await get<TaxExports>(`?month=${MONTH}&gstin=${gstin}`)
    expect(operator?.difference).toBe(0)
    expect(faults.filter(f => f.text.includes('collector'))).toEqual([])
    const { supeco } = JSON.parse((await fetched(`/gstr-1?month=${MONTH}&gstin=${gstin}`)).body)
    expect(supeco.clttx.map((r: { etin: string }) => r.etin)).toEqual([operator?.etin])
    return operator?.etin
  }
  expect([await etin(KARNATAKA), await etin(MAHARASHTRA)]).toEqual([FIRST, OF_MAHARASHTRA])
  const split = await get<Gstr8>(`/gstr-8?month=${MONTH}`)
  expect([split.sums, split.register, split.isEqual]).toEqual([whole.sums, whole.register, true])
  expect(split.collectors.map(c => c.gstin)).toEqual([FIRST, OF_MAHARASHTRA])
  for (const r of split.rows) expect(r.collectorGstin).toBe(r.supplierGstin === MAHARASHTRA ? OF_MAHARASHTRA : FIRST)
  for (const name of ['net', 'igst', 'cgst', 'sgst'] as const)
    expect(split.collectors.reduce((n, c) => n + paise(c[name]), 0)).toBe(paise(whole.sums[name]))
  const without = split.rows.filter(r => r.supplierGstin === KARNATAKA && r.igst + r.cgst + r.sgst > 0)
  expect(without.length).toBeGreaterThan(0)
  expect(await named()).toEqual(without.map(() => `Tax collected of ${KARNATAKA}`))
  await set('tcsNumber', FIRST)
})

test('notes and payouts of the same night: table 14, GSTR-8 and the registers have a note in the month of its date', async () => {
  const owner = owners[0] as (typeof owners)[number]
  const sale: Sale = { ...owner, stoppedAt: at('2025-11', 20), netPaise: 300_000, gstin: KARNATAKA, place: '29' }
  const late: Sale = { ...sale, stoppedAt: at('2025-11', 21), netPaise: 70_000 }
  const id = await sold(t, sale)
  // 00:30 on 1 December in India, before the run at 02:00. A session of November that is decided after it joins December.
  await corrected(t, id, sale, { ...sale, netPaise: 100_000 }, new Date('2025-11-30T19:00:00Z'))
  await run('2025-11')
  await sold(t, late, at('2025-12', 2))
  await sold(t, { ...sale, stoppedAt: at('2025-12', 5), netPaise: 500_000 })
  await run('2025-12')
  await writeInvoices(t.services, { isThorough: true })
  const net = (...sales: number[]) => sales.reduce((n, netPaise) => n + expected({ ...sale, netPaise }).taxable, 0)
  const [before, after, ofLate, ofNext] = [net(300_000), net(100_000), net(70_000), net(500_000)]
  const shown = async (month: string) => (await get<TaxExports>(`?month=${month}&gstin=${KARNATAKA}`)).operator
  expect(await shown('2025-11')).toMatchObject({
    etin: COLLECTOR,
    documents: 2,
    taxable: (before + ofLate) / 100,
    later: ofLate / 100,
    earlier: 0,
    net: before / 100,
    difference: 0,
  })
  expect(await shown('2025-12')).toMatchObject({
    documents: 2,
    taxable: (ofNext + after - before) / 100,
    later: 0,
    earlier: ofLate / 100,
    net: (ofNext + after - before + ofLate) / 100,
    difference: 0,
  })
  const { rows } = await get<Gstr8>('/gstr-8?month=2025-12')
  expect(rows.map(r => [r.supplierGstin, paise(r.net)])).toEqual([[KARNATAKA, ofNext + after - before + ofLate]])
})

test('settlements and payments are vouchers that balance and carry the amounts of the payouts', async () => {
  const vouchers = await tally(`/tally-payouts?month=${MONTH}`)
  expect(new Set(vouchers.map(v => v.type))).toEqual(new Set(['Journal']))
  expect(new Set(vouchers.map(v => v.id)).size).toBe(vouchers.length)
  const { rows } = await sql<{
    paid: number
    tds: number
  }>`select sum(payout_paise)::bigint as paid, sum(tds_paise)::bigint as tds
    from payout where month = '2025-10-01'`.execute(t.db)
  const ledger = (name: string) =>
    vouchers.flatMap(v => v.entries).reduce((n, e) => (e.ledger === name ? n + e.paise : n), 0)
  expect(ledger('Payouts on their way')).toBe(rows[0]?.paid)
  expect(ledger('TDS payable, section 194-O')).toBe(rows[0]?.tds)
  // Income of the commission is in its invoices.
  expect(ledger('Commission income')).toBe(0)
})

test('who may: Finance.view, the own company alone, and its own documents of a number that is the platform’s', async () => {
  const { companyId, teamId } = t.world.one
  const own = { person: 'admin' as Person, teamId: companyId }
  const paths = ['', '/gstr-1', '/tally-sales', '/tally-payouts', '/gstr-8', '/26q'].map(p => `${p}?month=${MONTH}`)
  for (const path of paths) {
    expect((await fetched(path, own)).statusCode, path).toBe(200)
    expect((await fetched(path, { ...own, person: 'stranger' })).statusCode, path).toBe(404)
    expect((await fetched(path, { person: 'operator', teamId })).statusCode, path).toBe(403)
    expect((await fetched(path.replace(MONTH, '2025-13'), own)).statusCode, path).toBe(422)
  }
  const foreign = { person: 'stranger' as Person, teamId: t.world.two.companyId }
  expect((await get<TaxExports>(`?month=${MONTH}`, foreign)).numbers).toEqual([])
  for (const file of ['/gstr-1', '/tally-sales'])
    expect((await fetched(`${file}?month=${MONTH}&gstin=${KARNATAKA}`, foreign)).statusCode).toBe(404)
  expect(await tally(`/tally-payouts?month=${MONTH}`, foreign)).toEqual([])
  expect((await get<Gstr8>(`/gstr-8?month=${MONTH}`, foreign)).rows).toEqual([])
  // The company sells under the platform's number, whose invoices of the commission are not the company's.
  const sales = october.filter(d => d.gstin === PLATFORM.gstin)
  const shown = await get<TaxExports>(`?month=${MONTH}&gstin=${PLATFORM.gstin}`, own)
  expect([shown.leftOut, shown.sum.documents, shown.commission]).toEqual(['companies', sales.length, null])
  const [first] = owners
  const ofTeam = await get<TaxExports>(`?month=${MONTH}&gstin=${KARNATAKA}`, { ...own, teamId: first?.teamId ?? 0 })
  expect(ofTeam.leftOut).toBe('teams')
  expect(ofTeam.sum.documents).toBeLessThan(october.filter(d => d.gstin === KARNATAKA).length)
  // The platform's own number comes first for the platform.
  expect((await get<TaxExports>(`?month=${MONTH}`)).gstin).toBe(PLATFORM.gstin)
})

test('above which total an invoice to a consumer is large depends on its day', async () => {
  const owner = owners[0] as (typeof owners)[number]
  const sale = (day: string, netPaise: number): Sale => ({
    ...owner,
    stoppedAt: new Date(`${day}T20:00:00Z`),
    netPaise,
    gstin: KARNATAKA,
    place: '33',
  })
  // 20:00 UTC is the next day in India: 31 July is August already.
  for (const [day, net] of [
    ['2024-07-30', 16_000_000],
    ['2024-07-30', 21_000_000],
    ['2024-07-31', 16_000_000],
    ['2024-08-01', 8_000_000],
  ] as const)
    await sold(t, sale(day, net))
  await writeInvoices(t.services, { isThorough: true })
  const documents = async (month: string) => {
    const { sections } = await get<TaxExports>(`?month=${month}&gstin=${KARNATAKA}`)
    return Object.fromEntries(sections.filter(s => s.documents > 0).map(s => [s.section, s.documents]))
  }
  expect(await documents('2024-07')).toEqual({ b2cl: 1, b2cs: 1 })
  expect(await documents('2024-08')).toEqual({ b2cl: 1, b2cs: 1 })
  // Until April 2025 table 12 is one list.
  const file = JSON.parse((await fetched(`/gstr-1?month=2024-08&gstin=${KARNATAKA}`)).body)
  expect(Object.keys(file.hsn)).toEqual(['data'])
})

test('a closed month has the same bytes each time, whatever happens afterwards', async () => {
  const own = { person: 'admin' as Person, teamId: t.world.one.companyId }
  const files = ['/gstr-1', '/tally-sales'].map(f => `${f}?month=${MONTH}&gstin=${KARNATAKA}`)
  files.push(...['/tally-payouts', '/gstr-8', '/26q'].map(f => `${f}?month=${MONTH}`))
  const all = async (): Promise<string[]> => {
    const bodies: string[] = []
    for (const f of files) bodies.push((await fetched(f, own)).body.replace(/"isOpen":\w+/, ''))
    return bodies
  }
  expect((await get<TaxExports>(`?month=${MONTH}`, own)).isOpen).toBe(true)
  const before = await all()
  const { to } = periodOf(MONTH, ZONE)
  const add = (event: 'closed' | 'reopened', closedUntil: Date | null) => {
    const of = {
      companyId: t.world.one.companyId,
      month: MONTH,
      reason: event === 'closed' ? '' : 'Test',
      at: new Date(),
      userId: null,
    }
    return t.db.transaction().execute(trx => addClosing(trx, { ...of, event, closedUntil }))
  }
  await add('closed', to)
  expect((await get<TaxExports>(`?month=${MONTH}`, own)).isOpen).toBe(false)
  // What is decided later bears the day of its decision; names of records change.
  const owner = owners[0] as (typeof owners)[number]
  const sale: Sale = { ...owner, stoppedAt: at('2025-11', 3), netPaise: 5000, gstin: KARNATAKA, place: '29' }
  const id = await sold(t, sale)
  await corrected(t, id, sale, { ...sale, netPaise: 3000 }, at('2025-11', 4))
  await writeInvoices(t.services, { isThorough: true })
  await sql`update team set name = 'Renamed' where id = ${owner.teamId}`.execute(t.db)
  expect(await all()).toEqual(before)
  await add('reopened', null)
})

test('what the portal would refuse is told on the screen and in the file', async () => {
  const owner = owners[1] as (typeof owners)[number]
  const base = { ...owner, netPaise: 10_000, place: '29' }
  const bad = '29ABCDE1234F1Z0'
  const self: Sale = {
    ...base,
    stoppedAt: at('2025-11', 5),
    gstin: KARNATAKA,
    recipient: { gstin: KARNATAKA, name: 'Itself' },
  }
  const broken: Sale = {
    ...base,
    stoppedAt: at('2025-11', 6),
    gstin: KARNATAKA,
    recipient: { gstin: bad, name: 'Broken\u0001' },
  }
  const nobody: Sale = { ...base, stoppedAt: at('2025-11', 7), gstin: null }
  for (const s of [self, broken, nobody]) await sold(t, s)
  await writeInvoices(t.services, { isThorough: true })
  const shown = await get<TaxExports>(`?month=2025-11&gstin=${KARNATAKA}`)
  expect(shown.faults.map(f => f.text).toSorted()).toEqual([
    'Supplier and recipient have the same GSTIN',
    'The GSTIN of the recipient is not valid',
  ])
  expect(shown.faults.every(f => f.transactionId !== null)).toBe(true)
  expect([shown.faultCount, shown.withoutNumber.documents]).toEqual([2, 1])
  const file = JSON.parse((await fetched(`/gstr-1?month=2025-11&gstin=${KARNATAKA}`)).body)
  expect(file.faults).toHaveLength(2)
  // A name that XML cannot hold is left out of it, sign by sign.
  const parties = (await tally(`/tally-sales?month=2025-11&gstin=${KARNATAKA}`)).map(v => v.party)
  expect(parties).toContain('Broken')
})

test('a month without documents', async () => {
  const shown = await get<TaxExports>('?month=2020-01')
  expect(shown).toMatchObject({
    gstin: null,
    numbers: [],
    sum: { documents: 0, total: 0 },
    differences: [],
    faults: [],
  })
  expect((await fetched('/gstr-1?month=2020-01')).json().message).toBe('No document of the month has this GST number')
  expect(await tally('/tally-payouts?month=2020-01')).toEqual([])
})

test('a month of 20,000 documents', async () => {
  const many = 20_000
  await sql`insert into invoice (kind, number, gstin, series, fiscal_year, sequence, transaction_id, bill_version, dated, made_at,
      company_id, team_id, supplier_name, supplier_state, place_of_supply, recipient_name, recipient_gstin, sac, rate_ppm, energy_wh,
      cost_paise, cgst_paise, sgst_paise, igst_paise, rounding_paise, total_paise)
    select 'invoice', 'BG/23-24/' || lpad(n::text, 7, '0'), ${KARNATAKA}, 'BG', '23-24', n, 50000000 + n, 1,
      '2023-05-01T06:00:00Z'::timestamptz + n * interval '1 minute', now(), ${t.world.one.companyId}, ${owners[0]?.teamId ?? 0}, 'Big', '29',
      case n % 3 when 0 then '33' else '29' end, 'X', case n % 3 when 0 then '33AAPFU0939F1Z2' end, '998714', 180000, 1000, 100 + n,
      case n % 3 when 0 then 0 else n % 7 end, case n % 3 when 0 then 0 else n % 7 end, case n % 3 when 0 then n % 11 else 0 end, 0,
      100 + n + case n % 3 when 0 then n % 11 else 2 * (n % 7) end
    from generate_series(1, ${many}) n`.execute(t.db)
  const shown = await get<TaxExports>(`?month=2023-05&gstin=${KARNATAKA}`)
  expect([shown.sum.documents, shown.differences.filter(d => !d.includes('ledger'))]).toEqual([many, []])
  const file = JSON.parse((await fetched(`/gstr-1?month=2023-05&gstin=${KARNATAKA}`)).body)
  expect(file.b2b[0].inv).toHaveLength(Math.floor(many / 3))
  expect(file.doc_issue.doc_det[0].docs).toEqual([
    { num: 1, from: 'BG/23-24/0000001', to: 'BG/23-24/0020000', totnum: many, cancel: 0, net_issue: many },
  ])
  const { body } = await fetched(`/tally-sales?month=2023-05&gstin=${KARNATAKA}`)
  expect(body.match(/<VOUCHER /g)).toHaveLength(many)
  expect(body.endsWith('</ENVELOPE>\n')).toBe(true)
})
