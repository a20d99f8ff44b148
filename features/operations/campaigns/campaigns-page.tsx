// The campaigns of the current team and the teams below it, live (CAMP-05).
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { DataGrid } from '#kit/data-grid.tsx'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addCampaign, campaignActions, campaignPath, firmwareFiles } from './campaign.actions.ts'
import { listCampaigns } from './campaign.contract.ts'
import { campaignFields } from './campaign.fields.ts'
import { campaignColumns } from './campaign-columns.tsx'

const filterFields = recordFilters(campaignFields)

const pageActions = [firmwareFiles]

export function CampaignsPage() {
  const cache = useQueryClient()
  const { list, state } = useTeamList(listCampaigns, teamId => ({ params: { teamId } }), {
    sort: '-campaign_id',
    changedBy: ['Campaign'],
  })
  useLive('campaign', () => void cache.invalidateQueries({ queryKey: keyOf(listCampaigns) }))
  const actions = useMemo(campaignActions, [])
  return (
    <Page
      title="Campaigns"
      actions={pageActions}
      subtitle="New firmware for many charge points, in waves, each verified by what it tells at its next boot."
    >
      <DataGrid
        label="Campaigns"
        columns={campaignColumns}
        list={list}
        state={state}
        rowId={c => c.campaign_id}
        rowLink={campaignPath}
        actions={actions}
        add={addCampaign}
        search="Search by name, state, firmware or team"
        filterFields={filterFields}
        file="campaigns"
        empty={{
          title: 'No campaigns yet',
          text: 'Add a firmware file first, then a campaign that brings it to charge points.',
          action: addCampaign,
        }}
      />
    </Page>
  )
}
