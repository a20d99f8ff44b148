// Alerts: their list, one with its history, and what people do with them (ALERT-03 to ALERT-05).
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { alertFields } from './alert.fields.ts'
import { ALERT_SHOWS, isEachOnce, MOST_AT_ONCE, MOST_NOTE } from './alert.words.ts'

const int = () => z.number().int()
const sorts = sortNames(alertFields)
const filters = filterTypes(alertFields)

/** What the words of its kind say of an alert: the kind's title, a sentence, and the one next step with its page. */
const worded = {
  title: z.string(),
  text: z.string(),
  /** `needs`: rights without which it cannot be taken; all of them, of each list any one. */
  step: z.object({ text: z.string(), to: z.string(), needs: z.array(z.array(z.string())) }),
  /** The page of its subject, for whoever has the right; null where it has none. */
  subject_page: z.object({ to: z.string(), needs: z.string() }).nullable(),
  /** What it has cost so far, and how that is reckoned; null where it cannot be known, or without view on Transaction. */
  cost: z.object({ rupees: z.number(), isEstimated: z.boolean(), reckoned: z.string() }).nullable(),
  /** Planned maintenance runs at its charger or site until then, and silences it; null: none runs. */
  plannedUntil: z.string().nullable(),
}
export const Alert = replySchema(alertFields, 'Alert').extend(worded)
export type Alert = ShownRecord<typeof alertFields> & {
  title: string
  text: string
  step: { text: string; to: string; needs: string[][] }
  subject_page: { to: string; needs: string } | null
  cost: { rupees: number; isEstimated: boolean; reckoned: string } | null
  plannedUntil: string | null
}

const named = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'Should be keys, separated by commas')
  .transform(text => text.split(',').map(Number))
const AlertListQuery = listQuery(sorts, filters).extend({
  /** Only alerts of these charge points, and those at these sites, by their keys. */
  chargers: named.optional(),
  sites: named.optional(),
  /** Open: acknowledged ones, too. Missing: all. */
  show: z.enum(ALERT_SHOWS).optional(),
})
export type AlertListQuery = z.output<typeof AlertListQuery>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/alerts',
  can: 'Alert.view',
  summary:
    'The alerts of a team and the teams below it, newest first; of charge points or sites alone where they are named',
  params: z.object({ teamId: recordId() }),
  offers: { sorts, filters, key: 'alert_id' },
  query: AlertListQuery,
  data: z.array(Alert),
  beside: pageFields,
})

/** Charge points that the product's own restart has sent away: until they are back their alerts wait. */
export const getComingBack = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/alerts/coming-back',
  can: 'Alert.view',
  summary: 'How many charge points come back after a restart of the product, and until when their alerts wait',
  params: z.object({ teamId: recordId() }),
  data: z.object({
    chargers: int(),
    /** Null: none is awaited. */
    until: z.string().nullable(),
  }),
})

const ALERT_DEEDS = [
  'opened',
  'opened again',
  'again',
  'changed',
  'moved',
  'acknowledged',
  'assigned',
  'commented',
  'closed',
] as const
const AlertEvent = z
  .object({
    id: int(),
    at: z.string(),
    what: z.enum(ALERT_DEEDS),
    /** The username; null: the product. */
    by: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'AlertEvent' })
export type AlertEvent = z.infer<typeof AlertEvent>

export const getAlert = endpoint({
  method: 'GET',
  path: '/cms/v1/alerts/{alertId}',
  can: 'Alert.view',
  summary: 'One alert with its history, oldest first',
  params: z.object({ alertId: recordId() }),
  data: Alert.extend({ events: z.array(AlertEvent) }),
})

/** Alerts by their ids. All of them or none: 404 where one is not of the caller's teams. */
const ids = z
  .array(recordId())
  .min(1, 'Choose at least one alert')
  .max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} alerts at once`)
  .refine(isEachOnce, { error: 'Each alert once', when: besideOthers })
const note = (text: string) => z.string().trim().min(1, text).max(MOST_NOTE, `At most ${MOST_NOTE} characters`)
const ofTeam = z.object({ teamId: recordId() })
/** How many changed: one that is so already stays as it is. */
const changed = z.object({ changed: int() })

export const acknowledgeAlerts = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/alerts/acknowledge',
  can: 'Alert.update',
  summary: 'Acknowledge open alerts',
  params: ofTeam,
  body: z.object({ ids }),
  data: changed,
})
export const assignAlerts = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/alerts/assign',
  can: 'Alert.update',
  summary: 'Assign alerts to a user of the team, or to nobody',
  params: ofTeam,
  body: z.object({ ids, userId: recordId().nullable() }),
  data: changed,
})
export const commentAlerts = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/alerts/comment',
  can: 'Alert.update',
  summary: 'Write a note to alerts',
  params: ofTeam,
  body: z.object({ ids, note: note('Please write a note') }),
  data: changed,
})
/** They stay closed until their cause comes anew. */
export const closeAlerts = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/alerts/close',
  can: 'Alert.update',
  summary: 'Close alerts by hand',
  params: ofTeam,
  body: z.object({ ids, note: note('Please say why') }),
  data: changed,
})
