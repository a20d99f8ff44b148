// What changes of a session after its end, apart from the decision of a review: its bill, and the status of its payout.
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/db.ts'
import { billVersions, insertBills } from '../billing/bill.store.ts'
import { backThroughProvider, correctionPosting, type Payer } from '../billing/bill-posting.rules.ts'
import { type BillRow, billDifference } from '../billing/bill-row.rules.ts'
import { post } from '../ledger/posting.store.ts'
import { askBack } from './session-end.store.ts'

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
  const version = rows[0]?.version
  if (version !== undefined) await postDifference(trx, { transactionId, at, version })
  return version
}

/** The ledger follows: what the version adds to the one before it; what it takes less of a payment is asked back (D-REF-2). */
async function postDifference(
  trx: Trx,
  { transactionId, at, version }: { transactionId: number; at: Date; version: number },
): Promise<void> {
  const versions = await billVersions(trx, transactionId)
  const [before, after] = [version - 1, version].map(n => versions.find(b => b.version === n))
  const { energyWh, ...payer }: Payer & { energyWh: number } = await trx
    .selectFrom('transaction as t')
    .leftJoin('payment as p', 'p.paymentId', 't.paymentId')
    .select(['transactionId', 't.companyId', 't.teamId', 'paymentType', 'driverId', 'ocppTagPk', 'energyWh'])
    .select('p.paymentId')
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  if (!before || !after) throw new Error(`Transaction ${transactionId} has no bill ${version}`)
  const difference = billDifference(before, after)
  const correction = correctionPosting(payer, difference, version, at)
  const [posted] = correction ? await post(trx, [correction]) : []
  if (posted && 'refused' in posted) throw new TooLittleLeft(transactionId, posted.balancePaise)
  await askBack(trx, { payer, energyWh, at }, backThroughProvider(payer, -BigInt(difference.totalPaise)))
}
/** A corrected bill would take more of a wallet or card than there is. Nothing of the correction is done. */
export class TooLittleLeft extends Error {
  readonly balancePaise: bigint
  constructor(transactionId: number, balancePaise: bigint) {
    super(`The balance does not cover the corrected bill of transaction ${transactionId}`)
    this.balancePaise = balancePaise
  }
}

export type PayoutState = { transactionId: number; status: string | null; notes: string | null }
export const setPayoutState = (trx: Trx, { transactionId, status, notes }: PayoutState): Promise<unknown> =>
  trx.updateTable('transaction').set({ status, notes }).where('transactionId', '=', transactionId).execute()

/**
 * What had gone back of a session's payment before it began: it was paid as well, and nothing of it was kept back for the
 * session. The session is held, or begun in this transaction.
 */
export const addGivenBack = (
  trx: Trx,
  transactionId: number,
  { paise, refundedPaise, status }: { paise: number; refundedPaise: number; status: string },
): Promise<unknown> =>
  sql`update transaction set paid_paise = paid_paise + ${paise}::bigint, refund_paise = refund_paise + ${refundedPaise}::bigint,
    refund_status = ${status} where transaction_id = ${transactionId}`.execute(trx)
