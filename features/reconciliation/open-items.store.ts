// What stands open: money in accounts that should empty themselves, and what keeps a month from being closed. Each kind is one
// statement, which is counted, summed, and read page by page: a count is that of its list. Amounts in paise.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/access/scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Columns, orderSql, pageSql, searchSql } from '../../platform/db/list.ts'
import { askedRows, type Rows } from '../../platform/http/exports.ts'
import { type Books, inBooks, ofScope, teamsOf } from './books.store.ts'
import { type Age, LATE_DAYS, OLD_DAYS, type OpenKind } from './open-words.contract.ts'
import type { Period } from './period.rules.ts'

export type OpenRow = {
  key: string
  at: Date
  amount: number
  teamName: string | null
  transactionId: number | null
  paymentId: string | null
  refundId: number | null
  payoutId: string | null
  /** What it is, by the record; and the state that says what happens next. */
  what: string
  state: string
  detail: string | null
}
type Fragment = RawBuilder<unknown>
type Item = {
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
const select = (i: Item): Fragment => sql`
  select ${i.key} as key, ${i.at} as at, (${i.amount})::bigint as amount, ${i.team} as team_id,
    ${i.transaction ?? none}::int as transaction_id, ${i.payment ?? none}::text as payment_id, ${i.refund ?? none}::int as refund_id,
    ${i.payout ?? none}::text as payout_id, ${i.what} as what, ${i.state} as state, ${i.detail ?? none}::text as detail
  from ${i.from} where ${i.where}`

const sessionAt = sql`'Session at ' || t.chargepoint_id || ' / ' || t.connector_id`
const refundOf = sql`'Refund of payment ' || r.payment_id`
const refunds = (where: RawBuilder<boolean>): Item => ({
  ...{ key: sql`'refund:' || r.refund_id`, at: sql`r.requested_at`, amount: sql`r.amount_paise`, team: sql`r.team_id` },
  ...{ transaction: sql`r.transaction_id`, payment: sql`r.payment_id`, refund: sql`r.refund_id`, what: refundOf },
  ...{ state: sql`case when r.status = 'failed' and r.next_at is not null then 'tried again' else r.status end` },
  detail: sql`r.failure`,
  ...{ from: sql`refund r`, where },
})
const standing = (books: Books, kind: string): RawBuilder<boolean> =>
  sql<boolean>`a.kind = ${sql.lit(kind)} and a.is_kept and a.balance_paise <> 0 and ${inBooks(books)}`
const sessions = (where: RawBuilder<boolean>, amount: Fragment, state: Fragment): Item => ({
  ...{
    key: sql`'session:' || t.transaction_id`,
    at: sql`coalesce(t.stopped_at, t.started_at)`,
    amount,
    team: sql`t.team_id`,
  },
  ...{ transaction: sql`t.transaction_id`, payment: sql`t.payment_id`, what: sessionAt, state },
  ...{ from: sql`transaction t`, where },
})
/** Payments whose money waits in the account of the payment. */
const waiting = (books: Books, where: RawBuilder<boolean>): Item => ({
  ...{
    key: sql`'payment:' || y.payment_id`,
    at: sql`coalesce(y.captured_at, y.created_at)`,
    amount: sql`a.balance_paise`,
  },
  ...{
    team: sql`coalesce(y.team_id, y.company_id)`,
    payment: sql`y.payment_id`,
    what: sql`'Payment ' || y.payment_id`,
  },
  state: sql`coalesce((select case r.status when 'pending' then 'going back' when 'failed' then 'failed' end from refund r
      where r.payment_id = y.payment_id order by r.refund_id desc limit 1),
    case when a.balance_paise < 100 then 'too little' when y.pay_session_id is null and y.chargepoint_pk is null
      and y.description is distinct from 'QRv2 Payment' then 'of another sale' else 'waiting' end)`,
  from: sql`account a join payment y on y.payment_no = a.ref`,
  where: sql<boolean>`${standing(books, 'payment')} and ${where}`,
})

const payouts = (where: RawBuilder<boolean>): Item => ({
  ...{ key: sql`'payout:' || o.payout_no`, at: sql`o.made_at`, amount: sql`o.payout_paise`, team: sql`o.team_id` },
  ...{ payout: sql`o.payout_id`, what: sql`'Payout ' || o.payout_id`, state: sql`'to be paid'` },
  ...{
    from: sql`payout o`,
    where: sql<boolean>`o.status = 'PAYOUTPENDING' and o.payout_paise > 0 and ${where}`,
  },
})
/** Of a session `t`, the total of the bill that counts. */
const BILLED = sql`(select b.total_paise from bill b where b.transaction_id = t.transaction_id order by b.version desc limit 1)`

export type Asked = { kind: OpenKind; books: Books; period: Period | null }
const always = sql<boolean>`true`
/** Of the month, or of any time. */
const within = (column: Fragment, period: Period | null): RawBuilder<boolean> =>
  period ? sql<boolean>`${column} >= ${period.from} and ${column} < ${period.to}` : always
const before = (column: Fragment, period: Period | null): RawBuilder<boolean> =>
  period ? sql<boolean>`${column} < ${period.to}` : always

const ofTeams = (scope: Scope): RawBuilder<boolean> => sql<boolean>`t.team_id = any(${teamsOf(scope)})`
function itemOf({ kind, books, period }: Asked): Item {
  const { scope } = books
  switch (kind) {
    case 'refundClearing':
      return refunds(sql<boolean>`r.status = 'pending' and r.cause <> 'elsewhere'
        and exists (select from account a where a.kind = 'refundClearing' and a.ref = r.company_id and ${inBooks(books)})`)
    case 'payoutClearing':
      return payouts(ofScope(scope, 'o'))
    case 'payoutsPending':
      return payouts(sql<boolean>`${within(sql`o.period_start`, period)} and ${ofScope(scope, 'o')}`)
    case 'notRun':
      return {
        ...{ key: sql`'team:' || m.id`, at: sql`x.last`, amount: sql`x.paise`, team: sql`m.id`, state: sql`'not run'` },
        what: sql`x.sessions || case x.sessions when 1 then ' session of ' else ' sessions of ' end || m.name`,
        from: sql`team m cross join lateral (select count(*) as sessions, max(t.stopped_at) as last, sum(b.total_paise) as paise
          from transaction t cross join lateral (select b.total_paise from bill b where b.transaction_id = t.transaction_id
            order by b.version desc limit 1) b
          where t.team_id = m.id and t.stopped_at is not null and ${within(sql`t.stopped_at`, period)} and b.total_paise > 0) x`,
        where: sql<boolean>`m.id = any(${teamsOf(scope)}) and x.sessions > 0 and not exists (select from payout o
          where o.team_id = m.id and ${within(sql`o.period_start`, period)})`,
      }
    case 'withoutInvoice':
      return {
        ...sessions(
          sql<boolean>`t.stopped_at is not null and ${within(sql`t.stopped_at`, period)} and ${ofTeams(scope)}
            and b.total_paise <> coalesce(q.total_paise, 0) and not exists (select from invoice i
              where i.transaction_id = b.transaction_id and i.bill_version = b.version)`,
          sql`b.total_paise - coalesce(q.total_paise, 0)`,
          sql`'no invoice'`,
        ),
        key: sql`'bill:' || b.transaction_id || ':' || b.version`,
        from: sql`transaction t join bill b on b.transaction_id = t.transaction_id
          left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1`,
      }
    case 'invoiceHoles':
      return {
        ...{
          key: sql`'number:' || c.gstin || c.series || c.fiscal_year || x.sequence`,
          at: sql`c.dated`,
          amount: sql`0`,
        },
        ...{ team: sql`null::int`, state: sql`'hole'` },
        what: sql`c.series || '/' || c.fiscal_year || '/' || lpad((x.prior + 1)::text, 7, '0')
          || case when x.sequence - x.prior > 2 then ' to ' || lpad((x.sequence - 1)::text, 7, '0') else '' end`,
        from: sql`(select i.gstin, i.series, i.fiscal_year, max(i.dated) as dated from invoice i
            where i.team_id = any(${teamsOf(scope)}) and ${within(sql`i.dated`, period)} group by 1, 2, 3) c
          cross join lateral (select s.sequence, lag(s.sequence, 1, 0) over (order by s.sequence) as prior from (
            select i.sequence from invoice i where (i.gstin, i.series, i.fiscal_year) = (c.gstin, c.series, c.fiscal_year)
            union all select n.last + 1 from invoice_counter n
              where (n.gstin, n.series, n.fiscal_year) = (c.gstin, c.series, c.fiscal_year)) s) x`,
        where: sql<boolean>`x.sequence - x.prior > 1`,
      }
    case 'unsettled':
      return sessions(
        sql<boolean>`t.stopped_at is not null and ${within(sql`t.stopped_at`, period)} and ${ofTeams(scope)} and not t.is_free
          and ${BILLED} > 0 and not exists (select from payout_line l where l.transaction_id = t.transaction_id)
          and exists (select from payout o where o.team_id = t.team_id and ${within(sql`o.period_start`, period)})`,
        BILLED,
        sql`case when t.status = 'AUTHORIZED' then 'authorized' when t.in_review then 'review' else 'unsettled' end`,
      )
    case 'refundsPending':
      return refunds(
        sql<boolean>`r.status = 'pending' and ${within(sql`r.requested_at`, period)} and ${ofScope(scope, 'r')}`,
      )
    case 'refundsFailed':
      return refunds(
        sql<boolean>`r.status = 'failed' and ${within(sql`r.requested_at`, period)} and ${ofScope(scope, 'r')}`,
      )
    case 'payment':
      return waiting(books, always)
    case 'strays':
      return waiting(books, within(sql`coalesce(y.captured_at, y.created_at)`, period))
    case 'hold':
      return {
        ...sessions(
          standing(books, 'hold'),
          sql`a.balance_paise`,
          sql`case when t.in_review then 'review' when t.stopped_at is null then 'running'
            else coalesce('refund ' || t.refund_status, 'rest') end`,
        ),
        from: sql`account a join transaction t on t.transaction_id = a.ref`,
      }
    case 'reserved':
      return {
        ...{
          key: sql`'start:' || s.pay_session_id`,
          at: sql`s.created_at`,
          amount: sql`a.balance_paise`,
          team: sql`s.team_id`,
        },
        ...{ what: sql`'Start at ' || s.chargepoint_id || ' / ' || s.connector_id`, state: sql`'start'` },
        ...{ from: sql`account a join pay_session s on s.pay_session_id = a.ref`, where: standing(books, 'reserved') },
      }
    case 'receivable':
      return {
        ...{ key: sql`p.idempotency_key`, at: sql`p.event_at`, team: sql`a.ref`, transaction: sql`p.transaction_id` },
        amount: sql`case e.side when 'D' then e.amount_paise else -e.amount_paise end`,
        ...{ what: sql`'Session by RFID'`, state: sql`'not set off'` },
        from: sql`account a join entry e on e.account_id = a.account_id join posting p on p.posting_id = e.posting_id`,
        where: sql<boolean>`a.kind = 'receivable' and p.kind in ('bill', 'correction') and ${inBooks(books)}
          and not exists (select from payout_line l where l.transaction_id = p.transaction_id
            and l.bill_version = substring(p.idempotency_key from '\\d+$')::int)`,
      }
    case 'running':
      return sessions(
        sql<boolean>`t.stopped_at is null and ${before(sql`t.started_at`, period)} and ${ofTeams(scope)}`,
        sql`coalesce((select l.charged_paise from transaction_live l where l.transaction_id = t.transaction_id), 0)`,
        sql`case when t.in_review then 'review' else 'running' end`,
      )
    case 'review':
      return {
        ...{
          key: sql`'review:' || v.id`,
          at: sql`v.created_at`,
          amount: sql`coalesce(t.charged_paise, 0)`,
          team: sql`v.team_id`,
        },
        ...{ transaction: sql`v.transaction_id`, what: sql`v.reason`, state: sql`'review'` },
        from: sql`session_review v left join transaction t on t.transaction_id = v.transaction_id`,
        where: sql<boolean>`v.decided_at is null and ${before(sql`v.created_at`, period)} and ${ofScope(scope, 'v')}`,
      }
    case 'unpaid':
      return sessions(
        sql<boolean>`t.stopped_at is not null and ${within(sql`t.stopped_at`, period)} and ${ofTeams(scope)} and t.energy_wh > 0
          and not t.is_free and not t.in_review and not t.is_dismissed and t.id_tag_status = 'Accepted'
          and not exists (select from bill b where b.transaction_id = t.transaction_id)`,
        sql`t.charged_paise`,
        sql`'no bill'`,
      )
  }
}

const aged = (age: Age | undefined, now: Date): RawBuilder<boolean> => {
  const days = (n: number) => sql`${now}::timestamptz - interval '1 day' * ${sql.lit(n)}`
  if (age === 'new') return sql<boolean>`i.at >= ${days(LATE_DAYS)}`
  if (age === 'late') return sql<boolean>`i.at < ${days(LATE_DAYS)} and i.at >= ${days(OLD_DAYS)}`
  return age === 'old' ? sql<boolean>`i.at < ${days(OLD_DAYS)}` : always
}
const columns: Columns = {
  at: { sql: sql`i.at`, type: 'date' },
  amount: { sql: sql`i.amount`, type: 'number' },
}
type Narrowed = { query: ListQuery; age: Age | undefined; now: Date }
const matching = (asked: Asked, { query, age, now }: Narrowed): Fragment => sql`(${select(itemOf(asked))}) i
  left join team m on m.id = i.team_id
  where ${aged(age, now)} and ${searchSql(query.q, [sql`i.what`, sql`m.name`, sql`i.payment_id`, sql`i.transaction_id::text`])}`

/** A page of what is open, the oldest first unless sorted otherwise. */
export const openItems = (db: Db, asked: Asked, narrowed: Narrowed): Promise<Rows<OpenRow>> =>
  askedRows(
    db,
    narrowed.query,
    sql<OpenRow>`select i.key, i.at, i.amount, m.name as team_name, i.transaction_id, i.payment_id, i.refund_id, i.payout_id,
        i.what, i.state, i.detail
      from ${matching(asked, narrowed)} ${orderSql(narrowed.query.sort ?? 'at', columns, sql`i.key`)} ${pageSql(narrowed.query)}`,
  )
export type Total = { count: number; amount: number }
/** How many match, and what they come to. */
export const openTotal = async (db: Db, asked: Asked, narrowed: Narrowed): Promise<Total> =>
  (
    await sql<Total>`select count(*) as count, coalesce(sum(i.amount), 0)::bigint as amount from ${matching(asked, narrowed)}`.execute(
      db,
    )
  ).rows[0] ?? { count: 0, amount: 0 }

/** The same by age. */
export type Ages = Record<Age, Total>
export async function openByAge(db: Db, asked: Asked, now: Date): Promise<Ages> {
  const of = (age: Age) => sql`count(*) filter (where ${aged(age, now)}) as ${sql.ref(`${age}_count`)},
    coalesce(sum(i.amount) filter (where ${aged(age, now)}), 0)::bigint as ${sql.ref(`${age}_amount`)}`
  const { rows } = await sql<{
    newCount: number
    newAmount: number
    lateCount: number
    lateAmount: number
    oldCount: number
    oldAmount: number
  }>`select ${of('new')}, ${of('late')}, ${of('old')} from (${select(itemOf(asked))}) i`.execute(db)
  const r = rows[0]
  const total = (count = 0, amount = 0): Total => ({ count, amount })
  return {
    new: total(r?.newCount, r?.newAmount),
    late: total(r?.lateCount, r?.lateAmount),
    old: total(r?.oldCount, r?.oldAmount),
  }
}

/** Balance of the books' accounts of a kind that empty themselves, on their normal side. */
export const balanceOfKind = async (db: Db, books: Books, kind: string): Promise<number> =>
  (
    await sql<{ paise: number }>`select coalesce(sum(case when a.is_kept then a.balance_paise else (select coalesce(sum(
        case e.side when a.normal_side then e.amount_paise else -e.amount_paise end), 0) from entry e where e.account_id = a.account_id) end), 0)::bigint as paise
      from account a where a.kind = ${kind} and (not a.is_kept or a.balance_paise <> 0) and ${inBooks(books)}`.execute(
      db,
    )
  ).rows[0]?.paise ?? 0
