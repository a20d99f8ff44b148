// A session that never began is closed: its tag ends and its money goes back, in one transaction (D-PAY-5).

import { endSessionTag } from '#fleet/tags/session-tag.store.ts'
import { balancesHeld } from '#money/ledger/account.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { LEAST_REFUND_PAISE } from '#money/refunds/refund.rules.ts'
import { requestRefund } from '#money/refunds/refund-attempt.commands.ts'
import type { Services } from '#office/installation/services.ts'
import type { AfterCommit } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { whyText } from './pay.rules.ts'
import type { Method } from './pay.words.ts'
import { reservedOf, unreservePosting } from './pay-money.rules.ts'
import * as store from './pay-session.store.ts'
import type { Why } from './pay-told.words.ts'

/** Closes a locked session that has not begun, together with its payment, if any, and gives its money back. */
export async function closeUnbegun(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  session: store.PaySession,
  { state, why, at }: { state: 'refused' | 'expired'; why: Why; at: Date },
): Promise<store.PaySession> {
  if (session.ocppTagPk !== null) await endSessionTag(trx, session.ocppTagPk, at)
  const closed = await store.change(
    trx,
    session,
    { state, reason: whyText(why, session.method as Method), closedAt: at },
    at,
  )
  if (why !== 'back') await giveBack(services, trx, then, closed, at)
  return closed
}

/** Gives back the money that came for a session, as far as it is still there; does nothing where none is left. */
export async function giveBack(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  session: store.PaySession,
  at: Date,
  paymentId = session.paymentId,
): Promise<void> {
  const { companyId, teamId, driverId, paySessionId } = session
  if (session.method === 'wallet') {
    const [kept = 0n] = await balancesHeld(trx, [{ ...reservedOf(session), companyId, teamId }])
    if (kept > 0n && driverId !== null) await postAll(trx, [unreservePosting({ ...session, driverId }, kept, at)])
  } else if (paymentId !== null) {
    const ref = await store.paymentNo(trx, { paymentId, companyId })
    const [waiting = 0n] = await balancesHeld(trx, [{ kind: 'payment', ref, companyId, teamId }])
    const amountPaise = Number(waiting)
    if (amountPaise >= LEAST_REFUND_PAISE)
      await requestRefund(services, trx, then, {
        paymentId,
        companyId,
        teamId,
        paySessionId,
        amountPaise,
        cause: 'no session',
        at,
      })
  }
}
