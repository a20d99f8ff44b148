// The end of sessions with the money that they move (M-4): what was kept back goes to the owner, to the heads of tax and
// back to where it came from, in the transaction of the bill. Sessions are held before their accounts, always in this order.
import type { Db, Trx } from '../../platform/db/db.ts'
import { endPosting, holdOfSession, isPaidBefore, type Payer } from '../billing/bill-posting.rules.ts'
import type { BillSums } from '../billing/bill-row.rules.ts'
import { balancesHeld, type Opening } from '../ledger/account.store.ts'
import { postAll } from '../ledger/posting.store.ts'
import { end, type Stop } from './session.store.ts'

/** Ends sessions; answers those that were ended. What was paid beforehand is given out in the same transaction. */
export async function endSessions(db: Db | Trx, stops: readonly Stop[]): Promise<number[]> {
  const paidBefore = stops.filter(s => s.review === null && isPaidBefore(s.payer))
  if (paidBefore.length === 0) return end(db, stops)
  const run = async (trx: Trx) => {
    const ended = await end(trx, stops)
    const done = new Set(ended)
    await giveOut(
      trx,
      paidBefore.filter(s => done.has(s.transactionId)).map(s => ({ ...s, at: s.receivedAt })),
    )
    return ended
  }
  return db.isTransaction ? run(db as Trx) : db.transaction().execute(run)
}

/** Posts the ends of sessions, which the caller holds. */
export async function giveOut(
  trx: Trx,
  ends: readonly { payer: Payer; bill: BillSums | null; at: Date }[],
): Promise<void> {
  const holds = ends.flatMap(({ payer }): Opening[] =>
    isPaidBefore(payer) ? [{ ...holdOfSession(payer), ...payer }] : [],
  )
  const balances = await balancesHeld(trx, holds)
  const heldPaise = (p: Payer) => balances[holds.findIndex(h => h.ref === p.transactionId)] ?? 0n
  await postAll(
    trx,
    ends.flatMap(({ payer, bill, at }) => endPosting(payer, bill, heldPaise(payer), at) ?? []),
  )
}
