// Refunds one by one, of sessions and of payments without a session. The list is bounded by time and state, so one statement
// serves every filter; its cards count the same rows.

import { rupeesFromPaise } from '@wattdesk/base/money'
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { shownEvseSql } from '#fleet/stations/evse.store.ts'
import { givenBack } from '#money/refunds/given-back.store.ts'
import { isSessionOfPayment } from '#money/refunds/own-payment.store.ts'
import { type RefundState, referenceOf } from '#money/refunds/refund.rules.ts'
import { refundsOfPayment } from '#money/refunds/refund-read.store.ts'
import { isWaitingRefund, refundAmount } from '#money/refunds/waiting-refund.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { leftPaise, paymentRefusalOf, refusalOf } from './refund-request.rules.ts'
import type { PaymentRefundDetail, RefundRequestRow } from './refund-request-list.contract.ts'

/** The refunds of a scope by their team, which has an index. */
export const refundsOfTeams = (scope: Scope): RawBuilder<boolean> =>
  scope.kind === 'company'
    ? sql<boolean>`r.team_id = any(array(select m.id from team m where m.company_id = ${scope.companyId}))`
    : within(scope, 'r')

/** The balance of the hold of the session `t`. */
export const heldPaise = sql<number>`coalesce((select h.balance_paise from account h where h.kind = 'hold' and h.ref = t.transaction_id), 0)`
/** Whether a failed refund of the session `t` waits. */
export const hasFailed = sql<boolean>`exists (select from refund r where r.transaction_id = t.transaction_id and ${isWaitingRefund})`
const isRecent = (now: Date) => sql<boolean>`r.requested_at > ${now}::timestamptz - interval '30 days'`
/**
 * The refunds `r` of a state: all pending and waiting failed refunds, and the processed refunds of the last 30 days;
 * without a state, all of these.
 */
export function inState(status: RefundState | undefined, now: Date): RawBuilder<boolean> {
  if (status === 'processed') return sql<boolean>`(r.status = 'processed' and ${isRecent(now)})`
  if (status === 'pending') return sql<boolean>`r.status = 'pending'`
  if (status === 'failed') return isWaitingRefund
  return sql<boolean>`(${isRecent(now)} or r.status = 'pending' or ${isWaitingRefund})`
}

/** The amount of the payment `p` without a session that may still go back, as far as its account has the money. */
const roomPaise = sql`least(coalesce(a.balance_paise, 0), p.amount_paise - (select coalesce(sum(x.amount_paise), 0)::bigint from refund x
  where x.payment_id = p.payment_id and x.company_id = p.company_id and x.status <> 'failed'))`
const account = sql`left join account a on a.kind = 'payment' and a.ref = p.payment_no`
const email = sql`coalesce(t.email, p.email)`
const chargerId = sql`coalesce(t.chargepoint_id, c.chargepoint_id)`
const columns: Columns = {
  requestedAt: { sql: sql`r.requested_at`, type: 'date' },
  amount: { sql: refundAmount, type: 'number', per: 100 },
  paymentId: { sql: sql`r.payment_id`, type: 'text' },
  transactionId: { sql: sql`r.transaction_id::text`, type: 'text' },
  customerEmail: { sql: email, type: 'text' },
  chargepoint_id: { sql: chargerId, type: 'text' },
  failure: { sql: sql`r.failure`, type: 'text' },
  refundId: { sql: sql`r.refund_id::text`, type: 'text' },
}
const FROM = sql`refund r join payment p using (payment_id, company_id)
  left join transaction t on t.transaction_id = r.transaction_id
  left join charger c on c.chargepoint_pk = p.chargepoint_pk`

export type Narrowed = { scope: Scope; query: ListQuery & { status?: RefundState | undefined }; now: Date }
const narrowed = ({ scope, query, now }: Narrowed): RawBuilder<boolean> =>
  joined(
    [
      refundsOfTeams(scope),
      inState(query.status, now),
      searchSql(query.q, [sql`r.payment_id`, sql`r.provider_refund_id`, sql`r.transaction_id::text`, email, chargerId]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

type RequestRow = {
  /** Facts of the session are null where no session began. */
  startedAt: Date | null
  stoppedAt: Date | null
  inReview: boolean
  paymentType: string | null
  paidPaise: number | null
  chargedPaise: number | null
  refundPaise: number | null
  heldPaise: number
  sessionStatus: string | null
  sessionHasFailed: boolean
  idTag: string | null
  refundId: number
  status: RefundState
  amountPaise: number
  cause: string
  paymentId: string
  transactionId: number | null
  email: string | null
  chargepointId: string | null
  teamName: string | null
  companyName: string
  requestedAt: Date
  attempt: number
  nextAt: Date | null
  failure: string | null
  rrn: string | null
  utr: string | null
  arn: string | null
  roomPaise: number
}
export const list = (db: Db, asked: Narrowed): Promise<ListRows<RequestRow>> =>
  pageOrExportRows(
    db,
    asked.query,
    sql<
      RequestRow & Keyed
    >`select r.refund_id as cursor_key, r.refund_id, r.status, ${refundAmount} as amount_paise, r.cause, r.payment_id, r.transaction_id, ${email} as email,
        ${chargerId} as chargepoint_id, m.name as team_name, o.name as company_name, r.requested_at, r.attempt, r.next_at, r.failure,
        r.rrn, r.utr, r.arn, t.id_tag, t.started_at, t.stopped_at, coalesce(t.in_review, false) as in_review, t.payment_type,
        t.paid_paise, t.charged_paise, t.refund_paise, ${heldPaise} as held_paise, t.refund_status as session_status,
        ${hasFailed} as session_has_failed, ${roomPaise} as room_paise
      from ${FROM} ${account} join team o on o.id = r.company_id left join team m on m.id = r.team_id
      where ${narrowed(asked)} ${endSql(asked.query, '-requestedAt', columns, { number: sql`r.refund_id` })}`,
  )
export const count = async (db: Db, asked: Narrowed): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${narrowed(asked)}`.execute(db)).rows[0]?.n ??
  0

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
function byHandOf(r: RequestRow, now: Date): Pick<RefundRequestRow, 'refundable' | 'refusal'> {
  if (r.transactionId === null || r.startedAt === null) {
    const refusal = paymentRefusalOf({ status: r.status, roomPaise: r.roomPaise, hasFailed: r.cause !== 'elsewhere' })
    return { refusal: refusal ?? null, refundable: refusal === undefined ? rupees(r.roomPaise) : null }
  }
  // The session as a whole: another of its refunds may be on its way.
  const { startedAt, stoppedAt, inReview, heldPaise, sessionStatus: refundStatus, sessionHasFailed } = r
  const [paidPaise, chargedPaise, refundedPaise] = [r.paidPaise ?? 0, r.chargedPaise ?? 0, r.refundPaise ?? 0]
  const money = { paidPaise, chargedPaise, refundedPaise, heldPaise }
  const state = { startedAt, inReview, refundStatus, hasFailed: sessionHasFailed, isRunning: stoppedAt === null }
  const refusal = refusalOf({ ...money, ...state, isByProvider: r.paymentType === 'CARD' }, now)
  return { refusal: refusal ?? null, refundable: refusal === undefined ? rupees(leftPaise(money)) : null }
}
export const refundRequestRowOf =
  (now: Date) =>
  (r: RequestRow): RefundRequestRow => ({
    refundId: r.refundId,
    status: r.status,
    amount: rupees(r.amountPaise),
    cause: r.cause,
    paymentId: r.paymentId,
    transactionId: r.transactionId,
    tag: r.idTag,
    customerEmail: r.email,
    chargepoint_id: r.chargepointId,
    team_name: r.teamName ?? '',
    companyName: r.companyName,
    requestedAt: r.requestedAt.toISOString(),
    attempt: r.attempt,
    nextAt: r.status === 'processed' ? null : (r.nextAt?.toISOString() ?? null),
    failure: r.failure,
    reference: referenceOf(r),
    ...byHandOf(r, now),
  })

type Detail = Pick<
  PaymentRefundDetail,
  | (
      | 'paymentId'
      | 'currency'
      | 'status'
      | 'method'
      | 'vpa'
      | 'customerEmail'
      | 'contact'
      | 'connectorId'
      | 'evseId'
      | 'evseConnectorId'
      | 'companyName'
    )
  | 'transactionId'
> & {
  chargepointId: string | null
  teamName: string
  paymentNo: number
  amountPaise: number
  roomPaise: number
  createdAt: Date
  capturedAt: Date | null
}
/** A payment of the scope with its refunds; undefined outside of it. */
export async function paymentRefund(db: Db, scope: Scope, paymentId: string): Promise<PaymentRefundDetail | undefined> {
  const { rows } = await sql<Detail>`
    select p.payment_no, p.payment_id, p.amount_paise, p.currency, g.status, p.method, p.vpa, p.email as customer_email, p.contact,
      c.chargepoint_id, p.connector_id, ${shownEvseSql('p')}, coalesce(m.name, o.name) as team_name, o.name as company_name,
      p.created_at, p.captured_at, ${roomPaise} as room_paise,
      (select t.transaction_id from transaction t where lower(t.payment_id) = lower(p.payment_id) and t.company_id = p.company_id
        order by t.transaction_id limit 1) as transaction_id
    from payment p cross join ${givenBack} g ${account} join team o on o.id = p.company_id
      left join team m on m.id = p.team_id left join charger c on c.chargepoint_pk = p.chargepoint_pk
    where p.payment_id = ${paymentId} and ${within(scope, 'p')} order by p.pay_session_id is null, p.payment_no limit 1`.execute(
    db,
  )
  const [found] = rows
  if (!found) return undefined
  const { paymentNo, amountPaise, roomPaise: room, createdAt, capturedAt, chargepointId, teamName, ...p } = found
  const refunds = await refundsOfPayment(db, paymentNo)
  const asked = refunds.filter(r => r.cause !== 'elsewhere')
  const status = asked.some(r => r.status === 'pending') ? ('pending' as const) : (asked[0]?.status ?? null)
  const hasFailed = p.transactionId === null && asked.some(r => r.status === 'failed')
  const refusal = paymentRefusalOf({ status, roomPaise: room, hasFailed })
  return {
    ...p,
    chargepoint_id: chargepointId,
    team_name: teamName,
    amount: rupees(amountPaise),
    createdAt: createdAt.toISOString(),
    capturedAt: capturedAt?.toISOString() ?? null,
    refunds,
    refusal: refusal ?? null,
    refundable: refusal === undefined ? rupees(room) : null,
  }
}

export type PaymentToRefund = {
  paymentId: string
  companyId: number
  teamId: number
  transactionId: number | null
}
/** A payment within both scopes, locked until the transaction ends; undefined outside of them. */
export const holdPayment = async (
  trx: Trx,
  scopes: readonly [Scope, Scope],
  paymentId: string,
): Promise<PaymentToRefund | undefined> =>
  (
    await sql<PaymentToRefund>`select p.payment_id, p.company_id, coalesce(p.team_id, p.company_id) as team_id,
        (select s.transaction_id from transaction s where ${isSessionOfPayment} order by s.transaction_id limit 1) as transaction_id
      from payment p where p.payment_id = ${paymentId} and ${within(scopes[0], 'p')} and ${within(scopes[1], 'p')}
      order by p.pay_session_id is null, p.payment_no limit 1 for no key update of p`.execute(trx)
  ).rows[0]
