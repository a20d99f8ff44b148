// The form of a rule. Its kind decides which figures it asks for; a rule keeps its kind (ALERT-02).
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { Form, Section } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import { usePageForm } from '#kit/use-page-form.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { MOST_NAME } from './alert.words.ts'
import { KindSays } from './alert-kind-says.tsx'
import { AlertMessagePreview } from './alert-message-preview.tsx'
import { AlertPlaceFields } from './alert-place-fields.tsx'
import { RULE_LIST } from './alert-rule.actions.ts'
import {
  type AlertKindShown,
  type AlertRule,
  createAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from './alert-rule.contract.ts'
import { alertRuleFields } from './alert-rule.fields.ts'
import { type AlertRuleBody, type AlertRuleValues, AlertRuleForm as Schema } from './alert-rule-body.contract.ts'
import { AlertRuleTwins } from './alert-rule-twins.tsx'
import { AlertToldFields } from './alert-told-fields.tsx'
import { AlertTrial } from './alert-trial.tsx'

/** Whether a stored rule names anybody beside the bell. */
const isSomebodyTold = (r: AlertRule): boolean =>
  [r.users, r.roles, r.addresses, r.phones, r.webhooks].some(named => named.length > 0)
const Input = recordInputs(alertRuleFields)
const calls = { list: listAlertRules, read: getAlertRule, create: createAlertRule, change: updateAlertRule }
const refreshes = [listRecordAudit]

const copyName = (name: string): string => `Copy of ${name}`.slice(0, MOST_NAME)
const valuesOf = (rule?: AlertRule): AlertRuleValues => ({
  ...recordValues(alertRuleFields, rule ?? { severity: 'Major', is_active: true }),
  kind: rule?.kind ?? '',
  parameters: rule?.parameters ?? {},
  chargers: rule?.chargers ?? [],
  sites: rule?.sites ?? [],
  users: rule?.users ?? [],
  roles: rule?.roles ?? [],
  addresses: rule?.addresses ?? [],
  phones: rule?.phones ?? [],
  webhooks: rule?.webhooks ?? [],
  channels: rule?.channels ?? ['mail'],
  wait_minutes: rule?.wait_minutes ?? 0,
  gather_minutes: rule?.gather_minutes ?? 5,
  quiet_hours: rule?.quiet_hours ?? [],
  escalate_minutes: rule?.escalate_minutes ?? null,
  escalate_users: rule?.escalate_users ?? [],
  escalate_roles: rule?.escalate_roles ?? [],
  tells_end: rule?.tells_end ?? true,
})

/** `draft`: the rule of which a new one is a copy. */
type Props = {
  kinds: readonly AlertKindShown[]
  rule?: AlertRule
  draft?: AlertRule
  tag?: string | undefined
  readOnly: boolean
}
export function AlertRuleForm({ kinds, rule, draft, tag, readOnly }: Props) {
  const page = usePageForm<AlertRuleValues, AlertRuleBody, AlertRule>({
    schema: Schema,
    valuesOf: stored => (stored || !draft ? valuesOf(stored) : { ...valuesOf(draft), name: copyName(draft.name) }),
    stored: rule && { id: rule.alert_rule_id, record: rule, tag },
    calls,
    list: RULE_LIST,
    readOnly,
    refreshes,
  })
  const { Select, Switch, Number: Figure } = page.form.fields
  const { teamId: current, teamName } = useSession()
  const teamId = rule?.teamId ?? current
  const { control } = page.form.rhf
  const chosen = useWatch({ control, name: 'kind' })
  const [figures, chargers, sites] = useWatch({ control, name: ['parameters', 'chargers', 'sites'] })
  const kind = kinds.find(k => k.kind === chosen)
  const options = kinds.map(k => ({ value: k.kind, label: k.title }))
  const { getValues, setValue } = page.form.rhf
  // Figures of the kind that was chosen before are none of this one.
  useEffect(() => {
    if (!kind) return
    const given = Object.entries(getValues('parameters') ?? {})
    const own = given.filter(([name]) => kind.parameters.some(p => p.name === name))
    if (own.length < given.length) setValue('parameters', Object.fromEntries(own))
  }, [kind, getValues, setValue])
  return (
    <Form {...page} label="Rule" submit="Save">
      <Section title="Rule" help={`It looks at ${rule?.team_name ?? teamName} and all teams below it.`}>
        <Input name="name" autoComplete="off" />
        <Select name="kind" label="When" options={options} required disabled={rule !== undefined} />
        {kind?.parameters.map(p => (
          <Figure
            key={`${kind.kind} ${p.name}`}
            name={`parameters.${p.name}`}
            label={p.label}
            unit={p.unit}
            help={`From ${p.min.toLocaleString('en-IN')} to ${p.max.toLocaleString('en-IN')}; ${p.default.toLocaleString('en-IN')} where it is left empty.`}
          />
        ))}
        <Input name="severity" />
        <Switch
          name="is_active"
          label={alertRuleFields.is_active.setting.label}
          help="Switched off, it opens nothing, and its alerts close."
        />
        <AlertPlaceFields teamId={teamId} subject={kind?.subject} />
      </Section>
      {kind && <KindSays kind={kind} />}
      {kind && (
        <AlertRuleTwins
          teamId={teamId}
          kind={kind.kind}
          chargers={chargers}
          sites={sites}
          except={rule?.alert_rule_id}
        />
      )}
      {kind && (
        <AlertTrial kind={kind.kind} parameters={figures} chargers={chargers} sites={sites} teamId={rule?.teamId} />
      )}
      <AlertToldFields teamId={teamId} readOnly={readOnly} stopped={rule?.stopped ?? []} />
      <AlertMessagePreview
        teamId={teamId}
        alertRuleId={rule?.alert_rule_id}
        hasWebhooks={(rule?.webhooks.length ?? 0) > 0}
        isSomebodyTold={rule !== undefined && isSomebodyTold(rule)}
      />
    </Form>
  )
}
