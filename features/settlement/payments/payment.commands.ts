// Takes in reports of a payment, from any source and any number of times: the known values grow, the money enters the
// ledger once, and the pay session learns of it in the same transaction (M-5, S-PAYMENT-MONEY).
import type { Payment } from '@wattdesk/razorpay/provider'
import { bookDate } from '#money/ledger/book-date.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { demandMode } from '#office/installation/installation.store.ts'
import type { Services } from '#office/installation/services.ts'
import { type AfterCommit, act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import * as store from './payment.store.ts'
import { differing, merged, type StoredPayment, storedPaymentOf } from './payment-merge.rules.ts'
import { type Ownership, ownerOf } from './payment-owner.commands.ts'
import { companiesOfPayment, lockPaymentId } from './payment-owner.store.ts'
import { capturePosting } from './payment-posting.rules.ts'

export type { Source } from './payment.store.ts'

/** Money that has come, and waits in the account `payment` of `paymentNo`. */
export type Captured = {
  paymentId: string
  paymentNo: number
  companyId: number
  teamId: number
  /** The pay session of the order, where a driver placed the order at a connector. */
  paySessionId: number | null
  orderId: string | null
  amountPaise: number
  /** As far as the provider has given it back already. */
  refundedPaise: number
  at: Date
}
/** Runs in the transaction of the capture, once for each payment; the payment and its pay session are locked. */
type CapturedHandler = (trx: Trx, captured: Captured, then: AfterCommit) => Promise<void>

declare module '#office/installation/services.ts' {
  interface Followed {
    captured: CapturedHandler
  }
}

/**
 * Takes in a provider's report of a payment, made through the account of `companyId`; safe to call any number of times
 * and in any order. Returns the company that owns the payment (D-PAY-8). `eventAt`: the time of the event by the
 * provider. Throws RefusedReport where a webhook names the order of a company with another account.
 */
export async function takeInPayment(
  services: Services,
  companyId: number,
  payment: Payment,
  source: store.Source,
  eventAt?: Date,
): Promise<number> {
  const owner = await ownerOf(services, companyId, payment, source)
  await act(services, (trx, then) => tellIn(trx, then, services, { owner, source, eventAt }))
  return owner.companyId
}

type Report = { owner: Ownership; source: store.Source; eventAt: Date | undefined }

async function tellIn(
  trx: Trx,
  then: AfterCommit,
  services: Services,
  { owner, source, eventAt }: Report,
): Promise<void> {
  const { companyId, payment } = owner
  const at = services.now()
  const news = storedPaymentOf(payment)
  if (news.amountPaise <= 0) return
  const createdAt = new Date(payment.createdAt * 1000)
  if (!owner.isByOrder) await demandSameOwner(trx, owner)
  const isNew = await store.insert(trx, { paymentId: payment.id, companyId, known: news, createdAt, at })
  if (isNew) await demandMode(trx, services.mode)
  const held = await store.holdPayment(trx, { paymentId: payment.id, companyId })
  if (!held) throw new Error(`Payment ${payment.id} was written and is gone`)
  const before: StoredPayment = { ...held.known, isCaptured: held.capturedAt !== null }
  const after = merged(before, news)
  const detail = isNew ? after : differing(before, after)
  if (Object.keys(detail).length === 0) return
  const isCapture = after.isCaptured && held.capturedAt === null
  const toldAt = eventAt ?? at
  const capturedAt = isCapture ? await bookDate(trx, { companyId, own: toldAt, decided: at }) : held.capturedAt
  const { paymentId, paymentNo, teamId, paySessionId, orderedPaise } = held
  if (!isNew || isCapture) await store.update(trx, { paymentId, companyId, known: after, capturedAt, paySessionId, at })
  await store.addChange(trx, {
    paymentId,
    companyId,
    status: after.status,
    source,
    detail,
    eventAt: eventAt ?? null,
    at,
  })
  if (isCapture && capturedAt) {
    const { amountPaise, refundedPaise, orderId } = after
    const captured: Captured = {
      paymentId,
      paymentNo,
      companyId,
      teamId,
      paySessionId,
      orderId,
      amountPaise,
      refundedPaise,
      at: toldAt,
    }
    // The ledger is in rupees alone, and an order is paid at its own amount or not at all: a payment of another currency or
    // amount is shown among the open items for a person (S-MONTH-END).
    if (after.currency === 'INR' && (orderedPaise === null || orderedPaise === amountPaise)) {
      await postAll(trx, [capturePosting(captured, capturedAt)])
      for (const handler of services.followers.captured) await handler(trx, captured, then)
    } else {
      const { currency } = after
      await store.leaveOut(trx, held)
      services.log.error({ paymentId, currency, amountPaise, orderedPaise }, 'A captured payment cannot be booked')
    }
  }
  then(() => publish(services, held, after, at))
}

/** Another company of the same provider account may have stored the payment since the owner was looked up. */
async function demandSameOwner(trx: Trx, { payment, examined }: Ownership): Promise<void> {
  await lockPaymentId(trx, payment.id)
  const keepers = await companiesOfPayment(trx, payment.id)
  if (keepers.some(id => !examined.includes(id)))
    throw new Error(`Payment ${payment.id} was stored by another report meanwhile; it is looked at again`)
}

/** Publishes the change to browsers. */
async function publish({ bus, db }: Services, p: store.HeldPayment, k: StoredPayment, at: Date): Promise<void> {
  if (!bus.isHeard()) return
  const shown = await store.paymentWithSession(db, p)
  if (!shown) return
  const { status, refundedPaise: amountRefunded, transactionId } = shown
  const money = { status, amount: k.amountPaise, amountRefunded }
  bus.publish({
    companyId: p.companyId,
    event: { type: 'payment', at: at.toISOString(), teamId: p.teamId, paymentId: p.paymentId, ...money, transactionId },
  })
}
