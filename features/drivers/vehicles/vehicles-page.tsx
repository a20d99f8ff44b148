// The vehicles of the current team and the teams below it.

import { Chip } from '@mui/material'
import { DataGrid } from '#kit/data-grid.tsx'
import { Page } from '#kit/page.tsx'
import { useAccess } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addVehicle, pathOf, rowActions } from './vehicle.actions.ts'
import { listVehicles } from './vehicle.contract.ts'
import { vehicleGrid } from './vehicle-columns.tsx'

const resultsText = (n: number) => `${n.toLocaleString('en-IN')} ${n === 1 ? 'result' : 'results'}`

export function VehiclesPage() {
  const { canUpdate } = useAccess('Vehicle')
  const { list, state } = useTeamList(listVehicles, teamId => ({ params: { teamId } }), {
    sort: '-vehicle_id',
    changedBy: ['Vehicle'],
  })
  const isFound = state.q !== '' && !list.isLoading && list.shownBefore === null
  return (
    <Page title="Manage Vehicles">
      <DataGrid
        label="Vehicles"
        {...vehicleGrid}
        list={list}
        state={state}
        rowId={v => v.vehicle_id}
        rowLink={v => (canUpdate ? pathOf(v) : `${pathOf(v)}?mode=view`)}
        actions={rowActions}
        add={addVehicle}
        search="Search by plate, make, model, owner or driver"
        file="vehicles"
        empty={{
          title: 'No vehicles yet',
          text: 'A vehicle is entered here once, and then assigned to the driver who drives it.',
          action: addVehicle,
        }}
        toolbar={isFound && <Chip size="small" role="status" label={resultsText(list.total)} />}
      />
    </Page>
  )
}
