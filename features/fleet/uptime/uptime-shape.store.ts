// Uptime as it travels: windows, labels, and the downtimes of a station.
import { PAGE_SIZE } from '@wattdesk/base/paging'
import { dayOf, dayStart, hourMs, minuteMs, partsIn, startOfDay } from '@wattdesk/base/time'
import { plannedBetween } from '#fleet/maintenance/planned-time.store.ts'
import type { Db } from '#platform/db/db.ts'
import type { Scope } from '#platform/db/scope.ts'
import type { Downtime, SiteOutage, TimeRange, UptimeClass, UptimeTrend } from './uptime.contract.ts'
import {
  type Change,
  type Connection,
  causeOf,
  classOf,
  intervalsOf,
  outagesOf,
  percentOf,
  sumsOf,
  withPlanned,
} from './uptime.rules.ts'
import * as store from './uptime.store.ts'

type With = { db: Db; now: () => Date; timeZone: string }
const DAYS: Record<TimeRange, number> = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 }
const MOST_STATIONS = 5000
/** Outages are looked for among so many stations, the first of the scope. */
const MOST_COMPARED = 20_000

type Window = { from: Date; now: Date; edge: Date; before: Date; span: 'hour' | 'day'; zone: string; range: TimeRange }
/**
 * From a midnight of the business time zone to now; the current hour or day began at `edge`, the one before at
 * `before`.
 */
function windowOf({ now, timeZone: zone }: With, range: TimeRange = '7d'): Window {
  const to = now()
  const from = startOfDay(to, zone, 1 - DAYS[range])
  const midnight = startOfDay(to, zone)
  const hours = Math.floor((to.getTime() - midnight.getTime()) / hourMs)
  const edge = range === '1d' ? new Date(midnight.getTime() + hours * hourMs) : midnight
  const before = range === '1d' ? new Date(edge.getTime() - hourMs) : startOfDay(to, zone, -1)
  return { from, now: to, edge, before, span: range === '1d' ? 'hour' : 'day', zone, range }
}

/** The longest time of whole days, as the longest window. */
const MOST_DAYS = 90
const dayFrom = (day: string, zone: string, plus = 0): Date => {
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number)
  return dayStart(y, m, d + plus, zone)
}
/** Why days cannot be asked for, with the field at fault; undefined: they can, or none are. */
export function daysRefused(
  { now, timeZone: zone }: With,
  { from, to }: Pick<ListQuery, 'from' | 'to'>,
): { field: 'from' | 'to'; text: string } | undefined {
  if (from === undefined && to === undefined) return undefined
  if (from === undefined) return { field: 'from', text: 'First and last day belong together' }
  if (to === undefined) return { field: 'to', text: 'First and last day belong together' }
  if (from > to) return { field: 'to', text: 'The last day must not be before the first' }
  if (dayFrom(to, zone, 1) > now()) return { field: 'to', text: 'The days must be over' }
  if (dayFrom(from, zone, MOST_DAYS) < dayFrom(to, zone, 1)) return { field: 'from', text: `At most ${MOST_DAYS} days` }
  return undefined
}
/** Whole days that are over: from the first instant of one day to the end of another. */
function daysOf({ timeZone: zone }: With, first: string, last: string): Window {
  const [from, to] = [dayFrom(first, zone), dayFrom(last, zone, 1)]
  const range = first === last ? '1d' : dayFrom(first, zone, 7) < to ? '30d' : '7d'
  if (range !== '1d')
    return { from, now: to, edge: dayFrom(last, zone), before: dayFrom(last, zone, -1), span: 'day', zone, range }
  const hour = new Date(to.getTime() - hourMs)
  return { from, now: to, edge: hour, before: new Date(hour.getTime() - hourMs), span: 'hour', zone, range }
}
const windowAsked = (services: With, { timeRange, from, to }: ListQuery): Window =>
  from === undefined || to === undefined ? windowOf(services, timeRange) : daysOf(services, from, to)

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')
/** HH:mm of today, the weekday of seven days, 'dd MMM' of more (D-UP-3). */
function labelOf(at: Date, { range, zone }: Window): string {
  const { month, day, hour, minute } = partsIn(at, zone)
  if (range === '1d') return `${two(hour)}:${two(minute)}`
  if (range === '7d') return WEEKDAYS[new Date(dayOf(at, zone)).getUTCDay()] ?? ''
  return `${two(day)} ${MONTHS[month - 1]}`
}
/** Returns the beginnings of the points of a window, the current hour or day last. */
function pointsIn(w: Window): Date[] {
  const points: Date[] = []
  for (
    let at = w.from;
    at <= w.edge;
    at = w.span === 'hour' ? new Date(at.getTime() + hourMs) : startOfDay(at, w.zone, 1)
  )
    points.push(at)
  return points
}
const rounded = (value: number | null | undefined): number | null =>
  value === null || value === undefined ? null : Math.round(value * 100) / 100

const trendOf = (w: Window, value: (at: Date) => number | null | undefined): UptimeTrend => {
  const points = pointsIn(w)
  return { labels: points.map(at => labelOf(at, w)), uptimeData: points.map(at => rounded(value(at))) }
}

export type ListQuery = {
  timeRange?: TimeRange | undefined
  from?: string | undefined
  to?: string | undefined
  includeDetails?: boolean | undefined
  statusFilter?: 'all' | UptimeClass | undefined
  page?: number | undefined
  pageSize?: number | undefined
}
/** The reply to the list. */
export async function uptimeList(services: With, scope: Scope, query: ListQuery) {
  const w = windowAsked(services, query)
  const limit =
    query.includeDetails === false ? 0 : query.page === undefined ? MOST_STATIONS : (query.pageSize ?? PAGE_SIZE)
  const asked = {
    from: w.from,
    now: w.now,
    edge: w.edge,
    before: w.before,
    limit,
    class: query.statusFilter === 'all' ? undefined : query.statusFilter,
    offset: query.page === undefined ? 0 : (query.page - 1) * limit,
  }
  const [u, points] = await Promise.all([store.list(services.db, scope, asked), store.points(services.db, scope, w)])
  const known = new Map<number, number | null>([
    [w.before.getTime(), u.lastButOne],
    ...points.map(p => [p.at.getTime(), p.uptime] as const),
    [w.edge.getTime(), u.last],
  ])
  const classes = { excellent: u.excellent, good: u.good, needs_attention: u.needsAttention, other: u.other }
  const totalStations = u.excellent + u.good + u.needsAttention + u.other
  return {
    data: {
      summary: {
        overallUptime: rounded(u.overall),
        totalStations,
        excellentStations: u.excellent,
        goodStations: u.good,
        needsAttentionStations: u.needsAttention,
        otherStations: u.other,
        from: w.from.toISOString(),
        to: w.now.toISOString(),
      },
      stations: u.stations.map(stationOf),
      historicalTrend: trendOf(w, at => known.get(at.getTime())),
    },
    total: asked.class ? classes[asked.class] : totalStations,
  }
}
const stationOf = (s: store.StationRow) => ({
  id: s.pk,
  name: s.name,
  chargepointId: s.id,
  location: { city: s.city || null },
  uptime: s.uptime,
  status: classOf(s.uptime),
})

/**
 * The reply to one station: by the rule, from its own history. `since`: from when on its reader sees the reasons that
 * people have written.
 */
export async function detail(services: With, station: store.Station, range: TimeRange | undefined, since: Date) {
  const w = windowOf(services, range)
  const between = { from: w.from, to: w.now }
  const [all, connections, windows] = await Promise.all([
    store.changesOf(services.db, [station.pk], between),
    store.connectionsOf(services.db, [station.pk], between),
    plannedBetween(services.db, [station.pk], between),
  ])
  const planned = windows.map(w => ({ ...w, reason: w.from < since ? null : w.reason }))
  const changes = all.map(c => (c.at < since ? { ...c, reason: null } : c))
  const of = (from: Date, to: Date) =>
    withPlanned(intervalsOf(changes, { from, to, firstBootAt: station.firstBootAt }), planned)
  const uptime = percentOf(sumsOf(of(w.from, w.now)))
  const next = new Map(pointsIn(w).map((at, i, all) => [at.getTime(), all[i + 1] ?? w.now]))
  return {
    ...stationOf({ ...station, uptime }),
    downtimes: downtimesOf(changes, connections, planned, { ...between, firstBootAt: station.firstBootAt }),
    historicalTrend: trendOf(w, at => percentOf(sumsOf(of(at, next.get(at.getTime()) ?? w.now)))),
  }
}

type Span = { from: Date; to: Date; firstBootAt: Date | null }
/** The times in which a station was not up, newest first; a downtime that goes on has no end. */
function downtimesOf(
  changes: readonly Change[],
  connections: readonly Connection[],
  planned: Parameters<typeof withPlanned>[1],
  span: Span,
): Downtime[] {
  return withPlanned(intervalsOf(changes, span), planned)
    .filter(i => i.state !== 'up')
    .map(i => ({
      from: i.from.toISOString(),
      // A change at the very start of the window begins there; before the first boot there was no station.
      beganBefore:
        i.from.getTime() === span.from.getTime() &&
        !!span.firstBootAt &&
        span.firstBootAt < span.from &&
        !changes.some(c => c.at.getTime() === i.from.getTime()) &&
        !planned.some(p => p.from.getTime() === i.from.getTime()),
      to: i.to.getTime() === span.to.getTime() ? null : i.to.toISOString(),
      minutes: Math.round((i.to.getTime() - i.from.getTime()) / minuteMs),
      cause: causeOf(i, connections),
      reason: i.reason,
    }))
    .toReversed()
}

/** Outages of whole sites in a window, newest first. */
export async function outages(services: With, scope: Scope, range: TimeRange | undefined): Promise<SiteOutage[]> {
  const w = windowOf(services, range)
  const between = { from: w.from, to: w.now }
  const all = (await store.siteStations(services.db, scope)).slice(0, MOST_COMPARED)
  const pks = all.map(s => s.pk)
  const [changes, connections, planned] = await Promise.all([
    store.changesOf(services.db, pks, between),
    store.connectionsOf(services.db, pks, between),
    plannedBetween(services.db, pks, between),
  ])
  const of = <T extends { pk: number }>(rows: readonly T[]) => Map.groupBy(rows, r => r.pk)
  const [changesBy, connectionsBy, plannedBy] = [of(changes), of(connections), of(planned)]
  const downs = all.flatMap(s =>
    withPlanned(
      intervalsOf(changesBy.get(s.pk) ?? [], { ...between, firstBootAt: s.firstBootAt }),
      plannedBy.get(s.pk) ?? [],
    )
      .filter(i => i.state === 'down')
      .map(i => ({
        stationId: s.pk,
        siteId: s.siteId,
        from: i.from,
        to: i.to.getTime() === w.now.getTime() ? null : i.to,
        cause: causeOf(i, connectionsBy.get(s.pk) ?? []),
      })),
  )
  const byPk = new Map(all.map(s => [s.pk, s]))
  return outagesOf(downs).map(o => ({
    siteId: o.siteId,
    siteName: byPk.get(o.stationIds[0] ?? 0)?.siteName ?? '',
    from: o.from.toISOString(),
    to: o.to?.toISOString() ?? null,
    minutes: Math.round(((o.to ?? w.now).getTime() - o.from.getTime()) / minuteMs),
    stations: o.stationIds.map(id => ({ id, name: byPk.get(id)?.name ?? '' })),
    cause: o.cause,
  }))
}
