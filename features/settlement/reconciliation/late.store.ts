// What came late for a closed month (M-8): bills, documents, payments and refunds that belong to it by the end of their session
// or by the provider's own time, and that bear a date after it because it was closed. Amounts in paise.
import { type RawBuilder, sql } from 'kysely'
import { placeMarkSql } from '#fleet/stations/evse.store.ts'
import { closedThenSql } from '#money/ledger/book-date.store.ts'
import { type Books, isInBooksScope, teamsOf } from './books.store.ts'
import { always, type Fragment, type Item, select, within } from './open-shape.store.ts'
import type { Period } from './period.rules.ts'

/** Asked once: where nobody closes months nothing is searched. */
const ANY_CLOSED = sql<boolean>`exists (select from month_closing)`
/** What came late for the period bears a date after it. */
const after = (column: Fragment, period: Period | null): RawBuilder<boolean> =>
  period ? sql<boolean>`${column} >= ${period.to}` : always

/** Without a period, of all months. */
export const lateItems = ({ scope }: Books, period: Period | null): Fragment => {
  const teams = teamsOf(scope)
  return sql.join(
    [bills(teams, period), documents(teams, period), payments({ scope }, period), refunds({ scope }, period)].map(
      select,
    ),
    sql` union all `,
  )
}

const bills = (teams: Fragment, period: Period | null): Item => ({
  key: sql`'late-bill:' || b.transaction_id || ':' || b.version`,
  at: sql`b.billed_at`,
  amount: sql`b.total_paise - coalesce(q.total_paise, 0)`,
  team: sql`t.team_id`,
  transaction: sql`t.transaction_id`,
  payment: sql`t.payment_id`,
  what: sql`case b.version when 1 then 'Bill' else 'Corrected bill' end || ' of the session at ' || t.chargepoint_id || ' / ' || ${placeMarkSql('t')}`,
  state: sql`case b.version when 1 then 'late bill' else 'late correction' end`,
  from: sql`transaction t join bill b on b.transaction_id = t.transaction_id
          left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1`,
  where: sql<boolean>`${ANY_CLOSED} and t.team_id = any(${teams}) and t.stopped_at is not null and ${within(sql`t.stopped_at`, period)}
          and b.billed_at > t.stopped_at and ${after(sql`b.billed_at`, period)} and t.stopped_at < ${closedThenSql(sql`b.company_id`, sql`b.billed_at`)}`,
})

const documents = (teams: Fragment, period: Period | null): Item => ({
  key: sql`'late-document:' || i.invoice_id`,
  at: sql`i.dated`,
  amount: sql`case i.kind when 'credit note' then -i.total_paise else i.total_paise end`,
  team: sql`i.team_id`,
  transaction: sql`i.transaction_id`,
  what: sql`case i.kind when 'invoice' then 'Invoice ' when 'credit note' then 'Credit note ' else 'Debit note ' end || i.number`,
  state: sql`case i.kind when 'invoice' then 'late invoice' else 'late note' end`,
  from: sql`transaction t join invoice i on i.transaction_id = t.transaction_id`,
  where: sql<boolean>`${ANY_CLOSED} and t.team_id = any(${teams}) and t.stopped_at is not null and ${within(sql`t.stopped_at`, period)}
          and i.dated > t.stopped_at and ${after(sql`i.dated`, period)} and t.stopped_at < ${closedThenSql(sql`i.company_id`, sql`i.made_at`)}`,
})

/** Told by the provider for a time in the month, booked when it was told. */
const payments = ({ scope }: Pick<Books, 'scope'>, period: Period | null): Item => ({
  key: sql`'late-payment:' || y.payment_no`,
  at: sql`y.captured_at`,
  amount: sql`y.amount_paise`,
  team: sql`coalesce(y.team_id, y.company_id)`,
  payment: sql`y.payment_id`,
  what: sql`'Payment ' || y.payment_id`,
  state: sql`'late payment'`,
  from: sql`payment y join payment_change c on c.payment_id = y.payment_id and c.company_id = y.company_id
          and c.at = y.captured_at`,
  where: sql<boolean>`${ANY_CLOSED} and ${isInBooksScope(scope, 'y')} and ${after(sql`y.captured_at`, period)} and c.event_at < y.captured_at and ${within(sql`c.event_at`, period)}
          and c.event_at < ${closedThenSql(sql`y.company_id`, sql`c.at`)}`,
})

/** Made at the provider's own desk at a time in the month, or known since then to have been done. */
const refunds = ({ scope }: Pick<Books, 'scope'>, period: Period | null): Item => ({
  key: sql`'late-refund:' || r.refund_id`,
  at: sql`x.booked_at`,
  amount: sql`-r.amount_paise`,
  team: sql`coalesce(r.team_id, r.company_id)`,
  transaction: sql`r.transaction_id`,
  payment: sql`r.payment_id`,
  refund: sql`r.refund_id`,
  what: sql`'Refund of payment ' || r.payment_id`,
  state: sql`'late refund'`,
  from: sql`refund r join lateral (select min(c.at) as booked_at, min(c.own) as own from (
            select h.at, coalesce((h.detail->>'eventAt')::timestamptz, (h.detail->>'createdAt')::timestamptz) as own
            from refund_change h where h.refund_id = r.refund_id and h.detail ? 'createdAt') c
          where c.own < ${closedThenSql(sql`r.company_id`, sql`c.at`)}) x on x.own is not null`,
  where: sql<boolean>`${ANY_CLOSED} and ${isInBooksScope(scope, 'r')}
          and ${after(sql`coalesce(r.processed_at, r.requested_at)`, period)} and ${within(sql`x.own`, period)}`,
})
