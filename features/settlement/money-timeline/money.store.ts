// Reads the facts about the money of one session: its record, the payment, the ledger, bills, refunds and decisions.

import { sql } from 'kysely'
import { shownEvseSql } from '#fleet/stations/evse.store.ts'
import { paymentRowOfSession } from '#money/refunds/own-payment.store.ts'
import { referenceOf } from '#money/refunds/refund.rules.ts'
import type { Db } from '#platform/db/db.ts'
import { type Scope, within } from '#platform/db/scope.ts'
import type { Facts } from './money-facts.rules.ts'

type Session = Omit<Facts, 'payment' | 'moved' | 'bills' | 'refunds' | 'invoices' | 'settlements' | 'reviews'>
type Dated<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : Dated<T[K]> }

/** Returns the money facts of a session; undefined where the session is outside the scope. */
export async function factsOf(db: Db, scope: Scope, transactionId: number): Promise<Facts | undefined> {
  const { rows } = await sql<Session>`
    select case when t.payment_type = 'CARD' and (t.payment_description = 'QRv2 Payment' or t.payment_description ilike '%upi%')
        then 'UPI' else t.payment_type end as payment_type, t.chargepoint_id, t.connector_id, ${shownEvseSql('t')},
      exists (select from station_transaction k where k.transaction_id = t.transaction_id) as is_by_events, t.id_tag, t.started_at,
      t.start_received_at, t.stopped_at, t.stop_reason, t.meter_start_wh, t.meter_stop_wh, l.metered_at,
      coalesce(l.current_wh, t.meter_stop_wh, t.meter_start_wh) as current_wh,
      case when t.stopped_at is null then coalesce(l.charged_paise, 0) else t.charged_paise end as charged_paise, t.in_review,
      t.is_dismissed, t.paid_paise, t.refund_paise as refunded_paise,
      coalesce((select a.balance_paise from account a where a.kind = 'hold' and a.ref = t.transaction_id), 0) as held_paise
    from transaction t left join transaction_live l on l.transaction_id = t.transaction_id
    where t.transaction_id = ${transactionId} and ${within(scope, 't')}`.execute(db)
  const [session] = rows
  if (!session) return undefined
  const [payment, moved, bills, refunds, invoices, settlements, reviews] = await Promise.all([
    paymentOf(db, transactionId),
    movedOf(db, transactionId),
    billsOf(db, transactionId),
    refundsOf(db, transactionId),
    invoicesOf(db, transactionId),
    settlementsOf(db, transactionId),
    reviewsOf(db, transactionId),
  ])
  return { ...session, payment, moved, bills, refunds, invoices, settlements, reviews }
}

/**
 * The number of a session's payment; where several sessions name the same payment, the payment belongs to the session
 * paid by it.
 */
const ownPayment = (
  transactionId: number,
) => sql`(select p.payment_no from transaction s cross join lateral ${paymentRowOfSession(sql`s`)} p
  where s.transaction_id = ${transactionId} and s.transaction_id = (select t.transaction_id from transaction t
    where t.payment_id = p.payment_id and t.company_id = s.company_id order by t.paid_paise > 0 desc, t.transaction_id limit 1))`
/** Refunds of a session, and refunds of its payment that belong to no session. */
const ownRefund = (transactionId: number) => sql<boolean>`(r.transaction_id = ${transactionId}
  or (r.transaction_id is null and (r.payment_id, r.company_id) = (select o.payment_id, o.company_id from payment o
    where o.payment_no = ${ownPayment(transactionId)})))`

async function paymentOf(db: Db, transactionId: number): Promise<Facts['payment']> {
  const { rows } = await sql<Dated<NonNullable<Facts['payment']>>>`
    select p.payment_id, p.amount_paise, p.status, p.method, p.acquirer_data ->> 'rrn' as rrn,
      coalesce((select a.balance_paise from account a where a.kind = 'payment' and a.ref = p.payment_no), 0) as waiting_paise,
      (select coalesce(json_agg(json_build_object('at', coalesce(c.event_at, c.at), 'status', c.status, 'source', c.source)
        order by c.change_id), '[]') from payment_change c
        where c.payment_id = p.payment_id and c.company_id = p.company_id) as steps
    from payment p where p.payment_no = ${ownPayment(transactionId)}`.execute(db)
  const [p] = rows
  return p ? { ...p, steps: p.steps.map(s => ({ ...s, at: new Date(s.at) })) } : null
}

const movedOf = async (db: Db, transactionId: number): Promise<Facts['moved']> =>
  (
    await sql<Facts['moved'][number]>`
      select p.idempotency_key as key, p.kind, p.event_at as at, p.note, a.kind as account,
        case when e.side = a.normal_side then e.amount_paise else -e.amount_paise end as paise
      from posting p join entry e using (posting_id) join account a using (account_id)
      where p.posting_id in (select x.posting_id from posting x where x.transaction_id = ${transactionId}
        union select x.posting_id from refund r join posting x on x.idempotency_key = 'refund:' || r.refund_id || ':processed'
          where ${ownRefund(transactionId)})
      order by p.posting_id, e.line_no`.execute(db)
  ).rows

const billsOf = async (db: Db, transactionId: number): Promise<Facts['bills']> =>
  (
    await sql<Facts['bills'][number]>`
      select version, billed_at, coalesce(lines, bill_lines(packed_lines)) as lines, cgst_paise + sgst_paise + igst_paise as tax_paise, surcharge_paise, total_paise
      from bill where transaction_id = ${transactionId} order by version`.execute(db)
  ).rows

async function refundsOf(db: Db, transactionId: number): Promise<Facts['refunds']> {
  type Row = Omit<Dated<Facts['refunds'][number]>, 'reference'> & {
    rrn: string | null
    utr: string | null
    arn: string | null
  }
  const { rows } = await sql<Row>`
    select r.refund_id, r.provider_refund_id, r.amount_paise, r.status, r.cause, r.failure, r.rrn, r.utr, r.arn,
      (select coalesce(json_agg(json_build_object('at', c.at, 'status', c.status, 'attempt', c.attempt, 'source', c.source,
          'id', c.detail ->> 'told', 'failure', c.detail ->> 'failure')
        order by c.change_id), '[]') from refund_change c where c.refund_id = r.refund_id) as steps
    from refund r where ${ownRefund(transactionId)} order by r.refund_id`.execute(db)
  return rows.map(r => ({
    ...r,
    reference: referenceOf(r),
    steps: r.steps.map(s => ({ ...s, at: new Date(s.at) })),
  }))
}

const invoicesOf = async (db: Db, transactionId: number): Promise<Facts['invoices']> =>
  (
    await sql<Facts['invoices'][number]>`
      select i.kind, i.number, i.made_at, i.total_paise, i.bill_version as version, o.number as of_number
      from invoice i left join invoice o on o.invoice_id = i.of_invoice_id
      where i.transaction_id = ${transactionId} order by i.bill_version`.execute(db)
  ).rows

const settlementsOf = async (db: Db, transactionId: number): Promise<Facts['settlements']> =>
  (
    await sql<Facts['settlements'][number]>`
      select p.payout_id, to_char(p.month, 'YYYY-MM') as month, p.made_at, l.bill_version as version, l.prior_version,
        p.status = 'PAYOUTCOMPLETED' as is_completed,
        b.taxable_paise - coalesce(before.taxable_paise, 0) as net_paise
      from payout_line l join payout p using (payout_no)
      join bill b on b.transaction_id = l.transaction_id and b.version = l.bill_version
      left join bill before on before.transaction_id = l.transaction_id and before.version = l.prior_version
      where l.transaction_id = ${transactionId} order by l.bill_version`.execute(db)
  ).rows

const reviewsOf = async (db: Db, transactionId: number): Promise<Facts['reviews']> =>
  (
    await sql<Facts['reviews'][number]>`
      select r.reason, r.created_at, r.decided_at, u.username as decided_by
      from session_review r left join app_user u on u.id = r.decided_by
      where r.transaction_id = ${transactionId} order by r.id`.execute(db)
  ).rows
