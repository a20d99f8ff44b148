// Finds changes that no webhook reported: the provider is asked about pending payments, its lists are compared with the
// stored payments, and money that has found no session goes back (M-5, D-REF-2).
import type { Payment, Provider } from '@wattdesk/razorpay/provider'
import { balancesHeld } from '#money/ledger/account.store.ts'
import { providerOf } from '#money/payment-provider/provider-of.commands.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import type { Services } from '#office/installation/services.ts'
import { type Source, takeInPayment } from './payment.commands.ts'
import * as payments from './payment.store.ts'
import { capturePayment } from './payment-capture.commands.ts'
import { accountOfPayment } from './payment-posting.rules.ts'
import * as store from './payment-search.store.ts'
import {
  type Difference,
  type OurRefund,
  paymentDifferences,
  refundDifferences,
  refundNotThere,
  type Span,
  spansOf,
  unlistedRefunds,
} from './reconcile.rules.ts'

/** The most requests of one run; the others follow in the next. */
const AT_ONCE = 500
const SIDE_BY_SIDE = 4

/** Calls `one` for each item, a few at a time; a failure does not hold up the others. */
async function each<T>(
  { log }: Services,
  what: string,
  all: readonly T[],
  one: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...all]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      await one(item).catch((error: unknown) => log.warn({ err: error, item }, what))
  }
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, all.length) }, worker))
}

/** Stores a payment, and captures it where it is only authorised. Returns the company that owns the payment. */
async function tellAndTake(s: Services, companyId: number, p: Payment, source: Source): Promise<number> {
  const owner = await takeInPayment(s, companyId, p, source)
  if (p.status === 'authorized') await capturePayment(s, owner, p)
  return owner
}

/** Asks the provider about open orders and payments, whose webhooks may have been lost. */
export async function pollPayments(services: Services): Promise<void> {
  const { db } = services
  const now = services.now()
  await each(services, 'An order could not be asked for', await store.openOrders(db, now, AT_ONCE), async o => {
    const found = await (await providerOf(services, o.companyId)).paymentsOfOrder(o.orderId)
    if (found.is !== 'ok') return
    for (const p of found.value) await tellAndTake(services, o.companyId, p, 'poll')
  })
  await each(services, 'A payment could not be asked for', await store.openPayments(db, now, AT_ONCE), async o => {
    const found = await (await providerOf(services, o.companyId)).payment(o.paymentId)
    await store.noteProviderAsked(db, o, now)
    if (found.is === 'ok') await tellAndTake(services, o.companyId, found.value, 'poll')
  })
}

const DAY_MS = 86_400_000
/**
 * Compares the provider's lists with the stored payments, company by company; merges the differences and records them.
 */
export async function reconcilePayments(services: Services): Promise<void> {
  const { db } = services
  const now = services.now()
  const companies = await store.companiesToCheck(db, new Date(now.getTime() - 4 * DAY_MS))
  await each(services, 'Payments could not be compared', companies, async companyId => {
    const provider = await providerOf(services, companyId)
    for (const span of spansOf(now, await store.lastWhole(db, companyId)))
      if (!(await compare(services, { provider, companyId, span }))) return
  })
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
/** Returns false where a list could not be read: nothing is concluded then, and the next run reads the list. */
async function compare(
  services: Services,
  { provider, companyId, span }: { provider: Provider; companyId: number; span: Span },
): Promise<boolean> {
  const { db } = services
  // Payments made in the last minute may still be on their way here.
  const settled = { from: span.from, to: new Date(Math.min(span.to.getTime(), services.now().getTime() - 60_000)) }
  const before = await store.paymentsWithin(db, companyId, settled)
  const refundsBefore = await store.refundsWithin(db, companyId, settled)
  const window = { from: seconds(span.from), to: seconds(span.to) }
  const [theirs, back] = [await provider.payments(window), await provider.refunds(window)]
  if (theirs.is !== 'ok' || back.is !== 'ok') return false
  const notThere = await refundsNotThere(provider, unlistedRefunds(back.value, refundsBefore))
  if (!notThere) return false
  const after = await store.paymentsOf(
    db,
    companyId,
    theirs.value.map(p => p.id),
  )
  const ofPayments = paymentDifferences(theirs.value, { before, after })
  const told = new Map(theirs.value.map(p => [p.id, p]))
  // Differences in payments of another company with the same account are left to that company.
  const ofOthers = new Set<string>()
  for (const id of new Set(ofPayments.map(d => d.paymentId))) {
    const p = told.get(id)
    if (p && (await tellAndTake(services, companyId, p, 'reconciliation')) !== companyId) ofOthers.add(id)
  }
  const ours = await store.refundsOf(db, companyId, back.value)
  const ofRefunds = refundDifferences(back.value, ours)
  for (const d of ofRefunds) {
    const r = back.value.find(x => x.id === d.refundId)
    // The payment may be older than the span; it has the total amount given back.
    const p = await provider.payment(d.paymentId)
    const owner = p.is === 'ok' ? await takeInPayment(services, companyId, p.value, 'reconciliation') : companyId
    if (owner !== companyId) ofOthers.add(d.paymentId)
    if (r) await takeInRefund(services, owner, r, 'reconciliation')
  }
  const differences = [...ofPayments, ...ofRefunds, ...notThere].filter(d => !ofOthers.has(d.paymentId))
  const counts = { payments: theirs.value.length, refunds: back.value.length }
  await store.keepCheck(db, { companyId, ...span, ...counts, differences, at: services.now() })
  if (differences.length > 0) services.log.warn({ companyId, differences }, 'The provider knew of payments otherwise')
  return true
}

/**
 * Refunds that the provider does not have. A refund that was tried again is younger at the provider than its request, so its
 * payment is asked. Undefined where the provider does not answer.
 */
async function refundsNotThere(provider: Provider, unlisted: readonly OurRefund[]): Promise<Difference[] | undefined> {
  const missing: Difference[] = []
  for (const r of unlisted) {
    const all = await provider.refundsOf(r.paymentId)
    if (all.is === 'unknown') return undefined
    if (all.is === 'rejected' || !all.value.some(x => x.id === r.providerRefundId)) missing.push(refundNotThere(r))
  }
  return missing
}

/** No session begins so long after the capture: everything goes back (D-REF-2 b). */
const NO_SESSION_MS = 15 * 60_000
/** How long money is searched for: as long as a provider makes refunds. */
const LONGEST_DAYS = 170
/** Recent days are searched every minute, the whole time once an hour. */
const RECENT_DAYS = 4

/** Requests refunds of captured payments that found no session; returns the number of payments. */
export async function returnStrays(services: Services): Promise<number> {
  const now = services.now()
  const days = now.getUTCMinutes() === 0 ? LONGEST_DAYS : RECENT_DAYS
  const until = new Date(now.getTime() - NO_SESSION_MS)
  const keys = await store.strays(services.db, new Date(now.getTime() - days * DAY_MS), until, AT_ONCE)
  let count = 0
  await each(services, 'A payment without a session could not be given back', keys, async key => {
    if (await giveBack(services, key, now)) count++
  })
  return count
}

const giveBack = (services: Services, key: payments.PaymentKey, at: Date): Promise<boolean> =>
  services.db.transaction().execute(async trx => {
    const p = await payments.holdPayment(trx, key)
    if (!p || (await store.goesBack(trx, key))) return false
    const { paymentId, companyId, teamId, paySessionId } = p
    const [waiting = 0n] = await balancesHeld(trx, [{ ...accountOfPayment(p), companyId, teamId }])
    // A session may have begun with the payment just now.
    if (waiting <= 0n) return false
    const amountPaise = Number(waiting)
    await addRefund(trx, { paymentId, companyId, teamId, paySessionId, amountPaise, cause: 'no session', at })
    return true
  })
