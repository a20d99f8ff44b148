// The calls that the product makes to a payment provider, in the shapes of Razorpay (razorpay.com/docs/api): amounts in
// paise, times in seconds since 1970. Every call has one of three outcomes, and an unknown outcome is not a failure:
// the call is repeated with the same key, or resolved by reading (M-5).

/** `rejected`: the provider has said no, and will say it again. `unknown`: it may have been done. */
export type Outcome<T> =
  | { is: 'ok'; value: T }
  | { is: 'rejected'; status: number; code: string; description: string; field?: string; reason?: string }
  | { is: 'unknown'; why: string }

export const PAYMENT_STATUSES = ['created', 'authorized', 'captured', 'refunded', 'failed'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]
export type Notes = Readonly<Record<string, string>>

export type Order = {
  id: string
  amount: number
  currency: string
  receipt: string | null
  status: 'created' | 'attempted' | 'paid'
  notes: Notes
  createdAt: number
}
export type Payment = {
  id: string
  amount: number
  currency: string
  status: PaymentStatus
  orderId: string | null
  method: string | null
  /** Of a card, as the provider names them: 'Visa', 'MasterCard', 'RuPay'; 'credit', 'debit', 'prepaid'. Null where not told. */
  cardNetwork: string | null
  cardType: string | null
  amountRefunded: number
  refundStatus: 'partial' | 'full' | null
  captured: boolean
  description: string | null
  vpa: string | null
  email: string | null
  contact: string | null
  notes: Notes
  /** With its tax; null before the capture. */
  fee: number | null
  tax: number | null
  errorCode: string | null
  errorDescription: string | null
  acquirerData: { rrn?: string; upi_transaction_id?: string; auth_code?: string }
  createdAt: number
}
export type Refund = {
  id: string
  amount: number
  paymentId: string
  status: 'pending' | 'processed' | 'failed'
  speedProcessed: string | null
  notes: Notes
  receipt: string | null
  acquirerData: { arn?: string | null; rrn?: string | null; utr?: string | null }
  createdAt: number
}
/** A window of the provider's lists, in seconds since 1970; pages of 100 are read to their end. */
export type Window = { from: number; to: number }

export type Provider = {
  /** Public part of the credentials, which the checkout needs. */
  keyId: string
  /** Where a browser sends the form of the checkout to (checkout.ts). */
  checkoutUrl: string
  createOrder: (o: { amount: number; receipt: string; notes: Notes }) => Promise<Outcome<Order>>
  /** Takes an authorised payment; the amount is the authorised one. */
  capture: (paymentId: string, amount: number) => Promise<Outcome<Payment>>
  payment: (paymentId: string) => Promise<Outcome<Payment>>
  paymentsOfOrder: (orderId: string) => Promise<Outcome<Payment[]>>
  payments: (w: Window) => Promise<Outcome<Payment[]>>
  /** `key`: 10 or more of A-Za-z0-9_-; the same key gives back once. */
  refund: (paymentId: string, r: { amount: number; key: string; notes: Notes }) => Promise<Outcome<Refund>>
  refundsOf: (paymentId: string) => Promise<Outcome<Refund[]>>
  refunds: (w: Window) => Promise<Outcome<Refund[]>>
  /** Whether the checkout's own answer is the provider's: HMAC-SHA256 of `order_id|payment_id` with the key secret. */
  isCheckoutSigned: (s: { orderId: string; paymentId: string; signature: string }) => boolean
}

/** The content of a webhook, read from its bytes; only the name of other events is known. */
export type ProviderEvent = {
  event: string
  createdAt: number
  payment?: Payment
  refund?: Refund
  order?: Order
  /** Why the amount of its payment or refund cannot be, in words. */
  amountFault?: string
  /** The end of a code, by payment or closing. */
  qrCodeId?: string
}
