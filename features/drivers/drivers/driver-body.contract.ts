// A driver as it is written, and what its form checks by (D-DRV-1, D-DRV-2).
import { LATITUDE, LONGITUDE, withKnownState } from '@wattdesk/base/address'
import { wholeBusiness } from '@wattdesk/base/business'
import { isCountryCode } from '@wattdesk/base/countries'
import { besideOthers } from '@wattdesk/base/field-checks'
import { bodySchema, changeSchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import {
  addressFields,
  appFields,
  businessFields,
  generalFields,
  recipientFields,
  speechFields,
} from './driver.fields.ts'
import { NEITHER, NO_POINT, NO_TAGS_CHOSEN, NO_VEHICLE_CHOSEN, NO_VEHICLE_NAMED } from './driver.words.ts'

const MAX_TAGS = 100
const NOT_TAGS = 'RFID Tags must be a list of tag IDs'
const MOST_ID = 2_147_483_647

const degrees = (limit: number, outside: string) =>
  z
    .number({ error: ({ input }) => (input === undefined || input === null || input === '' ? NO_POINT : undefined) })
    .min(-limit, outside)
    .max(limit, outside)
    // Six decimals are a tenth of a metre.
    .transform(n => Math.round(n * 1e6) / 1e6)

const Address = withKnownState(
  z.object(
    {
      lat: degrees(90, LATITUDE),
      lng: degrees(180, LONGITUDE),
      ...bodySchema(addressFields).shape,
      country: z.string().refine(isCountryCode, 'Please select a country').default('IN'),
    },
    { error: NO_POINT },
  ),
)

const fields = {
  ...bodySchema(generalFields).shape,
  ...changeSchema({ ...speechFields, ...businessFields, ...recipientFields, ...appFields }).shape,
  address: Address,
}
type Reached = { email?: unknown; phone?: unknown }
/** Whether a value is there; a text must not be empty. Wrong values are refused by their own field. */
const isGiven = (v: unknown): boolean => (typeof v === 'string' ? v.trim() !== '' : v !== undefined && v !== null)
/** An email or a phone must be there, and a business must be whole. */
const reached = <S extends z.ZodObject>(driver: S): S =>
  wholeBusiness(driver, businessFields).refine(d => isGiven((d as Reached).email) || isGiven((d as Reached).phone), {
    when: besideOthers,
    path: ['email'],
    error: NEITHER,
  })

/** A change of a driver. The team of a driver stays; `companyId` may be sent and is passed over. */
export const DriverBody = reached(z.object(fields))
export type DriverBody = z.output<typeof DriverBody>

const TagIds = z
  .array(z.number(NOT_TAGS).int(NOT_TAGS).min(1, NOT_TAGS).max(MOST_ID, NOT_TAGS), {
    error: ({ input }) => (input === undefined || input === null ? NO_TAGS_CHOSEN : NOT_TAGS),
  })
  .max(MAX_TAGS, `Please select ${MAX_TAGS} tags or less`)
  .transform(ids => [...new Set(ids)])
/** A new driver, with the tags that it is to have. */
export const NewDriverBody = reached(z.object({ ...fields, ocppTagIds: TagIds.optional() }))
export type NewDriverBody = z.output<typeof NewDriverBody>
export type DriverValues = z.input<typeof NewDriverBody>

/** Tags that a driver is to have as well. */
export const TagsBody = z.object({ tagIds: TagIds.refine(ids => ids.length > 0, NO_TAGS_CHOSEN) })
const vehicle = (missing: string) =>
  z.object({ vehicleId: z.number(missing).int(missing).min(1, missing).max(MOST_ID, missing) })
export const VehicleChoice = vehicle(NO_VEHICLE_CHOSEN)
export const VehicleTaken = vehicle(NO_VEHICLE_NAMED)
