// A tag in words for people: its state, the colour of its expiry, the meaning of its limit, and its words in the file.
import type { TagState } from './tag.fields.ts'

/** True for 1, "1" and true; the server itself sends 1 and 0. */
export const isSet = (flag: unknown): boolean => flag === 1 || flag === '1' || flag === true

type Standing = { expirydate: string | null; blocked: unknown; in_transaction: unknown }
const isPast = (at: string | null, now: Date): boolean => at !== null && new Date(at) <= now

/** Expired before Blocked before In Use; else Active. */
export function tagState({ expirydate, blocked, in_transaction }: Standing, now: Date): TagState {
  if (isPast(expirydate, now)) return 'Expired'
  if (isSet(blocked)) return 'Blocked'
  return isSet(in_transaction) ? 'In Use' : 'Active'
}

const WARNING_DAYS = 30
/** `past`, `soon` within 30 days, else `later`; a tag without an end is `later`. */
export function expiryTone(expirydate: string | null, now: Date): 'past' | 'soon' | 'later' {
  if (isPast(expirydate, now)) return 'past'
  const ms = expirydate === null ? Number.POSITIVE_INFINITY : new Date(expirydate).getTime() - now.getTime()
  return ms <= WARNING_DAYS * 86_400_000 ? 'soon' : 'later'
}

/** Returns the meaning of a limit of active transactions: 0 blocks, negative is without limit. */
export const limitText = (most: number | null): string =>
  most === null || !Number.isFinite(most)
    ? ''
    : most === 0
      ? 'The tag is blocked: it cannot charge. A negative number is without limit'
      : most < 0
        ? 'Without limit'
        : most === 1
          ? 'One session at a time'
          : `At most ${most} sessions at a time`

/** Returns the page after the form of a tag: its list, or the customer's form it was opened from (ADM-2.5-09). */
export const returnPath = (returnTo: string | null): string =>
  returnTo !== null && /^\/customer\/(new|[1-9]\d{0,9})(\?[^#\\]*)?$/.test(returnTo) ? returnTo : '/tag'
