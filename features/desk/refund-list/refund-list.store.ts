// The refund list as a big list over sessions paid by card, UPI or wallet (D-REF-6). Its indexes are those of the list
// of transactions.

import { rupeesFromPaise } from '@wattdesk/base/money'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { shownType } from '#charging/sessions/shown-type.store.ts'
import type { PaymentType } from '#desk/transactions/transaction.contract.ts'
import { liveCharged } from '#desk/transactions/transaction-figures.store.ts'
import { transactionList } from '#desk/transactions/transaction-list.store.ts'
import { type ShownEvse, shownEvseSql } from '#fleet/stations/evse.store.ts'
import { paymentRowOfSession } from '#money/refunds/own-payment.store.ts'
import { type RefundState, referenceOf } from '#money/refunds/refund.rules.ts'
import { refundTimes } from '#money/refunds/refund-read.store.ts'
import { isWaitingRefund, refundAmount } from '#money/refunds/waiting-refund.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { type BigListRequest, bigList } from '#platform/db/big-list.ts'
import type { Db } from '#platform/db/db.ts'
import {
  type RefundListQuery,
  type RefundRow,
  type RefundSummary,
  refundFilterFields,
  refundSortFields,
} from './refund-list.contract.ts'
import { leftPaise, refusalOf } from './refund-request.rules.ts'
import { hasFailed, heldPaise, inState, refundsOfTeams } from './refund-request-list.store.ts'

export type RefundListRequest = BigListRequest<z.output<typeof RefundListQuery>>

const { declared } = transactionList
const field = (name: string) => {
  const f = declared.fields[name]
  if (!f) throw new Error(`The list of transactions has no ${name}`)
  return f
}
const refundList = bigList({
  ...declared,
  offers: { filters: refundFilterFields, sorts: refundSortFields },
  time: 'startDate',
  follows: { field: 'endDate' as const, hours: 48, but: declared.follows?.but ?? sql<boolean>`true` },
  fields: {
    startDate: field('starttime'),
    endDate: field('stoptime'),
    transactionId: field('transactionId'),
    paymentId: field('paymentId'),
    customerEmail: field('email'),
    chargepoint_id: field('chargepoint_id'),
    payment_type: field('payment_type'),
    amountCharged: field('totalAmountCharged'),
    totalPaid: field('totalAmountPaid'),
    totalRefund: field('totalRefund'),
  },
  names: Object.fromEntries(
    Object.entries(declared.names ?? {}).map(([name, n]) => {
      const { fields, ...rest } = n
      const own = name === 'emails' ? { fields: { customerEmail: 'email' } } : name === 'chargers' ? { fields } : {}
      return [name, { ...rest, ...own }] as [string, typeof n]
    }),
  ),
  // All sessions are more than these.
  total: undefined as never,
})
export const { findPage, everyId, countMatching } = refundList

const LAST_OF_STATE = 10_000
/** The condition for sessions in the list; with `status` only those whose last refund is in that state. */
export function isInRefundList({ scope, query }: Pick<RefundListRequest, 'scope' | 'query'>): RawBuilder<boolean> {
  const paid = sql<boolean>`t.payment_type in ('CARD', 'WALLET')`
  if (!query.status) return paid
  const hasState = query.status === 'failed' ? isWaitingRefund : sql<boolean>`r.status = ${query.status}`
  return sql<boolean>`(${paid} and t.refund_status = ${query.status} and t.transaction_id = any(array(
    select r.transaction_id from refund r where ${hasState} and r.transaction_id is not null and ${refundsOfTeams(scope)}
    order by r.requested_at desc limit ${sql.lit(LAST_OF_STATE)})))`
}

type Row = ShownEvse & {
  transactionId: number
  email: string | null
  companyName: string
  teamName: string
  chargedPaise: number
  paidPaise: number
  refundPaise: number
  heldPaise: number
  startedAt: Date
  stoppedAt: Date | null
  refundStatus: string | null
  hasFailed: boolean
  idTag: string
  paymentId: string | null
  paymentType: PaymentType
  chargepointId: string
  connectorId: number
  inReview: boolean
  attempt: number | null
  nextAt: Date | null
  failure: string | null
  rrn: string | null
  utr: string | null
  arn: string | null
}
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
function rowOf(r: Row, now: Date): RefundRow {
  const {
    startedAt,
    inReview,
    refundStatus,
    hasFailed,
    paidPaise,
    chargedPaise,
    refundPaise: refundedPaise,
    heldPaise,
  } = r
  const isByProvider = (r.paymentType === 'CARD' || r.paymentType === 'UPI') && r.paymentId !== null
  const money = { paidPaise, chargedPaise, refundedPaise, heldPaise }
  const refusal = refusalOf(
    { startedAt, inReview, refundStatus, hasFailed, isByProvider, isRunning: r.stoppedAt === null, ...money },
    now,
  )
  return {
    transactionNumber: String(r.transactionId),
    transactionId: r.transactionId,
    customerEmail: r.email,
    companyName: r.companyName,
    amountCharged: rupees(chargedPaise),
    totalPaid: rupees(paidPaise),
    totalRefund: rupees(refundedPaise),
    startDate: startedAt.toISOString(),
    endDate: r.stoppedAt?.toISOString() ?? null,
    refundStatus,
    tag: r.idTag,
    paymentId: r.paymentId,
    payment_type: r.paymentType,
    team_name: r.teamName,
    chargepoint_id: r.chargepointId,
    connectorId: r.connectorId,
    evseId: r.evseId,
    evseConnectorId: r.evseConnectorId,
    inReview,
    refundable: refusal === undefined ? rupees(leftPaise(money)) : null,
    refusal: refusal ?? null,
    reference: referenceOf(r),
    failure: r.failure,
    attempt: r.attempt,
    nextAt: r.refundStatus === 'processed' ? null : (r.nextAt?.toISOString() ?? null),
  }
}

/** Rows in the order of `ids`; rows outside the scope or not in the list are left out. */
export async function refundRowsById(db: Db, scope: Scope, ids: readonly number[], now: Date): Promise<RefundRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select t.transaction_id, coalesce(t.email, p.email) as email, c.name as company_name, m.name as team_name,
      ${liveCharged} as charged_paise, t.paid_paise, t.refund_paise, t.started_at, t.stopped_at, t.refund_status, ${hasFailed} as has_failed, ${heldPaise} as held_paise, t.id_tag,
      t.payment_id, ${shownType} as payment_type, t.chargepoint_id, t.connector_id, ${shownEvseSql('t')}, t.in_review,
      r.attempt, r.next_at, r.failure, r.rrn, r.utr, r.arn
    from unnest(${sql.val(ids)}::int[]) with ordinality i (id, n) join transaction t on t.transaction_id = i.id
      join team m on m.id = t.team_id join team c on c.id = t.company_id
      left join transaction_live l on l.transaction_id = t.transaction_id left join lateral ${paymentRowOfSession()} p on true
      left join lateral (select * from refund x where x.transaction_id = t.transaction_id order by x.refund_id desc limit 1) r on true
    where t.payment_type in ('CARD', 'WALLET') and ${within(scope, 't')} order by i.n`.execute(db)
  return rows.map(r => rowOf(r, now))
}

type Sums = {
  processed: number
  refunded: number
  pending: number
  pendingPaise: number
  failed: number
  failedPaise: number
}
/**
 * The cards count the rows of their state in the list of refunds; the times are those of refunds in the last 30 days.
 */
export async function summaryOf(db: Db, scope: Scope, now: Date): Promise<RefundSummary> {
  const counted = (state: RefundState) => sql`count(*) filter (where ${inState(state, now)})`
  const sum = (state: RefundState) =>
    sql`coalesce(sum(${state === 'failed' ? refundAmount : sql`r.amount_paise`}) filter (where ${inState(state, now)}), 0)::bigint`
  const [{ rows }, times] = await Promise.all([
    sql<Sums>`select ${counted('processed')} as processed, ${sum('processed')} as refunded,
        ${counted('pending')} as pending, ${sum('pending')} as pending_paise,
        ${counted('failed')} as failed, ${sum('failed')} as failed_paise
      from refund r where ${inState(undefined, now)} and ${refundsOfTeams(scope)}`.execute(db),
    refundTimes(db, scope, now),
  ])
  const s = rows[0] ?? { processed: 0, refunded: 0, pending: 0, pendingPaise: 0, failed: 0, failedPaise: 0 }
  return {
    refunded: rupees(s.refunded),
    processed: s.processed,
    pending: s.pending,
    pendingAmount: rupees(s.pendingPaise),
    failed: s.failed,
    failedAmount: rupees(s.failedPaise),
    times,
  }
}
