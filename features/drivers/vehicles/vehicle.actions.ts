// The actions on vehicles in their list (D-ACC-3).
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { deleteVehicle, listAvailableVehicles, listVehicles, type Vehicle } from './vehicle.contract.ts'

export const LIST = '/vehicles'
export const pathOf = (v: Pick<Vehicle, 'vehicle_id'>): string => `${LIST}/${v.vehicle_id}`

export const addVehicle: Action = {
  id: 'add-vehicle',
  label: 'Add New Vehicle',
  icon: Add,
  right: 'Vehicle.create',
  run: (_, { navigate }) => navigate(`${LIST}/new`),
}

export const rowActions: readonly Action<Vehicle>[] = [
  {
    id: 'view-vehicle',
    label: 'View',
    icon: Visibility,
    right: 'Vehicle.view',
    run: (v, { navigate }) => navigate(`${pathOf(v)}?mode=view`),
  },
  {
    id: 'edit-vehicle',
    label: 'Edit',
    icon: Edit,
    right: 'Vehicle.update',
    run: (v, { navigate }) => navigate(pathOf(v)),
  },
  {
    id: 'delete-vehicle',
    label: 'Delete',
    icon: Delete,
    right: 'Vehicle.delete',
    danger: true,
    when: v => v.user_pk === null || `Assigned to ${v.assigned_driver_name}: unassign it there first`,
    confirm: v => deletion(`Vehicle ${v.registration_number}`),
    run: v => call(deleteVehicle, { params: { vehicleId: v.vehicle_id } }),
    refreshes: [listVehicles, listAvailableVehicles],
  },
]
