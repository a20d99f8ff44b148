// Vouchers on a real database (M-8): rights, one voucher for each payment and each unused part, numbers without holes.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Paid, paid } from '#money/refunds/test-refund.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { writeVouchers } from './voucher.commands.ts'

let t: TestApp
let now = new Date('2026-11-22T10:00:00Z')
beforeAll(async () => {
  t = await startApp({ now: () => now })
  // The stand of the charge point decides between central with state and integrated tax.
  await t.db.updateTable('charger').set({ state: 'Karnataka', country: 'India' }).execute()
})
afterAll(() => t.close())

const set = (value: boolean, since: string, companyId: number | null = t.world.one.companyId) =>
  t.db
    .insertInto('taxSetting')
    .values({ companyId, name: 'vouchers', since, value: JSON.stringify(value), setAt: now, setBy: null })
    .execute()
type Kept = {
  kind: string
  number: string
  total: number
  taxable: number
  receipt: string | null
  refundId: number | null
}
const vouchersOf = async (p: Pick<Paid, 'paymentNo'>): Promise<Kept[]> =>
  (
    await sql<Kept>`select v.kind, v.number, v.total_paise as total, v.taxable_paise as taxable, w.number as receipt, v.refund_id
      from voucher v left join voucher w on w.voucher_id = v.of_voucher_id where v.payment_no = ${p.paymentNo} order by v.voucher_id`.execute(
      t.db,
    )
  ).rows
let refunds = 0
/** A refund that has gone back. */
const refunded = async (
  p: Paid,
  amountPaise: number,
  status: 'processed' | 'failed' = 'processed',
): Promise<number> => {
  refunds++
  const { refundId } = await t.db
    .insertInto('refund')
    .values({
      idempotencyKey: `voucher-${refunds}`,
      paymentId: p.paymentId,
      companyId: p.companyId,
      teamId: p.teamId,
      transactionId: p.transactionId,
      paySessionId: null,
      amountPaise,
      cause: 'rest',
      status,
      requestedAt: now,
      processedAt: status === 'processed' ? now : null,
    })
    .returning('refundId')
    .executeTakeFirstOrThrow()
  return refundId
}
const bill = (p: Paid, version: number, total: number) =>
  sql`
  insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
    gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, place_of_supply, lines,
    facts, energy_wh, supplier_name, supplier_gstin, supplier_state, tax_ppm)
  values (${p.transactionId}, ${version}, ${p.companyId}, ${p.teamId}, ${now}, ${total}, 0, 0, 0, ${total}, 0, 0, ${total}, 0, 0, '29',
    '[]', '{}', 1000, 'Volt Works', '29AAPFU0939F1ZR', '29', 180000)`.execute(t.db)
async function demandNoHoles(): Promise<void> {
  const { rows } =
    await sql`select c.series from invoice_counter c left join voucher v using (gstin, series, fiscal_year)
    where c.series in ('TESTRV', 'TESTFV') group by c.gstin, c.series, c.fiscal_year, c.last
    having count(v.*) <> c.last or max(v.sequence) <> c.last or min(v.sequence) <> 1`.execute(t.db)
  expect(rows).toEqual([])
}

test('nothing is written before the setting begins; from its day on each payment gets one receipt voucher', async () => {
  const before = await paid(t, { paidPaise: 50_000, startedAt: new Date('2026-11-21T18:29:59Z') })
  const first = await paid(t, { paidPaise: 50_000, startedAt: new Date('2026-11-21T18:30:00Z') })
  expect(await writeVouchers(t.services, { isThorough: true })).toBe(0)
  await set(true, '2026-11-22')
  const other = await paid(t, { paidPaise: 30_000, of: 'two' })
  expect(await writeVouchers(t.services)).toBe(1)
  expect(await writeVouchers(t.services, { isThorough: true })).toBe(0)
  expect([await vouchersOf(before), await vouchersOf(other)]).toEqual([[], []])
  expect(await vouchersOf(first)).toMatchObject([
    { kind: 'receipt', number: 'TESTRV26/0000001', total: 50_000, taxable: 42_373, receipt: null },
  ])
})

test('what goes back of an unused payment, and the rest of a used one, has a refund voucher; a failed refund has none', async () => {
  const unused = await paid(t, { paidPaise: 50_000 })
  const used = await paid(t, { paidPaise: 50_000, billedPaise: 20_000 })
  await bill(used, 1, 20_000)
  await refunded(unused, 50_000, 'failed')
  expect(await writeVouchers(t.services)).toBe(2)
  const whole = await refunded(unused, 50_000)
  const rest = await refunded(used, 30_000)
  expect(await writeVouchers(t.services)).toBe(2)
  const [receipt] = await vouchersOf(unused)
  expect((await vouchersOf(unused)).slice(1)).toMatchObject([
    { kind: 'refund', total: 50_000, taxable: 42_373, receipt: receipt?.number, refundId: whole },
  ])
  expect((await vouchersOf(used)).slice(1)).toMatchObject([{ total: 30_000, refundId: rest }])
  // A lowered bill has a credit note: what goes back by it was supplied once.
  await bill(used, 2, 15_000)
  await refunded(used, 5_000)
  expect(await writeVouchers(t.services, { isThorough: true })).toBe(0)
  await demandNoHoles()
})

test('a refund has its voucher although the setting has ended since, and later payments get none', async () => {
  const p = await paid(t, { paidPaise: 40_000 })
  await writeVouchers(t.services)
  now = new Date('2026-11-23T10:00:00Z')
  await set(false, '2026-11-23')
  const later = await paid(t, { paidPaise: 40_000 })
  await refunded(p, 40_000)
  await refunded(later, 40_000)
  expect(await writeVouchers(t.services)).toBe(1)
  expect((await vouchersOf(p)).map(v => v.kind)).toEqual(['receipt', 'refund'])
  expect(await vouchersOf(later)).toEqual([])
  await set(true, '2026-11-23')
})

test('several writers at once, and one that breaks off, leave one voucher each and no hole', async () => {
  const payments = await Promise.all(Array.from({ length: 40 }, () => paid(t, { paidPaise: 11_800 })))
  const broken = { ...t.services, mode: 'live' as const }
  await expect(writeVouchers(broken)).rejects.toThrow()
  await Promise.all(Array.from({ length: 4 }, () => writeVouchers(t.services)))
  for (const p of payments) expect(await vouchersOf(p)).toHaveLength(1)
  await demandNoHoles()
})

test('units in a Special Economic Zone: across states in their own state, without tax where the record and a letter say so', async () => {
  const { companyId, teamId } = t.world.one
  const { chargepointPk } = await t.db.selectFrom('charger').select('chargepointPk').limit(1).executeTakeFirstOrThrow()
  const of = async (gstin: string, stated: 'SEZWP' | null) => {
    const p = await paid(t, { paidPaise: 11_800 })
    const { paySessionId } = await t.db
      .insertInto('paySession')
      .values({
        publicId: `zone-${p.paymentNo}`,
        companyId,
        teamId,
        chargepointPk,
        chargepointId: 'X',
        connectorId: 1,
        method: 'upi',
        amountPaise: 11_800,
        stopTokenHash: Buffer.alloc(0),
        language: 'en',
        createdAt: now,
        expiresAt: now,
        gstin,
        legalName: 'Zone Works',
        businessAddress: 'Road',
        recipientType: stated,
      })
      .returning('paySessionId')
      .executeTakeFirstOrThrow()
    await sql`update payment set pay_session_id = ${paySessionId} where payment_no = ${p.paymentNo}`.execute(t.db)
    await writeVouchers(t.services)
    const row = async (kind: string) =>
      await t.db
        .selectFrom('voucher')
        .selectAll()
        .where('paymentNo', '=', p.paymentNo)
        .where('kind', '=', kind as 'receipt')
        .executeTakeFirstOrThrow()
    const receipt = await row('receipt')
    await refunded(p, 11_800)
    await writeVouchers(t.services)
    const refund = await row('refund')
    const told = (v: typeof receipt) => [
      v.recipientType,
      v.ratePpm,
      v.taxablePaise,
      v.cgstPaise,
      v.sgstPaise,
      v.igstPaise,
    ]
    expect(told(refund)).toEqual(told(receipt))
    const shown = await ask('admin', `${teamId}/tax/voucher/${receipt.voucherId}`)
    return { told: told(receipt), recipient: shown.data.recipient }
  }
  // The supplier is in Karnataka.
  const own = '29AAPFU0939F2ZQ'
  expect((await of(own, null)).told).toEqual([null, 180_000, 10_000, 900, 900, 0])
  expect((await of(own, 'SEZWP')).told).toEqual(['SEZWP', 180_000, 10_000, 0, 0, 1800])
  await sql`insert into vehicle (company_id, team_id, registration_number, make, model, vehicle_type, usage_type, owner_name,
      year_of_manufacture, owner_gstin, owner_legal_name, owner_business_address, owner_recipient_type)
    values (${companyId}, ${teamId}, 'KA-01-Z-1', 'Tata', 'Ace', 'Car', 'Commercial', 'Owner', 2025, ${own}, 'Zone Works', 'Road',
      'SEZWOP')`.execute(t.db)
  expect((await of(own, null)).told).toEqual(['SEZWP', 180_000, 10_000, 0, 0, 1800])
  await t.db
    .insertInto('taxSetting')
    .values({ companyId, name: 'lut', since: '2026-11-01', value: '"AD2911260000001"', setAt: now, setBy: null })
    .execute()
  const without = await of(own, 'SEZWP')
  expect(without.told).toEqual(['SEZWOP', 0, 11_800, 0, 0, 0])
  expect(without.recipient).toMatchObject({ gstin: own, sez: 'SEZWOP', lut: 'AD2911260000001' })
})

const ask = async (person: Person, path: string) => {
  const r = await t.app.inject({ url: `/cms/v1/team/${path}`, headers: await t.as(person) })
  return { status: r.statusCode, ...(r.headers['content-type']?.includes('json') ? r.json() : {}) }
}
test('the list of a month with its sums, a voucher, and who may see them', async () => {
  const { one, two } = t.world
  const list = await ask('admin', `${one.teamId}/tax/vouchers?month=2026-11&sort=number&pageSize=100`)
  const { rows } = await sql<{ receipts: number; received: number; refunds: number; refunded: number }>`select
    count(*) filter (where kind = 'receipt') as receipts, sum(total_paise) filter (where kind = 'receipt') / 100.0 as received,
    count(*) filter (where kind = 'refund') as refunds, sum(total_paise) filter (where kind = 'refund') / 100.0 as refunded from voucher`.execute(
    t.db,
  )
  const [sums] = rows.map(r => ({ ...r, received: Number(r.received), refunded: Number(r.refunded) }))
  expect(list).toMatchObject({ status: 200, sums, total: (sums?.receipts ?? 0) + (sums?.refunds ?? 0) })
  const refund = list.data.find((v: { kind: string }) => v.kind === 'Refund voucher')
  expect(refund.total).toBeLessThan(0)
  expect((await ask('admin', `${one.teamId}/tax/vouchers?month=2026-10`)).total).toBe(0)
  expect((await ask('admin', `${one.teamId}/tax/vouchers?month=2026-13`)).status).toBe(422)
  const path = (teamId: number) => `${teamId}/tax/voucher/${refund.voucherId}`
  expect(await ask('admin', path(one.teamId))).toMatchObject({
    status: 200,
    data: {
      kind: 'Refund voucher',
      total: -refund.total,
      receipt: { number: refund.receipt },
      supplier: { name: 'One' },
    },
  })
  expect((await ask('stranger', path(two.teamId))).status).toBe(404)
  expect((await ask('stranger', `${one.teamId}/tax/vouchers?month=2026-11`)).status).toBe(404)
  expect((await ask('nobody', path(one.teamId))).status).toBe(404)
})

test('vouchers stay as they are, and no voucher enters a closed month', async () => {
  await expect(sql`update voucher set total_paise = 1`.execute(t.db)).rejects.toThrow()
  await expect(sql`delete from voucher`.execute(t.db)).rejects.toThrow()
  const p = await paid(t, { paidPaise: 11_800, startedAt: new Date('2026-11-22T12:00:00Z') })
  await t.db
    .insertInto('monthClosing')
    .values({
      companyId: t.world.one.companyId,
      month: '2026-11-01',
      event: 'closed',
      closedUntil: new Date('2026-11-30T18:30:00Z'),
      at: now,
      userId: null,
    })
    .execute()
  now = new Date('2026-12-01T10:00:00Z')
  expect(await writeVouchers(t.services, { isThorough: true })).toBe(1)
  const { rows } = await sql<{
    dated: Date
    moved: Date
  }>`select dated, moved_at as moved from voucher where payment_no = ${p.paymentNo}`.execute(t.db)
  expect(rows).toEqual([{ dated: now, moved: new Date('2026-11-22T12:00:00Z') }])
})
