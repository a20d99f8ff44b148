// The payment that a session was paid by. Payments are known by their company and their id (D-PAY-8); a session is normally of
// the same company, but its charge point may have moved to another company after the payment.
import { type RawBuilder, sql } from 'kysely'

/** The row of `payment` for the session `session`, to be used as a lateral subquery or behind `from`. */
export const paymentRowOfSession = (
  session: RawBuilder<unknown> = sql`t`,
): RawBuilder<unknown> => sql`(select * from payment o
  where o.payment_id = ${session}.payment_id order by o.company_id = ${session}.company_id desc limit 1)`

/**
 * Whether the payment `p` is that of the session `s`: the same rule read from the payment, by the index of the sessions.
 * The view `payment_charge` of migration 0084 has it too.
 */
export const isSessionOfPayment = sql<boolean>`(lower(s.payment_id) = lower(p.payment_id) and (s.company_id = p.company_id
  or not exists (select from payment o where o.payment_id = s.payment_id and o.company_id = s.company_id)))`
