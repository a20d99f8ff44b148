// Failed refunds that wait for a person or for their next attempt (D-REF-2, D-REF-6), by one rule for the refund list, its
// cards, refunds by hand, the list of payments and the end of a month: the view `waiting_refund` of migration 0084.
import { sql } from 'kysely'

/** Whether the refund `r` has failed and waits. */
export const isWaitingRefund = sql<boolean>`(r.status = 'failed' and exists (select from waiting_refund w where w.refund_id = r.refund_id))`

/** The amount of the refund `r`; of a refund that waits, the amount that its next attempt asks for, in paise. */
export const refundAmount = sql<number>`coalesce(
  case when r.status = 'failed' then (select w.left_paise from waiting_refund w where w.refund_id = r.refund_id) end, r.amount_paise)`
