// Campaigns: messages to the devices of many drivers, and what became of them (D-MSG-1, D-MSG-2).
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { Domains, Message } from './message-body.contract.ts'

const int = () => z.number().int()
const AtTeam = z.object({ teamId: recordId().optional() })

export const Campaign = z
  .object({
    campaignId: int(),
    message: z.string(),
    /** The domains that were chosen, '' for drivers without a domain; none: all. */
    domains: z.array(z.string()),
    teamName: z.string(),
    /** A username. */
    sentBy: z.string(),
    createdAt: z.string(),
    /** Devices of drivers who are not disabled, counted when the campaign began. */
    receivers: int(),
    /** Messages that the push service took. */
    delivered: int(),
    /** Messages that the push service refused, or that could not be handed over within a day. */
    failed: int(),
    /** Messages on their way to the push service. */
    waiting: int(),
    /** Receivers of batches that were not sent, and devices that are known no longer. */
    notSent: int(),
  })
  .meta({ id: 'MessageCampaign' })
export type Campaign = z.infer<typeof Campaign>

const campaignSortFields = ['createdAt', 'sentBy', 'receivers'] as const

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/cms/v1/root/message-campaigns',
  can: 'SendMessages.view',
  summary: 'The messages that were sent to many drivers, newest first',
  offers: { sorts: campaignSortFields, filters: {} },
  query: listQuery(campaignSortFields, {}).extend(AtTeam.shape),
  data: z.array(Campaign),
  beside: pageFields,
})

/** Asked before a campaign begins. */
export const countReceivers = endpoint({
  method: 'POST',
  path: '/cms/v1/root/message-campaigns/receivers',
  can: 'SendMessages.view',
  reads: true,
  summary: 'How many devices a message to these domains reaches; disabled drivers are left out',
  query: AtTeam,
  body: z.object({ domains: Domains }),
  data: z.object({ receivers: int() }),
})

/** Its messages are sent by `POST root/send-bulk-notifications` with the number of the campaign, batch after batch. */
export const createCampaign = endpoint({
  method: 'POST',
  path: '/cms/v1/root/message-campaigns',
  can: 'SendMessages.create',
  summary: 'Begin a message to many drivers',
  query: AtTeam,
  body: z.object({ message: Message, domains: Domains }),
  data: z.object({ campaignId: int(), receivers: int() }),
  status: 201,
})
