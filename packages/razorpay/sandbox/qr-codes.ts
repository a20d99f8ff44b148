// UPI codes at the sandbox. They cannot be scanned: the payer names the code. A code ends when it was used, when
// somebody closes it, or at its time; a later payment to the code is taken and given back.
import { feeOf, newId, type PaymentEntity, type QrEntity, Refusal } from './entities.ts'
import { type Act, acquirerOf, authorise, newPayment, notesOf, type Payer, seconds, storedObject } from './payments.ts'
import { refund } from './refunds.ts'
import type { StoredObject } from './store.ts'

export type QrBody = {
  type: 'upi_qr'
  usage: 'single_use' | 'multiple_use'
  fixed_amount?: boolean | undefined
  payment_amount?: number | undefined
  close_by?: number | undefined
  name?: string | undefined
  description?: string | undefined
  notes?: Record<string, string> | undefined
}
const SHORTEST_SEC = 120
const LONGEST_SEC = 7200

export async function createQr({ books, account, now }: Act, b: QrBody): Promise<QrEntity> {
  const left = b.close_by === undefined ? undefined : b.close_by - seconds(now)
  if (b.fixed_amount && b.payment_amount === undefined)
    throw new Refusal('The payment amount field is required when fixed amount is 1.', 'payment_amount')
  if (b.usage === 'single_use' && !b.fixed_amount)
    throw new Refusal('Single use codes need a fixed amount', 'fixed_amount')
  if (left !== undefined && left < SHORTEST_SEC)
    throw new Refusal('close_by should be at least 2 minutes after current time', 'close_by')
  if (left !== undefined && b.usage === 'single_use' && left > LONGEST_SEC)
    throw new Refusal('close_by should not be more than 2 hours after current time', 'close_by')
  const id = newId('qr')
  const content: QrEntity = {
    id,
    entity: 'qr_code',
    created_at: seconds(now),
    name: b.name ?? null,
    usage: b.usage,
    type: 'upi_qr',
    image_url: `https://sandbox.invalid/${id}`,
    payment_amount: b.payment_amount ?? null,
    status: 'active',
    description: b.description ?? null,
    fixed_amount: b.fixed_amount ?? false,
    payments_amount_received: 0,
    payments_count_received: 0,
    notes: notesOf(b.notes),
    customer_id: null,
    close_by: b.close_by === undefined ? null : String(b.close_by),
    closed_at: null,
    close_reason: null,
  }
  // Nothing is told when its time is over.
  await books.put({ id, kind: 'qr_code', account, parentId: null, content, createdAt: now, dueAt: null })
  return content
}

/** A code as it is now: closed when its time is over. */
export const shownQr = (qr: QrEntity, now: Date): QrEntity =>
  qr.status === 'active' && qr.close_by !== null && seconds(now) >= Number(qr.close_by)
    ? { ...qr, status: 'closed', closed_at: Number(qr.close_by), close_reason: 'expired' }
    : qr

export async function closeQr(act: Act, id: string): Promise<QrEntity> {
  const row = await storedObject<QrEntity>(act, 'qr_code', id)
  if (shownQr(row.content, act.now).status === 'closed') throw new Refusal('QR code already closed')
  return close(act, row, 'on_demand')
}

async function close(
  { books, now, say }: Act,
  row: StoredObject<QrEntity>,
  why: 'on_demand' | 'paid',
): Promise<QrEntity> {
  Object.assign(row.content, { status: 'closed', closed_at: seconds(now), close_reason: why })
  await books.put(row)
  say('qr_code.closed', { qr_code: row.content })
  return row.content
}

/** Somebody pays a code; after its end too. `amount` where the code has none of its own. */
export async function payQr(act: Act, id: string, payer: Payer & { amount?: number }): Promise<PaymentEntity> {
  const { books, account, now, habits, say } = act
  const row = await storedObject<QrEntity>(act, 'qr_code', id)
  const qr = row.content
  const isOpen = shownQr(qr, now).status === 'active'
  const amount = qr.payment_amount ?? payer.amount
  if (amount === undefined) throw new Refusal('The amount field is required.', 'amount')
  const content = newPayment(act, amount, { ...payer, method: 'upi', description: payer.description ?? 'QRv2 Payment' })
  const { entity } = content
  if (Array.isArray(entity.notes)) entity.notes = qr.notes
  const payment = {
    id: entity.id,
    kind: 'payment' as const,
    account,
    parentId: id,
    content,
    createdAt: now,
    dueAt: null,
  }
  await authorise({ ...act, say: () => undefined }, payment)
  Object.assign(entity, { status: 'captured', captured: true, acquirer_data: acquirerOf(entity) })
  if (!habits.hidesFee) Object.assign(entity, feeOf(amount))
  await books.put(payment)
  qr.payments_amount_received += amount
  qr.payments_count_received++
  await books.put(row)
  say('payment.captured', { payment: entity })
  say('qr_code.credited', { payment: entity, qr_code: qr })
  if (isOpen && qr.usage === 'single_use') await close(act, row, 'paid')
  if (!isOpen) await refund(act, entity.id, {}, undefined)
  return entity
}
