// Webhooks: addresses that the product calls when something happens (HOOK-01..04). Their secret is shown once, when it is made.
import { recordId } from '@wattdesk/base/fields'
import type { ShownRecord } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { recordEndpoints, recordKind } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { webhookFields } from './webhook.fields.ts'
import { EVENT_NAMES, type EventName } from './webhook.words.ts'
import { SecretBody, SendAgainBody, WebhookBody } from './webhook-body.contract.ts'

export const Webhook = replySchema(webhookFields, 'Webhook').extend({
  events: z.array(z.enum(EVENT_NAMES)),
  /** Until when the secret before the last rotation signs too; null: it does not. */
  overlap_until: z.string().nullable(),
  /** Since when nothing has reached the receiver. */
  failing_since: z.string().nullable(),
  /** Why the product has switched it off. */
  stopped_why: z.string().nullable(),
  /** Why nothing is sent until somebody takes it over; null: it has an owner. */
  paused_why: z.string().nullable(),
})
export type Webhook = ShownRecord<typeof webhookFields> & {
  events: EventName[]
  overlap_until: string | null
  failing_since: string | null
  stopped_why: string | null
  paused_why: string | null
}
const kind = recordKind<Webhook>('Integration', webhookFields)
/** What people write of a webhook. */
export const webhookRecord = {
  ...kind,
  prefix: 'webhook ',
  part: (data: Webhook) => ({ ...(kind.part(data) as object), events: data.events }),
}
const webhooks = recordEndpoints({
  kind: webhookRecord,
  fields: webhookFields,
  key: 'webhook_id',
  reply: Webhook,
  body: WebhookBody,
})

export const listWebhooks = webhooks.list('/cms/v1/team/{teamId}/webhooks', {
  summary: 'The webhooks of a team and the teams below it, newest first',
})
export const getWebhook = webhooks.read('/cms/v1/webhooks/{webhookId}', { summary: 'One webhook' })
export const createWebhook = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/webhooks',
  can: 'Integration.create',
  callers: 'people',
  record: webhookRecord,
  asksAgain: true,
  summary: 'A new webhook of a team; `secret` is shown this once',
  params: z.object({ teamId: recordId() }),
  body: WebhookBody,
  data: Webhook,
  beside: { secret: z.string() },
  status: 201,
})
export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/cms/v1/webhooks/{webhookId}',
  can: 'Integration.update',
  callers: 'people',
  record: webhookRecord,
  asksAgain: 'the address changes',
  summary: 'Change a webhook, or switch it on or off',
  params: z.object({ webhookId: recordId() }),
  body: WebhookBody,
  data: Webhook,
})
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/cms/v1/webhooks/{webhookId}',
  can: 'Integration.delete',
  callers: 'people',
  record: webhookRecord,
  summary: 'Delete a webhook; what waits for it is not sent',
  params: z.object({ webhookId: recordId() }),
  data: z.object({ webhook_id: z.number().int() }),
})
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/cms/v1/webhooks/{webhookId}/secret',
  can: 'Integration.update',
  callers: 'people',
  asksAgain: true,
  summary: 'Give a webhook a new secret; the old one may sign beside it for a while',
  params: z.object({ webhookId: recordId() }),
  body: SecretBody,
  data: Webhook,
  beside: { secret: z.string() },
})
export const takeWebhook = endpoint({
  method: 'POST',
  path: '/cms/v1/webhooks/{webhookId}/owner',
  can: 'Integration.update',
  callers: 'people',
  record: webhookRecord,
  asksAgain: true,
  summary: 'Take over a webhook: it goes on under the rights of the caller',
  params: z.object({ webhookId: recordId() }),
  data: Webhook,
})
export const testWebhook = endpoint({
  method: 'POST',
  path: '/cms/v1/webhooks/{webhookId}/test',
  can: 'Integration.update',
  callers: 'people',
  summary: 'Send a test event to a webhook',
  params: z.object({ webhookId: recordId() }),
  data: z.object({ id: z.number().int() }),
})
export const sendAllAgain = endpoint({
  method: 'POST',
  path: '/cms/v1/webhooks/{webhookId}/again',
  can: 'Integration.update',
  callers: 'people',
  summary: 'Send the deliveries of a webhook since a time once more, oldest first',
  params: z.object({ webhookId: recordId() }),
  body: SendAgainBody,
  data: z.object({ sent: z.number().int() }),
})
export const sendOneAgain = endpoint({
  method: 'POST',
  path: '/cms/v1/webhooks/{webhookId}/deliveries/{deliveryId}/again',
  can: 'Integration.update',
  callers: 'people',
  summary: 'Send one delivery of a webhook once more',
  params: z.object({ webhookId: recordId(), deliveryId: recordId() }),
  data: z.object({ id: z.number().int() }),
})
export const listWebhookEvents = endpoint({
  method: 'GET',
  path: '/cms/v1/webhook-events',
  can: 'Integration.view',
  summary: 'The events that webhooks may be told of, each with an example and its schema',
  data: z.array(
    z.object({
      kind: z.string(),
      group: z.string(),
      label: z.string(),
      text: z.string(),
      example: z.record(z.string(), z.unknown()),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
})
