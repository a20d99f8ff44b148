// Words and figures of a document of the commission, alike on the page and in the PDF (M-8).
import { formatRupees } from '@wattdesk/base/money'
import { formatDate, formatDateTime, monthText } from '@wattdesk/base/time'
import { zoneFacts } from '#settlement/invoices/special-zone.rules.ts'
import type { CommissionDocument } from './commission-invoice.contract.ts'

export type Fact = readonly [label: string, value: string | null]
export type Figure = { label: string; amount: string; isStrong?: boolean; isPart?: boolean }

const dayText = (iso: string, zone: string) => formatDate(new Date(iso), zone)
const stateText = (s: CommissionDocument['placeOfSupply']) => s && `${s.name} (${s.code})`

export const titleOf = (d: CommissionDocument): string => (d.kind === 'Invoice' ? 'Tax Invoice' : 'Credit Note')
/** 'Commission_PC-26-27-0000001.pdf' */
export const fileOf = (d: CommissionDocument): string => `Commission_${d.number.replaceAll('/', '-')}.pdf`

export function headOf(d: CommissionDocument): Fact[] {
  const { corrects } = d
  const invoice =
    corrects?.number && corrects.date
      ? `${corrects.number} of ${dayText(corrects.date, d.businessZone)}`
      : 'none: the month was settled without an invoice'
  return [
    [d.kind === 'Invoice' ? 'Invoice number' : 'Credit note number', d.number],
    ['Date', dayText(d.date, d.businessZone)],
    ['Month', monthText(corrects?.month ?? d.month)],
    ...(corrects ? ([['Corrects invoice', invoice]] as Fact[]) : []),
    ['Settled with payout', d.payoutId],
    ['Place of supply', stateText(d.placeOfSupply)],
    ['Reverse charge', d.isReverseCharge ? 'Yes' : 'No'],
  ]
}
export const supplierOf = ({ supplier: s }: CommissionDocument): Fact[] => [
  ['Supplier', s.name],
  ['GSTIN', s.gstin],
  ['Address', s.address],
  ['State', stateText(s.state)],
]
export const recipientOf = ({ recipient: r }: CommissionDocument): Fact[] => [
  ['Recipient', r.name],
  ['GSTIN', r.gstin],
  ['Address', r.address],
  ...zoneFacts(r),
]

/** The registration at the portal; nothing where there is no number yet. */
export function eInvoiceOf({ eInvoice: e, businessZone }: CommissionDocument): Fact[] {
  if (!e?.irn) return []
  return [
    ['IRN', e.irn],
    ['Acknowledgement number', e.ackNo],
    ['Acknowledgement date', e.ackDate && formatDateTime(new Date(e.ackDate), businessZone)],
    ...(e.cancelledAt ? ([['IRN cancelled', formatDateTime(new Date(e.cancelledAt), businessZone)]] as Fact[]) : []),
  ]
}

const LINES = {
  fixed: 'Platform service, fixed charges',
  unit: 'Platform service, commission by unit',
  corrections: 'Platform service, corrected bills of earlier months',
} as const
const percentText = (n: number): string => `${Number(n.toFixed(4))} %`
export const linesOf = (d: CommissionDocument): readonly (readonly [text: string, rate: string, amount: string])[] =>
  d.lines.map(l => [`${LINES[l.kind]} (SAC ${d.sac})`, percentText(l.ratePercent), formatRupees(l.amount)])

/** Where all lines have one rate: ' 18 %', or half of it. */
const rateText = ({ lines }: CommissionDocument, share: number): string => {
  const [first, ...others] = [...new Set(lines.map(l => l.ratePercent))]
  return first === undefined || others.length > 0 ? '' : ` ${percentText(first * share)}`
}
export const figuresOf = (d: CommissionDocument): Figure[] => [
  { label: 'Taxable value', amount: formatRupees(d.taxable) },
  ...(d.igst === 0 && !d.recipient.sez
    ? [
        { label: `CGST${rateText(d, 0.5)}`, amount: formatRupees(d.cgst) },
        { label: `SGST${rateText(d, 0.5)}`, amount: formatRupees(d.sgst) },
      ]
    : [{ label: `IGST${rateText(d, 1)}`, amount: formatRupees(d.igst) }]),
  ...(d.rounding === 0 ? [] : [{ label: 'Rounding', amount: formatRupees(d.rounding) }]),
  { label: 'Total', amount: formatRupees(d.total), isStrong: true },
]
export const bearerText = (d: CommissionDocument): string => {
  if (d.isTaxDeducted) return `Commission and tax are settled with payout ${d.payoutId}.`
  return d.isTaxWithin
    ? `The commission settled with payout ${d.payoutId} includes the tax.`
    : `The commission is settled with payout ${d.payoutId}; the platform bears the tax.`
}
