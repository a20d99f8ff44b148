// Accounts of a kind and the entries of one account, with what they belong to. Amounts in paise, balances as debit less credit.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type Columns, orderSql, pageSql, searchSql } from '../../platform/db/list.ts'
import { askedRows, type Rows } from '../../platform/http/exports.ts'
import { type Books, inBooks, until } from './books.store.ts'

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
  'refundClearing', 'payoutClearing', 'commission', 'gstOut', 'gatewayRecovery', 'bank'])`
/** What an account `a` is of, in words. */
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
const sums = sql`coalesce(sum(e.amount_paise) filter (where e.side = 'D'), 0)::bigint as debit,
  coalesce(sum(e.amount_paise) filter (where e.side = 'C'), 0)::bigint as credit, count(*) as entries`
const columns: Columns = {
  accountId: { sql: sql`a.account_id`, type: 'number' },
  debit: { sql: sql`m.debit`, type: 'number' },
  credit: { sql: sql`m.credit`, type: 'number' },
  balance: { sql: sql`(m.debit - m.credit)`, type: 'number' },
  entries: { sql: sql`m.entries`, type: 'number' },
}

export type OfKind = { kind: string; end: Date | null; isAll: boolean }
const from = (books: Books, { kind, end, isAll }: OfKind, q: string | undefined): RawBuilder<unknown> => sql`
  (select e.account_id, ${sums} from entry e ${until(end)} join account a on a.account_id = e.account_id
    where a.kind = ${kind} and ${inBooks(books)} group by 1) m
  join account a on a.account_id = m.account_id ${named.join}
  where ${isAll ? sql<boolean>`true` : sql<boolean>`m.debit <> m.credit`} and ${searchSql(q, [named.name, sql`at.name`])}`
const fields = sql`a.account_id, a.kind, a.ref, ${named.name} as name, at.name as team_name, op.payment_id,
  m.debit, m.credit, m.debit - m.credit as balance, m.entries`

export const accounts = (db: Db, books: Books, of: OfKind, query: ListQuery): Promise<Rows<AccountRow>> =>
  askedRows(
    db,
    query,
    sql<AccountRow>`select ${fields} from ${from(books, of, query.q)}
      ${orderSql(query.sort ?? '-entries', columns, sql`a.account_id`)} ${pageSql(query)}`,
  )
export const countAccounts = async (db: Db, books: Books, of: OfKind, q: string | undefined): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${from(books, of, q)}`.execute(db)).rows[0]?.n ?? 0

/** One account of the books; undefined outside of them. */
export const accountOf = async (
  db: Db,
  books: Books,
  accountId: number,
  end: Date | null,
): Promise<AccountRow | undefined> =>
  (
    await sql<AccountRow>`select ${fields} from account a
      cross join lateral (select ${sums} from entry e ${until(end)} where e.account_id = a.account_id) m ${named.join}
      where a.account_id = ${accountId} and ${inBooks(books)}`.execute(db)
  ).rows[0]

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
 * The entries of an account, the last written first. The balance beside each is that after it, by the order in which they
 * were written; up to `end` only what was posted for times before it counts.
 */
export const entries = (db: Db, accountId: number, end: Date | null, query: ListQuery): Promise<Rows<EntryRow>> =>
  askedRows(
    db,
    query,
    sql<EntryRow>`
      with page as (select e.posting_id, e.line_no, e.side, e.amount_paise,
          sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end) over (order by e.posting_id, e.line_no)::bigint as balance
        from entry e ${until(end)} where e.account_id = ${accountId} order by e.posting_id desc, e.line_no desc ${pageSql(query)})
      select x.posting_id, x.line_no, p.event_at as at, p.created_at as written_at, p.kind, p.note, x.side, x.amount_paise as paise,
        x.balance, p.transaction_id, coalesce(r.payment_id, t.payment_id, y.payment_id) as payment_id, r.refund_id,
        substring(p.idempotency_key from 'PO-\d{4}-\d+') as payout_id, p.idempotency_key as key
      from page x join posting p on p.posting_id = x.posting_id
        left join refund r on p.idempotency_key like 'refund:%' and r.refund_id = substring(p.idempotency_key from '^refund:(\d+)')::int
        left join transaction t on t.transaction_id = p.transaction_id
        left join payment y on p.kind = 'payment' and y.payment_id = split_part(p.idempotency_key, ':', 1)
      order by x.posting_id desc, x.line_no desc`,
  )
