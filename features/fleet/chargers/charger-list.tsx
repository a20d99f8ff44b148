// The charger list: four cards, each of which narrows the list when pressed, and a grid that the server searches,
// filters, sorts and pages.
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import EvStation from '@mui/icons-material/EvStationOutlined'
import Public from '@mui/icons-material/PublicOutlined'
import { useMediaQuery } from '@mui/material'
import { type ReactNode, useMemo } from 'react'
import type { Many, ManyAction } from '#kit/choice.ts'
import { DataGrid } from '#kit/data-grid.tsx'
import { type FilterCard, FilterTiles } from '#kit/filter-tiles.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { usePolling } from '#kit/live.ts'
import { useSession } from '#kit/session.ts'
import { addCharger, rowActions } from './charger.actions.ts'
import { type ChargerRow, type ChargerSummary, listChargers } from './charger.contract.ts'
import { chargerColumns, chargerFilters, narrowColumns } from './charger-columns.tsx'
import { useLiveChargers } from './charger-live.tsx'

const POLL_MS = 30_000
const cards: readonly FilterCard<ChargerSummary>[] = [
  { label: 'Total', figure: 'total', icon: EvStation },
  {
    label: 'Active',
    figure: 'active',
    icon: CheckCircle,
    only: { field: 'status', operator: 'equals', value: 'Active' },
  },
  {
    label: 'Inactive',
    figure: 'inactive',
    icon: CloudOff,
    only: { field: 'status', operator: 'notEquals', value: 'Active' },
  },
  {
    label: 'Public',
    figure: 'public',
    icon: Public,
    only: { field: 'visibility', operator: 'equals', value: 'Public' },
  },
]

export type ChargerListProps = {
  /** Shows the Remote Operation modal for a charger. */
  openRemote: (c: Pick<ChargerRow, 'chargepoint_pk' | 'chargepoint_id'>) => void
  /** Actions on many chargers at once. */
  many: readonly ManyAction[]
  /** More items for the bar of the grid. */
  beside?: ReactNode
}

/** The most chargers for an action at once (D-BULK-1). */
const MOST = 10_000

export function ChargerList({ openRemote, many, beside }: ChargerListProps) {
  const { teamId } = useSession()
  const state = useListState({ pageSize: 10 })
  const list = useList(listChargers, { params: { teamId } }, state, {
    enabled: teamId !== 0,
    refetchInterval: usePolling(POLL_MS),
  })
  const actions = useMemo(() => rowActions(openRemote), [openRemote])
  const choosing = useMemo<Many>(() => ({ actions: many, most: MOST }), [many])
  const isNarrow = useMediaQuery('(max-width:1399.95px)', { noSsr: true })
  useLiveChargers()
  return (
    <>
      {!list.error && <FilterTiles cards={cards} summary={list.reply?.summary} state={state} noun="chargers" />}
      <DataGrid
        label="Charge Points"
        columns={isNarrow ? narrowColumns : chargerColumns}
        list={list}
        state={state}
        rowId={c => c.chargepoint_pk}
        rowLink={c => `/charger/${c.chargepoint_pk}`}
        actions={actions}
        many={choosing}
        add={addCharger}
        search="Search charge points"
        filterFields={chargerFilters}
        file="chargers"
        toolbar={beside}
        empty={{
          title: 'No charge points yet',
          text: 'A charge point appears here once it is registered in this team or a team below it.',
          action: addCharger,
        }}
      />
    </>
  )
}
