// The records and replies of the sandbox, in the provider's own shapes and names; and its refusals.
import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const letters = (n: number) => Array.from({ length: n }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
/** `pay_` and 14 letters and digits. */
export const newId = (prefix: 'order' | 'pay' | 'card' | 'rfnd' | 'qr' | 'evt'): string => `${prefix}_${letters(14)}`
export const digits = (n: number): string => Array.from({ length: n }, () => randomInt(10)).join('')

/** Without any, an empty list, as the provider does. */
export type Notes = Record<string, string> | []
export type OrderEntity = {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}
export type PaymentEntity = {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string | null
  invoice_id: null
  international: boolean
  method: 'card' | 'upi'
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  captured: boolean
  description: string | null
  card_id: string | null
  /** Missing in answers that were not asked for with it. */
  card?: { id: string; entity: 'card'; network: string; type: 'credit' | 'debit' } | null
  bank: null
  wallet: null
  vpa: string | null
  email: string | null
  contact: string | null
  notes: Notes
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
}
export type RefundEntity = {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal' | null
  speed_requested: 'normal' | 'optimum'
}
export type QrEntity = {
  id: string
  entity: 'qr_code'
  created_at: number
  name: string | null
  usage: 'single_use' | 'multiple_use'
  type: 'upi_qr'
  image_url: string
  payment_amount: number | null
  status: 'active' | 'closed'
  description: string | null
  fixed_amount: boolean
  payments_amount_received: number
  payments_count_received: number
  notes: Notes
  customer_id: null
  /** As text: the provider answers it so now and then. */
  close_by: string | null
  closed_at: number | null
  close_reason: 'on_demand' | 'paid' | 'expired' | null
}

/** A payment with what the payer chose to happen to it. */
export type PaymentContent = { entity: PaymentEntity; plan: Plan }
export type Plan = {
  /** `late`: fails first and is authorised a minute later. */
  outcome: 'success' | 'failure' | 'late'
  /** The outcome of the payment's refunds. */
  refunds: 'processed' | 'pending' | 'failed' | 'no reference'
}
export type RefundContent = { entity: RefundEntity; ends: 'processed' | 'failed' }

/** No without exception: the same call will be refused again. */
export class Refusal extends Error {
  readonly status: number
  readonly field: string | null
  constructor(description: string, field: string | null = null, status = 400) {
    super(description)
    this.status = status
    this.field = field
  }
}
export const NO_ID = 'The id provided does not exist'

export const errorBody = (description: string, field: string | null, code = 'BAD_REQUEST_ERROR'): object => ({
  error: {
    code,
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    field,
  },
})
/** 2.36 % in all, tax included, in paise. */
export const feeOf = (amount: number): { fee: number; tax: number } => {
  const fee = Math.round((amount * 236) / 10_000)
  return { fee, tax: Math.round((fee * 18) / 118) }
}

/**
 * JSON as the provider writes it: slashes and all non-ASCII characters escaped, so that the same content has other
 * bytes than `JSON.stringify` gives.
 */
export const providerJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
