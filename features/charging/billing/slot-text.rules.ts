// Price slots in words: as they are stored, by the clock of UTC, and by that of the business time zone.
import { offsetMinutes } from '@wattdesk/base/time'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'

/** A zone and an instant there: the clocks of some zones are moved twice a year. */
export type BusinessClock = { zone: string; at: Date }

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const DAY = 1440
const WEEK = 7 * DAY
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** 'Mon 06:00 to 10:00', 'Mon 22:00 to Tue 02:00'; minutes of the week, which ends of slots may go beyond. */
function spanText(start: number, length: number): string {
  const from = ((start % WEEK) + WEEK) % WEEK
  const day = Math.floor(from / DAY)
  const end = (from % DAY) + length
  const to = end <= DAY ? clock(end) : `${DAYS[(day + 1) % 7]} ${clock(end - DAY)}`
  return `${DAYS[day]} ${clock(from % DAY)} to ${to}`
}

/** The words for a fixed price, which has no slot. */
export const AT_ALL_TIMES = 'at all times'

const ALWAYS = { utc: AT_ALL_TIMES, business: AT_ALL_TIMES }
/** A slot in words by both clocks; a fixed price holds at all times. */
export function slotTexts(
  snapshot: PriceSnapshot,
  slot: number,
  { zone, at }: BusinessClock,
): { utc: string; business: string } {
  const detail = snapshot.details[slot]
  if (snapshot.type === 'fixed' || !detail) return ALWAYS
  const start = detail.day * DAY + detail.startMinute
  // 23:59 as last end of a day means midnight.
  const length = (detail.endMinute === DAY - 1 ? DAY : detail.endMinute) - detail.startMinute
  return { utc: spanText(start, length), business: spanText(start + offsetMinutes(at, zone), length) }
}
