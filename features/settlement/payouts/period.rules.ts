// The months of payouts, by the business time zone: when one begins and ends, and which are due (D-PO-3). A month is named
// by its first day, yyyy-MM-01.
import { dayOf, dayStart, hourMs, partsIn } from '@wattdesk/base/time'

export type Period = {
  /** Its first day: yyyy-MM-01. */
  month: string
  start: Date
  /** The first instant of the next month. */
  end: Date
  days: number
}

const two = (n: number): string => String(n).padStart(2, '0')
const named = (year: number, month: number): string => `${String(year).padStart(4, '0')}-${two(month)}-01`

/** A month of a year, 1 to 12; beyond them the years before and after. */
export function periodOf(year: number, month: number, zone: string): Period {
  const first = new Date(Date.UTC(year, month - 1, 1))
  const [y, m] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  return {
    month: named(y, m),
    start: dayStart(y, m, 1, zone),
    end: dayStart(y, m + 1, 1, zone),
    days: new Date(Date.UTC(y, m, 0)).getUTCDate(),
  }
}
/** The month by its first day. */
export const periodNamed = (month: string, zone: string): Period =>
  periodOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)), zone)
/** The month of an instant, or the month so many `months` later. */
export function periodAround(at: Date, zone: string, months = 0): Period {
  const { year, month } = partsIn(at, zone)
  return periodOf(year, month + months, zone)
}
/** The last day, yyyy-MM-dd. */
export const lastDayOf = ({ month, days }: Pick<Period, 'month' | 'days'>): string => `${month.slice(0, 8)}${two(days)}`

/** At this hour of the 1st the month before is settled. */
const RUN_HOUR = 2
/** The latest month that is due for its run: on the 1st at 02:00 the month before. */
export const lastDue = (now: Date, zone: string): Period =>
  periodAround(new Date(now.getTime() - RUN_HOUR * hourMs), zone, -1)
export const isOver = (period: Period, now: Date): boolean => period.end <= now

/** The months from one to another, both included, in their order; none where the first is the later one. */
export function monthsFrom(first: string, last: string, zone: string): Period[] {
  const all: Period[] = []
  for (let p = periodNamed(first, zone); p.month <= last; p = periodAround(p.end, zone)) all.push(p)
  return all
}
/** The month that follows, by its first day. */
export const monthAfter = (month: string): string => {
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1))
  return dayOf(next, 'UTC')
}

/** PO-2610-7: of team 7 for October 2026. */
export const payoutIdFor = (month: string, teamId: number): string =>
  `PO-${month.slice(2, 4)}${month.slice(5, 7)}-${teamId}`
