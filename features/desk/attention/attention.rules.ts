// The loss of chargers that are down, estimated from their revenue while they were up (S-ATTENTION).
import { unitOf } from '@wattdesk/base/text'
import { hourMs } from '@wattdesk/base/time'
import { hourlyPaise, type Pace } from '#fleet/chargers/pace.rules.ts'

/** `share`: the part of the charger that is down, by its connectors. */
export type Down = { since: Date | null; share: number; pace: Pace | null }
export type Loss = { perHourPaise: number; soFarPaise: number; covers: number; workedOutAt: Date }

/** The loss of all chargers with a known pace, in whole paise; undefined where there are none. */
export function lossOf(downs: readonly Down[], now: Date): Loss | undefined {
  let [perHour, soFar, covers] = [0, 0, 0]
  let workedOutAt: Date | undefined
  for (const { since, share, pace } of downs) {
    const hourly = pace && hourlyPaise(pace)
    if (!hourly) continue
    const hours = since ? Math.max(0, now.getTime() - since.getTime()) / hourMs : 0
    perHour += hourly * share
    soFar += hourly * share * hours
    covers++
    if (!workedOutAt || pace.workedOutAt < workedOutAt) workedOutAt = pace.workedOutAt
  }
  return workedOutAt && { perHourPaise: Math.round(perHour), soFarPaise: Math.round(soFar), covers, workedOutAt }
}

/** The parameters of the rules that watch a kind, and its alerts that stand. */
type Watched = { open: number; ofChargers: boolean; rules: readonly Readonly<Record<string, number>>[] }
/** How a figure relates to the alerts of its kind: the figure counts at once, a rule may wait, and there may be none. */
export function watchText(alert: string, w: Watched | undefined): { text: string; to: string } {
  const filters = {
    combine: 'AND',
    conditions: [{ field: 'kind', operator: 'equals', value: alert }],
  }
  if (!w || (w.rules.length === 0 && w.open === 0)) return { text: 'No rule opens alerts of this', to: '/alerts/rules' }
  const to = `/alerts?${new URLSearchParams({ filters: JSON.stringify(filters) })}`
  const count = w.open.toLocaleString('en-IN')
  const n = w.ofChargers
    ? `Alerts of ${count} ${w.open === 1 ? 'charge point' : 'charge points'}`
    : `${count} ${w.open === 1 ? 'alert' : 'alerts'}`
  const waits = (['minutes', 'hours'] as const).flatMap(unit => {
    const least = Math.min(...w.rules.map(r => r[unit] ?? Number.POSITIVE_INFINITY))
    return least > 0 && Number.isFinite(least) ? [`${least.toLocaleString('en-IN')} ${unitOf(least, unit)}`] : []
  })
  return { text: waits[0] ? `${n}: a rule opens one after ${waits[0]}` : n, to }
}

/** The costliest items first; items without an estimate follow in the given order. */
export const byCost = <T extends { loss: { perHour: number } | null }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (b.loss?.perHour ?? -1) - (a.loss?.perHour ?? -1))

/**
 * A step that has to be taken within `dueHours` of `since`, with the hours left for the item that has waited longest.
 */
export function dueStep(step: string, dueHours: number, since: Date, now: Date): string {
  const left = Math.floor((since.getTime() + dueHours * hourMs - now.getTime()) / hourMs)
  if (left < 0) return `${step}: the time is over, so the product decides within the hour`
  return `${step}: ${left === 0 ? 'less than 1' : left} h left`
}

/** The earliest of times; null without any. */
export const earliest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((first, at) => (at && (!first || at < first) ? at : first), null)
