// The expiry date of a tag as people and files write it. A date without a time holds until the end of that day.
import { dayMs, dayStart, localZone, partsIn } from '@wattdesk/base/time'

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const CLOCK = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/
const INDIAN = /^(\d{2})[/.-](\d{2})[/.-](\d{4})$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/
const MOST = new Date('2200-01-01T00:00:00Z')

const isDay = (year: number, month: number, day: number): boolean => {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}
/** The last second of a day in a zone. */
const endOf = (year: number, month: number, day: number, zone: string): Date => {
  const next = new Date(Date.UTC(year, month - 1, day) + dayMs)
  return new Date(dayStart(next.getUTCFullYear(), next.getUTCMonth() + 1, next.getUTCDate(), zone).getTime() - 1000)
}

/**
 * The instant that a text means: yyyy-MM-dd, dd/MM/yyyy, yyyy-MM-dd HH:mm[:ss] of the clock in `zone`, or an instant with
 * its zone. Undefined: it is none of these, or no such day.
 */
export function expiryOf(text: string, zone: string): Date | undefined {
  const t = text.trim()
  const day = DAY.exec(t) ?? INDIAN.exec(t)
  if (day) {
    const [a, b, c] = day.slice(1).map(Number) as [number, number, number]
    const [year, month, date] = day[1]?.length === 4 ? [a, b, c] : [c, b, a]
    return isDay(year, month, date) ? within(endOf(year, month, date, zone)) : undefined
  }
  const clock = CLOCK.exec(t)
  if (clock) {
    const [year, month, date, hour, minute, second = 0] = clock
      .slice(1)
      .map(n => (n === undefined ? 0 : Number(n))) as [number, number, number, number, number, number]
    if (!isDay(year, month, date) || hour > 23 || minute > 59 || second > 59) return undefined
    const midnight = dayStart(year, month, date, zone).getTime()
    return within(new Date(midnight + ((hour * 60 + minute) * 60 + second) * 1000))
  }
  if (!INSTANT.test(t) || !isDay(...(t.slice(0, 10).split('-').map(Number) as [number, number, number])))
    return undefined
  return within(new Date(t))
}
const within = (at: Date): Date | undefined => (Number.isNaN(at.getTime()) || at > MOST ? undefined : at)

const two = (n: number): string => String(n).padStart(2, '0')
/** yyyy-MM-dd of an instant, as a date field holds it. */
export function formatDay(at: Date, zone = localZone()): string {
  const { year, month, day } = partsIn(at, zone)
  return `${year}-${two(month)}-${two(day)}`
}
