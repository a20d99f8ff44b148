// The charging sites of the current team and the teams below it, with their limits.
import Balance from '@mui/icons-material/BalanceOutlined'
import Place from '@mui/icons-material/PlaceOutlined'
import { useMediaQuery } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { numberText } from '#kit/figures.tsx'
import { type ServerList, useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { StatTile, Tiles } from '#kit/stat-tile.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { addSite, LIST, rowActions } from './charging-site.actions.ts'
import { listSites, type SiteRow } from './charging-site.contract.ts'
import { BALANCING_WORDS, SUBTITLE } from './charging-site.words.ts'
import { sitesIn } from './site-reading.rules.ts'

const [ENABLED, DISABLED] = BALANCING_WORDS
const wordOf = (s: SiteRow) => (s.is_load_balancing === 1 ? ENABLED : DISABLED)
const loadText = ({ load_balancing_value: value, load_balancing_unit: unit }: SiteRow): string =>
  value === null ? '–' : `${numberText(value, String(value).split('.')[1]?.length ?? 0)} ${unit}`

const columns: readonly Column<SiteRow>[] = [
  { field: 'zone_name', header: 'Site Name', identity: true, minWidth: 220, flex: 1.6 },
  { field: 'load_balancing_value', header: 'Load Value', value: loadText, minWidth: 140 },
  {
    field: 'is_load_balancing',
    header: 'Load Balancing',
    minWidth: 150,
    value: wordOf,
    cell: s => <ToneChip tone={s.is_load_balancing === 1 ? 'success' : 'offline'} label={wordOf(s)} icon={Balance} />,
    head: true,
  },
  { field: 'chargers', header: 'Chargers', kind: 'number', value: s => s.chargers.length, minWidth: 110, flex: 0.6 },
  { field: 'team_name', header: 'Team', minWidth: 160, hidden: true },
]
const filterFields = [
  { field: 'zone_name', label: 'Site Name', type: 'text' },
  { field: 'load_balancing_value', label: 'Load Value', type: 'number' },
  { field: 'load_balancing_unit', label: 'Unit', type: 'text' },
  { field: 'is_load_balancing', label: 'Load Balancing', type: 'text' },
  { field: 'chargers', label: 'Chargers', type: 'number' },
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
        columns={columns}
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
