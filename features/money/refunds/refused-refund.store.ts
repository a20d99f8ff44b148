// Refunds that a provider reported and that exceed their payment: stored for a person to look into, never booked (M-5).
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'

/** `isUnbooked`: the ledger leaves the payment out, because of its currency or because its amount is not that of its order. */
export type PaymentRoom = { teamId: number | null; isUnbooked: boolean; leftPaise: number }
/**
 * Locks a payment until the transaction ends and returns the amount that the provider can still give back: the
 * payment's amount less its processed refunds. Undefined where the company has no such payment.
 */
export async function holdRoom(
  trx: Trx,
  { paymentId, companyId }: { paymentId: string; companyId: number },
): Promise<PaymentRoom | undefined> {
  const { rows } = await sql<PaymentRoom>`
    select p.team_id, p.is_unbooked or p.currency <> 'INR' as is_unbooked, p.amount_paise - coalesce((select sum(r.amount_paise) from refund r
      where r.payment_id = p.payment_id and r.company_id = p.company_id and r.status = 'processed'), 0)::bigint as left_paise
    from payment p where p.payment_id = ${paymentId} and p.company_id = ${companyId} for no key update of p`.execute(
    trx,
  )
  return rows[0]
}

type RefusedRefund = {
  companyId: number
  teamId: number | null
  paymentId: string
  providerRefundId: string
  amountPaise: number
  leftPaise: number
  at: Date
}
/** Stores a report once. Returns whether it is new. */
export async function addRefused(trx: Trx, r: RefusedRefund): Promise<boolean> {
  const { at: reportedAt, ...values } = r
  const added = await trx
    .insertInto('refusedRefund')
    .values({ ...values, reportedAt })
    .onConflict(c => c.doNothing())
    .returning('refusedRefundId')
    .executeTakeFirst()
  return added !== undefined
}

/** Whether a refund was refused before; with `failedAt` its report is closed, because no money has moved. */
export async function wasRefused(
  trx: Trx,
  { companyId, providerRefundId }: Pick<RefusedRefund, 'companyId' | 'providerRefundId'>,
  failedAt: Date | undefined,
): Promise<boolean> {
  const { rows } = await sql`update refused_refund set closed_at = coalesce(closed_at, ${failedAt ?? null}::timestamptz)
    where company_id = ${companyId} and provider_refund_id = ${providerRefundId} returning 1`.execute(trx)
  return rows.length > 0
}

export type ClosedReport = { companyId: number; teamId: number | null; paymentId: string; providerRefundId: string }
/** Closes an open report of the scope; undefined where there is none. */
export const closeReport = async (
  trx: Trx,
  scope: Scope,
  c: { refusedRefundId: number; userId: number; at: Date },
): Promise<ClosedReport | undefined> =>
  (
    await sql<ClosedReport>`update refused_refund r set closed_at = ${c.at}, closed_by = ${c.userId}
      from (select refused_refund_id, company_id, coalesce(team_id, company_id) as team_id from refused_refund) x
      where r.refused_refund_id = ${c.refusedRefundId} and x.refused_refund_id = r.refused_refund_id and r.closed_at is null
        and ${within(scope, 'x')}
      returning r.company_id, r.team_id, r.payment_id, r.provider_refund_id`.execute(trx)
  ).rows[0]
