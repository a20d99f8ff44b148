// Marks payouts as paid or as come back (D-PO-3): the finance admin sets the state of a whole payout, or of one of its
// sessions (D-TXN-3); the payout is completed once all its sessions are. The ledger follows the payout (M-4).
import { found } from '@wattdesk/wire/route'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { payoutRecord, type Settlement } from './payout.contract.ts'
import * as store from './payout.store.ts'
import type { PayoutStatusBody } from './payout-body.contract.ts'
import * as read from './payout-read.store.ts'
import { settlementOf } from './payout-shape.rules.ts'
import { paidPosting } from './reckoning.rules.ts'

export const MISSING = 'Payout not found'

/** Sets the state of the whole payout and clears the states of single sessions. Missing notes stay as they are. */
export const setStatus = (
  services: Services,
  caller: Caller,
  payoutId: string,
  body: PayoutStatusBody,
): Promise<Settlement> =>
  act(services, async trx => {
    found(await read.get(trx, caller.scope, payoutId), MISSING)
    const held = found(await store.hold(trx, payoutId), MISSING)
    // Read again under its lock.
    const before = found(await read.get(trx, caller.scope, payoutId), MISSING)
    await demandUnchanged(trx, caller, payoutRecord, payoutId, () => settlementOf(before, true))
    const after = { status: body.status, notes: body.notes ?? before.notes }
    const isChanged = after.status !== before.status || after.notes !== before.notes
    const ownStates = await store.clearLines(trx, held.payoutNo)
    if (isChanged || ownStates > 0) await tell(trx, caller.by, held, after, services.now(), ownStates)
    else caller.by.written++
    return settlementOf(found(await read.get(trx, caller.scope, payoutId), MISSING), true)
  })

/** Sets the state of a locked payout, with its postings, its line in the history and its entry in the audit log. */
async function tell(
  trx: Trx,
  by: audit.By,
  held: store.Held,
  after: { status: store.State; notes: string },
  at: Date,
  ownStates = 0,
): Promise<void> {
  const { payoutNo, payoutId, teamId, companyId } = held
  await store.setState(trx, payoutNo, { at, userId: by.userId, ...after })
  if (after.status !== held.status) {
    const isBack = after.status === 'PAYOUTPENDING'
    const of = { payoutId, teamId, companyId, at, userId: by.userId }
    const posting = paidPosting({ ...of, n: held.changes, payoutPaise: BigInt(held.payoutPaise), isBack })
    if (posting) await postAll(trx, [posting])
  }
  await audit.write(trx, by, {
    action: 'update',
    feature: 'Finance',
    recordId: payoutId,
    teamId,
    isMoney: true,
    before: { status: held.status, notes: held.notes, ...(ownStates > 0 && { sessionsOfTheirOwnState: ownStates }) },
    after: { ...after, ...(ownStates > 0 && { sessionsOfTheirOwnState: 0 }) },
  })
}

/**
 * Sets the state of one session in its payouts, in the transaction of the caller's change; returns whether the session
 * is in any payout. A payout is completed once all its sessions are; a session set back to pending leaves the others
 * completed.
 */
export async function setSessionStatus(
  trx: Trx,
  by: audit.By,
  s: { transactionId: number; status: store.State; at: Date },
): Promise<boolean> {
  const all = await store.holdOfSession(trx, s.transactionId)
  for (const held of all) {
    const { payoutNo, notes } = held
    if (s.status === 'PAYOUTPENDING' && held.status === 'PAYOUTCOMPLETED')
      await store.keepLines(trx, payoutNo, 'PAYOUTCOMPLETED')
    await store.setLine(trx, payoutNo, s.transactionId, s.status)
    const status = (await store.hasPending(trx, payoutNo)) ? 'PAYOUTPENDING' : 'PAYOUTCOMPLETED'
    if (status === held.status) continue
    await tell(trx, by, held, { status, notes }, s.at)
    if (status === 'PAYOUTCOMPLETED') await store.clearLines(trx, payoutNo)
  }
  return all.length > 0
}
