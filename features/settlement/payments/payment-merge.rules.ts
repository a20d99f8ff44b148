// Merges the reports of a payment from webhook, checkout, poller and reconciliation, in any order and any number of
// times (M-5): the furthest state stays, no known value is lost, amounts given back never fall.
import type { Payment, PaymentStatus } from '@wattdesk/razorpay/provider'

/** The order in which states follow each other. A failed payment may still be authorised late, for three days. */
export const RANK: Readonly<Record<PaymentStatus, number>> = {
  created: 0,
  failed: 1,
  authorized: 2,
  captured: 3,
  refunded: 4,
}

/** A payment as it is stored, without its company, team and charger. */
export type StoredPayment = {
  orderId: string | null
  amountPaise: number
  currency: string
  status: PaymentStatus
  /** Whether its money has come: a payment may be given back that was never captured. */
  isCaptured: boolean
  method: string | null
  /** Of a card, in the provider's words. */
  cardNetwork: string | null
  cardType: string | null
  vpa: string | null
  email: string | null
  contact: string | null
  description: string | null
  notes: Readonly<Record<string, string>>
  feePaise: number | null
  feeTaxPaise: number | null
  acquirerData: Readonly<Record<string, string>>
  errorCode: string | null
  errorDescription: string | null
  refundedPaise: number
}

/** The values of a payment in an answer or event of the provider. */
export const storedPaymentOf = (payment: Payment): StoredPayment => ({
  orderId: payment.orderId,
  amountPaise: payment.amount,
  currency: payment.currency,
  status: payment.status,
  isCaptured: payment.captured || payment.status === 'captured',
  method: payment.method,
  cardNetwork: payment.cardNetwork,
  cardType: payment.cardType,
  vpa: payment.vpa,
  email: payment.email,
  contact: payment.contact,
  description: payment.description,
  notes: { ...payment.notes },
  feePaise: payment.fee,
  feeTaxPaise: payment.tax,
  acquirerData: Object.fromEntries(Object.entries(payment.acquirerData).filter(([, v]) => typeof v === 'string')),
  errorCode: payment.errorCode,
  errorDescription: payment.errorDescription,
  refundedPaise: Math.min(payment.amountRefunded, payment.amount),
})

/**
 * Merges two reports of a payment, whichever came first. Where both have a value, the report with the further state
 * counts; for equal states the new report counts. The amount is that of the first report: a provider never changes it.
 */
export function merged(kept: StoredPayment, told: StoredPayment): StoredPayment {
  const isFurther = RANK[told.status] >= RANK[kept.status]
  const [first, second] = isFurther ? [told, kept] : [kept, told]
  // An error of an earlier attempt is meaningless once the payment has succeeded.
  const hasFailed = first.status === 'failed'
  return {
    orderId: kept.orderId ?? told.orderId,
    amountPaise: kept.amountPaise,
    currency: kept.currency,
    status: first.status,
    isCaptured: kept.isCaptured || told.isCaptured,
    method: first.method ?? second.method,
    cardNetwork: first.cardNetwork ?? second.cardNetwork,
    cardType: first.cardType ?? second.cardType,
    vpa: first.vpa ?? second.vpa,
    email: first.email ?? second.email,
    contact: first.contact ?? second.contact,
    description: first.description ?? second.description,
    notes: { ...second.notes, ...first.notes },
    feePaise: first.feePaise ?? second.feePaise,
    feeTaxPaise: first.feeTaxPaise ?? second.feeTaxPaise,
    acquirerData: { ...second.acquirerData, ...first.acquirerData },
    errorCode: hasFailed ? (first.errorCode ?? second.errorCode) : null,
    errorDescription: hasFailed ? (first.errorDescription ?? second.errorDescription) : null,
    refundedPaise: Math.min(kept.amountPaise, Math.max(kept.refundedPaise, told.refundedPaise)),
  }
}

const inOrder = (o: Readonly<Record<string, unknown>>) => JSON.stringify(Object.entries(o).sort())
const isSame = (a: unknown, b: unknown): boolean =>
  a !== null && b !== null && typeof a === 'object' && typeof b === 'object'
    ? inOrder(a as Record<string, unknown>) === inOrder(b as Record<string, unknown>)
    : a === b

/** The fields that differ, as they are now. */
export const differing = (before: StoredPayment, after: StoredPayment): Partial<StoredPayment> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isSame(value, before[field as keyof StoredPayment])),
  ) as Partial<StoredPayment>
