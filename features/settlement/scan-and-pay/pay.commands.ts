// The course of a session requested at a connector: its money comes, then the session begins and ends, or never begins
// (D-PAY-5). Each step is one transaction with all its effects, so the course can be broken off anywhere; a search
// finds unreported changes.

import { addGivenBack } from '#charging/sessions/session-change.store.ts'
import type { BegunSession } from '#charging/sessions/session-steps.commands.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import { endSessionTag } from '#fleet/tags/session-tag.store.ts'
import { assignRefundsToSession } from '#money/refunds/refund-state.store.ts'
import type { Followers, Services } from '#office/installation/services.ts'
import { type AfterCommit, act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Captured } from '#settlement/payments/payment.commands.ts'
import { fateOfMoney, isOpen, PATIENCE_MS } from './pay.rules.ts'
import { closeUnbegun, giveBack } from './pay-close.commands.ts'
import * as places from './pay-place.store.ts'
import * as store from './pay-session.store.ts'
import { askToStart, begin } from './pay-start.commands.ts'
import { WHY } from './pay-told.words.ts'

/** The handlers by which pay sessions follow payments that are captured and sessions that begin and end. */
export const paySessionFollowers = (
  services: Services,
): Pick<Followers, 'captured' | 'sessionBegun' | 'sessionEnded'> => ({
  captured: [(trx, captured, then) => moneyCame(services, trx, captured, then)],
  sessionBegun: [hasBegun],
  sessionEnded: [
    async (trx, { payer, billedAt }) => {
      const s = await store.lockPaySessionOfTransaction(trx, payer.transactionId)
      if (s) await hasEnded(trx, s, billedAt)
    },
  ],
})

/**
 * The session whose money comes first gets the connector; money that comes later goes back at once. The session is
 * locked.
 */
async function moneyCame(services: Services, trx: Trx, captured: Captured, then: AfterCommit): Promise<void> {
  const { paymentId, paySessionId, amountPaise, refundedPaise, at: capturedAt } = captured
  const s = paySessionId === null ? undefined : await store.holdPaySession(trx, paySessionId)
  // Told twice, or paid already: that money has no session to begin.
  if (!s || s.paymentId === paymentId) return
  const now = services.now()
  const isBack = refundedPaise >= amountPaise
  if (s.paymentId !== null) return isBack ? undefined : giveBack(services, trx, then, s, now, paymentId)
  await places.holdConnector(trx, s.chargepointPk, s.connectorId)
  const c = await places.forStart(trx, s, now)
  const paid = await store.change(trx, s, { paymentId, paidAt: now, amountPaise }, now)
  const at = { isTaken: c?.isTaken ?? false, isGone: !c, isPlanned: c?.isPlanned ?? false }
  const fate = fateOfMoney({ state: s.state, ...at, isBack, capturedAt, now })
  if (fate === 'start') {
    const expiresAt = new Date(capturedAt.getTime() + PATIENCE_MS)
    await begin(services, trx, then, paid, { expiresAt, at: now })
  } else if (isOpen(s.state)) await closeUnbegun(services, trx, then, paid, { state: 'refused', why: fate, at: now })
  else {
    await store.change(trx, paid, { reason: WHY[fate] }, now)
    if (!isBack) await giveBack(services, trx, then, paid, now)
  }
}

/**
 * The charging session of a pay session's tag has begun. A pay session that was closed before stays closed (D-TXN-11).
 */
async function hasBegun(trx: Trx, b: BegunSession): Promise<void> {
  const { paySessionId, paymentId, transactionId, status, isPaid, at } = b
  // Refunds of the payment from before the start are shown with the session.
  const givenBack =
    paymentId === null ? undefined : await assignRefundsToSession(trx, { paymentId, paySessionId, transactionId })
  if (givenBack) await addGivenBack(trx, transactionId, givenBack)
  if (status !== 'Accepted' || !isPaid) return
  const s = await store.holdPaySession(trx, paySessionId)
  if (s?.state === 'starting') await store.change(trx, s, { state: 'charging', transactionId }, at)
}

const hasEnded = (trx: Trx, s: store.PaySession, at: Date): Promise<unknown> =>
  s.state === 'charging' ? store.change(trx, s, { state: 'finished', closedAt: at }, at) : Promise.resolve()

/** The most sessions in one run; the others follow in the next. */
const AT_ONCE = 200
/** Brings on sessions with unreported changes; returns the number of sessions. */
export async function searchPaySessions(services: Services): Promise<number> {
  const found = await store.paySessionsDue(services.db, services.now(), AT_ONCE)
  for (const { paySessionId, why } of found)
    await act(services, async (trx, then) => {
      const s = await store.lockPaySession(trx, paySessionId)
      if (s) await settle(services, trx, then, s, why)
    }).catch((error: unknown) =>
      services.log.error({ err: error, paySessionId }, 'A session that was asked for could not be brought on'),
    )
  return found.length
}

/** Checks again, now that the session is locked. */
async function settle(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  s: store.PaySession,
  why: store.DuePaySession['why'],
): Promise<void> {
  const at = services.now()
  if (why === 'ended' && s.state === 'charging') {
    if (s.ocppTagPk !== null) await endSessionTag(trx, s.ocppTagPk, at)
    await hasEnded(trx, s, at)
    return
  }
  if (s.state === 'waiting' && s.expiresAt <= at) {
    // A payment whose capture keeps failing is captured later by the search for payments, and goes back then.
    const reason = (await store.isAuthorised(trx, s)) ? 'late' : 'notPaid'
    await closeUnbegun(services, trx, then, s, { state: 'expired', why: reason, at })
  }
  if (s.state !== 'starting') return
  if (await store.isGivenBack(trx, s)) {
    await closeUnbegun(services, trx, then, s, { state: 'refused', why: 'back', at })
    return
  }
  if (why === 'gone') {
    await closeUnbegun(services, trx, then, s, { state: 'refused', why: 'gone', at })
    return
  }
  const task = s.taskId === null ? undefined : await tasks.byId(trx, s.taskId)
  if (task?.endedAt && task.response !== 'Accepted')
    await closeUnbegun(services, trx, then, s, { state: 'refused', why: 'refused', at })
  else if (s.expiresAt <= at) await closeUnbegun(services, trx, then, s, { state: 'expired', why: 'noCar', at })
  else if (why === 'again') await askToStart(services, trx, then, s, at)
}
