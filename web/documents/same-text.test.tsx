// A paper that the server makes says what the browser's says, line by line: invoices, notes, settlements, payout invoices.
import { waitFor } from '@testing-library/react'
import type { DocumentRequest } from '@wattdesk/wire/document-calls'
import type { Language } from '@wattdesk/words/language'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tellMode } from '#kit/mode.ts'
import { brandOf } from '#office/brand/brand.rules.ts'
import type { Invoice, InvoiceNote } from '#settlement/invoices/invoice.contract.ts'
import { saveInvoice } from '#settlement/invoices/invoice-save.parts.ts'
import type { Settlement } from '#settlement/payouts/payout.contract.ts'
import { SETTLEMENT_FILE, settlementFile } from '#settlement/payouts/payout-paper.rules.ts'
import * as payouts from '#settlement/payouts/payout-papers.parts.ts'
import { papers } from '#testing/web/downloads.ts'
import { account, month, settlement, summary } from '#testing/web/payouts.ts'
import { linesOf, pdfPages } from '#testing/web/pdf.ts'
import wattdeskLogo from '#web/public/brands/default.svg?raw'

type Server = {
  serverDocument: (request: DocumentRequest) => Promise<{ fileName: string; bytes: number[] }>
  closeDocuments: () => Promise<void>
}
let server: Server
beforeAll(async () => {
  // Of the server, and so not known to the types of the browser.
  const path = '../../testing/server-documents.ts'
  server = (await import(/* @vite-ignore */ new URL(path, import.meta.url).pathname)) as Server
}, 60_000)
afterAll(() => server.closeDocuments())

const figures = { cost: 90, gst: 16.2, cgst: 8.1, sgst: 8.1, igst: 0, rounding: 0, total: 106.2 }
const note: InvoiceNote = {
  kind: 'credit note',
  number: 'CN/26-27/0000001',
  date: '2026-11-21T10:00:00.000Z',
  dateOfSupply: null,
  ...figures,
}
const invoice = (more: Partial<Invoice> = {}): Invoice => ({
  evseId: null,
  evseConnectorId: null,
  businessZone: 'Asia/Kolkata',
  number: 'CM/26-27/0000007',
  reference: 'INV-41',
  transactionId: 41,
  date: '2026-11-20T10:00:00.000Z',
  dateOfSupply: null,
  supplier: {
    name: 'Volt Works',
    address: 'Pune',
    gstin: '27AAPFU0939F1ZV',
    state: { code: '27', name: 'Maharashtra' },
  },
  recipient: { name: 'Asha Rao', email: 'asha@example.com', phone: '+919876543210' },
  placeOfSupply: { code: '27', name: 'Maharashtra' },
  chargepoint_id: 'CP-01',
  chargepoint_name: 'Hall',
  connectorId: 2,
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
  ...figures,
  remains: 106.2,
  notes: [note],
  ...more,
})
const HINDI = 'विद्युत क्षेत्र लिमिटेड'
const owner = (name: string) => invoice({ supplier: { name, address: name, gstin: null, state: null } })
const business = invoice({
  recipient: {
    name: 'Fleet Ltd',
    email: null,
    phone: null,
    business: { gstin: '29AACCC6636P1Z1', address: 'Hubli', state: { code: '29', name: 'Karnataka' } },
  },
})
const across = invoice({ igst: 16.2, cgst: 0, sgst: 0, rounding: 0.01, paymentId: null })
const rich = settlement({
  team_name: HINDI,
  company: {
    name: 'Wide Words Without Worry '.repeat(5),
    street: 'Street',
    city: HINDI,
    state: 'Maharashtra',
    zipCode: '411001',
    payoutAccounts: Array.from({ length: 20 }, () => account({ account_no: '9'.repeat(34), amount: 1_23_456.7 })),
  },
  refundsBorne: 12,
  carriedOut: 5,
})
const september = { year: '2026', month: '09' }
const notRun = month(HINDI, summary({ payoutId: null, status: null }))

type Case = [name: string, kind: string, props: object, save: () => Promise<void>, language?: Language]
const ofInvoice = (name: string, i: Invoice, n?: InvoiceNote, language: Language = 'en'): Case => [
  name,
  'invoice',
  { invoice: i, ...(n && { note: n }) },
  () => saveInvoice(i, { language, note: n }),
  language,
]
const CASES: Case[] = [
  ofInvoice('an invoice', invoice()),
  ofInvoice('a note', invoice(), note),
  ofInvoice('an invoice across states, without a payment', across),
  ofInvoice('an invoice for a business', business),
  ofInvoice('a note for a business, for a reader of Hindi', business, note, 'hi'),
  ofInvoice('an invoice of an owner with a Hindi name', owner(HINDI)),
  ofInvoice('an invoice for a driver who reads Hindi', invoice(), undefined, 'hi'),
  ofInvoice('a note for a driver who reads Hindi', invoice(), note, 'hi'),
  ofInvoice('an invoice with names of 2,000 letters and letters of no font', owner(`${'Long '.repeat(400)}தமிழ் 😀`)),
  ofInvoice('an invoice with a name of one word of 2,000 letters', owner('x'.repeat(2000))),
  ['a settlement', 'settlement', { payout: settlement() }, () => payouts.saveSettlement(settlement())],
  ['a settlement with everything', 'settlement', { payout: rich }, () => payouts.saveSettlement(rich)],
  [
    'a payout invoice',
    'payout-invoice',
    { month: notRun, period: september },
    () => payouts.saveInvoice(notRun, september),
  ],
]
const pagesOf = async (bytes: Blob) =>
  (await pdfPages(bytes)).map(page => ({ lines: linesOf(page), curves: page.curves, pictures: page.pictures }))

test.each(CASES.flatMap(c => (['test', 'live'] as const).map(mode => [c[0], mode, c] as const)))(
  '%s in %s mode',
  async (_, mode, [, kind, props, save, language]) => {
    tellMode(mode)
    const others = globalThis.fetch
    const logo = () => Promise.resolve(new Response(new TextEncoder().encode(wattdeskLogo)))
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => (url === brandOf('').logo ? logo() : others(url, init)))
    const files = papers()
    await save()
    await waitFor(() => expect(files).toHaveLength(1))
    const { name, supportEmail, logo: at } = brandOf(location.host)
    const brandHome = { name, supportEmail, logo: at }
    const asked = { kind, props, brandHome, mode, at: '2026-11-21T10:00:00.000Z', ...(language && { language }) }
    const made = await server.serverDocument(asked)
    // A browser's settlement is `payout.pdf` (D-PO-8); of those of the server several may lie in one folder.
    const settled = 'payout' in props ? (props.payout as Settlement) : undefined
    expect(made.fileName).toBe(settled ? settlementFile(settled) : files[0]?.name)
    expect(files[0]?.name).toBe(settled ? SETTLEMENT_FILE : made.fileName)
    const [theirs, ours] = await Promise.all([
      pagesOf(new Blob([Uint8Array.from(made.bytes)])),
      pagesOf(files[0]?.blob as Blob),
    ])
    expect(theirs).toEqual(ours)
    // The frame of a logo has four curves, the logo its own.
    expect(Math.max(...ours.map(page => page.curves))).toBeGreaterThan(10)
  },
  60_000,
)
