// Vouchers of money that came before the supply (M-8): what each holds, and how much of a refund is money of no supply. Pure;
// amounts in paise.
import type { RecipientType } from '@wattdesk/base/business'
import type { Mode } from '@wattdesk/base/mode'
import { stateOfGstin } from '@wattdesk/base/states'
import { seriesOf as seriesOfSessions, TEST_SERIES } from '#settlement/invoices/invoice.rules.ts'

export type VoucherKind = 'receipt' | 'refund'

const SERIES = { receipt: ['RV', 'RW'], refund: ['FV', 'FW'] } as const
/** The series of both kinds, which no document of a session has. */
export function voucherSeries(ofSessions: string, mode: Mode): Record<VoucherKind, string> {
  const taken: string[] = Object.values(seriesOfSessions(ofSessions, 'live'))
  const free = (kind: VoucherKind) => SERIES[kind].find(s => !taken.includes(s)) ?? SERIES[kind][0]
  const prefix = mode === 'test' ? TEST_SERIES : ''
  return { receipt: `${prefix}${free('receipt')}`, refund: `${prefix}${free('refund')}` }
}

type Place = {
  supplierGstin: string
  recipientGstin: string | null
  recipientType?: RecipientType | null
  stands: string | undefined
}
/**
 * The states of a voucher. A payment without a known place counts as one across states (rule 50 of the CGST Rules), and so does one
 * of a unit in a Special Economic Zone (section 7 (5) IGST).
 */
export function statesOf(p: Place): { supplier: string | undefined; place: string | undefined; isAcross: boolean } {
  const supplier = stateOfGstin(p.supplierGstin)
  const place = p.recipientGstin ? stateOfGstin(p.recipientGstin) : p.stands
  return { supplier, place, isAcross: isAcross(p.recipientType, supplier, place) }
}
type State = string | null | undefined
/** Whether a voucher with these states is one across states. */
export const isAcross = (recipientType: RecipientType | null | undefined, supplier: State, place: State): boolean =>
  Boolean(recipientType) || !place || place !== supplier

type RefundDue = {
  paymentNo: number
  refundPaise: number
  receiptPaise: number
  billedPaise: number
  vouchedPaise: number
}
/**
 * How much of each refund is money that no supply was made for, in the order of the refunds: at most what the receipt voucher
 * has above the first bill and the refund vouchers before. What a lowered bill gives back is on its credit note.
 * @param dues `billedPaise` of the session's first bill, 0 without one; `vouchedPaise` of the refund vouchers so far
 */
export function unusedOf(dues: readonly RefundDue[]): number[] {
  const vouched = new Map<number, number>()
  return dues.map(d => {
    const before = vouched.get(d.paymentNo) ?? d.vouchedPaise
    const paise = Math.min(d.refundPaise, Math.max(0, d.receiptPaise - d.billedPaise - before))
    vouched.set(d.paymentNo, before + paise)
    return paise
  })
}
