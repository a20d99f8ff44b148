// The body of a tag and the checks of its form (D-TAG-1, D-TAG-3).
import { optionalText, requiredText } from '@wattdesk/base/fields'
import { isRupees } from '@wattdesk/base/money'
import { mustBeNumber, required, tooManyDecimals } from '@wattdesk/base/text'
import { z } from 'zod'
import { EXPIRY_WRONG, MAX_ACTIVE, MAX_BALANCE, MAX_NOTE, MAX_TAG, NONE_CHOSEN } from './tag-words.contract.ts'

const PRINTABLE = /^[\x20-\x7e]*$/
const UNREADABLE = 'may have letters from A to Z, digits and the usual signs only'
const printable = (label: string) =>
  [(text: string | undefined) => PRINTABLE.test(text ?? ''), `${label} ${UNREADABLE}`] as const

export const TagText = requiredText('RFID Tag ID', MAX_TAG).refine(...printable('RFID Tag ID'))
export const ParentText = optionalText('Parent Group', MAX_TAG).refine(...printable('Parent Group'))
const BALANCE = 'Balance Amount'
export const Balance = z
  .number({ error: mustBeNumber(BALANCE) })
  .min(0, `${BALANCE} should be 0 or more`)
  .max(MAX_BALANCE, `${BALANCE} should be ${MAX_BALANCE} or less`)
  .refine(isRupees, tooManyDecimals(BALANCE, 2))
const LIMIT = 'Max Active Transactions'
export const MaxActive = z
  .number({ error: ({ input }) => (input === null ? required(LIMIT) : mustBeNumber(LIMIT)) })
  .int(`${LIMIT} must be a whole number`)
  .min(-MAX_ACTIVE, `${LIMIT} should be ${-MAX_ACTIVE} or more`)
  .max(MAX_ACTIVE, `${LIMIT} should be ${MAX_ACTIVE} or less`)
/** A day holds until its end in the business time zone; '' and null are no end. On saving, the day must lie ahead. */
const Expiry = z.string({ error: EXPIRY_WRONG }).trim().max(40, EXPIRY_WRONG).nullable()
export const Note = optionalText('Notes', MAX_NOTE)

/** A new tag gets defaults for missing fields; a stored tag keeps its values. */
export const TagBody = z.object({
  tag: TagText,
  /** Rupees; only for a new tag. */
  balance_amount: Balance.optional(),
  /** The text of another tag, '' or null for none. */
  parenttag: ParentText.nullable(),
  /** 0 blocks, negative is without limit. */
  max_active_trans_count: MaxActive.optional(),
  expirydate: Expiry.optional(),
  note: Note,
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
