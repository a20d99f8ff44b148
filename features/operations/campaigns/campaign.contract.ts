// Campaigns: their list and records, the count of chosen chargers, and what people do with them (CAMP-02 to CAMP-05).
import { recordId } from '@wattdesk/base/fields'
import { type ShownRecord, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { recordEndpoints } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { campaignFields } from './campaign.fields.ts'
import { CHARGER_STATES, MOST_CHARGERS, WAVE_UNITS } from './campaign.words.ts'
import type { CampaignBody, CampaignChoice } from './campaign-body.contract.ts'
import { CheckedBody, CheckedChoice } from './campaign-matching.contract.ts'

const int = () => z.number().int()

const beside = {
  choice: z.object({
    teamId: int().nullable(),
    sites: z.array(int()).nullable(),
    versions: z.array(z.string()).nullable(),
    chargers: z.array(int()).nullable(),
    matching: z.object({ q: z.string().optional(), filters: z.string().optional(), tz: int().optional() }).nullable(),
  }),
  waves: z.array(z.object({ count: int(), unit: z.enum(WAVE_UNITS) })),
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
}
export const Campaign = replySchema(campaignFields, 'Campaign').extend(beside)
export type Campaign = ShownRecord<typeof campaignFields> & {
  choice: CampaignChoice
  waves: CampaignBody['waves']
  window: CampaignBody['window']
}
export const campaignRecord: RecordKind<Campaign> = {
  features: ['Campaign'],
  part: only(...writtenNames(campaignFields), 'firmware_id', 'choice', 'waves', 'window'),
}
const campaigns = recordEndpoints({
  kind: campaignRecord,
  fields: campaignFields,
  key: 'campaign_id',
  reply: Campaign,
  body: CheckedBody,
})

export const listCampaigns = campaigns.list('/cms/v1/team/{teamId}/campaigns', {
  summary: 'The campaigns of a team and the teams below it, newest first',
})
export const createCampaign = campaigns.create('/cms/v1/team/{teamId}/campaigns', {
  summary: 'A new campaign of a team, as a draft',
})
export const getCampaign = campaigns.read('/cms/v1/campaigns/{campaignId}', { summary: 'One campaign' })
export const updateCampaign = campaigns.change('/cms/v1/campaigns/{campaignId}', {
  summary: 'Change a campaign that has not begun',
})
export const deleteCampaign = campaigns.remove('/cms/v1/campaigns/{campaignId}', {
  summary: 'Delete a campaign that has not begun',
})

const OfTeam = z.object({ teamId: recordId() })
export const CampaignCount = z
  .object({
    /** Those that the campaign would be for. */
    count: int(),
    offline: int(),
    charging: int(),
    /** Chosen, but left out: they have the version already, or are of another model. */
    sameVersion: int(),
    otherModel: int(),
    /** In the hands of another campaign, so that this one could not start. */
    taken: int(),
    /** The first few, by name. */
    first: z.array(z.string()),
  })
  .meta({ id: 'CampaignCount' })
export type CampaignCount = z.infer<typeof CampaignCount>
export const countCampaign = endpoint({
  method: 'POST',
  reads: true,
  path: '/cms/v1/team/{teamId}/campaigns/count',
  can: 'Campaign.view',
  summary: 'How many charge points a campaign would be for',
  params: OfTeam,
  body: z.object({ firmware_id: recordId(), choice: CheckedChoice }),
  data: CampaignCount,
})

const FleetVersion = z
  .object({ vendor: z.string(), model: z.string(), version: z.string(), chargers: int() })
  .meta({ id: 'FleetVersion' })
export type FleetVersion = z.infer<typeof FleetVersion>
export const listFleetVersions = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/firmware-versions',
  can: 'Campaign.view',
  summary: 'The models and versions that the charge points of a team told at their last boot, at most 500',
  params: OfTeam,
  data: z.array(FleetVersion),
})

const StateCounts = z.record(z.enum(CHARGER_STATES), int())
export const CampaignProgress = z
  .object({
    states: StateCounts,
    models: z.array(
      z.object({ vendor: z.string(), model: z.string(), versionBefore: z.string(), states: StateCounts }),
    ),
    waves: z.array(
      z.object({ wave: int(), size: int(), verified: int(), ended: int(), unsent: int(), again: int(), failed: int() }),
    ),
    /** Whether the time of day lies in the window at one of its sites. */
    isInWindow: z.boolean(),
    events: z.array(
      z.object({
        id: int(),
        at: z.string(),
        what: z.string(),
        note: z.string().nullable(),
        /** The username; null: the product. */
        by: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'CampaignProgress' })
export type CampaignProgress = z.infer<typeof CampaignProgress>
const One = z.object({ campaignId: recordId() })
export const getCampaignProgress = endpoint({
  method: 'GET',
  path: '/cms/v1/campaigns/{campaignId}/progress',
  can: 'Campaign.view',
  summary: 'How far a campaign has come: by state, model and wave, with its history',
  params: One,
  data: CampaignProgress,
})

/**
 * 409 where the choice holds another number of charge points by now than `confirmed`, which the user was shown, or where the
 * campaign is another one than that of the `If-Match`.
 */
export const startCampaign = endpoint({
  method: 'POST',
  path: '/cms/v1/campaigns/{campaignId}/start',
  can: 'Campaign.update',
  record: campaignRecord,
  summary: 'Start a campaign with the charge points that its choice holds now',
  params: One,
  body: z.object({ confirmed: int().min(1).max(MOST_CHARGERS) }),
  data: Campaign,
})
export const pauseCampaign = endpoint({
  method: 'POST',
  path: '/cms/v1/campaigns/{campaignId}/pause',
  can: 'Campaign.update',
  summary: 'Send no more charge points; those that were sent go on',
  params: One,
  data: Campaign,
})
/** `again`: charge points that were given up are sent again. Failures until now no longer stop the campaign. */
export const resumeCampaign = endpoint({
  method: 'POST',
  path: '/cms/v1/campaigns/{campaignId}/resume',
  can: 'Campaign.update',
  summary: 'Let a campaign go on that was paused or has stopped',
  params: One,
  body: z.object({ again: z.boolean().default(false) }),
  data: Campaign,
})
export const cancelCampaign = endpoint({
  method: 'POST',
  path: '/cms/v1/campaigns/{campaignId}/cancel',
  can: 'Campaign.update',
  summary: 'End a campaign; charge points that were sent go on, and their end is still told',
  params: One,
  data: Campaign,
})
export const rollBackCampaign = endpoint({
  method: 'POST',
  path: '/cms/v1/campaigns/{campaignId}/roll-back',
  can: 'Campaign.update',
  summary:
    'Cancel a campaign and bring its updated charge points back to the files they had before, by campaigns of their own',
  params: One,
  data: z.object({
    /** The campaigns that take back, one for each file. */
    campaigns: z.array(int()),
    chargers: int(),
    /** Charge points for whose version before there is no file. */
    leftOut: int(),
  }),
})
