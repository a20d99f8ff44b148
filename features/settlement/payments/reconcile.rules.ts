// The provider's lists against the stored payments (M-5): the spans that are compared, and the differences. Pure.
import type { Payment, PaymentStatus, Refund } from '@wattdesk/razorpay/provider'
import { RANK } from './payment-merge.rules.ts'

export type Span = { from: Date; to: Date }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A failed payment may be authorised so long after. */
const REACH_DAYS = 3
/** Spans overlap, so that no payment falls between two of them. */
const OVERLAP_MS = HOUR_MS

/**
 * The spans to compare now: the last three hours each time, and once a day the last three days. `wholeAt`: when the three
 * days were compared last.
 */
export function spansOf(now: Date, wholeAt: Date | undefined): Span[] {
  const back = (ms: number) => new Date(now.getTime() - ms)
  if (wholeAt && wholeAt > back(DAY_MS)) return [{ from: back(3 * HOUR_MS), to: now }]
  return Array.from({ length: REACH_DAYS }, (_, i) => REACH_DAYS - 1 - i).map(days => ({
    from: back((days + 1) * DAY_MS + OVERLAP_MS),
    to: back(days * DAY_MS),
  }))
}

/** A payment and a refund as they are stored. */
export type OurPayment = { paymentId: string; status: PaymentStatus; amountPaise: number; refundedPaise: number }
export type OurRefund = { providerRefundId: string; paymentId: string; status: Refund['status']; amountPaise: number }

export type Difference = {
  kind:
    | ('not here' | 'not there' | 'state' | 'amount' | 'given back')
    | ('refund not here' | 'refund not there' | 'refund state')
  paymentId: string
  refundId?: string
  theirs: string | number | null
  ours: string | number | null
}

/**
 * The differences between the provider's list and the stored payments. `before` was read before the list and `after`
 * after it. So a payment that the provider lacks was already stored when its list was made, and a payment missing here
 * was still missing after the list.
 */
export function paymentDifferences(
  theirs: readonly Payment[],
  { before, after }: { before: readonly OurPayment[]; after: readonly OurPayment[] },
): Difference[] {
  const told = new Map(theirs.map(p => [p.id, p]))
  const known = new Map(after.map(p => [p.paymentId, p]))
  const here = theirs.flatMap((p): Difference[] => {
    const o = known.get(p.id)
    const differs = (kind: Difference['kind'], theirs: string | number, ours: string | number | null) => [
      { kind, paymentId: p.id, theirs, ours },
    ]
    if (!o) return differs('not here', p.status, null)
    if (o.amountPaise !== p.amount) return differs('amount', p.amount, o.amountPaise)
    if (RANK[o.status] < RANK[p.status]) return differs('state', p.status, o.status)
    return o.refundedPaise < p.amountRefunded ? differs('given back', p.amountRefunded, o.refundedPaise) : []
  })
  const there = before.flatMap((o): Difference[] => {
    const p = told.get(o.paymentId)
    if (!p) return [{ kind: 'not there', paymentId: o.paymentId, theirs: null, ours: o.status }]
    const isAhead = RANK[o.status] > RANK[p.status]
    return isAhead ? [{ kind: 'state', paymentId: p.id, theirs: p.status, ours: o.status }] : []
  })
  return [...here, ...there]
}

/**
 * Refunds that are missing here or have another state. A refund that is still pending in the list may have ended here
 * since then, which is no difference.
 */
export function refundDifferences(theirs: readonly Refund[], ours: readonly OurRefund[]): Difference[] {
  const known = new Map(ours.map(r => [r.providerRefundId, r]))
  return theirs.flatMap((r): Difference[] => {
    const o = known.get(r.id)
    const of = { paymentId: r.paymentId, refundId: r.id, theirs: r.status }
    if (!o) return [{ kind: 'refund not here', ...of, ours: null }]
    return o.status !== r.status && r.status !== 'pending' ? [{ kind: 'refund state', ...of, ours: o.status }] : []
  })
}

/** Refunds that the provider is said to have made, and that are not in its list. `ours` was read before the list. */
export const unlistedRefunds = (theirs: readonly Refund[], ours: readonly OurRefund[]): OurRefund[] => {
  const told = new Set(theirs.map(r => r.id))
  return ours.filter(o => !told.has(o.providerRefundId))
}
export const refundNotThere = ({ paymentId, providerRefundId: refundId, status }: OurRefund): Difference => ({
  kind: 'refund not there',
  paymentId,
  refundId,
  theirs: null,
  ours: status,
})
