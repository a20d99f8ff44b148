// Decisions on sessions to review (D-TXN-11), made by a person or, after 48 hours, by the product: a lost stop is given
// to its session, a session is billed or dismissed. Each decision is one transaction that finds the session within the
// scope, checks the decision and writes the change with its audit entry; browsers are told after the commit.

import { toldOfBills } from '#charging/billing/bill-ledger.commands.ts'
import { holdPosting, purseOf } from '#charging/billing/bill-posting.rules.ts'
import type { SessionFacts } from '#charging/billing/session-bill.rules.ts'
import type { TimeSource } from '#charging/metering/session-times.rules.ts'
import type { LostStop } from '#charging/sessions/lost-stop.rules.ts'
import * as store from '#charging/sessions/review.store.ts'
import type { Stop } from '#charging/sessions/session.store.ts'
import { endReview, endSessions } from '#charging/sessions/session-end.store.ts'
import { endedSteps } from '#charging/sessions/session-steps.commands.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import { act } from '#platform/audit/act.ts'
import { type By, byProduct, write } from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import type { ReviewDecision, ReviewFigures } from './review-decision.contract.ts'
import { waiting } from './review-list.store.ts'
import { alreadyDecided, billChanged } from './session-review.contract.ts'
import { DECIDE_MS, nothingToTake, type Outcome, rupeesOf } from './session-review.rules.ts'
import { conflict, judgeOf, MISSING, type Plan, planOf, type Refused } from './session-review-plan.commands.ts'

export type Decided = {
  transactionId: number | null
  totalAmountCharged: number | null
  nothingToTake: string | null
}

/** Why a review cannot be decided any more: it is decided already, or is outside the caller's rights. */
const goneOf = async (trx: Trx, scope: Scope, id: number): Promise<Refused> =>
  (await store.hasReview(trx, scope, id)) ? conflict(alreadyDecided) : { refused: { status: 404, message: MISSING } }

/** The preview of a person's decision, by the same rule as the decision; writes nothing. */
export const previewDecision = (
  services: Services,
  scope: Scope,
  id: number,
  figures: ReviewFigures,
): Promise<Refused | { preview: Outcome }> =>
  services.db.transaction().execute(async trx => {
    const review = await store.openReview(trx, scope, id)
    if (!review) return goneOf(trx, scope, id)
    const outcome = await planOf(trx, review, figures, judgeOf(services, scope, true, false))
    return 'refused' in outcome ? outcome : { preview: outcome.plan }
  })

/** Carries out a decision on a waiting review of the scope; `by` without a user is the product itself. */
export async function decide(
  services: Services,
  scope: Scope,
  id: number,
  d: ReviewDecision,
  by: By,
): Promise<Refused | { decided: Decided }> {
  const judge = judgeOf(services, scope, by.userId !== null, true)
  return act(services, async (trx, then) => {
    const review = await store.holdReview(trx, scope, id, d.transactionId)
    if (!review) return goneOf(trx, scope, id)
    const outcome = await planOf(trx, review, d, judge)
    if ('refused' in outcome) return outcome
    const { plan } = outcome
    const total = rupeesOf(plan.bill)
    if (d.totalAmountCharged !== undefined && d.totalAmountCharged !== total) return conflict(billChanged)
    await carryOut(trx, review, d, plan, { at: judge.now, by, steps: endedSteps(services) })
    then(() => tell(services, review, plan, judge.now))
    then(() => toldOfBills(services))
    const transactionId = plan.session?.transactionId ?? review.transactionId
    return { decided: { transactionId, totalAmountCharged: total, nothingToTake: nothingToTake(plan) } }
  })
}

/** Carries out a plan, with its audit entry. The session and the review are locked. */
async function carryOut(
  trx: Trx,
  r: store.Review,
  d: ReviewDecision,
  { session, end: stop, bill, givenPrice, taken, lost }: Plan,
  { at, by, steps }: { at: Date; by: By; steps: ReturnType<typeof endedSteps> },
): Promise<void> {
  const transactionId = session?.transactionId ?? r.transactionId
  const { totalAmountCharged: _, ...decision } = d
  await store.markDecided(trx, r.id, { at, by: by.userId, decision, transactionId })
  if (session && stop) {
    if (givenPrice !== undefined) await store.givePrice(trx, session.transactionId, givenPrice)
    if (taken > 0n) {
      await store.keepBack(trx, session.transactionId, taken)
      await postAll(trx, [holdPosting(session, purseOf(session), taken, at)])
    }
    const { stoppedAt, meterStopWh } = stop
    const isDismissed = d.action === 'dismiss'
    const energyWh = isDismissed ? 0 : Math.max(0, meterStopWh - session.meterStartWh)
    const { meterStartWh, registerScale } = session
    const registers = { meterStartWh, meterStopWh, registerScale }
    const end = { payer: session, bill, energyWh, billedAt: at, stoppedAt, ...registers }
    const person = d.stoptime ? ('person' as const) : null
    const isDone = lost
      ? (await endSessions(trx, [stopOf(end, person ?? lost.timeFrom, session, lost, r.createdAt)], steps)).length > 0
      : await endReview(trx, { ...end, timeFrom: person, isDismissed }, steps)
    if (!isDone) throw new Error(`Transaction ${session.transactionId} was held, yet could not be settled`)
  }
  await write(trx, by, {
    action: d.action,
    feature: 'Transaction',
    recordId: transactionId ?? `review ${r.id}`,
    teamId: r.teamId,
    before: {
      review: r.id,
      reason: r.reason,
      inReview: session?.stoppedAt !== null,
      stoptime: session?.stoppedAt ?? r.stopAt,
      stop_meter_value: session?.meterStopWh ?? r.stopWh,
      totalAmountCharged: null,
      priceVersionId: givenPrice === undefined ? (session?.priceVersionId ?? null) : null,
    },
    after: {
      inReview: false,
      stoptime: stop?.stoppedAt ?? r.stopAt,
      stop_meter_value: stop?.meterStopWh ?? r.stopWh,
      ...(d.registers_in_kwh && { start_meter_value: session?.meterStartWh, registers_in_kwh: true }),
      totalAmountCharged: rupeesOf(bill),
      priceVersionId: session?.priceVersionId ?? null,
      note: d.note,
    },
    isMoney: true,
  })
}

/** A lost stop as the end of the session that it is given to. */
const stopOf = (
  end: Pick<Stop, 'payer' | 'bill' | 'energyWh' | 'billedAt' | 'stoppedAt' | 'meterStopWh'>,
  timeFrom: TimeSource,
  { lastWh }: SessionFacts,
  lost: LostStop,
  receivedAt: Date,
): Stop => ({
  ...end,
  timeFrom,
  receivedAt,
  readingWh: lastWh,
  toldAt: lost.toldAt,
  stopReason: lost.reason,
  stopIdTag: lost.idTag,
  meters: lost.meters,
  review: null,
  reviewDetail: null,
})

/** Readers hear of the session's end as they would have at its stop. */
function tell({ bus }: Services, r: store.Review, { session, end: stop, bill }: Plan, at: Date): void {
  if (!session || !stop) return
  bus.publish({
    companyId: session.companyId,
    event: {
      type: 'transaction',
      at: at.toISOString(),
      teamId: session.teamId,
      transactionId: session.transactionId,
      chargepoint_pk: r.pk,
      connectorId: session.connectorId,
      change: 'stopped',
      energyWh: Math.max(0, stop.meterStopWh - session.meterStartWh),
      powerW: null,
      socPercent: null,
      totalAmountCharged: rupeesOf(bill) ?? 0,
      stoptime: stop.stoppedAt.toISOString(),
      inReview: false,
      energyInDoubt: false,
    },
  })
}

const AT_ONCE = 200
const EVERYWHERE: Scope = { kind: 'all', teamId: 0 }

/** Decides reviews that have waited for 48 hours; returns how many. */
export async function decideOverdue(services: Services): Promise<number> {
  const until = new Date(services.now().getTime() - DECIDE_MS)
  let count = 0
  let last = 0
  for (;;) {
    const ids = await store.overdueReviews(services.db, until, last, AT_ONCE)
    for (const id of ids) {
      last = id
      // A failure with one session does not hold up the others.
      const isDone = await decideAlone(services, id).catch((error: unknown) => {
        services.log.error({ err: error, review: id }, 'An overdue session to review could not be decided')
        return false
      })
      if (isDone) count++
    }
    if (ids.length < AT_ONCE) return count
  }
}

async function decideAlone(services: Services, id: number): Promise<boolean> {
  const [review] = await waiting(services, [await store.openReview(services.db, EVERYWHERE, id)])
  if (!review || review.proposal.action === 'wait') return false
  const { action } = review.proposal
  const decision = { action, note: 'Nobody decided within 48 hours' }
  const outcome = await decide(services, EVERYWHERE, id, decision, byProduct('Sessions to review'))
  if ('decided' in outcome) return true
  services.log.warn({ review: id, why: outcome.refused.message }, 'An overdue session to review waits on')
  return false
}
