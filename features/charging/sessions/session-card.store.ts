// The card of a session that runs, read under lock and changed.
import { sql } from 'kysely'
import type { Payer } from '#charging/billing/bill-posting.rules.ts'
import type { Trx } from '#platform/db/db.ts'

export type CardOfSession = Pick<Payer, 'ocppTagPk' | 'driverId' | 'paymentType'> & {
  idTag: string
  driverName: string | null
  email: string | null
  phone: string | null
  idTagStatus: string
  holdPaise: number | null
}
type Running = {
  transactionId: number
  companyId: number
  teamId: number
  connectorId: number
  startedAt: Date
  isFree: boolean
  idTag: string
  holdPaise: number | null
  /** It began with the tag that a payment made for it. */
  isOfPayment: boolean
}
/** A running session, locked; undefined where it does not run any more. */
export async function cardOf(trx: Trx, transactionId: number): Promise<Running | undefined> {
  const { rows } =
    await sql<Running>`select t.transaction_id, t.company_id, t.team_id, t.connector_id, t.started_at, t.is_free,
      t.id_tag, t.hold_paise, exists (select from ocpp_tag g where g.ocpp_tag_pk = t.ocpp_tag_pk and g.kind = 'session') as is_of_payment
    from transaction t where t.transaction_id = ${transactionId} and t.stopped_at is null for update`.execute(trx)
  return rows[0]
}

/** Gives a session, which the caller holds, another card; lists find it by the words of that one. */
export async function changeCard(trx: Trx, transactionId: number, c: CardOfSession): Promise<void> {
  await sql`with t as (update transaction set ocpp_tag_pk = ${c.ocppTagPk}, id_tag = ${c.idTag}, driver_id = ${c.driverId},
      driver_name = ${c.driverName}, email = ${c.email}, phone = ${c.phone}, id_tag_status = ${c.idTagStatus},
      payment_type = ${c.paymentType}, hold_paise = ${c.holdPaise}::bigint
      where transaction_id = ${transactionId} returning ocpp_tag_pk, id_tag, email, phone),
    e as (insert into session_email select lower(email) from t where email <> '' on conflict do nothing),
    p as (insert into session_phone select lower(phone) from t where phone <> '' on conflict do nothing)
    insert into session_tag select ocpp_tag_pk, id_tag from t where ocpp_tag_pk is not null on conflict do nothing`.execute(
    trx,
  )
}
