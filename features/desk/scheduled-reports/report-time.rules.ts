// When a report is made, and which time its rows are of: hours and days of the business zone (REPORT-01).
import { dayStart, hourMs, minuteMs, offsetMinutes, partsIn, startOfDay, startOfMonth } from '@wattdesk/base/time'
import { LAST_DAY, type PeriodName, type Rhythm, WEEKDAYS } from './scheduled-report.words.ts'

export type Times = { rhythm: Rhythm; hour: number; weekday: number | null; monthDay: number | null }
type Day = { year: number; month: number; day: number }

/**
 * The instant at which the clocks of a zone show the hour on a day. An hour that the clocks skip is the one at which they go
 * on, and of an hour that comes twice it is the first.
 */
export function hourOn({ year, month, day }: Day, hour: number, zone: string): Date {
  const utc = Date.UTC(year, month - 1, day, hour)
  const offsets = [-24, 24].map(h => offsetMinutes(new Date(utc + h * hourMs), zone))
  const [first = 0] = offsets
  const fits = offsets
    .map(offset => new Date(utc - offset * minuteMs))
    .filter(at => offsetMinutes(at, zone) === (utc - at.getTime()) / minuteMs)
  return fits.length > 0 ? new Date(Math.min(...fits.map(Number))) : new Date(utc - first * minuteMs)
}

const daysIn = ({ year, month }: Day): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
/** 1 for Monday. */
const weekdayOf = ({ year, month, day }: Day): number =>
  ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7) + 1

function isDayOf({ rhythm, weekday, monthDay }: Times, day: Day): boolean {
  if (rhythm === 'daily') return true
  if (rhythm === 'weekly') return weekdayOf(day) === weekday
  return monthDay === LAST_DAY ? day.day === daysIn(day) : day.day === monthDay
}
/** The days around an instant, by calendar; 0 is the day of the instant. */
function dayAt(at: Date, zone: string, days: number): Day {
  const { year, month, day } = partsIn(at, zone)
  const moved = new Date(Date.UTC(year, month - 1, day + days))
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() }
}
/** Two months hold every time at least once. */
const LOOKED_DAYS = 62

function search(times: Times, at: Date, zone: string, step: 1 | -1, fits: (found: Date) => boolean): Date {
  for (let n = 0; n <= LOOKED_DAYS; n++) {
    const day = dayAt(at, zone, n * step)
    if (!isDayOf(times, day)) continue
    const found = hourOn(day, times.hour, zone)
    if (fits(found)) return found
  }
  throw new Error(`A report without a time: ${JSON.stringify(times)}`)
}
/** The first time after an instant. */
export const nextTime = (times: Times, after: Date, zone: string): Date =>
  search(times, after, zone, 1, found => found > after)
/** The last time that has come by now. */
export const lastTime = (times: Times, now: Date, zone: string): Date =>
  search(times, now, zone, -1, found => found <= now)
/** The next few times. */
export function nextTimes(times: Times, after: Date, zone: string, count: number): Date[] {
  const found: Date[] = []
  while (found.length < count) found.push(nextTime(times, found.at(-1) ?? after, zone))
  return found
}

/** From the first instant of the period to the one after it; undefined: the rows are of any time. */
export function periodBefore(period: PeriodName, at: Date, zone: string): { from: Date; to: Date } | undefined {
  if (period === 'view') return undefined
  if (period === 'month') return { from: startOfMonth(at, zone, -1), to: startOfMonth(at, zone) }
  return { from: startOfDay(at, zone, period === 'day' ? -1 : -7), to: startOfDay(at, zone) }
}
/** The last day of a period, by its first instant. */
export const lastDayOf = ({ to }: { to: Date }, zone: string): Date => {
  const { year, month, day } = partsIn(to, zone)
  return dayStart(year, month, day - 1, zone)
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
/** 'Every Monday at 06:00' */
export function timesText({ rhythm, hour, weekday, monthDay }: Times): string {
  if (rhythm === 'daily') return `Every day at ${clock(hour)}`
  if (rhythm === 'weekly') return `Every ${WEEKDAYS[(weekday ?? 1) - 1]} at ${clock(hour)}`
  return `${monthDay === LAST_DAY ? 'On the last day' : `On day ${monthDay}`} of every month at ${clock(hour)}`
}
/** '06:00 every Monday': the hour first, where a narrow column cuts what does not fit. */
export function hourText(times: Times): string {
  const { rhythm, hour, weekday, monthDay } = times
  if (rhythm === 'daily') return `${clock(hour)} every day`
  if (rhythm === 'weekly') return `${clock(hour)} every ${WEEKDAYS[(weekday ?? 1) - 1]}`
  return `${clock(hour)}, ${monthDay === LAST_DAY ? 'last day' : `day ${monthDay}`} of the month`
}
