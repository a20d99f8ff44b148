// Orders and payments at the sandbox: created, paid, failed, authorised late, captured.
import {
  digits,
  feeOf,
  NO_ID,
  type Notes,
  newId,
  type OrderEntity,
  type PaymentContent,
  type PaymentEntity,
  type Plan,
  Refusal,
} from './entities.ts'
import type { Habits } from './habits.ts'
import type { Books, StoredObject } from './store.ts'

/** The event that tells of something, and the records it tells. */
export type Say = (event: string, records: Record<string, unknown>) => void
/** One act on the books of an account. */
export type Act = { books: Books; account: string; now: Date; habits: Habits; say: Say }
/** The choices of a payer. */
export type Payer = {
  method?: 'card' | 'upi'
  /** The card of a payment by card; usually a Visa credit card. */
  card?: { network: string; type: 'credit' | 'debit' }
  /** `failure@razorpay` fails. */
  vpa?: string
  email?: string
  contact?: string
  description?: string
  notes?: Record<string, string>
  plan?: Partial<Plan>
}

const LATE_MS = 60_000
export const seconds = (d: Date): number => Math.floor(d.getTime() / 1000)
export const notesOf = (n: Record<string, string> | undefined): Notes => (n && Object.keys(n).length > 0 ? n : [])

export async function storedObject<C>(
  { books, account }: Act,
  kind: StoredObject['kind'],
  id: string,
): Promise<StoredObject<C>> {
  const o = await books.get(id)
  if (!o || o.kind !== kind || o.account !== account) throw new Refusal(NO_ID, 'id')
  return o as StoredObject<C>
}

export async function createOrder(
  { books, account, now }: Act,
  b: {
    amount: number
    currency: string
    receipt?: string | null | undefined
    notes?: Record<string, string> | undefined
  },
): Promise<OrderEntity> {
  const content: OrderEntity = {
    id: newId('order'),
    entity: 'order',
    amount: b.amount,
    amount_paid: 0,
    amount_due: b.amount,
    currency: b.currency,
    receipt: b.receipt ?? null,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: notesOf(b.notes),
    created_at: seconds(now),
  }
  await books.put({ id: content.id, kind: 'order', account, parentId: null, content, createdAt: now, dueAt: null })
  return content
}

/** A payment that has just been begun. */
export function newPayment({ now, habits }: Act, amount: number, payer: Payer): PaymentContent {
  const method = payer.method ?? 'upi'
  const vpa = method === 'upi' ? (payer.vpa ?? 'success@razorpay') : null
  const card =
    method === 'card'
      ? { id: newId('card'), entity: 'card' as const, ...(payer.card ?? { network: 'Visa', type: 'credit' as const }) }
      : null
  const outcome = payer.plan?.outcome ?? (/^failure@/i.test(payer.vpa ?? '') ? 'failure' : 'success')
  return {
    plan: { outcome, refunds: payer.plan?.refunds ?? habits.refunds },
    entity: {
      id: newId('pay'),
      entity: 'payment',
      amount,
      currency: 'INR',
      status: 'created',
      order_id: null,
      invoice_id: null,
      international: false,
      method,
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      description: payer.description ?? null,
      card_id: card?.id ?? null,
      card,
      bank: null,
      wallet: null,
      vpa,
      email: payer.email ?? 'void@razorpay.com',
      contact: payer.contact ?? '+919000090000',
      notes: notesOf(payer.notes),
      fee: null,
      tax: null,
      error_code: null,
      error_description: null,
      error_source: null,
      error_step: null,
      error_reason: null,
      acquirer_data: {},
      created_at: seconds(now),
    },
  }
}

/** The payer pays an order, or the payer's bank refuses. */
export async function pay(act: Act, orderId: string, payer: Payer): Promise<PaymentEntity> {
  const { books, account, now, habits } = act
  const order = await storedObject<OrderEntity>(act, 'order', orderId)
  if (order.content.status === 'paid') throw new Refusal('Payment already done for this order.')
  const content = newPayment(act, order.content.amount, {
    ...payer,
    ...(payer.notes === undefined && !Array.isArray(order.content.notes) && { notes: order.content.notes }),
  })
  const { entity, plan } = content
  entity.order_id = orderId
  order.content.attempts++
  if (order.content.status === 'created') order.content.status = 'attempted'
  await books.put(order)
  const payment = { id: entity.id, kind: 'payment' as const, account, parentId: orderId, content, createdAt: now }
  if (plan.outcome !== 'success') {
    fail(act, entity)
    await books.put({ ...payment, dueAt: plan.outcome === 'late' ? new Date(now.getTime() + LATE_MS) : null })
    return entity
  }
  await books.put({ ...payment, dueAt: null })
  await authorise(act, { ...payment, dueAt: null })
  return habits.capturesByItself ? await capture(act, entity.id, entity.amount) : entity
}

function fail({ say }: Act, p: PaymentEntity): void {
  Object.assign(p, {
    status: 'failed',
    error_code: 'BAD_REQUEST_ERROR',
    error_description: 'Your payment was not successful as it was declined by the bank. Try another way to pay.',
    error_source: 'bank',
    error_step: 'payment_authorization',
    error_reason: 'payment_failed',
  })
  say('payment.failed', { payment: p })
}

/** The bank has set the money aside; after a failure too, for three days (late authorisation). */
export async function authorise({ books, say }: Act, payment: StoredObject<PaymentContent>): Promise<PaymentEntity> {
  const { entity } = payment.content
  Object.assign(entity, {
    status: 'authorized',
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: acquirerOf(entity),
  })
  await books.put({ ...payment, dueAt: null })
  say('payment.authorized', { payment: entity })
  return entity
}

export const acquirerOf = ({ method }: Pick<PaymentEntity, 'method'>): Record<string, string> =>
  method === 'upi' ? { rrn: digits(12), upi_transaction_id: `SBX${digits(32)}` } : { auth_code: digits(6) }

/** The money is taken: all of it, and once. */
export async function capture(act: Act, paymentId: string, amount: number): Promise<PaymentEntity> {
  const { books, say, habits } = act
  const payment = await storedObject<PaymentContent>(act, 'payment', paymentId)
  const { entity } = payment.content
  if (entity.captured) throw new Refusal('This payment has already been captured')
  if (entity.status !== 'authorized')
    throw new Refusal('Only payments which have been authorized and not yet captured can be captured')
  if (entity.amount !== amount) throw new Refusal('Capture amount must be equal to the amount authorized', 'amount')
  Object.assign(entity, { status: 'captured', captured: true }, habits.hidesFee ? {} : feeOf(amount))
  await books.put(payment)
  say('payment.captured', { payment: entity })
  if (entity.order_id) {
    const order = await storedObject<OrderEntity>(act, 'order', entity.order_id)
    Object.assign(order.content, { status: 'paid', amount_paid: amount, amount_due: 0 })
    await books.put(order)
    say('order.paid', { payment: entity, order: order.content })
  }
  return entity
}
