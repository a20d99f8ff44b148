// The columns of webhooks and of their deliveries, for grids and for files.
import { gridColumns } from '#kit/record-grid.ts'
import type { Webhook } from './webhook.contract.ts'
import { webhookFields } from './webhook.fields.ts'
import { DeliveryChip, WebhookChip } from './webhook-chips.tsx'
import type { WebhookDelivery } from './webhook-delivery.contract.ts'
import { deliveryFields } from './webhook-delivery.fields.ts'

export const webhookColumns = gridColumns<typeof webhookFields, Webhook>(webhookFields, {
  state: { cell: w => <WebhookChip state={w.state} /> },
})
export const deliveryColumns = gridColumns<typeof deliveryFields, WebhookDelivery>(deliveryFields, {
  state: { cell: d => <DeliveryChip state={d.state} /> },
})
