// The ranges of the payments tab (D-PAY-1), in the words of the call.
export const DATE_RANGES = ['today', 'last2days'] as const
export type DateRange = (typeof DATE_RANGES)[number]
/** The most days in a range, both ends included. */
export const MOST_DAYS = 92
export const rangeWords: Record<DateRange, string> = { today: 'Today', last2days: 'Last 2 days' }
