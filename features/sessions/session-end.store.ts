// The end of sessions with the money that they move (M-4): what was kept back goes to the owner, to the heads of tax and
// back to where it came from, in the transaction of the bill; what goes back to a card or UPI address is asked for in it
// (D-REF-2). Sessions are held before their accounts, always in this order.
import type { Db, Trx } from '../../platform/db/db.ts'
import {
  backThroughProvider,
  endPosting,
  holdOfSession,
  isPaidBefore,
  type Payer,
} from '../billing/bill-posting.rules.ts'
import type { BillSums } from '../billing/bill-row.rules.ts'
import { balancesHeld, type Opening } from '../ledger/account.store.ts'
import { postAll } from '../ledger/posting.store.ts'
import { request } from '../refunds/refund.store.ts'
import { end, type Stop } from './session.store.ts'

/** The end of a session that was paid beforehand. `refundId`: what was asked back of its payment. */
export type Ended = Ending & { refundId: number | null }
type Ending = { payer: Payer; bill: BillSums | null; energyWh: number; at: Date }
/** Told in the transaction, when all its money is where it belongs. */
type Steps = (trx: Trx, ended: readonly Ended[]) => Promise<void>

/** Ends sessions; answers those that were ended. What was paid beforehand is given out in the same transaction. */
export async function endSessions(db: Db | Trx, stops: readonly Stop[], steps: Steps): Promise<number[]> {
  const paidBefore = stops.filter(s => s.review === null && isPaidBefore(s.payer))
  if (paidBefore.length === 0) return end(db, stops)
  const run = async (trx: Trx) => {
    const ended = await end(trx, stops)
    const done = new Set(ended)
    const endings = paidBefore.filter(s => done.has(s.transactionId)).map(s => ({ ...s, at: s.receivedAt }))
    await giveOut(trx, endings, steps)
    return ended
  }
  return db.isTransaction ? run(db as Trx) : db.transaction().execute(run)
}

/** Posts the ends of sessions, which the caller holds, and asks for what goes back through the provider. */
export async function giveOut(trx: Trx, ends: readonly Ending[], steps: Steps): Promise<void> {
  const paidBefore = ends.filter(e => isPaidBefore(e.payer))
  const holds = paidBefore.map(({ payer }): Opening => ({ ...holdOfSession(payer), ...payer }))
  const balances = await balancesHeld(trx, holds)
  await postAll(
    trx,
    paidBefore.flatMap(({ payer, bill, at }, i) => endPosting(payer, bill, balances[i] ?? 0n, at) ?? []),
  )
  const ended: Ended[] = []
  for (const [i, e] of paidBefore.entries()) {
    const rest = (balances[i] ?? 0n) - BigInt(e.bill?.totalPaise ?? 0)
    ended.push({ ...e, refundId: await askBack(trx, e, backThroughProvider(e.payer, rest)) })
  }
  await steps(trx, ended)
}

/** Asks for what goes back to a card or UPI address; null where nothing does. */
export async function askBack(
  trx: Trx,
  { payer, energyWh, at }: Pick<Ending, 'payer' | 'energyWh' | 'at'>,
  paise: bigint,
): Promise<number | null> {
  const { paymentId, companyId, teamId, transactionId } = payer
  if (paise <= 0n || paymentId === null) return null
  const { paySessionId } = await trx
    .selectFrom('payment')
    .select('paySessionId')
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
  const cause = energyWh > 0 ? ('rest' as const) : ('no energy' as const)
  return request(trx, {
    paymentId,
    companyId,
    teamId,
    transactionId,
    paySessionId,
    amountPaise: Number(paise),
    cause,
    at,
  })
}
