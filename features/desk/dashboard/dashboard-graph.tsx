// The curves of the dashboard's period, with the format and the links of their points.
import { useQuery } from '@tanstack/react-query'
import { dayOf, dayStart, hourMs, type Period, periods } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { type RunningPoint, runningText } from '#kit/chart-card.tsx'
import { useSession } from '#kit/session.ts'
import { type GraphPoint, getGraph } from './dashboard.contract.ts'

export type DashboardRange = { period: Period; from: Date; to: Date }

/**
 * The path of the list of sessions that started in a range. `areCounted` limits the list to sessions whose energy and
 * revenue count, so that the list adds up to the figure.
 */
export const sessionsPath = (from: Date, to: Date, areCounted: boolean): string =>
  `/transactions?start=${from.toISOString()}&end=${to.toISOString()}${areCounted ? '&counted=true' : ''}`

/** The points of the range, read anew for each team and range and not kept afterwards (S-DASHBOARD). */
export function useGraph({ from, to }: DashboardRange) {
  const { teamId, user } = useSession()
  const zone = user.businessZone
  return useQuery({
    ...query(getGraph, { params: { teamId }, query: { start: dayOf(from, zone), end: dayOf(to, zone) } }),
    enabled: teamId !== 0,
    gcTime: 0,
    staleTime: 0,
  })
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** A point on the axis: HH:mm of today, the weekday of seven days, 'dd MMM' of more. */
export function axisText(date: string, period: Period): string {
  const [day = '', time] = date.split('T')
  if (time) return time
  const at = new Date(day)
  return period === 'Last7Days' ? (WEEKDAYS[at.getUTCDay()] ?? '') : `${day.slice(8)} ${MONTHS[at.getUTCMonth()] ?? ''}`
}

/** The first and the last moment of a point, a day or an hour of the business time zone. */
export function spanOf({ date }: Pick<GraphPoint, 'date'>, zone: string): { from: Date; to: Date } {
  const [day = '', time] = date.split('T')
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number)
  const start = dayStart(y, m, d, zone)
  if (!time) return { from: start, to: new Date(dayStart(y, m, d + 1, zone).getTime() - 1) }
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const from = new Date(start.getTime() + (hour + minute / 60) * hourMs)
  return { from, to: new Date(from.getTime() + hourMs - 1) }
}

/** The name of the period that a period is drawn beside. */
export const beforeText = (period: Period): string =>
  period === 'Today' ? 'Yesterday' : `Previous ${periods[period].days} days`

/** The points of the period before, each at the point of this one: hours by the clock, days by their place. */
export function pointsBefore(points: readonly GraphPoint[], base: readonly GraphPoint[]): (GraphPoint | undefined)[] {
  const timeOf = ({ date }: GraphPoint): string | undefined => date.split('T')[1]
  const byTime = new Map(base.map(p => [timeOf(p), p]))
  return points.map((p, i) => (timeOf(p) === undefined ? base[i] : byTime.get(timeOf(p))))
}

/** The day or the hour that is not over at `readAt`, by the business time zone; undefined where all are, or none has begun. */
export function runningOf(points: readonly GraphPoint[], zone: string, readAt: Date): RunningPoint | undefined {
  const index = points.findIndex(p => {
    const { from, to } = spanOf(p, zone)
    return from <= readAt && readAt <= to
  })
  return index < 0 ? undefined : { index, text: runningText(readAt, zone) }
}
