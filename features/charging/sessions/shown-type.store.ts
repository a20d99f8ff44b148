// The payment type of a session as it is shown (D-TXN-7), over `transaction t`: the expression of the index transaction_by_type.
import { sql } from 'kysely'

export const shownType = sql<string>`(case when t.payment_type = 'CARD' and (t.payment_description = 'QRv2 Payment'
  or t.payment_description ilike '%upi%') then 'UPI' else t.payment_type end)`
