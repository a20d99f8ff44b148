// The values of the form of a tag. The date is a day in the browser's zone, which holds until its end; a stored day
// that is not changed keeps its exact instant.
import { dayOf, localZone } from '@wattdesk/base/time'
import { z } from 'zod'
import type { Tag } from './tag.contract.ts'
import { EXPIRY_WRONG, type TagState } from './tag.fields.ts'
import { PLAIN_CARD } from './tag.rules.ts'
import { Balance, TagBody } from './tag-body.contract.ts'
import { expiryOf } from './tag-expiry.rules.ts'
import { isSet, tagState } from './tag-state.rules.ts'

/** The day of an instant in the browser's zone, as a date field holds it. */
export const localDay = (at: string | Date): string => dayOf(new Date(at), localZone())

/**
 * Checks by the body; an empty balance means none, and a past expiry is accepted only where it is the stored expiry.
 */
export const schemaOf = (stored: string | null, now: () => Date = () => new Date()) =>
  TagBody.extend({
    balance_amount: Balance.nullable().transform(n => n ?? 0),
    expirydate: z.string().transform((day, context) => {
      if (day === '') return null
      if (stored !== null && day === localDay(stored)) return stored
      const at = expiryOf(day, localZone())
      if (at && at > now()) return at.toISOString()
      context.addIssue({ code: 'custom', message: EXPIRY_WRONG })
      return z.NEVER
    }),
  })
export type TagValues = z.input<ReturnType<typeof schemaOf>>

/**
 * Returns the limit offered for a new tag: 1 where the tag is made to charge, else 0. Tags made to charge are a text
 * held to a charger before, a tag made for a driver (D-TAG-4), and a card with a balance.
 */
export const offeredLimit = (isToCharge: boolean, balance: unknown): number =>
  isToCharge || (typeof balance === 'number' && balance > 0) ? 1 : 0

/** Returns the state of a tag if the form were saved now; a disabled driver blocks the tag whatever its limit. */
export function stateAfter({ expirydate, max_active_trans_count: most }: TagValues, now: Date, stored?: Tag): TagState {
  const end = expirydate === '' ? null : (expiryOf(expirydate, localZone())?.toISOString() ?? null)
  const isDriverOff = stored !== undefined && isSet(stored.blocked) && stored.max_active_trans_count !== 0
  const blocked = most === 0 || isDriverOff
  return tagState({ expirydate: end, blocked, in_transaction: stored?.in_transaction ?? 0 }, now)
}

/** Returns the form's values of a stored tag, or of a new tag: balance and limit 0. */
export const valuesOf = (t?: Tag): TagValues => ({
  tag: t?.tag ?? '',
  balance_amount: t?.balance_amount ?? 0,
  parenttag: t?.parenttag ?? '',
  max_active_trans_count: t?.max_active_trans_count ?? 0,
  expirydate: t?.expirydate ? localDay(t.expirydate) : '',
  note: t?.note ?? '',
  tokenType: t?.tokenType ?? PLAIN_CARD.tokenType,
  chargingPriority: t?.chargingPriority ?? 0,
  evses: t?.evses ?? '',
})
