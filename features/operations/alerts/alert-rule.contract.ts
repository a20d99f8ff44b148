// Rules of alerts, and the catalogue of kinds that they choose from (ALERT-01, ALERT-02).
import type { ShownRecord } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { recordEndpoints, recordKind } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { CHANNELS, SEVERITIES, SUBJECTS } from './alert.words.ts'
import { alertRuleFields } from './alert-rule.fields.ts'
import { AlertRuleBody } from './alert-rule-body.contract.ts'

const int = () => z.number().int()

export const AlertKindShown = z
  .object({
    kind: z.string(),
    title: z.string(),
    group: z.string(),
    severity: z.enum(SEVERITIES),
    subject: z.enum(SUBJECTS),
    parameters: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        unit: z.string(),
        default: int(),
        min: int(),
        max: int(),
      }),
    ),
    /** What follows 'Opens when' and 'Closes when'. */
    opens: z.string(),
    closes: z.string(),
    /** The one next step of such an alert. */
    step: z.string(),
  })
  .meta({ id: 'AlertKind' })
export type AlertKindShown = z.infer<typeof AlertKindShown>

export const listAlertKinds = endpoint({
  method: 'GET',
  path: '/cms/v1/alert-kinds',
  can: 'Alert.view',
  summary: 'The catalogue of alerts: every kind with its parameters and their limits',
  data: z.array(AlertKindShown),
})

/** Who is told by a rule, and when. */
const toldOf = {
  users: z.array(int()),
  roles: z.array(int()),
  addresses: z.array(z.string()),
  phones: z.array(z.string()),
  webhooks: z.array(z.string()),
  channels: z.array(z.enum(CHANNELS)),
  wait_minutes: int(),
  gather_minutes: int(),
  quiet_hours: z.array(z.object({ days: z.array(int()), from: z.string(), to: z.string() })).nullable(),
  escalate_minutes: int().nullable(),
  escalate_users: z.array(int()),
  escalate_roles: z.array(int()),
  tells_end: z.boolean(),
  /** Addresses of the rule whose owners want no mails. */
  stopped: z.array(z.string()),
}
type Told = z.infer<z.ZodObject<typeof toldOf>>

export const AlertRule = replySchema(alertRuleFields, 'AlertRule').extend({
  parameters: z.record(z.string(), int()),
  chargers: z.array(int()).nullable(),
  sites: z.array(int()).nullable(),
  ...toldOf,
  /** Alerts of the rule that are not closed. */
  standing: int(),
})
export type AlertRule = ShownRecord<typeof alertRuleFields> & {
  parameters: Record<string, number>
  chargers: number[] | null
  sites: number[] | null
  standing: number
} & Told
export const alertRuleRecord = recordKind('Alert', alertRuleFields)
const rules = recordEndpoints({
  kind: alertRuleRecord,
  fields: alertRuleFields,
  key: 'alert_rule_id',
  reply: AlertRule,
  body: AlertRuleBody,
})

export const listAlertRules = rules.list('/cms/v1/team/{teamId}/alert-rules', {
  summary: 'The rules of a team and the teams below it, newest first',
})
export const getAlertRule = rules.read('/cms/v1/alert-rules/{alertRuleId}', { summary: 'One rule' })
export const createAlertRule = rules.create('/cms/v1/team/{teamId}/alert-rules', { summary: 'A new rule of a team' })
export const updateAlertRule = rules.change('/cms/v1/alert-rules/{alertRuleId}', { summary: 'Change a rule' })
export const deleteAlertRule = rules.remove('/cms/v1/alert-rules/{alertRuleId}', {
  summary: 'Delete a rule; its alerts close with the next look',
})
