// Customers of all companies below a team as the charge management sees them (D-CM-1, D-CM-2, D-ACC-11).
import { recordId } from '@wattdesk/base/fields'
import { pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import {
  Driver,
  DriverListQuery,
  DriverSummary,
  driverFilterFields,
  driverSortFields,
} from '#drivers/drivers/driver.contract.ts'
import { namesRecord } from '#drivers/wallets/wallet.contract.ts'
import { OfUser, TagText, UpiId } from './cm-customer-body.contract.ts'

export const CmCustomer = Driver.extend({
  /** Rupees kept back for sessions that have not been billed yet. */
  heldAmount: z.number(),
}).meta({ id: 'CMCustomer' })
export type CmCustomer = z.infer<typeof CmCustomer>

export const listCmCustomers = endpoint({
  method: 'GET',
  path: '/cms/v1/root/customer',
  can: 'CMCustomers.view',
  summary: 'Customers of all companies below a team, newest first',
  offers: { sorts: driverSortFields, filters: driverFilterFields, key: 'id' },
  query: DriverListQuery,
  data: z.array(Driver),
  beside: { ...pageFields, totalIsExact: z.boolean(), summary: DriverSummary },
})

export const getCmCustomer = endpoint({
  method: 'GET',
  path: '/cms/v1/root/customer/{id}',
  can: 'CMCustomers.view',
  record: namesRecord,
  summary: 'One customer with the wallet',
  params: z.object({ id: recordId() }),
  data: CmCustomer,
})

export const PersonalTag = z
  .object({
    id: z.number().int(),
    tag: z.string(),
    /** The free balance of a prepaid card, in rupees. Null: a tag without a balance. */
    balanceAmount: z.number().nullable(),
  })
  .meta({ id: 'PersonalTag' })
export type PersonalTag = z.infer<typeof PersonalTag>

const TAGS = '/cms/v1/root/customer/personal-tags'
/** A read, made by POST. */
export const listPersonalTags = endpoint({
  method: 'POST',
  path: TAGS,
  can: 'CMCustomers.view',
  byRecord: true,
  reads: true,
  summary: 'The RFID tags of a customer',
  body: OfUser,
  data: z.array(PersonalTag),
})
export const addPersonalTag = endpoint({
  method: 'POST',
  path: `${TAGS}/{tagId}`,
  can: 'CMCustomers.update',
  summary: 'Give a customer an RFID tag by its text; one that nobody knows is made',
  params: z.object({ tagId: TagText }),
  body: OfUser,
  data: z.array(PersonalTag),
})
export const removePersonalTag = endpoint({
  method: 'DELETE',
  path: `${TAGS}/{tagId}`,
  can: 'CMCustomers.update',
  summary: 'Take an RFID tag from a customer',
  params: z.object({ tagId: recordId() }),
  body: OfUser,
  data: z.array(PersonalTag),
})

export const UpiEntry = z.object({ upi_id: z.string() }).meta({ id: 'UPIEntry' })
export type UpiEntry = z.infer<typeof UpiEntry>

const UPI_IDS = '/cms/v1/root/customer/upi-ids'
/** A read, made by POST. */
export const listUpiIds = endpoint({
  method: 'POST',
  path: UPI_IDS,
  can: 'CMCustomers.view',
  byRecord: true,
  reads: true,
  summary: 'The UPI ids of a customer',
  body: OfUser,
  data: z.array(UpiEntry),
})
export const addUpiId = endpoint({
  method: 'POST',
  path: `${UPI_IDS}/{upiId}`,
  can: 'CMCustomers.update',
  summary: 'Give a customer a UPI id',
  params: z.object({ upiId: UpiId }),
  body: OfUser,
  data: z.array(UpiEntry),
})
export const removeUpiId = endpoint({
  method: 'DELETE',
  path: `${UPI_IDS}/{upiId}`,
  can: 'CMCustomers.update',
  summary: 'Take a UPI id from a customer',
  params: z.object({ upiId: UpiId }),
  body: OfUser,
  data: z.array(UpiEntry),
})
