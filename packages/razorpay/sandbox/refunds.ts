// Refunds at the sandbox: once under a key, never more than was paid, processed at once or later, failed.
import {
  digits,
  NO_ID,
  newId,
  type PaymentContent,
  type RefundContent,
  type RefundEntity,
  Refusal,
} from './entities.ts'
import { type Act, notesOf, seconds, storedObject } from './payments.ts'
import type { StoredObject } from './store.ts'

/** How long a pending refund stays so. */
const PENDING_MS = 5000

export type RefundBody = {
  amount?: number
  speed?: 'normal' | 'optimum'
  notes?: Record<string, string>
  receipt?: string | null
}

/** Gives back. The same key with the same wish answers the refund that was made; with another wish it is refused. */
export async function refund(
  act: Act,
  paymentId: string,
  b: RefundBody,
  key: string | undefined,
): Promise<RefundEntity> {
  const { books, account, now } = act
  if (key !== undefined && !/^[A-Za-z0-9_-]{10,}$/.test(key))
    throw new Refusal('The idempotency key must have at least 10 characters of A-Z, a-z, 0-9, - and _')
  const keyId = `key ${account} ${key}`
  const wish = JSON.stringify([paymentId, b])
  const before =
    key === undefined ? undefined : ((await books.get(keyId)) as StoredObject<{ wish: string; refundId: string }>)
  if (before) {
    if (before.content.wish !== wish) throw new Refusal('Different request body sent for the same idempotency key')
    return (await storedObject<RefundContent>(act, 'refund', before.content.refundId)).content.entity
  }
  const entity = await newRefund(act, paymentId, b)
  if (key !== undefined) {
    const content = { wish, refundId: entity.id }
    await books.put({ id: keyId, kind: 'key', account, parentId: entity.id, content, createdAt: now, dueAt: null })
  }
  return entity
}

async function newRefund(act: Act, paymentId: string, b: RefundBody): Promise<RefundEntity> {
  const { books, account, now, say } = act
  const payment = await storedObject<PaymentContent>(act, 'payment', paymentId)
  const { entity: p, plan } = payment.content
  if (p.status === 'refunded') throw new Refusal('The payment has been fully refunded already')
  if (!p.captured) throw new Refusal('The payment status should be captured for action to be taken')
  const left = p.amount - p.amount_refunded
  const amount = b.amount ?? left
  if (amount > left) throw new Refusal('The total refund amount is greater than the refund payment amount', 'amount')
  const isPending = plan.refunds === 'pending' || plan.refunds === 'failed'
  const entity: RefundEntity = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: p.currency,
    payment_id: paymentId,
    notes: notesOf(b.notes),
    receipt: b.receipt ?? null,
    acquirer_data: { arn: null },
    created_at: seconds(now),
    batch_id: null,
    status: 'pending',
    speed_processed: null,
    speed_requested: b.speed ?? 'normal',
  }
  const content: RefundContent = { entity, ends: plan.refunds === 'failed' ? 'failed' : 'processed' }
  const dueAt = isPending ? new Date(now.getTime() + PENDING_MS) : null
  const row = { id: entity.id, kind: 'refund' as const, account, parentId: paymentId, content, createdAt: now, dueAt }
  await books.put(row)
  p.amount_refunded += amount
  await putPayment(act, payment)
  say('refund.created', { refund: entity, payment: p })
  return isPending ? entity : settle(act, row, 'processed', plan.refunds !== 'no reference')
}

/** A pending refund ends; or one that was processed learns its reference number. */
export async function settle(
  act: Act,
  row: StoredObject<RefundContent>,
  status: 'processed' | 'failed',
  hasReference = true,
): Promise<RefundEntity> {
  const { books, say } = act
  const { entity } = row.content
  if (entity.status === 'failed' || (entity.status === 'processed' && status === 'failed')) return entity
  const payment = await storedObject<PaymentContent>(act, 'payment', entity.payment_id)
  const isNews = entity.status !== status
  entity.status = status
  if (status === 'processed') {
    entity.speed_processed = 'normal'
    if (hasReference)
      entity.acquirer_data = payment.content.entity.method === 'upi' ? { rrn: digits(12) } : { arn: digits(23) }
  } else {
    payment.content.entity.amount_refunded -= entity.amount
    await putPayment(act, payment)
  }
  await books.put({ ...row, dueAt: null })
  if (isNews) say(`refund.${status}`, { refund: entity, payment: payment.content.entity })
  return entity
}

async function putPayment({ books }: Act, payment: StoredObject<PaymentContent>): Promise<void> {
  const p = payment.content.entity
  const isFull = p.amount_refunded === p.amount
  p.refund_status = isFull ? 'full' : p.amount_refunded > 0 ? 'partial' : null
  p.status = isFull ? 'refunded' : 'captured'
  await books.put(payment)
}

/** A refund by its id, of any payment or of this one. */
export async function refundOf(act: Act, refundId: string, paymentId?: string): Promise<RefundEntity> {
  const { entity } = (await storedObject<RefundContent>(act, 'refund', refundId)).content
  if (paymentId !== undefined && entity.payment_id !== paymentId) throw new Refusal(NO_ID, 'id')
  return entity
}
