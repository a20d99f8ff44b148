// The course of a refund: reports of the provider, from webhooks, answers to calls and lists, are merged here, each
// step with its posting, its history and its event. Reports may come any number of times, in any order: processed is
// final.
import type { Provider, Refund } from '@wattdesk/razorpay/provider'
import { balancesHeld } from '#money/ledger/account.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { type AfterCommit, act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import {
  againAt,
  askAt,
  askedPosting,
  elsewherePosting,
  failedPosting,
  lessPosting,
  MONEY_GONE,
  mergeReferences,
  processedPosting,
  referenceOf,
  smallRestPosting,
} from './refund.rules.ts'
import { keyOf, NothingLeft, note, type Request, refundKeyOf, request } from './refund.store.ts'
import { borneRefunds, postRefund } from './refund-borne.store.ts'
import { keptSmallRest, mayGoBack, settled, smallRest } from './refund-room.store.ts'
import type { HeldRefund } from './refund-state.store.ts'
import * as state from './refund-state.store.ts'
import { addRefused, holdRoom, wasRefused } from './refused-refund.store.ts'

/** The provider of a company; tests have one of their own. */
export type Providers = (companyId: number) => Promise<Provider>
export type Source = 'request' | 'call' | 'webhook' | 'poll' | 'reconciliation' | 'by hand' | 'job'
/** The name of the note in which each refund carries the key of its request. */
export const KEY_NOTE = 'refundKey'

const timeOf = (seconds: number): Date => new Date(seconds * 1000)

type Told = Pick<
  HeldRefund,
  'refundId' | 'paymentId' | 'companyId' | 'teamId' | 'transactionId' | 'amountPaise' | 'status'
>
/** Tells browsers that show refunds, after the commit. */
export function announceRefundAfterCommit({ bus }: Pick<Services, 'bus'>, then: AfterCommit, r: Told, at: Date): void {
  const { refundId, paymentId, transactionId, status, companyId } = r
  const event = { type: 'refund' as const, at: at.toISOString(), teamId: r.teamId ?? companyId, refundId, paymentId }
  then(() => bus.publish({ companyId, event: { ...event, transactionId, status, amount: r.amountPaise } }))
}

type Change = Partial<Parameters<typeof state.set>[2]> & Partial<Pick<HeldRefund, 'status' | 'attempt'>>
/** Writes a change of a refund that is locked, with its line in the history. */
async function change(
  trx: Trx,
  r: HeldRefund,
  values: Change,
  source: Source,
  at: Date,
  detail = {},
): Promise<HeldRefund> {
  await state.set(trx, r.refundId, values)
  const after = { ...r, ...values } as HeldRefund
  const { refundId, status, attempt } = after
  await note(trx, { refundId, status, attempt, source, detail, at })
  return after
}

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
      const requestedAt = timeOf(told.createdAt)
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
          detail: { told: id, createdAt: requestedAt.toISOString() },
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
      if (after.cause === 'elsewhere' && after.status === 'failed') await askRest(services, trx, then, after, at)
      if (after.status !== 'pending') await giveSmall(trx, after, at)
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
    const processedAt = new Date(Math.max((eventAt ?? at).getTime(), r.requestedAt.getTime()))
    const done = { ...known, status: 'processed' as const, processedAt, failure: null }
    return change(trx, r, { ...done, nextAt: next('processed', processedAt) }, source, at, detail)
  }
  if (told.status === 'failed' && r.status === 'pending') return fail(trx, r, known, FAILED, source, at, detail)
  const nextAt = r.status === 'failed' ? r.nextAt : next(r.status)
  if (isNew) return change(trx, r, { ...known, nextAt }, source, at, detail)
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

async function fail(
  trx: Trx,
  r: HeldRefund,
  values: Change,
  failure: string,
  source: Source,
  at: Date,
  detail: object,
): Promise<HeldRefund> {
  if (r.cause !== 'elsewhere') await postRefund(trx, r, failedPosting(r, r.attempt, at, await borneRefunds(trx, r)))
  const nextAt = againAt({ ...r, byHand: await state.triesByHand(trx, r.refundId) }, at)
  return change(trx, r, { ...values, status: 'failed', failure, nextAt }, source, at, { ...detail, failure })
}

/** The provider has refused an attempt and made no refund: returns the money to its session or payment. */
export const refuse = (services: Services, { refundId, attempt }: HeldRefund, failure: string): Promise<void> =>
  act(services, async (trx, then) => {
    const r = await state.holdRefund(trx, refundId)
    if (r?.status !== 'pending' || r.attempt !== attempt || r.providerRefundId !== null) return
    const at = services.now()
    announceRefundAfterCommit(services, then, await fail(trx, r, {}, failure, 'call', at, {}), at)
  })

/**
 * Begins a new attempt of a failed refund that is locked, for the whole amount that may still go back: pending and due
 * at once. False where none of its money is left; the refund then stays failed and is not retried automatically.
 */
export async function tryAgain(
  trx: Trx,
  refund: HeldRefund,
  source: Source,
  at: Date,
  by?: number | null,
): Promise<HeldRefund | undefined> {
  const attempt = refund.attempt + 1
  const amountPaise = await mayGoBack(trx, refund)
  if (amountPaise === 0) {
    await change(trx, refund, { nextAt: null, failure: MONEY_GONE }, source, at, { failure: MONEY_GONE })
    await giveSmall(trx, refund, at)
    return undefined
  }
  await postAll(trx, [askedPosting({ ...refund, amountPaise }, attempt, at)])
  const refundKey = refundKeyOf(refund.idempotencyKey)
  if (refundKey === undefined) throw new Error(`Refund ${refund.refundId} was not asked for here`)
  const fresh = { idempotencyKey: keyOf(refundKey, attempt), providerRefundId: null, calledAt: null, nextAt: at }
  const cleared = { ...fresh, failure: null, ...(by !== undefined && { requestedBy: by }) }
  const detail = { before: refund.providerRefundId, ...(amountPaise !== refund.amountPaise && { amountPaise }) }
  return change(trx, refund, { ...cleared, attempt, amountPaise, status: 'pending' }, source, at, detail)
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
      const failed = await fail(trx, r, {}, amountPaise === 0 ? MONEY_GONE : LESS, 'job', at, {})
      if (amountPaise === 0) {
        await state.set(trx, r.refundId, { nextAt: null })
        await giveSmall(trx, r, at)
      }
      announceRefundAfterCommit(services, then, failed, at)
      return undefined
    }
    const borne = await borneRefunds(trx, r)
    const lessPaise = r.amountPaise - amountPaise
    await postRefund(trx, r, lessPosting(r, { attempt: r.attempt, lessPaise, at, borne }))
    const lowered = await change(trx, r, { amountPaise }, 'job', at, { amountPaise })
    announceRefundAfterCommit(services, then, lowered, at)
    return lowered
  })

/**
 * A rest that refunds have left in a session's hold and that is below the provider's least is taken out of the hold.
 */
async function giveSmall(trx: Trx, r: HeldRefund, at: Date): Promise<void> {
  const session = r.transactionId === null ? undefined : await settled(trx, r.transactionId)
  const paise = session ? await smallRest(trx, r) : 0
  if (session && paise > 0) await postAll(trx, [smallRestPosting(r, session.driverId, paise, at)])
}

/** Has the rest of a payment given back: by its failed refund, else by a new one. */
async function askRest(services: Services, trx: Trx, then: AfterCommit, r: HeldRefund, at: Date): Promise<void> {
  if (r.transactionId !== null && !(await settled(trx, r.transactionId))) return
  const failed = await state.failedOf(trx, r)
  // A refund that waits for its next attempt asks for the whole rest then; a refund that was given up may begin again.
  const waiting = failed.find(f => f.nextAt === null && f.failure === MONEY_GONE)
  if (waiting) await state.set(trx, waiting.refundId, { nextAt: at })
  if (failed.length > 0) return
  const { paymentId, companyId, teamId, transactionId, paySessionId } = r
  const amountPaise = await mayGoBack(trx, { ...r, refundId: null })
  // Money without a session is found by the regular search for such payments.
  if (amountPaise === 0 || transactionId === null) return
  const rest = { paymentId, companyId, teamId, transactionId, paySessionId, amountPaise, cause: 'rest' as const, at }
  await ask(services, trx, then, rest)
}

/**
 * The same for a failed refund that is locked: begins another attempt. Returns the refund's id; throws NothingLeft
 * where its money is no longer there.
 */
export async function again(
  services: Services,
  trx: Trx,
  then: AfterCommit,
  refund: HeldRefund,
  { at, userId }: { at: Date; userId: number },
): Promise<number> {
  const begun = await tryAgain(trx, refund, 'by hand', at, userId)
  if (!begun) throw new NothingLeft(refund, 0n)
  await services.jobs.send(trx, 'refund', { refundId: refund.refundId })
  announceRefundAfterCommit(services, then, begun, at)
  return refund.refundId
}

/**
 * Requests a refund in the caller's transaction and queues it for the call to the provider; its event goes out after
 * the commit. Returns the refund's id.
 */
export async function ask(services: Services, trx: Trx, then: AfterCommit, r: Request): Promise<number> {
  const refundId = await request(trx, r)
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
