// Writes refunds: each is requested in the caller's transaction with its posting and its history, so that the money has
// left its session or payment before any provider is called (S-PAYMENT-MONEY). Amounts in paise.
import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { bookDate } from '#money/ledger/book-date.store.ts'
import { post } from '#money/ledger/posting.store.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/tables.ts'
import { paymentRowOfSession } from './own-payment.store.ts'
import { askedPosting, type Cause, LEAST_REFUND_PAISE } from './refund.rules.ts'

export type Request = {
  paymentId: string
  companyId: number
  teamId: number | null
  /** The session whose hold has the money; without a session, the payment has it. */
  transactionId?: number | null
  paySessionId?: number | null
  amountPaise: number
  cause: Cause
  /** The user who asked, where a person did. */
  requestedBy?: number | null
  at: Date
}

/** The session or payment does not have that much. Nothing is written of the refund; the caller's transaction is broken off. */
export class NothingLeft extends Error {
  readonly balancePaise: bigint
  constructor(r: Pick<Request, 'paymentId' | 'amountPaise'>, balancePaise: bigint) {
    super(`Payment ${r.paymentId} has ${balancePaise} paise, too little for a refund of ${r.amountPaise}`)
    this.balancePaise = balancePaise
  }
}

/**
 * Adds a requested refund and returns its id. The row is pending and due at once. Throws NothingLeft where the ledger has
 * less than the amount, RangeError below the provider's least.
 */
export async function addRefund(trx: Trx, r: Request): Promise<number> {
  if (r.amountPaise < LEAST_REFUND_PAISE) throw new RangeError(`A refund of ${r.amountPaise} paise is below 1 rupee`)
  const { rows } = await sql<{ paymentNo: number; companyId: number }>`select p.payment_no, p.company_id
    from (select ${r.paymentId}::text as payment_id, ${r.companyId}::int as company_id) t
    cross join lateral ${paymentRowOfSession()} p`.execute(trx)
  const { paymentNo, companyId } = rows[0] ?? noPayment(r)
  const row = {
    idempotencyKey: keyOf(`refund_${randomBytes(15).toString('base64url')}`, 1),
    paymentId: r.paymentId,
    companyId,
    teamId: r.teamId,
    transactionId: r.transactionId ?? null,
    paySessionId: r.paySessionId ?? null,
    amountPaise: r.amountPaise,
    cause: r.cause,
    nextAt: r.at,
    requestedAt: await bookDate(trx, { companyId, own: r.at, decided: r.at }),
    requestedBy: r.requestedBy ?? null,
  }
  const { refundId } = await trx.insertInto('refund').values(row).returning('refundId').executeTakeFirstOrThrow()
  const [posted] = await post(trx, [askedPosting({ ...row, refundId, paymentNo }, 1, r.at)])
  if (posted && 'refused' in posted) throw new NothingLeft(r, posted.balancePaise)
  await note(trx, { refundId, status: 'pending', attempt: 1, source: 'request', detail: { cause: r.cause }, at: r.at })
  return refundId
}

const noPayment = (r: Request): never => {
  throw new Error(`There is no payment ${r.paymentId} of company ${r.companyId}`)
}

/**
 * The key of an attempt, beginning with that of its refund, which no other installation on the same account of a provider
 * has: letters, digits, `_` and `-` (M-5).
 */
export const keyOf = (refundKey: string, attempt: number): string => `${refundKey}_${attempt}`
/** The refund that a key belongs to, whichever attempt it is of; undefined where the key is none of ours. */
export const refundKeyOf = (key: string): string | undefined => /^(refund_[\w-]{20})_\d+$/.exec(key)?.[1]

type Change = Pick<Insertable<Tables['refundChange']>, 'refundId' | 'status' | 'attempt' | 'source' | 'at'>
/** Adds a line to the history of a refund. */
export const note = (trx: Trx, { detail, ...c }: Change & { detail: object }): Promise<unknown> =>
  trx
    .insertInto('refundChange')
    .values({ ...c, detail: sql`${JSON.stringify(detail)}::jsonb` })
    .execute()
