// What becomes of a refund: what a provider tells of it, by webhook, in answer to a call, in a list, is merged here, each
// step with its posting, its history and its event. Safe to be told any number of times, in any order: processed is final.
import type { Provider, Refund } from '@wattdesk/razorpay/provider'
import { act, type Then } from '../../platform/audit/act.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Services } from '../../platform/services.ts'
import { balancesHeld } from '../ledger/account.store.ts'
import { post, postAll } from '../ledger/posting.store.ts'
import {
  againAt,
  askAt,
  askedPosting,
  elsewherePosting,
  failedPosting,
  mergeReferences,
  processedPosting,
  referenceOf,
} from './refund.rules.ts'
import { keyOf, NothingLeft, note, type Request, refundKeyOf, request } from './refund.store.ts'
import type { Standing } from './refund-state.store.ts'
import * as state from './refund-state.store.ts'

/** The provider of a company; tests have one of their own. */
export type Providers = (companyId: number) => Promise<Provider>
export type Source = 'request' | 'call' | 'webhook' | 'poll' | 'reconciliation' | 'by hand' | 'job'
/** Under this name each refund bears the key it was asked for with. */
export const KEY_NOTE = 'refundKey'

const timeOf = (seconds: number): Date => new Date(seconds * 1000)

type Told = Pick<
  Standing,
  'refundId' | 'paymentId' | 'companyId' | 'teamId' | 'transactionId' | 'amountPaise' | 'status'
>
/** Tells whoever looks at refunds, after the commit. */
export function tellAfter({ bus }: Pick<Services, 'bus'>, then: Then, r: Told, at: Date): void {
  const { refundId, paymentId, transactionId, status, companyId } = r
  const event = { type: 'refund' as const, at: at.toISOString(), teamId: r.teamId ?? companyId, refundId, paymentId }
  then(() => bus.publish({ companyId, event: { ...event, transactionId, status, amount: r.amountPaise } }))
}

type Change = Partial<Parameters<typeof state.set>[2]> & Partial<Pick<Standing, 'status' | 'attempt'>>
/** Writes a change of a refund that is held, with its line in the history. */
async function change(trx: Trx, r: Standing, values: Change, source: Source, at: Date, detail = {}): Promise<Standing> {
  await state.set(trx, r.refundId, values)
  const after = { ...r, ...values } as Standing
  const { refundId, status, attempt } = after
  await note(trx, { refundId, status, attempt, source, detail, at })
  return after
}

/**
 * Merges what the provider tells of a refund. One that nobody asked for here was made at the provider's own desk and is added.
 * `eventAt`: when it happened, where the provider says so. False: nothing here knows its payment yet.
 */
export const tellRefund = (
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
    let spoken = await state.spokenOf(trx, of)
    // An attempt that has failed and was followed by another one: only that it was done after all is news.
    if (spoken?.isBefore && told.status !== 'processed') return true
    if (!spoken || spoken.isBefore) {
      const requestedAt = timeOf(told.createdAt)
      const { id, paymentId, amount } = told
      const more = { providerRefundId: id, paymentId, amountPaise: amount, requestedAt, at }
      const added = await state.addElsewhere(trx, { companyId, ...more })
      if (added !== undefined) {
        await note(trx, { refundId: added, status: 'pending', attempt: 1, source, detail: { told: told.id }, at })
        spoken = { refundId: added, isBefore: false }
      } else spoken = await state.spokenOf(trx, of)
      if (!spoken || spoken.isBefore) return false
    }
    const held = await state.hold(trx, spoken.refundId)
    // Another attempt began, or another refund of the provider's took this row, while it was waited for.
    const isStillIt =
      held && (held.providerRefundId === told.id || (held.providerRefundId === null && held.idempotencyKey === key))
    if (!held || !isStillIt) throw new Error(`Refund ${told.id} was told while its row changed`)
    const after = await merge(trx, held, told, source, at, eventAt)
    if (after) tellAfter(services, then, after, at)
    return true
  })

/** Answers the refund as it is then; undefined where there was nothing new. */
async function merge(
  trx: Trx,
  r: Standing,
  told: Refund,
  source: Source,
  at: Date,
  eventAt?: Date,
): Promise<Standing | undefined> {
  const references = mergeReferences(r, told.acquirerData)
  const known = { ...references, providerRefundId: told.id, speed: told.speedProcessed ?? r.speed }
  const isNew = (['rrn', 'utr', 'arn', 'providerRefundId', 'speed'] as const).some(k => known[k] !== r[k])
  const detail = {
    told: told.id,
    status: told.status,
    ...(eventAt && { eventAt: eventAt.toISOString() }),
    ...references,
  }
  const next = (status: Standing['status'], processedAt = r.processedAt) =>
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

/** Of money that was asked for it is in the clearing account; else it is still where it waited. */
async function postProcessed(trx: Trx, r: Standing, at: Date): Promise<void> {
  if (r.status === 'pending' && r.cause !== 'elsewhere') return postAll(trx, [processedPosting(r, at)])
  const { companyId, teamId } = r
  const [payment = 0n, held = 0n] = await balancesHeld(trx, [
    { kind: 'payment', ref: r.paymentNo, companyId, teamId },
    ...(r.transactionId === null ? [] : [{ kind: 'hold' as const, ref: r.transactionId, companyId, teamId }]),
  ])
  await postAll(trx, [elsewherePosting(r, held, payment, at)])
}

async function fail(
  trx: Trx,
  r: Standing,
  values: Change,
  failure: string,
  source: Source,
  at: Date,
  detail: object,
): Promise<Standing> {
  if (r.cause !== 'elsewhere') await postAll(trx, [failedPosting(r, r.attempt, at)])
  const nextAt = againAt(r, at)
  return change(trx, r, { ...values, status: 'failed', failure, nextAt }, source, at, { ...detail, failure })
}

/** The provider has refused an attempt, and has made nothing of it: the money is back where it waited. */
export const refuse = (services: Services, { refundId, attempt }: Standing, failure: string): Promise<void> =>
  act(services, async (trx, then) => {
    const r = await state.hold(trx, refundId)
    if (r?.status !== 'pending' || r.attempt !== attempt || r.providerRefundId !== null) return
    const at = services.now()
    tellAfter(services, then, await fail(trx, r, {}, failure, 'call', at, {}), at)
  })

/**
 * Begins a new attempt of a refund that has failed and is held: pending and due at once. False where its money is no longer
 * there; then it stays failed, and nobody tries again by himself.
 */
export async function tryAgain(
  trx: Trx,
  r: Standing,
  source: Source,
  at: Date,
  by?: number | null,
): Promise<Standing | undefined> {
  const attempt = r.attempt + 1
  const [posted] = await post(trx, [askedPosting(r, attempt, at)])
  if (posted && 'refused' in posted) {
    await change(trx, r, { nextAt: null, failure: GONE }, source, at, { failure: GONE })
    return undefined
  }
  const refundKey = refundKeyOf(r.idempotencyKey)
  if (refundKey === undefined) throw new Error(`Refund ${r.refundId} was not asked for here`)
  const fresh = { idempotencyKey: keyOf(refundKey, attempt), providerRefundId: null, calledAt: null, nextAt: at }
  const cleared = { ...fresh, failure: null, ...(by !== undefined && { requestedBy: by }) }
  return change(trx, r, { ...cleared, attempt, status: 'pending' }, source, at, { before: r.providerRefundId })
}
const GONE = 'The money of this refund has gone back in another way'

/**
 * The same for one that has failed and is held: another attempt. Answers its number; throws NothingLeft where its money is no
 * longer there.
 */
export async function again(
  services: Services,
  trx: Trx,
  then: Then,
  r: Standing,
  { at, userId }: { at: Date; userId: number },
): Promise<number> {
  const begun = await tryAgain(trx, r, 'by hand', at, userId)
  if (!begun) throw new NothingLeft(r, 0n)
  await services.jobs.send(trx, 'refund', { refundId: r.refundId })
  tellAfter(services, then, begun, at)
  return r.refundId
}

/** Asks for a refund in the caller's transaction and hands it over to whoever calls the provider; after the commit it is told. */
export async function ask(services: Services, trx: Trx, then: Then, r: Request): Promise<number> {
  const refundId = await request(trx, r)
  await services.jobs.send(trx, 'refund', { refundId })
  const { paymentId, companyId, teamId, transactionId = null, amountPaise } = r
  tellAfter(
    services,
    then,
    { refundId, paymentId, companyId, teamId, transactionId, amountPaise, status: 'pending' },
    r.at,
  )
  return refundId
}
