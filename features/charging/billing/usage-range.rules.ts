// Which figures add up to a range of time: whole business days from those of days, the hours beside them from those of
// hours, what is left from the sessions themselves.
import { dayOf, hourMs, minuteMs, partsIn, startOfDay } from '@wattdesk/base/time'

/** From the first instant up to the second, exclusive. */
export type Span = { from: Date; until: Date }
export type Pieces = {
  /** Days 'yyyy-MM-dd', the second exclusive. */
  days: { from: string; until: string } | null
  hours: Span[]
  sessions: Span[]
}

/** The hour of a zone around an instant; it begins with the zone's own full hour, also where clocks jump by half of one. */
export function hourStart(at: Date, zone: string): Date {
  const { minute, second } = partsIn(at, zone)
  const start = new Date(at.getTime() - (minute * 60 + second) * 1000 - at.getUTCMilliseconds())
  const jumped = partsIn(start, zone).minute
  return jumped === 0 ? start : new Date(start.getTime() - jumped * minuteMs)
}
/** The full hour of a zone at an instant or next after it. */
export function hourEnd(at: Date, zone: string): Date {
  const start = hourStart(at, zone)
  if (start.getTime() === at.getTime()) return at
  const end = new Date(start.getTime() + hourMs)
  const jumped = partsIn(end, zone).minute
  return jumped === 0 ? end : new Date(end.getTime() + (60 - jumped) * minuteMs)
}

/** The parts of a range, which meet and do not overlap; empty for an empty range. */
export function piecesOf({ from, until }: Span, zone: string): Pieces {
  const firstHour = hourEnd(from, zone)
  const lastHour = hourStart(until, zone)
  const spans = (...all: [Date, Date][]): Span[] =>
    all.filter(([a, b]) => a < b).map(([a, b]) => ({ from: a, until: b }))
  if (firstHour >= lastHour) return { days: null, hours: [], sessions: spans([from, until]) }
  const sessions = spans([from, firstHour], [lastHour, until])
  const midnight = startOfDay(firstHour, zone)
  const firstDay = midnight.getTime() === firstHour.getTime() ? midnight : startOfDay(firstHour, zone, 1)
  const lastDay = startOfDay(lastHour, zone)
  if (firstDay >= lastDay) return { days: null, hours: spans([firstHour, lastHour]), sessions }
  return {
    days: { from: dayOf(firstDay, zone), until: dayOf(lastDay, zone) },
    hours: spans([firstHour, firstDay], [lastDay, lastHour]),
    sessions,
  }
}
