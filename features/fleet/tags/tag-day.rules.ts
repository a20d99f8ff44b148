// Days as a date field holds them, in the time zone of the reader.
import { localZone, partsIn } from '@wattdesk/base/time'

const two = (n: number): string => String(n).padStart(2, '0')
/** yyyy-MM-dd of an instant. */
export function formatDay(at: Date, zone = localZone()): string {
  const { year, month, day } = partsIn(at, zone)
  return `${year}-${two(month)}-${two(day)}`
}
