// Serves messages to the devices of drivers.
import { created } from '@wattdesk/base/text'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import * as campaign from './campaign.contract.ts'
import * as campaigns from './campaign.store.ts'
import * as commands from './message.commands.ts'
import * as contract from './message.contract.ts'
import * as store from './message.store.ts'
import { MESSAGE_SENT, SENT_ALL, someSent } from './message.words.ts'

export function messageRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, contract.listRecipients, async ({ scope }) => ({ data: await store.recipients(services.db, scope) }))

  route(app, campaign.listCampaigns, async ({ query, scope }) =>
    listReply(query, {
      total: await campaigns.count(services.db, scope, query),
      rows: () => campaigns.list(services.db, scope, query),
      row: r => campaigns.campaignOf(r, services.now()),
    }),
  )

  route(app, campaign.countReceivers, async ({ body, scope }) => ({
    data: { receivers: await store.countRecipients(services.db, scope, body.domains) },
  }))

  route(app, campaign.createCampaign, async ({ body, ...caller }) => ({
    data: await commands.createCampaign(services, caller, body),
    message: created('Campaign'),
  }))

  route(app, contract.sendNotification, async ({ body, ...caller }) => ({
    data: await commands.sendNotification(services, caller, body),
    message: MESSAGE_SENT,
  }))

  route(app, contract.sendBulkNotifications, async ({ body, ...caller }) => {
    const data = await commands.sendBulk(services, caller, body)
    return { data, message: data.failed === 0 ? SENT_ALL : someSent(data) }
  })
}
