// Calls the provider for refunds that are due. Where the outcome of a call stays unknown, the provider is called again
// with the same key, and the refunds of the payment tell whether the refund was made (M-5). Nothing is given back
// twice.
import type { Refund } from '@wattdesk/razorpay/provider'
import { providerOf } from '#money/payment-provider/provider-of.commands.ts'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import { KEY_NOTE, type Providers, takeInRefund } from './refund.commands.ts'
import { beginAttempt, fitAttempt, refuseAttempt } from './refund-attempt.commands.ts'
import type { HeldRefund } from './refund-state.store.ts'
import * as state from './refund-state.store.ts'
import { announceRefundAfterCommit } from './refund-step.commands.ts'

/** Each company has the provider of its credentials. */
const providersOf =
  (services: Services): Providers =>
  companyId =>
    providerOf(services, companyId)

/** Calls the provider for a refund that is due, or asks for its state. */
export async function callProvider(
  services: Services,
  refundId: number,
  providers = providersOf(services),
): Promise<void> {
  await beginAttemptIfDue(services, refundId)
  const r = await state.claim(services.db, refundId, services.now())
  if (!r) return
  const provider = await providers(r.companyId)
  if (r.providerRefundId !== null) {
    const all = await provider.refundsOf(r.paymentId)
    if (all.is === 'ok') await takeInAll(services, r, all.value)
    return
  }
  // The provider already knows of refunds made at its own desk before their webhooks arrive here.
  const before = await provider.refundsOf(r.paymentId)
  if (before.is === 'unknown') return
  if (before.is === 'ok') await takeInAll(services, r, before.value)
  const fitting = await fitAttempt(services, r)
  if (!fitting) return
  const { amountPaise: amount, idempotencyKey: key } = fitting
  const notes = {
    [KEY_NOTE]: key,
    refund: String(r.refundId),
    ...(r.transactionId !== null && { transactionId: String(r.transactionId) }),
  }
  const made = await provider.refund(r.paymentId, { amount, key, notes })
  if (made.is === 'ok') {
    // The answer to a call with this key is about this refund, even if the notes of the answer differ.
    const value = { ...made.value, notes: { ...made.value.notes, [KEY_NOTE]: r.idempotencyKey } }
    await takeInRefund(services, r.companyId, value, 'call')
    return
  }
  if (made.is === 'rejected' && !r.calledBefore) return refuseAttempt(services, r, made.description)
  // The refund may exist: made by this call, or by an earlier one whose answer was lost.
  const all = await provider.refundsOf(r.paymentId)
  if (all.is !== 'ok') return
  const isThere = all.value.some(x => x.notes[KEY_NOTE] === r.idempotencyKey)
  await takeInAll(services, r, all.value)
  if (!isThere && made.is === 'rejected') await refuseAttempt(services, r, made.description)
}

async function takeInAll(services: Services, r: HeldRefund, all: readonly Refund[]): Promise<void> {
  for (const told of all) await takeInRefund(services, r.companyId, told, 'poll')
}

/** A refund that failed and whose time has come begins another attempt (D-REF-2). */
const beginAttemptIfDue = (services: Services, refundId: number): Promise<void> =>
  act(services, async (trx, then) => {
    const at = services.now()
    const r = await state.holdRefund(trx, refundId)
    if (!r || !state.isToBeTriedAgain(r, at)) return
    const begun = await beginAttempt(trx, r, 'job', at)
    if (begun) announceRefundAfterCommit(services, then, begun, at)
  })

const AT_ONCE = 8
const MOST = 400
/** Calls the provider for all refunds that are due. */
export const callDue = async (services: Services, providers?: Providers): Promise<void> =>
  callTogether(services, await state.refundsDue(services.db, services.now(), MOST), providers)

/** Calls the provider for refunds, several side by side. A failure of one does not hold up the others. */
export async function callTogether(
  services: Services,
  refundIds: readonly number[],
  providers?: Providers,
): Promise<void> {
  const waiting = [...refundIds]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await callSafely(services, id, providers)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
async function callSafely(services: Services, refundId: number, providers: Providers | undefined): Promise<void> {
  try {
    await callProvider(services, refundId, providers)
  } catch (error) {
    services.log.error({ err: error, refundId }, 'A refund could not be asked for; it is tried again in a minute')
  }
}
