// The charging sites of the current team and the teams below it, with their limits.
import Balance from '@mui/icons-material/BalanceOutlined'
import Place from '@mui/icons-material/PlaceOutlined'
import { useMediaQuery } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { DataGrid } from '#kit/data-grid.tsx'
import { type ServerList, useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { addSite, LIST, rowActions } from './charging-site.actions.ts'
import { listSites, type SiteRow } from './charging-site.contract.ts'
import { SUBTITLE } from './charging-site.words.ts'
import { chargingSiteColumns } from './charging-site-columns.tsx'
import { sitesIn } from './site-reading.rules.ts'

const filterFields = [
  { field: 'zone_name', label: 'Site Name', type: 'text' },
  { field: 'load_balancing_value', label: 'Load Value', type: 'number' },
  { field: 'load_balancing_unit', label: 'Unit', type: 'text' },
  { field: 'is_load_balancing', label: 'Load Balancing', type: 'text' },
  { field: 'chargers', label: 'Chargers', type: 'number' },
  { field: 'running_sessions', label: 'Running Sessions', type: 'number' },
  { field: 'team_name', label: 'Team', type: 'text' },
] as const

const pathOf = (s: SiteRow) => `${LIST}/${s.zone_id}`

/** The rows by whatever names the reply gives them. */
function useSites(list: ServerList<typeof listSites>): ServerList<typeof listSites> {
  const { reply, error } = list
  const rows = useMemo(() => (error ? undefined : sitesIn(reply)), [reply, error])
  return rows ? { ...list, rows, total: Math.max(list.total, rows.length) } : list
}

export function ChargingSitesPage() {
  const { teamId } = useSession()
  const cache = useQueryClient()
  const state = useListState({ pageSize: 10 })
  const list = useSites(useList(listSites, { params: { teamId } }, state, { enabled: teamId !== 0 }))
  // Somebody else's change of a site, or of where a charger stands.
  useLive('record', events => {
    if (events.some(e => e.feature === 'ChargingSite' || e.feature === 'ChargerPoint'))
      void cache.invalidateQueries({ queryKey: keyOf(listSites) })
  })
  // A session that began or ended may be one at a site of the list.
  useLive('transaction', events => {
    if (events.some(e => e.change !== 'metered')) void cache.invalidateQueries({ queryKey: keyOf(listSites) })
  })
  // The whole sentence does not fit into the field of a phone.
  const isPhone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  const summary = list.reply?.summary
  return (
    <Page title="Charging Sites" subtitle={SUBTITLE}>
      <Tiles>
        <StatTile label="Total Charging Sites" icon={Place} value={summary?.total} isLoading={list.isLoading} />
        <StatTile label="Load Balanced Sites" icon={Balance} value={summary?.loadBalanced} isLoading={list.isLoading} />
      </Tiles>
      <DataGrid
        label="Charging Sites"
        columns={chargingSiteColumns}
        list={list}
        state={state}
        rowId={s => s.zone_id}
        rowLink={pathOf}
        actions={rowActions}
        add={addSite}
        search={isPhone ? 'Search sites or chargers' : 'Search by site name, load value, load balancing or charger...'}
        filterFields={filterFields}
        file="charging_sites"
        empty={{
          title: 'No charging sites yet',
          text: 'A charging site holds the chargers that share one supply, and the limit of what they may take together.',
          action: addSite,
        }}
        noMatch={q => ({
          title: 'No charging sites found',
          text: `No results found for "${q}". Try checking for typos or using complete words.`,
        })}
      />
    </Page>
  )
}
