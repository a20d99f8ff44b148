// The form of a webhook: its address, and what it is told of (HOOK-01).
import { call } from '@wattdesk/wire/call'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { Form, Section, useRecordForm } from '#kit/form.tsx'
import { recordInputs, recordValues } from '#kit/record-inputs.tsx'
import SecretDialog from '#kit/secret-dialog.tsx'
import { useSession } from '#kit/session.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import { WEBHOOK_LIST } from './webhook.actions.ts'
import {
  createWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
  webhookRecord,
} from './webhook.contract.ts'
import { webhookFields } from './webhook.fields.ts'
import { EVENT_KINDS, WEBHOOK_SECRET_USE } from './webhook.words.ts'
import { WebhookBody, type WebhookValues } from './webhook-body.contract.ts'

const Input = recordInputs(webhookFields)
const options = EVENT_KINDS.map(e => ({ value: e.kind, label: e.label }))
const valuesOf = (stored?: Webhook): WebhookValues => ({
  ...recordValues(webhookFields, stored ?? { is_active: true }),
  events: stored?.events ?? [],
})

type Props = { stored?: Webhook; tag?: string | undefined; readOnly: boolean }
export function WebhookForm({ stored, tag, readOnly }: Props) {
  const navigate = useNavigate()
  const back = () => void navigate(WEBHOOK_LIST)
  const { teamId } = useSession()
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const values = useMemo(() => valuesOf(stored), [stored])
  const form = useRecordForm<WebhookValues, WebhookBody, { data: Webhook; secret?: string }>({
    schema: WebhookBody,
    values,
    version: stored && { kind: webhookRecord, recordId: stored.webhook_id, reader: getWebhook, tag, valuesOf },
    readOnly,
    save: (body, sent) =>
      stored
        ? call(updateWebhook, { params: { webhookId: stored.webhook_id }, body }, sent)
        : call(createWebhook, { params: { teamId }, body }),
    refreshes: [listWebhooks, getWebhook, listRecordAudit],
    onSaved: ({ data, secret }) => (secret ? setMade({ name: data.name, secret }) : back()),
  })
  const { MultiSelect, Switch } = form.fields
  return (
    <>
      <Form form={form} label="Webhook" submit="Save" onCancel={back}>
        <Section title="Webhook" help="It is told of the team it was made in and all teams below it.">
          <Input name="name" autoComplete="off" />
          <Input
            name="address"
            autoComplete="off"
            help="Begins with https:// and leads to the internet. Redirects are not followed."
          />
          <MultiSelect name="events" label="Events" options={options} required wide />
          <Switch
            name="is_active"
            label={webhookFields.is_active.setting.label}
            help="Switched off, nothing more is written for it. What waits stays for a day."
          />
        </Section>
      </Form>
      {made && <SecretDialog {...made} use={WEBHOOK_SECRET_USE} onClose={back} />}
    </>
  )
}
