// The months for which payouts can be requested: years from 2020 to the present one, and only months that are over.
// Pure: now and the business time zone are arguments.
import { dayOf, formatDate } from '@wattdesk/base/time'

const FIRST_YEAR = 2020
/** A month, as calls take it. */
export type Period = { year: string; month: string }

const monthNames = new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' })
/** '02' is February. */
export const monthWord = (month: string): string => monthNames.format(new Date(`2020-${month}-01T00:00:00Z`))
/** February 2026. */
export const periodText = ({ year, month }: Period): string => `${monthWord(month)} ${year}`
/** '2026-02'. */
export const periodKey = ({ year, month }: Period): string => `${year}-${month}`

export const yearsOf = (now: Date, zone: string): string[] => {
  const last = Number(dayOf(now, zone).slice(0, 4))
  return Array.from({ length: Math.max(0, last - FIRST_YEAR + 1) }, (_, i) => String(FIRST_YEAR + i))
}
/** The months of a year, two digits each; for the present year only the months before the present one. */
export const monthsOf = (year: string, now: Date, zone: string): string[] => {
  const [nowYear = '', nowMonth = ''] = dayOf(now, zone).split('-')
  if (year > nowYear || Number(year) < FIRST_YEAR) return []
  const count = year === nowYear ? Number(nowMonth) - 1 : 12
  return Array.from({ length: count }, (_, i) => String(i + 1).padStart(2, '0'))
}
/** The period in an address, if payouts can be requested for it; else undefined. */
export const periodOf = (year: string | null, month: string | null, now: Date, zone: string): Period | undefined =>
  year && month && monthsOf(year, now, zone).includes(month) ? { year, month } : undefined

/** A day 'yyyy-MM-dd' as 01 Feb 2026, in any time zone of the reader. */
export const dayText = (day: string): string => {
  const at = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? '–' : formatDate(at, 'UTC')
}
