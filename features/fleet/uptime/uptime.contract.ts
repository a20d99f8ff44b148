// Uptime of stations over a window that ends now (D-UP-1 to D-UP-5). Percent with two decimals, times ISO 8601 in UTC.
import { recordId, wholeText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
const TeamParams = z.object({ teamId: recordId() })
/** `{stationId}` is chargepoint_pk; chargepoint_id is understood too (D-GEN-4). */
const StationParams = TeamParams.extend({ stationId: z.string().min(1).max(60) })

export const TimeRange = z.enum(['1d', '7d', '30d', '90d'])
export type TimeRange = z.infer<typeof TimeRange>
export const UptimeClass = z.enum(['excellent', 'good', 'needs_attention', 'other'])
export type UptimeClass = z.infer<typeof UptimeClass>

export const UptimeStation = z
  .object({
    /** = chargepoint_pk. */
    id: int(),
    name: z.string(),
    chargepointId: z.string(),
    location: z.object({ city: z.string().nullable() }),
    /** null: no time of the window counts. */
    uptime: z.number().nullable(),
    status: UptimeClass,
  })
  .meta({ id: 'UptimeStation' })
export type UptimeStation = z.infer<typeof UptimeStation>

export const UptimeSummary = z
  .object({
    /** Plain mean over the stations with a value; null without any. */
    overallUptime: z.number().nullable(),
    totalStations: int(),
    excellentStations: int(),
    goodStations: int(),
    needsAttentionStations: int(),
    otherStations: int(),
    /** The window: from its first moment to now, or to the end of the days that were asked for. */
    from: z.string(),
    to: z.string(),
  })
  .meta({ id: 'UptimeSummary' })
export type UptimeSummary = z.infer<typeof UptimeSummary>

/** A value for each label; null where no station has time in it. */
export const UptimeTrend = z
  .object({ labels: z.array(z.string()), uptimeData: z.array(z.number().nullable()) })
  .meta({ id: 'UptimeTrend' })
export type UptimeTrend = z.infer<typeof UptimeTrend>

/**
 * Why a station was down: it reported a fault (`charger`), came back with a boot (`power`) or without (`network`), our
 * server was down (`ours`), or maintenance was set by hand (`planned`, which counts neither for nor against).
 */
export const Cause = z.enum(['charger', 'power', 'network', 'ours', 'planned'])
export type Cause = z.infer<typeof Cause>

export const Downtime = z
  .object({
    from: z.string(),
    /** The downtime began before the period; `from` and `minutes` count from the beginning of the period. */
    beganBefore: z.boolean(),
    /** null: it goes on. */
    to: z.string().nullable(),
    minutes: z.number(),
    cause: Cause,
    /** The reason of a maintenance, or what the charger or the connection said. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'Downtime' })
export type Downtime = z.infer<typeof Downtime>

/** Stations of the same site that went away within the same minute. */
export const SiteOutage = z
  .object({
    siteId: int(),
    siteName: z.string(),
    from: z.string(),
    to: z.string().nullable(),
    minutes: z.number(),
    stations: z.array(z.object({ id: int(), name: z.string() })),
    cause: Cause,
  })
  .meta({ id: 'SiteOutage' })
export type SiteOutage = z.infer<typeof SiteOutage>

export const listUptime = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/station-uptime',
  can: 'team role',
  summary: 'Uptime of the stations of a team and the teams below it, the lowest first',
  params: TeamParams,
  query: z.object({
    timeRange: TimeRange.optional(),
    /** Whole days of the business zone that are over, in place of a window that ends now: the first and the last. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /** 'false': summary and trend only. */
    includeDetails: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
    statusFilter: z
      .enum(['all', ...UptimeClass.options], { error: 'Status Filter should be all or a class of uptime' })
      .optional(),
    /** The page of stations; without `page` up to 5000 stations. */
    page: wholeText({ min: 1, max: 10_000_000 }).optional(),
    pageSize: wholeText({ min: 1, max: 100 }).optional(),
  }),
  data: z.object({ summary: UptimeSummary, stations: z.array(UptimeStation), historicalTrend: UptimeTrend }),
  /** Stations that pass the filter, on all pages. */
  beside: { total: int() },
})

export const getStationUptime = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/station-uptime/{stationId}',
  can: 'team role',
  summary: 'Uptime of one station with its downtimes',
  params: StationParams,
  query: z.object({ timeRange: TimeRange.optional() }),
  data: UptimeStation.extend({ downtimes: z.array(Downtime), historicalTrend: UptimeTrend }),
})

export const listSiteOutages = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/station-uptime/outages',
  can: 'team role',
  summary: 'Times at which several stations of one site were away together, newest first',
  params: TeamParams,
  query: z.object({ timeRange: TimeRange.optional() }),
  data: z.array(SiteOutage),
})
