// Retries the failed refund of a payment without a session by hand (D-REF-2): the attempt is requested in one
// transaction with its audit entry, then the provider is called, so the reply already has the refund's new state.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { fail } from '@wattdesk/wire/route'
import type { Providers } from '#money/refunds/refund.commands.ts'
import { NothingLeft } from '#money/refunds/refund.store.ts'
import { NO_PAYMENT, NOTHING_LEFT, REFUNDED } from '#money/refunds/refund.words.ts'
import { retryRefund } from '#money/refunds/refund-attempt.commands.ts'
import { callTogether } from '#money/refunds/refund-call.commands.ts'
import { failedOf, holdRefund, statesOf } from '#money/refunds/refund-state.store.ts'
import type { Services } from '#office/installation/services.ts'
import { callerNow, everywhere } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { HAS_SESSION } from './refund-request.rules.ts'
import { refundPayment as endpoint } from './refund-request-list.contract.ts'
import { holdPayment } from './refund-request-list.store.ts'

export async function refundPayment(
  services: Services,
  asked: Caller,
  paymentId: string,
  providers?: Providers,
): Promise<{ data: { paymentId: string; refundStatus: string | null }; message: string }> {
  const refundId = await requestAgain(services, asked, paymentId)
  await callTogether(services, [refundId], providers)
  const s = (await statesOf(services.db, [refundId])).get(refundId)
  return {
    data: { paymentId, refundStatus: s?.status ?? null },
    message: (s?.status === 'failed' && s.failure) || REFUNDED,
  }
}

/** Begins another attempt of the newest refund that has failed; 404 outside the scope, 422 with the reason where none can begin. */
const requestAgain = (services: Services, asked: Caller, paymentId: string): Promise<number> =>
  act(services, async (trx, then) => {
    const at = services.now()
    const caller = await callerNow(trx, asked, endpoint.can)
    // A person who refunds must also see the refund (D-ACC-4).
    const seen = await everywhere(trx, caller.who, 'Refund.view')
    const p = (await holdPayment(trx, [caller.scope, seen], paymentId)) ?? fail(404, NO_PAYMENT)
    if (p.transactionId !== null) fail(422, HAS_SESSION)
    const [newest] = await failedOf(trx, p)
    const failed = newest && (await holdRefund(trx, newest.refundId))
    if (failed?.status !== 'failed') return fail(422, NOTHING_LEFT)
    const { userId } = caller.who
    const refundId = await retryRefund(services, trx, then, failed, { at, userId }).catch((error: unknown) => {
      if (error instanceof NothingLeft) fail(422, NOTHING_LEFT)
      throw error
    })
    const begun = await holdRefund(trx, refundId)
    await audit.write(trx, caller.by, {
      action: 'refund',
      feature: 'Refund',
      recordId: paymentId,
      teamId: p.teamId,
      isMoney: true,
      before: { refundStatus: 'failed' },
      after: { refundStatus: 'pending', amount: rupeesFromPaise(BigInt(begun?.amountPaise ?? 0)), paymentId },
    })
    return refundId
  })
