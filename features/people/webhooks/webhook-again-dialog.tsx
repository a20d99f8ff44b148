// Sends what was given up, or everything, since a time once more (HOOK-03).
import { hourMs } from '@wattdesk/base/time'
import { call } from '@wattdesk/wire/call'
import { Form, useRecordForm } from '#kit/form.tsx'
import { sendAllAgain, type Webhook } from './webhook.contract.ts'
import { BEHIND_NEWER } from './webhook.words.ts'
import { SendAgainChoice } from './webhook-body.contract.ts'
import { listDeliveries } from './webhook-delivery.contract.ts'

const HOURS = [
  { value: 1, label: 'The last hour' },
  { value: 6, label: 'The last 6 hours' },
  { value: 24, label: 'The last day' },
  { value: 72, label: 'The last 3 days' },
  { value: 168, label: 'The last 7 days' },
  { value: 720, label: 'The last 30 days' },
]

export default function WebhookAgainDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const form = useRecordForm<SendAgainChoice, SendAgainChoice, { message?: string }>({
    schema: SendAgainChoice,
    values: { hours: 24, onlyGivenUp: true },
    save: ({ hours, onlyGivenUp }) => {
      const since = new Date(Date.now() - hours * hourMs).toISOString()
      return call(sendAllAgain, { params: { webhookId: webhook.webhook_id }, body: { since, onlyGivenUp } })
    },
    refreshes: [listDeliveries],
    onSaved: onClose,
  })
  const { Select, Switch } = form.fields
  return (
    <Form
      in="dialog"
      form={form}
      title={`Send again to ${webhook.name}`}
      text={`Each event goes once more under the id that the receiver knows, oldest first. ${BEHIND_NEWER}`}
      submit="Send again"
      onClose={onClose}
    >
      <Select name="hours" label="What ended in" options={HOURS} required />
      <Switch name="onlyGivenUp" label="Only what was given up" />
    </Form>
  )
}
