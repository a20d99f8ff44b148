// The words and figures of an invoice or of one of its notes, alike on the page and in the PDF (D-INV-1).
import { formatRupees } from '@wattdesk/base/money'
import { formatDate, formatDateTime } from '@wattdesk/base/time'
import type { Invoice, InvoiceNote } from './invoice.contract.ts'

export type Fact = readonly [label: string, value: string | null]
/** `isPart`: contained in the figure above it, and not to be added again. */
export type Figure = { label: string; amount: string; isStrong?: boolean; isPart?: boolean }

const timeText = ({ businessZone }: Invoice, iso: string): string => formatDateTime(new Date(iso), businessZone)
const dayText = ({ businessZone }: Invoice, iso: string): string => formatDate(new Date(iso), businessZone)
const two = (n: number) => String(n).padStart(2, '0')
const durationText = (s: number): string =>
  `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
const stateText = (s: Invoice['placeOfSupply']) => s && `${s.name} (${s.code})`

const TITLES = { 'credit note': 'Credit Note', 'debit note': 'Debit Note' } as const
export const titleOf = (note?: InvoiceNote): string => (note ? TITLES[note.kind] : 'Tax Invoice')

/** `Invoice_{transactionId}.pdf`, of a note with its own number. */
export const fileOf = (invoice: Invoice, note?: InvoiceNote): string =>
  note
    ? `${TITLES[note.kind].replace(' ', '_')}_${invoice.transactionId}_${note.number.replaceAll('/', '-')}.pdf`
    : `Invoice_${invoice.transactionId}.pdf`

export const headOf = (invoice: Invoice, note?: InvoiceNote): Fact[] => [
  [note ? `${titleOf(note)} Number` : 'Invoice Number', note?.number ?? invoice.number],
  ['Reference', invoice.reference],
  ['Date', timeText(invoice, note?.date ?? invoice.date)],
  ...(note ? ([['Corrects Invoice', `${invoice.number} of ${dayText(invoice, invoice.date)}`]] as Fact[]) : []),
  ['Place of Supply', stateText(invoice.placeOfSupply)],
  ['Reverse Charge', invoice.isReverseCharge ? 'Yes' : 'No'],
]
export const supplierOf = ({ supplier: s }: Invoice): Fact[] => [
  ['Supplier', s.name],
  ['GSTIN', s.gstin],
  ['Address', s.address],
  ['State', stateText(s.state)],
]
export const recipientOf = ({ recipient: r }: Invoice): Fact[] => [
  ['Customer', r.name],
  ['Email', r.email],
  ['Phone', r.phone],
]
export const sessionOf = (invoice: Invoice): Fact[] => [
  ['Charger', invoice.chargepoint_id],
  ['Connector', String(invoice.connectorId)],
  ['Start Time', timeText(invoice, invoice.starttime)],
  ['Stop Time', timeText(invoice, invoice.stoptime)],
  ['Duration', durationText(invoice.durationSeconds)],
  ['Energy', `${invoice.energy.toFixed(3)} kWh`],
  ['Payment Method', invoice.payment_type],
  ['Payment ID', invoice.paymentId],
]
export const serviceText = (invoice: Invoice): string => `Charging of an electric vehicle, SAC ${invoice.sac}`

const percent = (n: number): string => `${Number(n.toFixed(2))}%`
/** Cost, the tax with its heads as parts of it, and the total. */
export function figuresOf(invoice: Invoice, note?: InvoiceNote): Figure[] {
  const f = note ?? invoice
  const heads: (readonly [string, number])[] =
    f.igst !== 0
      ? [[`IGST ${percent(invoice.ratePercent)}`, f.igst]]
      : [
          [`CGST ${percent(invoice.ratePercent / 2)}`, f.cgst],
          [`SGST ${percent(invoice.ratePercent / 2)}`, f.sgst],
        ]
  return [
    { label: 'Cost', amount: formatRupees(f.cost) },
    { label: `GST ${percent(invoice.ratePercent)}`, amount: formatRupees(f.gst) },
    ...heads.map(([label, n]) => ({ label, amount: formatRupees(n), isPart: true })),
    ...(f.rounding === 0 ? [] : [{ label: 'Rounding', amount: formatRupees(f.rounding), isPart: true }]),
    { label: 'Total', amount: formatRupees(f.total), isStrong: true },
  ]
}
