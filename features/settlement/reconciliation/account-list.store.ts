// Accounts of a kind and the entries of one account, with the records they belong to. Amounts in paise, balances as
// debit less credit.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { areSumsKept, atMark, beyond, type Folded, rowsAtMark } from '#money/ledger/ledger-sums.store.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, type Keyed, orderOfSql, pageSql, searchSql } from '#platform/db/list.ts'
import type { ListRows } from '#platform/http/exports.ts'
import { type Books, credit, debit, inBooks, until, upTo } from './books.store.ts'
import type { Period } from './period.rules.ts'
import { isPassing, kindSums } from './trial.store.ts'

export type AccountRow = {
  accountId: number
  kind: string
  ref: number
  name: string
  teamName: string | null
  paymentId: string | null
  debit: number
  credit: number
  balance: number
  entries: number
}
const COMPANY_OR_TEAM = sql`a.kind = any(array['owner', 'receivable', 'cgst', 'sgst', 'igst', 'surcharge', 'gateway',
  'refundClearing', 'payoutClearing', 'commission', 'gstOut', 'cgstOut', 'sgstOut', 'igstOut', 'gatewayRecovery', 'tcsCgst', 'tcsSgst', 'tcsIgst', 'tds', 'bank'])`
/** The owner of an account `a`, in words. */
const named = {
  join: sql`left join team ot on ${COMPANY_OR_TEAM} and ot.id = a.ref
    left join driver od on a.kind = 'wallet' and od.id = a.ref
    left join ocpp_tag og on a.kind = 'card' and og.ocpp_tag_pk = a.ref
    left join payment op on a.kind = 'payment' and op.payment_no = a.ref
    left join team at on at.id = a.team_id`,
  name: sql`coalesce(ot.name, nullif(btrim(od.first_name || ' ' || od.last_name), ''), og.id_tag, op.payment_id,
    case a.kind when 'hold' then 'Session ' || a.ref when 'reserved' then 'Start ' || a.ref when 'wallet' then 'Driver ' || a.ref
      else 'Platform' end)`,
}
const columns: Columns = {
  accountId: { sql: sql`m.account_id`, type: 'number' },
  debit: { sql: sql`m.debit`, type: 'number' },
  credit: { sql: sql`m.credit`, type: 'number' },
  balance: { sql: sql`(m.debit - m.credit)`, type: 'number' },
  entries: { sql: sql`m.entries`, type: 'number' },
}

/** By account that meets the condition: the stored sums and the entries beyond them. */
const sums = (folded: Folded, asOf: Period | null, where: RawBuilder<boolean>) => sql`
  select x.account_id, sum(x.debit)::bigint as debit, sum(x.credit)::bigint as credit, sum(x.entries)::int as entries from (
    select s.account_id, s.debit_paise as debit, s.credit_paise as credit, s.entries
    from ledger_account_month s join account a on a.account_id = s.account_id
    where ${areSumsKept(folded)} and ${upTo(asOf)} and ${where}
    union all select e.account_id, ${debit}, ${credit}, count(*) from entry e ${until(asOf)} join account a on a.account_id = e.account_id
    where ${beyond(folded)} and ${where} group by 1) x group by 1`

export type OfKind = { kind: string; asOf: Period | null; isAll: boolean }
/**
 * Each session, start or payment has an account of its own, and nearly all of these have a balance of 0. An index finds the few
 * with another balance.
 */
const isListed = ({ kind, asOf, isAll }: OfKind): RawBuilder<boolean> =>
  asOf === null && !isAll && isPassing(kind) ? sql<boolean>`a.is_kept and a.balance_paise <> 0` : sql<boolean>`true`
/** The owner's name of an account is looked up for the rows on the page, or for all rows where the list is searched. */
const from = (folded: Folded, books: Books, of: OfKind, q: string | undefined) => sql`
  (${sums(folded, of.asOf, sql<boolean>`a.kind = ${of.kind} and ${isListed(of)} and ${inBooks(books)}`)}) m
  ${q ? sql`join account a on a.account_id = m.account_id ${named.join}` : sql``}
  where ${of.isAll ? sql<boolean>`true` : sql<boolean>`m.debit <> m.credit`}
    and ${q ? searchSql(q, [named.name, sql`at.name`]) : sql<boolean>`true`}`

export const accounts = (db: Db, books: Books, of: OfKind, query: ListQuery): Promise<ListRows<AccountRow>> =>
  rowsAtMark(db, query, of.asOf?.zone ?? null, folded => {
    const [order, key] = ['-entries', { number: sql`m.account_id` }] as const
    return sql<
      AccountRow & Keyed
    >`with m as (select m.* from ${from(folded, books, of, query.q)} ${endSql(query, order, columns, key)})
      select m.account_id as cursor_key, a.account_id, a.kind, a.ref, ${named.name} as name, at.name as team_name, op.payment_id,
        m.debit, m.credit, m.debit - m.credit as balance, m.entries
      from m join account a on a.account_id = m.account_id ${named.join} ${orderOfSql(query, order, columns, key)}`
  })
export const countAccounts = (db: Db, books: Books, of: OfKind, q: string | undefined): Promise<number> =>
  atMark(db, of.asOf?.zone ?? null, async (trx, folded) => {
    if (!q) {
      const known = (await kindSums(trx, folded, books, of.asOf)).find(k => k.kind === of.kind)
      return (of.isAll ? known?.accounts : known?.open) ?? 0
    }
    const counted = sql<{ n: number }>`select count(*) as n from ${from(folded, books, of, q)}`
    return (await counted.execute(trx)).rows[0]?.n ?? 0
  })

/** One account of the books; undefined outside of them. */
export const accountOf = (
  db: Db,
  books: Books,
  accountId: number,
  asOf: Period | null,
): Promise<AccountRow | undefined> =>
  atMark(db, asOf?.zone ?? null, async (trx, folded) => {
    const ofOne = sums(folded, asOf, sql<boolean>`a.account_id = ${accountId}`)
    const found = sql<AccountRow>`select a.account_id, a.kind, a.ref, ${named.name} as name, at.name as team_name, op.payment_id,
        coalesce(m.debit, 0) as debit, coalesce(m.credit, 0) as credit, coalesce(m.debit - m.credit, 0) as balance,
        coalesce(m.entries, 0) as entries
      from account a left join (${ofOne}) m on true ${named.join} where a.account_id = ${accountId} and ${inBooks(books)}`
    return (await found.execute(trx)).rows[0]
  })

export type EntryRow = {
  postingId: number
  lineNo: number
  at: Date
  writtenAt: Date
  kind: string
  note: string
  side: 'D' | 'C'
  paise: number
  balance: number
  transactionId: number | null
  paymentId: string | null
  refundId: number | null
  payoutId: string | null
  key: string
}
/**
 * The entries of an account, the last written first. The balance beside an entry is the balance after it, in the order
 * in which entries were written; with a month, only entries posted for times before its end count. Balances are
 * computed from the total downwards, so that a page reads only its own entries and those of the pages before it.
 */
export const entries = (
  db: Db,
  accountId: number,
  asOf: Period | null,
  query: ListQuery,
): Promise<ListRows<EntryRow>> =>
  rowsAtMark(
    db,
    query,
    asOf?.zone ?? null,
    folded => sql<EntryRow>`
      with total as materialized (select coalesce(sum(m.debit - m.credit), 0) as paise
        from (${sums(folded, asOf, sql<boolean>`a.account_id = ${accountId}`)}) m),
      page as (select e.posting_id, e.line_no, e.side, e.amount_paise, coalesce(sum(case e.side when 'D' then e.amount_paise
          else -e.amount_paise end) over (order by e.posting_id desc, e.line_no desc rows between unbounded preceding and 1 preceding), 0) as later
        from entry e ${until(asOf)} where e.account_id = ${accountId} order by e.posting_id desc, e.line_no desc ${pageSql(query)})
      select x.posting_id, x.line_no, p.event_at as at, p.created_at as written_at, p.kind, p.note, x.side, x.amount_paise as paise,
        ((select paise from total) - x.later)::bigint as balance, p.transaction_id,
        coalesce(r.payment_id, t.payment_id, y.payment_id) as payment_id, r.refund_id,
        substring(p.idempotency_key from 'PO-[0-9]{4}-[0-9]+') as payout_id, p.idempotency_key as key
      from page x join posting p on p.posting_id = x.posting_id
        left join refund r on p.idempotency_key like 'refund:%' and r.refund_id = substring(p.idempotency_key from '^refund:([0-9]+)')::int
        left join transaction t on t.transaction_id = p.transaction_id
        left join payment y on p.kind = 'payment' and y.payment_id = split_part(p.idempotency_key, ':', 1)
          and y.company_id = p.company_id
      order by x.posting_id desc, x.line_no desc`,
  )
