// Months of the books in the business time zone. Pure; the present is an argument.
import { dayOf, dayStart } from '@wattdesk/base/time'

/** `month`: 'yyyy-MM' in the zone; its first instant, and that of the next one. */
export type Period = { month: string; zone: string; from: Date; to: Date }
export function periodOf(month: string, zone: string): Period {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { month, zone, from: dayStart(year, number, 1, zone), to: dayStart(year, number + 1, 1, zone) }
}
/** The month of an instant. */
export const periodAround = (at: Date, zone: string): Period => periodOf(dayOf(at, zone).slice(0, 7), zone)
