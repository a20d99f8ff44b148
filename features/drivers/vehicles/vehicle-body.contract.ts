// A vehicle as it is written, and what its form checks by (D-VEH-1). `user_pk`, `companyId` and the like may be sent and
// are passed over: drivers are assigned on their own screen.
import { wholeBusiness } from '@wattdesk/base/business'
import { besideOthers } from '@wattdesk/base/field-checks'
import { bodySchema } from '@wattdesk/base/record-schemas'
import type { z } from 'zod'
import { ownerBusinessFields, vehicleFields } from './vehicle.fields.ts'

const isBefore = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string' && a !== '' && b !== '' && a < b
export const VehicleBody = wholeBusiness(bodySchema(vehicleFields), ownerBusinessFields)
  .refine(v => !isBefore(v.next_service_date, v.last_service_date), {
    when: besideOthers,
    path: ['next_service_date'],
    error: 'Next Service Date should not be before Last Service Date',
  })
  .refine(v => !isBefore(v.emi_end_date, v.emi_start_date), {
    when: besideOthers,
    path: ['emi_end_date'],
    error: 'EMI End Date should not be before EMI Start Date',
  })
export type VehicleBody = z.output<typeof VehicleBody>
export type VehicleValues = z.input<typeof VehicleBody>
