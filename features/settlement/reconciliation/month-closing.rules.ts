// Which month of a company can be closed or reopened (M-8), and why another one cannot. Pure. Months are closed in their order:
// the first closing takes everything before the month with it, and only the last closed month is reopened.
import { monthText } from '@wattdesk/base/time'
import { type Period, periodAround } from './period.rules.ts'

type Refusal = { status: 409 | 422; text: string }
/** The month before an instant, which is the first of a later one. */
const lastBefore = (until: Date, zone: string): string => periodAround(new Date(until.getTime() - 1), zone).month

/** @param closedUntil until when the books are closed; null: not at all */
export function closingFault(period: Period, closedUntil: Date | null, now: Date): Refusal | undefined {
  const name = monthText(period.month)
  if (closedUntil !== null && closedUntil >= period.to) return { status: 409, text: `${name} is closed already` }
  if (now < period.to) return { status: 422, text: `${name} is not over` }
  if (closedUntil !== null && closedUntil < period.from) {
    const first = monthText(periodAround(closedUntil, period.zone).month)
    return { status: 422, text: `Months are closed one after the other: please close ${first} first` }
  }
  return undefined
}

export function reopeningFault(period: Period, closedUntil: Date | null): Refusal | undefined {
  const name = monthText(period.month)
  if (closedUntil === null || closedUntil < period.to) return { status: 409, text: `${name} is not closed` }
  if (closedUntil > period.to) {
    const last = monthText(lastBefore(closedUntil, period.zone))
    return { status: 422, text: `Months are reopened one after the other: please reopen ${last} first` }
  }
  return undefined
}

/** Until when the books are closed once a month is reopened: as before its closing. `events`: the last one first. */
export function closedBefore(
  events: readonly { event: 'closed' | 'reopened'; month: string; closedUntil: Date | null }[],
  month: string,
): Date | null {
  const closing = events.findIndex(e => e.event === 'closed' && e.month === month)
  return closing < 0 ? null : (events[closing + 1]?.closedUntil ?? null)
}
