// Which sessions may be refunded by hand, and how much (D-REF-3). Amounts in paise; the screen asks the same rule.
import { LEAST_REFUND_PAISE, REFUND_WINDOW_MS } from '#money/refunds/refund.rules.ts'
import { NOTHING_LEFT } from '#money/refunds/refund.words.ts'

export type Refundable = {
  startedAt: Date
  isRunning: boolean
  inReview: boolean
  refundStatus: string | null
  /** A refund of the session has failed and waits, whichever refund was reported last. */
  hasFailed: boolean
  /** Paid by card or UPI for this session; the rest of a wallet's payment has gone back to the wallet. */
  isByProvider: boolean
  paidPaise: number
  chargedPaise: number
  refundedPaise: number
  /** The balance of the session's hold in the ledger. */
  heldPaise: number
}

export const TOO_OLD = 'A refund by hand is possible within 24 hours of the start'
export const RUNNING = 'Charging in progress'
export const HAS_SESSION = 'A session began with this payment. Please refund the session instead.'
export const IN_REVIEW = 'This session waits for a decision before anything can be refunded'

/** The amount paid, less the amount charged and the amount refunded, and no more than the ledger holds. */
export const leftPaise = (s: Pick<Refundable, 'paidPaise' | 'chargedPaise' | 'refundedPaise' | 'heldPaise'>): number =>
  Math.min(s.paidPaise - s.chargedPaise - s.refundedPaise, s.heldPaise)

/** Whether a session began within the window of refunds by hand. */
export const isRecent = (startedAt: Date, now: Date): boolean => now.getTime() - startedAt.getTime() <= REFUND_WINDOW_MS

/**
 * Why the refund of a payment without a session cannot be tried again by hand; undefined: it can. `status`: the state
 * of its newest refund; `hasFailed`: a refund requested here has failed; `roomPaise`: the amount that may still go
 * back.
 */
export function paymentRefusalOf(p: {
  status: 'pending' | 'processed' | 'failed' | null
  hasFailed: boolean
  roomPaise: number
}): string | undefined {
  if (p.status === 'pending') return 'Refund is pending'
  if (p.hasFailed && p.roomPaise >= LEAST_REFUND_PAISE) return undefined
  return p.status === 'processed' ? 'Refund is processed' : NOTHING_LEFT
}

/** Why a session cannot be refunded by hand; undefined: it can. */
export function refusalOf(s: Refundable, now: Date): string | undefined {
  // Whatever a processed refund leaves is requested automatically (D-REF-2); only where that has failed, a person may.
  const isDone = s.refundStatus === 'processed' && (!s.hasFailed || leftPaise(s) < LEAST_REFUND_PAISE)
  if (s.refundStatus === 'pending' || isDone) return `Refund is ${s.refundStatus}`
  // A failed refund waits for a person, however long that takes (D-REF-2).
  if (!s.hasFailed && s.refundStatus !== 'failed' && !isRecent(s.startedAt, now)) return TOO_OLD
  if (s.isRunning) return RUNNING
  if (s.inReview) return IN_REVIEW
  if (!s.isByProvider || leftPaise(s) < LEAST_REFUND_PAISE) return NOTHING_LEFT
  return undefined
}
