// Sentences of the pay page that depend on figures.
import { formatRupees } from '@wattdesk/base/money'
import type { PayPrice, PayRefund } from './pay.contract.ts'
import type { Method } from './pay.words.ts'

export const METHOD_NAMES: Record<Method, string> = { upi: 'UPI', card: 'Card', wallet: 'Wallet', free: 'Free' }

/** '₹21.74 per kWh' */
export const priceText = (p: Pick<PayPrice, 'amount' | 'unit'>): string => `${formatRupees(p.amount)} per ${p.unit}`

/** The parts included in the amounts: '18% tax and 2.36% payment fee included'. */
export function includedText(p: PayPrice): string {
  const parts = [
    ...(p.taxPercent > 0 ? [`${p.taxPercent}% tax`] : []),
    ...(p.surchargePercent > 0 ? [`${p.surchargePercent}% payment fee`] : []),
  ]
  return parts.length === 0 ? '' : `${parts.join(' and ')} included`
}

const two = (n: number): string => String(n).padStart(2, '0')
/** '0:07', '12:05', '1:02:03' */
export function clockText(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** The progress of a refund in words. The text never says "credited", since crediting is up to the bank. */
export function refundText(r: PayRefund, method: Method): { title: string; text: string } {
  const amount = formatRupees(r.amount)
  switch (r.state) {
    case 'wallet':
      return { title: `${amount} is back in your wallet`, text: 'You can use it at once.' }
    case 'sent':
      return {
        title: `${amount} is on its way back`,
        text: `The refund was sent to the payment provider. It goes to the ${method === 'card' ? 'card' : 'account'} that you paid from.`,
      }
    case 'processed':
      return {
        title: `Refund of ${amount} processed`,
        text: r.reference
          ? 'Your bank can find it by this reference number.'
          : 'The reference number of your bank follows.',
      }
    case 'delayed':
      return {
        title: `Refund of ${amount} is delayed`,
        text: 'The payment provider could not send it yet. It is tried again; you need not do anything.',
      }
  }
}
