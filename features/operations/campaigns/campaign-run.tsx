// A campaign that has begun, live: states, waves, models, and a line for each charger with its history (CAMP-05).

import EvStation from '@mui/icons-material/EvStationOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import { Alert, Box, Stack } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '@wattdesk/wire/call'
import { Suspense, useMemo, useState } from 'react'
import type { Action } from '#kit/actions.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive } from '#kit/live.ts'
import { gridColumns, recordFilters } from '#kit/record-grid.ts'
import { RowLink } from '#kit/row-link.tsx'
import { useAccess } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { CAMPAIGN_READS, windowText } from './campaign.actions.ts'
import { type Campaign, getCampaignProgress } from './campaign.contract.ts'
import { type CampaignCharger, getCampaignCharger, listCampaignChargers } from './campaign-charger.contract.ts'
import { campaignChargerFields } from './campaign-charger.fields.ts'
import { ChargerStateChip } from './campaign-chips.tsx'
import { CampaignHistory, Models, StateTiles, Waves } from './campaign-figures.tsx'

const CampaignChargerDialog = later(() => import('./campaign-charger-dialog.tsx'))

/** Leads to the charger, for whoever may see it. */
function ChargerLink({ charger: c }: { charger: CampaignCharger }) {
  const { canView } = useAccess('ChargerPoint')
  return canView ? <RowLink to={`/charger/${c.chargepoint_pk}`}>{c.chargepoint_id}</RowLink> : c.chargepoint_id
}
const columns = gridColumns<typeof campaignChargerFields, CampaignCharger>(campaignChargerFields, {
  chargepoint_id: { cell: c => <ChargerLink charger={c} /> },
  state: { cell: c => <ChargerStateChip state={c.state} />, live: c => c.state },
  reason: { foot: true },
  state_at: { kind: 'relative' },
})
const filterFields = recordFilters(campaignChargerFields)

export function CampaignRun({ campaign: c }: { campaign: Campaign }) {
  const campaignId = c.campaign_id
  const cache = useQueryClient()
  const asked = useQuery(query(getCampaignProgress, { params: { campaignId } }))
  const state = useListState({ pageSize: 10 })
  const list = useList(listCampaignChargers, { params: { campaignId } }, state)
  useLive('campaign', events => {
    if (!events.some(e => e.campaignId === campaignId)) return
    for (const e of [...CAMPAIGN_READS, getCampaignCharger]) void cache.invalidateQueries({ queryKey: keyOf(e) })
  })
  const [shown, setShown] = useState<CampaignCharger>()
  const rowActions = useMemo<readonly Action<CampaignCharger>[]>(
    () => [
      { id: 'history', label: 'History', icon: History, run: r => setShown(r) },
      {
        id: 'charger',
        label: 'Charge Point',
        icon: EvStation,
        right: 'ChargerPoint.view',
        run: (r, { navigate }) => navigate(`/charger/${r.chargepoint_pk}`),
      },
    ],
    [],
  )
  const progress = asked.data?.data
  const isOutside = c.state === 'Running' && progress?.isInWindow === false
  return (
    <Stack spacing={{ xs: 2, sm: 3 }}>
      {c.state === 'Stopped' && <Alert severity="error">The campaign has stopped: {c.stopped_why}</Alert>}
      {isOutside && c.window && (
        <Alert severity="info">Outside of its window, {windowText(c)}: nothing new is sent now.</Alert>
      )}
      {asked.error && !progress && <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />}
      {!progress && !asked.error && <BlockSkeleton height={320} />}
      {progress && (
        <>
          <StateTiles states={progress.states} state={state} />
          <Box
            sx={{
              display: 'grid',
              gap: { xs: 2, sm: 3 },
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <Waves waves={progress.waves} current={c.wave} />
            <Models models={progress.models} />
          </Box>
        </>
      )}
      <DataGrid
        label="Charge points of this campaign"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.chargepoint_pk}
        actions={rowActions}
        search="Search charge points, states, reasons, models and versions"
        filterFields={filterFields}
        file="campaign_charge_points"
      />
      {progress && <CampaignHistory events={progress.events} />}
      {shown && (
        <Suspense>
          <CampaignChargerDialog
            campaignId={campaignId}
            pk={shown.chargepoint_pk}
            name={shown.chargepoint_id}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </Stack>
  )
}
