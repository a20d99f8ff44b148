// How money goes back through a provider (D-REF-1, D-REF-2): what a refund moves in the ledger, when the provider is asked
// again, and what is believed of what the provider tells. Amounts in paise. Pure: the store reads and writes around it.
import { type AccountName, credit, debit, type Line, linesOf, type Posting } from '#money/ledger/ledger.rules.ts'

export const CAUSES = ['rest', 'no session', 'no energy', 'by hand', 'elsewhere'] as const
export type Cause = (typeof CAUSES)[number]
export const REFUND_STATES = ['pending', 'processed', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Why a refund has failed for good: another refund gave its money back. */
export const MONEY_GONE = 'The money of this refund has gone back in another way'

/** The provider gives back nothing below 1 rupee. */
export const LEAST_REFUND_PAISE = 100

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A refund may be asked for by hand so long after its session began (D-REF-3). */
export const REFUND_WINDOW_MS = DAY_MS

/** What a person asks for is tried by a person again; the others by themselves. */
const isAutomatic = (cause: Cause): boolean => cause !== 'by hand' && cause !== 'elsewhere'
/** Minutes from each failure to the next attempt (D-REF-2). */
const AGAIN_MIN = [1, 10, 60] as const

/**
 * When a refund that has failed is tried again by itself; null: it waits for a person. `attempt`: the one that failed, of which
 * so many were `byHand`: those take none of the tries that come by themselves.
 */
export function againAt(
  { cause, attempt, byHand = 0 }: { cause: Cause; attempt: number; byHand?: number },
  at: Date,
): Date | null {
  const minutes = isAutomatic(cause) ? AGAIN_MIN[attempt - byHand - 1] : undefined
  return minutes === undefined ? null : new Date(at.getTime() + minutes * MINUTE_MS)
}

/** How long a bank has to name its reference of a refund that is processed. */
const REFERENCE_MS = 7 * DAY_MS

/**
 * When the provider is asked about a refund again. One on its way: every minute in the first hour, which is when nearly all
 * are decided, every ten minutes on the first day, then hourly. One that is processed: hourly until the bank's reference
 * number is there, for a week.
 */
export function askAt(
  r: { status: RefundState; requestedAt: Date; processedAt: Date | null; hasReference: boolean },
  now: Date,
): Date | null {
  const in_ = (ms: number) => new Date(now.getTime() + ms)
  if (r.status === 'failed') return null
  if (r.status === 'processed') {
    const since = now.getTime() - (r.processedAt ?? r.requestedAt).getTime()
    return r.hasReference || since > REFERENCE_MS ? null : in_(HOUR_MS)
  }
  const age = now.getTime() - r.requestedAt.getTime()
  return in_(age < HOUR_MS ? MINUTE_MS : age < DAY_MS ? 10 * MINUTE_MS : HOUR_MS)
}

/** Which accounts a refund moves money between, by its record and the number of its payment. */
export type Moved = {
  refundId: number
  companyId: number
  teamId: number | null
  transactionId: number | null
  paymentNo: number
  amountPaise: number
}
/** Where the money of a refund waits before it is asked for: with its session, or with its payment where none began. */
export const sourceOf = (r: Pick<Moved, 'transactionId' | 'paymentNo'>): AccountName =>
  r.transactionId === null ? { kind: 'payment', ref: r.paymentNo } : { kind: 'hold', ref: r.transactionId }
const clearingOf = (r: Pick<Moved, 'companyId'>): AccountName => ({ kind: 'refundClearing', ref: r.companyId })
const gatewayOf = (r: Pick<Moved, 'companyId'>): AccountName => ({ kind: 'gateway', ref: r.companyId })

const of = (r: Moved, at: Date) => ({
  at,
  companyId: r.companyId,
  teamId: r.teamId,
  ...(r.transactionId !== null && { transactionId: r.transactionId }),
})
const moved = (from: AccountName, to: AccountName, paise: number): Line[] => [
  debit(from, BigInt(paise)),
  credit(to, BigInt(paise)),
]

/** An attempt is asked for, before the provider is called (S-PAYMENT-MONEY). */
export const askedPosting = (r: Moved, attempt: number, at: Date): Posting => ({
  ...of(r, at),
  key: `refund:${r.refundId}:${attempt}`,
  kind: 'refund',
  lines: moved(sourceOf(r), clearingOf(r), r.amountPaise),
})
/**
 * What an owner bears of the refunds of a payment, because more was given back at the provider's own desk than was left of the
 * payment then.
 */
export type BorneRefund = { ownerRef: number; paise: number }
/** Money returns from the clearing account: first to the owners who stood in for it, then to where it waited. */
function returned(r: Moved, paise: number, borne: readonly BorneRefund[]): Line[] {
  let left = BigInt(paise)
  const toOwners = borne.map(o => {
    const part = BigInt(o.paise) < left ? BigInt(o.paise) : left
    left -= part
    return credit({ kind: 'owner', ref: o.ownerRef }, part)
  })
  return linesOf([debit(clearingOf(r), BigInt(paise)), ...toOwners, credit(sourceOf(r), left)])
}
/** The provider says that the attempt failed. */
export const failedPosting = (r: Moved, attempt: number, at: Date, borne: readonly BorneRefund[] = []): Posting => ({
  ...of(r, at),
  key: `refund:${r.refundId}:${attempt}:failed`,
  kind: 'refund failed',
  lines: returned(r, r.amountPaise, borne),
})
/** Less is asked for than stands in the clearing account, before the provider is called. */
export const lessPosting = (
  r: Moved,
  { attempt, lessPaise, at, borne }: { attempt: number; lessPaise: number; at: Date; borne: readonly BorneRefund[] },
): Posting => ({
  ...of(r, at),
  key: `refund:${r.refundId}:${attempt}:less`,
  kind: 'refund failed',
  lines: returned(r, lessPaise, borne),
})

/** A rest of a session below the provider's least that refunds have left goes where a bill would have put it (D-REF-2). */
export const smallRestPosting = (r: Moved, driverId: number | null, paise: number, at: Date): Posting => ({
  ...of(r, at),
  key: `refund:${r.refundId}:small:${at.getTime()}`,
  kind: 'release',
  lines: moved(
    sourceOf(r),
    driverId === null ? { kind: 'smallRests', ref: 0 } : { kind: 'wallet', ref: driverId },
    paise,
  ),
})

/**
 * What may go back: paid less charged less everything given back or on its way by whomever, as far as the ledger has it;
 * 0 below the provider's least.
 */
export function roomPaise(
  { paid, charged, others }: { paid: number; charged: number; others: number },
  heldPaise: number,
): number {
  const room = Math.min(paid - charged - others, heldPaise)
  return room < LEAST_REFUND_PAISE ? 0 : room
}
/** The provider says that it is done. */
export const processedPosting = (r: Moved, at: Date): Posting => ({
  ...of(r, at),
  key: `refund:${r.refundId}:processed`,
  kind: 'refunded',
  lines: moved(clearingOf(r), gatewayOf(r), r.amountPaise),
})

/**
 * Money that went back without being asked for here first: at the provider's own desk, or by an attempt that had been told as
 * failed. It is taken from what the session still has, then from the payment, and what is missing from the owner, whose staff
 * gave it back. `heldPaise` and `paymentPaise`: the balances of those two accounts.
 */
export function elsewherePosting(r: Moved, heldPaise: bigint, paymentPaise: bigint, at: Date): Posting {
  const amount = BigInt(r.amountPaise)
  const least = (a: bigint, b: bigint) => (a < b ? a : b)
  const ofHold = r.transactionId === null ? 0n : least(heldPaise, amount)
  const ofPayment = least(paymentPaise, amount - ofHold)
  return {
    ...of(r, at),
    key: `refund:${r.refundId}:processed`,
    kind: 'refunded',
    lines: linesOf([
      ...(r.transactionId === null ? [] : [debit({ kind: 'hold', ref: r.transactionId }, ofHold)]),
      debit({ kind: 'payment', ref: r.paymentNo }, ofPayment),
      debit({ kind: 'owner', ref: r.teamId ?? r.companyId }, amount - ofHold - ofPayment),
      credit(gatewayOf(r), amount),
    ]),
  }
}

/** The reference numbers of the banks, as far as they are known. */
export type References = { rrn: string | null; utr: string | null; arn: string | null }
/** What a bank calls the refund by: of UPI its RRN or UTR, of a card its ARN; an instant refund's UTR stands in `arn` (M-5). */
export const referenceOf = (r: References): string | null => r.rrn ?? r.utr ?? r.arn ?? null
/** A number that came once stays; one that comes later is added. */
export const mergeReferences = (
  known: References,
  told: Partial<Record<keyof References, string | null>>,
): References => ({
  rrn: known.rrn ?? (told.rrn || null),
  utr: known.utr ?? (told.utr || null),
  arn: known.arn ?? (told.arn || null),
})
