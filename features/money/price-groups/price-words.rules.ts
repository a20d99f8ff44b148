// A shown price in the words of a language, for the pay page and for displays of stations.
import type { Figures } from '@wattdesk/words/figures'
import type { PayWords } from '@wattdesk/words/made/load-pay'
import type { ShownPrice } from './shown-price.rules.ts'

type Spoken = {
  words: Pick<
    PayWords,
    'pricePerKwh' | 'pricePerHour' | 'pricePerMinute' | 'taxAndFeeIncluded' | 'taxIncluded' | 'feeIncluded'
  >
  figures: Pick<Figures, 'money' | 'number'>
}

/** '₹21.74 per kWh' */
export const priceText = ({ words, figures }: Spoken, { amount, unit }: Pick<ShownPrice, 'amount' | 'unit'>): string =>
  ({ kWh: words.pricePerKwh, hour: words.pricePerHour })[unit]({ amount: figures.money(amount) })

/** A fee, with its time where it counts by time. */
export const feeText = (
  { words, figures }: Spoken,
  { amount, per }: Pick<ShownPrice['fees'][number], 'amount' | 'per'>,
): string => (per === 'minute' ? words.pricePerMinute({ amount: figures.money(amount) }) : figures.money(amount))

/** The parts included in the amounts: '18% tax and 2.36% payment fee included.' */
export function includedText(
  { words, figures }: Spoken,
  { taxPercent, surchargePercent }: Pick<ShownPrice, 'taxPercent' | 'surchargePercent'>,
): string {
  const [tax, fee] = [figures.number(taxPercent), figures.number(surchargePercent)]
  if (taxPercent > 0 && surchargePercent > 0) return words.taxAndFeeIncluded({ tax, fee })
  if (taxPercent > 0) return words.taxIncluded({ tax })
  return surchargePercent > 0 ? words.feeIncluded({ fee }) : ''
}

/** All of a price in one line: '₹21.74 per kWh. Start fee ₹5.90. 18% tax and 2.36% payment fee included.' */
export const wholePriceText = (spoken: Spoken, price: ShownPrice): string =>
  [
    `${priceText(spoken, price)}.`,
    ...price.fees.map(f => `${f.label} ${feeText(spoken, f)}.`),
    includedText(spoken, price),
  ]
    .filter(Boolean)
    .join(' ')
