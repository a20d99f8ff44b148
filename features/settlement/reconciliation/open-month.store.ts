// Items that keep a month from being closed. Nearly all sessions have no open item: sessions that lack a bill, an
// invoice or a payout are found by keys alone, and only these are read further. Amounts in paise.
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'
import { numberStartSql } from '#settlement/invoices/invoice-number.store.ts'
import { runFor } from '#settlement/payouts/payout-until.store.ts'
import { type Books, ofScope, teamsOf } from './books.store.ts'
import {
  always,
  BILLED,
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
import type { MonthKind } from './open-words.contract.ts'
import type { Period } from './period.rules.ts'

/**
 * Teams for which the month is run, with a payout or without, and teams for which it can still be run. They are read
 * first, so that the database plans statements for their number.
 */
export type Known = { run: number[]; notRun: number[] }
export async function knownOf(trx: Trx, kind: MonthKind, { scope }: Books, period: Period | null): Promise<Known> {
  if (kind !== 'notRun' && kind !== 'unsettled') return { run: [], notRun: [] }
  const { rows } = await sql<{ id: number }>`select id from unnest(${teamsOf(scope)}) r (id)`.execute(trx)
  const ids = rows.map(r => r.id)
  // Without a month, teams with any payout.
  const run = await runFor(trx, ids, period ? `${period.month}-01` : '0001-01-01')
  return { run: ids.filter(id => run.has(id)), notRun: ids.filter(id => !run.has(id)) }
}
/**
 * Rows of the sessions `ended` lie within the span of their ids, so that tables of all times are read only for that
 * span.
 */
const amid = (id: Fragment): RawBuilder<boolean> =>
  sql<boolean>`${id} between (select first from span) and (select last from span)`

/** `known` must be read at the same moment. */
export function monthItem(kind: MonthKind, books: Books, period: Period | null, known: Known): Item {
  const { scope } = books
  const teams = teamsOf(scope)
  /** Sessions of the month, of an array of teams, and the span of their ids. */
  const ended = (
    of: Fragment,
  ) => sql`with ended as materialized (select t.transaction_id, t.team_id, t.stopped_at from transaction t
      where t.team_id = any(${of}) and t.stopped_at is not null and ${within(sql`t.stopped_at`, period)}),
    span as materialized (select min(transaction_id) as first, max(transaction_id) as last from ended)`
  const array = (ids: number[]) => sql`${sql.val(ids)}::int[]`
  switch (kind) {
    case 'running':
      return sessions(
        sql<boolean>`t.stopped_at is null and ${before(sql`t.started_at`, period)} and t.team_id = any(${teams})`,
        sql`coalesce((select l.charged_paise from transaction_live l where l.transaction_id = t.transaction_id), 0)`,
        sql`case when t.in_review then 'review' else 'running' end`,
      )
    case 'review':
      return {
        key: sql`'review:' || v.id`,
        at: sql`v.created_at`,
        amount: sql`coalesce(t.charged_paise, 0)`,
        team: sql`v.team_id`,
        transaction: sql`v.transaction_id`,
        what: sql`v.reason`,
        state: sql`'review'`,
        from: sql`session_review v left join transaction t on t.transaction_id = v.transaction_id`,
        where: sql<boolean>`v.decided_at is null and ${before(sql`v.created_at`, period)} and ${ofScope(scope, 'v')}`,
      }
    case 'unpaid':
      return {
        ...sessions(
          sql<boolean>`t.energy_wh > 0 and not t.is_free and not t.in_review and not t.is_dismissed and t.id_tag_status = 'Accepted'`,
          sql`t.charged_paise`,
          sql`'no bill'`,
        ),
        from: sql`(${ended(teams)} select e.transaction_id from ended e where not exists (select from bill b
            where b.transaction_id = e.transaction_id and ${amid(sql`b.transaction_id`)}) offset 0) x
          join transaction t on t.transaction_id = x.transaction_id`,
      }
    case 'unposted':
      return {
        ...sessions(
          // The version changes an amount, and no later version is posted: sessions from before the ledger have only
          // their last version posted, whole.
          sql<boolean>`(b.taxable_paise, b.cgst_paise, b.sgst_paise, b.igst_paise, b.surcharge_paise) is distinct from
              (coalesce(q.taxable_paise, 0), coalesce(q.cgst_paise, 0), coalesce(q.sgst_paise, 0), coalesce(q.igst_paise, 0),
                coalesce(q.surcharge_paise, 0))
            and not exists (select from posting p where p.transaction_id = b.transaction_id and p.kind = 'bill'
              and substring(p.idempotency_key from '[0-9]+$')::int > b.version)`,
          sql`b.total_paise - coalesce(q.total_paise, 0)`,
          sql`'not posted'`,
        ),
        key: sql`'posting:' || b.transaction_id || ':' || b.version`,
        from: sql`(${ended(teams)} select v.transaction_id, v.version from ended e join bill v on v.transaction_id = e.transaction_id
            where ${amid(sql`v.transaction_id`)} and not exists (select from posting p
              where p.transaction_id = v.transaction_id and ${amid(sql`p.transaction_id`)}
                and p.idempotency_key = 'bill:' || v.transaction_id || ':' || v.version)
            offset 0) x
          join bill b on b.transaction_id = x.transaction_id and b.version = x.version
          join transaction t on t.transaction_id = b.transaction_id
          left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1`,
      }
    case 'withoutInvoice':
      return {
        ...sessions(
          sql<boolean>`b.total_paise <> coalesce(q.total_paise, 0)`,
          sql`b.total_paise - coalesce(q.total_paise, 0)`,
          sql`'no invoice'`,
        ),
        key: sql`'bill:' || b.transaction_id || ':' || b.version`,
        from: sql`(${ended(teams)} select v.transaction_id, v.version from ended e join bill v on v.transaction_id = e.transaction_id
            where ${amid(sql`v.transaction_id`)} and not exists (select from invoice i
              where i.transaction_id = v.transaction_id and i.bill_version = v.version and ${amid(sql`i.transaction_id`)})
            offset 0) x
          join bill b on b.transaction_id = x.transaction_id and b.version = x.version
          join transaction t on t.transaction_id = b.transaction_id
          left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1`,
      }
    case 'invoiceHoles':
      return {
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
      }
    case 'strays':
      return waiting(books, within(sql`coalesce(y.captured_at, y.created_at)`, period))
    case 'reports':
      return reports(sql<boolean>`${before(sql`x.at`, period)} and ${ofScope(scope, 'x')}`)
    case 'refundsFailed':
      return refunds(
        sql<boolean>`r.status = 'failed' and ${within(sql`r.requested_at`, period)} and ${ofScope(scope, 'r')}`,
      )
    case 'refundsPending':
      return refunds(
        sql<boolean>`r.status = 'pending' and ${within(sql`r.requested_at`, period)} and ${ofScope(scope, 'r')}`,
      )
    case 'refundsBorne':
      return {
        key: sql`'borne:' || x.payment_id || ':' || x.team_id`,
        at: sql`x.at`,
        amount: sql`x.paise`,
        team: sql`x.team_id`,
        transaction: sql`x.transaction_id`,
        payment: sql`x.payment_id`,
        what: sql`'Refund of payment ' || x.payment_id`,
        state: sql`'borne by the owner'`,
        from: sql`(select v.payment_id, v.team_id, min(v.at) as at, max(v.transaction_id) as transaction_id, sum(v.paise) as paise
            from refund_borne v where ${before(sql`v.at`, period)} and ${ofScope(scope, 'v')} group by 1, 2
            having sum(v.paise) > 0) x`,
        where: always,
      }
    case 'notRun':
      return {
        key: sql`'team:' || m.id`,
        at: sql`x.last`,
        amount: sql`x.paise`,
        team: sql`m.id`,
        state: sql`'not run'`,
        what: sql`x.sessions || case x.sessions when 1 then ' session of ' else ' sessions of ' end || m.name`,
        from: sql`team m join (${ended(array(known.notRun))} select e.team_id, count(*) as sessions, max(e.stopped_at) as last,
            sum(b.total_paise) as paise
          from ended e join bill b on b.transaction_id = e.transaction_id
          where ${amid(sql`b.transaction_id`)} and b.total_paise > 0 and not exists (select from bill n
            where n.version > 1 and n.transaction_id = b.transaction_id and n.version > b.version)
          group by 1) x on x.team_id = m.id`,
        where: always,
      }
    case 'unsettled':
      return {
        ...sessions(
          sql<boolean>`not t.is_free and ${BILLED} > 0`,
          BILLED,
          sql`case when t.status = 'AUTHORIZED' then 'authorized' when t.in_review then 'review' else 'unsettled' end`,
        ),
        from: sql`(${ended(array(known.run))} select e.transaction_id from ended e where not exists (select from payout_line l
            where l.transaction_id = e.transaction_id and ${amid(sql`l.transaction_id`)}) offset 0) x
          join transaction t on t.transaction_id = x.transaction_id`,
      }
    case 'payoutsPending':
      return payouts(sql<boolean>`${within(sql`o.period_start`, period)} and ${ofScope(scope, 'o')}`)
  }
}
