// Days in alerts: as texts write them, and the page of the portal that shows one.

/** The last 90 days of the report, cut to the sessions that ended on a day. */
export const reportOfDay = (day: string): string =>
  `/report?${new URLSearchParams({ period: '90d', filters: JSON.stringify({ combine: 'AND', conditions: [{ field: 'stoptime', operator: 'equals', value: day }] }) })}`

/** 'yyyy-MM-dd' as the portal writes a day, '28/11/2026'. */
export const writtenDay = (day: unknown): string => String(day).split('-').reverse().join('/')
