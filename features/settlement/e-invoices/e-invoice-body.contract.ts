// What people send about e-invoices, with the checks of its forms (TAX-09).
import { isGstinOfState } from '@wattdesk/base/business'
import { optionalText, requiredLine } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { z } from 'zod'
import { CANCEL_REASONS, LONGEST_REMARK } from './e-invoice.words.ts'

const BAD_PIN = 'Please enter the six digits of a PIN code'
const pin = (label: string) =>
  optionalText(label, 6)
    .refine(t => !t || /^[1-9]\d{5}$/.test(t), BAD_PIN)
    .transform(t => t || undefined)
/** Empty: the PIN code that stands in the document’s address. */
export const RegisterBody = z.object({
  sellerPin: pin('PIN code of the supplier'),
  buyerPin: pin('PIN code of the recipient'),
})

export const CancelBody = z.object({
  reason: z.enum(CANCEL_REASONS, 'Please choose a reason'),
  remark: requiredLine('Remark', LONGEST_REMARK),
})

/** The portal seals a login for a key of 2048 bits, so name and password are short. */
const LONGEST_NAME = 32
const kept = (label: string, max: number) => secret(optionalText(label, max).transform(t => t || undefined))
export const IrpAccountBody = z.object({
  gstin: requiredLine('GSTIN', 15)
    .transform(t => t.toUpperCase())
    .refine(isGstinOfState, 'Please enter a valid GSTIN'),
  clientId: requiredLine('Client ID', 100),
  userName: requiredLine('User name', LONGEST_NAME),
  /** Empty: the stored one stays. */
  clientSecret: kept('Client secret', 200),
  password: kept('Password', LONGEST_NAME),
})
export type IrpAccountBody = z.output<typeof IrpAccountBody>
