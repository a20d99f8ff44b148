// A step in the course of a refund: its new state with its line in the history, its posting and its event.

import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { AfterCommit } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { againAt, failedPosting, smallRestPosting } from './refund.rules.ts'
import { note } from './refund.store.ts'
import { borneRefunds, postRefund } from './refund-borne.store.ts'
import { settled, smallRest } from './refund-room.store.ts'
import type { HeldRefund } from './refund-state.store.ts'
import * as state from './refund-state.store.ts'

export type Source = 'request' | 'call' | 'webhook' | 'poll' | 'reconciliation' | 'by hand' | 'job'

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
/** Writes a change of a refund that is locked, with its line in the history. Returns the refund after it. */
export async function changeRefund(
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

/** The current attempt has failed: its money goes back to its session or payment, and the next attempt gets its time. */
export async function failAttempt(
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
  return changeRefund(trx, r, { ...values, status: 'failed', failure, nextAt }, source, at, { ...detail, failure })
}

/**
 * A rest that refunds have left in a session's hold and that is below the provider's least is taken out of the hold.
 */
export async function releaseSmallRest(trx: Trx, r: HeldRefund, at: Date): Promise<void> {
  const session = r.transactionId === null ? undefined : await settled(trx, r.transactionId)
  const paise = session ? await smallRest(trx, r) : 0
  if (session && paise > 0) await postAll(trx, [smallRestPosting(r, session.driverId, paise, at)])
}
