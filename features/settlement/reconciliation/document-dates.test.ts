// Documents dated by their issue (M-8), and sessions of own RFID tags without invoice: what documents, registers, the way to the
// ledger and the list of deliveries say, before and after the day from which a setting holds.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { addBillVersion } from '#charging/sessions/session-change.store.ts'
import { taxValueOn } from '#office/tax-settings/tax-setting.rules.ts'
import { addEntry, taxEntries } from '#office/tax-settings/tax-setting.store.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { IS_DELIVERY } from '#settlement/invoices/invoice.words.ts'
import { billed, newCharger, newTeam } from '#settlement/payouts/test-payout.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { billOf, ended } from './test-late.ts'

let t: TestApp
let now = new Date('2026-03-12T06:00:00Z')
let teamId: number
let pk: number
beforeAll(async () => {
  t = await startApp({ now: () => now })
  teamId = await newTeam(t)
  pk = await newCharger(t, teamId, 'DC')
})
afterAll(() => t.close())

const set = (name: 'issueDates' | 'rfidInvoices', since: string, value: boolean, companyId: number | null = null) =>
  t.db.transaction().execute(trx => addEntry(trx, { companyId, name, since, value, at: now, userId: null }))
const read = async (path: string, query: Record<string, string> = {}, status = 200) => {
  const url = `/cms/v1/team/${t.world.one.companyId}/${path}`
  const r = await t.app.inject({ url, query, headers: await t.as('admin') })
  expect([path, r.statusCode, r.json().message]).toEqual([path, status, expect.anything()])
  return r.json()
}
const session = (stoppedAt: string, netPaise?: number) =>
  ended(t, { teamId, pk, stoppedAt: new Date(stoppedAt), receivedAt: now, ...(netPaise && { netPaise }) })
const write = async () => {
  await postWaitingBills(t.services)
  await writeInvoices(t.services, { isThorough: true })
}
const correct = (transactionId: number, netPaise: number) =>
  t.db.transaction().execute(trx => addBillVersion(trx, { transactionId, at: now, bill: billOf(netPaise) }))
type Paper = { transactionId: number; kind: string; number: string; dated: string; supplied: string | null }
const papers = async (ids: readonly number[]) =>
  (
    await sql<Paper>`select transaction_id, kind, number, dated::text as dated, supplied_at::text as supplied from (
        select i.*, to_char(dated at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as dated_text from invoice i) i
      where transaction_id = any(${sql.val(ids)}::int[]) order by invoice_id`.execute(t.db)
  ).rows.map(p => ({
    ...p,
    dated: new Date(p.dated).toISOString(),
    supplied: p.supplied && new Date(p.supplied).toISOString(),
  }))
const bridge = async (month: string) => {
  const { data } = await read('reconciliation/register/summary', { month })
  expect([month, data.isEqual]).toEqual([month, true])
  return data.bridge as { label: string; taxable: number }[]
}

test('with the setting off a document bears one date: of the supply, or of the correction', async () => {
  const id = await session('2026-03-10T10:00:00Z')
  await write()
  await correct(id, 9_000)
  await write()
  expect(await papers([id])).toMatchObject([
    { kind: 'invoice', dated: '2026-03-10T10:00:00.000Z', supplied: null },
    { kind: 'credit note', dated: now.toISOString(), supplied: null },
  ])
  const { data: invoice } = await read(`transaction/${id}/invoice`)
  expect([invoice.dateOfSupply, invoice.notes[0].dateOfSupply]).toEqual([null, null])
})

test('with the setting on it bears the day on which its number is taken, and the supply beside it', async () => {
  await set('issueDates', '2026-03-15', true)
  now = new Date('2026-03-14T18:29:00Z')
  const before = await session('2026-03-14T10:00:00Z')
  await write()
  // The business day of India has begun.
  now = new Date('2026-03-14T18:31:00Z')
  const late = await session('2026-03-09T10:00:00Z')
  const wrongClock = await session('2027-01-01T00:00:00Z')
  await write()
  expect(await papers([before, late, wrongClock])).toMatchObject([
    { transactionId: before, dated: '2026-03-14T10:00:00.000Z', supplied: null },
    { transactionId: late, dated: now.toISOString(), supplied: '2026-03-09T10:00:00.000Z' },
    { transactionId: wrongClock, dated: now.toISOString(), supplied: '2027-01-01T00:00:00.000Z' },
  ])
  const issued = now.toISOString()
  // A session of the old financial year that is decided in the new one has a number of the new one.
  now = new Date('2026-03-31T18:31:00Z')
  const overYear = await session('2026-03-31T10:00:00Z')
  await correct(late, 9_000)
  await write()
  const [invoice, note] = await papers([overYear, late]).then(all => all.filter(p => p.dated === now.toISOString()))
  expect([invoice?.number, note?.number].sort()).toEqual([
    expect.stringMatching(/^TESTCM26|^CM\/26-27/),
    expect.stringMatching(/^TESTCN26|^CN\/26-27/),
  ])
  expect(await papers([late])).toMatchObject([
    { kind: 'invoice', dated: issued },
    { kind: 'credit note', dated: now.toISOString(), supplied: '2026-03-09T10:00:00.000Z' },
  ])
  // Another node's clock is five minutes behind: numbers rise with the date all the same.
  const last = now.toISOString()
  now = new Date(now.getTime() - 300_000)
  const behind = await session('2026-03-31T17:00:00Z')
  now = new Date(now.getTime() + 1000)
  await write()
  expect(await papers([behind])).toMatchObject([{ dated: last }])
  const { rows } = await sql`select a.number from invoice a join invoice b using (gstin, series, fiscal_year)
    where a.sequence < b.sequence and a.dated > b.dated and a.supplied_at is not null and b.supplied_at is not null`.execute(
    t.db,
  )
  expect(rows).toEqual([])

  const { data: shown } = await read(`transaction/${late}/invoice`)
  expect(shown).toMatchObject({ date: issued, dateOfSupply: '2026-03-09T10:00:00.000Z' })
  expect(shown.notes).toMatchObject([{ date: last, dateOfSupply: '2026-03-09T10:00:00.000Z' }])
  const { data: register } = await read('reconciliation/register', { month: '2026-04', sort: 'date' })
  expect(register.find((r: { transactionId: number }) => r.transactionId === overYear)).toMatchObject({
    date: last,
    dateOfSupply: '2026-03-31T10:00:00.000Z',
  })
  // By the register of March the way to its ledger is equal, with what has its document in April.
  for (const month of ['2026-03', '2026-04']) expect((await bridge(month)).map(b => b.label)).toHaveLength(4)
})

test('sessions of own RFID tags get no number while the setting of the day of their stop is off', async () => {
  const { companyId } = t.world.one
  await set('rfidInvoices', '2026-05-10', false, companyId)
  now = new Date('2026-05-20T06:00:00Z')
  // The 9th in India.
  const invoiced = await session('2026-05-09T18:29:00Z')
  const first = await session('2026-05-09T18:31:00Z', 20_000)
  const second = await session('2026-05-15T06:00:00Z', 30_000)
  const upi = await billed(t, { teamId, pk, stoppedAt: '2026-05-15T07:00:00Z', paymentType: 'UPI', billedAt: now })
  await write()
  expect((await papers([invoiced, first, second, upi])).map(p => p.transactionId)).toEqual([invoiced, upi])
  // Its change is no note; that of an invoiced session is.
  now = new Date('2026-05-25T06:00:00Z')
  await correct(second, 10_000)
  await correct(invoiced, 10_000)
  await write()
  expect((await papers([invoiced, first, second])).map(p => [p.transactionId, p.kind])).toEqual([
    [invoiced, 'invoice'],
    [invoiced, 'credit note'],
  ])
  expect((await read(`transaction/${second}/invoice`, {}, 404)).message).toBe(IS_DELIVERY)
  expect((await read('transaction/999999/invoice', {}, 404)).message).toBe('This session has no invoice')

  const month = '2026-05'
  const { data: deliveries, total, sums } = await read('tax/deliveries', { month, sort: 'date' })
  expect(total).toBe(3)
  expect(deliveries).toMatchObject([
    {
      transactionId: first,
      kind: 'Delivery',
      date: '2026-05-09T18:31:00.000Z',
      taxable: 200,
      cgst: 18,
      sgst: 18,
      igst: 0,
      total: 236,
    },
    { transactionId: second, kind: 'Delivery', taxable: 300, total: 354, kwh: 10 },
    { transactionId: second, kind: 'Correction', date: now.toISOString(), taxable: -200, total: -236, kwh: 0 },
  ])
  expect(sums).toEqual({ deliveries: 2, kwh: 20, taxable: 300, cgst: 27, sgst: 27, igst: 0, total: 354 })
  // Numbers of sessions are also parts of other texts that are searched: what is found holds the session itself.
  const found = await read('tax/deliveries', { month, q: String(first) })
  expect(found.data.map((d: { transactionId: number }) => d.transactionId)).toContain(first)
  expect((await read('tax/deliveries', { month, q: 'no such delivery' })).sums).toMatchObject({
    deliveries: 0,
    total: 0,
  })
  const dearest = await read('tax/deliveries', { month, sort: '-total', pageSize: '1' })
  expect(dearest.data[0].transactionId).toBe(second)
  const byCursor: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null && byCursor.length < 9; ) {
    const page = await read('tax/deliveries', { month, pageSize: '1', cursor })
    byCursor.push(...page.data)
    cursor = page.next_cursor ?? null
  }
  expect(byCursor).toHaveLength(deliveries.length)
  expect(byCursor).toEqual(expect.arrayContaining(deliveries))
  expect((await read('tax/deliveries', { month: '2026-06' })).total).toBe(0)
  const { data: register } = await read('reconciliation/register', { month })
  const sold = register.map((r: { transactionId: number }) => r.transactionId)
  expect([sold.includes(first), sold.includes(second), sold.includes(upi)]).toEqual([false, false, true])
  // The way to the ledger names them.
  expect((await bridge(month)).at(-1)).toEqual({
    label: 'Deliveries without invoice, by own RFID tags',
    taxable: 300,
    cgst: 27,
    sgst: 27,
    igst: 0,
  })
  const { data: end } = await read('reconciliation/month', { month })
  expect(end.lines.find((l: { kind: string }) => l.kind === 'withoutInvoice').open).toBe(0)
  // The other company has no such sessions, and reads none of these.
  const other = await t.app.inject({
    url: `/cms/v1/team/${t.world.two.companyId}/tax/deliveries`,
    query: { month },
    headers: await t.as('stranger'),
  })
  expect(other.json().total).toBe(0)
})

test('the database knows of the setting what the settings say', async () => {
  const { one, two } = t.world
  await set('rfidInvoices', '2026-05-12', true)
  await set('rfidInvoices', '2026-05-14', false)
  await set('rfidInvoices', '2026-05-14', true, two.companyId)
  await set('rfidInvoices', '2026-05-14', false, two.companyId)
  await set('rfidInvoices', '2026-05-16', true, one.companyId)
  for (const companyId of [one.companyId, two.companyId]) {
    const entries = await taxEntries(t.db, companyId)
    for (let d = 8; d < 20; d++) {
      const day = `2026-05-${String(d).padStart(2, '0')}`
      const { rows } = await sql<{
        is: boolean
      }>`select are_rfid_sessions_invoiced(${companyId}, ${day}::date) as is`.execute(t.db)
      expect([companyId, day, rows[0]?.is]).toEqual([
        companyId,
        day,
        taxValueOn(entries, 'rfidInvoices', { companyId, day }),
      ])
    }
  }
})
