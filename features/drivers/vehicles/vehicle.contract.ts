// The register of vehicles (D-VEH-1 to D-VEH-3).
import { recordId } from '@wattdesk/base/fields'
import { choiceQuery } from '@wattdesk/base/paging'
import type { ShownRecord } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { recordEndpoints, recordKind } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { vehicleFields } from './vehicle.fields.ts'
import { VehicleBody } from './vehicle-body.contract.ts'

/** A vehicle with its driver; `user_pk` is the driver's number. */
export const Vehicle = replySchema(vehicleFields, 'Vehicle')
export type Vehicle = ShownRecord<typeof vehicleFields>

/** The one vehicle in a reply: a vehicle is read as a list of one; a change answers the vehicle itself. */
export const vehicleIn = (data: Vehicle | readonly Vehicle[]): Vehicle =>
  (Array.isArray(data) ? data[0] : data) as Vehicle
export const vehicleRecord = recordKind('Vehicle', vehicleFields, vehicleIn)
const vehicles = recordEndpoints({
  kind: vehicleRecord,
  fields: vehicleFields,
  key: 'vehicle_id',
  reply: Vehicle,
  body: VehicleBody,
})

export const listVehicles = vehicles.list('/cms/v1/team/{teamId}/vehicles', {
  summary: 'The vehicles of a team and the teams below it, newest first',
})
export const getVehicle = vehicles.read('/cms/v1/vehicles/{vehicleId}', {
  summary: 'One vehicle, as a list of one',
  data: z.array(Vehicle),
})
export const createVehicle = vehicles.create('/cms/v1/team/{teamId}/vehicles', { summary: 'A new vehicle of a team' })
export const updateVehicle = vehicles.change('/cms/v1/vehicles/{vehicleId}', { summary: 'Change a vehicle' })
/** 409 while it is assigned to a driver (D-GEN-8). */
export const deleteVehicle = vehicles.remove('/cms/v1/vehicles/{vehicleId}', { summary: 'Delete a vehicle' })

/** A choice of forms: without `limit` at most 5000, `total` tells the true number. Without view on Vehicle id and plate alone (D-GEN-6). */
export const AvailableVehicle = z
  .object({
    vehicle_id: z.number().int(),
    registration_number: z.string(),
    make: z.string().optional(),
    model: z.string().optional(),
    vehicle_type: z.string().optional(),
  })
  .meta({ id: 'AvailableVehicle' })
export type AvailableVehicle = z.infer<typeof AvailableVehicle>
export const listAvailableVehicles = endpoint({
  method: 'GET',
  path: '/cms/v1/vehicles/availableVehicles',
  can: 'team role',
  summary: 'Vehicles without a driver, of a team, those below it and those above it',
  query: z.object({ teamId: recordId().optional(), ...choiceQuery }),
  data: z.array(AvailableVehicle),
  beside: { total: z.number().int() },
})
