// What an alert has cost so far, where it can be known (ALERT-04): each kind says how, from what its alerts know.
import { hourMs } from '@wattdesk/base/time'
import { hourlyPaise } from '#fleet/chargers/pace.rules.ts'

/** What a cost is reckoned from. */
type CostFacts = {
  facts: Readonly<Record<string, string | number | null>>
  /** What an hour of the subject brings while it is up; undefined where too little is known. */
  hourlyPaise: number | undefined
  /** From its beginning until it closed, or now. */
  hours: number
}
export type KindCost = {
  /** How it is reckoned, in words. */
  reckoned: string
  /** False: the amount is known. */
  isEstimated: boolean
  paise: (c: CostFacts) => number | undefined
}
export const LOST_REVENUE: KindCost = {
  reckoned: 'What an hour brings while it is up, by the last 28 days, times the hours so far',
  isEstimated: true,
  paise: c => (c.hourlyPaise === undefined ? undefined : c.hourlyPaise * c.hours),
}
export const MISSING_REVENUE: KindCost = {
  reckoned: 'What the weekday brought in the four weeks before, less what the day brought',
  isEstimated: true,
  paise: ({ facts }) => Number(facts.usual) - Number(facts.paise),
}
export const amountOf = (reckoned: string): KindCost => ({
  reckoned,
  isEstimated: false,
  paise: ({ facts }) => (typeof facts.paise === 'number' ? facts.paise : undefined),
})

/** An alert with what is known of the revenue of its subject: the pace of its charger, or the mean of its site's chargers. */
export type CostRow = {
  since: Date
  closedAt: Date | null
  connectorId: number | null
  /** Connectors of the charger, where the alert is about one of them. */
  connectors: number | null
  revenuePaise: number | null
  upMs: number | null
  /** Of the chargers of a site with a known pace: paise an hour, each. */
  siteHourlyPaise: number | null
}
export type AlertCost = { rupees: number; isEstimated: boolean; reckoned: string }

/** Null where the kind has no cost, or too little is known. */
export function costOf(
  cost: KindCost | undefined,
  row: CostRow,
  facts: CostFacts['facts'],
  now: Date,
): AlertCost | null {
  if (!cost) return null
  const hours = Math.max(0, (row.closedAt ?? now).getTime() - row.since.getTime()) / hourMs
  const paise = cost.paise({ facts, hourlyPaise: hourlyOf(row, facts), hours })
  if (paise === undefined) return null
  const { isEstimated, reckoned } = cost
  return { rupees: Math.round(paise) / 100, isEstimated, reckoned }
}

function hourlyOf(row: CostRow, facts: CostFacts['facts']): number | undefined {
  if (row.siteHourlyPaise !== null) return row.siteHourlyPaise * Number(facts.chargers ?? 0)
  if (row.revenuePaise === null || row.upMs === null) return undefined
  const all = hourlyPaise({ revenuePaise: row.revenuePaise, upMs: row.upMs })
  return all === undefined ? undefined : all / (row.connectorId === null ? 1 : Math.max(1, row.connectors ?? 1))
}
