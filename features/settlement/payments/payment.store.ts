// Payments as the provider reported them, with every step on the way. Amounts in paise.
import { sql } from 'kysely'
import { givenBack } from '#money/refunds/given-back.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { StoredPayment } from './payment-merge.rules.ts'

/** The source of a report of a payment. */
export type Source = 'webhook' | 'poll' | 'checkout' | 'capture' | 'reconciliation'

/** Payment ids are unique within a provider account, so a payment is identified by its company and its id (D-PAY-8). */
export type PaymentKey = { paymentId: string; companyId: number }

/** A locked payment, with its company, team, charger and pay session. */
export type HeldPayment = {
  paymentId: string
  /** The ref of the account that its money waits in. */
  paymentNo: number
  companyId: number
  /** The charger's team at the time of the payment; the company's own team where the charger is unknown. */
  teamId: number
  chargepointPk: number | null
  connectorId: number | null
  paySessionId: number | null
  /** The amount of the order made here that it pays; null without such an order. */
  orderedPaise: number | null
  capturedAt: Date | null
  /** The known values of the payment, except for the capture. */
  known: Omit<StoredPayment, 'isCaptured'>
}

/** Writes a new payment, at the charger named by its order or its notes. False where the payment exists already. */
export async function insert(
  trx: Trx,
  p: { paymentId: string; companyId: number; known: StoredPayment; createdAt: Date; at: Date },
): Promise<boolean> {
  const { known: k } = p
  const { rows } = await sql`
    insert into payment (payment_id, company_id, team_id, chargepoint_pk, connector_id, pay_session_id, order_id, amount_paise,
      currency, status, method, card_network, card_type, vpa, email, contact, description, notes, fee_paise, fee_tax_paise, acquirer_data, error_code,
      error_description, refunded_paise, created_at, seen_at, changed_at)
    select ${p.paymentId}, ${p.companyId}, coalesce(s.team_id, c.team_id, ${p.companyId}::int), coalesce(s.chargepoint_pk, c.chargepoint_pk),
      coalesce(s.connector_id, case when c.chargepoint_pk is not null then x.connector end), s.pay_session_id, ${k.orderId},
      ${k.amountPaise}::bigint, ${k.currency}, ${k.status}, ${k.method}, ${k.cardNetwork}, ${k.cardType}, ${k.vpa}, ${k.email}, ${k.contact}, ${k.description},
      ${JSON.stringify(k.notes)}::jsonb, ${k.feePaise}::bigint, ${k.feeTaxPaise}::bigint, ${JSON.stringify(k.acquirerData)}::jsonb,
      ${k.errorCode}, ${k.errorDescription}, ${k.refundedPaise}::bigint, ${p.createdAt}::timestamptz, ${p.at}::timestamptz, ${p.at}::timestamptz
    from (select ${/^\d{1,4}$/.test(k.notes.connectorId ?? '') ? Number(k.notes.connectorId) : null}::int as connector) x
    left join lateral (select * from pay_session where order_id = ${k.orderId} and company_id = ${p.companyId} limit 1) s on true
    left join lateral (select chargepoint_pk, team_id from charger
      where chargepoint_id = ${k.notes.chargerId ?? ''} and company_id = ${p.companyId} limit 1) c on true
    on conflict do nothing returning payment_id`.execute(trx)
  return rows.length > 0
}

/**
 * Locks a payment until the transaction ends, together with its pay session: the payment first, then the pay session,
 * then accounts. Undefined where the payment is unknown.
 */
export async function holdPayment(
  trx: Trx,
  { paymentId, companyId: of }: PaymentKey,
): Promise<HeldPayment | undefined> {
  const { rows } = await sql<Omit<HeldPayment, 'known' | 'orderedPaise'> & HeldPayment['known']>`
    select p.payment_id, p.payment_no, p.company_id, coalesce(p.team_id, p.company_id) as team_id, p.chargepoint_pk, p.connector_id,
      coalesce(p.pay_session_id, (select s.pay_session_id from pay_session s where s.order_id = p.order_id
        and s.company_id = p.company_id)) as pay_session_id,
      p.captured_at, p.order_id, p.amount_paise, p.currency, p.status, p.method, p.card_network, p.card_type, p.vpa, p.email, p.contact, p.description, p.notes,
      p.fee_paise, p.fee_tax_paise, p.acquirer_data, p.error_code, p.error_description, p.refunded_paise
    from payment p where p.payment_id = ${paymentId} and p.company_id = ${of} for no key update of p`.execute(trx)
  const row = rows[0]
  if (!row) return undefined
  const { paymentNo, companyId, teamId, chargepointPk, connectorId, paySessionId, capturedAt, ...known } = row
  const ordered = sql<{ amountPaise: number }>`select amount_paise from pay_session
    where pay_session_id = ${paySessionId} for no key update`
  const orderedPaise = paySessionId === null ? null : ((await ordered.execute(trx)).rows[0]?.amountPaise ?? null)
  const place = { companyId, teamId, chargepointPk, connectorId, paySessionId, orderedPaise }
  return { paymentId, paymentNo, ...place, capturedAt, known }
}

/** Writes the present values of a locked payment. */
export async function update(
  trx: Trx,
  p: PaymentKey & { known: StoredPayment; capturedAt: Date | null; paySessionId: number | null; at: Date },
): Promise<void> {
  const { known: k } = p
  await sql`update payment set status = ${k.status}, order_id = ${k.orderId}, pay_session_id = ${p.paySessionId}, method = ${k.method},
      card_network = ${k.cardNetwork}, card_type = ${k.cardType}, vpa = ${k.vpa}, email = ${k.email}, contact = ${k.contact}, description = ${k.description},
      notes = ${JSON.stringify(k.notes)}::jsonb, fee_paise = ${k.feePaise}, fee_tax_paise = ${k.feeTaxPaise},
      acquirer_data = ${JSON.stringify(k.acquirerData)}::jsonb, error_code = ${k.errorCode}, error_description = ${k.errorDescription},
      refunded_paise = ${k.refundedPaise}, captured_at = ${p.capturedAt}, changed_at = ${p.at}
    where payment_id = ${p.paymentId} and company_id = ${p.companyId}`.execute(trx)
}

/** Marks a captured payment that is not booked; it is held. */
export const leaveOut = (trx: Trx, { paymentId, companyId }: PaymentKey): Promise<unknown> =>
  sql`update payment set is_unbooked = true where payment_id = ${paymentId} and company_id = ${companyId}`.execute(trx)

/** Adds to the history of a payment. `detail`: the fields that were new. */
export async function addChange(
  trx: Trx,
  c: PaymentKey & { status: string; source: Source; detail: object; eventAt: Date | null; at: Date },
): Promise<void> {
  await sql`insert into payment_change (payment_id, company_id, status, source, detail, event_at, at)
    values (${c.paymentId}, ${c.companyId}, ${c.status}, ${c.source}, ${JSON.stringify(c.detail)}::jsonb, ${c.eventAt}, ${c.at})`.execute(
    trx,
  )
}

/** A payment as screens show it now, with the session paid by it, if any. */
export async function paymentWithSession(
  db: Db | Trx,
  { paymentId, companyId }: PaymentKey,
): Promise<{ status: string; refundedPaise: number; transactionId: number | null } | undefined> {
  const { rows } = await sql<{ status: string; refundedPaise: number; transactionId: number | null }>`
    select g.status, g.paise as refunded_paise, (select t.transaction_id from transaction t
      where lower(t.payment_id) = lower(p.payment_id) and t.company_id = p.company_id order by t.transaction_id limit 1) as transaction_id
    from payment p cross join ${givenBack} g
    where p.payment_id = ${paymentId} and p.company_id = ${companyId}`.execute(db)
  return rows[0]
}
