// What changes of a session after its end, apart from the decision of a review: its bill, and the status of its payout.
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/db.ts'
import { insertBills } from '../billing/bill.store.ts'
import type { BillRow } from '../billing/bill-row.rules.ts'

/**
 * Bills an ended session anew: a version above the last one, by which its row goes from then on, and with the row the lists
 * and the figures of its hour. Its energy is the bill's. Answers the number; undefined where the session has no bill yet, or waits for a decision.
 */
export async function addBillVersion(
  trx: Trx,
  { transactionId, at, bill }: { transactionId: number; at: Date; bill: BillRow },
): Promise<number | undefined> {
  // Held first, so that two versions made at once follow each other.
  await sql`select from transaction where transaction_id = ${transactionId} for update`.execute(trx)
  const { rows } = await sql<{ version: number }>`
    with o as (select t.transaction_id, b.version + 1 as version from transaction t join current_bill b using (transaction_id)
      where t.transaction_id = ${transactionId} and not t.in_review),
    t as (update transaction t set charged_paise = ${bill.totalPaise}::bigint, energy_wh = ${bill.energyWh}::bigint,
        meter_stop_wh = t.meter_start_wh + ${bill.energyWh}::bigint,
        paid_paise = case when t.payment_type in ('RFID', 'WALLET', 'PREPAID') then ${bill.totalPaise}::bigint else t.paid_paise end
      from o where t.transaction_id = o.transaction_id
      returning t.transaction_id, t.company_id, t.team_id, o.version),
    b as (${insertBills([{ ...bill, transactionId }], sql`t`, sql`${at}::timestamptz`, sql`t.version`)})
    select version from t`.execute(trx)
  return rows[0]?.version
}

export type PayoutState = { transactionId: number; status: string | null; notes: string | null }
export const setPayoutState = (trx: Trx, { transactionId, status, notes }: PayoutState): Promise<unknown> =>
  trx.updateTable('transaction').set({ status, notes }).where('transactionId', '=', transactionId).execute()
