// Failed refunds that wait for a person or for their next attempt (D-REF-2, D-REF-6), by one rule for the refund list, its
// cards, refunds by hand, the list of payments and the end of a month.
import { sql } from 'kysely'

/**
 * Whether the refund `r` has failed and waits: a rupee or more of its money is left (`refund_waits`, migration 0084). A
 * failed refund of the provider's own desk waits for nobody, and neither does a refund whose money has gone back in
 * another way: by another refund, whether ours or not.
 */
export const isWaitingRefund = sql<boolean>`(r.status = 'failed' and r.cause <> 'elsewhere' and refund_waits(r))`
