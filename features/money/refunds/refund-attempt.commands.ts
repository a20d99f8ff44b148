// Requests of refunds and their attempts: what this product asks a provider to give back.
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { type AfterCommit, act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { askedPosting, lessPosting, MONEY_GONE } from './refund.rules.ts'
import { addRefund, keyOf, NothingLeft, type Request, refundKeyOf } from './refund.store.ts'
import { borneRefunds, postRefund } from './refund-borne.store.ts'
import { mayGoBack, settled } from './refund-room.store.ts'
import type { HeldRefund } from './refund-state.store.ts'
import * as state from './refund-state.store.ts'
import {
  announceRefundAfterCommit,
  changeRefund,
  failAttempt,
  releaseSmallRest,
  type Source,
} from './refund-step.commands.ts'

/**
 * Requests a refund in the caller's transaction and queues it for the call to the provider; its event goes out after
 * the commit. Returns the refund's id.
 */
export async function requestRefund(services: Services, trx: Trx, then: AfterCommit, r: Request): Promise<number> {
  const refundId = await addRefund(trx, r)
  await services.jobs.send(trx, 'refund', { refundId })
  const { paymentId, companyId, teamId, transactionId = null, amountPaise } = r
  announceRefundAfterCommit(
    services,
    then,
    { refundId, paymentId, companyId, teamId, transactionId, amountPaise, status: 'pending' },
    r.at,
  )
  return refundId
}

/**
 * Begins another attempt of a failed refund that is locked, by hand, and queues it for the call to the provider. Returns
 * the refund's id; throws NothingLeft where its money is no longer there.
 */
export async function retryRefund(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  refund: HeldRefund,
  { at, userId }: { at: Date; userId: number },
): Promise<number> {
  const begun = await beginAttempt(trx, refund, 'by hand', at, userId)
  if (!begun) throw new NothingLeft(refund, 0n)
  await services.jobs.send(trx, 'refund', { refundId: refund.refundId })
  announceRefundAfterCommit(services, then, begun, at)
  return refund.refundId
}

/**
 * Begins a new attempt of a failed refund that is locked, for the whole amount that may still go back: pending and due
 * at once. Undefined where none of its money is left; the refund then stays failed and is not retried automatically.
 */
export async function beginAttempt(
  trx: Trx,
  refund: HeldRefund,
  source: Source,
  at: Date,
  by?: number | null,
): Promise<HeldRefund | undefined> {
  const attempt = refund.attempt + 1
  const amountPaise = await mayGoBack(trx, refund)
  if (amountPaise === 0) {
    await changeRefund(trx, refund, { nextAt: null, failure: MONEY_GONE }, source, at, { failure: MONEY_GONE })
    await releaseSmallRest(trx, refund, at)
    return undefined
  }
  await postAll(trx, [askedPosting({ ...refund, amountPaise }, attempt, at)])
  const refundKey = refundKeyOf(refund.idempotencyKey)
  if (refundKey === undefined) throw new Error(`Refund ${refund.refundId} was not asked for here`)
  const fresh = { idempotencyKey: keyOf(refundKey, attempt), providerRefundId: null, calledAt: null, nextAt: at }
  const cleared = { ...fresh, failure: null, ...(by !== undefined && { requestedBy: by }) }
  const detail = { before: refund.providerRefundId, ...(amountPaise !== refund.amountPaise && { amountPaise }) }
  return changeRefund(trx, refund, { ...cleared, attempt, amountPaise, status: 'pending' }, source, at, detail)
}
const LESS = 'Part of it has gone back in another way'

/**
 * Compares the attempt with the amount that may still go back, right before the provider is called. An attempt that the
 * provider cannot have heard of is lowered to that amount or given up. An attempt known to the provider keeps the
 * amount of its key, and fails where this amount is now too high; the caller has made sure that the provider has no
 * such refund. Returns undefined where there is nothing to call for.
 */
export const fitAttempt = (
  services: Services,
  claimed: HeldRefund & { calledBefore: boolean },
): Promise<HeldRefund | undefined> =>
  act(services, async (trx, then) => {
    const r = await state.holdRefund(trx, claimed.refundId)
    if (r?.status !== 'pending' || r.attempt !== claimed.attempt || r.providerRefundId !== null) return undefined
    const at = services.now()
    const amountPaise = await mayGoBack(trx, r, r.amountPaise)
    if (amountPaise >= r.amountPaise) return r
    if (amountPaise === 0 || claimed.calledBefore) {
      const failed = await failAttempt(trx, r, {}, amountPaise === 0 ? MONEY_GONE : LESS, 'job', at, {})
      if (amountPaise === 0) {
        await state.set(trx, r.refundId, { nextAt: null })
        await releaseSmallRest(trx, r, at)
      }
      announceRefundAfterCommit(services, then, failed, at)
      return undefined
    }
    const borne = await borneRefunds(trx, r)
    const lessPaise = r.amountPaise - amountPaise
    await postRefund(trx, r, lessPosting(r, { attempt: r.attempt, lessPaise, at, borne }))
    const lowered = await changeRefund(trx, r, { amountPaise }, 'job', at, { amountPaise })
    announceRefundAfterCommit(services, then, lowered, at)
    return lowered
  })

/** The provider has refused an attempt and made no refund: returns the money to its session or payment. */
export const refuseAttempt = (services: Services, { refundId, attempt }: HeldRefund, failure: string): Promise<void> =>
  act(services, async (trx, then) => {
    const r = await state.holdRefund(trx, refundId)
    if (r?.status !== 'pending' || r.attempt !== attempt || r.providerRefundId !== null) return
    const at = services.now()
    announceRefundAfterCommit(services, then, await failAttempt(trx, r, {}, failure, 'call', at, {}), at)
  })

/** Has the rest of a payment given back: by its failed refund, else by a new one. */
export async function requestRest(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  r: HeldRefund,
  at: Date,
): Promise<void> {
  if (r.transactionId !== null && !(await settled(trx, r.transactionId))) return
  const failed = await state.failedOf(trx, r)
  // The next attempt of a failed refund asks for the whole rest; a refund that was given up gets another attempt now.
  const waiting = failed.find(f => f.nextAt === null && f.failure === MONEY_GONE)
  if (waiting) await state.set(trx, waiting.refundId, { nextAt: at })
  if (failed.length > 0) return
  const { paymentId, companyId, teamId, transactionId, paySessionId } = r
  const amountPaise = await mayGoBack(trx, { ...r, refundId: null })
  // Money without a session is found by the regular search for such payments.
  if (amountPaise === 0 || transactionId === null) return
  const rest = { paymentId, companyId, teamId, transactionId, paySessionId, amountPaise, cause: 'rest' as const, at }
  await requestRefund(services, trx, then, rest)
}
