// Failed refunds that wait for a person or for their next attempt (D-REF-2, D-REF-6), by one rule for the refund list, its
// cards, refunds by hand and the end of a month.
import { sql } from 'kysely'
import { LEAST_REFUND_PAISE, MONEY_GONE } from './refund.rules.ts'

/** The part of the payment of the refund `r` that is neither charged, nor refunded, nor about to be, in paise. */
const leftPaise = sql<number>`(select p.amount_paise
    - (select coalesce(sum(s.charged_paise), 0) from transaction s
        where lower(s.payment_id) = lower(p.payment_id) and s.company_id = p.company_id)
    - (select coalesce(sum(o.amount_paise), 0) from refund o
        where o.payment_id = p.payment_id and o.company_id = p.company_id and o.status <> 'failed')
  from payment p where p.payment_id = r.payment_id and p.company_id = r.company_id)`

/**
 * Whether the refund `r` has failed and waits. A failed refund of the provider's own desk waits for nobody, and neither
 * does a refund whose money has gone back in another way: by another refund, whether ours or not.
 */
export const isWaitingRefund = sql<boolean>`(r.status = 'failed' and r.cause <> 'elsewhere'
  and r.failure is distinct from ${MONEY_GONE} and ${leftPaise} >= ${LEAST_REFUND_PAISE})`
