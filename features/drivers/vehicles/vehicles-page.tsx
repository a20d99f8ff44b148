// The vehicles of the current team and the teams below it.
import { Chip } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { gridColumns, recordFilters } from '#kit/record-grid.ts'
import { useAccess, useSession } from '#kit/session.ts'
import { addVehicle, pathOf, rowActions } from './vehicle.actions.ts'
import { listVehicles } from './vehicle.contract.ts'
import { vehicleFields } from './vehicle.fields.ts'

const columns = gridColumns(vehicleFields, {
  year_of_manufacture: { value: v => String(v.year_of_manufacture), kind: 'text' },
})
const filterFields = recordFilters(vehicleFields)

const resultsText = (n: number) => `${n.toLocaleString('en-IN')} ${n === 1 ? 'result' : 'results'}`

export function VehiclesPage() {
  const { teamId } = useSession()
  const { canUpdate } = useAccess('Vehicle')
  const cache = useQueryClient()
  const state = useListState({ pageSize: 10, sort: '-vehicle_id' })
  const list = useList(listVehicles, { params: { teamId } }, state, { enabled: teamId !== 0 })
  // Somebody else's change of a vehicle, or of who drives it.
  useLive('record', events => {
    if (events.some(e => e.feature === 'Vehicle')) void cache.invalidateQueries({ queryKey: keyOf(listVehicles) })
  })
  const isFound = state.q !== '' && !list.isLoading && list.shownBefore === null
  return (
    <Page title="Manage Vehicles">
      <DataGrid
        label="Vehicles"
        columns={columns}
        list={list}
        state={state}
        rowId={v => v.vehicle_id}
        rowLink={v => (canUpdate ? pathOf(v) : `${pathOf(v)}?mode=view`)}
        actions={rowActions}
        add={addVehicle}
        search="Search by plate, make, model, owner or driver"
        filterFields={filterFields}
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
