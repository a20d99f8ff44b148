// Open items: money in clearing accounts, and items that keep a month from being closed. Each kind is one statement,
// which is counted, summed, and read page by page, so a count is always that of its list. Amounts in paise.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { atOneMoment, foldedIn } from '#money/ledger/ledger-sums.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, type Keyed, searchSql } from '#platform/db/list.ts'
import { allRows, type ListRows } from '#platform/http/exports.ts'
import { type Books, knownBooks } from './books.store.ts'
import { lateItems } from './late.store.ts'
import { clearingItem } from './open-clearing.store.ts'
import {
  type Age,
  LATE_DAYS,
  LATE_KIND,
  MONTH_KINDS,
  type MonthKind,
  OLD_DAYS,
  type OpenKind,
} from './open-item.words.ts'
import { monthItem, teamsByRun } from './open-month.store.ts'
import { always, type Fragment, select } from './open-shape.store.ts'
import type { Period } from './period.rules.ts'

export type OpenItemRow = {
  key: string
  at: Date
  amount: number
  teamName: string | null
  transactionId: number | null
  paymentId: string | null
  refundId: number | null
  payoutId: string | null
  /** The name of the item, from its record; and the state that decides the next step. */
  what: string
  state: string
  detail: string | null
}
/** `zone`: of the days of the business. */
export type OpenItemsQuery = { kind: OpenKind; books: Books; period: Period | null; zone: string }

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
/** The name of the team is looked up where it is shown or searched. */
const matching = (rows: Fragment, { query, age, now }: Narrowed): Fragment => sql`(${rows}) i
  left join team m on m.id = i.team_id
  where ${aged(age, now)} and ${searchSql(query.q, [sql`i.what`, sql`m.name`, sql`i.payment_id`, sql`i.transaction_id::text`])}`

const isMonthKind = (kind: OpenKind): kind is MonthKind => (MONTH_KINDS as readonly string[]).includes(kind)
/** Makes a statement over the open items of a kind, from facts read at the same moment. */
async function madeBy<R>(trx: Trx, asked: OpenItemsQuery, statement: (rows: Fragment) => RawBuilder<R>) {
  const { kind, period, zone } = asked
  const folded = await foldedIn(trx, null)
  const books = await knownBooks(trx, asked.books)
  if (kind === LATE_KIND) return statement(lateItems(books, period))
  const item = isMonthKind(kind)
    ? monthItem(kind, books, period, await teamsByRun(trx, kind, books, period), zone)
    : clearingItem(kind, books, folded)
  return statement(select(item))
}
const read = <R>(db: Db | Trx, asked: OpenItemsQuery, statement: (rows: Fragment) => RawBuilder<R>): Promise<R[]> =>
  atOneMoment(db, async trx => (await (await madeBy(trx, asked, statement)).execute(trx)).rows)

/** A page of open items, the oldest first unless sorted otherwise; all of them for an export. */
export async function openItems(db: Db, asked: OpenItemsQuery, narrowed: Narrowed): Promise<ListRows<OpenItemRow>> {
  const { query } = narrowed
  const statement = (rows: Fragment) => sql<
    OpenItemRow & Keyed<string>
  >`select i.key as cursor_key, i.key, i.at, i.amount, m.name as team_name, i.transaction_id, i.payment_id,
      i.refund_id, i.payout_id, i.what, i.state, i.detail
    from ${matching(rows, narrowed)} ${endSql(query, 'at', columns, { text: sql`i.key` })}`
  return query.export ? allRows(db, trx => madeBy(trx, asked, statement)) : read(db, asked, statement)
}
export type Total = { count: number; amount: number }
/** The number of matching items, and their sum. */
export const openTotal = async (db: Db | Trx, asked: OpenItemsQuery, narrowed: Narrowed): Promise<Total> =>
  (
    await read(
      db,
      asked,
      rows =>
        sql<Total>`select count(*) as count, coalesce(sum(i.amount), 0)::bigint as amount from ${matching(rows, narrowed)}`,
    )
  )[0] ?? { count: 0, amount: 0 }

/** The same by age. */
export type Ages = Record<Age, Total>
type AgeRow = Record<`${Age}${'Count' | 'Amount'}`, number>
export async function openByAge(db: Db, asked: OpenItemsQuery, now: Date): Promise<Ages> {
  const of = (age: Age) => sql`count(*) filter (where ${aged(age, now)}) as ${sql.ref(`${age}_count`)},
    coalesce(sum(i.amount) filter (where ${aged(age, now)}), 0)::bigint as ${sql.ref(`${age}_amount`)}`
  const [r] = await read(
    db,
    asked,
    rows => sql<AgeRow>`select ${of('new')}, ${of('late')}, ${of('old')} from (${rows}) i`,
  )
  const total = (count = 0, amount = 0): Total => ({ count, amount })
  return {
    new: total(r?.newCount, r?.newAmount),
    late: total(r?.lateCount, r?.lateAmount),
    old: total(r?.oldCount, r?.oldAmount),
  }
}
