// The periods of the statement report (D-REP-1), and its clock texts as instants.
import { err, ok, type Result } from '@wattdesk/base/result'
import { endOfDay, formatFileTime, localZone, offsetMinutes, startOfDay, zoneName } from '@wattdesk/base/time'

/** The name of each period, and how many days back it begins and ends. */
export const reportPeriods = {
  today: { label: 'Today', begins: 0, ends: 0 },
  yesterday: { label: 'Yesterday', begins: 1, ends: 1 },
  '7d': { label: 'Last 7 days', begins: 7, ends: 0 },
  '30d': { label: 'Last 30 days', begins: 30, ends: 0 },
  '90d': { label: 'Last 90 days', begins: 90, ends: 0 },
} as const
export type ReportPeriod = keyof typeof reportPeriods
export const isReportPeriod = (text: string | null): text is ReportPeriod =>
  text !== null && Object.hasOwn(reportPeriods, text)

/** From the midnight on which a period begins to the last millisecond of the day on which it ends. */
export function rangeOfPeriod(period: ReportPeriod, now: Date, zone = localZone()): { from: Date; to: Date } {
  const { begins, ends } = reportPeriods[period]
  return { from: startOfDay(now, zone, -begins), to: endOfDay(startOfDay(now, zone, -ends), zone) }
}
/** The same as the call takes it: by the clock of the zone. */
export function queryOfPeriod(period: ReportPeriod, now: Date, zone = localZone()) {
  const { from, to } = rangeOfPeriod(period, now, zone)
  return { startDate: formatFileTime(from, { zone }), endDate: formatFileTime(to, { zone }), zone: zoneName(zone) }
}

const MINUTE_MS = 60_000
/** The instant of a clock text in a zone, 'yyyy-MM-dd HH:mm:ss'; undefined where the calendar has no such day or hour. */
function instantOf(text: string, zone: string): Date | undefined {
  const iso = `${text.replace(' ', 'T')}.000Z`
  const utc = Date.parse(iso)
  if (Number.isNaN(utc) || new Date(utc).toISOString() !== iso) return undefined
  const near = utc - offsetMinutes(new Date(utc), zone) * MINUTE_MS
  return new Date(utc - offsetMinutes(new Date(near), zone) * MINUTE_MS)
}

const BAD_PERIOD = 'Please select a valid period'
/** From the first instant to the one after the last second. */
export function intervalOf(startDate: string, endDate: string, zone: string): Result<{ from: Date; until: Date }> {
  const from = instantOf(startDate, zone)
  const to = instantOf(endDate, zone)
  if (!from || !to || to < from) return err(BAD_PERIOD)
  return ok({ from, until: new Date(to.getTime() + 1000) })
}
