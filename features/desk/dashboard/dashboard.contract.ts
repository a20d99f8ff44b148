// The figures of the dashboard: six statistics with their change, and the curves of a range of days (D-DASH-2, D-DASH-3,
// D-DASH-5). Energy of a statistic in Wh, of a point in kWh; amounts in rupees.
import { recordId } from '@wattdesk/base/fields'
import { dayMs } from '@wattdesk/base/time'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

/** In the order of the cards. */
export const STATISTICS = [
  'totalDevices',
  'onlineDevices',
  'offlineDevices',
  'totalEnergy',
  'totalRevenue',
  'totalSessions',
] as const
export type StatisticName = (typeof STATISTICS)[number]

const ONE_OF = 'Please name one of the six statistics'
const int = () => z.number().int()
const TeamParams = z.object({ teamId: recordId() })
const instant = z.iso
  .datetime({ offset: true, error: 'Please enter a valid date and time' })
  .refine(text => /^(19[7-9]|20)\d/.test(text), 'Please enter a time between 1970 and 2099')
const day = z.iso
  .date('Please enter a date as yyyy-MM-dd')
  .refine(text => /^(19[7-9]|20)\d/.test(text), 'Please enter a date between 1970 and 2099')

const inOrder = { message: 'End must not be before start', path: ['end'] }
const StatisticQuery = z
  .object({
    /** First and last moment of the range. */
    start: instant,
    end: instant,
    type: z.enum(['Today', 'Last7Days', 'Last30Days', 'Last90Days', 'Custom']).optional(),
    /** The same as the name in the path; of the six at once, any of them. */
    field: z.enum(STATISTICS, { error: ONE_OF }).optional(),
  })
  .refine(q => Date.parse(q.start) <= Date.parse(q.end), inOrder)

export const Statistic = z
  .object({
    field: z.enum(STATISTICS),
    /** Chargers, sessions, Wh or rupees. */
    count: z.number(),
    footer: z.string(),
    /** Against the range of equal length just before, of devices against the start of the range; whole percent. */
    percentChange: int(),
    cumulativeEnergyUsage: z.object({
      /**
       * For `totalEnergy` a running total in Wh: an entry for each finished session, above 500 sessions for each hour or
       * day. Else empty.
       */
      cumulativeEnergyUsage: z.array(z.object({ energyConsumption: z.number(), chargingEnd: z.string() })),
    }),
  })
  .meta({ id: 'Statistic' })
export type Statistic = z.infer<typeof Statistic>

export const getStatistic = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/{statName}',
  can: 'team role',
  summary:
    'One statistic of the dashboard: totalDevices, onlineDevices, offlineDevices, totalEnergy, totalRevenue or totalSessions',
  params: TeamParams.extend({ statName: z.enum(STATISTICS, { error: ONE_OF }) }),
  leadsNowhere: ({ statName = '' }) =>
    (STATISTICS as readonly string[]).includes(statName)
      ? undefined
      : `There is no statistic named ${statName.slice(0, 50)}. There are ${STATISTICS.join(', ')}.`,
  query: StatisticQuery,
  data: Statistic,
})

export const listStatistics = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/dashboard_stats',
  can: 'team role',
  summary: 'The six statistics of the dashboard at once',
  params: TeamParams,
  query: StatisticQuery,
  data: z.object({
    totalDevices: Statistic,
    onlineDevices: Statistic,
    offlineDevices: Statistic,
    totalEnergy: Statistic,
    totalRevenue: Statistic,
    totalSessions: Statistic,
  }),
})

const LONGEST_DAYS = 366
const tooLong = { message: `Please choose at most ${LONGEST_DAYS} days`, path: ['end'] }
const atMost = (start = '', end = ''): boolean => !(Date.parse(end) - Date.parse(start) >= LONGEST_DAYS * dayMs)
/** A day, or an hour where the range is one day; a session counts where it started, by the business time zone. */
export const GraphPoint = z
  .object({
    /** yyyy-MM-dd, or yyyy-MM-ddTHH:mm. */
    date: z.string(),
    /** Sum of the amounts above 0. */
    revenue: z.number(),
    energy: z.number(),
    sessions: int(),
    /** With energy and an amount above 0; the other sessions that ended have failed. */
    successful: int(),
    failed: int(),
    /** CARD with UPI, WALLET, RFID with PREPAID (D-DASH-9). */
    card: z.number(),
    wallet: z.number(),
    rfid: z.number(),
  })
  .meta({ id: 'GraphPoint' })
export type GraphPoint = z.infer<typeof GraphPoint>

export const getGraph = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transactions/graph',
  can: 'team role',
  summary: 'Revenue, energy and sessions day by day, or hour by hour of one day, beside the days before',
  params: TeamParams,
  query: z
    .object({ start: day, end: day, baseStart: day.optional(), baseEnd: day.optional() })
    .refine(q => q.start <= q.end, inOrder)
    .refine(q => atMost(q.start, q.end), tooLong)
    .refine(q => atMost(q.baseStart, q.baseEnd), { ...tooLong, path: ['baseEnd'] })
    .refine(q => q.baseStart === undefined || q.baseEnd === undefined || q.baseStart <= q.baseEnd, {
      ...inOrder,
      path: ['baseEnd'],
    }),
  data: z.object({ current: z.array(GraphPoint), base: z.array(GraphPoint) }),
})
