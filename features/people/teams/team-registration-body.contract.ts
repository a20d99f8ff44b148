// A GST registration of a team as it is written, and what its form checks by (TAX-02).
import { businessAddressField, gstinField, legalNameField, recipientTypeField } from '@wattdesk/base/business'
import { bodySchema } from '@wattdesk/base/record-schemas'
import type { z } from 'zod'

export const registrationFields = {
  gstin: gstinField(),
  legalName: legalNameField(),
  address: businessAddressField('Address'),
  recipientType: recipientTypeField().optional(),
}
export const RegistrationBody = bodySchema(registrationFields)
export type RegistrationBody = z.output<typeof RegistrationBody>
/** A body that does not name the type is of a regular recipient. */
export type NewRegistration = Omit<RegistrationBody, 'recipientType'> & Partial<Pick<RegistrationBody, 'recipientType'>>
export type RegistrationValues = z.input<typeof RegistrationBody>
