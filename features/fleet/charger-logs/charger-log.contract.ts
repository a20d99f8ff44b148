// The log of a charger's frames in the API (D-LOG-1, D-LOG-2, D-LOG-4). Times ISO 8601 in UTC.
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
const POSITION = /^\d{1,15}\.\d{1,18}$/
/**
 * Newest first. A page with fewer than `limit` rows is the last. Deep in a log, and while rows keep coming, ask with
 * `before`, the `next` of the page above, instead of a page number: the cost is the same at any depth, and no row is
 * skipped.
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
    before: z.string().regex(POSITION, 'Invalid position').optional(),
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

/** The kinds of frames to look for: a request, an answer, or an error in place of an answer. */
export const LogKind = z.enum(['REQUEST', 'ANSWER', 'ERROR'])
export type LogKind = z.infer<typeof LogKind>

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
  /** Days yyyy-MM-dd, times HH:mm:ss, UTC; checked by intervalOf. */
  query: z.object({ startDate: part, startTime: part, endDate: part, endTime: part }),
  data: z.array(LogEntry),
  beside: {
    total: z.number().int(),
    /** True: more than 5000 frames lie in the interval; these are the newest. */
    isCut: z.boolean(),
  },
})

/**
 * The frames that fit the whole query, newest first; within an interval where its four values are given. A call looks
 * backwards for about a second: with fewer than `limit` rows and a `next` it has not looked through everything yet.
 */
export const searchLog = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{chargepointId}/log/search',
  can: 'ChargerPoint.view',
  summary: 'Search the frames of a charge point, newest first',
  params,
  query: z.object({
    /** Part of the raw message, in any case of letters. */
    q: z.string().trim().max(200).optional(),
    /** Only requests of this action. */
    action: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,49}$/, 'Invalid action')
      .optional(),
    kind: LogKind.optional(),
    messageType: z.enum(['INCOMING', 'OUTGOING']).optional(),
    startDate: part.optional(),
    startTime: part.optional(),
    endDate: part.optional(),
    endTime: part.optional(),
    limit: wholeText({ min: 1, max: MAX_LOG_PAGE }).default(50),
    before: z.string().regex(POSITION, 'Invalid position').optional(),
  }),
  data: z.array(LogEntry),
  beside: {
    /** Everything kept from here on has been looked through. */
    searchedTo: z.string(),
    /** Where the search goes on; null when everything has been looked through. */
    next: z.string().nullable(),
  },
})

/** A request and its answer: all frames with the same message id up to 5 minutes around `at`, oldest first. */
export const getExchange = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{chargepointId}/log/exchange',
  can: 'ChargerPoint.view',
  summary: 'A request and its answer, by message id',
  params,
  query: z.object({
    at: z.iso.datetime({ error: 'Invalid time' }),
    messageId: z.string().min(1).max(300),
  }),
  data: z.array(LogEntry),
})
