// Sentences of the pay page that depend on figures, in the language of the page.
import type { Figures } from '@wattdesk/words/figures'
import type { PayWords } from '@wattdesk/words/made/load-pay'
import type { GatewayMethod } from '#money/price-groups/price.words.ts'
import type { PayRefund, PaySession } from './pay.contract.ts'
import type { Method } from './pay.words.ts'

/** The texts and figures of a language. */
export type Spoken = { words: PayWords; figures: Figures }

export const methodName = ({ words }: Spoken, method: Method | GatewayMethod): string =>
  ({ upi: words.upi, card: words.card, rupayDebit: words.rupayDebit, wallet: words.wallet, free: words.free })[method]

type Line = NonNullable<PaySession['bill']>['lines'][number]
/** '10 kWh × ₹18.00'; empty for a line that counts once. */
export function quantityText({ words, figures }: Spoken, { unit, quantity, rate }: Line): string {
  if (unit === 'once') return ''
  const say = { kWh: words.quantityKwh, hour: words.quantityHour, minute: words.quantityMinute }[unit]
  return say({ quantity: figures.number(quantity), rate: figures.money(rate) })
}

const two = (n: number): string => String(n).padStart(2, '0')
/** '0:07', '12:05', '1:02:03' */
export function clockText(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** The progress of a refund in words. The text never says "credited", since crediting is up to the bank. */
export function refundText({ words, figures }: Spoken, r: PayRefund, method: Method): { title: string; text: string } {
  const amount = figures.money(r.amount)
  switch (r.state) {
    case 'wallet':
      return { title: words.refundWallet({ amount }), text: words.refundWalletText }
    case 'sent':
      return {
        title: words.refundSent({ amount }),
        text: method === 'card' ? words.refundSentCard : words.refundSentAccount,
      }
    case 'processed':
      return {
        title: words.refundProcessed({ amount }),
        text: r.reference ? words.refundReference : words.refundReferenceLater,
      }
    case 'delayed':
      return { title: words.refundDelayed({ amount }), text: words.refundDelayedText }
  }
}
