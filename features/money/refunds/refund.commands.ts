// Reports of the provider about refunds, from webhooks, answers to calls and lists, are merged here, each with its
// posting, its history and its event. Reports may come any number of times, in any order: processed is final.
import type { Provider, Refund } from '@wattdesk/razorpay/provider'
import { balancesHeld } from '#money/ledger/account.store.ts'
import { bookDate } from '#money/ledger/book-date.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { askAt, elsewherePosting, mergeReferences, processedPosting, referenceOf } from './refund.rules.ts'
import { note } from './refund.store.ts'
import { requestRest } from './refund-attempt.commands.ts'
import { postRefund } from './refund-borne.store.ts'
import { keptSmallRest } from './refund-room.store.ts'
import type { HeldRefund } from './refund-state.store.ts'
import * as state from './refund-state.store.ts'
import {
  announceRefundAfterCommit,
  changeRefund,
  failAttempt,
  releaseSmallRest,
  type Source,
} from './refund-step.commands.ts'
import { addRefused, holdRoom, wasRefused } from './refused-refund.store.ts'

/** The provider of a company; tests have one of their own. */
export type Providers = (companyId: number) => Promise<Provider>
/** The name of the note in which each refund carries the key of its request. */
export const KEY_NOTE = 'refundKey'

const timeOf = (seconds: number): Date => new Date(seconds * 1000)

/**
 * Merges the provider's report of a refund. A refund that was not requested here was made at the provider's own desk
 * and is added. `eventAt`: the time of the event, where the provider names one. Returns false where the payment is not
 * known here yet.
 */
export const takeInRefund = (
  services: Services,
  companyId: number,
  told: Refund,
  source: Source,
  eventAt?: Date,
): Promise<boolean> =>
  act(services, async (trx, then) => {
    const at = services.now()
    const key = told.notes[KEY_NOTE]
    const of = { companyId, paymentId: told.paymentId, id: told.id, key }
    let spoken = await state.refundOfReport(trx, of)
    // The report is about an earlier attempt that failed and was followed by another; only `processed` is news then.
    if (spoken?.isBefore && told.status !== 'processed') return true
    if (!spoken || spoken.isBefore) {
      const requestedAt = await bookDate(trx, { companyId, own: timeOf(told.createdAt), decided: at })
      const { id, paymentId, amount } = told
      if (await isRefused(services, trx, companyId, told, at)) return true
      const more = { providerRefundId: id, paymentId, amountPaise: amount, requestedAt, at }
      const added = await state.addElsewhere(trx, { companyId, ...more })
      if (added !== undefined) {
        await note(trx, {
          refundId: added,
          status: 'pending',
          attempt: 1,
          source,
          detail: { told: id, createdAt: timeOf(told.createdAt).toISOString() },
          at,
        })
        spoken = { refundId: added, isBefore: false }
      } else spoken = await state.refundOfReport(trx, of)
      if (!spoken || spoken.isBefore) return false
    }
    const held = await state.holdRefund(trx, spoken.refundId)
    // While this call waited for the lock, another attempt began, or another refund of the provider took this row.
    const isStillIt =
      held && (held.providerRefundId === told.id || (held.providerRefundId === null && held.idempotencyKey === key))
    if (!held || !isStillIt) throw new Error(`Refund ${told.id} was told while its row changed`)
    const after = await merge(trx, held, told, source, at, eventAt)
    if (after) {
      announceRefundAfterCommit(services, then, after, at)
      // A refund from outside has failed, so its money belongs to the driver's rest again.
      if (after.cause === 'elsewhere' && after.status === 'failed') await requestRest(services, trx, then, after, at)
      if (after.status !== 'pending') await releaseSmallRest(trx, after, at)
    }
    return true
  })

/**
 * Whether a refund that was not requested here must not be booked: a refund above the rest of its payment is stored for
 * a person to look into, and a payment of another currency is itself among the open items.
 */
async function isRefused(
  { log }: Services,
  trx: Trx,
  companyId: number,
  { id: providerRefundId, paymentId, amount: amountPaise, status }: Refund,
  at: Date,
): Promise<boolean> {
  const hasFailed = status === 'failed'
  if (await wasRefused(trx, { companyId, providerRefundId }, hasFailed ? at : undefined)) return true
  const room = await holdRoom(trx, { paymentId, companyId })
  if (!room) return false
  if (room.isUnbooked) return true
  const { teamId, leftPaise } = room
  if (hasFailed || amountPaise <= leftPaise) return false
  await addRefused(trx, { companyId, teamId, paymentId, providerRefundId, amountPaise, leftPaise, at })
  log.error({ companyId, paymentId, providerRefundId, amountPaise, leftPaise }, 'A reported refund exceeds its payment')
  return true
}

/** Returns the refund after the change; undefined where the report had nothing new. */
async function merge(
  trx: Trx,
  r: HeldRefund,
  told: Refund,
  source: Source,
  at: Date,
  eventAt?: Date,
): Promise<HeldRefund | undefined> {
  const references = mergeReferences(r, told.acquirerData)
  const known = { ...references, providerRefundId: told.id, speed: told.speedProcessed ?? r.speed }
  const isNew = (['rrn', 'utr', 'arn', 'providerRefundId', 'speed'] as const).some(k => known[k] !== r[k])
  const detail = {
    told: told.id,
    status: told.status,
    createdAt: timeOf(told.createdAt).toISOString(),
    ...(eventAt && { eventAt: eventAt.toISOString() }),
    ...references,
  }
  const next = (status: HeldRefund['status'], processedAt = r.processedAt) =>
    askAt({ status, requestedAt: r.requestedAt, processedAt, hasReference: referenceOf(references) !== null }, at)
  if (told.status === 'processed' && r.status !== 'processed') {
    await postProcessed(trx, r, at)
    const toldAt = new Date(Math.max((eventAt ?? at).getTime(), r.requestedAt.getTime()))
    const processedAt = await bookDate(trx, { companyId: r.companyId, own: toldAt, decided: at })
    const done = { ...known, status: 'processed' as const, processedAt, failure: null }
    return changeRefund(trx, r, { ...done, nextAt: next('processed', processedAt) }, source, at, detail)
  }
  if (told.status === 'failed' && r.status === 'pending') return failAttempt(trx, r, known, FAILED, source, at, detail)
  const nextAt = r.status === 'failed' ? r.nextAt : next(r.status)
  if (isNew) return changeRefund(trx, r, { ...known, nextAt }, source, at, detail)
  if (source === 'poll' || source === 'call') await state.set(trx, r.refundId, { nextAt })
  return undefined
}
const FAILED = 'The provider could not give it back'

/** Money of a requested refund is in the clearing account; otherwise the money is still in the session or payment. */
async function postProcessed(trx: Trx, r: HeldRefund, at: Date): Promise<void> {
  if (r.status === 'pending' && r.cause !== 'elsewhere') return postAll(trx, [processedPosting(r, at)])
  const { companyId, teamId } = r
  const [paymentPaise = 0n, heldPaise = 0n] = await balancesHeld(trx, [
    { kind: 'payment', ref: r.paymentNo, companyId, teamId },
    ...(r.transactionId === null ? [] : [{ kind: 'hold' as const, ref: r.transactionId, companyId, teamId }]),
  ])
  const smallRestPaise = r.transactionId === null ? 0n : await keptSmallRest(trx, r.transactionId)
  await postRefund(trx, r, elsewherePosting(r, { heldPaise, paymentPaise, smallRestPaise }, at))
}
