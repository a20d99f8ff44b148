// What documents for the tax office have in common as calls carry them. Amounts in rupees.
import { z } from 'zod'

/** A state by its two digits and its name; null where it is not known. */
export const DocumentState = z.object({ code: z.string(), name: z.string() }).nullable()
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
