// Refunds as screens read them: of a session with their steps, of a payment, and how long they take.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { givenBack } from './given-back.store.ts'
import type { PaymentRefund, RefundDetails, RefundStep, RefundTime, SessionRefund } from './refund.contract.ts'
import { type Cause, type RefundState, referenceOf } from './refund.rules.ts'
import { RECENT_DAYS } from './refund-expectation.rules.ts'

type Row = {
  refundId: number
  providerRefundId: string | null
  paymentId: string
  amountPaise: number
  status: RefundState
  cause: Cause
  attempt: number
  requestedAt: Date
  requestedBy: string | null
  processedAt: Date | null
  nextAt: Date | null
  failure: string | null
  rrn: string | null
  utr: string | null
  arn: string | null
  steps: RefundStep[]
}
/** The refunds of a session, the newest first. The caller has seen that the session is in its scope. */
export const refundsOfSession = (db: Db, transactionId: number): Promise<SessionRefund[]> =>
  refundsWith(db, sql<boolean>`r.transaction_id = ${transactionId}`)
/** The same of a payment by its number. */
export const refundsOfPayment = (db: Db, paymentNo: number): Promise<SessionRefund[]> =>
  refundsWith(
    db,
    sql<boolean>`(r.payment_id, r.company_id) = (select p.payment_id, p.company_id from payment p where p.payment_no = ${paymentNo})`,
  )
async function refundsWith(db: Db, where: RawBuilder<boolean>): Promise<SessionRefund[]> {
  const { rows } = await sql<Row>`
    select r.refund_id, r.provider_refund_id, r.payment_id, r.amount_paise, r.status, r.cause, r.attempt, r.requested_at,
      u.username as requested_by, r.processed_at, r.next_at, r.failure, r.rrn, r.utr, r.arn,
      (select coalesce(json_agg(json_build_object('at', c.at, 'status', c.status, 'attempt', c.attempt, 'source', c.source,
          'providerRefundId', c.detail ->> 'told', 'failure', c.detail ->> 'failure')
        order by c.change_id), '[]') from refund_change c where c.refund_id = r.refund_id) as steps
    from refund r left join app_user u on u.id = r.requested_by
    where ${where} order by r.refund_id desc`.execute(db)
  return rows.map(r => ({
    refundId: r.refundId,
    providerRefundId: r.providerRefundId,
    paymentId: r.paymentId,
    status: r.status,
    amount: rupeesFromPaise(BigInt(r.amountPaise)),
    cause: r.cause,
    attempt: r.attempt,
    requestedAt: r.requestedAt.toISOString(),
    requestedBy: r.requestedBy,
    processedAt: r.processedAt?.toISOString() ?? null,
    failure: r.failure,
    reference: referenceOf(r),
    nextAt: r.status === 'processed' ? null : (r.nextAt?.toISOString() ?? null),
    steps: r.steps.map(s => ({ ...s, at: new Date(s.at).toISOString() })),
  }))
}

type Paid = RefundDetails['paymentDetails'] & { paymentNo: number; transactionId: number | null }
/**
 * A payment with its refunds; undefined outside the scope. A payment without a known team belongs to the company's own
 * team.
 */
export async function refundDetails(db: Db, scope: Scope, paymentId: string): Promise<RefundDetails | undefined> {
  const ofCompany =
    scope.kind === 'teams' ? sql`or (p.team_id is null and p.company_id = any(${sql.val(scope.teams)}::int[]))` : sql``
  const { rows } = await sql<Paid>`
    select p.payment_no, p.payment_id as id, p.amount_paise as amount, p.currency, g.status, p.method, p.vpa, p.email, p.contact,
      floor(extract(epoch from p.created_at))::bigint as "createdAt", floor(extract(epoch from p.captured_at))::bigint as "capturedAt",
      p.description, (select t.transaction_id from transaction t where lower(t.payment_id) = lower(p.payment_id)
        and t.company_id = p.company_id order by t.transaction_id limit 1) as "transactionId"
    from payment p cross join ${givenBack} g where p.payment_id = ${paymentId} and (${within(scope, 'p')} ${ofCompany})
    -- Two companies may have told of the same id; the payment of an order made here is the one that is meant.
    order by p.pay_session_id is null, p.payment_no limit 1`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { paymentNo, transactionId, ...paymentDetails } = found
  const refunds = (await refundsOfPayments(db, [paymentNo])).get(paymentNo) ?? []
  const done = refunds.filter(r => r.status === 'processed')
  return {
    paymentDetails,
    refunds,
    refundSummary: {
      // Leaves out failed refunds without an id of the provider: the provider never made them.
      totalRefunds: refunds.filter(r => r.status !== 'failed' || !r.refundId.startsWith(UNNAMED)).length,
      totalRefundedAmount: done.reduce((n, r) => n + r.amount, 0),
      lastRefundAt: refunds[0]?.createdAt ?? null,
    },
    transactionId,
  }
}

const UNNAMED = 'refund '
/**
 * The refunds of payments as the provider counts them, of each the newest first: every attempt is a refund of its own there.
 * A present attempt that the provider has not named yet bears our own number, and the time of its request.
 */
export async function refundsOfPayments(db: Db, paymentNos: readonly number[]): Promise<Map<number, PaymentRefund[]>> {
  const { rows } = await sql<Omit<PaymentRefund, 'acquirerData'> & References & { paymentNo: number }>`
    with r as (select x.*, p.payment_no from payment p join refund x using (payment_id, company_id)
      where p.payment_no = any(${sql.val(paymentNos)}::int[])),
    told as (select distinct on (r.payment_no, c.detail ->> 'told') c.detail ->> 'told' as id, r.payment_no, r.refund_id, r.amount_paise, c.change_id,
        c.status, c.detail ->> 'rrn' as rrn, c.detail ->> 'utr' as utr, c.detail ->> 'arn' as arn
      from r join refund_change c using (refund_id) where c.detail ->> 'told' is not null
      order by r.payment_no, c.detail ->> 'told', c.change_id desc),
    shown as (
      select r.payment_no, r.refund_id, coalesce(r.provider_refund_id, ${UNNAMED} || r.refund_id) as id, r.provider_refund_id is not null as is_named,
        r.amount_paise, r.status, r.rrn, r.utr, r.arn, r.attempt from r
      union all
      select o.payment_no, o.refund_id, o.id, true, o.amount_paise, o.status, o.rrn, o.utr, o.arn, null from told o
      where not exists (select from r where r.provider_refund_id = o.id and r.payment_no = o.payment_no))
    select s.payment_no, s.id as refund_id, s.amount_paise as amount, s.status, s.rrn, s.utr, s.arn,
      floor(extract(epoch from coalesce(
        (select min((c.detail ->> 'createdAt')::timestamptz) from refund_change c
          where c.refund_id = s.refund_id and c.detail ->> 'told' = s.id),
        (select min(c.at) from refund_change c
          where c.refund_id = s.refund_id and c.attempt = s.attempt and c.status = 'pending' and s.attempt > 1),
        r.requested_at)))::bigint as created_at
    from shown s join r using (refund_id) order by created_at desc, s.refund_id desc, s.is_named`.execute(db)
  const all = new Map<number, PaymentRefund[]>()
  for (const { paymentNo, rrn, utr, arn, ...r } of rows)
    all.set(paymentNo, [...(all.get(paymentNo) ?? []), { ...r, acquirerData: { rrn, utr, arn } }])
  return all
}
type References = { rrn: string | null; utr: string | null; arn: string | null }

const KEPT_MS = 60_000
/** With so many refunds the statement takes long enough for its result to be cached. */
const MANY = 2000
const kept = new WeakMap<Db, Map<string, { at: number; times: RefundTime[] }>>()
/**
 * How long refunds took from the request to the provider's word, by way of paying, of the last 30 days; of a large
 * network as of at most a minute ago. Those made at the provider's own desk were not asked for here and do not count.
 */
export async function refundTimes(db: Db, scope: Scope, now: Date): Promise<RefundTime[]> {
  const of = kept.get(db) ?? new Map<string, { at: number; times: RefundTime[] }>()
  kept.set(db, of)
  const key = JSON.stringify(scope)
  const last = of.get(key)
  if (last && performance.now() - last.at < KEPT_MS) return last.times
  const { rows: times } = await sql<RefundTime>`
    select case when p.method = 'upi' then 'UPI' else initcap(coalesce(p.method, 'card')) end as method, count(*) as refunds,
      percentile_cont(0.5) within group (order by x.seconds) as median_seconds, max(x.seconds) as slowest_seconds
    from refund r join payment p using (payment_id, company_id),
      lateral (select extract(epoch from r.processed_at - r.requested_at)::float8 as seconds) x
    where r.status = 'processed' and r.cause <> 'elsewhere' and r.processed_at > ${now}::timestamptz - make_interval(days => ${RECENT_DAYS})
      and r.company_id = any(array(select t.id from team t where t.company_type <> 'C')) and ${within(scope, 'r')}
    group by 1 order by 1`.execute(db)
  if (times.reduce((n, x) => n + x.refunds, 0) > MANY) of.set(key, { at: performance.now(), times })
  else of.delete(key)
  return times
}
