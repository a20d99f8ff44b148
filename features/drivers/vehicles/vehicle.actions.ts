// The actions on vehicles in their list (D-ACC-3).
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { deleteVehicle, listAvailableVehicles, listVehicles, type Vehicle } from './vehicle.contract.ts'

export const LIST = '/vehicles'
export const pathOf = (v: Pick<Vehicle, 'vehicle_id'>): string => `${LIST}/${v.vehicle_id}`

const actions = recordActions('vehicle', 'Vehicle')
export const addVehicle = actions.add('Add New Vehicle', `${LIST}/new`)
export const rowActions: readonly Action<Vehicle>[] = [
  ...actions.open(pathOf),
  actions.delete({
    when: v => v.user_pk === null || `Assigned to ${v.assigned_driver_name}: unassign it there first`,
    confirm: v => deletion(`Vehicle ${v.registration_number}`),
    run: v => call(deleteVehicle, { params: { vehicleId: v.vehicle_id } }),
    refreshes: [listVehicles, listAvailableVehicles],
  }),
]
