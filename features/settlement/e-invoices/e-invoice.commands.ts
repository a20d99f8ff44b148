// What people do with a document at the invoice registration portal: register it again, and cancel its registration (TAX-09). The
// wish is committed with its audit entry; then the portal is asked at once, and by itself again where it does not answer.
import { hourMs } from '@wattdesk/base/time'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { callerNow, type Scope, within } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import * as calls from './e-invoice.contract.ts'
import { rowOf } from './e-invoice.reply.ts'
import * as store from './e-invoice.store.ts'
import {
  CANCEL_HOURS,
  type EInvoiceState,
  isLeft,
  OF_PLATFORM,
  REASON_WORDS,
  stateText,
  TOO_LATE,
} from './e-invoice.words.ts'
import * as read from './e-invoice-read.store.ts'
import { sendDue } from './e-invoice-send.commands.ts'

const MISSING = 'Document not found'
/** Documents of the commission are the platform's own, although companies see theirs. */
export const actsFor = (scope: Scope) => ({ sessions: true, platform: scope.kind === 'all' })

async function held(trx: Trx, { scope }: Caller, eInvoiceId: number): Promise<Stored<'eInvoice'>> {
  const e = found(await store.hold(trx, eInvoiceId, within(scope, 'e')), MISSING)
  if (e.commissionDocumentId !== null && !actsFor(scope).platform) fail(403, OF_PLATFORM)
  return e
}
const refuseState = (e: Stored<'eInvoice'>): never =>
  fail(409, `${e.number}: ${stateText({ state: e.state as EInvoiceState, irn: e.irn })}`)
const entry = (e: Stored<'eInvoice'>) => ({
  feature: 'Finance' as const,
  recordId: `e-invoice-${e.eInvoiceId}`,
  teamId: e.teamId,
  isMoney: true,
})

async function triedNow(services: Services, { scope }: Caller, eInvoiceId: number): Promise<calls.EInvoiceRow> {
  await sendDue(services, { only: eInvoiceId })
  return rowOf(found(await read.get(services.db, scope, eInvoiceId), MISSING), actsFor(scope))
}

/** @throws HttpFailure 404 outside the scope; 403 for the platform's documents; 409 where nothing needs a person */
export async function registerAgain(
  services: Services,
  asked: Caller,
  eInvoiceId: number,
  body: { sellerPin?: string | undefined; buyerPin?: string | undefined },
): Promise<calls.EInvoiceRow> {
  const before = await act(services, async trx => {
    const caller = await callerNow(trx, asked, calls.registerAgain.can)
    const e = await held(trx, caller, eInvoiceId)
    if (e.state !== 'failed' && !isLeft(e)) refuseState(e)
    const at = services.now()
    await store.setWaiting(trx, eInvoiceId, body, at)
    await store.addChange(trx, { eInvoiceId, state: 'waiting', at, userId: caller.by.userId })
    if (body.sellerPin ?? body.buyerPin) await store.goOnWithPins(trx, eInvoiceId, at, caller.by.userId)
    await audit.write(trx, caller.by, {
      ...entry(e),
      action: 'register',
      before: {
        number: e.number,
        status: e.state === 'failed' ? 'failed' : 'without IRN',
        sellerPin: e.sellerPin,
        buyerPin: e.buyerPin,
      },
      after: {
        number: e.number,
        status: 'waiting',
        sellerPin: body.sellerPin ?? e.sellerPin,
        buyerPin: body.buyerPin ?? e.buyerPin,
      },
    })
    return e
  })
  const row = await triedNow(services, asked, eInvoiceId)
  // What we miss in a document (a fault with a field and no code) is a matter of each document.
  const isAnswer = before.errorText !== null && (before.errorCode !== null || before.errorField === null)
  if (row.state === 'registered' && isAnswer)
    await act(services, trx => store.goOnLike(trx, before, services.now(), asked.by.userId))
  return row
}

/**
 * Cancels a registration at the portal; a document that the portal refuses is left without IRN, so that its month can be closed.
 * @throws HttpFailure 404 outside the scope; 403 for the platform's documents; 409 where it is neither, or too late
 */
export async function cancelEInvoice(
  services: Services,
  asked: Caller,
  eInvoiceId: number,
  { reason, remark }: { reason: keyof typeof REASON_WORDS; remark: string },
): Promise<calls.EInvoiceRow> {
  await act(services, async trx => {
    const caller = await callerNow(trx, asked, calls.cancelEInvoice.can)
    const e = await held(trx, caller, eInvoiceId)
    const at = services.now()
    if (e.state === 'failed' && e.irn === null) {
      await store.leaveWithout(trx, eInvoiceId, { reason, remark }, at)
      const detail = `Left without IRN: ${remark}`
      await store.addChange(trx, { eInvoiceId, state: 'cancelled', at, userId: caller.by.userId, detail })
      await audit.write(trx, caller.by, {
        ...entry(e),
        action: 'cancel',
        before: { number: e.number, status: 'failed' },
        after: { number: e.number, status: 'without IRN', remark },
      })
      return
    }
    if (e.state !== 'registered' || e.ackedAt === null) return refuseState(e)
    if (at.getTime() - e.ackedAt.getTime() > CANCEL_HOURS * hourMs) fail(409, TOO_LATE)
    if (e.cancelReason !== null) fail(409, `${e.number}: its cancellation is on its way to the portal`)
    await store.askCancel(trx, eInvoiceId, { reason, remark }, at)
    const detail = `Cancellation asked for: ${REASON_WORDS[reason]}, ${remark}`
    await store.addChange(trx, { eInvoiceId, state: 'registered', at, userId: caller.by.userId, detail })
    await audit.write(trx, caller.by, {
      ...entry(e),
      action: 'cancel',
      before: { number: e.number, irn: e.irn, status: 'registered' },
      after: { number: e.number, irn: e.irn, reason: REASON_WORDS[reason], remark },
    })
  })
  return triedNow(services, asked, eInvoiceId)
}
