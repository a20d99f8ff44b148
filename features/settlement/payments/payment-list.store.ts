// The payments of a scope, as the tab lists them. A range of days bounds the payments that are read, by the index of the
// payments of a team or company, so one statement serves every filter.
import type { ListQuery } from '@wattdesk/base/paging'
import { err, ok, type Result } from '@wattdesk/base/result'
import { dayMs, dayStart, startOfDay } from '@wattdesk/base/time'
import { type RawBuilder, sql } from 'kysely'
import { shownEvseSql } from '#fleet/stations/evse.store.ts'
import { givenBack } from '#money/refunds/given-back.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { Payment, PaymentSummary } from './payment.contract.ts'
import { type DateRange, MOST_DAYS } from './payment.words.ts'

export type Range = { from: Date; to: Date }
/** Days of the business time zone, both within; a refusal for days in the wrong order, and for too many. */
export function daysOf(from: string, to: string, zone: string): Result<Range> {
  if (from > to) return err('From should be before To')
  const [first, last] = [from, to].map(d =>
    dayStart(Number(d.slice(0, 4)), Number(d.slice(5, 7)), Number(d.slice(8)), zone),
  )
  const range = { from: first as Date, to: startOfDay(last as Date, zone, 1) }
  return Math.round((range.to.getTime() - range.from.getTime()) / dayMs) > MOST_DAYS
    ? err(`Choose ${MOST_DAYS} days or fewer`)
    : ok(range)
}
/** The local days of the business zone that a range means (D-PAY-1). */
export const rangeOf = (range: DateRange, now: Date, zone: string): Range => ({
  from: startOfDay(now, zone, range === 'today' ? 0 : -1),
  to: startOfDay(now, zone, 1),
})

const refunded = sql`g.paise`
const refundState = sql`case when ${refunded} >= p.amount_paise then 'full' when ${refunded} > 0 then 'partial' end`
const chargerId = sql`coalesce(c.chargepoint_id, p.notes->>'chargerId')`
const columns: Columns = {
  created_at: { sql: sql`p.created_at`, type: 'date' },
  id: { sql: sql`p.payment_id`, type: 'text' },
  status: { sql: sql`g.status`, type: 'text' },
  refund_status: { sql: refundState, type: 'text' },
  method: { sql: sql`p.method`, type: 'text' },
  vpa: { sql: sql`p.vpa`, type: 'text' },
  email: { sql: sql`p.email`, type: 'text' },
  contact: { sql: sql`p.contact`, type: 'text' },
  chargerId: { sql: chargerId, type: 'text' },
  amount: { sql: sql`p.amount_paise`, type: 'number', per: 100 },
  amount_refunded: { sql: refunded, type: 'number', per: 100 },
}
const FROM = sql`payment p
  cross join ${givenBack} g
  left join lateral (select transaction_id, stopped_at, in_review from transaction where lower(payment_id) = lower(p.payment_id) and company_id = p.company_id
    order by transaction_id limit 1) x on true
  left join charger c on c.chargepoint_pk = p.chargepoint_pk
  left join team t on t.id = p.team_id`

const inRange = (scope: Scope, { from, to }: Range): RawBuilder<boolean> =>
  joined([within(scope, 'p'), sql<boolean>`p.created_at >= ${from} and p.created_at < ${to}`], 'AND')
const narrowed = (scope: Scope, range: Range, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      inRange(scope, range),
      searchSql(query.q, [
        sql`p.payment_id`,
        sql`p.order_id`,
        sql`p.vpa`,
        sql`p.email`,
        sql`p.contact`,
        sql`p.description`,
        sql`g.status`,
        sql`p.method`,
        chargerId,
        sql`x.transaction_id::text`,
        sql`p.acquirer_data->>'rrn'`,
        sql`p.error_description`,
      ]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

export type PaymentListRow = {
  id: string
  amountPaise: number
  currency: string
  status: string
  refundStatus: 'partial' | 'full' | null
  refundedPaise: number
  method: string | null
  vpa: string | null
  email: string | null
  contact: string | null
  description: string | null
  chargerId: string | null
  connectorId: string | null
  evseId: number | null
  evseConnectorId: number | null
  createdAt: Date
  errorDescription: string | null
  transactionId: number | null
  stoppedAt: Date | null
  inReview: boolean
  refundOpen: 'pending' | 'failed' | null
  teamName: string | null
}
/** One page of a scope, newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, range: Range, query: ListQuery): Promise<ListRows<PaymentListRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      PaymentListRow & Keyed<string>
    >`select p.payment_id as cursor_key, p.payment_id as id, p.amount_paise, p.currency, g.status, ${refundState} as refund_status,
        ${refunded} as refunded_paise, p.method, p.vpa, p.email, p.contact, p.description, ${chargerId} as charger_id,
        coalesce(p.connector_id::text, p.notes->>'connectorId') as connector_id, ${shownEvseSql('p')}, p.created_at, p.error_description,
        x.transaction_id, x.stopped_at, coalesce(x.in_review, false) as in_review, g.open as refund_open, t.name as team_name
      from ${FROM} where ${narrowed(scope, range, query)}
      ${endSql(query, '-created_at', columns, { text: sql`p.payment_id` })}`,
  )
export const count = async (db: Db, scope: Scope, range: Range, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${narrowed(scope, range, query)}`.execute(db))
    .rows[0]?.n ?? 0

/** The cards: all payments of the range, before search and filters (D-PAY-3). */
export async function summary(db: Db, scope: Scope, range: Range): Promise<PaymentSummary> {
  const { rows } = await sql<PaymentSummary>`
    select count(*)::int as total_transactions, (count(*) filter (where ${refunded} > 0))::int as total_refunded,
      (count(*) filter (where p.status = 'failed'))::int as total_failed,
      coalesce(sum(p.amount_paise) filter (where p.captured_at is not null), 0)::float8 as total_captured_amount,
      coalesce(sum(${refunded}), 0)::float8 as total_refunded_amount
    from payment p cross join ${givenBack} g where ${inRange(scope, range)}`.execute(db)
  return rows[0] as PaymentSummary
}

/** A payment as it travels. */
export const paymentOf = (r: PaymentListRow): Payment => ({
  id: r.id,
  amount: r.amountPaise,
  currency: r.currency,
  status: r.status,
  refund_status: r.refundStatus,
  amount_refunded: r.refundedPaise,
  method: r.method,
  vpa: r.vpa,
  email: r.email,
  contact: r.contact,
  description: r.description,
  notes: { chargerId: r.chargerId, connectorId: r.connectorId },
  evseId: r.evseId,
  evseConnectorId: r.evseConnectorId,
  created_at: Math.floor(r.createdAt.getTime() / 1000),
  error_description: r.errorDescription,
  transactionId: r.transactionId,
  stoptime: r.stoppedAt?.toISOString() ?? null,
  inReview: r.inReview,
  refund_open: r.refundOpen,
  team_name: r.teamName ?? '',
})
