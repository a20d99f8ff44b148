// A price as drivers read it, with tax and the gateway's surcharge included: on the pay page, and on displays of stations.
import { type Ppm, percentFromPpm, rupeesFromPaise } from '@wattdesk/base/money'
import * as told from '@wattdesk/words/made/en-told'
import { type PriceDetail, type PriceSnapshot, priceWithTax } from './price.rules.ts'

/** An amount as the driver pays it, with tax and the provider's surcharge, and the same amount without both. */
type Amount = { amount: number; without: number }
export type ShownPrice = Amount & {
  /** The unit of the main amount. */
  unit: 'kWh' | 'hour'
  fees: (Amount & { label: string; per: 'once' | 'minute' })[]
  taxPercent: number
  surchargePercent: number
}

const FEES = [
  ['fixedFeeStartingPaise', 'startFee', 'once'],
  ['fixedFeeChargingPaise', 'chargingFee', 'once'],
  ['minuteFeeChargingPaise', 'whileCharging', 'minute'],
  ['idealFeeFullyChargedPaise', 'afterFull', 'minute'],
] as const
/** The names of fees in a language. */
type FeeNames = Readonly<Record<(typeof FEES)[number][1], string>>
const ENGLISH: FeeNames = {
  startFee: told.startFee,
  chargingFee: told.chargingFee,
  whileCharging: told.whileCharging,
  afterFull: told.afterFull,
}

/** A price with tax and a surcharge, each amount rounded once, and the same amounts without them. */
export function shownPrice(
  p: PriceDetail,
  snapshot: Pick<PriceSnapshot, 'taxPpm'>,
  surchargePpm: Ppm,
  names: FeeNames = ENGLISH,
): ShownPrice {
  const amounts = (paise: number) => ({
    amount: rupeesFromPaise(priceWithTax(BigInt(paise), snapshot.taxPpm, surchargePpm)),
    without: rupeesFromPaise(BigInt(paise)),
  })
  const isEnergy = p.priceType === 'kwh'
  return {
    unit: isEnergy ? 'kWh' : 'hour',
    ...amounts(isEnergy ? p.pricePerKwhPaise : p.pricePerHourPaise),
    fees: FEES.flatMap(([field, name, per]) =>
      p[field] > 0 ? [{ label: names[name], per, ...amounts(p[field]) }] : [],
    ),
    taxPercent: percentFromPpm(snapshot.taxPpm),
    surchargePercent: percentFromPpm(surchargePpm),
  }
}
