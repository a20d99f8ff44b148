// Works on documents that are due at the invoice registration portal (TAX-09), one after the other and each by one node alone. A
// try is committed before the portal is asked. Where its outcome is not known, as after a lost answer or the end of a process,
// the portal is asked for the document before it is registered again, so that none is registered twice.

import type { CancelReason } from '@wattdesk/irp/codes'
import { NOT_FOUND, NOT_SHOWN } from '@wattdesk/irp/codes'
import { nameOf, type PortalDocument } from '@wattdesk/irp/document'
import type { Portal } from '@wattdesk/irp/portal'
import { cancelStepOf, type Step, stepOf } from './e-invoice.rules.ts'
import * as store from './e-invoice.store.ts'
import { ownDocument } from './e-invoice-read.store.ts'
import { noteRefusal } from './irp-account.store.ts'
import { portalDocument } from './portal-document.rules.ts'
import { type Found, type Needed, portalOf } from './portal-of.commands.ts'

/** Registers a document, or finds that it is registered. */
async function registered(portal: Portal, document: PortalDocument, wasAsked: boolean): Promise<Step> {
  const name = nameOf(document)
  if (wasAsked) {
    const before = await portal.byDocument(name)
    // One that is too old to be shown is registered again, to be told its number as a duplicate.
    const isOpen = before.is === 'refused' && (NOT_FOUND.has(before.code) || before.code === NOT_SHOWN)
    if (!isOpen) return stepOf(before, document, true)
  }
  const made = await portal.register(document)
  if (made.is !== 'refused' || made.known === undefined) return stepOf(made, document, false)
  // Registered before: by a call whose answer was lost, or from elsewhere.
  const before = await portal.byDocument(name)
  const step = stepOf(before, document, true)
  return step.to === 'failed' && before.is === 'refused' ? { ...step, known: made.known } : step
}

/** False where the portal could not be asked for the document. */
async function work(services: Needed, row: store.Claimed): Promise<boolean> {
  const { db, now, timeZone } = services
  const found: Found = await portalOf(services, row.commissionDocumentId === null ? row.companyId : null, row.gstin)
  const isCancel = row.state === 'registered'
  if ('why' in found) {
    const fault = { code: null, field: null, text: found.why }
    await db
      .transaction()
      .execute(trx =>
        isCancel
          ? store.settleCancel(trx, row, { to: 'waiting', fault, isAsked: false }, now())
          : store.settle(trx, row, { to: 'waiting', fault, isAsked: row.wasAsked }, now()),
      )
    return false
  }
  const { portal, account } = found
  if (isCancel) {
    const reason = row.cancelReason as CancelReason
    const outcome = await portal.cancel({ irn: row.irn ?? '', reason, remark: row.cancelRemark ?? '' })
    const step = cancelStepOf(outcome, now())
    await db.transaction().execute(trx => store.settleCancel(trx, row, step, now()))
    return step.to !== 'waiting'
  }
  const { document, lacks } = portalDocument(await ownDocument(db, row.eInvoiceId), timeZone)
  const [first] = lacks
  const step: Step = first
    ? { to: 'failed', fault: { code: null, field: first.field, text: lacks.map(l => l.text).join('; ') } }
    : await registered(portal, document, row.wasAsked)
  await db.transaction().execute(trx => store.settle(trx, row, step, now()))
  const isRefused = step.to === 'waiting' && step.fault.code !== null
  if (account && !first) await noteRefusal(db, account, isRefused ? step.fault.text : null, now())
  return step.to !== 'waiting'
}

/**
 * Works on all documents that are due, or on one.
 * @returns how many came to an end
 */
export async function sendDue(services: Needed, { only }: { only?: number } = {}): Promise<number> {
  const away = new Set<string>()
  let done = 0
  for (;;) {
    const row = await store.claim(services.db, services.now(), { away: [...away], only })
    if (!row) return done
    try {
      if (await work(services, row)) {
        done++
        if (row.wasAway) await store.wake(services.db, row.gstin, services.now())
      } else away.add(row.gstin)
    } catch (error) {
      // What was asked may be done: the next try looks for it.
      services.log.error(
        { err: error, eInvoiceId: row.eInvoiceId },
        'An e-invoice could not be worked on; it is tried again',
      )
      away.add(row.gstin)
    }
    if (only !== undefined) return done
  }
}

/** The days back in which a setting can begin, with some to spare. */
const BACK_MS = 40 * 86_400_000
/** Queues documents that became due by a setting of an earlier day; with `isThorough` whatever is not queued. */
export const queueAll = ({ db, now, timeZone }: Needed, { isThorough = false } = {}): Promise<number> =>
  store.queueMissing(db, timeZone, isThorough ? null : new Date(now().getTime() - BACK_MS), now())
