// The invoice on the pay page: shown with its number, saved with the notes that correct it, and requested by the
// session's public id.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getPayInvoice, type Invoice } from '#settlement/invoices/invoice.contract.ts'
import { downloads, papers } from '#testing/web/downloads.ts'
import { linesOf, pdfPages } from '#testing/web/pdf.ts'
import { type TestServer, testServer } from '#testing/web/server.ts'
import type { PaySession } from './pay.contract.ts'
import { InLanguage } from './pay-language.tsx'
import { Running } from './pay-running.tsx'
import { ENGLISH, HINDI } from './test-speech.tsx'

const half = { cost: 90, gst: 16.2, cgst: 8.1, sgst: 8.1, igst: 0, rounding: 0, total: 106.2 }
const invoice: Invoice = {
  businessZone: 'Asia/Kolkata',
  number: 'CM/26-27/0000007',
  reference: 'INV-41',
  transactionId: 41,
  date: '2026-11-20T10:00:00.000Z',
  dateOfSupply: null,
  placeOfSupply: { code: '27', name: 'Maharashtra' },
  supplier: { name: 'Volt Works', address: 'Pune', gstin: null, state: { code: '27', name: 'Maharashtra' } },
  recipient: { name: null, email: null, phone: null },
  chargepoint_id: 'DC-1',
  chargepoint_name: 'Hall',
  connectorId: 2,
  evseId: null,
  evseConnectorId: null,
  starttime: '2026-11-20T09:20:00.000Z',
  stoptime: '2026-11-20T10:00:00.000Z',
  durationSeconds: 2400,
  energy: 10,
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
const session = (more: Partial<PaySession> = {}): PaySession => ({
  state: 'finished',
  energy: 10,
  cost: 212.4,
  seconds: 2400,
  refund: null,
  reason: null,
  until: null,
  invoice: 'CM/26-27/0000007',
  chargepoint_id: 'DC-1',
  connectorId: 2,
  evseId: null,
  evseConnectorId: null,
  method: 'upi',
  paid: 300,
  isPaid: true,
  isAuthorised: false,
  isStopping: false,
  language: 'en',
  mode: 'live',
  bill: {
    lines: [{ kind: 'energy', label: 'Energy', quantity: 10, unit: 'kWh', rate: 18, amount: 180 }],
    taxable: 180,
    tax: 32.4,
    surcharge: 0,
    total: 212.4,
    smallRest: 0,
  },
  ...more,
})
let server: TestServer
beforeEach(() => {
  server = testServer().on(getPayInvoice, { data: invoice })
})
const nothing = () => undefined
const show = (s = session(), speech = ENGLISH) =>
  render(
    <InLanguage first={speech} brand="Volt">
      <Running
        session={s}
        own={{ sessionId: 'S1', stopToken: 'token-of-mine' }}
        help={{ email: 'help@volt.example', refunds: 'https://help.volt.example/refunds' }}
        onStopped={nothing}
        onAnew={nothing}
      />
    </InLanguage>,
  )
const button = () => screen.getByRole('button', { name: 'Download the invoice' })

test('the invoice and its credit note as two files, by the key of the session', async () => {
  const files = papers()
  show()
  expect(server.calls).toEqual([])
  await userEvent.click(button())
  await waitFor(() => expect(files).toHaveLength(2), { timeout: 20_000 })
  expect(server.calls.filter(c => c.includes('/public/'))).toEqual(['GET /public/v1/pay/session/S1/invoice'])
  expect(files.map(f => f.name)).toEqual(['Invoice_41.pdf', 'Credit_Note_41_CN-26-27-0000001.pdf'])
  for (const [n, told] of ['Total  ₹212.40', 'Total  ₹106.20'].entries()) {
    const pages = await pdfPages(files[n]?.blob as Blob)
    expect(pages.flatMap(linesOf).join('\n')).toContain(told)
  }
  await waitFor(() => expect(button()).toBeEnabled())
}, 30_000)

test('where there is no invoice, or no bill, none is offered', () => {
  const first = show(session({ invoice: null }))
  expect(screen.queryByRole('button', { name: /invoice/ })).toBeNull()
  first.unmount()
  show(session({ bill: null }))
  expect(screen.queryByRole('button', { name: /invoice/ })).toBeNull()
})

test('what failed says so and can be tried again', async () => {
  const files = downloads()
  server.on(getPayInvoice, () => ({ status: 500, message: 'Please try again later' }))
  show()
  await userEvent.click(button())
  expect(await screen.findByText('The invoice could not be made. Please try again.')).toBeVisible()
  expect(button()).toBeEnabled()
  expect(files).toEqual([])
})

test('a driver who reads Hindi has his invoice in Hindi', async () => {
  const files = papers()
  show(session(), HINDI)
  await userEvent.click(screen.getByRole('button', { name: 'इनवॉइस डाउनलोड करें' }))
  await waitFor(() => expect(files).toHaveLength(2), { timeout: 20_000 })
  expect(files.map(f => f.name)).toEqual(['Invoice_41.pdf', 'Credit_Note_41_CN-26-27-0000001.pdf'])
  const lines = (await pdfPages(files[0]?.blob as Blob)).flatMap(linesOf)
  expect(lines.some(l => l.includes('₹212.40'))).toBe(true)
  // Letters with signs on them come as glyphs of their own; those without any can be read.
  expect(lines.join('\n')).not.toMatch(/Tax Invoice|Total|Charger/)
}, 30_000)
