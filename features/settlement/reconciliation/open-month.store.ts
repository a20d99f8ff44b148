// Items that keep a month from being closed: of each kind what is asked of the database. Amounts in paise.
import { type RawBuilder, sql } from 'kysely'
import { isWaitingRefund } from '#money/refunds/waiting-refund.store.ts'
import type { Trx } from '#platform/db/db.ts'
import { numberStartSql } from '#settlement/invoices/invoice-number.store.ts'
import { runFor } from '#settlement/payouts/payout-until.store.ts'
import { type Books, isInBooksScope, teamsOf } from './books.store.ts'
import { withoutCollector } from './open-collectors.store.ts'
import { notRun, unpaid, unposted, unsettled, withoutInvoice } from './open-ended.store.ts'
import { withoutIrn } from './open-irn.store.ts'
import type { MonthKind } from './open-item.words.ts'
import {
  before,
  type Fragment,
  type Item,
  payouts,
  refunds,
  reports,
  sessions,
  waiting,
  within,
} from './open-shape.store.ts'
import { unregistered } from './open-states.store.ts'
import type { Period } from './period.rules.ts'

/**
 * Teams for which the month is run, with a payout or without, and teams for which it can still be run. They are read
 * first, so that the database plans statements for their number.
 */
export type TeamsByRun = { run: number[]; notRun: number[] }
export async function teamsByRun(
  trx: Trx,
  kind: MonthKind,
  { scope }: Books,
  period: Period | null,
): Promise<TeamsByRun> {
  if (kind !== 'notRun' && kind !== 'unsettled') return { run: [], notRun: [] }
  const { rows } = await sql<{ id: number }>`select id from unnest(${teamsOf(scope)}) r (id)`.execute(trx)
  const ids = rows.map(r => r.id)
  // Without a month, teams with any payout.
  const run = await runFor(trx, ids, period ? `${period.month}-01` : '0001-01-01')
  return { run: ids.filter(id => run.has(id)), notRun: ids.filter(id => !run.has(id)) }
}

/** Returns the items of a kind. `byRun` must be read at the same moment. */
export function monthItem(kind: MonthKind, books: Books, period: Period | null, byRun: TeamsByRun, zone: string): Item {
  const { scope } = books
  const teams = teamsOf(scope)
  switch (kind) {
    case 'running':
      return running(teams, period)
    case 'review':
      return review(books, period)
    case 'unpaid':
      return unpaid(teams, period)
    case 'unposted':
      return unposted(teams, period)
    case 'withoutInvoice':
      return withoutInvoice(teams, period, zone)
    case 'invoiceHoles':
      return invoiceHoles(teams, period)
    case 'withoutIrn':
      return withoutIrn(books, period, zone)
    case 'unregistered':
      return unregistered(teams, period)
    case 'withoutCollector':
      return withoutCollector(books, period)
    case 'strays':
      return waiting(books, within(sql`coalesce(y.captured_at, y.created_at)`, period))
    case 'reports':
      return reports(sql<boolean>`${before(sql`x.at`, period)} and ${isInBooksScope(scope, 'x')}`)
    case 'refundsFailed':
      return refundsWhere(isWaitingRefund, books, period)
    case 'refundsPending':
      return refundsWhere(sql<boolean>`r.status = 'pending'`, books, period)
    case 'refundsBorne':
      return refundsBorne(books, period)
    case 'notRun':
      return notRun(array(byRun.notRun), period)
    case 'unsettled':
      return unsettled(array(byRun.run), period)
    case 'payoutsPending':
      return payouts(sql<boolean>`${within(sql`o.period_start`, period)} and ${isInBooksScope(scope, 'o')}`)
  }
}
const array = (ids: number[]): Fragment => sql`${sql.val(ids)}::int[]`

const running = (teams: Fragment, period: Period | null): Item =>
  sessions(
    sql<boolean>`t.stopped_at is null and ${before(sql`t.started_at`, period)} and t.team_id = any(${teams})`,
    sql`coalesce((select l.charged_paise from transaction_live l where l.transaction_id = t.transaction_id), 0)`,
    sql`case when t.in_review then 'review' else 'running' end`,
  )

/** Sessions and stops that wait for a person's decision. */
const review = ({ scope }: Books, period: Period | null): Item => ({
  key: sql`'review:' || v.id`,
  at: sql`v.created_at`,
  amount: sql`coalesce(t.charged_paise, 0)`,
  team: sql`v.team_id`,
  transaction: sql`v.transaction_id`,
  what: sql`v.reason`,
  state: sql`'review'`,
  from: sql`session_review v left join transaction t on t.transaction_id = v.transaction_id`,
  where: sql<boolean>`v.decided_at is null and ${before(sql`v.created_at`, period)} and ${isInBooksScope(scope, 'v')}`,
})

/** Numbers that the counter of a series has passed and no invoice bears. */
const invoiceHoles = (teams: Fragment, period: Period | null): Item => ({
  key: sql`'number:' || c.gstin || c.series || c.fiscal_year || x.sequence`,
  at: sql`c.dated`,
  amount: sql`0`,
  team: sql`null::int`,
  state: sql`'hole'`,
  what: sql`${numberStartSql(sql`c.series`, sql`c.fiscal_year`)} || lpad((x.prior + 1)::text, 7, '0')
          || case when x.sequence - x.prior > 2 then ' to ' || lpad((x.sequence - 1)::text, 7, '0') else '' end`,
  // A counter with as many invoices as numbers taken has no hole; only other counters are searched.
  from: sql`(select n.*, (select max(i.dated) from invoice i where i.team_id = any(${teams}) and ${within(sql`i.dated`, period)}
              and (i.gstin, i.series, i.fiscal_year) = (n.gstin, n.series, n.fiscal_year)) as dated
            from invoice_counter n where not exists (select from invoice i
              where (i.gstin, i.series, i.fiscal_year) = (n.gstin, n.series, n.fiscal_year)
              having count(*) = n.last and max(i.sequence) = n.last) offset 0) c
          cross join lateral (select s.sequence, lag(s.sequence, 1, 0) over (order by s.sequence) as prior from (
            select i.sequence from invoice i where (i.gstin, i.series, i.fiscal_year) = (c.gstin, c.series, c.fiscal_year)
            union all select c.last + 1) s) x`,
  where: sql<boolean>`c.dated is not null and x.sequence - x.prior > 1`,
})

const refundsWhere = (isMeant: RawBuilder<boolean>, { scope }: Books, period: Period | null): Item =>
  refunds(sql<boolean>`${isMeant} and ${within(sql`r.requested_at`, period)} and ${isInBooksScope(scope, 'r')}`)

/** Refunds beyond what was left of a payment, which its owner bears. */
const refundsBorne = ({ scope }: Books, period: Period | null): Item => ({
  key: sql`'borne:' || x.payment_id || ':' || x.team_id`,
  at: sql`x.at`,
  amount: sql`x.paise`,
  team: sql`x.team_id`,
  transaction: sql`x.transaction_id`,
  payment: sql`x.payment_id`,
  what: sql`'Refund of payment ' || x.payment_id`,
  state: sql`'borne by the owner'`,
  // The bill may be lowered in a later month. A bill of 0 cannot be lowered any more.
  from: sql`(select v.payment_id, v.team_id, min(v.at) as at, max(v.transaction_id) as transaction_id, sum(v.paise) as paise
            from refund_borne v where ${isInBooksScope(scope, 'v')} group by 1, 2
            having sum(v.paise) > 0) x left join transaction t on t.transaction_id = x.transaction_id`,
  where: sql<boolean>`${before(sql`x.at`, period)} and coalesce(t.charged_paise, 1) > 0`,
})
