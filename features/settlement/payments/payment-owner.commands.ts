// Which company owns a payment (D-PAY-8). The order decides. A payment without an order made here belongs to the company whose
// provider account holds the payment; companies that share an account are told apart by the charge point in the notes.
import type { Outcome, Payment, Refund } from '@wattdesk/razorpay/provider'
import { hasProvider, providerOf } from '#money/payment-provider/provider-of.commands.ts'
import type { Services } from '#office/installation/services.ts'
import type { Source } from './payment.store.ts'
import * as store from './payment-owner.store.ts'

/** A report that the provider account of the reporting company does not bear out; no later try changes that. */
export class RefusedReport extends Error {}
const OF_ANOTHER = 'The order of this payment belongs to another company'
export const REFUND_NOT_KNOWN = 'The payment provider does not know this refund of the payment'
const NOT_KNOWN = 'The payment provider does not know this payment in the account of the company'

/**
 * `payment`: the payment in the provider's account, where the provider was asked. `examined`: companies with a row of
 * the id.
 */
export type Ownership = { companyId: number; payment: Payment; isByOrder: boolean; examined: number[] }

/** The provider's word about a payment id under the credentials of a company; undefined where the account has no such payment. */
async function ask(services: Services, companyId: number, paymentId: string): Promise<Payment | undefined> {
  const found: Outcome<Payment> = await (await providerOf(services, companyId)).payment(paymentId)
  if (found.is === 'unknown')
    throw new Error(`The provider could not be asked about payment ${paymentId}: ${found.why}`)
  return found.is === 'ok' ? found.value : undefined
}

const isSame = (a: Payment | undefined, b: Payment): boolean =>
  a !== undefined && a.id === b.id && a.amount === b.amount && a.orderId === b.orderId

/**
 * The owner of a payment that is reported by, or read with the credentials of, the company `teller`. A webhook about the order
 * of another company is accepted only when the provider account of the teller holds that payment too, because then both use
 * one account; otherwise throws RefusedReport. Throws Error where the provider does not answer: to be tried again.
 */
export async function ownerOf(
  services: Services,
  teller: number,
  payment: Payment,
  source: Source,
): Promise<Ownership> {
  const { db } = services
  const ordered = payment.orderId === null ? undefined : await store.placedOrder(db, payment.orderId)
  if (ordered) {
    const of = { companyId: ordered.companyId, isByOrder: true, examined: [] }
    if (ordered.companyId === teller || source !== 'webhook') return { ...of, payment }
    const theirs = await ask(services, teller, payment.id)
    if (!theirs || theirs.orderId !== payment.orderId) throw new RefusedReport(OF_ANOTHER)
    return { ...of, payment: theirs }
  }
  const keepers = await store.companiesOfPayment(db, payment.id)
  const of = { payment, isByOrder: false, examined: keepers }
  if (keepers.includes(teller)) return { ...of, companyId: teller }
  const { chargerId } = payment.notes
  const ofCharger = chargerId === undefined ? undefined : await store.companyOfCharger(db, chargerId)
  if (ofCharger !== teller)
    for (const other of new Set([...keepers, ...(ofCharger === undefined ? [] : [ofCharger])]))
      if ((await hasProvider(services, db, other)) && isSame(await ask(services, other, payment.id), payment))
        return { ...of, companyId: other }
  return { ...of, companyId: teller }
}

/**
 * The payment of a webhook, before anything is stored. A company knows its own webhook secret, so its signature moves no money
 * by itself: a report that money has come is replaced by the payment as the provider has it under the company's own
 * credentials, unless the money is booked already. So is a report that money has gone back, and a report that no order made here vouches for by currency and amount,
 * nor a stored payment of the company. Throws RefusedReport where the provider knows no such payment.
 */
export async function verified(services: Services, companyId: number, payment: Payment): Promise<Payment> {
  const { db } = services
  const order = payment.orderId === null ? undefined : await store.placedOrder(db, payment.orderId)
  // Whether the account of the reporting company has a payment of another company's order is asked by `ownerOf`.
  if (order && order.companyId !== companyId) return payment
  const stored = await store.storedPayment(db, payment.id, companyId)
  const isVouchedFor = order ? isAsOrdered(payment, order.amountPaise) : stored !== undefined
  const isKnownMoney = stored?.isCaptured || !tellsOfMoney(payment)
  if (isVouchedFor && isKnownMoney && !tellsOfRefund(payment)) return payment
  return readPayment(services, companyId, payment.id)
}
const isAsOrdered = ({ currency, amount }: Payment, orderedPaise: number) =>
  currency === 'INR' && amount === orderedPaise
const tellsOfMoney = ({ captured, status }: Payment) => captured || status === 'captured'
const tellsOfRefund = ({ amountRefunded, status }: Payment) => amountRefunded > 0 || status === 'refunded'

/** A payment as the provider has it under the company's credentials; throws RefusedReport where the provider has none. */
export async function readPayment(services: Services, companyId: number, paymentId: string): Promise<Payment> {
  const known = await ask(services, companyId, paymentId)
  if (!known) throw new RefusedReport(NOT_KNOWN)
  return known
}

/**
 * The refund of a webhook as the provider has it under the credentials of the payment's owner: a signature alone gives no
 * money back (D-PAY-8). Throws RefusedReport where the provider has no such refund, Error where the provider does not answer.
 */
export async function readRefund(services: Services, owner: number, { id, paymentId }: Refund): Promise<Refund> {
  const found = await (await providerOf(services, owner)).refundsOf(paymentId)
  if (found.is === 'unknown')
    throw new Error(`The provider could not be asked about the refunds of payment ${paymentId}: ${found.why}`)
  const refund = found.is === 'ok' ? found.value.find(r => r.id === id) : undefined
  if (!refund) throw new RefusedReport(REFUND_NOT_KNOWN)
  return refund
}
