// The log of a charger's frames as it travels (D-LOG-1, D-LOG-2, D-LOG-4). Times ISO 8601 in UTC.
import { recordId, wholeText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

/** INCOMING is from the charger; `message` is the raw OCPP text, keys and passwords blacked out. */
export const LogEntry = z
  .object({
    id: z.number().int(),
    messageTime: z.string(),
    messageType: z.enum(['INCOMING', 'OUTGOING']),
    message: z.string(),
  })
  .meta({ id: 'LogEntry' })
export type LogEntry = z.infer<typeof LogEntry>

/** `{chargepointId}` is chargepoint_id, else chargepoint_pk; the other way round on the path `logs` (D-GEN-4). */
const params = z.object({ teamId: recordId(), chargepointId: z.string().min(1).max(60) })

export const MAX_LOG_PAGE = 500
/**
 * Newest first. A page with fewer than `limit` rows is the last. Deep in a log, and while rows keep coming, ask with
 * `before`, the `next` of the page above it, instead of a page number: it costs the same at any depth and skips nothing.
 */
export const listLog = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{chargepointId}/log',
  aliases: ['/cms/v1/team/{teamId}/charger/{chargepointId}/logs'],
  can: 'ChargerPoint.view',
  summary: 'Frames of a charge point, newest first',
  params,
  query: z.object({
    page: wholeText({ min: 1, max: 1_000_000 }).default(1),
    limit: wholeText({ min: 1, max: MAX_LOG_PAGE }).default(50),
    before: z
      .string()
      .regex(/^\d{1,15}\.\d{1,18}$/, 'Invalid position')
      .optional(),
  }),
  data: z.array(LogEntry),
  beside: {
    page: z.number().int(),
    limit: z.number().int(),
    /** Frames kept of this charger, exactly. */
    total: z.number().int(),
    /** Where the next page begins; null on the last. */
    next: z.string().nullable(),
  },
})

export const INVALID_INTERVAL = 'Please select a valid time interval'
const part = z.string({ error: INVALID_INTERVAL })
/** Everything from the first second to the last, both included, at most 31 days and 5000 rows. */
export const listLogInterval = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{chargepointId}/log/time_interval',
  can: 'ChargerPoint.view',
  summary: 'Frames of a charge point in a time interval, newest first',
  isWhole: true,
  params,
  /** Days yyyy-MM-dd, times HH:mm:ss, UTC; judged by intervalOf. */
  query: z.object({ startDate: part, startTime: part, endDate: part, endTime: part }),
  data: z.array(LogEntry),
  beside: {
    total: z.number().int(),
    /** True: more than 5000 frames lie in the interval; these are the newest. */
    isCut: z.boolean(),
  },
})
