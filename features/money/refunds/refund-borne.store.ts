// Refunds that a team's owner bears: staff gave more back at the provider's own desk than was left of the payment (D-REF-2).
// Money that went back before the bill, and that the bill then lacks, is borne in the same way. The owner gets the money back
// when another refund of the payment fails, or when the bill of the session is lowered.
import { sql } from 'kysely'
import { bookDate } from '#money/ledger/book-date.store.ts'
import { type AccountName, credit, debit, type Posting } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { paymentRowOfSession } from './own-payment.store.ts'
import type { BorneRefund } from './refund.rules.ts'

/** A payment, by the company that took it and its id (D-PAY-8). */
type PaymentKey = { companyId: number; paymentId: string }

/** Posts a movement of refund money, and records the part that an owner bears or gets back by the posting. */
export async function postRefund(trx: Trx, { companyId, paymentId }: PaymentKey, posting: Posting): Promise<void> {
  await postAll(trx, [posting])
  const { transactionId = null } = posting
  const rows = posting.lines.flatMap(({ account, side, paise }) =>
    account.kind === 'owner' ? [{ teamId: account.ref, paise: Number(side === 'D' ? paise : -paise) }] : [],
  )
  if (rows.length === 0) return
  const at = await bookDate(trx, { companyId, own: posting.at, decided: posting.at })
  await trx
    .insertInto('refundBorne')
    .values(rows.map(r => ({ ...r, companyId, paymentId, transactionId, at, postingKey: posting.key })))
    // The same posting again is the same posting.
    .onConflict(c => c.doNothing())
    .execute()
}

/** The part of a payment's refunds that owners bear now, by owner. */
export async function borneRefunds(trx: Trx, { companyId, paymentId }: PaymentKey): Promise<BorneRefund[]> {
  const rows = await trx
    .selectFrom('refundBorne')
    .select(['teamId', eb => eb.fn.sum<number>('paise').as('paise')])
    .where('paymentId', '=', paymentId)
    .where('companyId', '=', companyId)
    .groupBy('teamId')
    .having(eb => eb.fn.sum('paise'), '>', 0)
    .orderBy('teamId')
    .execute()
  return rows.map(r => ({ ownerRef: r.teamId, paise: Number(r.paise) }))
}

/** The payment of a session; undefined where the session has none. */
const paymentOfSession = async (trx: Trx, transactionId: number): Promise<PaymentKey | undefined> =>
  (
    await sql<PaymentKey>`select p.company_id, p.payment_id from transaction t cross join lateral ${paymentRowOfSession()} p
      where t.transaction_id = ${transactionId}`.execute(trx)
  ).rows[0]

/**
 * The part of a bill's reduction that the driver already had back before: the amount that owners bear, up to the
 * reduction.
 */
export const borneUpTo = async (trx: Trx, transactionId: number, lessPaise: number): Promise<number> => {
  const payment = await paymentOfSession(trx, transactionId)
  const borne = payment ? (await borneRefunds(trx, payment)).reduce((n, b) => n + b.paise, 0) : 0
  return Math.min(borne, lessPaise)
}

/**
 * Fills the hold of a session up for its bill: money that the hold had and that went back before the bill is borne by the
 * owner, as where the refund comes after the bill (D-REF-2). `missingPaise`: the bill less the balance of the hold. Returns
 * the amount that the owner paid in: 0 for a payment that the ledger has not seen, because its hold never had money. The
 * caller has locked the session and its hold.
 */
export async function fillByOwner(
  trx: Trx,
  session: Pick<Posting, 'companyId' | 'at'> & { transactionId: number; teamId: number },
  missingPaise: bigint,
): Promise<bigint> {
  const { transactionId, teamId } = session
  const payment = missingPaise > 0n ? await paymentOfSession(trx, transactionId) : undefined
  if (!payment) return 0n
  const hold: AccountName = { kind: 'hold', ref: transactionId }
  const { rows } = await sql<{
    paise: string
  }>`select coalesce(sum(e.amount_paise) filter (where e.side = 'D'), 0)::text as paise
    from account a join entry e on e.account_id = a.account_id where a.kind = 'hold' and a.ref = ${transactionId}`.execute(
    trx,
  )
  const goneBack = BigInt(rows[0]?.paise ?? 0)
  const paise = goneBack < missingPaise ? goneBack : missingPaise
  if (paise <= 0n) return 0n
  await postRefund(trx, payment, {
    ...session,
    key: `bill:${transactionId}:1:refunded before`,
    kind: 'refunded before',
    lines: [debit({ kind: 'owner', ref: teamId }, paise), credit(hold, paise)],
  })
  return paise
}

type Lowered = Pick<Posting, 'companyId' | 'teamId' | 'at'> & { transactionId: number; version: number }
/** Gives owners back, out of the session's hold, the part of a bill's reduction that the driver already had back. */
export async function returnToOwners(trx: Trx, { version, ...session }: Lowered, paise: number): Promise<void> {
  const payment = paise > 0 ? await paymentOfSession(trx, session.transactionId) : undefined
  if (!payment) return
  const hold: AccountName = { kind: 'hold', ref: session.transactionId }
  let left = paise
  const lines = (await borneRefunds(trx, payment)).flatMap(b => {
    const part = Math.min(b.paise, left)
    left -= part
    return part > 0 ? [credit({ kind: 'owner', ref: b.ownerRef }, BigInt(part))] : []
  })
  await postRefund(trx, payment, {
    ...session,
    key: `bill:${session.transactionId}:${version}:refunded before`,
    kind: 'refunded before',
    lines: [debit(hold, BigInt(paise)), ...lines],
  })
}
