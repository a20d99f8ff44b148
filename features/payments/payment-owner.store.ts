// What is stored here about whose payment it is: the company of an order, of a charge point, and of rows of the same payment.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'

/** The company whose driver placed an order here; undefined where nobody here placed the order. */
export const companyOfOrder = async (db: Db, orderId: string): Promise<number | undefined> =>
  (await db.selectFrom('paySession').select('companyId').where('orderId', '=', orderId).executeTakeFirst())?.companyId

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
