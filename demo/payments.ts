// Payments of the demo's past by scan and pay: in the books of the provider that comes with the product and in ours,
// reported as its webhooks would have reported them, each at its own instant. Their rests went back some minutes later.

import type { PaymentContent, RefundContent } from '@wattdesk/razorpay/sandbox/entities'
import { feeOf, newId } from '@wattdesk/razorpay/sandbox/entities'
import { makeFaults } from '@wattdesk/razorpay/sandbox/habits'
import { acquirerOf, newPayment, notesOf } from '@wattdesk/razorpay/sandbox/payments'
import type { StoredObject } from '@wattdesk/razorpay/sandbox/store'
import { readPayment, readRefund } from '@wattdesk/razorpay/shapes'
import { sql } from 'kysely'
import type { StoredCharger } from '#fleet/stations/charger.store.ts'
import { createSessionTag } from '#fleet/tags/session-tag.store.ts'
import { sandboxNames } from '#money/payment-provider/provider-account.rules.ts'
import { sandboxStore } from '#money/payment-provider/sandbox.store.ts'
import { KEY_NOTE, takeInRefund } from '#money/refunds/refund.commands.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import * as paySessions from '#settlement/scan-and-pay/pay-session.store.ts'
import type { PastServices } from './past.ts'

const MINUTE_MS = 60_000
const AMOUNTS = [10_000, 20_000, 50_000, 20_000, 100_000] as const
const NAMES = ['asha', 'vikram', 'meera', 'rohan', 'kavya', 'arjun', 'nisha', 'dev'] as const
const BANKS = ['okhdfc', 'oksbi', 'ybl', 'paytm', 'axl'] as const

/** The payment of the nth driver, in paise; a car that takes more is stopped at this amount. */
export const amountOf = (n: number): number => AMOUNTS[n % AMOUNTS.length] ?? AMOUNTS[0]

type Payer = { charger: StoredCharger; connectorId: number; n: number; amountPaise: number }
const payerOf = (n: number) => {
  const name = NAMES[n % NAMES.length] ?? NAMES[0]
  const number = `98${String(45_000_000 + ((n * 7919) % 10_000_000))}`
  const isUpi = n % 4 !== 3
  return {
    method: isUpi ? ('upi' as const) : ('card' as const),
    ...(isUpi && { vpa: `${n % 2 === 0 ? name : number}@${BANKS[n % BANKS.length] ?? BANKS[0]}` }),
    email: `${name}${n % 10}@example.com`,
    contact: `+91${number}`,
  }
}

/** The driver pays now, by the clock of the services; answers the tag made for the session, undefined where the bank refused. */
export async function payNow(services: PastServices, p: Payer, isRefused = false): Promise<string | undefined> {
  const { db } = services
  const { pk, id, companyId, teamId } = p.charger
  const { n, connectorId, amountPaise } = p
  const now = services.now()
  const { habits } = makeFaults()
  const payer = {
    ...payerOf(n),
    description: 'QRv2 Payment',
    notes: { chargerId: id, connectorId: String(connectorId) },
  }
  const account = sandboxNames(companyId).accountId
  const content = newPayment({ books: {} as never, account, now, habits, say: () => undefined }, amountPaise, payer)
  const orderId = newId('order')
  const { entity } = content
  entity.order_id = orderId
  const failure = {
    status: 'failed' as const,
    error_code: 'BAD_REQUEST_ERROR',
    error_source: 'bank',
    error_reason: 'payment_failed',
    error_description: 'Your payment was not successful as it was declined by the bank. Try another way to pay.',
  }
  const taken = {
    status: 'captured' as const,
    captured: true,
    acquirer_data: acquirerOf(entity),
    ...feeOf(amountPaise),
  }
  Object.assign(entity, isRefused ? failure : taken)
  const order = {
    id: orderId,
    entity: 'order',
    amount: amountPaise,
    currency: 'INR',
    receipt: null,
    offer_id: null,
    attempts: 1,
    amount_paid: isRefused ? 0 : amountPaise,
    amount_due: isRefused ? amountPaise : 0,
    notes: notesOf(payer.notes),
    status: isRefused ? 'attempted' : 'paid',
    created_at: entity.created_at,
  }
  const of = { account, createdAt: now, dueAt: null }
  await sandboxStore(db).change(account, async books => {
    await books.put({ ...of, id: orderId, kind: 'order', parentId: null, content: order })
    await books.put({ ...of, id: entity.id, kind: 'payment', parentId: orderId, content })
  })
  const expiresAt = new Date(now.getTime() + 15 * MINUTE_MS)
  const asked = {
    companyId,
    teamId,
    chargepointPk: pk,
    chargepointId: id,
    connectorId,
    method: payer.method,
    amountPaise,
  }
  const s = await db.transaction().execute(async trx => {
    const made = {
      ...asked,
      stopTokenHash: Buffer.alloc(32),
      driverId: null,
      language: null,
      createdAt: now,
      expiresAt,
    }
    return paySessions.change(trx, await paySessions.create(trx, made), { orderId }, now)
  })
  const payment = readPayment(entity)
  if (!payment) throw new Error(`Payment ${entity.id} of the demo cannot be read`)
  await takeInPayment(services, companyId, payment, 'webhook', now)
  return db.transaction().execute(async trx => {
    if (isRefused) {
      await paySessions.change(trx, s, { state: 'expired', closedAt: expiresAt }, expiresAt)
      return undefined
    }
    const tag = await createSessionTag(trx, { teamId, chargepointPk: pk, expiresAt })
    const begun = { state: 'starting' as const, paymentId: entity.id, ocppTagPk: tag.pk, paidAt: now }
    await paySessions.change(trx, s, begun, now)
    return tag.idTag
  })
}

/** The session that was paid for by this tag has ended: the driver's page says so. */
export const finish = (services: PastServices, idTag: string, transactionId: number, at: Date): Promise<unknown> =>
  services.db.transaction().execute(async trx => {
    const { rows } = await sql<{
      id: number
    }>`select s.pay_session_id as id from pay_session s join ocpp_tag t using (ocpp_tag_pk)
      where t.id_tag = ${idTag}`.execute(trx)
    const s = rows[0] && (await paySessions.holdPaySession(trx, rows[0].id))
    if (s) await paySessions.change(trx, s, { state: 'finished', transactionId, closedAt: at }, at)
  })

type Due = { companyId: number; paymentId: string; key: string; amountPaise: number; requestedAt: Date }
/** Refunds requested in the past were processed within the hour; those requested just now are on their way. */
export async function giveBackRests(services: PastServices): Promise<void> {
  const { db } = services
  const end = services.now().getTime()
  const { rows } =
    await sql<Due>`select company_id, payment_id, idempotency_key as key, amount_paise, requested_at from refund
    where status = 'pending' order by requested_at`.execute(db)
  for (const [i, r] of rows.entries()) {
    const at = r.requestedAt.getTime() + (2 + ((i * 7) % 40)) * MINUTE_MS
    if (at < end) await services.at({ at }, () => giveBack(services, r))
  }
}

async function giveBack(services: PastServices, r: Due): Promise<void> {
  const { companyId, paymentId, amountPaise: amount, key } = r
  const now = services.now()
  const account = sandboxNames(companyId).accountId
  const store = sandboxStore(services.db)
  const payment = (await store.get(paymentId)) as StoredObject<PaymentContent> | undefined
  if (!payment) return
  const p = payment.content.entity
  p.amount_refunded += amount
  const isFull = p.amount_refunded === p.amount
  Object.assign(p, { refund_status: isFull ? 'full' : 'partial', status: isFull ? 'refunded' : 'captured' })
  const reference = String(100_000_000_000 + (now.getTime() % 800_000_000_000))
  const entity: RefundContent['entity'] = {
    id: newId('rfnd'),
    entity: 'refund',
    amount,
    currency: 'INR',
    payment_id: paymentId,
    receipt: null,
    batch_id: null,
    notes: { [KEY_NOTE]: key },
    created_at: Math.floor(r.requestedAt.getTime() / 1000),
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
    acquirer_data: p.method === 'upi' ? { rrn: reference } : { arn: `${reference}${reference.slice(0, 11)}` },
  }
  await store.change(account, async books => {
    await books.put(payment)
    const content: RefundContent = { entity, ends: 'processed' }
    const of = { account, createdAt: r.requestedAt, dueAt: null }
    await books.put({ ...of, id: entity.id, kind: 'refund', parentId: paymentId, content })
  })
  const told = { payment: readPayment(p), refund: readRefund(entity) }
  if (told.payment) await takeInPayment(services, companyId, told.payment, 'webhook')
  if (told.refund) await takeInRefund(services, companyId, told.refund, 'webhook', now)
}
