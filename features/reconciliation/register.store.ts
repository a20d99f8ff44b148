// The sales register of a month: each invoice, and each note that corrects one, with its tax (M-2.9), from the bills that they
// were made of. Amounts in paise; of a credit note below 0.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type Columns, orderSql, pageSql, searchSql } from '../../platform/db/list.ts'
import { askedRows, type Rows } from '../../platform/http/exports.ts'
import { type Books, inBooks, teamsOf } from './books.store.ts'
import type { Period } from './period.rules.ts'

type Fragment = RawBuilder<unknown>
/** R(a, n, d): rounded half up, away from zero for negatives (M-1). */
const rounded = (a: Fragment, n: Fragment, d: Fragment): Fragment =>
  sql`(sign(${a}) * ((2 * abs(${a}) * (${n})::bigint + (${d})::bigint) / (2 * (${d})::bigint)))::bigint`

/** A bill, or a later version as the difference to the one before it. */
const part = (column: string): Fragment =>
  sql`(${sql.ref(`b.${column}`)} - coalesce(${sql.ref(`q.${column}`)}, 0))::bigint as ${sql.ref(column)}`
const parts = sql.join(
  ['total_paise', 'energy_wh', 'taxable_paise', 'cgst_paise', 'sgst_paise', 'igst_paise', 'surcharge_paise'].map(part),
)
const document = (at: Fragment): Fragment => sql`
  b.transaction_id, b.version, ${at} as dated, b.billed_at, b.team_id, t.payment_type, b.supplier_name, b.supplier_gstin, b.supplier_state,
  b.place_of_supply, coalesce(b.tax_ppm, 180000)::bigint as rate, (b.igst_paise > 0 or coalesce(q.igst_paise, 0) > 0) as is_across,
  case when coalesce(q.total_paise, 0) = 0 then 'Invoice' when b.total_paise < q.total_paise then 'Credit note' else 'Debit note' end as kind,
  ${parts}`
const prior = sql`left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1`

/** Invoices are dated by the end of their session, notes by the correction. */
function documents({ scope }: Books, { from, to }: Period, of: 'invoices' | 'notes' | 'both'): Fragment {
  const invoices = sql`select ${document(sql`t.stopped_at`)} from transaction t join bill b on b.transaction_id = t.transaction_id ${prior}
    where t.team_id = any(${teamsOf(scope)}) and t.stopped_at is not null and t.stopped_at >= ${from} and t.stopped_at < ${to}
      and b.total_paise > 0 and coalesce(q.total_paise, 0) = 0`
  const notes = sql`select ${document(sql`b.billed_at`)} from bill b join transaction t on t.transaction_id = b.transaction_id ${prior}
    where b.team_id = any(${teamsOf(scope)}) and b.billed_at >= ${from} and b.billed_at < ${to} and b.version > 1
      and q.total_paise > 0 and b.total_paise <> q.total_paise`
  return of === 'invoices' ? invoices : of === 'notes' ? notes : sql`${invoices} union all ${notes}`
}
const cost = rounded(sql`d.total_paise`, sql`1000000`, sql`1000000 + d.rate`)
const head = sql`case when d.is_across then 0 else ${rounded(sql`d.total_paise`, sql`d.rate`, sql`2 * (1000000 + d.rate)`)} end`
/** The figures that an invoice shows (M-2.9). */
const taxed = (of: Fragment): Fragment => sql`(select d.*, ${cost} as cost, ${head} as head from (${of}) d) i`
const igst = sql`case when i.is_across then i.total_paise - i.cost else 0 end`
const rounding = sql`case when i.is_across then 0 else i.total_paise - i.cost - 2 * i.head end`

export type RegisterRow = {
  kind: 'Invoice' | 'Credit note' | 'Debit note'
  dated: Date
  transactionId: number
  teamName: string
  supplierName: string | null
  supplierGstin: string | null
  placeOfSupply: string | null
  paymentType: string
  energyWh: number
  rate: number
  taxable: number
  head: number
  igst: number
  rounding: number
  total: number
}
const columns: Columns = {
  date: { sql: sql`i.dated`, type: 'date' },
  total: { sql: sql`i.total_paise`, type: 'number' },
  transactionId: { sql: sql`i.transaction_id`, type: 'number' },
}
export type Of = { books: Books; period: Period; of: 'invoices' | 'notes' }
const matching = (
  { books, period, of }: Of,
  q: string | undefined,
): Fragment => sql`${taxed(documents(books, period, of))}
  join team m on m.id = i.team_id
  where ${searchSql(q, [sql`i.transaction_id::text`, sql`m.name`, sql`i.supplier_gstin`])}`

export const register = (db: Db, asked: Of, query: ListQuery): Promise<Rows<RegisterRow>> =>
  askedRows(
    db,
    query,
    sql<RegisterRow>`select i.kind, i.dated, i.transaction_id, m.name as team_name, i.supplier_name, i.supplier_gstin,
        i.place_of_supply, i.payment_type, i.energy_wh, i.rate, i.cost as taxable, i.head, ${igst} as igst, ${rounding} as rounding,
        i.total_paise as total
      from ${matching(asked, query.q)}
      ${orderSql(query.sort ?? 'date', columns, sql`(i.transaction_id, i.version)`)} ${pageSql(query)}`,
  )
export const countRegister = async (db: Db, asked: Of, q: string | undefined): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${matching(asked, q)}`.execute(db)).rows[0]?.n ?? 0

export type StateSums = {
  isNote: boolean
  supplierName: string | null
  supplierGstin: string | null
  placeOfSupply: string | null
  rate: number
  documents: number
  taxable: number
  head: number
  igst: number
  rounding: number
  total: number
}
/** By supplier, place of supply and rate. */
export const stateSums = async (db: Db, books: Books, period: Period): Promise<StateSums[]> =>
  (
    await sql<StateSums>`select i.kind <> 'Invoice' as is_note, max(i.supplier_name) as supplier_name, i.supplier_gstin,
        i.place_of_supply, i.rate, count(*) as documents, sum(i.cost)::bigint as taxable, sum(i.head)::bigint as head,
        sum(${igst})::bigint as igst, sum(${rounding})::bigint as rounding, sum(i.total_paise)::bigint as total
      from ${taxed(documents(books, period, 'both'))}
      group by 1, i.supplier_gstin, i.place_of_supply, i.rate order by 1, i.supplier_gstin, i.place_of_supply, i.rate`.execute(
      db,
    )
  ).rows

export type Heads = { taxable: number; cgst: number; sgst: number; igst: number }
const heads = (prefix: string): Fragment =>
  sql.join(
    ['taxable', 'cgst', 'sgst', 'igst'].map(
      h => sql`coalesce(sum(${sql.ref(`${prefix}.${h}_paise`)}), 0)::bigint as ${sql.ref(h)}`,
    ),
  )
const NOTHING: Heads = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }
/** The documents' own heads, as their bills froze them. */
export const billedHeads = async (db: Db, books: Books, period: Period): Promise<Heads> =>
  (await sql<Heads>`select ${heads('d')} from (${documents(books, period, 'both')}) d`.execute(db)).rows[0] ?? NOTHING

/**
 * Of bills whose document is dated in another month than they were posted in: `early` of those dated in the period and posted
 * outside of it, `late` of those posted in it and dated outside.
 */
export async function movedHeads(
  db: Db,
  books: Books,
  period: Period,
): Promise<{ elsewhere: Heads; fromElsewhere: Heads }> {
  const { from, to } = period
  const teams = teamsOf(books.scope)
  const [elsewhere, fromElsewhere] = await Promise.all([
    sql<Heads>`select ${heads('d')} from (${documents(books, period, 'invoices')}) d where d.billed_at < ${from} or d.billed_at >= ${to}`.execute(
      db,
    ),
    sql<Heads>`select ${heads('b')} from bill b join transaction t on t.transaction_id = b.transaction_id ${prior}
      where b.team_id = any(${teams}) and b.billed_at >= ${from} and b.billed_at < ${to} and b.total_paise > 0
        and coalesce(q.total_paise, 0) = 0 and (t.stopped_at < ${from} or t.stopped_at >= ${to})`.execute(db),
  ])
  return { elsewhere: elsewhere.rows[0] ?? NOTHING, fromElsewhere: fromElsewhere.rows[0] ?? NOTHING }
}

/** What bills and corrections moved within the period: the owners' net and the heads of tax, of the books' accounts. */
export async function ledgerHeads(db: Db, books: Books, { from, to }: Period): Promise<Heads> {
  const of = (kind: string) =>
    sql`coalesce(sum(case e.side when 'C' then e.amount_paise else -e.amount_paise end) filter (where a.kind = ${sql.lit(kind)}), 0)::bigint`
  const { rows } = await sql<Heads>`
    select ${of('owner')} as taxable, ${of('cgst')} as cgst, ${of('sgst')} as sgst, ${of('igst')} as igst
    from posting p join entry e on e.posting_id = p.posting_id join account a on a.account_id = e.account_id
    where p.team_id = any(${teamsOf(books.scope)}) and p.event_at >= ${from} and p.event_at < ${to}
      and p.kind in ('bill', 'correction') and a.kind in ('owner', 'cgst', 'sgst', 'igst') and ${inBooks(books)}`.execute(
    db,
  )
  return rows[0] ?? NOTHING
}
