// The chargers of a campaign: page by page, and one with its history (CAMP-05).
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { campaignChargerFields } from './campaign-charger.fields.ts'

const sorts = sortNames(campaignChargerFields)
const filters = filterTypes(campaignChargerFields)

export const CampaignCharger = replySchema(campaignChargerFields, 'CampaignCharger')
export type CampaignCharger = ShownRecord<typeof campaignChargerFields>

export const listCampaignChargers = endpoint({
  method: 'GET',
  path: '/cms/v1/campaigns/{campaignId}/chargers',
  can: 'Campaign.view',
  summary: 'What becomes of each charge point of a campaign',
  params: z.object({ campaignId: recordId() }),
  offers: { sorts, filters },
  query: listQuery(sorts, filters),
  data: z.array(CampaignCharger),
  beside: pageFields,
})

export const CampaignChargerDetail = CampaignCharger.extend({
  events: z.array(
    z.object({
      id: z.number().int(),
      at: z.string(),
      what: z.string(),
      attempt: z.number().int().nullable(),
      note: z.string().nullable(),
    }),
  ),
}).meta({ id: 'CampaignChargerDetail' })
export type CampaignChargerDetail = z.infer<typeof CampaignChargerDetail>

export const getCampaignCharger = endpoint({
  method: 'GET',
  path: '/cms/v1/campaigns/{campaignId}/chargers/{chargepointPk}',
  can: 'Campaign.view',
  summary: 'A charge point of a campaign with its history, oldest first',
  params: z.object({ campaignId: recordId(), chargepointPk: recordId() }),
  data: CampaignChargerDetail,
})
