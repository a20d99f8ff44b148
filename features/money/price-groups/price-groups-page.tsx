// The price groups of the current team and the teams below it.
import { useMemo } from 'react'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { typeLabel } from './price.words.ts'
import { addPriceGroup, pathOf, rowActions } from './price-group.actions.ts'
import { listPriceGroups, type PriceGroupRow } from './price-group.contract.ts'

const columns = (isMany: boolean): Column<PriceGroupRow>[] => [
  { field: 'name', header: 'Name', identity: true, minWidth: 180, flex: 1.2 },
  { field: 'description', header: 'Description', minWidth: 220, flex: 2 },
  {
    field: 'priceGroupType',
    header: 'Pricing Type',
    value: g => (g.priceGroupType ? typeLabel[g.priceGroupType] : ''),
    minWidth: 120,
    flex: 0.7,
    head: true,
  },
  { field: 'create_time', header: 'Creation Time', kind: 'time', minWidth: 160 },
  { field: 'update_time', header: 'Update Time', kind: 'time', minWidth: 160 },
  { field: 'team_name', header: 'Team', sort: false, minWidth: 130, hidden: !isMany },
]
const filterFields = [
  { field: 'name', label: 'Name', type: 'text' },
  { field: 'description', label: 'Description', type: 'text' },
  { field: 'priceGroupType', label: 'Pricing Type', type: 'text' },
  { field: 'create_time', label: 'Creation Time', type: 'date' },
  { field: 'update_time', label: 'Update Time', type: 'date' },
] as const

export function PriceGroupsPage() {
  const { teamId } = useSession()
  const { readOnly } = useAccess('PriceGroup')
  const { list, state } = useTeamList(listPriceGroups, teamId => ({ params: {}, query: { teamId } }), {
    sort: '-create_time',
    changedBy: ['PriceGroup'],
  })
  // Where the list has price groups of teams below this one, a column names the team of each.
  const isMany = list.rows.some(g => g.teamId !== teamId)
  const shown = useMemo(() => columns(isMany), [isMany])
  return (
    <Page>
      <DataGrid
        label="Price Groups"
        columns={shown}
        list={list}
        state={state}
        rowId={g => g.priceGroupId}
        {...(!readOnly && { rowLink: pathOf })}
        actions={rowActions}
        add={addPriceGroup}
        search="Search price groups"
        filterFields={filterFields}
        file="price_groups"
        empty={{
          title: 'No price groups yet',
          text: 'A price group says what charging costs; connectors are given one on the form of their charge point.',
          action: addPriceGroup,
        }}
      />
    </Page>
  )
}
