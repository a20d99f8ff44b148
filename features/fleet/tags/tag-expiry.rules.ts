// The expiry date of a tag as people and files write it. A date without a time holds until the end of that day.
import { dayStart, hourMs, minuteMs } from '@wattdesk/base/time'

const CLOCK = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/
const INDIAN = /^(\d{2})[/.-](\d{2})[/.-](\d{4})$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/
const LATEST = new Date('2200-01-01T00:00:00Z')

type Day = [year: number, month: number, day: number]
const isDay = ([year, month, day]: Day): boolean => {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

/**
 * The instant that a text means: yyyy-MM-dd, dd/MM/yyyy, yyyy-MM-dd HH:mm[:ss] of the clock in `zone`, or an instant with
 * its zone. Undefined: it is none of these, or no such day.
 */
export function expiryOf(text: string, zone: string): Date | undefined {
  const date = text.trim().replace(INDIAN, '$3-$2-$1')
  if (!isDay(date.slice(0, 10).split('-').map(Number) as Day)) return undefined
  const at = INSTANT.test(date) ? new Date(date) : clockOf(date, zone)
  return at && at <= LATEST ? at : undefined
}

/** The instant of a clock in a zone; of a day alone, its last second. */
function clockOf(text: string, zone: string): Date | undefined {
  const parts = CLOCK.exec(text)
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1, 4).map(Number) as Day
  if (parts[4] === undefined) return new Date(dayStart(year, month, day + 1, zone).getTime() - 1000)
  const [hour = 0, minute = 0, second = 0] = parts.slice(4).map(part => Number(part ?? 0))
  if (hour > 23 || minute > 59 || second > 59) return undefined
  return new Date(dayStart(year, month, day, zone).getTime() + hour * hourMs + minute * minuteMs + second * 1000)
}
