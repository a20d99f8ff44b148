// Who a session is billed to as a business (TAX-01), and by which payment it was paid. A session without such a recipient is
// billed to its driver as a consumer.
import { type RawBuilder, sql } from 'kysely'
import type { PaidWith } from '#money/price-groups/gateway-rate.rules.ts'
import { paymentRowOfSession } from '#money/refunds/own-payment.store.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Recipient } from './supply.rules.ts'

type Fragment = RawBuilder<unknown>
/** SQL: the letter of undertaking of a company at a time. Letters hold for days of Indian law, whatever the installation's zone is. */
const letterAt = (company: Fragment, at: Fragment): Fragment =>
  sql`lut_on(${company}, (${at} at time zone 'Asia/Kolkata')::date)`
/** SQL: the letter of a time under which a document was written at a moment: a setting that is changed later changes no document. */
export const letterThen = (company: Fragment, at: Fragment, madeAt: Fragment): Fragment =>
  sql`lut_then(${company}, (${at} at time zone 'Asia/Kolkata')::date, ${madeAt})`
type Holding = { company: Fragment; at: Fragment }
/** SQL: a type as it counts at a time: without payment of tax only while the company's letter of undertaking holds. */
const typeAt = (type: Fragment, { company, at }: Holding): Fragment =>
  sql`(select case when k.type = 'SEZWOP' and ${letterAt(company, at)} is null then 'SEZWP' else k.type end from (select ${type} as type) k)`
/**
 * SQL: the type at a time of the business that was given at a payment `session`: that of a driver or vehicle of the company with its
 * GST number, else what the driver has stated.
 */
export const typeOfPayment = (session: string, holding: Holding): Fragment => {
  const { company } = holding
  const [gstin, stated] = [sql.ref(`${session}.gstin`), sql.ref(`${session}.recipient_type`)]
  return typeAt(
    sql`coalesce((select x.type from (select d.recipient_type as type from driver d where d.company_id = ${company} and d.gstin = ${gstin}
    union all select v.owner_recipient_type from vehicle v where v.company_id = ${company} and v.deleted_at is null
      and v.owner_gstin = ${gstin}) x where x.type is not null order by 1 limit 1), ${stated})`,
    holding,
  )
}
const OF_SESSION: Holding = { company: sql`t.company_id`, at: sql`t.started_at` }
const typeOf = (type: Fragment): Fragment => typeAt(type, OF_SESSION)

/**
 * The recipient of a session `t`; null where it is no business. Once the session has a bill, the recipient frozen with it
 * counts, so that a correction and its note keep the recipient of the invoice. Before, the first of these that is known:
 * the business that the driver gave for this session at the payment, that of the owner of the driver's vehicle, that of
 * the driver.
 */
export const recipientOfSession = sql`(case when exists (select from bill b where b.transaction_id = t.transaction_id)
  then (select json_build_object('name', b.recipient_name, 'gstin', b.recipient_gstin, 'address', b.recipient_address,
      'type', b.recipient_type)
    from bill b where b.transaction_id = t.transaction_id and b.recipient_gstin is not null order by b.version desc limit 1)
  else coalesce(
    (select json_build_object('name', s.legal_name, 'gstin', s.gstin, 'address', s.business_address,
        'type', ${typeOfPayment('s', OF_SESSION)})
      from pay_session s where s.transaction_id = t.transaction_id and s.gstin is not null limit 1),
    (select json_build_object('name', v.owner_legal_name, 'gstin', v.owner_gstin, 'address', v.owner_business_address,
        'type', ${typeOf(sql`v.owner_recipient_type`)})
      from vehicle v where v.user_pk = t.driver_id and v.deleted_at is null and v.owner_gstin is not null limit 1),
    (select json_build_object('name', d.legal_name, 'gstin', d.gstin, 'address', d.business_address,
        'type', ${typeOf(sql`d.recipient_type`)})
      from driver d where d.id = t.driver_id and d.gstin is not null)) end)`

/** The payment of a session `t` at the provider, with what decides its surcharge; null where there is none. */
export const paymentOfSession = sql`(select json_build_object('paymentId', y.payment_id, 'method', y.method,
  'cardNetwork', y.card_network, 'cardType', y.card_type) from ${paymentRowOfSession()} y)`

/** Whom a session is billed to, and how it was paid. */
export type BilledPayer = { recipient: Recipient | null; paidWith: PaidWith | null }
/** The payers of sessions as they are known by now, in their order. */
export async function payersOf(db: Db | Trx, ids: readonly number[]): Promise<BilledPayer[]> {
  const { rows } = await sql<BilledPayer & { transactionId: number }>`
    select t.transaction_id, ${recipientOfSession} as recipient, ${paymentOfSession} as paid_with from transaction t
    where t.transaction_id = any(${ints(ids)})`.execute(db)
  const found = new Map(rows.map(({ transactionId, ...payer }) => [transactionId, payer]))
  return ids.map(id => found.get(id) ?? { recipient: null, paidWith: null })
}
