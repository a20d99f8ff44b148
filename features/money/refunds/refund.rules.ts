// How money goes back through a provider (D-REF-1, D-REF-2): the postings of a refund, the times at which the provider
// is asked again, and the reports of the provider that are believed. Amounts in paise. Pure: the store reads and writes
// around it.
import { type AccountName, credit, debit, type Line, linesOf, type Posting } from '#money/ledger/ledger.rules.ts'

export const CAUSES = ['rest', 'no session', 'no energy', 'by hand', 'elsewhere'] as const
export type Cause = (typeof CAUSES)[number]
const REFUND_STATES = ['pending', 'processed', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Why a refund has failed for good: another refund gave its money back. */
export const MONEY_GONE = 'The money of this refund has gone back in another way'

/** The provider gives back nothing below 1 rupee. */
export const LEAST_REFUND_PAISE = 100

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A refund may be requested by hand for so long after the start of its session (D-REF-3). */
export const REFUND_WINDOW_MS = DAY_MS

/** Refunds that a person requested are retried by a person only; all others are retried automatically. */
const isAutomatic = (cause: Cause): boolean => cause !== 'by hand' && cause !== 'elsewhere'
/** Minutes from each failure to the next attempt (D-REF-2). */
const AGAIN_MIN = [1, 10, 60] as const

/**
 * When a failed refund is retried automatically; null: it waits for a person. `attempt` is the number of the failed
 * attempt, `byHand` how many attempts a person began: these do not use up automatic retries.
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
 * When the provider is asked about a refund again. A pending refund: every minute in the first hour, in which nearly
 * all are decided, every ten minutes on the first day, then hourly. A processed refund: hourly until the bank's
 * reference number is there, for a week.
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
export type RefundAccounts = {
  refundId: number
  companyId: number
  teamId: number | null
  transactionId: number | null
  paymentNo: number
  amountPaise: number
}
/** The account of a refund's money before the request: the session's hold, or the payment where no session began. */
export const sourceOf = (accounts: Pick<RefundAccounts, 'transactionId' | 'paymentNo'>): AccountName =>
  accounts.transactionId === null
    ? { kind: 'payment', ref: accounts.paymentNo }
    : { kind: 'hold', ref: accounts.transactionId }
const clearingOf = (r: Pick<RefundAccounts, 'companyId'>): AccountName => ({ kind: 'refundClearing', ref: r.companyId })
const gatewayOf = (r: Pick<RefundAccounts, 'companyId'>): AccountName => ({ kind: 'gateway', ref: r.companyId })

const of = (r: RefundAccounts, at: Date) => ({
  at,
  companyId: r.companyId,
  teamId: r.teamId,
  ...(r.transactionId !== null && { transactionId: r.transactionId }),
})
const moved = (from: AccountName, to: AccountName, paise: number): Line[] => [
  debit(from, BigInt(paise)),
  credit(to, BigInt(paise)),
]

/** The posting of a requested attempt, before the provider is called (S-PAYMENT-MONEY). */
export const askedPosting = (accounts: RefundAccounts, attempt: number, at: Date): Posting => ({
  ...of(accounts, at),
  key: `refund:${accounts.refundId}:${attempt}`,
  kind: 'refund',
  lines: moved(sourceOf(accounts), clearingOf(accounts), accounts.amountPaise),
})
/**
 * The part of a payment's refunds that an owner bears, because more was given back at the provider's own desk than was
 * left of the payment then.
 */
export type BorneRefund = { ownerRef: number; paise: number }
/** Returns money from the clearing account: first to the owners who stood in for it, then to its source. */
function returned(r: RefundAccounts, paise: number, borne: readonly BorneRefund[]): Line[] {
  let left = BigInt(paise)
  const toOwners = borne.map(o => {
    const part = BigInt(o.paise) < left ? BigInt(o.paise) : left
    left -= part
    return credit({ kind: 'owner', ref: o.ownerRef }, part)
  })
  return linesOf([debit(clearingOf(r), BigInt(paise)), ...toOwners, credit(sourceOf(r), left)])
}
/** The posting when the provider reports that the attempt failed. */
export const failedPosting = (
  accounts: RefundAccounts,
  attempt: number,
  at: Date,
  borne: readonly BorneRefund[] = [],
): Posting => ({
  ...of(accounts, at),
  key: `refund:${accounts.refundId}:${attempt}:failed`,
  kind: 'refund failed',
  lines: returned(accounts, accounts.amountPaise, borne),
})
/** The posting that lowers an attempt below its amount in the clearing account, before the provider is called. */
export const lessPosting = (
  accounts: RefundAccounts,
  { attempt, lessPaise, at, borne }: { attempt: number; lessPaise: number; at: Date; borne: readonly BorneRefund[] },
): Posting => ({
  ...of(accounts, at),
  key: `refund:${accounts.refundId}:${attempt}:less`,
  kind: 'refund failed',
  lines: returned(accounts, lessPaise, borne),
})

/**
 * A rest below the provider's least that refunds have left of a session goes to the account that a bill would have used
 * (D-REF-2).
 */
export const smallRestPosting = (
  accounts: RefundAccounts,
  driverId: number | null,
  paise: number,
  at: Date,
): Posting => ({
  ...of(accounts, at),
  key: `refund:${accounts.refundId}:small:${at.getTime()}`,
  kind: 'release',
  lines: moved(
    sourceOf(accounts),
    driverId === null ? { kind: 'smallRests', ref: 0 } : { kind: 'wallet', ref: driverId },
    paise,
  ),
})

/**
 * The amount that may go back: the amount paid less the amount charged and less all other refunds, made or on their
 * way, but no more than the ledger holds; 0 below the provider's least.
 */
export function roomPaise(
  { paid, charged, others }: { paid: number; charged: number; others: number },
  heldPaise: number,
): number {
  const room = Math.min(paid - charged - others, heldPaise)
  return room < LEAST_REFUND_PAISE ? 0 : room
}
/** The posting when the provider reports the refund as processed. */
export const processedPosting = (accounts: RefundAccounts, at: Date): Posting => ({
  ...of(accounts, at),
  key: `refund:${accounts.refundId}:processed`,
  kind: 'refunded',
  lines: moved(clearingOf(accounts), gatewayOf(accounts), accounts.amountPaise),
})

/**
 * Posts money that went back without a request here first: at the provider's own desk, or by an attempt that had been
 * reported as failed. The amount is taken from the session's hold, then from the payment, then from the rest of the
 * session that was too small for the provider; the remainder is taken from the owner, whose staff gave the money back.
 */
export function elsewherePosting(
  accounts: RefundAccounts,
  balances: { heldPaise: bigint; paymentPaise: bigint; smallRestPaise: bigint },
  at: Date,
): Posting {
  const amount = BigInt(accounts.amountPaise)
  const least = (a: bigint, b: bigint) => (a < b ? a : b)
  const ofHold = accounts.transactionId === null ? 0n : least(balances.heldPaise, amount)
  const ofPayment = least(balances.paymentPaise, amount - ofHold)
  const ofRest = least(balances.smallRestPaise, amount - ofHold - ofPayment)
  return {
    ...of(accounts, at),
    key: `refund:${accounts.refundId}:processed`,
    kind: 'refunded',
    lines: linesOf([
      ...(accounts.transactionId === null ? [] : [debit({ kind: 'hold', ref: accounts.transactionId }, ofHold)]),
      debit({ kind: 'payment', ref: accounts.paymentNo }, ofPayment),
      debit({ kind: 'smallRests', ref: 0 }, ofRest),
      debit({ kind: 'owner', ref: accounts.teamId ?? accounts.companyId }, amount - ofHold - ofPayment - ofRest),
      credit(gatewayOf(accounts), amount),
    ]),
  }
}

/** The reference numbers of the banks, as far as they are known. */
export type References = { rrn: string | null; utr: string | null; arn: string | null }
/**
 * The bank's reference of the refund: for UPI its RRN or UTR, for a card its ARN; an instant refund's UTR stands in
 * `arn` (M-5).
 */
export const referenceOf = (r: References): string | null => r.rrn ?? r.utr ?? r.arn ?? null
/** Known numbers stay; new ones are added. */
export const mergeReferences = (
  known: References,
  told: Partial<Record<keyof References, string | null>>,
): References => ({
  rrn: known.rrn ?? (told.rrn || null),
  utr: known.utr ?? (told.utr || null),
  arn: known.arn ?? (told.arn || null),
})

/** The provider's payment id: starts with 'pay_', 10 to 50 characters. */
export const isPaymentId = (text: string): boolean => text.startsWith('pay_') && text.length >= 10 && text.length <= 50
