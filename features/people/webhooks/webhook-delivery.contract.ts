// What was sent to a webhook in the last 30 days, and what waits (HOOK-03).
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { deliveryFields } from './webhook-delivery.fields.ts'

const WebhookDelivery = replySchema(deliveryFields, 'WebhookDelivery')
export type WebhookDelivery = ShownRecord<typeof deliveryFields>
const Attempt = z.object({
  at: z.string(),
  ms: z.number(),
  status: z.number().nullable(),
  error: z.string().nullable(),
})
export const WholeDelivery = WebhookDelivery.extend({
  /** The body as it is sent, always the same text. */
  request: z.string(),
  /** The beginning of the last answer. */
  answer: z.string().nullable(),
  attempts: z.array(Attempt),
})
export type WholeDelivery = z.output<typeof WholeDelivery>

const filters = filterTypes(deliveryFields)
const sorts = sortNames(deliveryFields)
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/cms/v1/webhooks/{webhookId}/deliveries',
  can: 'Integration.view',
  summary: 'The deliveries of a webhook, newest first; up to 10,000 are counted',
  offers: { sorts, filters },
  params: z.object({ webhookId: recordId() }),
  query: listQuery(sorts, filters),
  data: z.array(WebhookDelivery),
  beside: { ...pageFields },
})
export const getDelivery = endpoint({
  method: 'GET',
  path: '/cms/v1/webhooks/{webhookId}/deliveries/{deliveryId}',
  can: 'Integration.view',
  summary: 'One delivery of a webhook, with its request, its answer and its tries',
  params: z.object({ webhookId: recordId(), deliveryId: recordId() }),
  data: WholeDelivery,
})
