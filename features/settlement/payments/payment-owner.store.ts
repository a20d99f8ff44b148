// Finds the company that owns a payment from stored records: of its order, of its charge point, or of rows of the same
// payment.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

/** An order that a driver placed here, with its company and amount; undefined where nobody here placed the order. */
export const placedOrder = (db: Db, orderId: string): Promise<{ companyId: number; amountPaise: number } | undefined> =>
  db.selectFrom('paySession').select(['companyId', 'amountPaise']).where('orderId', '=', orderId).executeTakeFirst()

/** A payment of a company as it is stored: whether its money has come. Undefined where nobody has told of the payment. */
export const storedPayment = async (
  db: Db,
  paymentId: string,
  companyId: number,
): Promise<{ isCaptured: boolean } | undefined> =>
  (
    await sql<{ isCaptured: boolean }>`select captured_at is not null as is_captured from payment
      where payment_id = ${paymentId} and company_id = ${companyId}`.execute(db)
  ).rows[0]

/** The company of a charge point by its id. */
export const companyOfCharger = async (db: Db, chargepointId: string): Promise<number | undefined> =>
  (
    await sql<{ companyId: number }>`select company_id from charger
      where chargepoint_id = ${chargepointId} order by deleted_at is not null limit 1`.execute(db)
  ).rows[0]?.companyId

/** The companies that have a row of a payment id: more than the owner only where ids of two provider accounts are equal. */
export const companiesOfPayment = async (db: Db | Trx, paymentId: string): Promise<number[]> =>
  (
    await db.selectFrom('payment').select('companyId').where('paymentId', '=', paymentId).orderBy('companyId').execute()
  ).map(r => r.companyId)

/** Lets companies that share a provider account write the first row of a payment one after the other. */
export const lockPaymentId = (trx: Trx, paymentId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`owner of payment ${paymentId}`}, 0))`.execute(trx)
