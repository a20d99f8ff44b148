// Marks payouts as paid or as come back (D-PO-3): the finance admin sets the state of a whole payout, which its sessions
// and the ledger follow (M-4).
import { monthText } from '@wattdesk/base/time'
import { fail, found } from '@wattdesk/wire/route'
import { bookDate } from '#money/ledger/book-date.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import { payoutRecord, type Settlement } from './payout.contract.ts'
import * as store from './payout.store.ts'
import type { PayoutStatusBody } from './payout-body.contract.ts'
import * as read from './payout-read.store.ts'
import { settlementOf } from './payout-shape.rules.ts'
import { periodNamed } from './period.rules.ts'
import { paidPosting } from './reckoning.rules.ts'

export const MISSING = 'Payout not found'

/** Sets the state of a payout, with its postings, its line in the history and its audit entry. Missing notes stay as they are. */
export const setStatus = (
  services: Services,
  caller: Caller,
  payoutId: string,
  body: PayoutStatusBody,
): Promise<Settlement> =>
  act(services, async trx => {
    found(await read.get(trx, caller.scope, payoutId), MISSING)
    const held = found(await store.holdPayout(trx, payoutId), MISSING)
    // Read again under its lock.
    const before = found(await read.get(trx, caller.scope, payoutId), MISSING)
    await demandUnchanged(trx, caller, payoutRecord, payoutId, () => settlementOf(before, true))
    const after = { status: body.status, notes: body.notes ?? before.notes }
    if (after.status === held.status && after.notes === held.notes) {
      caller.by.written++
      return settlementOf(before, true)
    }
    const { payoutNo, teamId, companyId } = held
    const { by } = caller
    const at = services.now()
    if (after.status === 'PAYOUTPENDING' && held.status !== after.status) {
      const { month, end } = periodNamed(before.month, services.timeZone)
      // Another date means that the month is closed; the same date keeps it open until this transaction ends.
      const own = new Date(end.getTime() - 1)
      const dated = await bookDate(trx, { companyId, own, decided: at })
      if (dated.getTime() !== own.getTime())
        fail(409, `${monthText(month)} is closed: reopen it to take back a payout of it`)
    }
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
      before: { status: held.status, notes: held.notes },
      after,
    })
    return settlementOf(found(await read.get(trx, caller.scope, payoutId), MISSING), true)
  })
