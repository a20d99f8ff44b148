// The one change a person makes to a transaction: its payout status, with notes (D-TXN-3).
import { fail, found } from '@wattdesk/wire/route'
import { type PayoutState, setPayoutState } from '#charging/sessions/session-change.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { StatusChange } from './status-change.contract.ts'
import { statusFixed, transactionRecord } from './transaction.contract.ts'
import * as store from './transaction.store.ts'

export const MISSING = 'Transaction not found'
/** States that the payment provider sets. */
const HELD_BY_PROVIDER: readonly (string | null)[] = ['AUTHORIZED', 'CAPTURED']

/**
 * Sets the payout status; missing notes stay as they are, empty notes are cleared. The status of a session in a payout is
 * that of the payout (D-PO-3), so only its notes change. The audit entry is kept for eight years, like all entries about
 * money.
 */
export const setStatus = (services: Services, caller: Caller, id: number, body: StatusChange): Promise<PayoutState> =>
  act(services, async trx => {
    const { by, scope } = caller
    const { teamId, payoutId, ...before } = found(await store.holdStatus(trx, scope, id), MISSING)
    await demandUnchanged(trx, caller, transactionRecord, id, () => before)
    if (HELD_BY_PROVIDER.includes(before.status)) fail(409, statusFixed)
    if (payoutId !== null && body.status !== before.status) fail(409, statusFixed)
    const after = {
      transactionId: id,
      status: body.status,
      notes: body.notes === undefined ? before.notes : body.notes || null,
    }
    const { notes, status } = after
    await setPayoutState(trx, id, payoutId === null ? { status, notes } : { notes })
    await audit.write(trx, by, {
      action: 'update',
      feature: 'Transaction',
      recordId: id,
      teamId,
      before: { status: before.status, notes: before.notes },
      after: { status: after.status, notes: after.notes },
      isMoney: true,
    })
    return after
  })
