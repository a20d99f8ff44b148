// The part of a payment that may still go back (D-REF-2), whether this product gives it back or the operator's staff at
// the provider's own desk. Amounts in paise. Read while the refund's session or payment is locked.
import { sql } from 'kysely'
import { balancesHeld } from '#money/ledger/account.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { LEAST_REFUND_PAISE, type RefundAccounts, roomPaise, sourceOf } from './refund.rules.ts'

type Of = Omit<RefundAccounts, 'amountPaise' | 'refundId'> & { paymentId: string; refundId: number | null }

/**
 * The amount that may go back by this refund, or by a new one where `refundId` is null: at most the amount paid less
 * the amount charged and less everything given back or on its way, and at most the balance in the ledger. `ownPaise`:
 * the amount that is already in the clearing account for this refund.
 */
export async function mayGoBack(trx: Trx, r: Of, ownPaise = 0): Promise<number> {
  const { rows } = await sql<{ paid: number; charged: number; others: number }>`
    select p.amount_paise as paid,
      (select c.charged_paise from payment_charge c where c.payment_no = p.payment_no) as charged,
      (select coalesce(sum(x.amount_paise), 0)::bigint from refund x where x.payment_id = p.payment_id
        and x.company_id = p.company_id and x.status <> 'failed' and x.refund_id is distinct from ${r.refundId}::int) as others
    from payment p where p.payment_no = ${r.paymentNo}`.execute(trx)
  const [sums] = rows
  if (!sums) return 0
  const { companyId, teamId } = r
  const [held = 0n] = await balancesHeld(trx, [{ ...sourceOf(r), companyId, teamId }])
  return roomPaise(sums, Number(held) + ownPaise)
}

/** A session that has stopped and about which no person has to decide any more, with its driver; undefined otherwise. */
export const settled = async (trx: Trx, transactionId: number): Promise<{ driverId: number | null } | undefined> =>
  (
    await sql<{ driverId: number | null }>`select driver_id from transaction where transaction_id = ${transactionId}
      and stopped_at is not null and not in_review`.execute(trx)
  ).rows[0]

/**
 * The balance in the hold of a settled session if it is too small for the provider to give back and no refund of its
 * payment is on its way; 0 otherwise.
 */
export async function smallRest(trx: Trx, accounts: RefundAccounts & { paymentId: string }): Promise<number> {
  const { companyId, teamId } = accounts
  const [held = 0n] = await balancesHeld(trx, [{ ...sourceOf(accounts), companyId, teamId }])
  if (held <= 0n || held >= BigInt(LEAST_REFUND_PAISE)) return 0
  const { rows } =
    await sql`select from refund where payment_id = ${accounts.paymentId} and company_id = ${accounts.companyId} and status = 'pending' limit 1`.execute(
      trx,
    )
  return rows.length === 0 ? Number(held) : 0
}

/**
 * The amount that rests of a session, too small for the provider to give back, have in the account for such rests. The
 * session is locked.
 */
export const keptSmallRest = async (trx: Trx, transactionId: number): Promise<bigint> => {
  const { rows } = await sql<{ paise: string }>`
    select coalesce(sum(case e.side when 'C' then e.amount_paise else -e.amount_paise end), 0)::text as paise
    from posting p join entry e on e.posting_id = p.posting_id join account a on a.account_id = e.account_id
    where p.transaction_id = ${transactionId} and a.kind = 'smallRests'`.execute(trx)
  const paise = BigInt(rows[0]?.paise ?? 0)
  return paise > 0n ? paise : 0n
}
