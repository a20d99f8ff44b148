// What documents for the tax office have in common as calls carry them. Amounts in rupees.
import { RECIPIENT_TYPE_NAMES } from '@wattdesk/base/business'
import { z } from 'zod'

/** A state by its two digits and its name; null where it is not known. */
export const DocumentState = z.object({ code: z.string(), name: z.string() }).nullable()
/** Left out for a regular recipient. */
export const zoneFields = {
  /** A unit in a Special Economic Zone, supplied with payment of tax (SEZWP) or without (SEZWOP). */
  sez: z.enum(RECIPIENT_TYPE_NAMES).optional(),
  /** The letter of undertaking under which the supply is without tax. */
  lut: z.string().optional(),
}
/** Of a document that takes away how much that is; in lists below 0. */
export const documentHeads = {
  taxable: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  igst: z.number(),
  /** The tax less its heads. */
  rounding: z.number(),
  total: z.number(),
}
