// The body of a tag and the checks of its form (D-TAG-1, D-TAG-3).
import { changeSchema, valueSchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import { EXPIRY_WRONG, NONE_CHOSEN, tagFields } from './tag.fields.ts'

export const Balance = valueSchema(tagFields.balance_amount) as z.ZodType<number, number>

/** A new tag gets defaults for missing fields; a stored tag keeps its values. */
export const TagBody = changeSchema(tagFields).extend({
  /** Rupees; only for a new tag. */
  balance_amount: Balance.optional(),
  /** '' and null are no end. On saving, the day must lie ahead. */
  expirydate: z.string({ error: EXPIRY_WRONG }).trim().max(40, EXPIRY_WRONG).nullable().optional(),
})
export type TagBody = z.output<typeof TagBody>

const CHARGERS = 'Chargers must be a list of charger IDs'
export const AttachBody = z.object({
  chargerIds: z
    .array(z.string(CHARGERS).trim().min(1, CHARGERS).max(60, CHARGERS), {
      error: i => (i.input === undefined || i.input === null ? NONE_CHOSEN : CHARGERS),
    })
    .min(1, NONE_CHOSEN)
    .max(1000, 'At most 1000 chargers at once')
    .transform(ids => [...new Set(ids)]),
})
