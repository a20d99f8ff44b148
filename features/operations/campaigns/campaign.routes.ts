// Serves campaigns, their progress and their chargers, and what people do with them.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './campaign.commands.ts'
import {
  cancelCampaign,
  countCampaign,
  createCampaign,
  deleteCampaign,
  getCampaign,
  getCampaignProgress,
  listCampaigns,
  listFleetVersions,
  pauseCampaign,
  resumeCampaign,
  rollBackCampaign,
  startCampaign,
  updateCampaign,
} from './campaign.contract.ts'
import * as store from './campaign.store.ts'
import { getCampaignCharger, listCampaignChargers } from './campaign-charger.contract.ts'
import * as chargers from './campaign-charger.store.ts'
import { fleetVersions } from './campaign-choice.store.ts'
import * as deeds from './campaign-deed.commands.ts'
import { openZones } from './campaign-step.commands.ts'

export function campaignRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services
  recordRoutes(app, 'Campaign', {
    list: [listCampaigns, store.reply],
    read: [getCampaign, commands.readCampaign],
    create: [createCampaign, commands.createCampaign],
    update: [updateCampaign, commands.updateCampaign],
    remove: [deleteCampaign, commands.removeCampaign, campaign_id => ({ campaign_id })],
  })

  route(app, countCampaign, async ({ body, scope }) => ({
    data: await commands.countCampaign(services, { scope }, body),
  }))
  route(app, listFleetVersions, async ({ scope }) => ({ data: await fleetVersions(db, scope) }))

  route(app, getCampaignProgress, async ({ params: { campaignId }, scope }) => {
    const row = found(await store.get(db, scope, campaignId), commands.MISSING)
    const [zones, counts, waves, events] = await Promise.all([
      openZones(db, row, services.now()),
      store.stateCounts(db, campaignId),
      store.waveCounts(db, campaignId, row.countedSince),
      store.eventsOf(db, campaignId),
    ])
    return { data: { ...counts, waves, events, isInWindow: zones.length > 0 } }
  })
  route(app, listCampaignChargers, async ({ params: { campaignId }, query, scope }) => {
    found(await store.seen(db, scope, campaignId), commands.MISSING)
    return chargers.reply(db, campaignId, query)
  })
  route(app, getCampaignCharger, async ({ params: { campaignId, chargepointPk }, scope }) => {
    found(await store.seen(db, scope, campaignId), commands.MISSING)
    return { data: found(await chargers.get(db, campaignId, chargepointPk), 'Charge point not found') }
  })

  route(app, startCampaign, async ({ params, body, ...caller }) => ({
    data: await deeds.startCampaign(services, caller, params.campaignId, body),
    message: 'Campaign started',
  }))
  route(app, pauseCampaign, async ({ params, ...caller }) => ({
    data: await deeds.pauseCampaign(services, caller, params.campaignId),
    message: 'Campaign paused',
  }))
  route(app, resumeCampaign, async ({ params, body, ...caller }) => ({
    data: await deeds.resumeCampaign(services, caller, params.campaignId, body),
    message: 'Campaign goes on',
  }))
  route(app, cancelCampaign, async ({ params, ...caller }) => ({
    data: await deeds.cancelCampaign(services, caller, params.campaignId),
    message: 'Campaign cancelled',
  }))
  route(app, rollBackCampaign, async ({ params, ...caller }) => ({
    data: await deeds.rollBackCampaign(services, caller, params.campaignId),
    message: 'Campaign rolled back',
  }))
}
