// The months that a trial may choose from, and their names.
import { dayOf, startOfMonth } from '@wattdesk/base/time'

/** The last twelve months that are over, 'yyyy-MM', the newest first. */
export const monthsBefore = (now: Date, zone: string): string[] =>
  Array.from({ length: 12 }, (_, i) => dayOf(startOfMonth(now, zone, -1 - i), zone).slice(0, 7))
