// The only place where a session gets its bill (D-TXN-11, M-4). A stop, a decision on a session in review and a
// correction each bring the part of the statement that changes the session; the bill is written here, in the same
// transaction. A bill that is paid for outside the product is marked, and posted to the ledger soon after
// (bill-ledger.store.ts), so that hundreds of stops stay one short statement. Postings that move a hold, a wallet or a card
// decide about the next start: they follow in the transaction, under the locks of their accounts. Sessions are locked
// before their accounts, always in this order.

import { type RawBuilder, sql } from 'kysely'
import { areShortBillsRead, insertBills } from '#charging/billing/bill.store.ts'
import { insertMarks } from '#charging/billing/bill-ledger.store.ts'
import {
  backThroughProvider,
  endPosting,
  holdOfSession,
  isPaidBefore,
  type Payer,
} from '#charging/billing/bill-posting.rules.ts'
import type { BillRow } from '#charging/billing/bill-row.rules.ts'
import { newStopMeters } from '#charging/metering/meter.store.ts'
import { balancesHeld, type Opening } from '#money/ledger/account.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { paymentRowOfSession } from '#money/refunds/own-payment.store.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { fillByOwner } from '#money/refunds/refund-borne.store.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { decisionParts, type ReviewedSession } from './review.store.ts'
import { type Stop, stopParts } from './session.store.ts'

/** A session that ends. One that is to wait for a person keeps its money until the decision, which is an end of its own. */
export type SessionEnd = {
  payer: Payer
  bill: BillRow | null
  /** 0 where the session is dismissed. */
  energyWh: number
  /** The time of the bill and of its posting. */
  billedAt: Date
}
/** The end of a session that was paid beforehand. `refundId`: the refund of the rest of its payment. */
export type PaidEnd = SessionEnd & { refundId: number | null }
/** Called in the transaction, after all money of the sessions was posted. */
type Steps = (trx: Trx, ended: readonly PaidEnd[]) => Promise<void>

/** Ends sessions by their stops; answers the sessions that were ended. */
export async function endSessions(db: Db | Trx, stops: readonly Stop[], steps: Steps): Promise<number[]> {
  const meters = await newStopMeters(
    db,
    stops.flatMap(({ payer: { transactionId }, meters }) => meters.map(m => ({ ...m, transactionId }))),
  )
  return finish(
    db,
    stopParts(stops, meters),
    stops,
    stops.filter(s => s.review === null),
    steps,
  )
}
/** Ends the waiting of a session, which the caller holds, with its bill or without. False where the session does not wait. */
export const endReview = async (trx: Trx, session: ReviewedSession, steps: Steps): Promise<boolean> =>
  (await finish(trx, decisionParts(session), [session], [session], steps)).length > 0

/** `settled`: the ends whose money moves now. */
async function finish(
  db: Db | Trx,
  sessions: RawBuilder<unknown>,
  ends: readonly SessionEnd[],
  settled: readonly SessionEnd[],
  steps: Steps,
): Promise<number[]> {
  const bills = ends.map(({ payer, bill }) => ({
    transactionId: payer.transactionId,
    bill,
    isPostedLater: !isPaidBefore(payer),
  }))
  const paidBefore = settled.filter(e => isPaidBefore(e.payer))
  if (paidBefore.length === 0) return writeBills(db, sessions, bills)
  const run = async (trx: Trx) => {
    const ended = await writeBills(trx, sessions, bills)
    const done = new Set(ended)
    await giveOut(
      trx,
      paidBefore.filter(e => done.has(e.payer.transactionId)),
      steps,
    )
    return ended
  }
  return db.isTransaction ? run(db as Trx) : db.transaction().execute(run)
}

/** A bill to be written. `isPostedLater`: its posting moves no held balance, so the worker writes it. */
export type NewBill = { transactionId: number; bill: BillRow | null; isPostedLater: boolean }
/**
 * Changes sessions and writes their bills in one statement; answers the sessions that were changed. `sessions` ends with the
 * statement parts that make `t`: of each changed session the transaction_id, company_id and team_id, and the version and
 * billed_at of its bill.
 */
export async function writeBills(
  db: Db | Trx,
  sessions: RawBuilder<unknown>,
  bills: readonly NewBill[],
): Promise<number[]> {
  const rows = bills.flatMap(({ transactionId, bill }) => (bill ? [{ ...bill, transactionId }] : []))
  const later = bills.flatMap(b => (b.bill && b.isPostedLater ? [b.transactionId] : []))
  const marks = later.length > 0 ? sql`, w as (${insertMarks(ints(later), sql`t`)})` : sql``
  const isShort = rows.length > 0 && (await areShortBillsRead(db))
  const { rows: changed } = await sql<{ transactionId: number }>`
    with ${sessions},
    b as (${insertBills(rows, sql`t`, sql`t.billed_at`, isShort, sql`t.version`)})${marks}
    select transaction_id from t`.execute(db)
  return changed.map(r => r.transactionId)
}

/** Posts the ends of sessions that were paid beforehand, and requests the refunds of what is left of their payments. */
async function giveOut(trx: Trx, ends: readonly SessionEnd[], steps: Steps): Promise<void> {
  const holds = ends.map(({ payer }): Opening => ({ ...holdOfSession(payer), ...payer }))
  const balances = await balancesHeld(trx, holds)
  // Refunds from elsewhere may have taken a part of the bill out of its hold (D-REF-2).
  for (const [i, { payer, bill, billedAt: at }] of ends.entries()) {
    const held = balances[i] ?? 0n
    balances[i] = held + (await fillByOwner(trx, { ...payer, at }, BigInt(bill?.totalPaise ?? 0) - held))
  }
  await postAll(
    trx,
    ends.flatMap(({ payer, bill, billedAt }, i) => endPosting(payer, bill, balances[i] ?? 0n, billedAt) ?? []),
  )
  const ended: PaidEnd[] = []
  for (const [i, e] of ends.entries()) {
    const rest = (balances[i] ?? 0n) - BigInt(e.bill?.totalPaise ?? 0)
    const back = backThroughProvider(e.payer, rest)
    ended.push({ ...e, refundId: await requestBack(trx, { ...e, at: e.billedAt }, back) })
  }
  await steps(trx, ended)
}

/** Requests the refund of what goes back to a card or UPI address; null where nothing does. */
export async function requestBack(
  trx: Trx,
  { payer, energyWh, at }: Pick<SessionEnd, 'payer' | 'energyWh'> & { at: Date },
  paise: bigint,
): Promise<number | null> {
  const { paymentId, companyId, teamId, transactionId } = payer
  if (paise <= 0n || paymentId === null) return null
  const { rows } = await sql<{ paySessionId: number | null }>`select p.pay_session_id
    from transaction t cross join lateral ${paymentRowOfSession()} p where t.transaction_id = ${transactionId}`.execute(
    trx,
  )
  const paySessionId = rows[0]?.paySessionId ?? null
  const cause = energyWh > 0 ? ('rest' as const) : ('no energy' as const)
  return addRefund(trx, {
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
