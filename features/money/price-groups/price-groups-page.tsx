// The price groups of the current team and the teams below it.
import { useMemo } from 'react'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addPriceGroup, pathOf, rowActions } from './price-group.actions.ts'
import { listPriceGroups } from './price-group.contract.ts'
import { priceGroupColumns } from './price-group-columns.tsx'

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
  const shown = useMemo(() => priceGroupColumns(isMany), [isMany])
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
