// Reads a session for a refund by hand, locked until the transaction ends.

import { sql } from 'kysely'
import { paymentRowOfSession } from '#money/refunds/own-payment.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import { hasFailed, heldPaise } from './refund-request-list.store.ts'

export type HeldSession = {
  transactionId: number
  companyId: number
  teamId: number
  paymentId: string | null
  /** The account that its money came to; null where the ledger has seen no payment. */
  paymentNo: number | null
  idTag: string
  ocppTagPk: number | null
  paymentType: string
  startedAt: Date
  stoppedAt: Date | null
  inReview: boolean
  refundStatus: string | null
  hasFailed: boolean
  paidPaise: number
  chargedPaise: number
  refundPaise: number
  heldPaise: number
}
/** undefined outside the scopes. */
export const holdSession = async (
  trx: Trx,
  scopes: readonly [Scope, Scope],
  id: number,
): Promise<HeldSession | undefined> =>
  (
    await sql<HeldSession>`select t.transaction_id, t.company_id, t.team_id, t.payment_id, t.id_tag, t.ocpp_tag_pk, t.payment_type,
        t.started_at, t.stopped_at, t.in_review, t.refund_status, ${hasFailed} as has_failed, t.paid_paise, t.charged_paise, t.refund_paise, ${heldPaise} as held_paise,
        (select p.payment_no from ${paymentRowOfSession()} p) as payment_no
      from transaction t where t.transaction_id = ${id} and ${within(scopes[0], 't')} and ${within(scopes[1], 't')}
      for no key update`.execute(trx)
  ).rows[0]
