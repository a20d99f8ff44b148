// The invoice on screen and as a file: page and PDF have the same content, and a note is a document of its own.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { papers } from '#testing/web/downloads.ts'
import { linesOf, type PdfPage, pdfPages } from '#testing/web/pdf.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { getInvoice, type Invoice, mailInvoice } from './invoice.contract.ts'
import { ENGLISH, recipientOf } from './invoice-lines.rules.ts'
import { InvoicePage } from './invoice-page.tsx'

const half = { cost: 90, gst: 16.2, cgst: 8.1, sgst: 8.1, igst: 0, rounding: 0, total: 106.2 }
const invoice: Invoice = {
  businessZone: 'Asia/Kolkata',
  number: 'CM/26-27/0000007',
  reference: 'INV-41',
  transactionId: 41,
  date: '2026-11-20T10:00:00.000Z',
  dateOfSupply: null,
  supplier: {
    name: 'विद्युत लिमिटेड',
    address: 'Pune',
    gstin: '27AAPFU0939F1ZV',
    state: { code: '27', name: 'Maharashtra' },
  },
  recipient: { name: 'Asha Rao', email: 'asha@example.com', phone: '+919876543210' },
  placeOfSupply: { code: '27', name: 'Maharashtra' },
  chargepoint_id: 'CP-01',
  chargepoint_name: 'Hall',
  connectorId: 2,
  evseId: null,
  evseConnectorId: null,
  starttime: '2026-11-20T09:20:00.000Z',
  stoptime: '2026-11-20T10:00:00.000Z',
  durationSeconds: 2400,
  energy: 12.2,
  payment_type: 'UPI',
  paymentId: 'pay_0123456789abcd',
  sac: '998714',
  ratePercent: 18,
  isReverseCharge: false,
  language: 'en',
  cost: 180,
  gst: 32.4,
  cgst: 16.2,
  sgst: 16.2,
  igst: 0,
  rounding: 0,
  total: 212.4,
  remains: 106.2,
  notes: [
    { kind: 'credit note', number: 'CN/26-27/0000001', date: '2026-11-21T10:00:00.000Z', dateOfSupply: null, ...half },
  ],
}
let server: TestServer
beforeEach(() => {
  server = testServer()
  signInAs()
})
const open = () => show(<InvoicePage />, { at: '/transactions/41/invoice', path: '/transactions/:id/invoice' })
const TOLD = [
  'CM/26-27/0000007',
  'INV-41',
  '27AAPFU0939F1ZV',
  'asha@example.com',
  'CP-01',
  '12.200 kWh',
  '00:40:00',
  '20 Nov 2026 14:50',
  'UPI',
]

test('the page and its PDF say the same', async () => {
  server.on(getInvoice, { data: invoice })
  const files = papers()
  open()
  const card = await screen.findByRole('region', { name: 'Tax Invoice CM/26-27/0000007' })
  for (const text of [...TOLD, '₹180.00', '₹16.20', '₹212.40']) expect(card).toHaveTextContent(text)
  const all = screen.getAllByRole('button', { name: 'Download PDF' })
  await userEvent.click(all.find(b => b.closest('section') === null) as HTMLElement)
  await waitFor(() => expect(files).toHaveLength(1), { timeout: 20_000 })
  expect(files[0]?.name).toBe('Invoice_41.pdf')
  const pages = await pdfPages(files[0]?.blob as Blob)
  expect(pages).toHaveLength(1)
  const text = linesOf(pages[0] as PdfPage).join('\n')
  for (const told of [...TOLD, 'Total  ₹212.40', 'CGST 9%  ₹16.20', 'Cost', '₹180.00', '998714'])
    expect(text).toContain(told)
}, 30_000)

test('invoice and note of a business show its name, address, GSTIN and state; those of a consumer have no such lines', async () => {
  const business = { gstin: '29AACCC6636P1Z1', address: '3 Road, Hubli', state: { code: '29', name: 'Karnataka' } }
  server.on(getInvoice, { data: { ...invoice, recipient: { name: 'Fleet Ltd', email: null, phone: null, business } } })
  open()
  for (const name of ['Tax Invoice CM/26-27/0000007', 'Credit Note CN/26-27/0000001']) {
    const card = await screen.findByRole('region', { name })
    for (const text of ['Fleet Ltd', '3 Road, Hubli', '29AACCC6636P1Z1', 'Karnataka (29)'])
      expect(card).toHaveTextContent(text)
  }
  const labels = (recipient: Invoice['recipient']) =>
    recipientOf(ENGLISH, { ...invoice, recipient }).map(([label]) => label)
  expect(labels(invoice.recipient)).toEqual(['Customer', 'Email', 'Phone'])
  expect(labels({ ...invoice.recipient, business })).toEqual([
    'Customer',
    'GSTIN',
    'Address',
    'State',
    'Email',
    'Phone',
  ])
})

test('times are those of the business zone it came with', async () => {
  server.on(getInvoice, { data: { ...invoice, businessZone: 'Asia/Dubai' } })
  open()
  const card = await screen.findByRole('region', { name: 'Tax Invoice CM/26-27/0000007' })
  expect(card).toHaveTextContent('20 Nov 2026 13:20')
  expect(card).toHaveTextContent('20 Nov 2026 14:00')
})

test('a credit note names its invoice and is saved under its own number', async () => {
  server.on(getInvoice, { data: invoice })
  const files = papers()
  open()
  const note = await screen.findByRole('region', { name: 'Credit Note CN/26-27/0000001' })
  expect(note).toHaveTextContent('CM/26-27/0000007')
  expect(note).toHaveTextContent('₹106.20')
  await userEvent.click(within(note).getByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(files).toHaveLength(1), { timeout: 20_000 })
  expect(files[0]?.name).toBe('Credit_Note_41_CN-26-27-0000001.pdf')
  const [page] = await pdfPages(files[0]?.blob as Blob)
  expect(linesOf(page as PdfPage).join('\n')).toContain('Total  ₹106.20')
}, 30_000)

test('without an invoice the page says so', async () => {
  server.on(getInvoice, () => ({ status: 404, message: 'This session has no invoice' }))
  open()
  // A notice, on the way back to the transaction.
  expect(await screen.findByText('This session has no invoice')).toHaveTextContent('no invoice')
})

test('the invoice and its note are sent to an address, by default the driver’s own', async () => {
  server.on(getInvoice, { data: invoice })
  const sent: unknown[] = []
  server.on(mailInvoice, ({ body }) => {
    sent.push(body)
    return { data: { to: 'a@b.example' }, message: 'Mailed to a@b.example' }
  })
  open()
  await userEvent.click((await screen.findAllByRole('button', { name: 'Send by mail' }))[0] as HTMLElement)
  const form = await screen.findByRole('dialog')
  expect(within(form).getByRole('heading', { name: 'Tax Invoice CM/26-27/0000007' })).toBeVisible()
  const to = within(form).getByRole('textbox', { name: /Email/ })
  expect(to).toHaveValue('asha@example.com')
  await userEvent.clear(to)
  await userEvent.type(to, 'nobody')
  await userEvent.click(within(form).getByRole('button', { name: 'Send' }))
  expect(await within(form).findByText('Please enter a valid email')).toBeVisible()
  await userEvent.type(to, '@b.example')
  await userEvent.click(within(form).getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Mailed to a@b.example')).toBeVisible()
  const note = screen.getByRole('region', { name: 'Credit Note CN/26-27/0000001' })
  await userEvent.click(within(note).getByRole('button', { name: 'Send by mail' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([{ to: 'nobody@b.example' }, { to: 'asha@example.com', note: 'CN/26-27/0000001' }])
}, 30_000)
