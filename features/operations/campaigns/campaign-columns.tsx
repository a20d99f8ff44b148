// The columns of the list of campaigns, for the grid and for files.
import { gridColumns } from '#kit/record-grid.ts'
import type { Campaign } from './campaign.contract.ts'
import { campaignFields } from './campaign.fields.ts'
import { CampaignChip } from './campaign-chips.tsx'

export const campaignColumns = gridColumns<typeof campaignFields, Campaign>(campaignFields, {
  state: { cell: c => <CampaignChip state={c.state} />, live: c => c.state },
  verified: { live: c => c.verified },
  given_up: { live: c => c.given_up },
})
