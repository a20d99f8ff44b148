// Refunds by hand (D-REF-3): each row is requested in a transaction of its own with its audit entry, then the provider
// is called, so that the reply already has the state of each refund.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { fail, HttpFailure } from '@wattdesk/wire/route'
import type { Providers } from '#money/refunds/refund.commands.ts'
import { MONEY_GONE } from '#money/refunds/refund.rules.ts'
import { NothingLeft } from '#money/refunds/refund.store.ts'
import { NOTHING_LEFT, REFUNDED } from '#money/refunds/refund.words.ts'
import { requestRefund, retryRefund } from '#money/refunds/refund-attempt.commands.ts'
import { callTogether } from '#money/refunds/refund-call.commands.ts'
import { mayGoBack } from '#money/refunds/refund-room.store.ts'
import { holdFailed, statesOf } from '#money/refunds/refund-state.store.ts'
import type { Services } from '#office/installation/services.ts'
import { callerNow, everywhere } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { RefundBody } from './refund-body.contract.ts'
import { refundSessions as endpoint } from './refund-list.contract.ts'
import { refusalOf } from './refund-request.rules.ts'
import { type HeldSession, holdSession } from './refund-request.store.ts'

const MISSING = 'Transaction not found'
const OTHER_TAG = 'The tag is not that of the transaction'

/** Thrown for a row that cannot be refunded, so that its transaction is rolled back. */
class Refused extends Error {}
const refuse = (text: string): never => {
  throw new Refused(text)
}

type Answer = { transactionId: number; refundStatus: string | null; message: string }
/** Returns the result of each row; 422 with the first reason where no refund could be requested. */
export async function refundSessions(
  services: Services,
  caller: Caller,
  { refundBody }: RefundBody,
  providers?: Providers,
): Promise<Answer[]> {
  const rows: { transactionId: number; refundId?: number; message: string }[] = []
  for (const row of refundBody) {
    const { transactionId } = row
    try {
      rows.push({ transactionId, refundId: await requestOne(services, caller, row), message: REFUNDED })
    } catch (error) {
      // The right may be taken away between two rows: the reply still tells of the refunds that were requested before.
      const isTakenAway = error instanceof HttpFailure && rows.some(r => r.refundId !== undefined)
      if (!(error instanceof Refused) && !isTakenAway) throw error
      rows.push({ transactionId, message: error.message })
    }
  }
  const refundIds = rows.flatMap(r => r.refundId ?? [])
  if (refundIds.length === 0) fail(422, rows[0]?.message ?? NOTHING_LEFT)
  await callTogether(services, refundIds, providers)
  const states = await statesOf(services.db, refundIds)
  return rows.map(({ transactionId, refundId, message }) => {
    const s = refundId === undefined ? undefined : states.get(refundId)
    return { transactionId, refundStatus: s?.status ?? null, message: (s?.status === 'failed' && s.failure) || message }
  })
}

type Row = RefundBody['refundBody'][number]
/**
 * Requests a refund of the amount left of one session; a failed refund is tried again with the amount left now. Returns
 * the refund's id.
 */
const requestOne = (services: Services, asked: Caller, row: Row): Promise<number> =>
  act(services, async (trx, then) => {
    const at = services.now()
    const caller = await callerNow(trx, asked, endpoint.can)
    // Callers who refund must also be allowed to see the session (D-ACC-4).
    const seen = await everywhere(trx, caller.who, 'Refund.view')
    if (seen.kind === 'teams' && seen.teams.length === 0) fail(403, 'Not Authorized')
    const { userId } = caller.who
    const s = (await holdSession(trx, [caller.scope, seen], row.transactionId)) ?? refuse(MISSING)
    if (!isTagOf(s, row.ocppIdTag)) refuse(OTHER_TAG)
    demandRefundable(s, at)
    const { companyId, teamId, transactionId } = s
    const ours = (await holdFailed(trx, transactionId)).filter(f => f.cause !== 'elsewhere')
    // A failed refund whose money has not gone back is tried again first.
    const failed = ours.find(f => f.failure !== MONEY_GONE) ?? ours[0]
    const paymentId = s.paymentId ?? refuse(NOTHING_LEFT)
    const paymentNo = s.paymentNo ?? refuse(NOTHING_LEFT)
    const of = { paymentId, paymentNo, companyId, teamId, transactionId }
    const amountPaise = await mayGoBack(trx, { ...of, refundId: null })
    if (amountPaise === 0) refuse(NOTHING_LEFT)
    let refundId: number | undefined
    try {
      refundId = failed
        ? await retryRefund(services, trx, then, failed, { at, userId })
        : await requestRefund(services, trx, then, { ...of, amountPaise, cause: 'by hand', requestedBy: userId, at })
    } catch (error) {
      if (error instanceof NothingLeft) refuse(NOTHING_LEFT)
      throw error
    }
    await audit.write(trx, caller.by, {
      action: 'refund',
      feature: 'Refund',
      recordId: s.transactionId,
      teamId: s.teamId,
      isMoney: true,
      before: { refundStatus: s.refundStatus },
      after: { refundStatus: 'pending', amount: rupeesFromPaise(BigInt(amountPaise)), paymentId: s.paymentId },
    })
    return refundId
  })

function demandRefundable(s: HeldSession, at: Date): void {
  const { paidPaise, chargedPaise, heldPaise } = s
  const money = { paidPaise, chargedPaise, refundedPaise: s.refundPaise, heldPaise }
  const { startedAt, inReview, refundStatus, hasFailed } = s
  const isByProvider = s.paymentType === 'CARD' && s.paymentId !== null
  const refusal = refusalOf(
    { startedAt, inReview, refundStatus, hasFailed, isByProvider, isRunning: s.stoppedAt === null, ...money },
    at,
  )
  if (refusal !== undefined) refuse(refusal)
}

const isTagOf = (s: HeldSession, tag: Row['ocppIdTag']): boolean =>
  tag === undefined ||
  tag === null ||
  tag === '' ||
  String(tag).toLowerCase() === s.idTag.toLowerCase() ||
  String(tag) === String(s.ocppTagPk)
