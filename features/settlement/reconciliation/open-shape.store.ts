// Shapes of open items: records that several kinds have in common, each with the same columns. Amounts in paise.

import { type RawBuilder, sql } from 'kysely'
import { placeMarkSql } from '#fleet/stations/evse.store.ts'
import { refundAmount } from '#money/refunds/waiting-refund.store.ts'
import { type Books, inBooks } from './books.store.ts'
import type { Period } from './period.rules.ts'

export type Fragment = RawBuilder<unknown>
export type Item = {
  key: Fragment
  at: Fragment
  amount: Fragment
  team: Fragment
  transaction?: Fragment
  payment?: Fragment
  refund?: Fragment
  payout?: Fragment
  what: Fragment
  state: Fragment
  detail?: Fragment
  from: Fragment
  where: RawBuilder<boolean>
}
const none = sql`null`
/** One kind as a select with the same columns as all others. */
export const select = (i: Item): Fragment => sql`
  select ${i.key} as key, ${i.at} as at, (${i.amount})::bigint as amount, ${i.team} as team_id,
    ${i.transaction ?? none}::int as transaction_id, ${i.payment ?? none}::text as payment_id, ${i.refund ?? none}::int as refund_id,
    ${i.payout ?? none}::text as payout_id, ${i.what} as what, ${i.state} as state, ${i.detail ?? none}::text as detail
  from ${i.from} where ${i.where}`

const sessionAt = sql`'Session at ' || t.chargepoint_id || ' / ' || ${placeMarkSql('t')}`
const refundOf = sql`'Refund of payment ' || r.payment_id`
export const refunds = (where: RawBuilder<boolean>): Item => ({
  key: sql`'refund:' || r.refund_id`,
  at: sql`r.requested_at`,
  amount: refundAmount,
  team: sql`r.team_id`,
  transaction: sql`r.transaction_id`,
  payment: sql`r.payment_id`,
  refund: sql`r.refund_id`,
  what: refundOf,
  state: sql`case when r.status = 'failed' and r.next_at is not null then 'tried again' else r.status end`,
  detail: sql`r.failure`,
  from: sql`refund r`,
  where,
})
export const isOpenItemOf = (books: Books, kind: string): RawBuilder<boolean> =>
  sql<boolean>`a.kind = ${sql.lit(kind)} and a.is_kept and a.balance_paise <> 0 and ${inBooks(books)}`
export const sessions = (where: RawBuilder<boolean>, amount: Fragment, state: Fragment): Item => ({
  key: sql`'session:' || t.transaction_id`,
  at: sql`coalesce(t.stopped_at, t.started_at)`,
  amount,
  team: sql`t.team_id`,
  transaction: sql`t.transaction_id`,
  payment: sql`t.payment_id`,
  what: sessionAt,
  state,
  from: sql`transaction t`,
  where,
})
/** Whether a payment `y` is for charging; the company may sell other things through the same account. */
const MADE_TO_CHARGE = sql<boolean>`(y.pay_session_id is not null or y.chargepoint_pk is not null
  or coalesce(y.description = 'QRv2 Payment', false))`
/** Payments with money in the payment's own account. */
export const waiting = (books: Books, where: RawBuilder<boolean>): Item => ({
  key: sql`'payment:' || y.payment_no`,
  at: sql`coalesce(y.captured_at, y.created_at)`,
  amount: sql`a.balance_paise`,
  team: sql`coalesce(y.team_id, y.company_id)`,
  payment: sql`y.payment_id`,
  what: sql`'Payment ' || y.payment_id`,
  state: sql`coalesce((select case r.status when 'pending' then 'going back' when 'failed' then 'failed' end from refund r
      where r.payment_id = y.payment_id and r.company_id = y.company_id order by r.refund_id desc limit 1),
    case when a.balance_paise < 100 then 'too little' when not ${MADE_TO_CHARGE} then 'of another sale' else 'waiting' end)`,
  from: sql`account a join payment y on y.payment_no = a.ref`,
  where: sql<boolean>`${isOpenItemOf(books, 'payment')} and ${where}`,
})

const inRupees = (paise: Fragment): Fragment => sql`to_char(${paise} / 100.0, 'FM999999990.00')`
/** An authorised payment is named when the provider was asked so many minutes after the payment, and had not captured it. */
const CAPTURE_MINUTES = 60
/**
 * Reports of a provider that could not be booked: refunds beyond their payment, captured payments of another currency or
 * of another amount than their order that have not gone back, and payments to charge whose capture has failed for an hour.
 */
export const reports = (where: RawBuilder<boolean>): Item => ({
  key: sql`x.key`,
  at: sql`x.at`,
  amount: sql`x.amount`,
  team: sql`x.team_id`,
  payment: sql`x.payment_id`,
  what: sql`x.what`,
  state: sql`x.state`,
  from: sql`(
    select 'refused-refund:' || f.refused_refund_id as key, f.reported_at as at, f.amount_paise as amount, f.payment_id,
      'Refund ' || f.provider_refund_id as what, 'exceeds its payment' as state, f.company_id, coalesce(f.team_id, f.company_id) as team_id
    from refused_refund f where f.closed_at is null
    union all select 'payment:' || y.payment_no, y.captured_at, 0, y.payment_id,
      'Payment of ' || ${inRupees(sql`y.amount_paise`)} || ' ' || y.currency, 'other currency', y.company_id,
      coalesce(y.team_id, y.company_id)
    from payment y where y.is_unbooked and y.currency <> 'INR' and y.refunded_paise < y.amount_paise
    union all select 'payment:' || y.payment_no, y.captured_at, 0, y.payment_id,
      'Payment of ' || ${inRupees(sql`y.amount_paise`)} || ' INR for an order of ' || ${inRupees(sql`s.amount_paise`)} || ' INR',
      'other amount', y.company_id, coalesce(y.team_id, y.company_id)
    from payment y join pay_session s on s.pay_session_id = y.pay_session_id
    where y.is_unbooked and y.currency = 'INR' and y.refunded_paise < y.amount_paise
    union all select 'payment:' || y.payment_no, y.created_at, y.amount_paise, y.payment_id, 'Payment ' || y.payment_id,
      'not captured', y.company_id, coalesce(y.team_id, y.company_id)
    from payment y where y.status = 'authorized' and y.seen_at > y.created_at + interval '1 minute' * ${sql.lit(CAPTURE_MINUTES)}
      and ${MADE_TO_CHARGE}) x`,
  where,
})

export const payouts = (where: RawBuilder<boolean>): Item => ({
  key: sql`'payout:' || o.payout_no`,
  at: sql`o.made_at`,
  amount: sql`o.payout_paise`,
  team: sql`o.team_id`,
  payout: sql`o.payout_id`,
  what: sql`'Payout ' || o.payout_id`,
  state: sql`'to be paid'`,
  from: sql`payout o`,
  where: sql<boolean>`o.status = 'PAYOUTPENDING' and o.payout_paise > 0 and ${where}`,
})
/** The total of the current bill of a session `t`. */
export const BILLED = sql`(select b.total_paise from bill b where b.transaction_id = t.transaction_id order by b.version desc limit 1)`

export const always = sql<boolean>`true`
/** Condition for a time within the period; without a period, for any time. */
export const within = (column: Fragment, period: Period | null): RawBuilder<boolean> =>
  period ? sql<boolean>`${column} >= ${period.from} and ${column} < ${period.to}` : always
export const before = (column: Fragment, period: Period | null): RawBuilder<boolean> =>
  period ? sql<boolean>`${column} < ${period.to}` : always
