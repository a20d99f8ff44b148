// Changes of a session after its end, apart from the decision of a review: its bill, and the status of its payout.

import { sql } from 'kysely'
import { billVersions } from '#charging/billing/bill.store.ts'
import {
  backThroughProvider,
  correctionPosting,
  isPaidBefore,
  type Payer,
} from '#charging/billing/bill-posting.rules.ts'
import { type BillRow, billDifference } from '#charging/billing/bill-row.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { paymentRowOfSession } from '#money/refunds/own-payment.store.ts'
import { borneUpTo, returnToOwners } from '#money/refunds/refund-borne.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { requestBack, writeBills } from './session-end.store.ts'

/**
 * Bills an ended session anew: writes a version above the last one, which counts from then on in the session's row, the
 * lists and the figures of its hour. The session's energy is that of the bill. The ledger gets the difference to the
 * version before. If the bill of a payment by card or UPI falls, the difference is refunded, except the part that the
 * driver was given back before at the provider's desk, which returns to the owners of the refund (D-REF-2).
 * Returns the version's number; undefined where the session has no bill yet, or waits for a decision. Throws
 * TooLittleLeft.
 */
export async function addBillVersion(
  trx: Trx,
  { transactionId, at, bill }: { transactionId: number; at: Date; bill: BillRow },
): Promise<number | undefined> {
  // Held first, so that two versions made at once follow each other.
  await sql`select from transaction where transaction_id = ${transactionId} for update`.execute(trx)
  const payer = await payerOf(trx, transactionId)
  const before = (await billVersions(trx, transactionId)).at(-1)
  if (!payer || !before) return undefined
  const version = before.version + 1
  const difference = billDifference(before, bill)
  const { companyId, teamId } = payer
  const less = Math.max(0, -difference.totalPaise)
  const refundedBefore = await borneUpTo(trx, transactionId, less)
  const session = sql`t as (update transaction t set charged_paise = ${bill.totalPaise}::bigint, energy_wh = ${bill.energyWh}::bigint,
        meter_stop_wh = t.meter_start_wh + ${bill.energyWh}::bigint,
        paid_paise = case when t.payment_type in ('RFID', 'WALLET', 'PREPAID') then ${bill.totalPaise}::bigint else t.paid_paise end
      where t.transaction_id = ${transactionId}
      returning t.transaction_id, t.company_id, t.team_id, ${version}::int as version, ${at}::timestamptz as billed_at)`
  await writeBills(trx, session, [{ transactionId, bill, isPostedLater: !isPaidBefore(payer) }])
  const posting = isPaidBefore(payer)
    ? correctionPosting(payer, difference, { version, at, refundedBefore: BigInt(refundedBefore) })
    : undefined
  const [posted] = posting ? await post(trx, [posting]) : []
  if (posted && 'refused' in posted) throw new TooLittleLeft(transactionId, posted.balancePaise)
  const { energyWh } = bill
  await returnToOwners(trx, { companyId, teamId, transactionId, version, at }, refundedBefore)
  const rest = -BigInt(difference.totalPaise) - BigInt(refundedBefore)
  await requestBack(trx, { payer, energyWh, at }, backThroughProvider(payer, rest))
  return version
}

/** Who pays for a session that has ended; undefined where the session waits for a decision. */
const payerOf = (trx: Trx, transactionId: number): Promise<Payer | undefined> =>
  trx
    .selectFrom('transaction as t')
    .select(['transactionId', 't.companyId', 't.teamId', 'paymentType', 'driverId', 'ocppTagPk'])
    .select(sql<string | null>`(select p.payment_id from ${paymentRowOfSession()} p)`.as('paymentId'))
    .where('transactionId', '=', transactionId)
    .where('inReview', '=', false)
    .executeTakeFirst()

/** A corrected bill would take more of a wallet or card than there is. Nothing of the correction is done. */
export class TooLittleLeft extends Error {
  readonly balancePaise: bigint
  constructor(transactionId: number, balancePaise: bigint) {
    super(`The balance does not cover the corrected bill of transaction ${transactionId}`)
    this.balancePaise = balancePaise
  }
}

export type PayoutState = { transactionId: number; status: string | null; notes: string | null }
/** Sets the session's own status, where given, and its notes. */
export const setPayoutState = (
  trx: Trx,
  transactionId: number,
  state: Partial<Pick<PayoutState, 'status'>> & Pick<PayoutState, 'notes'>,
): Promise<unknown> => trx.updateTable('transaction').set(state).where('transactionId', '=', transactionId).execute()

/**
 * Adds the part of a session's payment that was given back before the session began: this part was paid as well, but
 * none of it was held for the session. The session is locked, or begun in this transaction.
 */
export const addGivenBack = (
  trx: Trx,
  transactionId: number,
  { paise, refundedPaise }: { paise: number; refundedPaise: number },
): Promise<unknown> =>
  sql`update transaction set paid_paise = paid_paise + ${paise}::bigint, refund_paise = refund_paise + ${refundedPaise}::bigint,
    refund_status = refund_state_of(transaction_id) where transaction_id = ${transactionId}`.execute(trx)
