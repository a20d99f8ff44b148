// The form of a rule. Its kind decides which figures it asks for; a rule keeps its kind (ALERT-02).
import { Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import { Form, Section } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { usePageForm } from '#kit/use-page-form.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
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
import { AlertRuleBody, type AlertRuleValues } from './alert-rule-body.contract.ts'
import { AlertTrial } from './alert-trial.tsx'

const Input = recordInputs(alertRuleFields)
const calls = { list: listAlertRules, read: getAlertRule, create: createAlertRule, change: updateAlertRule }
const refreshes = [listRecordAudit]

const valuesOf = (rule?: AlertRule): AlertRuleValues => ({
  ...recordValues(alertRuleFields, rule ?? { severity: 'Major', is_active: true }),
  kind: rule?.kind ?? '',
  parameters: rule?.parameters ?? {},
  chargers: rule?.chargers ?? null,
  sites: rule?.sites ?? null,
})

type Props = { kinds: readonly AlertKindShown[]; rule?: AlertRule; tag?: string | undefined; readOnly: boolean }
export function AlertRuleForm({ kinds, rule, tag, readOnly }: Props) {
  const page = usePageForm<AlertRuleValues, AlertRuleBody, AlertRule>({
    schema: AlertRuleBody,
    valuesOf,
    stored: rule && { id: rule.alert_rule_id, record: rule, tag },
    calls,
    list: RULE_LIST,
    readOnly,
    refreshes,
  })
  const { Select, Switch, Number: Figure } = page.form.fields
  const chosen = useWatch({ control: page.form.rhf.control, name: 'kind' })
  const [figures, chargers, sites] = useWatch({
    control: page.form.rhf.control,
    name: ['parameters', 'chargers', 'sites'],
  })
  const kind = kinds.find(k => k.kind === chosen)
  const options = kinds.map(k => ({ value: k.kind, label: k.title }))
  return (
    <Form {...page} label="Rule" submit="Save">
      <Section title="Rule" help="It looks at the team and all teams below it.">
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
      </Section>
      {kind && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Its next step: {kind.step}
        </Typography>
      )}
      {kind && (
        <AlertTrial kind={kind.kind} parameters={figures} chargers={chargers} sites={sites} teamId={rule?.teamId} />
      )}
    </Form>
  )
}
