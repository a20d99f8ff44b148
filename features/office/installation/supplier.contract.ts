// Who supplies, as bills and the installation's settings name them.
import type { RecipientType } from '@wattdesk/base/business'

/** A party with a GST number; the address in one line, null where nothing is known. */
export type Supplier = {
  readonly name: string
  readonly gstin: string
  readonly address: string | null
  /** What the party is as a recipient of others: a unit in a Special Economic Zone; null or left out: a regular one. */
  readonly recipientType?: RecipientType | null
}
