// Serves webhooks and their deliveries.
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './webhook.commands.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookEvents,
  listWebhooks,
  rotateWebhookSecret,
  sendAllAgain,
  sendOneAgain,
  takeWebhook,
  testWebhook,
  updateWebhook,
} from './webhook.contract.ts'
import * as store from './webhook.store.ts'
import { getDelivery, listDeliveries } from './webhook-delivery.contract.ts'
import * as deliveries from './webhook-delivery.store.ts'
import { eventCatalogue } from './webhook-event.rules.ts'

export function webhooksOutRoutes(app: FastifyInstance): void {
  const { services } = app
  recordRoutes(app, 'Webhook', {
    list: [listWebhooks, store.reply],
    read: [getWebhook, commands.readWebhook],
    update: [updateWebhook, commands.updateWebhook],
    remove: [deleteWebhook, commands.deleteWebhook, id => ({ webhook_id: id })],
  })
  route(app, createWebhook, async ({ body, ...caller }) => ({
    ...(await commands.createWebhook(services, caller, body)),
    message: 'Webhook created',
  }))
  route(app, rotateWebhookSecret, async ({ params, body, ...caller }) => ({
    ...(await commands.rotateSecret(services, caller, params.webhookId, body.overlap_hours)),
    message: 'The webhook has a new secret',
  }))
  route(app, takeWebhook, async ({ params, ...caller }) => ({
    data: await commands.takeWebhook(services, caller, params.webhookId),
    message: 'You own the webhook now',
  }))
  route(app, testWebhook, async ({ params, ...caller }) => ({
    data: await commands.sendTest(services, caller, params.webhookId),
    message: 'The test is on its way',
  }))
  route(app, sendOneAgain, async ({ params, ...caller }) => ({
    data: await commands.sendOneAgain(services, caller, params.webhookId, params.deliveryId),
    message: 'It is sent again',
  }))
  route(app, sendAllAgain, async ({ params, body, ...caller }) => {
    const data = await commands.sendAllAgain(services, caller, params.webhookId, body)
    return { data, message: data.sent === 1 ? '1 delivery is sent again' : `${data.sent} deliveries are sent again` }
  })
  route(app, listDeliveries, async ({ params, query, scope }) => {
    await commands.readWebhook(services.db, scope, params.webhookId)
    return deliveries.reply(services.db, scope, { ...query, webhookId: params.webhookId })
  })
  route(app, getDelivery, async ({ params, ...caller }) => ({
    data: await commands.readDelivery(services.db, caller, params.webhookId, params.deliveryId),
  }))
  route(app, listWebhookEvents, async () => ({ data: eventCatalogue() }))
}
