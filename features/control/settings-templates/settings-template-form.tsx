// The form of a settings template: its keys, and where it applies (CAMP-06).
import { Form, Section } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import { useSession } from '#kit/session.ts'
import { usePageForm } from '#kit/use-page-form.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { TEMPLATE_LIST } from './settings-template.actions.ts'
import {
  createSettingsTemplate,
  getSettingsTemplate,
  getTemplateReach,
  listSettingsTemplates,
  type SettingsTemplate,
  updateSettingsTemplate,
} from './settings-template.contract.ts'
import { settingsTemplateFields } from './settings-template.fields.ts'
import type { SettingsTemplateBody } from './settings-template-body.contract.ts'
import {
  pairOf,
  SettingsTemplateForm as Schema,
  type SettingsTemplateFormValues,
} from './settings-template-form-body.contract.ts'
import { TemplateKeysFields } from './template-keys-fields.tsx'
import { TemplateModelField, TemplatePlaceFields } from './template-place-fields.tsx'

const Input = recordInputs(settingsTemplateFields)
const calls = {
  list: listSettingsTemplates,
  read: getSettingsTemplate,
  create: createSettingsTemplate,
  change: updateSettingsTemplate,
}
const refreshes = [listRecordAudit, getTemplateReach]

function valuesOf(t?: SettingsTemplate): SettingsTemplateFormValues {
  const { vendor: _v, model: _m, ...values } = recordValues(settingsTemplateFields, t ?? {})
  return {
    ...values,
    model: t?.model ? pairOf(t.vendor ?? '', t.model) : '',
    keys: t ? t.keys.map(k => ({ ...k, value: k.value ?? '' })) : [{ key: '', level: 'Required', value: '' }],
    is_for_model: t?.is_for_model ?? false,
    teams: t?.teams ?? [],
    chargers: t?.chargers ?? [],
  }
}

type Props = { template?: SettingsTemplate; tag?: string | undefined; readOnly: boolean }
export function SettingsTemplateForm({ template, tag, readOnly }: Props) {
  const { teamId: current } = useSession()
  const teamId = template?.teamId ?? current
  const page = usePageForm<SettingsTemplateFormValues, SettingsTemplateBody, SettingsTemplate>({
    schema: Schema,
    valuesOf,
    stored: template && { id: template.template_id, record: template, tag },
    calls,
    list: TEMPLATE_LIST,
    readOnly,
    refreshes,
  })
  return (
    <Form {...page} label="Settings template" submit="Save">
      <Section
        title="Template"
        help="Saving sets nothing at charge points: they are compared, and people set again what differs."
      >
        <Input name="name" autoComplete="off" />
        <TemplateModelField form={page.form} teamId={teamId} stored={template} />
        <Input name="notes" wide rows={2} />
      </Section>
      <TemplateKeysFields form={page.form} />
      <TemplatePlaceFields form={page.form} teamId={teamId} />
    </Form>
  )
}
