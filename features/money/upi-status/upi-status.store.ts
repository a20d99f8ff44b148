// Payments made from one UPI address, of all operators: the newest 50 of the last 180 days (D-UPI-5).
import { sql } from 'kysely'
import { givenBack } from '#money/refunds/given-back.store.ts'
import { refundsOfPayments } from '#money/refunds/refund-read.store.ts'
import type { Db } from '#platform/db/db.ts'
import type { UpiPayment } from './upi-status.contract.ts'
import { LOOKUP_DAYS, maskedContact, maskedEmail } from './upi-status.rules.ts'

const MOST = 50
export async function paymentsFrom(db: Db, address: string, now: Date): Promise<UpiPayment[]> {
  const { rows } = await sql<Omit<UpiPayment, 'refunds'> & { paymentNo: number }>`
    select payment_no, payment_id, amount_paise as amount, currency, g.status, method, vpa, email, contact, description,
      floor(extract(epoch from created_at))::bigint as created_at, floor(extract(epoch from captured_at))::bigint as captured_at
    from payment p cross join ${givenBack} g where lower(vpa) = ${address.toLowerCase()} and vpa is not null
      and created_at > ${now}::timestamptz - make_interval(days => ${LOOKUP_DAYS})
    order by created_at desc, payment_id desc limit ${sql.lit(MOST)}`.execute(db)
  const refunds = await refundsOfPayments(
    db,
    rows.map(r => r.paymentNo),
  )
  return rows.map(({ paymentNo, ...p }) => ({
    ...p,
    email: maskedEmail(p.email),
    contact: maskedContact(p.contact),
    refunds: refunds.get(paymentNo) ?? [],
  }))
}
