// The events at a charge point over a time, lane by lane. A lane with many events comes counted by equal steps instead.
// Times ISO 8601 in UTC. Sessions and changes are calls of their own, as they need rights of their own.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { SecurityEventRow } from '#fleet/charger-logs/security-event.contract.ts'
import { StationEvent } from '#fleet/station-events/station-event.contract.ts'
import { AuditEntry } from '#office/audit/audit.contract.ts'

const int = () => z.number().int()
const time = () => z.iso.datetime({ error: 'Invalid time' })

/** Lanes of this call; `sessions` and `changes` are the other two. */
export const LANES = ['connection', 'status', 'planned', 'security', 'events', 'commands', 'messages'] as const
export type Lane = (typeof LANES)[number]

/** A lane with more events is counted instead. */
export const MOST_EVENTS = 400

export const Count = z
  .object({
    /** The beginning of the step. */
    at: z.string(),
    n: int(),
    /** How many of these events are troubles: faults, lost connections, critical security events, failed commands. */
    bad: int(),
    /** The connector, for a lane that is split by connector; else 0. */
    connectorId: int(),
  })
  .meta({ id: 'TimelineCount' })
export type Count = z.infer<typeof Count>

/** `events` oldest first; null when there were more than 400: then `counts` by steps of `stepSec`. */
const lane = <E extends z.ZodType>(event: E) =>
  z.object({ events: z.array(event).nullable(), counts: z.array(Count), stepSec: int() })

export const ConnectionEvent = z
  .object({
    id: z.string(),
    at: z.string(),
    event: z.enum(['connected', 'booted', 'disconnected', 'replaced', 'refused']),
    reason: z.string().nullable(),
    closeCode: int().nullable(),
    /** How often a refusal was repeated within an hour, and when it was last repeated. */
    times: int(),
    lastAt: z.string().nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: 'TimelineConnection' })
export type ConnectionEvent = z.infer<typeof ConnectionEvent>

export const StatusEvent = z
  .object({
    id: z.string(),
    connectorId: int(),
    at: z.string(),
    /** When the charger reported the status. */
    receivedAt: z.string(),
    status: z.string(),
    errorCode: z.string().nullable(),
    info: z.string().nullable(),
    vendorErrorCode: z.string().nullable(),
  })
  .meta({ id: 'TimelineStatus' })
export type StatusEvent = z.infer<typeof StatusEvent>

export const SecurityLaneEvent = SecurityEventRow.omit({ id: true })
  .extend({ id: z.string() })
  .meta({ id: 'TimelineSecurity' })
export type SecurityLaneEvent = z.infer<typeof SecurityLaneEvent>

export const StationLaneEvent = StationEvent.omit({ id: true }).extend({ id: z.string() }).meta({ id: 'TimelineEvent' })
export type StationLaneEvent = z.infer<typeof StationLaneEvent>

/** A planned maintenance that touches the time; `at` may lie before it. */
export const PlannedEvent = z
  .object({
    id: z.string(),
    maintenanceId: int(),
    at: z.string(),
    endedAt: z.string(),
    /** null: planned before the reader's teams had the charger. */
    reason: z.string().nullable(),
    setsInoperative: z.boolean(),
  })
  .meta({ id: 'TimelinePlanned' })
export type PlannedEvent = z.infer<typeof PlannedEvent>

export const CommandEvent = z
  .object({
    id: z.string(),
    at: z.string(),
    sentAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    operation: z.string(),
    state: z.enum(['queued', 'sent', 'done', 'failed', 'timeout']),
    response: z.string().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'TimelineCommand' })
export type CommandEvent = z.infer<typeof CommandEvent>

export const MessageEvent = z
  .object({
    id: z.string(),
    at: z.string(),
    messageType: z.enum(['INCOMING', 'OUTGOING']),
    /** The first 2000 characters of the message. */
    message: z.string(),
    isCut: z.boolean(),
  })
  .meta({ id: 'TimelineMessage' })
export type MessageEvent = z.infer<typeof MessageEvent>

export const SessionEvent = z
  .object({
    id: z.string(),
    transactionId: int(),
    connectorId: int(),
    at: z.string(),
    /** null: the session runs. */
    endedAt: z.string().nullable(),
    /** null while the session runs. */
    energyWh: int().nullable(),
    idTag: z.string().nullable(),
    stopReason: z.string().nullable(),
  })
  .meta({ id: 'TimelineSession' })
export type SessionEvent = z.infer<typeof SessionEvent>

const params = z.object({ teamId: recordId(), chargepointId: z.string().min(1).max(60) })
/** From the first instant to just before the last; at most 31 days. */
const span = { from: time(), to: time() }
const path = '/cms/v1/team/{teamId}/charger/{chargepointId}/timeline' as const

export const getTimeline = endpoint({
  method: 'GET',
  path,
  can: 'ChargerPoint.view',
  summary: 'What happened at a charge point over a time',
  params,
  query: z.object({
    ...span,
    /** Names of lanes separated by commas; all lanes where left out. */
    lanes: z.string().max(100).optional(),
  }),
  data: z.object({
    connection: lane(ConnectionEvent)
      .extend({
        /** Whether the charger was connected when the time begins; null where nothing is known. */
        wasConnected: z.boolean().nullable(),
      })
      .optional(),
    status: lane(StatusEvent)
      .extend({
        /** The state of each connector when the time begins. */
        before: z.array(StatusEvent),
      })
      .optional(),
    planned: lane(PlannedEvent).optional(),
    security: lane(SecurityLaneEvent).optional(),
    events: lane(StationLaneEvent).optional(),
    commands: lane(CommandEvent).optional(),
    messages: lane(MessageEvent).optional(),
  }),
})

export const getTimelineSessions = endpoint({
  method: 'GET',
  path: `${path}/sessions`,
  can: 'Transaction.view',
  summary: 'Sessions of a charge point over a time',
  params,
  query: z.object(span),
  data: lane(SessionEvent),
})

export const getTimelineChanges = endpoint({
  method: 'GET',
  path: `${path}/changes`,
  can: 'Team.full',
  summary: 'What people changed of a charge point over a time',
  params,
  query: z.object(span),
  data: lane(AuditEntry),
})
