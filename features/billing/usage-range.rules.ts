// Which figures add up to a range of time: whole business days from those of days, the hours beside them from those of
// hours, what is left from the sessions themselves.
import { dayOf, hourMs, partsIn, startOfDay } from '@wattdesk/base/time'

/** From the first instant up to the second, exclusive. */
export type Span = { from: Date; until: Date }
export type Pieces = {
  /** Days 'yyyy-MM-dd', the second exclusive. */
  days: { from: string; until: string } | null
  hours: Span[]
  sessions: Span[]
}

/** The hour of a zone around an instant; it begins with the zone's own full hour. */
export function hourStart(at: Date, zone: string): Date {
  const { minute, second } = partsIn(at, zone)
  return new Date(at.getTime() - (minute * 60 + second) * 1000 - at.getUTCMilliseconds())
}

/** The parts of a range, which meet and do not overlap; empty for an empty range. */
export function piecesOf({ from, until }: Span, zone: string): Pieces {
  const next = (start: (at: Date) => Date, length: (at: Date) => Date) => (at: Date) =>
    start(at).getTime() === at.getTime() ? at : length(start(at))
  const day = (at: Date) => startOfDay(at, zone)
  const firstHour = next(
    a => hourStart(a, zone),
    a => new Date(a.getTime() + hourMs),
  )(from)
  const lastHour = hourStart(until, zone)
  const spans = (...all: [Date, Date][]): Span[] =>
    all.filter(([a, b]) => a < b).map(([a, b]) => ({ from: a, until: b }))
  if (firstHour >= lastHour) return { days: null, hours: [], sessions: spans([from, until]) }
  const sessions = spans([from, firstHour], [lastHour, until])
  const firstDay = next(day, a => startOfDay(a, zone, 1))(firstHour)
  const lastDay = day(lastHour)
  if (firstDay >= lastDay) return { days: null, hours: spans([firstHour, lastHour]), sessions }
  return {
    days: { from: dayOf(firstDay, zone), until: dayOf(lastDay, zone) },
    hours: spans([firstHour, firstDay], [lastDay, lastHour]),
    sessions,
  }
}
