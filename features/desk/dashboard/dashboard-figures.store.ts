// Puts the figures of the dashboard together, as they travel.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { dayMs, dayOf, dayStart, hourMs, partsIn, startOfDay } from '@wattdesk/base/time'
import { hourEnd, hourStart, type Span } from '#charging/billing/usage-range.rules.ts'
import {
  sumOf,
  type Usage,
  usageBetween,
  usageByDay,
  usageByHour,
  usageOfRunning,
} from '#charging/billing/usage-range.store.ts'
import { counts } from '#control/live-status/live-status.store.ts'
import type { Db } from '#platform/db/db.ts'
import type { Scope } from '#platform/db/scope.ts'
import type { GraphPoint, Statistic, StatisticName } from './dashboard.contract.ts'
import { baseOf, CARDS, percentChange } from './dashboard.rules.ts'
import { deviceCountsAt, endedSessions } from './dashboard.store.ts'

type With = { db: Db; now: () => Date; timeZone: string }
/** Above so many sessions the running total of energy goes by hours or days. */
const MOST_SESSIONS = 500

/** The requested statistics, each with its change against the range of equal length just before (`baseOf`). */
export async function statistics<N extends StatisticName>(
  { db, now, timeZone }: With,
  scope: Scope,
  { start, end }: { start: string; end: string },
  names: readonly N[],
): Promise<Record<N, Statistic>> {
  // The last moment belongs to the range.
  const span = { from: new Date(start), until: new Date(Date.parse(end) + 1) }
  const base = baseOf(span, now())
  const ofDevices = names.some(n => n.endsWith('Devices'))
  const ofSessions = names.some(n => !n.endsWith('Devices'))
  // A running range holds running sessions, so sessions that ran at the same moment of the base are left out too.
  const isRunning = ofSessions && base.until < span.from
  const [live, before, steps, baseUsage, baseRunning] = await Promise.all([
    ofDevices ? counts(db, scope, now()) : undefined,
    ofDevices ? deviceCountsAt(db, scope, span.from) : undefined,
    ofSessions ? stepsOf(db, scope, span, timeZone) : [],
    ofSessions ? usageBetween(db, scope, base, timeZone) : undefined,
    isRunning ? usageOfRunning(db, scope, base) : undefined,
  ])
  const usage = sumOf(steps)
  const energy = names.some(n => n === 'totalEnergy') ? await runningEnergy(db, scope, span, steps) : []
  const online = live ? live.online + live.charging : 0
  const total = live ? online + live.offline + live.maintenance : 0
  const ofBefore = before ?? { total: 0, online: 0 }
  const figures: Record<StatisticName, [count: number, base: number]> = {
    totalDevices: [total, ofBefore.total],
    onlineDevices: [online, ofBefore.online],
    offlineDevices: [total - online, ofBefore.total - ofBefore.online],
    totalEnergy: [usage.energyWh, (baseUsage?.energyWh ?? 0) - (baseRunning?.energyWh ?? 0)],
    totalRevenue: [
      rupees(usage.revenuePaise),
      rupees((baseUsage?.revenuePaise ?? 0) - (baseRunning?.revenuePaise ?? 0)),
    ],
    totalSessions: [usage.sessions, baseUsage?.sessions ?? 0],
  }
  const statistic = (field: StatisticName): Statistic => ({
    field,
    count: figures[field][0],
    footer: CARDS[field].footer,
    percentChange: percentChange(...figures[field]),
    cumulativeEnergyUsage: { cumulativeEnergyUsage: field === 'totalEnergy' ? energy : [] },
  })
  return Object.fromEntries(names.map(n => [n, statistic(n)])) as Record<N, Statistic>
}
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))

/** Running total of the energy of a range, Wh: by session, or where there are many, by the steps. */
async function runningEnergy(db: Db, scope: Scope, span: Span, steps: readonly Step[]) {
  // Their number is known beforehand, so millions of sessions are never read only to find that there are too many.
  const isFew = sumOf(steps).finished <= MOST_SESSIONS
  const energies = isFew
    ? (await endedSessions(db, scope, span)).map(s => ({ energyWh: s.energyWh, at: s.stoppedAt }))
    : steps
  let energyConsumption = 0
  return energies.map(({ energyWh, at }) => {
    energyConsumption += energyWh
    return { energyConsumption, chargingEnd: at.toISOString() }
  })
}

/** The usage of a part of a range; `at` is its end. */
type Step = Usage & { at: Date }
/**
 * The usage of a range in steps: hours for up to two days, else days, with partial steps before the first and after the
 * last whole one.
 */
async function stepsOf(db: Db, scope: Scope, span: Span, zone: string): Promise<Step[]> {
  const { from, until } = span
  const byHours = until.getTime() - from.getTime() <= 2 * dayMs
  const midnight = startOfDay(from, zone)
  const firstDay = midnight.getTime() === from.getTime() ? midnight : startOfDay(from, zone, 1)
  const [asked, lastWhole] = byHours
    ? [hourEnd(from, zone), hourStart(until, zone)]
    : [firstDay, startOfDay(until, zone)]
  // A range within one hour or day has no whole step.
  const first = asked < lastWhole ? asked : until
  const last = asked < lastWhole ? lastWhole : until
  const whole = async (): Promise<Step[]> =>
    first >= last
      ? []
      : byHours
        ? (await usageByHour(db, scope, { from: first, until: last })).map(h => ({
            ...h,
            at: new Date(h.hour.getTime() + hourMs),
          }))
        : (await usageByDay(db, scope, { from: dayOf(first, zone), until: dayOf(last, zone) })).map(d => ({
            ...d,
            at: startOf(shifted(d.day, 1), zone),
          }))
  const edge = async (a: Date, b: Date): Promise<Step[]> => {
    if (a >= b) return []
    const usage = await usageBetween(db, scope, { from: a, until: b }, zone)
    return usage.sessions > 0 ? [{ ...usage, at: b }] : []
  }
  return (await Promise.all([edge(from, first), whole(), edge(last, until)])).flat()
}

type Days = { start: string; end: string }
/** The points of the range, and those of the base range; by default the range of equal length just before (D-DASH-5). */
export async function graph(
  { db, timeZone }: With,
  scope: Scope,
  { start, end, baseStart, baseEnd }: Days & { baseStart?: string | undefined; baseEnd?: string | undefined },
): Promise<{ current: GraphPoint[]; base: GraphPoint[] }> {
  const length = Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1
  const last = baseEnd ?? shifted(baseStart ?? start, baseStart === undefined ? -1 : length - 1)
  const first = baseStart ?? shifted(last, 1 - length)
  const [current, base] = await Promise.all([
    points(db, scope, { start, end }, timeZone),
    points(db, scope, { start: first, end: last }, timeZone),
  ])
  return { current, base }
}

async function points(db: Db, scope: Scope, { start, end }: Days, zone: string): Promise<GraphPoint[]> {
  if (start !== end) {
    const days = new Map((await usageByDay(db, scope, { from: start, until: shifted(end, 1) })).map(d => [d.day, d]))
    const dates: string[] = []
    for (let d = start; d <= end; d = shifted(d, 1)) dates.push(d)
    return dates.map(d => point(d, days.get(d)))
  }
  const [from, until] = [startOf(start, zone), startOf(shifted(start, 1), zone)]
  const hours = new Map((await usageByHour(db, scope, { from, until })).map(h => [h.hour.getTime(), h]))
  const at: number[] = []
  for (let h = from.getTime(); h < until.getTime(); h += hourMs) at.push(h)
  return at.map(h => {
    const { hour, minute } = partsIn(new Date(h), zone)
    return point(`${start}T${two(hour)}:${two(minute)}`, hours.get(h))
  })
}

const point = (date: string, u: Usage | undefined): GraphPoint => ({
  date,
  revenue: rupees(u?.revenuePaise ?? 0),
  energy: (u?.energyWh ?? 0) / 1000,
  sessions: u?.sessions ?? 0,
  successful: u?.successful ?? 0,
  failed: (u?.finished ?? 0) - (u?.successful ?? 0),
  card: rupees(u?.cardPaise ?? 0),
  wallet: rupees(u?.walletPaise ?? 0),
  rfid: rupees(u?.rfidPaise ?? 0),
})

const two = (n: number) => String(n).padStart(2, '0')
/** A calendar day moved by days, 'yyyy-MM-dd'. */
const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const startOf = (day: string, zone: string): Date => {
  const [y = 0, m = 0, d = 0] = day.split('-').map(Number)
  return dayStart(y, m, d, zone)
}
