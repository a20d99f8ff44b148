// Payments in words and on cards.
import { formatRupees } from '@wattdesk/base/money'
import { WAITS } from '#money/refunds/refund.words.ts'
import type { Payment } from './payment.contract.ts'

/** An amount on a card: above 1,00,000 paise in thousands of rupees with K, else whole. */
export const cardAmount = (paise: number): string =>
  paise > 1e5 ? `₹${(paise / 1e5).toFixed(2)}K` : formatRupees(paise / 100)

/** The fate of a payment's money in words. */
export function refundText(
  payment: Pick<Payment, 'refund_status' | 'refund_open' | 'stoptime' | 'inReview' | 'transactionId' | 'status'>,
): string {
  if (payment.refund_status === 'full') return 'Full refund'
  if (payment.refund_status === 'partial') return 'Partial refund'
  if (payment.status !== 'captured') return ''
  if (payment.refund_open !== null) return payment.refund_open === 'pending' ? 'Refund on its way' : 'Refund failed'
  if (payment.inReview) return WAITS
  if (payment.stoptime !== null) return 'No Refund - Full Amount used for Charging'
  return payment.transactionId === null ? '' : 'Charging in progress'
}
