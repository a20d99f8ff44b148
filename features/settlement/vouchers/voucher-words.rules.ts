// Words and figures of a voucher, alike on the page and in the PDF (rules 50 and 51 of the CGST Rules).
import { formatRupees } from '@wattdesk/base/money'
import { formatDate } from '@wattdesk/base/time'
import { zoneFacts } from '#settlement/invoices/special-zone.rules.ts'
import type { Voucher } from './voucher.contract.ts'

export type Fact = readonly [label: string, value: string | null]
export type Figure = { label: string; amount: string; isStrong?: boolean }

const dayText = (iso: string, zone: string) => formatDate(new Date(iso), zone)
const stateText = (s: Voucher['placeOfSupply']) => s && `${s.name} (${s.code})`
const percentText = (n: number): string => `${Number(n.toFixed(4))} %`

/** 'Receipt-voucher_RV-26-27-0000001.pdf' */
export const fileOf = (v: Voucher): string => `${v.kind.replace(' ', '-')}_${v.number.replaceAll('/', '-')}.pdf`

export const headOf = (v: Voucher): Fact[] => [
  ['Voucher number', v.number],
  ['Date', dayText(v.date, v.businessZone)],
  [v.receipt ? 'Given back on' : 'Received on', dayText(v.movedAt, v.businessZone)],
  ...(v.receipt
    ? ([['Receipt voucher', `${v.receipt.number} of ${dayText(v.receipt.date, v.businessZone)}`]] as Fact[])
    : []),
  ['Payment', v.paymentId],
  ['Place of supply', stateText(v.placeOfSupply) ?? 'Not known: taxed as across states'],
  ['Reverse charge', v.isReverseCharge ? 'Yes' : 'No'],
]
export const supplierOf = ({ supplier: s }: Voucher): Fact[] => [
  ['Supplier', s.name],
  ['GSTIN', s.gstin],
  ['Address', s.address],
  ['State', stateText(s.state)],
]
export const recipientOf = ({ recipient: r }: Voucher): Fact[] => [
  ['Recipient', r.name ?? 'Driver'],
  ['GSTIN', r.gstin],
  ['Address', r.address],
  ...zoneFacts(r),
  ['Email', r.email],
  ['Phone', r.phone],
]
/** What the money is for. */
export const purposeOf = (v: Voucher): string =>
  v.receipt
    ? `Money given back that no supply was made for: charging of electric vehicles (SAC ${v.sac})`
    : `Money received before the supply: charging of electric vehicles (SAC ${v.sac})`
export const figuresOf = (v: Voucher): Figure[] => [
  { label: 'Taxable value', amount: formatRupees(v.taxable) },
  ...(v.igst === 0 && !v.recipient.sez
    ? [
        { label: `CGST ${percentText(v.ratePercent / 2)}`, amount: formatRupees(v.cgst) },
        { label: `SGST ${percentText(v.ratePercent / 2)}`, amount: formatRupees(v.sgst) },
      ]
    : [{ label: `IGST ${percentText(v.ratePercent)}`, amount: formatRupees(v.igst) }]),
  ...(v.rounding === 0 ? [] : [{ label: 'Rounding', amount: formatRupees(v.rounding) }]),
  { label: v.receipt ? 'Given back' : 'Received', amount: formatRupees(v.total), isStrong: true },
]
