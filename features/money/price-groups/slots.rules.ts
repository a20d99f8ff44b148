// Changes to the time slots of a week while they are typed: shifting neighbours, adding, removing, resetting, copying,
// and finding the times of a day without a price or with two. Times are HH:mm, UTC; the order in the list is that of
// the day.
import { err, ok, type Result } from '@wattdesk/base/result'
import { DAY_END, DAY_IS_FULL, DAY_START, SELECT_DAY } from './price.words.ts'
import { minutesOf, timeOf } from './price-detail.rules.ts'
import { blankSlot, type Slot } from './price-form.rules.ts'

const DAY = 1440
/** The indexes of a day's slots in the list. */
export const placesOf = (slots: readonly Slot[], day: number): number[] =>
  slots.flatMap((s, i) => (s.day === day ? [i] : []))
const withSlot = (slots: readonly Slot[], at: number, change: Partial<Slot>): Slot[] =>
  slots.map((s, i) => (i === at ? { ...s, ...change } : s))
const isLater = (a: unknown, b: string): boolean => (minutesOf(a) ?? -1) > (minutesOf(b) ?? DAY + 1)

/** Changes the start of a slot: the slot before ends there, and no earlier slot ends later. */
export function moveStart(slots: readonly Slot[], at: number, startTime: string): Slot[] {
  const moved = withSlot(slots, at, { startTime })
  if (minutesOf(startTime) === undefined) return moved
  const before = placesOf(slots, Number(slots[at]?.day)).filter(i => i < at)
  return before.reduce(
    (list, i) =>
      i === before.at(-1) || isLater(list[i]?.endTime, startTime) ? withSlot(list, i, { endTime: startTime }) : list,
    moved,
  )
}

/** Changes the end of a slot: the next slot starts there, and no later slot starts earlier. */
export function moveEnd(slots: readonly Slot[], at: number, endTime: string): Slot[] {
  const moved = withSlot(slots, at, { endTime })
  if (minutesOf(endTime) === undefined) return moved
  const after = placesOf(slots, Number(slots[at]?.day)).filter(i => i > at)
  return after.reduce(
    (list, i) =>
      i === after[0] || isLater(endTime, String(list[i]?.startTime)) ? withSlot(list, i, { startTime: endTime }) : list,
    moved,
  )
}

/**
 * A time as people type it, as HH:mm: `9:30`, `9.30`, `930` and `9` too; undefined where the text is no time of a day.
 */
export function typedTime(text: string): string | undefined {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text.trim()) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

/** A stretch of a day in minutes. */
export type Stretch = { from: number; to: number }
export type DayState = { gaps: Stretch[]; overlaps: Stretch[] }
/**
 * Start and end of the slots of a day in minutes, by time, without incomplete slots; a last end at 23:59 is midnight.
 */
export function stretchesOf(slots: readonly Slot[], day: number): (Stretch & { place: number })[] {
  const list = placesOf(slots, day).flatMap(place => {
    const [from, to] = [minutesOf(slots[place]?.startTime), minutesOf(slots[place]?.endTime)]
    return from === undefined || to === undefined || to <= from ? [] : [{ place, from, to: to === DAY - 1 ? DAY : to }]
  })
  return list.sort((a, b) => a.from - b.from)
}
/** The times of a day without a price, and those with two. */
export function dayState(slots: readonly Slot[], day: number): DayState {
  const state: DayState = { gaps: [], overlaps: [] }
  let until = 0
  for (const { from, to } of stretchesOf(slots, day)) {
    if (from > until) state.gaps.push({ from: until, to: from })
    if (from < until) state.overlaps.push({ from, to: Math.min(until, to) })
    until = Math.max(until, to)
  }
  if (until < DAY) state.gaps.push({ from: until, to: DAY })
  return state
}

/**
 * Adds a slot to a day: from the end of its last slot to the day's end, or, where the last one ends with the day, in
 * the first gap. By kWh and without prices. Returns the slot's index too.
 */
export function addRange(slots: readonly Slot[], day: number | undefined): Result<{ slots: Slot[]; at: number }> {
  if (day === undefined) return err(SELECT_DAY)
  const { gaps } = dayState(slots, day)
  const own = placesOf(slots, day)
  const end = minutesOf(slots[own.at(-1) ?? -1]?.endTime) ?? 0
  const gap = gaps.find(g => g.from === end) ?? gaps[0]
  if (!gap) return err(DAY_IS_FULL)
  const slot = {
    ...blankSlot(day),
    startTime: own.length === 0 ? DAY_START : timeOf(gap.from),
    endTime: gap.to === DAY ? DAY_END : timeOf(gap.to),
  }
  const next = slots.findIndex(
    (s, i) => Number(s.day) > day || (own.includes(i) && (minutesOf(s.startTime) ?? 0) >= gap.to),
  )
  const at = next === -1 ? slots.length : next
  return ok({ slots: slots.toSpliced(at, 0, slot), at })
}

/** Removes a slot; the last slot of a day stays. */
export const removeSlot = (slots: readonly Slot[], at: number): Slot[] =>
  placesOf(slots, Number(slots[at]?.day)).length > 1 ? slots.toSpliced(at, 1) : [...slots]

/** A slot as new: the whole day by kWh, without prices (D-PG-4). */
export const resetSlot = (slots: readonly Slot[], at: number): Slot[] =>
  withSlot(slots, at, blankSlot(Number(slots[at]?.day)))

/** Changes the price type; the price of the other type is cleared. */
export const switchType = (slots: readonly Slot[], at: number, priceType: Slot['priceType']): Slot[] =>
  withSlot(slots, at, { priceType, ...(priceType === 'kwh' ? { priceperHr: null } : { priceperKW: null }) })

/** Replaces the slots of other days by those of one day (D-PG-4). */
export function copyDay(slots: readonly Slot[], from: number, to: readonly number[]): Slot[] {
  const copied = slots.filter(s => s.day === from)
  const targets = to.filter(day => day !== from)
  const kept = slots.filter(s => !targets.includes(Number(s.day)))
  return [...kept, ...targets.flatMap(day => copied.map(s => ({ ...s, day })))].sort(
    (a, b) => Number(a.day) - Number(b.day),
  )
}
