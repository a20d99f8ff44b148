// The register of vehicles (D-VEH-1 to D-VEH-3).
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { choiceQuery, listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { VehicleBody } from './vehicle-body.contract.ts'
import { WRITTEN } from './vehicle-words.contract.ts'

const int = () => z.number().int()
const text = z.string().nullable()
const figure = z.number().nullable()
const written = {
  vehicle_type: z.string(),
  make: z.string(),
  model: z.string(),
  variant: text,
  year_of_manufacture: int(),
  registration_number: z.string(),
  chassis_number: text,
  engine_number: text,
  vin: text,
  license_plate_state: text,
  battery_capacity: figure,
  motor_type: text,
  seating_capacity: figure,
  color: text,
  body_type: text,
  owner_name: z.string(),
  owner_contact: text,
  usage_type: z.string(),
  odometer_reading: figure,
  vehicle_insurance_provider: text,
  insurance_policy_number: text,
  insurance_expiry_date: text,
  key_features: text,
  range_per_charge: figure,
  charging_port_type: text,
  top_speed: figure,
  tire_details: text,
  last_service_date: text,
  service_history: text,
  next_service_date: text,
  warranty_details: text,
  roadside_assistance_provider: text,
  /** Rupees. */
  total_financed_amount: figure,
  emi_amount: figure,
  emi_start_date: text,
  emi_end_date: text,
  emi_cycle: text,
  finance_company_name: text,
  /** Links to PDF documents. */
  registration_certificate: text,
  insurance_document: text,
  pollution_certificate: text,
  invoice_document: text,
  loan_lease_details: text,
}
/** Days are `yyyy-MM-dd`. */
export const Vehicle = z
  .object({
    vehicle_id: int(),
    /** The assigned driver. */
    user_pk: int().nullable(),
    assigned_driver_name: text,
    companyId: int(),
    teamId: int(),
    team_name: z.string(),
    ...written,
  })
  .meta({ id: 'Vehicle' })
export type Vehicle = z.infer<typeof Vehicle>

const part = only(...WRITTEN)
/** A vehicle is read as a list of one; a change answers the vehicle itself. */
export const vehicleIn = (data: Vehicle | readonly Vehicle[]): Vehicle =>
  (Array.isArray(data) ? data[0] : data) as Vehicle
export const vehicleRecord: RecordKind<Vehicle | Vehicle[]> = {
  features: ['Vehicle'],
  part: data => part(vehicleIn(data)),
}

export const vehicleFilterFields = {
  vehicle_id: 'text',
  registration_number: 'text',
  make: 'text',
  model: 'text',
  vehicle_type: 'text',
  usage_type: 'text',
  owner_name: 'text',
  year_of_manufacture: 'number',
  insurance_expiry_date: 'date',
  assigned_driver_name: 'text',
  team_name: 'text',
} as const satisfies FilterFields
export const vehicleSortFields = [
  'vehicle_id',
  'registration_number',
  'make',
  'model',
  'vehicle_type',
  'year_of_manufacture',
  'owner_name',
  'assigned_driver_name',
  'insurance_expiry_date',
] as const

const OfTeam = z.object({ teamId: recordId() })
const OfVehicle = z.object({ vehicleId: recordId() })

export const listVehicles = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/vehicles',
  can: 'Vehicle.view',
  summary: 'The vehicles of a team and the teams below it, newest first',
  params: OfTeam,
  offers: { sorts: vehicleSortFields, filters: vehicleFilterFields, key: 'vehicle_id' },
  query: listQuery(vehicleSortFields, vehicleFilterFields),
  data: z.array(Vehicle),
  beside: pageFields,
})

/** A choice of forms: without `limit` at most 5000, `total` tells the true number. Without view on Vehicle id and plate alone (D-GEN-6). */
export const AvailableVehicle = z
  .object({
    vehicle_id: int(),
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
  beside: { total: int() },
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
  data: z.object({ vehicle_id: int() }),
})
