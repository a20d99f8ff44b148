// How the figures of the dashboard are derived: the change against the time before, the format of counts, averages by
// day, and the estimated benefit of the energy to the environment (D-DASH-1, D-DASH-7 to D-DASH-10).
import { type Period, periods } from '@wattdesk/base/time'
import type { StatisticName } from './dashboard.contract.ts'

/** In the order of the dashboard. */
export const CARDS: Record<StatisticName, { title: string; footer: string }> = {
  totalDevices: { title: 'Total Devices', footer: 'Registered charge points' },
  onlineDevices: { title: 'Online Devices', footer: 'Connected now' },
  offlineDevices: { title: 'Offline Devices', footer: 'Offline or in maintenance' },
  totalEnergy: { title: 'Total Energy', footer: 'Energy delivered' },
  totalRevenue: { title: 'Total Revenue', footer: 'Amount charged' },
  totalSessions: { title: 'Total Sessions', footer: 'Charging sessions' },
}

type Span = { from: Date; until: Date }
/**
 * The range that a range is compared with: the one of equal length just before. For a range that has not ended yet,
 * only the same part of the range before counts; otherwise each morning would read as a decrease since yesterday.
 */
export function baseOf({ from, until }: Span, now: Date): Span {
  const start = 2 * from.getTime() - until.getTime()
  const isRunning = from < now && now < until
  return { from: new Date(start), until: isRunning ? new Date(start + now.getTime() - from.getTime()) : from }
}

/** Whole percent by which a figure is above its base; from a base of 0 any figure is a rise of 100 (D-DASH-8). */
export const percentChange = (count: number, base: number): number =>
  base === 0 ? (count > 0 ? 100 : 0) : Math.round(((count - base) / base) * 100) || 0

/** '12% increase since last 7 days'; nothing where no period was chosen by name. */
export const changeText = (percent: number, period: Period | 'Custom'): string => {
  if (period === 'Custom') return ''
  const since = period === 'Today' ? 'yesterday' : `last ${periods[period].days} days`
  return `${Math.abs(percent).toLocaleString('en-IN')}% ${percent < 0 ? 'decrease' : 'increase'} since ${since}`
}

const twoDecimals = (value: number): string =>
  value.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** A count as its card shows it: above 1000 in thousands with two decimals, energy (Wh) then in kWh (D-DASH-7). */
export function countText(field: StatisticName, count: number): string {
  const isLarge = count > 1000
  if (field === 'totalEnergy')
    return isLarge ? `${twoDecimals(count / 1000)} kWh` : `${count.toLocaleString('en-IN')} Wh`
  // Paise are two digits: ₹999.50.
  const whole = Number.isInteger(count) ? count.toLocaleString('en-IN') : twoDecimals(count)
  const text = isLarge ? `${twoDecimals(count / 1000)}K` : whole
  return field === 'totalRevenue' ? `₹${text}` : text
}

/** A total by the days of its range: energy with one decimal, everything else rounded. */
export const averageByDay = (total: number, days: number, what: 'energy' | 'other'): number =>
  what === 'energy' ? Math.round((total / days) * 10) / 10 : Math.round(total / days)

const BASELINE_KG_PER_KWH = 0.5
const RENEWABLE_KG_PER_KWH = 0.05
export const RENEWABLE_SHARE = 0.2
const KG_PER_TREE = 22

/** Kilograms of CO2, trees, percent and a mark of 10, each to one decimal; estimated from the energy (D-DASH-10). */
export type Environment = { offsetKg: number; trees: number; reductionPercent: number; score: number }
export function environment(energyKwh: number): Environment {
  const baselineKg = energyKwh * BASELINE_KG_PER_KWH
  const actualKg = energyKwh * ((1 - RENEWABLE_SHARE) * BASELINE_KG_PER_KWH + RENEWABLE_SHARE * RENEWABLE_KG_PER_KWH)
  const offsetKg = baselineKg - actualKg
  const reductionPercent = baselineKg > 0 ? (offsetKg / baselineKg) * 100 : 0
  const one = (value: number) => Math.round(value * 10) / 10
  return {
    offsetKg: one(offsetKg),
    trees: one(offsetKg / KG_PER_TREE),
    reductionPercent: one(reductionPercent),
    score: one(Math.min(10, Math.max(1, 5 + reductionPercent / 10))),
  }
}
