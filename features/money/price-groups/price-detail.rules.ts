// Slots as they travel (rupees, HH:mm) and as they are stored (paise, minutes of the day), one the inverse of the other.
import { paiseFromRupees, round, rupeesFromPaise } from '@wattdesk/base/money'
import type { PriceDetail, PriceSnapshot } from './price.rules.ts'
import { DAY_END, DAY_START, type GroupType, PRICE_TYPES } from './price.words.ts'
import type { PriceDetail as Reply } from './price-group.contract.ts'
import type { PriceSlot } from './price-group-body.contract.ts'

/** Minutes of the day of 'HH:mm', up to 24:00; undefined for any other text. */
export function minutesOf(time: unknown): number | undefined {
  const [, h, m] = (typeof time === 'string' && /^(\d\d):(\d\d)$/.exec(time.trim())) || []
  if (h === undefined) return undefined
  const minutes = Number(h) * 60 + Number(m)
  return Number(m) < 60 && minutes <= 1440 ? minutes : undefined
}
const two = (n: number): string => String(n).padStart(2, '0')
export const timeOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

const paise = (rupees: number | null): number => (rupees === null ? 0 : Number(paiseFromRupees(rupees)))
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))

/** A slot as it is stored, with only the price that its type charges. */
const storedSlot = (s: PriceSlot): PriceDetail => ({
  day: s.day,
  startMinute: minutesOf(s.startTime) ?? 0,
  endMinute: minutesOf(s.endTime) ?? 1439,
  priceType: s.priceType,
  pricePerKwhPaise: s.priceType === 'kwh' ? paise(s.priceperKW) : 0,
  pricePerHourPaise: s.priceType === 'kwh' ? 0 : paise(s.priceperHr),
  fixedFeeStartingPaise: paise(s.fixedFeeStarting),
  fixedFeeChargingPaise: paise(s.fixedFeeCharging),
  minuteFeeChargingPaise: paise(s.minuteFeeCharging),
  idealFeeFullyChargedPaise: paise(s.idealFeeFullyCharged),
})

/** The slots of a group as they are stored: by day and time; the one price of a fixed group is that of day 0 (D-PG-1). */
export const storedSlots = (type: GroupType, slots: readonly PriceSlot[]): PriceDetail[] =>
  type === 'fixed'
    ? slots.slice(0, 1).map(s => storedSlot({ ...s, day: 0, startTime: DAY_START, endTime: DAY_END }))
    : slots.map(storedSlot).sort((a, b) => a.day - b.day || a.startMinute - b.startMinute)

/** A stored slot as it travels; `i` is its place in its version. */
export const slotReply = (d: PriceDetail, i: number): Reply => {
  const isByTime = d.priceType !== PRICE_TYPES[0]
  return {
    priceDetailsId: i + 1,
    day: d.day,
    startTime: timeOf(d.startMinute),
    endTime: timeOf(d.endMinute),
    priceType: d.priceType,
    priceperKW: isByTime ? null : rupees(d.pricePerKwhPaise),
    priceperHr: isByTime ? rupees(d.pricePerHourPaise) : null,
    priceperMin: isByTime ? rupeesFromPaise(round(BigInt(d.pricePerHourPaise), 1n, 60n)) : null,
    fixedFeeStarting: rupees(d.fixedFeeStartingPaise),
    fixedFeeCharging: rupees(d.fixedFeeChargingPaise),
    minuteFeeCharging: rupees(d.minuteFeeChargingPaise),
    idealFeeFullyCharged: rupees(d.idealFeeFullyChargedPaise),
  }
}

type Priced = Pick<PriceSnapshot, 'type' | 'details' | 'taxPpm' | 'transactionPpm' | 'pgChargesBearer'>
const comparable = ({ type, details, taxPpm, transactionPpm, pgChargesBearer }: Priced): string =>
  JSON.stringify([type, taxPpm, transactionPpm, pgChargesBearer, details.map((d, i) => Object.values(slotReply(d, i)))])
/** Whether two versions have the same content, in which case none is added. */
export const sameVersion = (a: Priced, b: Priced): boolean => comparable(a) === comparable(b)
