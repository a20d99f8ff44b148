// A price group as it stood at one moment: which price holds when (slots are half-open, by UTC day and minute, Sunday
// 0; 23:59 as last end of a day means midnight), where slots meet, and whether a week of slots may be saved.
import { million, type Paise, type Ppm, round } from '@wattdesk/base/money'
import { err, ok, type Result } from '@wattdesk/base/result'
import { END_LATER } from './price.words.ts'

type PriceType = 'kwh' | 'min' | 'hr'

/** A slot with its prices, whole paise without tax; price types min and hr both charge `pricePerHourPaise`. */
export type PriceDetail = {
  /** 0 Sunday to 6 Saturday, UTC; a fixed group has one detail with day 0 that holds at all times. */
  readonly day: number
  /** Minute of the day, 0 to 1439. */
  readonly startMinute: number
  /** Minute of the day, exclusive, up to 1440; 1439 as last end of a day means midnight. */
  readonly endMinute: number
  readonly priceType: PriceType
  readonly pricePerKwhPaise: number
  readonly pricePerHourPaise: number
  readonly fixedFeeStartingPaise: number
  readonly fixedFeeChargingPaise: number
  readonly minuteFeeChargingPaise: number
  readonly idealFeeFullyChargedPaise: number
}

/** The version of a price group that a session keeps from its start. Plain JSON. */
export type PriceSnapshot = {
  readonly priceGroupId: number
  readonly versionId?: number | undefined
  readonly type: 'fixed' | 'variable'
  readonly taxPpm: Ppm
  readonly transactionPpm: Ppm
  readonly pgChargesBearer: 'EV' | 'CPO'
  readonly details: readonly PriceDetail[]
}

/** The week as segments without gaps, by second of the week from Sunday 00:00 UTC; slot -1 has no price. */
type Week = { readonly starts: readonly number[]; readonly slots: readonly number[] }

const day = 86_400
const week = 7 * day
/** 1970-01-01 was a Thursday. */
const weekSecond = (second: number): number => (((second + 4 * day) % week) + week) % week

const byStart = (a: PriceDetail, b: PriceDetail): number => a.startMinute - b.startMinute
const ofDay = (details: readonly PriceDetail[], number: number): PriceDetail[] =>
  details.filter(detail => detail.day === number).sort(byStart)
/** End of a slot in minutes; `last` is the last slot of its day. */
const endOf = (detail: PriceDetail, last: boolean): number =>
  last && detail.endMinute === 1439 ? 1440 : detail.endMinute

const weeks = new WeakMap<PriceSnapshot, Week>()

/** The segments of a snapshot's week, worked out once per snapshot object. A fixed group is one segment. */
const weekOf = (snapshot: PriceSnapshot): Week => {
  const known = weeks.get(snapshot)
  if (known) return known
  const made =
    snapshot.type === 'fixed' ? { starts: [0], slots: [snapshot.details.length > 0 ? 0 : -1] } : segments(snapshot)
  weeks.set(snapshot, made)
  return made
}

const segments = ({ details }: PriceSnapshot): Week => {
  const starts: number[] = []
  const slots: number[] = []
  const add = (minute: number, slot: number): void => {
    starts.push(minute * 60)
    slots.push(slot)
  }
  for (let number = 0; number < 7; number++) {
    const base = number * 1440
    let until = 0
    const list = ofDay(details, number)
    for (const [i, detail] of list.entries()) {
      const end = endOf(detail, i === list.length - 1)
      const start = Math.max(until, detail.startMinute)
      if (end <= start) continue
      if (start > until) add(base + until, -1)
      add(base + start, details.indexOf(detail))
      until = end
    }
    if (until < 1440) add(base + until, -1)
  }
  return { starts, slots }
}

const segmentAt = ({ starts }: Week, second: number): number => {
  const at = weekSecond(second)
  let i = starts.length - 1
  while (i > 0 && (starts[i] ?? 0) > at) i--
  return i
}

/** Index into `details` of the slot that holds at an epoch second; -1: none does. */
export const slotIndexAt = (snapshot: PriceSnapshot, second: number): number => {
  const all = weekOf(snapshot)
  return all.slots[segmentAt(all, second)] ?? -1
}

/** The epoch seconds strictly between two others at which one slot ends and the next begins. */
export const borderSeconds = (snapshot: PriceSnapshot, fromSecond: number, toSecond: number): number[] => {
  const all = weekOf(snapshot)
  const borders: number[] = []
  if (all.starts.length < 2) return borders
  let i = segmentAt(all, fromSecond)
  let base = fromSecond - weekSecond(fromSecond)
  for (;;) {
    i += 1
    if (i === all.starts.length) {
      i = 0
      base += week
    }
    const border = base + (all.starts[i] ?? 0)
    if (border >= toSecond) return borders
    borders.push(border)
  }
}

const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** The slot that holds at an instant; undefined where the group leaves a gap. */
export const slotAt = (snapshot: PriceSnapshot, at: Date): PriceDetail | undefined =>
  snapshot.details[slotIndexAt(snapshot, secondOf(at))]

/** The instants strictly between two others at which one slot ends and the next begins. */
export const bordersBetween = (snapshot: PriceSnapshot, from: Date, to: Date): Date[] =>
  borderSeconds(snapshot, secondOf(from), Math.ceil(to.getTime() / 1000)).map(second => new Date(second * 1000))

const prices = [
  'fixedFeeStartingPaise',
  'fixedFeeChargingPaise',
  'minuteFeeChargingPaise',
  'idealFeeFullyChargedPaise',
] as const

/** Whether two slots cost the same: only the price that its type charges counts; min and hr are one. */
const samePrices = (a: PriceDetail | undefined, b: PriceDetail | undefined): boolean => {
  if (!a || !b) return a === b
  const energy = a.priceType === 'kwh'
  if (energy !== (b.priceType === 'kwh') || prices.some(price => a[price] !== b[price])) return false
  return energy ? a.pricePerKwhPaise === b.pricePerKwhPaise : a.pricePerHourPaise === b.pricePerHourPaise
}

export type PriceNow = { now: PriceDetail | undefined; next?: { at: Date; price: PriceDetail | undefined } }

/**
 * Returns the price at an instant and, if the price changes within a week, the time of the next change and the new
 * price.
 */
export const priceNow = (snapshot: PriceSnapshot, at: Date): PriceNow => {
  const now = slotAt(snapshot, at)
  for (const border of bordersBetween(snapshot, at, new Date(at.getTime() + week * 1000 + 1000))) {
    const price = slotAt(snapshot, border)
    if (!samePrices(now, price)) return { now, next: { at: border, price } }
  }
  return { now }
}

/** A price as the driver pays it: with tax and a surcharge for the gateway on top, rounded once. */
export const priceWithTax = (price: Paise, taxPpm: Ppm, surchargePpm: Ppm): Paise =>
  round(price * (million + BigInt(taxPpm)), million + BigInt(surchargePpm), million * million)

const coverText = 'Please cover all time slots upto 24 hours'
const overlapText = 'Time slots overlap'

/** Hours of a day's slots in hundredths, 23:59 counted as it is: a day 00:00 to 23:59 has 2398. */
export const dayHundredths = (details: readonly PriceDetail[], number: number): number =>
  Math.round((ofDay(details, number).reduce((sum, slot) => sum + slot.endMinute - slot.startMinute, 0) * 100) / 60)

/** Whether a day has a price from midnight to midnight (23:59 as last end counts as midnight). */
export const isFullDay = (details: readonly PriceDetail[], number: number): boolean => {
  const list = ofDay(details, number)
  let until = 0
  for (const [i, slot] of list.entries()) {
    if (slot.startMinute !== until) return false
    until = endOf(slot, i === list.length - 1)
  }
  return until === 1440
}

/**
 * Whether a group may be saved with these slots. A fixed group always may. A variable one must fill the week without
 * overlap: the hours of its days, each rounded to two decimals, sum to 168 or 167.86 and no day has a gap.
 */
export const checkCoverage = (type: PriceSnapshot['type'], details: readonly PriceDetail[]): Result<true> => {
  if (type === 'fixed') return ok(true)
  if (details.some(slot => slot.endMinute <= slot.startMinute)) return err(END_LATER)
  const days = [0, 1, 2, 3, 4, 5, 6]
  for (const number of days) {
    const list = ofDay(details, number)
    if (list.some((slot, i) => slot.startMinute < (list[i - 1]?.endMinute ?? 0))) return err(overlapText)
  }
  const sum = days.reduce((total, number) => total + dayHundredths(details, number), 0)
  if ((sum !== 16_800 && sum !== 16_786) || !days.every(number => isFullDay(details, number))) return err(coverText)
  return ok(true)
}
