// The price groups of the demo operators, in paise without tax; slots by UTC day and minute (India is 5:30 ahead).
import type { PriceDetail } from '#money/price-groups/price.rules.ts'
import type { OperatorKey, PriceKey } from './places.ts'

type Fees = Partial<Pick<PriceDetail, 'fixedFeeStartingPaise' | 'idealFeeFullyChargedPaise'>>
const slot = (day: number, startMinute: number, endMinute: number, paise: number, fees: Fees = {}): PriceDetail => ({
  day,
  startMinute,
  endMinute,
  priceType: 'kwh',
  pricePerKwhPaise: paise,
  pricePerHourPaise: 0,
  fixedFeeStartingPaise: 0,
  fixedFeeChargingPaise: 0,
  minuteFeeChargingPaise: 0,
  idealFeeFullyChargedPaise: 0,
  ...fees,
})
const fixed = (paise: number, fees?: Fees) => [slot(0, 0, 1439, paise, fees)]
const MORNING = 30 // 06:00 in India
const EVENING = 16 * 60 + 30 // 22:00 in India
const dayAndNight = (day: number, night: number, fees: Fees) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap(d => [
    slot(d, 0, MORNING, night, fees),
    slot(d, MORNING, EVENING, day, fees),
    slot(d, EVENING, 1439, night, fees),
  ])

export type DemoPrice = {
  operator: OperatorKey
  key: PriceKey
  name: string
  description: string
  type: 'fixed' | 'variable'
  details: readonly PriceDetail[]
}
export const demoPrices: readonly DemoPrice[] = [
  {
    operator: 'amberline',
    key: 'ac',
    name: 'AC Standard',
    description: 'Slow charging at homes, offices and depots',
    type: 'fixed',
    details: fixed(1250),
  },
  {
    operator: 'amberline',
    key: 'dc',
    name: 'DC Fast',
    description: 'One price by day and by night',
    type: 'fixed',
    details: fixed(1900),
  },
  {
    operator: 'amberline',
    key: 'dc-variable',
    name: 'DC Day and Night',
    description: 'Dearer from 06:00 to 22:00 in India; a fee while a full car stays',
    type: 'variable',
    details: dayAndNight(2150, 1600, { fixedFeeStartingPaise: 1000, idealFeeFullyChargedPaise: 200 }),
  },
  {
    operator: 'bluegrid',
    key: 'ac',
    name: 'AC Standard',
    description: 'Slow charging at homes, offices and depots',
    type: 'fixed',
    details: fixed(1325),
  },
  {
    operator: 'bluegrid',
    key: 'dc',
    name: 'DC Fast',
    description: 'One price by day and by night, with a start fee',
    type: 'fixed',
    details: fixed(2050, { fixedFeeStartingPaise: 500 }),
  },
  {
    operator: 'bluegrid',
    key: 'dc-variable',
    name: 'DC Day and Night',
    description: 'Dearer from 06:00 to 22:00 in India; a fee while a full car stays',
    type: 'variable',
    details: dayAndNight(2300, 1750, { fixedFeeStartingPaise: 1500, idealFeeFullyChargedPaise: 300 }),
  },
]
