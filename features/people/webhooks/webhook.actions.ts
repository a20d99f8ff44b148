// The actions on webhooks in their list and on their page (HOOK-01, HOOK-03).

import Own from '@mui/icons-material/HowToRegOutlined'
import ListAlt from '@mui/icons-material/ListAltOutlined'
import Send from '@mui/icons-material/SendOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { recordActions } from '#kit/record-actions.ts'
import {
  deleteWebhook,
  getWebhook,
  listWebhooks,
  sendOneAgain,
  takeWebhook,
  testWebhook,
  type Webhook,
} from './webhook.contract.ts'
import { BEHIND_NEWER } from './webhook.words.ts'
import { getDelivery, listDeliveries, type WebhookDelivery } from './webhook-delivery.contract.ts'

export const WEBHOOK_LIST = '/integrations/webhooks'
export const webhookPathOf = (w: Pick<Webhook, 'webhook_id'>): string => `${WEBHOOK_LIST}/${w.webhook_id}`

const actions = recordActions('webhook', 'Integration')
export const addWebhook = actions.add('Add webhook', `${WEBHOOK_LIST}/new`)
const refreshes = [listWebhooks, getWebhook, listDeliveries]

export const showEvents: Action = {
  id: 'show-webhook-events',
  label: 'Events',
  icon: ListAlt,
  right: 'Integration.view',
  run: (_, { navigate }) => navigate(`${WEBHOOK_LIST}/events`),
}
export const sendTest: Action<Webhook> = {
  id: 'test-webhook',
  label: 'Send a test',
  icon: Send,
  right: 'Integration.update',
  when: w => (!w.is_active && 'It is off') || w.paused_why === null || 'It is paused',
  run: w => call(testWebhook, { params: { webhookId: w.webhook_id } }),
  refreshes,
}
export const takeOver: Action<Webhook> = {
  id: 'take-webhook',
  label: 'Take over',
  icon: Own,
  right: 'Integration.update',
  confirm: w => ({
    title: `Take over ${w.name}?`,
    text: 'It is sent to under your rights from now on: when you lose them, it pauses.',
    yes: 'Take over',
  }),
  run: w => call(takeWebhook, { params: { webhookId: w.webhook_id } }),
  refreshes,
}
const remove = actions.delete<Webhook>({
  confirm: w => ({
    title: `Delete ${w.name}?`,
    text: 'Its receiver is told nothing more, and what waits for it is not sent. What was sent cannot be looked at any more.',
    yes: 'Delete',
    danger: true,
  }),
  run: w => call(deleteWebhook, { params: { webhookId: w.webhook_id } }),
  refreshes,
})
export const webhookActions: readonly Action<Webhook>[] = [...actions.open(webhookPathOf), sendTest, remove]

export const sendDeliveryAgain = (webhookId: number): Action<WebhookDelivery> => ({
  id: 'send-delivery-again',
  label: 'Send again',
  icon: Send,
  right: 'Integration.update',
  when: d => ['delivered', 'parked'].includes(d.state) || 'It is still to be sent',
  confirm: d => ({ title: `Send ${d.kind} again?`, text: BEHIND_NEWER, yes: 'Send again' }),
  run: d => call(sendOneAgain, { params: { webhookId, deliveryId: d.delivery_id } }),
  refreshes: [...refreshes, getDelivery],
})
