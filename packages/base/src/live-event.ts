// The live stream of a team (D-GEN-14): what changed, as server-sent events named by what they are about.

import { z } from 'zod'
import { FEATURES } from './access.ts'

export const EVENTS_PATH = '/cms/v1/team/{teamId}/events'

const at = z.string()
/** A station's live state changed (D-LIVE-1); the row of the live panel. */
export const StationEvent = z.object({
  type: z.literal('station'),
  at,
  teamId: z.number(),
  chargepoint_pk: z.number(),
  chargepoint_id: z.string(),
  status: z.enum(['online', 'charging', 'offline', 'maintenance']),
  connected: z.boolean(),
  statusCode: z.enum(['A', 'I', 'NA']),
  lastHeartbeatTimestamp: z.string().nullable(),
  activeConnectors: z.number(),
  powerKw: z.number().nullable(),
})
/** A connector changed; connectorId 0 is the charge point itself. */
export const ConnectorEvent = z.object({
  type: z.literal('connector'),
  at,
  teamId: z.number(),
  chargepoint_pk: z.number(),
  connectorId: z.number(),
  status: z.string(),
  errorCode: z.string(),
  transactionId: z.number().nullable(),
  powerKw: z.number().nullable(),
})
/** A session began, metered or ended. Energy in Wh, amounts in rupees. */
export const TransactionEvent = z.object({
  type: z.literal('transaction'),
  at,
  teamId: z.number(),
  transactionId: z.number(),
  chargepoint_pk: z.number(),
  connectorId: z.number(),
  change: z.enum(['started', 'metered', 'stopped']),
  energyWh: z.number(),
  powerW: z.number().nullable(),
  socPercent: z.number().nullable(),
  totalAmountCharged: z.number(),
  stoptime: z.string().nullable(),
})
/** A remote operation moved on. */
export const TaskEvent = z.object({
  type: z.literal('task'),
  at,
  teamId: z.number(),
  taskId: z.string(),
  chargepoint_id: z.string(),
  operation: z.string(),
  state: z.enum(['queued', 'sent', 'done', 'failed', 'timeout']),
  response: z.string().nullable(),
  error: z.string().nullable(),
})
/** A frame of the charger asked for by `?charger=`. */
export const LogEvent = z.object({
  type: z.literal('log'),
  at,
  teamId: z.number(),
  chargepoint_pk: z.number(),
  id: z.string(),
  messageTime: z.string(),
  messageType: z.enum(['INCOMING', 'OUTGOING']),
  message: z.string(),
})
/** The reader's own rights or teams changed: read the profile again. */
export const AccessEvent = z.object({ type: z.literal('access'), at, userId: z.number() })
/**
 * A record was changed: an open form of it announces by whom. `feature` and `recordId` are those of the audit log;
 * `by` is a username, or the name of a job of the product.
 */
export const RecordEvent = z.object({
  type: z.literal('record'),
  at,
  feature: z.enum(FEATURES),
  recordId: z.string(),
  by: z.string(),
})

export const LiveEvent = z.discriminatedUnion('type', [
  StationEvent,
  ConnectorEvent,
  TransactionEvent,
  TaskEvent,
  LogEvent,
  AccessEvent,
  RecordEvent,
])
export type LiveEvent = z.infer<typeof LiveEvent>
export type LiveEventOf<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>
