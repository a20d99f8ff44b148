// Payments that need attention: orders without a payment, pending payments, money that has found no session, and the
// stored payments for a comparison with the provider.
import { sql } from 'kysely'
import { QR_DESCRIPTION } from '#charging/sessions/session.rules.ts'
import { givenBack } from '#money/refunds/given-back.store.ts'
import { LEAST_REFUND_PAISE } from '#money/refunds/refund.rules.ts'
import { isWaitingRefund } from '#money/refunds/waiting-refund.store.ts'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { PaymentKey } from './payment.store.ts'
import type { Difference, OurPayment, OurRefund, Span } from './reconcile.rules.ts'

/** Orders that drivers are about to pay, of sessions that wait; the webhook has a moment to be first. */
export const openOrders = async (db: Db, now: Date, most: number): Promise<{ companyId: number; orderId: string }[]> =>
  (
    await sql<{ companyId: number; orderId: string }>`select company_id, order_id from pay_session
      where closed_at is null and payment_id is null and order_id is not null
        and created_at < ${now}::timestamptz - interval '20 seconds' order by expires_at desc limit ${most}`.execute(db)
  ).rows

/**
 * Pending payments due for a question to the provider: every minute in their first hour, every half hour on their first
 * day, then every three hours, as long as a provider may still decide (three days and some). An authorised payment is
 * due every minute on its first day, because its driver has paid and waits for the capture or the money.
 */
export const openPayments = async (
  db: Db,
  now: Date,
  most: number,
): Promise<{ companyId: number; paymentId: string }[]> =>
  (
    await sql<{ companyId: number; paymentId: string }>`select company_id, payment_id from payment
      where status in ('created', 'authorized') and created_at > ${now}::timestamptz - interval '4 days'
        and seen_at < ${now}::timestamptz - case when created_at > ${now}::timestamptz - interval '1 hour' then interval '50 seconds'
          when created_at > ${now}::timestamptz - interval '1 day'
          then case status when 'authorized' then interval '50 seconds' else interval '30 minutes' end else interval '3 hours' end
      order by seen_at limit ${most}`.execute(db)
  ).rows
/** The provider was asked about a payment just now. */
export const noteProviderAsked = (db: Db, { paymentId, companyId }: PaymentKey, at: Date): Promise<unknown> =>
  sql`update payment set seen_at = ${at} where payment_id = ${paymentId} and company_id = ${companyId}`.execute(db)

/**
 * A payment for charging: for an order of a driver, or one that names a charge point or has the description of such
 * payments. The company may sell other things through the same account; payments for these are neither taken nor given
 * back here.
 */
const isForCharging = sql<boolean>`(p.pay_session_id is not null or p.chargepoint_pk is not null or p.description = ${QR_DESCRIPTION})`
export const wasMadeToCharge = async (db: Db, { paymentId, companyId }: PaymentKey): Promise<boolean> =>
  (
    await sql`select from payment p where p.payment_id = ${paymentId} and p.company_id = ${companyId}
      and ${isForCharging}`.execute(db)
  ).rows.length > 0

/** The refund is pending, or has failed and waits or is tried again by itself. */
const isComing = sql<boolean>`(r.status = 'pending' or r.status = 'failed' and r.next_at is not null or ${isWaitingRefund})`

/**
 * Payments for charging whose money was captured before `until` and still waits for a session: their pay session is
 * over or past its end, or they have none. Payments with a pending or failed refund are left to that refund.
 */
export const strays = async (db: Db, since: Date, until: Date, most: number): Promise<PaymentKey[]> =>
  (
    await sql<PaymentKey>`select p.payment_id, p.company_id from payment p
      join account a on a.kind = 'payment' and a.ref = p.payment_no and a.balance_paise >= ${LEAST_REFUND_PAISE}
      where p.created_at > ${since} and p.captured_at < ${until} and ${isForCharging}
        and not exists (select from refund r where r.payment_id = p.payment_id and r.company_id = p.company_id and ${isComing})
        and not exists (select from pay_session s where s.pay_session_id = p.pay_session_id and s.closed_at is null
          and s.payment_id is not distinct from p.payment_id and s.expires_at > ${until}::timestamptz + interval '13 minutes')
      order by p.created_at limit ${most}`.execute(db)
  ).rows

/** Whether a refund of the payment is on its way or could not be made. */
export const goesBack = async (trx: Trx, { paymentId, companyId }: PaymentKey): Promise<boolean> =>
  (
    await sql`select from refund r where r.payment_id = ${paymentId} and r.company_id = ${companyId} and ${isComing}
      limit 1`.execute(trx)
  ).rows.length > 0

/** Companies whose payments are compared: companies with credentials, and companies with recent payments. */
export const companiesToCheck = async (db: Db, since: Date): Promise<number[]> =>
  (
    await sql<{ id: number }>`select id from (select company_id as id from provider_account
        union select company_id from payment where created_at > ${since}) x
      where not exists (select from company_moved v where v.company_id = x.id) order by 1`.execute(db)
  ).rows.map(r => r.id)

const payments = sql`select p.payment_id, g.status, p.amount_paise, g.paise as refunded_paise from payment p cross join ${givenBack} g`
/** Stored payments of a company: those made within a span, or those with the given ids. */
export const paymentsWithin = async (db: Db, companyId: number, { from, to }: Span): Promise<OurPayment[]> =>
  (
    await sql<OurPayment>`${payments}
      where p.company_id = ${companyId} and p.created_at >= ${from} and p.created_at < ${to}`.execute(db)
  ).rows
export const paymentsOf = async (db: Db, companyId: number, ids: readonly string[]): Promise<OurPayment[]> =>
  (
    await sql<OurPayment>`${payments}
      where p.company_id = ${companyId} and p.payment_id = any(${texts(ids)})`.execute(db)
  ).rows
/**
 * The refunds that the provider lists, as they are here. A refund that was tried again has made several at the provider,
 * of which all but the last have failed.
 */
export const refundsOf = async (
  db: Db,
  companyId: number,
  theirs: readonly { id: string; paymentId: string }[],
): Promise<OurRefund[]> => {
  const ids = texts(theirs.map(r => r.id))
  return (
    await sql<OurRefund>`select provider_refund_id, payment_id, status, amount_paise from refund
        where company_id = ${companyId} and provider_refund_id = any(${ids})
      union all select c.detail ->> 'before', r.payment_id, 'failed', r.amount_paise
        from refund r join refund_change c using (refund_id)
        where r.company_id = ${companyId} and r.payment_id = any(${texts(theirs.map(r => r.paymentId))}) and r.attempt > 1
          and c.detail ->> 'before' = any(${ids})`.execute(db)
  ).rows
}

/** Refunds of a company, requested within a span, that the provider has reported as its own. */
export const refundsWithin = async (db: Db, companyId: number, { from, to }: Span): Promise<OurRefund[]> =>
  (
    await sql<OurRefund>`select provider_refund_id, payment_id, status, amount_paise from refund
      where company_id = ${companyId} and requested_at >= ${from} and requested_at < ${to}
        and provider_refund_id is not null and status <> 'failed'`.execute(db)
  ).rows

export type Check = Span & { companyId: number; payments: number; refunds: number; differences: Difference[]; at: Date }
export const keepCheck = (db: Db, c: Check): Promise<unknown> =>
  sql`insert into provider_check (company_id, from_at, to_at, payments, refunds, differences, at)
    values (${c.companyId}, ${c.from}, ${c.to}, ${c.payments}, ${c.refunds}, ${JSON.stringify(c.differences)}::jsonb, ${c.at})`.execute(
    db,
  )
/** When the last three days of a company were compared. */
export const lastWhole = async (db: Db, companyId: number): Promise<Date | undefined> =>
  (
    await sql<{ at: Date | null }>`select max(at) as at from provider_check
      where company_id = ${companyId} and to_at - from_at > interval '20 hours' and at - to_at < interval '1 hour'`.execute(
      db,
    )
  ).rows[0]?.at ?? undefined
