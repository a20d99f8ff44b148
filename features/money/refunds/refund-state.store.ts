// The state of refunds: finding those that are due, locking one for a change, and storing its new state. A refund's
// session is locked before the refund itself, as by everything that ends or bills sessions; accounts come last.
import { sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/tables.ts'
import { isSessionOfPayment } from './own-payment.store.ts'
import type { Cause, References, RefundAccounts, RefundState } from './refund.rules.ts'
import { refundKeyOf } from './refund.store.ts'

/** The present state of a refund, with the number of its payment. */
export type HeldRefund = RefundAccounts &
  References & {
    paymentId: string
    paySessionId: number | null
    cause: Cause
    status: RefundState
    attempt: number
    providerRefundId: string | null
    idempotencyKey: string
    nextAt: Date | null
    calledAt: Date | null
    requestedAt: Date
    processedAt: Date | null
    failure: string | null
    speed: string | null
  }

const standing = (db: Db | Trx) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', j =>
      j.onRef('payment.paymentId', '=', 'refund.paymentId').onRef('payment.companyId', '=', 'refund.companyId'),
    )
    .selectAll('refund')
    .select('payment.paymentNo')

/**
 * Locks a refund, and before it its session or, without one, its payment, until the transaction ends; undefined where
 * there is none.
 */
export async function holdRefund(trx: Trx, refundId: number): Promise<HeldRefund | undefined> {
  const r = await trx
    .selectFrom('refund')
    .select(['transactionId', 'paymentId', 'companyId'])
    .where('refundId', '=', refundId)
    .executeTakeFirst()
  if (!r) return undefined
  if (r.transactionId !== null) await holdSession(trx, r.transactionId)
  else await holdPayment(trx, r)
  return (await standing(trx).where('refundId', '=', refundId).forUpdate('refund').executeTakeFirst()) as HeldRefund
}
const holdSession = (trx: Trx, transactionId: number): Promise<unknown> =>
  sql`select from transaction where transaction_id = ${transactionId} for no key update`.execute(trx)

type OfPayment = Pick<HeldRefund, 'paymentId' | 'companyId'>
const holdPayment = (trx: Trx, { paymentId, companyId }: OfPayment): Promise<unknown> =>
  sql`select from payment where payment_id = ${paymentId} and company_id = ${companyId} for no key update`.execute(trx)

/** Refunds that are due for a call to the provider, to make them or to read their state; the longest due first. */
export const refundsDue = async (db: Db, now: Date, most: number): Promise<number[]> =>
  (
    await db.selectFrom('refund').select('refundId').where('nextAt', '<=', now).orderBy('nextAt').limit(most).execute()
  ).map(r => r.refundId)

/** How often a person has begun an attempt of a refund anew. */
export const triesByHand = async (trx: Trx, refundId: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from refund_change
      where refund_id = ${refundId} and source = 'by hand' and status = 'pending'`.execute(trx)
  ).rows[0]?.n ?? 0

/** Long enough for a call with a timeout of ten seconds and a reading after it. */
const CLAIM = sql`interval '1 minute'`
/**
 * Claims a refund that is due for a call, so that no other caller calls meanwhile; should this caller die, the refund
 * is due again in a minute. `calledBefore`: the provider may have heard of this attempt already. Undefined: not due, or
 * there is nothing to call.
 */
export async function claim(
  db: Db,
  refundId: number,
  now: Date,
): Promise<(HeldRefund & { calledBefore: boolean }) | undefined> {
  const { rows } = await sql<{ calledBefore: boolean }>`
    with due as (select refund_id, called_at from refund
      where refund_id = ${refundId} and next_at <= ${now} and status <> 'failed' for update)
    update refund r set called_at = ${now}, next_at = ${now}::timestamptz + ${CLAIM} from due where r.refund_id = due.refund_id
    returning due.called_at is not null as called_before`.execute(db)
  const [taken] = rows
  if (!taken) return undefined
  const r = (await standing(db).where('refundId', '=', refundId).executeTakeFirstOrThrow()) as HeldRefund
  return { ...r, calledBefore: taken.calledBefore }
}

/** Whether a refund has failed and is to be tried again now. */
export const isToBeTriedAgain = (refund: Pick<HeldRefund, 'status' | 'nextAt'>, now: Date): boolean =>
  refund.status === 'failed' && refund.nextAt !== null && refund.nextAt <= now

export const set = (trx: Trx, refundId: number, values: Updateable<Tables['refund']>): Promise<unknown> =>
  trx.updateTable('refund').set(values).where('refundId', '=', refundId).execute()

/**
 * Returns the refund that the provider's report is about: the refund with the provider's id, else the refund whose
 * current attempt was sent with `key`. `isBefore`: the key belongs to an earlier attempt.
 */
export async function refundOfReport(
  db: Db | Trx,
  told: { companyId: number; paymentId: string; id: string; key: string | undefined },
): Promise<{ refundId: number; isBefore: boolean } | undefined> {
  const all = await db
    .selectFrom('refund')
    .select(['refundId', 'providerRefundId', 'idempotencyKey'])
    .where('paymentId', '=', told.paymentId)
    .where('companyId', '=', told.companyId)
    .execute()
  const byId = all.find(r => r.providerRefundId === told.id)
  if (byId) return { refundId: byId.refundId, isBefore: false }
  const { key } = told
  const byKey = key === undefined ? undefined : all.find(r => r.idempotencyKey === key && r.providerRefundId === null)
  if (byKey) return { refundId: byKey.refundId, isBefore: false }
  const ofKey = key === undefined ? undefined : refundKeyOf(key)
  const before = ofKey && all.find(r => refundKeyOf(r.idempotencyKey) === ofKey)
  return before ? { refundId: before.refundId, isBefore: true } : undefined
}

type Elsewhere = {
  companyId: number
  paymentId: string
  providerRefundId: string
  amountPaise: number
  requestedAt: Date
  at: Date
}
/**
 * Adds a refund that was not requested here, as pending, to the session or payment it belongs to; undefined where the
 * payment is not known, or the refund exists by now.
 */
export async function addElsewhere(trx: Trx, e: Elsewhere): Promise<number | undefined> {
  const payment = await trx
    .selectFrom('payment')
    .select(['teamId', 'paySessionId'])
    .where('paymentId', '=', e.paymentId)
    .where('companyId', '=', e.companyId)
    .executeTakeFirst()
  if (!payment) return undefined
  const { rows } = await sql<{ transactionId: number; teamId: number }>`select s.transaction_id, s.team_id
    from payment p join transaction s on ${isSessionOfPayment}
    where p.payment_id = ${e.paymentId} and p.company_id = ${e.companyId} limit 1 for no key update of s`.execute(trx)
  const session = rows[0]
  const added = await trx
    .insertInto('refund')
    .values({
      idempotencyKey: `elsewhere_${e.providerRefundId}_${e.companyId}`,
      providerRefundId: e.providerRefundId,
      paymentId: e.paymentId,
      companyId: e.companyId,
      teamId: session?.teamId ?? payment.teamId,
      transactionId: session?.transactionId ?? null,
      paySessionId: payment.paySessionId,
      amountPaise: e.amountPaise,
      cause: 'elsewhere',
      requestedAt: e.requestedAt,
      nextAt: e.at,
    })
    .onConflict(c => c.doNothing())
    .returning('refundId')
    .executeTakeFirst()
  return added?.refundId
}

/**
 * Failed refunds of a payment that were requested here, the newest first; the caller has locked their session or
 * payment.
 */
export const failedOf = async (trx: Trx, { paymentId, companyId }: OfPayment): Promise<HeldRefund[]> =>
  (await standing(trx)
    .where('refund.paymentId', '=', paymentId)
    .where('refund.companyId', '=', companyId)
    .where('refund.status', '=', 'failed')
    .where('refund.cause', '<>', 'elsewhere')
    .orderBy('refundId', 'desc')
    .execute()) as HeldRefund[]

/**
 * Assigns to a session the refunds of its payment that were requested before its start: those that have not failed, and
 * all of the provider's own desk, which may still be processed. The session's page, row and sum then show them. Returns
 * the total that had left the payment by the start, and the part of it that has gone back: the money of a pending refund
 * of the desk is still in the payment, and so in the session's hold. Undefined where there are none.
 */
export async function assignRefundsToSession(
  trx: Trx,
  { paymentId, paySessionId, transactionId }: { paymentId: string; paySessionId: number; transactionId: number },
): Promise<{ paise: number; refundedPaise: number } | undefined> {
  const rows = await trx
    .updateTable('refund')
    .set({ transactionId })
    .where('paymentId', '=', paymentId)
    .where('companyId', '=', eb =>
      eb.selectFrom('paySession').select('companyId').where('paySessionId', '=', paySessionId),
    )
    .where('transactionId', 'is', null)
    .where(eb => eb.or([eb('status', '<>', 'failed'), eb('cause', '=', 'elsewhere')]))
    .returning(['amountPaise', 'status', 'cause'])
    .execute()
  if (rows.length === 0) return undefined
  const sum = (all: typeof rows) => all.reduce((n, r) => n + r.amountPaise, 0)
  const hasLeft = (r: (typeof rows)[number]) =>
    r.status === 'processed' || (r.status === 'pending' && r.cause !== 'elsewhere')
  return { paise: sum(rows.filter(hasLeft)), refundedPaise: sum(rows.filter(r => r.status === 'processed')) }
}

/**
 * Refunds of a session that have failed, the newest first, locked until the transaction ends; the caller has locked the
 * session.
 */
export const holdFailed = async (trx: Trx, transactionId: number): Promise<HeldRefund[]> =>
  (await standing(trx)
    .where('refund.transactionId', '=', transactionId)
    .where('refund.status', '=', 'failed')
    .orderBy('refundId', 'desc')
    .forUpdate('refund')
    .execute()) as HeldRefund[]

/** The states of refunds by their ids, with the reasons of failures. */
export const statesOf = async (
  db: Db,
  refundIds: readonly number[],
): Promise<Map<number, { status: RefundState; failure: string | null }>> => {
  const rows = await db
    .selectFrom('refund')
    .select(['refundId', 'status', 'failure'])
    .where('refundId', 'in', [...refundIds, 0])
    .execute()
  return new Map(rows.map(({ refundId, ...r }) => [refundId, r]))
}
