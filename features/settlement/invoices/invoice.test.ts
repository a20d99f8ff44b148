// Invoices on a real database: rights, one document for each version of a bill, and numbers without gaps, with several
// writers at once and with failures in between.

import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { wordsOf } from '@wattdesk/words/words'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { attachmentsOf, mailText, newest } from '#office/mail/mail.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { documentsCode } from '#testing/documents-code.ts'
import { linesOf, pdfPages } from '#testing/web/pdf.ts'
import { writeInvoices, writeInvoicesOf } from './invoice.commands.ts'
import * as store from './invoice.store.ts'

let t: TestApp
beforeAll(async () => {
  await documentsCode()
  t = await startApp({ now: () => new Date('2026-11-22T10:00:00Z') })
})
afterAll(() => t.close())

let made = 0
type Given = {
  stoppedAt?: string
  billedAt?: string
  gstin?: string
  state?: string
  place?: string
  inReview?: boolean
}
/** A session that ended, with a bill of each total in paise. */
async function billed(totals: readonly number[], g: Given = {}): Promise<number> {
  const { one } = t.world
  const stoppedAt = g.stoppedAt ?? '2026-11-20T10:00:00Z'
  const billedAt = g.billedAt ?? '2026-11-22T09:59:00Z'
  made++
  const { rows } = await sql<{ id: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
      id_tag, driver_name, email, phone, started_at, stopped_at, meter_start_wh, meter_stop_wh, tolerance_watt, payment_type,
      energy_wh, charged_paise, in_review)
    values (${one.companyId}, ${one.teamId}, ${t.world.chargers.dc.pk}, 'DC-1', 'Hall', 'DC', 1, ${`TAG-${made}`}, 'Driver',
      'driver@example.com', '+919876543210', ${stoppedAt}::timestamptz - interval '1 hour', ${stoppedAt}, 0, 12500, 300, 'RFID',
      12500, ${totals.at(-1) ?? 0}, ${g.inReview ?? false})
    returning transaction_id as id`.execute(t.db)
  const id = rows[0]?.id as number
  for (const [n, total] of totals.entries()) await addBill(id, n + 1, total, billedAt, g)
  return id
}
async function addBill(id: number, version: number, total: number, billedAt: string, g: Given = {}): Promise<void> {
  const taxable = Math.round(total / 1.18)
  const isAcross = g.place !== undefined && g.place !== (g.state ?? '27')
  const tax = total - taxable
  await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise,
      igst_paise, gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise,
      place_of_supply, lines, facts, energy_wh, supplier_name, supplier_gstin, supplier_state, supplier_address, tax_ppm)
    values (${id}, ${version}, ${t.world.one.companyId}, ${t.world.one.teamId}, ${billedAt}, ${taxable},
      ${isAcross ? 0 : Math.floor(tax / 2)}, ${isAcross ? 0 : Math.ceil(tax / 2)}, ${isAcross ? tax : 0}, ${total}, 0, 0,
      ${total}, 0, 0, ${g.place ?? '27'}, '[]', '{}', 12500, 'Volt Works', ${g.gstin ?? '27AAPFU0939F1ZV'}, ${g.state ?? '27'},
      '1 Main Road', 180000)`.execute(t.db)
}
const papersOf = async (id: number) =>
  (
    await sql<{ kind: string; number: string; total: number }>`select kind, number, total_paise as total from invoice
      where transaction_id = ${id} order by bill_version`.execute(t.db)
  ).rows
/** Each counter's last number equals the number of its documents, and no number is missing or used twice. */
async function demandNoHoles(): Promise<void> {
  const { rows } = await sql`select c.gstin, c.series, c.fiscal_year from invoice_counter c
    left join invoice i using (gstin, series, fiscal_year) group by c.gstin, c.series, c.fiscal_year, c.last
    having count(i.*) <> c.last or max(i.sequence) <> c.last or min(i.sequence) <> 1`.execute(t.db)
  expect(rows).toEqual([])
}
const ask = async (person: Person, teamId: number, id: number | string) => {
  const r = await t.app.inject({ url: `/cms/v1/team/${teamId}/transaction/${id}/invoice`, headers: await t.as(person) })
  return { status: r.statusCode, ...r.json() }
}

test('who may see the transactions of the team reads its invoice; another company and who has no role do not', async () => {
  const id = await billed([65_826])
  const { teamId, siblingId } = t.world.one
  expect((await ask('viewer', teamId, id)).status).toBe(200)
  expect((await ask('nobody', teamId, id)).status).toBe(404)
  expect((await ask('stranger', t.world.two.teamId, id)).status).toBe(404)
  expect((await ask('admin', siblingId, id)).status).toBe(404)
  expect((await ask('admin', teamId, 999_999)).status).toBe(404)
  expect((await ask('admin', teamId, 'x')).status).toBe(422)
})

test('what is shown is what the bill froze, split as an invoice splits it', async () => {
  const id = await billed([65_826])
  const { data } = await ask('admin', t.world.one.teamId, id)
  expect(data).toMatchObject({
    number: expect.stringMatching(/^TESTCM26\/\d{7}$/),
    reference: `INV-${id}`,
    date: '2026-11-20T10:00:00.000Z',
    supplier: { name: 'Volt Works', address: '1 Main Road', gstin: '27AAPFU0939F1ZV', state: { name: 'Maharashtra' } },
    recipient: { name: 'Driver', email: 'driver@example.com', phone: '+919876543210' },
    placeOfSupply: { code: '27' },
    durationSeconds: 3600,
    energy: 12.5,
    payment_type: 'RFID',
    sac: '998714',
    ratePercent: 18,
    cost: 557.85,
    gst: 100.41,
    cgst: 50.21,
    sgst: 50.21,
    igst: 0,
    rounding: -0.01,
    total: 658.26,
    businessZone: 'Asia/Kolkata',
    isReverseCharge: false,
    notes: [],
    remains: 658.26,
  })
  const across = await billed([11_800], { place: '29' })
  const other = await ask('admin', t.world.one.teamId, across)
  expect(other.data).toMatchObject({ cost: 100, gst: 18, igst: 18, cgst: 0, sgst: 0, rounding: 0 })
})

test('nothing is invoiced that costs nothing or waits for a decision', async () => {
  const [free, waiting] = [await billed([0]), await billed([5_000], { inReview: true })]
  await writeInvoices(t.services)
  for (const id of [free, waiting]) {
    expect(await papersOf(id)).toEqual([])
    expect(await ask('admin', t.world.one.teamId, id)).toMatchObject({
      status: 404,
      message: 'This session has no invoice',
    })
  }
})

test('each later bill is a note of the difference, in a series of its own', async () => {
  const id = await billed([10_000, 4_000, 4_000, 7_000, 0])
  await writeInvoices(t.services)
  expect((await papersOf(id)).map(p => [p.kind, p.total, p.number.slice(0, 8)])).toEqual([
    ['invoice', 10_000, 'TESTCM26'],
    ['credit note', 6_000, 'TESTCN26'],
    ['debit note', 3_000, 'TESTDN26'],
    ['credit note', 7_000, 'TESTCN26'],
  ])
  const { data } = await ask('admin', t.world.one.teamId, id)
  expect(data.remains).toBe(0)
  expect(data.notes.map((n: { kind: string }) => n.kind)).toEqual(['credit note', 'debit note', 'credit note'])
  await demandNoHoles()
})

test('a financial year ends at midnight in India; each supplier counts for himself', async () => {
  const gstin = '29AACCC6636P1Z1'
  const old = await billed([1_000], { gstin, state: '29', place: '29', stoppedAt: '2026-03-31T18:29:59Z' })
  const young = await billed([1_000], { gstin, state: '29', place: '29', stoppedAt: '2026-03-31T18:30:00Z' })
  await writeInvoices(t.services)
  expect((await papersOf(old))[0]?.number).toBe('TESTCM25/0000001')
  expect((await papersOf(young))[0]?.number).toBe('TESTCM26/0000001')
})

test('writers at once give each bill one paper and leave no hole', async () => {
  const ids: number[] = []
  for (let n = 0; n < 40; n++) ids.push(await billed(n % 4 === 0 ? [1_000 + n, 500] : [1_000 + n]))
  await Promise.all([
    writeInvoices(t.services),
    writeInvoices(t.services, { isThorough: true }),
    ...ids.slice(0, 10).map(id => writeInvoicesOf(t.services, id)),
  ])
  for (const [n, id] of ids.entries()) expect(await papersOf(id)).toHaveLength(n % 4 === 0 ? 2 : 1)
  await demandNoHoles()
  expect(await writeInvoices(t.services, { isThorough: true })).toBe(0)
})

test('a writer that breaks after it took numbers has taken none', async () => {
  const id = await billed([2_000])
  const broken = t.db.transaction().execute(async trx => {
    await store.lock(trx)
    const lacking = await store.lackingOf(trx, 'Asia/Kolkata', id)
    await store.takeNumbers(trx, [
      { gstin: lacking[0]?.supplierGstin ?? '', series: 'TESTCM', fiscalYear: '26-27', count: lacking.length },
    ])
    throw new Error('The server dies here')
  })
  await expect(broken).rejects.toThrow('dies here')
  await demandNoHoles()
  await writeInvoices(t.services)
  expect(await papersOf(id)).toHaveLength(1)
  await demandNoHoles()
})

test('what a run has passed over is found by the thorough one', async () => {
  await writeInvoices(t.services)
  const late = await billed([3_000], { billedAt: '2026-01-05T00:00:00Z' })
  await writeInvoices(t.services)
  expect(await papersOf(late)).toEqual([])
  await writeInvoices(t.services, { isThorough: true })
  expect(await papersOf(late)).toHaveLength(1)
})

test('the database refuses to change a paper or to turn a counter back', async () => {
  await expect(sql`update invoice set total_paise = 1`.execute(t.db)).rejects.toThrow('only added to')
  await expect(sql`delete from invoice`.execute(t.db)).rejects.toThrow('only added to')
  await expect(sql`update invoice_counter set last = 1`.execute(t.db)).rejects.toThrow('only goes up')
  await expect(sql`delete from invoice_counter`.execute(t.db)).rejects.toThrow('only goes up')
})

const pdf = async (
  person: Person,
  teamId: number,
  id: number,
  { note = '', method = 'GET' as 'GET' | 'HEAD', tag = '', host = '' } = {},
) =>
  t.app.inject({
    method,
    url: `/cms/v1/team/${teamId}/transaction/${id}/invoice/pdf${note && `?note=${encodeURIComponent(note)}`}`,
    headers: { ...(await t.as(person)), ...(tag && { 'if-none-match': tag }), ...(host && { host }) },
  })
const linesIn = async (bytes: Buffer) => (await pdfPages(new Blob([new Uint8Array(bytes)]))).flatMap(linesOf)

test('the invoice and its note come as PDF to those who may read them, under the names that the browser gives', async () => {
  const id = await billed([65_826, 60_000])
  const { teamId, siblingId } = t.world.one
  const { data } = await ask('viewer', teamId, id)
  const [note] = data.notes
  const invoice = await pdf('viewer', teamId, id)
  expect([invoice.statusCode, invoice.headers['content-type'], invoice.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  expect(invoice.headers['content-disposition']).toBe(
    `attachment; filename="Invoice_${id}.pdf"; filename*=UTF-8''Invoice_${id}.pdf`,
  )
  const lines = await linesIn(invoice.rawPayload)
  expect(lines).toEqual(expect.arrayContaining([TEST_NOTICE, 'Total  ₹658.26']))
  expect(lines.join('\n')).toContain(data.number)
  const credit = await pdf('viewer', teamId, id, { note: note.number })
  expect(credit.headers['content-disposition']).toContain(`Credit_Note_${id}_${note.number.replaceAll('/', '-')}.pdf`)
  expect(await linesIn(credit.rawPayload)).toContain('Total  ₹58.26')
  expect((await pdf('viewer', teamId, id, { note: 'TEST/1' })).json()).toMatchObject({
    message: 'This invoice has no such note',
  })
  expect((await pdf('nobody', teamId, id)).statusCode).toBe(404)
  expect((await pdf('stranger', t.world.two.teamId, id)).statusCode).toBe(404)
  expect((await pdf('admin', siblingId, id)).statusCode).toBe(404)
})

test('the tag of a PDF is that of its data: the same is not made again, a note, a brand or a correction is another', async () => {
  const id = await billed([65_826])
  const { teamId } = t.world.one
  const first = await pdf('admin', teamId, id)
  const tag = first.headers.etag as string
  const again = await pdf('admin', teamId, id, { tag })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
  const head = await pdf('admin', teamId, id, { method: 'HEAD' })
  expect([head.statusCode, head.body, head.headers.etag, head.headers['content-length']]).toEqual([
    200,
    '',
    tag,
    first.headers['content-length'],
  ])
  const branded = await pdf('admin', teamId, id, { host: 'portal.bluegrid.example', tag })
  expect(branded.statusCode).toBe(200)
  expect((await linesIn(branded.rawPayload)).join('\n')).toContain('support@bluegrid.example')
  await addBill(id, 2, 60_000, '2026-11-22T09:59:30Z')
  expect((await pdf('admin', teamId, id, { tag })).statusCode).toBe(200)
})

test('an invoice is mailed by whoever may read it, with the brand of the company; a wrong address or note sends nothing', async () => {
  const id = await billed([65_826])
  const { teamId } = t.world.one
  const send = async (person: Person, body: object, team = teamId) =>
    t.app.inject({
      method: 'POST',
      url: `/cms/v1/team/${team}/transaction/${id}/invoice/mail`,
      headers: await t.as(person),
      payload: body,
    })
  const to = 'accounts@driver.example'
  expect((await send('viewer', { to: 'nobody' })).json()).toMatchObject({
    errors: { to: 'Please enter a valid email' },
  })
  expect((await send('viewer', { to, note: 'X' })).statusCode).toBe(404)
  expect((await send('stranger', { to }, t.world.two.teamId)).statusCode).toBe(404)
  expect((await newest(t.db)).filter(r => r.recipient === to)).toEqual([])
  const sent = await send('viewer', { to })
  expect([sent.statusCode, sent.json().message]).toEqual([200, `Mailed to ${to}`])
  const [line] = await newest(t.db)
  expect(line).toMatchObject({ recipient: to, subject: expect.stringMatching(/^Wattdesk: Tax Invoice TESTCM26/) })
  const [attachment] = attachmentsOf(line as NonNullable<typeof line>)
  const file = await t.services.files.get(attachment?.name ?? '')
  const bytes = await buffer(file?.stream as Readable)
  expect([attachment?.fileName, attachment?.type, attachment?.bytes]).toEqual([
    `Invoice_${id}.pdf`,
    'application/pdf',
    bytes.length,
  ])
  expect(await linesIn(bytes)).toContain('Total  ₹658.26')
})

test('to the driver himself an invoice is mailed in the language of his record, to others in English, unless one is asked for', async () => {
  const id = await billed([65_826])
  const { teamId } = t.world.one
  const to = `reader-${id}@driver.example`
  await t.db.transaction().execute(async trx => {
    const driverId = await drivers.create(trx, {
      teamId,
      firstName: 'Reads',
      lastName: 'Hindi',
      email: to,
      language: 'hi',
    })
    await trx.updateTable('transaction').set({ driverId, email: to }).where('transactionId', '=', id).execute()
  })
  const send = async (body: object) => {
    const url = `/cms/v1/team/${teamId}/transaction/${id}/invoice/mail`
    const r = await t.app.inject({ method: 'POST', url, headers: await t.as('viewer'), payload: body })
    expect(r.json()).toMatchObject({ success: true })
    const [line] = await newest(t.db)
    return line as NonNullable<typeof line>
  }
  const { letters } = wordsOf('hi')
  const own = await send({ to: to.toUpperCase() })
  expect(own).toMatchObject({ language: 'hi', subject: expect.stringContaining('टैक्स इनवॉइस TESTCM26/') })
  expect(own.body).toContain('का टैक्स इनवॉइस भेजा जा रहा है। PDF साथ में है।')
  expect(mailText(own, 'test').split('\n')[0]).toBe(letters.testNotice)
  const file = await t.services.files.get(attachmentsOf(own)[0]?.name ?? '')
  const lines = await linesIn(await buffer(file?.stream as Readable))
  expect(lines.join('\n')).toContain('₹658.26')
  expect(lines.join('\n')).not.toMatch(/Tax Invoice|Supplied|Total/)
  expect(await send({ to: 'accounts@driver.example' })).toMatchObject({ language: 'en' })
  const asked = await send({ to: 'accounts@driver.example', language: 'hi' })
  expect(asked.subject).toContain('टैक्स इनवॉइस')
  const pdf = `/cms/v1/team/${teamId}/transaction/${id}/invoice/pdf`
  const headers = await t.as('viewer')
  expect((await t.app.inject({ url: `${pdf}?language=xx`, headers })).statusCode).toBe(422)
  const tags = await Promise.all(
    ['', '?language=en', '?language=hi'].map(async q => (await t.app.inject({ url: pdf + q, headers })).headers.etag),
  )
  expect([tags[0] === tags[1], tags[1] === tags[2]]).toEqual([true, false])
})
