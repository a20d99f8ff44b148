// Identifiers that staff assign to a customer by hand: RFID tags and UPI ids, each by its text (D-CM-2).
import { recordId, requiredText } from '@wattdesk/base/fields'
import { isUpiAddress } from '@wattdesk/base/identifiers'
import { z } from 'zod'

const UNREADABLE = 'RFID Tag may have letters from A to Z, digits and the usual signs only'
const INVALID_UPI = 'Invalid UPI ID'

/** A tag's text, 20 characters at most as OCPP has it. */
export const TagText = requiredText('RFID Tag', 20).refine(t => /^[\x20-\x7e]*$/.test(t), UNREADABLE)
/** `name@provider`, in small letters: the case does not matter. */
export const UpiId = requiredText('UPI ID', 255)
  .refine(isUpiAddress, INVALID_UPI)
  .transform(t => t.toLowerCase())

/** The customer as the other calls give it; its id counts. */
export const OfUser = z.object({ user: z.object({ id: recordId() }, 'User is required') })
