// Prices in words: of one slot, and of a week with equal days said once. For lists, versions and the audit log.
import { formatRupees } from '@wattdesk/base/money'
import { DAY_ORDER, DAYS, type GroupType } from './price.words.ts'
import type { PriceDetail } from './price-group.contract.ts'

type Prices = Omit<PriceDetail, 'priceDetailsId' | 'day' | 'startTime' | 'endTime' | 'priceperMin'>
const FEES = [
  ['fixedFeeStarting', 'start fee', ''],
  ['fixedFeeCharging', 'charging fee', ''],
  ['minuteFeeCharging', 'while charging', ' per minute'],
  ['idealFeeFullyCharged', 'after full charge', ' per minute'],
] as const

/** '₹16.00 per kWh, start fee ₹5.00'; fees of nothing are left out. */
function priceText(p: Prices): string {
  const main = p.priceType === 'kwh' ? [p.priceperKW, 'kWh'] : [p.priceperHr, 'hour']
  const fees = FEES.flatMap(([field, label, per]) => (p[field] > 0 ? [`${label} ${formatRupees(p[field])}${per}`] : []))
  return [`${formatRupees(Number(main[0] ?? 0))} per ${main[1]}`, ...fees].join(', ')
}

export type DayText = { days: string; slots: { time: string; price: string }[] }
/** The end of a slot in words; the 23:59 at which a day's last slot ends means midnight. */
const endText = (end: string, isLast: boolean): string => (isLast && end === '23:59' ? '24:00' : end)
const ofDay = (details: readonly PriceDetail[], day: number): DayText['slots'] => {
  const list = details.filter(d => d.day === day)
  return list.map((d, i) => ({
    time: `${d.startTime} to ${endText(d.endTime, i === list.length - 1)}`,
    price: priceText(d),
  }))
}

/** The prices of a group, Monday first, days of equal prices that follow each other together; times are UTC. */
export function weekText(type: GroupType, details: readonly PriceDetail[]): DayText[] {
  if (type === 'fixed')
    return details.slice(0, 1).map(d => ({ days: 'All days', slots: [{ time: 'at all times', price: priceText(d) }] }))
  const runs: { from: number; to: number; slots: DayText['slots'] }[] = []
  for (const day of DAY_ORDER) {
    const slots = ofDay(details, day)
    const before = runs.at(-1)
    if (before && JSON.stringify(before.slots) === JSON.stringify(slots)) before.to = day
    else runs.push({ from: day, to: day, slots })
  }
  return runs.map(({ from, to, slots }) => ({
    days: runs.length === 1 ? 'All days' : from === to ? (DAYS[from] ?? '') : `${DAYS[from]} to ${DAYS[to]}`,
    slots,
  }))
}
