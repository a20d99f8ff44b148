// Figures of a transaction as they are shown, as SQL over `transaction t left join transaction_live l`: of a running session
// energy and amount are the live ones.
import { sql } from 'kysely'

/** The payment type as shown (D-TXN-7); the expression of the index transaction_by_type. */
export const shownType = sql<string>`(case when t.payment_type = 'CARD' and (t.payment_description = 'QRv2 Payment'
  or t.payment_description ilike '%upi%') then 'UPI' else t.payment_type end)`

export const liveEnergy = sql<number>`(case when t.stopped_at is null
  then greatest(0, coalesce(l.current_wh, t.meter_start_wh) - t.meter_start_wh) else t.energy_wh end)`
export const liveCharged = sql<number>`(case when t.stopped_at is null then coalesce(l.charged_paise, 0)
  else t.charged_paise end)`
