// EV drivers, the customers of an operator: their list, their record, their tags and their vehicle (D-DRV-1).
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, sortNames, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { YesNo } from '@wattdesk/base/session-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { recordEndpoints } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { addressFields, businessFields, driverFields, generalFields } from './driver.fields.ts'
import { DriverBody, NewDriverBody, TagsBody, VehicleChoice, VehicleTaken } from './driver-body.contract.ts'

const int = () => z.number().int()
const texts = replySchema(addressFields, 'CustomerAddressTexts').shape

const DriverAddress = z.object({
  /** null: of a driver of before, whose point nobody has set yet. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  ...texts,
  country: z.string(),
})

export const Driver = replySchema(driverFields, 'Customer', { address: DriverAddress })
export type Driver = z.infer<typeof Driver>
/** The fields that people edit together; being active is a switch of its own. */
export const driverRecord: RecordKind<Driver> = {
  features: ['Customers'],
  part: only(...writtenNames(generalFields), 'language', ...writtenNames(businessFields), 'address', 'domain'),
}

/** The cards: the whole scope, before search and filter. */
export const DriverSummary = z.object({ total: int(), active: int(), inactive: int() }).meta({ id: 'CustomerSummary' })
export type DriverSummary = z.infer<typeof DriverSummary>

export const driverFilterFields = filterTypes(driverFields)
export const driverSortFields = sortNames(driverFields)

export const DriverListQuery = listQuery(driverSortFields, driverFilterFields).extend({
  teamId: recordId().optional(),
  /** As of transactions: `fast` stops counting at 10 000, `only` answers the exact number without rows. */
  total: z.enum(['exact', 'fast', 'only']).optional(),
})
const OfDriver = z.object({ id: recordId() })

export const listDrivers = endpoint({
  method: 'GET',
  path: '/cms/v1/customer',
  aliases: ['/cms/v1/team/{teamId}/customer'],
  can: 'Customers.view',
  summary: 'EV drivers of a team and the teams below it, newest first',
  offers: { sorts: driverSortFields, filters: driverFilterFields, key: 'id' },
  query: DriverListQuery,
  data: z.array(Driver),
  beside: {
    ...pageFields,
    /** False: at least `total` rows match. */
    totalIsExact: z.boolean(),
    summary: DriverSummary,
  },
})

const drivers = recordEndpoints({
  kind: driverRecord,
  fields: driverFields,
  key: 'id',
  reply: Driver,
  body: DriverBody,
})
export const getDriver = drivers.read('/cms/v1/customer/{id}', { summary: 'One EV driver' })
export const createDriver = drivers.create('/cms/v1/customer', {
  aliases: ['/cms/v1/team/{teamId}/customer'],
  summary: 'A new EV driver with a wallet, an app tag, and the RFID tags chosen',
  body: NewDriverBody,
})
export const updateDriver = drivers.change('/cms/v1/customer/{id}', { summary: 'Change an EV driver' })

/** A disabled driver's tags answer Blocked (D-DRV-1); a session that runs goes on to its end. */
export const setDriverStatus = endpoint({
  method: 'PATCH',
  path: '/cms/v1/customer/{id}',
  can: 'Customers.delete',
  record: driverRecord,
  summary: 'Disable or enable an EV driver',
  params: OfDriver,
  body: z.object({ status: z.enum(YesNo.options, 'Status must be Y or N') }),
  data: Driver,
})

export const DriverTag = z.object({ id: int(), tag: z.string() }).meta({ id: 'CustomerTag' })
export type DriverTag = z.infer<typeof DriverTag>

/** Without the app tag, which is no RFID tag (D-WAL-4). */
export const listDriverTags = endpoint({
  method: 'GET',
  path: '/cms/v1/customer/{id}/tags',
  can: 'Customers.view',
  summary: 'The RFID tags of an EV driver',
  params: OfDriver,
  data: z.array(DriverTag),
})

export const addDriverTags = endpoint({
  method: 'POST',
  path: '/cms/v1/customer/{id}/tags',
  can: 'Customers.update',
  summary: 'Give RFID tags to an EV driver',
  params: OfDriver,
  body: TagsBody,
  data: z.array(DriverTag),
})

export const removeDriverTag = endpoint({
  method: 'DELETE',
  path: '/cms/v1/customer/{id}/tags/{tagId}',
  can: 'Customers.delete',
  summary: 'Take an RFID tag from an EV driver',
  params: OfDriver.extend({ tagId: recordId() }),
  data: z.array(DriverTag),
})

/** A vehicle as the screen of a driver shows it. */
export const DriverVehicle = z
  .object({
    vehicle_id: int(),
    registration_number: z.string(),
    make: z.string(),
    model: z.string(),
    vehicle_type: z.string(),
  })
  .meta({ id: 'CustomerVehicle' })
export type DriverVehicle = z.infer<typeof DriverVehicle>

export const getAttachedVehicle = endpoint({
  method: 'GET',
  path: '/cms/v1/customer/{id}/attachedVehicle',
  can: 'Customers.view',
  summary: 'The vehicle of an EV driver; an empty list where there is none',
  params: OfDriver,
  data: z.array(DriverVehicle),
})

export const assignVehicle = endpoint({
  method: 'POST',
  path: '/cms/v1/customer/{id}/vehicle/assignVehicle',
  can: 'Customers.update',
  summary: 'Give a vehicle to an EV driver',
  params: OfDriver,
  body: VehicleChoice,
  data: z.array(DriverVehicle),
})
export const unassignVehicle = endpoint({
  method: 'POST',
  path: '/cms/v1/customer/{id}/vehicle/unassignVehicle',
  can: 'Customers.update',
  summary: 'Take the vehicle from an EV driver',
  params: OfDriver,
  body: VehicleTaken,
  data: z.array(DriverVehicle),
})
