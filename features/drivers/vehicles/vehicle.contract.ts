// The register of vehicles (D-VEH-1 to D-VEH-3).
import { recordId } from '@wattdesk/base/fields'
import { choiceQuery, listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { vehicleFields } from './vehicle.fields.ts'
import { VehicleBody } from './vehicle-body.contract.ts'

/** A vehicle with its driver; `user_pk` is the driver's number. */
export const Vehicle = replySchema(vehicleFields, 'Vehicle')
export type Vehicle = ShownRecord<typeof vehicleFields>

const part = only(...writtenNames(vehicleFields))
/** The one vehicle in a reply: a vehicle is read as a list of one; a change answers the vehicle itself. */
export const vehicleIn = (data: Vehicle | readonly Vehicle[]): Vehicle =>
  (Array.isArray(data) ? data[0] : data) as Vehicle
export const vehicleRecord: RecordKind<Vehicle | Vehicle[]> = {
  features: ['Vehicle'],
  part: data => part(vehicleIn(data)),
}
const sorts = sortNames(vehicleFields)
const filters = filterTypes(vehicleFields)

const OfTeam = z.object({ teamId: recordId() })
const OfVehicle = z.object({ vehicleId: recordId() })

export const listVehicles = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/vehicles',
  can: 'Vehicle.view',
  summary: 'The vehicles of a team and the teams below it, newest first',
  params: OfTeam,
  offers: { sorts, filters, key: 'vehicle_id' },
  query: listQuery(sorts, filters),
  data: z.array(Vehicle),
  beside: pageFields,
})

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

export const getVehicle = endpoint({
  method: 'GET',
  path: '/cms/v1/vehicles/{vehicleId}',
  can: 'Vehicle.view',
  record: vehicleRecord,
  summary: 'One vehicle, as a list of one',
  params: OfVehicle,
  data: z.array(Vehicle),
})

export const createVehicle = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/vehicles',
  can: 'Vehicle.create',
  record: vehicleRecord,
  summary: 'A new vehicle of a team',
  params: OfTeam,
  body: VehicleBody,
  data: Vehicle,
  status: 201,
})

export const updateVehicle = endpoint({
  method: 'PUT',
  path: '/cms/v1/vehicles/{vehicleId}',
  can: 'Vehicle.update',
  record: vehicleRecord,
  summary: 'Change a vehicle',
  params: OfVehicle,
  body: VehicleBody,
  data: Vehicle,
})

/** 409 while it is assigned to a driver (D-GEN-8). */
export const deleteVehicle = endpoint({
  method: 'DELETE',
  path: '/cms/v1/vehicles/{vehicleId}',
  can: 'Vehicle.delete',
  record: vehicleRecord,
  summary: 'Delete a vehicle',
  params: OfVehicle,
  data: z.object({ vehicle_id: z.number().int() }),
})
