// Sessions that are billed to a business, from the record to the books (TAX-01): who the recipient is, the tax by its state,
// invoice and notes in its name for good, and a register whose heads are those of the ledger.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billRow } from '#charging/billing/bill-row.rules.ts'
import { billOf } from '#charging/billing/session-bill.rules.ts'
import { addBillVersion } from '#charging/sessions/session-change.store.ts'
import { readSessions } from '#charging/sessions/session-read.store.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { addEntry } from '#office/tax-settings/tax-setting.store.ts'
import { recordFinance } from '#people/teams/team-finance-history.store.ts'
import { addLine } from '#people/teams/team-registration.store.ts'
import type { RegisterRow, RegisterSummary } from '#settlement/reconciliation/register.contract.ts'
import * as paySessions from '#settlement/scan-and-pay/pay-session.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { moment } from '#testing/moment.ts'
import { at, bootedCharger, newTag, start, stop, unique } from '#testing/ocpp.ts'
import { writeInvoices } from './invoice.commands.ts'
import type { Invoice } from './invoice.contract.ts'
import { ENGLISH, recipientOf as recipientLines } from './invoice-lines.rules.ts'

const PUNE = { gstin: '27AAPFU0939F1ZV', legalName: 'Pune Fleet Ltd', businessAddress: '1 Road, Pune' }
const CHENNAI = { gstin: '33AAPFU0939F1Z2', legalName: 'Chennai Cabs Ltd', businessAddress: '2 Road, Chennai' }
const HUBLI = { gstin: '29AACCC6636P1Z1', legalName: 'Hubli Buses Ltd', businessAddress: '3 Road, Hubli' }
type Business = typeof PUNE & { recipientType?: 'SEZWP' | 'SEZWOP' }
let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())

const get = async (path: string, teamId = t.world.one.companyId) => {
  const url = `/cms/v1/team/${teamId}/${path}`
  return (await t.app.inject({ url, headers: await t.as('admin') })).json()
}
/** A driver with a tag, with a business of the driver's own and of the owner of the vehicle, where given. */
async function driverWith({ own, owner }: { own?: Business | undefined; owner?: Business | undefined }) {
  const { teamId, companyId } = t.world.one
  const driverId = await t.db
    .transaction()
    .execute(trx =>
      drivers.create(trx, { teamId, firstName: 'Asha', lastName: unique('Rao'), email: 'asha@example.com', ...own }),
    )
  if (owner)
    await sql`insert into vehicle (company_id, team_id, user_pk, registration_number, make, model, vehicle_type, usage_type,
        owner_name, year_of_manufacture, owner_gstin, owner_legal_name, owner_business_address, owner_recipient_type)
      values (${companyId}, ${teamId}, ${driverId}, ${unique('KA')}, 'Tata', 'Ace', 'Car', 'Commercial', 'Owner', 2025,
        ${owner.gstin}, ${owner.legalName}, ${owner.businessAddress}, ${owner.recipientType ?? null})`.execute(t.db)
  return { driverId, idTag: await newTag(t, { driverId }) }
}
/** Gives a business for the session at its payment. */
async function givenAtPayment(transactionId: number, pk: number, business: Business): Promise<void> {
  const s = await paySessions.create(t.db, {
    companyId: t.world.one.companyId,
    teamId: t.world.one.teamId,
    chargepointPk: pk,
    chargepointId: 'CP',
    connectorId: 1,
    method: 'upi',
    amountPaise: 50_000,
    stopTokenHash: Buffer.alloc(32),
    driverId: null,
    language: null,
    gstin: business.gstin,
    legalName: business.legalName,
    businessAddress: business.businessAddress,
    createdAt: new Date(),
    expiresAt: new Date(),
  })
  await t.db.updateTable('paySession').set({ transactionId }).where('paySessionId', '=', s.paySessionId).execute()
}
type Case = {
  own?: Business | undefined
  owner?: Business | undefined
  paid?: Business | undefined
  wh?: number
  state?: string
}
/** A session of a driver at a charger in Karnataka unless told otherwise; 10 kWh at 18.00. */
async function session({ own, owner, paid, wh = 10_000, state = 'Karnataka' }: Case = {}) {
  const { driverId, idTag } = await driverWith({ own, owner })
  const c = await bootedCharger(t, ws, { state })
  const { transactionId } = await start(c, idTag)
  if (paid) await givenAtPayment(transactionId, c.pk, paid)
  await stop(c, transactionId, { meterStop: 1000 + wh })
  await c.close()
  return { transactionId, driverId }
}
const billed = async (transactionId: number) =>
  (
    await sql<
      Record<string, unknown>
    >`select recipient_name, recipient_gstin, recipient_address, place_of_supply, supplier_gstin,
      taxable_paise, cgst_paise, igst_paise, total_paise from bill where transaction_id = ${transactionId} order by version desc`.execute(
      t.db,
    )
  ).rows[0]
const invoiceOf = async (transactionId: number): Promise<Invoice> =>
  (await get(`transaction/${transactionId}/invoice`)).data

describe('a unit in a Special Economic Zone in the supplier’s own state', () => {
  const UNIT = { gstin: '29AAPFU0939F1ZR', legalName: 'Zone Works Ltd', businessAddress: '4 Zone, Hubli 580020' }
  const lut = (value: string | null) =>
    t.db.transaction().execute(trx =>
      addEntry(trx, {
        companyId: t.world.one.companyId,
        name: 'lut',
        since: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        value,
        at: new Date(),
        userId: null,
      }),
    )
  const ON_PAYMENT = 'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax'
  const told = async (known: Case) => {
    const { transactionId } = await session(known)
    const { rows } = await sql<{ type: string | null }>`select recipient_type as type from bill
      where transaction_id = ${transactionId}`.execute(t.db)
    const invoice = await invoiceOf(transactionId)
    const { cgst, igst, total, ratePercent, recipient } = invoice
    const facts = recipientLines(ENGLISH, invoice)
    const sez = facts.find(([label]) => label === 'SEZ')?.[1]
    return [rows[0]?.type, cgst, igst, total, ratePercent, recipient.business?.sez, sez]
  }
  test('is billed integrated tax; a payment that names the number has the type of the record', async () => {
    const paid = ['SEZWP', 0, 32.4, 212.4, 18, 'SEZWP', ON_PAYMENT]
    expect(await told({ own: { ...UNIT, recipientType: 'SEZWP' } })).toEqual(paid)
    expect(await told({ owner: { ...UNIT, recipientType: 'SEZWP' } })).toEqual(paid)
    expect(await told({ paid: UNIT })).toEqual(paid)
    expect(await told({ own: HUBLI })).toEqual([null, 16.2, 0, 212.4, 18, undefined, undefined])
  })
  test('is billed without tax while a letter of undertaking holds, and with tax otherwise', async () => {
    const unit = { ...UNIT, gstin: '29AAPFU0939F2ZQ', recipientType: 'SEZWOP' as const }
    expect(await told({ own: unit })).toEqual(['SEZWP', 0, 32.4, 212.4, 18, 'SEZWP', ON_PAYMENT])
    await lut('AD290426001234X')
    const { transactionId } = await session({ own: unit })
    await lut(null)
    const invoice = await invoiceOf(transactionId)
    expect(invoice).toMatchObject({ cost: 180, gst: 0, cgst: 0, igst: 0, total: 180, ratePercent: 0 })
    expect(invoice.recipient.business, 'the letter of the bill, withdrawn since').toMatchObject({
      sez: 'SEZWOP',
      lut: 'AD290426001234X',
    })
    // A correction keeps the type of the invoice, whatever holds by then.
    const [facts] = await readSessions(t.db, [transactionId], t.services)
    expect(facts?.supply.sez).toBe('SEZWOP')
  })
})

describe('the recipient', () => {
  test.each<[string, Case, Business | undefined]>([
    ['nobody known: a consumer', {}, undefined],
    ['the driver', { own: PUNE }, PUNE],
    ['the owner of the vehicle before the driver', { own: PUNE, owner: CHENNAI }, CHENNAI],
    ['what was given at the payment before the owner', { own: PUNE, owner: CHENNAI, paid: HUBLI }, HUBLI],
    ['what was given at the payment before the driver', { own: PUNE, paid: CHENNAI }, CHENNAI],
    ['the owner alone', { owner: CHENNAI }, CHENNAI],
  ])('%s', async (_what, known, business) => {
    const { transactionId } = await session(known)
    const isAcross = business !== undefined && business !== HUBLI
    expect(await billed(transactionId)).toEqual({
      recipientName: business?.legalName ?? null,
      recipientGstin: business?.gstin ?? null,
      recipientAddress: business?.businessAddress ?? null,
      placeOfSupply: business?.gstin.slice(0, 2) ?? '29',
      supplierGstin: '29AACCC6636P1Z1',
      taxablePaise: 18_000,
      cgstPaise: isAcross ? 0 : 1620,
      igstPaise: isAcross ? 3240 : 0,
      totalPaise: 21_240,
    })
    const { recipient, placeOfSupply, cgst, igst, cost, total } = await invoiceOf(transactionId)
    expect([placeOfSupply?.code, cgst, igst, cost, total]).toEqual([
      business?.gstin.slice(0, 2) ?? '29',
      ...(isAcross ? [0, 32.4] : [16.2, 0]),
      180,
      212.4,
    ])
    if (business)
      expect(recipient).toMatchObject({
        name: business.legalName,
        email: 'asha@example.com',
        business: {
          gstin: business.gstin,
          address: business.businessAddress,
          state: { code: business.gstin.slice(0, 2) },
        },
      })
    else expect(recipient).not.toHaveProperty('business')
    const detail = (await get(`transaction/${transactionId}`, t.world.one.teamId)).data.bill
    expect([detail.recipient, detail.igst]).toEqual([
      business && { name: business.legalName, gstin: business.gstin },
      isAcross ? 32.4 : 0,
    ])
  })

  test('is that of the end: a business that is entered while the session runs counts, also without a restart', async () => {
    const { driverId, idTag } = await driverWith({})
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, idTag)
    await c.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: at(5), sampledValue: [{ value: '3000' }] }],
    })
    await t.db.updateTable('driver').set(PUNE).where('id', '=', driverId).execute()
    await stop(c, transactionId)
    await c.close()
    expect(await billed(transactionId)).toMatchObject({ recipientGstin: PUNE.gstin, igstPaise: 3240, cgstPaise: 0 })
  })
})

test('a correction and its note keep the recipient of the invoice, whatever the driver’s record says by then', async () => {
  const { transactionId, driverId } = await session({ own: PUNE })
  const consumer = await session()
  const before = await invoiceOf(transactionId)
  await t.db.updateTable('driver').set(CHENNAI).where('id', 'in', [driverId, consumer.driverId]).execute()
  for (const id of [transactionId, consumer.transactionId]) {
    const [s] = await readSessions(t.db, [id], t.services)
    const bill = s?.stoppedAt && billOf(s, s.stoppedAt, 5000)
    if (!s || !bill) throw new Error('No bill')
    await t.db
      .transaction()
      .execute(trx => addBillVersion(trx, { transactionId: id, at: new Date(), bill: billRow(bill, s) }))
  }
  await writeInvoices(t.services)
  const after = await invoiceOf(transactionId)
  expect(after.recipient).toEqual(before.recipient)
  expect(after.notes).toEqual([expect.objectContaining({ kind: 'credit note', cost: 108, igst: 19.44, cgst: 0 })])
  expect((await invoiceOf(consumer.transactionId)).recipient).not.toHaveProperty('business')
  const { rows } = await sql`select kind, recipient_name, recipient_gstin, place_of_supply from invoice
    where transaction_id = ${transactionId} order by bill_version`.execute(t.db)
  const to = { recipientName: PUNE.legalName, recipientGstin: PUNE.gstin, placeOfSupply: '27' }
  expect(rows).toEqual([
    { kind: 'invoice', ...to },
    { kind: 'credit note', ...to },
  ])
})

test('a team with registrations in two states: the bill takes that of the charger’s state, the recipient moves the tax alone', async () => {
  const { teamId } = t.world.one
  const since = new Date(moment.anHourAgo - 86_400_000)
  const numbers = ['27AAECD1043M1ZP', '33AABCB5678E1ZT']
  await t.db.transaction().execute(async trx => {
    for (const gstin of numbers)
      await addLine(
        trx,
        teamId,
        { gstin, legalName: `Two States ${gstin.slice(0, 2)}`, address: 'Road' },
        { at: since, isEnded: false },
      )
    await recordFinance(trx, [teamId], since)
  })
  const supplied = async (state: string, own?: Business) => {
    const bill = await billed((await session({ state, own })).transactionId)
    return [bill?.supplierGstin, bill?.placeOfSupply, bill?.igstPaise !== 0]
  }
  expect(await supplied('Tamil Nadu')).toEqual([numbers[1], '33', false])
  expect(await supplied('Maharashtra')).toEqual([numbers[0], '27', false])
  // No registration in Karnataka: the first one; the company above, which has one there, is not asked.
  expect(await supplied('Karnataka')).toEqual([numbers[0], '29', true])
  expect(await supplied('Tamil Nadu', PUNE)).toEqual([numbers[1], '27', true])
  expect(await supplied('Maharashtra', PUNE)).toEqual([numbers[0], '27', false])
})

test('the register shows businesses and consumers apart, and its heads are those of the ledger', async () => {
  const mixed = fc.sample(
    fc.record({
      own: fc.constantFrom(undefined, PUNE, CHENNAI, HUBLI),
      owner: fc.constantFrom(undefined, undefined, CHENNAI),
      wh: fc.integer({ min: 1, max: 40_000 }),
      state: fc.constantFrom('Karnataka', 'Tamil Nadu'),
    }),
    { numRuns: 12, seed: 7 },
  )
  for (const m of mixed) await session(m)
  await writeInvoices(t.services)
  const month = new Intl.DateTimeFormat('en-CA', { timeZone: t.services.timeZone, year: 'numeric', month: '2-digit' })
    .format(new Date(moment.anHourAgo))
    .slice(0, 7)
  const summary: RegisterSummary = (await get(`reconciliation/register/summary?month=${month}`)).data
  expect(summary.isEqual).toBe(true)
  const rows = async (query: string): Promise<RegisterRow[]> =>
    (await get(`reconciliation/register?month=${month}&export=all${query}`)).data
  const [all, b2b, b2c] = [await rows(''), await rows('&customers=B2B'), await rows('&customers=B2C')]
  const numbers = (of: readonly RegisterRow[]) => of.map(r => r.number).sort()
  expect(numbers([...b2b, ...b2c])).toEqual(numbers(all))
  expect(b2b.every(r => r.recipientGstin?.slice(0, 2) === r.placeOfSupply.slice(0, 2) && r.recipientName)).toBe(true)
  expect(b2c.some(r => r.recipientGstin || r.recipientName)).toBe(false)
  expect(b2b.length * b2c.length).toBeGreaterThan(0)
  // Each head of the sums is that of the documents, to the paisa.
  const sum = (of: readonly { taxable: number; cgst: number; sgst: number; igst: number; total: number }[]) =>
    (['taxable', 'cgst', 'sgst', 'igst', 'total'] as const).map(h => of.reduce((n, r) => n + Math.round(r[h] * 100), 0))
  const invoices = summary.rows.filter(r => r.kind === 'Invoices')
  expect(sum(invoices.filter(r => r.isBusiness))).toEqual(sum(b2b))
  expect(sum(invoices.filter(r => !r.isBusiness))).toEqual(sum(b2c))
  expect(await rows(`&q=${CHENNAI.gstin.toLowerCase()}`)).toHaveLength(
    b2b.filter(r => r.recipientGstin === CHENNAI.gstin).length,
  )
  expect((await rows('&q=pune fleet')).every(r => r.recipientGstin === PUNE.gstin)).toBe(true)
  const refused = await get(`reconciliation/register?month=${month}&customers=B2G`)
  expect(refused.message).toBe('Customers must be B2B or B2C')
})
