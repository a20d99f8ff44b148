// The vehicles of the current team and the teams below it.
import { Chip } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '@wattdesk/wire/call'
import type { Column } from '#kit/columns.tsx'
import { DataGrid } from '#kit/data-grid.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { useAccess, useSession } from '#kit/session.ts'
import { addVehicle, pathOf, rowActions } from './vehicle.actions.ts'
import { listVehicles, type Vehicle } from './vehicle.contract.ts'

const columns: readonly Column<Vehicle>[] = [
  { field: 'registration_number', header: 'License Plate', identity: true, minWidth: 160 },
  { field: 'make', header: 'Make', minWidth: 150 },
  { field: 'model', header: 'Model', minWidth: 150 },
  { field: 'vehicle_type', header: 'Type', minWidth: 120, flex: 0.6, head: true },
  { field: 'assigned_driver_name', header: 'Assigned Driver', minWidth: 160, hidden: true },
  { field: 'owner_name', header: 'Owner Name', minWidth: 160, hidden: true },
  {
    field: 'year_of_manufacture',
    header: 'Year of Manufacture',
    value: v => String(v.year_of_manufacture),
    hidden: true,
  },
  { field: 'insurance_expiry_date', header: 'Insurance Expiry Date', kind: 'day', hidden: true },
  { field: 'team_name', header: 'Team', sort: false, hidden: true },
]
const filterFields = [
  { field: 'registration_number', label: 'License Plate', type: 'text' },
  { field: 'make', label: 'Make', type: 'text' },
  { field: 'model', label: 'Model', type: 'text' },
  { field: 'vehicle_type', label: 'Type', type: 'text' },
  { field: 'usage_type', label: 'Usage Type', type: 'text' },
  { field: 'owner_name', label: 'Owner Name', type: 'text' },
  { field: 'year_of_manufacture', label: 'Year of Manufacture', type: 'number' },
  { field: 'insurance_expiry_date', label: 'Insurance Expiry Date', type: 'date' },
  { field: 'assigned_driver_name', label: 'Assigned Driver', type: 'text' },
  { field: 'team_name', label: 'Team', type: 'text' },
] as const

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
