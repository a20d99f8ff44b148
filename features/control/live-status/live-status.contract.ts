// The live status of stations: list with counts, one station, setting and ending maintenance, history (D-LIVE-2 to
// D-LIVE-6). Power in kW, times ISO 8601 in UTC.
import { recordId, wholeText } from '@wattdesk/base/fields'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { LiveStatus } from '#fleet/chargers/charger.contract.ts'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { StatusWish } from './status-wish.contract.ts'

const int = () => z.number().int()
const TeamParams = z.object({ teamId: recordId() })
/** `{stationId}` is chargepoint_pk; chargepoint_id is understood too (D-GEN-4). */
const StationParams = TeamParams.extend({ stationId: z.string().min(1).max(60) })

export const LiveSummary = z
  .object({
    totalStations: int(),
    online: int(),
    charging: int(),
    offline: int(),
    maintenance: int(),
    lastUpdated: z.string(),
  })
  .meta({ id: 'LiveSummary' })
export type LiveSummary = z.infer<typeof LiveSummary>

export const LiveStation = z
  .object({
    /** = chargepoint_pk. */
    id: int(),
    name: z.string(),
    chargepointId: z.string(),
    status: LiveStatus,
    /** Since when nothing is known of a station because its server ended with the connection; it counts as offline. */
    unknownSince: z.string().nullable(),
    location: z.object({ address: z.string().nullable() }),
    /** Active: a car is at it; total: those configured. */
    connectors: z.object({ active: int(), total: int() }),
    /** Sum over the running sessions, 0 when connected and idle, null when offline. */
    powerOutput: z.number().nullable(),
    lastUpdate: z.string().nullable(),
    /** Maintenance was set by hand, so it can be ended by hand. */
    maintenanceByHand: z.boolean(),
    /**
     * Whether the charge point has yet to take the last change by hand: `waits`: no answer yet, the message is
     * repeated; `refused`. Null where it has taken the change, or a person changed nothing.
     */
    notTaken: z.enum(['waits', 'refused']).nullable(),
  })
  .meta({ id: 'LiveStation' })
export type LiveStation = z.infer<typeof LiveStation>

export const listLiveStatus = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charging-status',
  can: 'team role',
  summary: 'Live status of the stations of a team and the teams below it',
  params: TeamParams,
  query: z.object({
    /** 'false': the summary only. */
    includeDetails: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
    statusFilter: z.enum(['all', ...LiveStatus.options]).optional(),
    /** The page of stations; without `page` up to 5000 stations. */
    page: wholeText({ min: 1, max: 10_000_000 }).optional(),
    pageSize: wholeText({ min: 1, max: 100 }).optional(),
  }),
  data: z.object({ summary: LiveSummary, stations: z.array(LiveStation) }),
  /** Stations that pass the filter, on all pages. */
  beside: { total: int() },
})

const LiveStationDetail = LiveStation.extend({
  connectors: z.object({
    active: int(),
    total: int(),
    list: z.array(
      z.object({
        connectorId: int(),
        ...shownEvse,
        status: z.string().nullable(),
        errorCode: z.string().nullable(),
        power: z.number().nullable(),
        transactionId: int().nullable(),
        updatedAt: z.string().nullable(),
      }),
    ),
  }),
  vendor: z.string().nullable(),
  firmware: z.string().nullable(),
  lastHeartbeat: z.string().nullable(),
  maintenanceReason: z.string().nullable(),
}).meta({ id: 'LiveStationDetail' })

/** A station as it is after its maintenance was set or ended. */
export const ChangedStation = LiveStation.extend({ maintenanceReason: z.string().nullable() }).meta({
  id: 'ChangedStation',
})
export type ChangedStation = z.infer<typeof ChangedStation>
/** The part of a station that people edit; everything else follows from the charger. */
export const stationRecord: RecordKind<ChangedStation> = {
  features: ['ChargerPoint'],
  part: only('maintenanceByHand', 'maintenanceReason'),
}

export const getLiveStation = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charging-status/{stationId}',
  can: 'ChargerPoint.view',
  record: stationRecord,
  summary: 'Live status of one station',
  params: StationParams,
  data: LiveStationDetail,
})

export const setLiveStatus = endpoint({
  method: 'PUT',
  path: '/cms/v1/team/{teamId}/charging-status/{stationId}/status',
  can: 'ChargerPoint.update',
  record: stationRecord,
  summary: 'Set or end maintenance of a station',
  params: StationParams,
  body: StatusWish,
  data: ChangedStation,
  /** The task of the ChangeAvailability to a connected charger; null where the charger could not be informed. */
  beside: { taskId: z.string().nullable() },
})

export const LiveHistoryRow = z
  .object({
    id: int(),
    stationId: int(),
    chargepointId: z.string(),
    name: z.string(),
    fromStatus: z.string().nullable(),
    toStatus: z.string(),
    reason: z.string().nullable(),
    /** The user who changed the status; null where the charger did. */
    changedBy: z.string().nullable(),
    changedAt: z.string(),
  })
  .meta({ id: 'LiveHistoryRow' })
export type LiveHistoryRow = z.infer<typeof LiveHistoryRow>

export const listLiveHistory = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charging-status/history',
  // The dashboard reads with any role on the team (D-ACC-9).
  can: 'team role',
  summary: 'Changes of live status, newest first',
  params: TeamParams,
  query: z.object({
    limit: wholeText({ min: 1, max: 500 }).default(100),
    offset: wholeText({ min: 0, max: 100_000 }).default(0),
    stationId: z.string().min(1).max(60).optional(),
  }),
  data: z.array(LiveHistoryRow),
  /** Above 10,000 the total is a lower bound and `totalIsExact` false. */
  beside: { total: int(), totalIsExact: z.boolean(), limit: int(), offset: int() },
})
