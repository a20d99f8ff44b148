// The days of a calendar of planned maintenance, on the browser's clock, and what touches each.

export const SPANS = ['week', 'month'] as const
export type CalendarSpan = (typeof SPANS)[number]
export type CalendarDay = { from: Date; to: Date /** Of the month that is shown. */; isIn: boolean }

const day = (at: Date, more = 0): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() + more)
/** Weeks begin on Monday. */
const weekday = (at: Date): number => (at.getDay() + 6) % 7

/** The days that a calendar around `at` shows: a week, or the whole weeks that a month touches. */
export function daysOf(span: CalendarSpan, at: Date): CalendarDay[] {
  const first = span === 'week' ? day(at) : new Date(at.getFullYear(), at.getMonth(), 1)
  const monday = day(first, -weekday(first))
  const count = span === 'week' ? 7 : Math.ceil((weekday(first) + daysIn(at)) / 7) * 7
  return Array.from({ length: count }, (_, n) => {
    const from = day(monday, n)
    return { from, to: day(monday, n + 1), isIn: span === 'week' || from.getMonth() === at.getMonth() }
  })
}
const daysIn = (at: Date): number => new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate()

/** The calendar before or after. */
export const stepped = (span: CalendarSpan, at: Date, by: -1 | 1): Date =>
  span === 'week' ? day(at, 7 * by) : new Date(at.getFullYear(), at.getMonth() + by, 1)

type Times = { starts_at: string; ends_at: string }
/** What touches a day, the earliest first. */
export const onDay = <M extends Times>(all: readonly M[], { from, to }: CalendarDay): M[] =>
  all
    .filter(m => new Date(m.starts_at) < to && new Date(m.ends_at) > from)
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))

const clock = new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** The part of a maintenance on a day: '22:00 to 02:00', 'until 02:00', 'from 22:00', 'all day'. */
export function timesOn(m: Times, { from, to }: CalendarDay): string {
  const [start, end] = [new Date(m.starts_at), new Date(m.ends_at)]
  if (start <= from && end >= to) return 'all day'
  if (start <= from) return `until ${clock.format(end)}`
  if (end >= to) return `from ${clock.format(start)}`
  return `${clock.format(start)} to ${clock.format(end)}`
}

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric' })
const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' })
/** 'November 2026', or '23 Nov 2026 to 29 Nov 2026'. */
export function titleOf(span: CalendarSpan, at: Date, days: readonly CalendarDay[]): string {
  if (span === 'month') return MONTH.format(at)
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? `${DAY.format(first.from)} to ${DAY.format(last.from)}` : ''
}

const two = (n: number): string => String(n).padStart(2, '0')
/** A day in the address: '2026-11-28'. */
export const dayText = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
export function dayFrom(text: string | null, now: Date): Date {
  const [, y, m, d] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? []
  return y === undefined ? day(now) : new Date(Number(y), Number(m) - 1, Number(d))
}
/** A moment as an input of date and time has it. */
export const localText = (iso: string | Date): string => {
  const at = new Date(iso)
  return `${dayText(at)}T${two(at.getHours())}:${two(at.getMinutes())}`
}
