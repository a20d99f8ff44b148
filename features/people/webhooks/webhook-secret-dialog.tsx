// A new secret for a webhook: how long the old one signs beside it, then the new one (HOOK-01).
import { call } from '@wattdesk/wire/call'
import { useState } from 'react'
import { Form, useRecordForm } from '#kit/form.tsx'
import SecretDialog from '#kit/secret-dialog.tsx'
import { getWebhook, listWebhooks, rotateWebhookSecret, type Webhook } from './webhook.contract.ts'
import { SECRET_OVERLAPS, WEBHOOK_SECRET_USE } from './webhook.words.ts'
import { SecretBody } from './webhook-body.contract.ts'

const options = SECRET_OVERLAPS.map(o => ({ value: o.hours, label: o.label }))
type Values = { overlap_hours: number }

export default function WebhookSecretDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const form = useRecordForm<Values, Values, { secret: string }>({
    schema: SecretBody,
    values: { overlap_hours: 24 },
    save: body => call(rotateWebhookSecret, { params: { webhookId: webhook.webhook_id }, body }),
    refreshes: [listWebhooks, getWebhook],
    onSaved: reply => setSecret(reply.secret),
  })
  if (secret !== undefined)
    return <SecretDialog name={webhook.name} secret={secret} use={WEBHOOK_SECRET_USE} onClose={onClose} />
  const { Select } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`A new secret for ${webhook.name}`}
      text="Every call is signed with both secrets while the old one counts, so that the receiver goes over when it likes."
      submit="Make it"
      onClose={onClose}
    >
      <Select name="overlap_hours" label="The old secret signs for" options={options} required />
    </Form>
  )
}
