// Uptime: the time of a window divided into up, down and planned, and why a station was down (D-UP-1, D-UP-2).
import { ENDED_BY_US } from '#fleet/stations/ended-by-us.rules.ts'
import type { LiveStatus } from '#fleet/stations/station.rules.ts'
import type { Cause, UptimeClass } from './uptime.contract.ts'

/** A change of a station's live status; the status holds from then on. */
export type Change = { at: Date; to: LiveStatus; reason: string | null; isPlanned: boolean }
export type State = 'up' | 'down' | 'planned'
export type Interval = { from: Date; to: Date; state: State; status: LiveStatus; reason: string | null }

/**
 * Maintenance set by a person, and the charger's way back from it, is planned; other maintenance, and offline, is down.
 */
export const stateOf = ({ to, isPlanned }: Pick<Change, 'to' | 'isPlanned'>): State =>
  to === 'online' || to === 'charging' ? 'up' : to === 'maintenance' && isPlanned ? 'planned' : 'down'

/**
 * Returns the window from `from`, or from the first boot where that is later, to `to`, in intervals that meet and do
 * not overlap. `changes` in their order, beginning with the last change before the window; before it the station was
 * offline. Empty for a station that never booted before the window's end. Neighbours of the same status and reason are
 * merged.
 */
export function intervalsOf(
  changes: readonly Change[],
  { from, to, firstBootAt }: { from: Date; to: Date; firstBootAt: Date | null },
): Interval[] {
  if (!firstBootAt || firstBootAt >= to || from >= to) return []
  const intervals: Interval[] = []
  let at = firstBootAt > from ? firstBootAt : from
  let now: Omit<Change, 'at'> = { to: 'offline', reason: null, isPlanned: false }
  const until = (end: Date) => {
    if (end <= at) return
    const state = stateOf(now)
    const last = intervals.at(-1)
    if (last && last.state === state && last.status === now.to && last.reason === now.reason) last.to = end
    else intervals.push({ from: at, to: end, state, status: now.to, reason: now.reason })
    at = end
  }
  for (const c of changes) {
    until(c.at < to ? c.at : to)
    now = c
  }
  until(to)
  return intervals
}

type Planned = { from: Date; to: Date; reason: string | null }
/**
 * Returns the intervals with planned maintenance laid over them: its time is planned, whatever the station did. Maintenance
 * by hand keeps its own words. `planned` in order, without overlaps.
 */
export function withPlanned(intervals: readonly Interval[], planned: readonly Planned[]): Interval[] {
  if (planned.length === 0) return [...intervals]
  const parts = intervals.flatMap(interval => {
    if (interval.state === 'planned') return [interval]
    const cut: Interval[] = []
    let at = interval.from
    const until = (to: Date, more: Partial<Interval> = {}) => {
      if (to > at) cut.push({ ...interval, ...more, from: at, to })
      at = to > at ? to : at
    }
    for (const { from, to, reason } of planned) {
      if (to <= at || from >= interval.to) continue
      until(from)
      until(to < interval.to ? to : interval.to, { state: 'planned', status: 'maintenance', reason })
    }
    until(interval.to)
    return cut
  })
  // What the station did during a maintenance is one planned time.
  const merged: Interval[] = []
  for (const p of parts) {
    const last = merged.at(-1)
    const isSame = last?.state === p.state && last.status === p.status && last.reason === p.reason
    if (last && isSame && last.to.getTime() === p.from.getTime()) last.to = p.to
    else merged.push({ ...p })
  }
  return merged
}

export type Sums = { upMs: number; countedMs: number }
/** Returns the time up, and the time that counts: all but planned time. */
export const sumsOf = (intervals: readonly Interval[]): Sums => {
  let [upMs, countedMs] = [0, 0]
  for (const { from, to, state } of intervals) {
    const ms = to.getTime() - from.getTime()
    if (state === 'up') upMs += ms
    if (state !== 'planned') countedMs += ms
  }
  return { upMs, countedMs }
}

/** Percent with two decimals; null where no time counts. */
export const percentOf = ({ upMs, countedMs }: Sums): number | null =>
  countedMs > 0 ? Math.round((upMs / countedMs) * 10_000) / 100 : null

/** The limits of the colours: 95 green, 90 amber. */
export const classOf = (percent: number | null): UptimeClass =>
  percent === null ? 'other' : percent >= 95 ? 'excellent' : percent >= 90 ? 'good' : 'needs_attention'

/** An event of a station's connection, oldest first. */
export type Connection = {
  at: Date
  event: 'connected' | 'booted' | 'disconnected' | 'replaced' | 'refused'
  reason: string | null
}
/** The reasons of connections that our own server ended. */
const OURS = new Set(ENDED_BY_US)
const isOurs = (reason: string | null | undefined) => reason !== undefined && reason !== null && OURS.has(reason)
/** A boot within this time after the new connection belongs to it. */
const BOOT_MS = 300_000

/**
 * Returns why a station was not up in an interval. Offline: ours where our server ended the connection with which it began,
 * whatever happened on the way back; power where the station came back with a boot; network where it came back without, or
 * has not come back.
 */
export function causeOf(interval: Interval, connections: readonly Connection[]): Cause {
  const { state, status, from, to } = interval
  if (state === 'planned') return 'planned'
  if (status !== 'offline') return 'charger'
  const off = (c: Connection) => Math.abs(c.at.getTime() - from.getTime())
  const [ended] = connections
    .filter(c => c.event === 'disconnected' && c.at <= to && off(c) <= BOOT_MS)
    .toSorted((a, b) => off(a) - off(b))
  if (isOurs(interval.reason) || isOurs(ended?.reason)) return 'ours'
  const back = connections.find(c => c.event === 'connected' && c.at > from)
  const booted =
    back &&
    connections.some(c => c.event === 'booted' && c.at >= back.at && c.at.getTime() - back.at.getTime() <= BOOT_MS)
  return booted ? 'power' : 'network'
}

export type Down = { stationId: number; siteId: number | null; from: Date; to: Date | null; cause: Cause }
export type Outage = { siteId: number; from: Date; to: Date | null; stationIds: number[]; cause: Cause }
/** Stations of a site that go away this close together have a common cause. */
const TOGETHER_MS = 60_000

/**
 * Returns downtimes of two or more stations of the same site that begin within a minute of each other as one outage:
 * from the first loss to the last return, with the most frequent cause. Faults and planned maintenance belong to a
 * single station.
 */
export function outagesOf(downs: readonly Down[]): Outage[] {
  const bySite = new Map<number, Down[]>()
  for (const d of downs)
    if (d.siteId !== null && d.cause !== 'charger' && d.cause !== 'planned')
      bySite.set(d.siteId, [...(bySite.get(d.siteId) ?? []), d])
  const outages: Outage[] = []
  for (const [siteId, all] of bySite) {
    let group: Down[] = []
    const close = () => {
      const stationIds = [...new Set(group.map(d => d.stationId))]
      if (stationIds.length > 1)
        outages.push({ siteId, stationIds, ...spanOf(group), cause: mostOf(group.map(d => d.cause)) })
      group = []
    }
    for (const d of all.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
      const first = group[0]
      if (first && d.from.getTime() - first.from.getTime() > TOGETHER_MS) close()
      group.push(d)
    }
    close()
  }
  return outages.toSorted((a, b) => b.from.getTime() - a.from.getTime())
}
const spanOf = (group: readonly Down[]): { from: Date; to: Date | null } => ({
  from: new Date(Math.min(...group.map(d => d.from.getTime()))),
  to: group.some(d => d.to === null) ? null : new Date(Math.max(...group.map(d => d.to?.getTime() ?? 0))),
})
const mostOf = (causes: readonly Cause[]): Cause =>
  causes.toSorted((a, b) => causes.filter(c => c === b).length - causes.filter(c => c === a).length)[0] ?? 'network'
