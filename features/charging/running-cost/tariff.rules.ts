// The price of a session in one line for the display of a station, before the session starts.
import type { Response201 } from '@wattdesk/ocpp/ocpp201'
import { figuresOf } from '@wattdesk/words/figures'
import { isLanguage, USUAL } from '@wattdesk/words/language'
import { wordsOf } from '@wattdesk/words/words'
import { gatewayMethodOf, gatewayPpm, type MethodRates } from '#money/price-groups/gateway-rate.rules.ts'
import { type PriceSnapshot, slotAt } from '#money/price-groups/price.rules.ts'
import { wholePriceText } from '#money/price-groups/price-words.rules.ts'
import { shownPrice } from '#money/price-groups/shown-price.rules.ts'

export type PersonalMessage = NonNullable<Response201<'Authorize'>['idTokenInfo']['personalMessage']>
/** How a session is paid, as its bill knows it. */
export type Paid = Parameters<typeof gatewayMethodOf>[0]
export type Tariff = Paid & {
  isFree: boolean
  snapshot: PriceSnapshot | null
  /** The moment whose price holds: the start. */
  startedAt: Date
  methodRates: MethodRates
}

/**
 * The message with the price that holds at the start, with all that the bill adds to it; in the driver's language where it
 * is known. Where no price holds, the message says so; a session that is free has none.
 */
export function tariffMessage(t: Tariff, language: string | null): PersonalMessage | undefined {
  if (t.isFree) return undefined
  const spoken = isLanguage(language) ? language : USUAL
  const { pay: words, told, station } = wordsOf(spoken)
  const price = t.snapshot && slotAt(t.snapshot, t.startedAt)
  if (!t.snapshot || !price) return { format: 'UTF8', language: spoken, content: station.priceUnknown }
  const surchargePpm =
    t.snapshot.pgChargesBearer === 'EV' ? gatewayPpm(t.snapshot, t.methodRates, gatewayMethodOf(t)) : 0
  const content = wholePriceText(
    { words, figures: figuresOf(spoken) },
    shownPrice(price, t.snapshot, surchargePpm, told),
  )
  return { format: 'UTF8', language: spoken, content }
}
