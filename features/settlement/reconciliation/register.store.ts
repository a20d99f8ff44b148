// The sales register of a month: each invoice, and each note that corrects one, with its tax (M-2.9), and its
// reconciliation with the bills' postings in the ledger. Amounts in paise; those of a credit note below 0.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { areSumsKept, atMark, beyond } from '#money/ledger/ledger-sums.store.ts'
import { planned } from '#platform/db/big-list-ways.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { EInvoiceState } from '#settlement/e-invoices/e-invoice.words.ts'
import { isBillOfDelivery } from '#settlement/invoices/invoice.store.ts'
import { type Books, inBooks, inParties, teamsOf } from './books.store.ts'
import type { Period } from './period.rules.ts'
import type { Customers } from './register.contract.ts'

type Fragment = RawBuilder<unknown>

/** Documents `i` of the books dated within the period; of notes alone, of invoices alone, or both. */
function documents({ scope }: Books, { from, to }: Period, of: 'invoices' | 'notes' | 'both'): Fragment {
  const kind = of === 'both' ? sql`` : of === 'notes' ? sql`and i.kind <> 'invoice'` : sql`and i.kind = 'invoice'`
  return sql`invoice i cross join lateral (select case i.kind when 'credit note' then -1 else 1 end as sign) s
    where i.team_id = any(${teamsOf(scope)}) and i.dated >= ${from} and i.dated < ${to} ${kind}`
}
const signed = (column: string): Fragment => sql`(s.sign * ${sql.ref(`i.${column}`)})`

/** For a note, the change in energy, which is 0 where only the price was corrected. */
const ENERGY = sql`i.energy_wh - coalesce((select p.energy_wh from invoice p where p.transaction_id = i.transaction_id
  and p.bill_version < i.bill_version order by p.bill_version desc limit 1), 0)`

export type RegisterRow = {
  kind: 'invoice' | 'credit note' | 'debit note'
  number: string
  corrects: string | null
  dated: Date
  suppliedAt: Date
  transactionId: number
  teamName: string
  supplierName: string | null
  supplierGstin: string
  placeOfSupply: string | null
  /** Null where the recipient is no business. */
  recipientName: string | null
  recipientGstin: string | null
  /** Null on a document that needs no registration at the portal. */
  eInvoice: EInvoiceState | null
  irn: string | null
  paymentType: string
  sac: string
  energyWh: number
  rate: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
  rounding: number
  total: number
}
const columns: Columns = {
  date: { sql: sql`i.dated`, type: 'date' },
  number: { sql: sql`i.number`, type: 'text' },
  total: { sql: signed('total_paise'), type: 'number' },
  transactionId: { sql: sql`i.transaction_id`, type: 'number' },
}
export type RegisterScope = {
  books: Books
  period: Period
  of: 'invoices' | 'notes'
  customers?: Customers | undefined
}
/** Whether a document `i` is to a business, which has a GST number (B2B), or to a consumer (B2C). */
const IS_BUSINESS = sql`i.recipient_gstin is not null`
const toCustomers = (customers: Customers | undefined): Fragment =>
  customers === undefined ? sql`true` : customers === 'B2B' ? IS_BUSINESS : sql`not (${IS_BUSINESS})`
/** The recipient's name on a document to a business. */
const LEGAL_NAME = sql`case when ${IS_BUSINESS} then i.recipient_name end`
const matching = ({ books, period, of, customers }: RegisterScope, q: string | undefined): Fragment => sql`
  ${documents(books, period, of)} and ${toCustomers(customers)} and ${searchSql(q, [
    sql`i.transaction_id::text`,
    sql`i.number`,
    sql`i.gstin`,
    sql`i.recipient_gstin`,
    LEGAL_NAME,
    sql`(select m.name from team m where m.id = i.team_id)`,
  ])}`

export const register = (db: Db, asked: RegisterScope, query: ListQuery): Promise<ListRows<RegisterRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      RegisterRow & Keyed
    >`select i.invoice_id as cursor_key, i.kind, i.number, (select o.number from invoice o where o.invoice_id = i.of_invoice_id) as corrects, i.dated,
        coalesce(i.supplied_at, (select t.stopped_at from transaction t where t.transaction_id = i.transaction_id), i.dated) as supplied_at,
        i.transaction_id, (select m.name from team m where m.id = i.team_id) as team_name, i.supplier_name, i.gstin as supplier_gstin,
        i.place_of_supply, i.recipient_gstin, ${LEGAL_NAME} as recipient_name, (select t.payment_type from transaction t where t.transaction_id = i.transaction_id) as payment_type,
        i.sac, ${ENERGY} as energy_wh, i.rate_ppm as rate, ${signed('cost_paise')} as taxable,
        ${signed('cgst_paise')} as cgst, ${signed('sgst_paise')} as sgst, ${signed('igst_paise')} as igst,
        ${signed('rounding_paise')} as rounding, ${signed('total_paise')} as total,
        (select e.state from e_invoice e where e.invoice_id = i.invoice_id) as e_invoice,
        (select e.irn from e_invoice e where e.invoice_id = i.invoice_id) as irn
      from ${matching(asked, query.q)}
      ${endSql(query, 'date', columns, { number: sql`i.invoice_id` })}`,
  )
export const countRegister = async (db: Db, asked: RegisterScope, q: string | undefined): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${matching(asked, q)}`.execute(db)).rows[0]?.n ?? 0

export type StateSums = {
  isNote: boolean
  isBusiness: boolean
  supplierName: string | null
  supplierGstin: string
  placeOfSupply: string | null
  sac: string
  rate: number
  documents: number
  /** Their first and last session. */
  firstId: number
  lastId: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
  rounding: number
  total: number
}
const sum = (column: string): Fragment => sql`sum(${signed(column)})::bigint`
/** By supplier, place of supply, service and rate, and by businesses and consumers. */
export const stateSums = (db: Db, books: Books, period: Period): Promise<StateSums[]> =>
  planned(db, trx => stateSumsIn(trx, books, period))
/** The same as a transaction sees it. */
export const stateSumsIn = async (trx: Trx, books: Books, period: Period): Promise<StateSums[]> =>
  (
    await sql<StateSums>`select i.kind <> 'invoice' as is_note, ${IS_BUSINESS} as is_business, max(i.supplier_name) as supplier_name, i.gstin as supplier_gstin,
        i.place_of_supply, i.sac, i.rate_ppm as rate, count(*) as documents, min(i.transaction_id) as first_id,
        max(i.transaction_id) as last_id, ${sum('cost_paise')} as taxable,
        ${sum('cgst_paise')} as cgst, ${sum('sgst_paise')} as sgst, ${sum('igst_paise')} as igst,
        ${sum('rounding_paise')} as rounding, ${sum('total_paise')} as total
      from ${documents(books, period, 'both')}
      group by 1, 2, i.gstin, i.place_of_supply, i.sac, i.rate_ppm
      order by 1, i.gstin, i.place_of_supply, i.rate_ppm, 2`.execute(trx)
  ).rows

export type Heads = { taxable: number; cgst: number; sgst: number; igst: number }
const NOTHING: Heads = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }
const HEADS = ['taxable', 'cgst', 'sgst', 'igst'] as const
/** Sums of heads of rows `x`, under names with an ending. */
const sumOf = (ending = '', where?: Fragment): Fragment =>
  sql.join(
    HEADS.map(
      h => sql`coalesce(sum(${sql.ref(`x.${h}`)}) ${where ? sql`filter (where ${where})` : sql``}, 0)::bigint
        as ${sql.ref(`${h}${ending}`)}`,
    ),
  )
const headsOf = (alias: string, sign: string): Fragment =>
  sql.join(HEADS.map(h => sql`${sql.raw(sign)} ${sql.ref(`${alias}.${h}_paise`)} as ${sql.ref(h)}`))
/** Heads of bills `b`; for a later version the difference from the version before, which few bills have. */
const heads = (columns: Fragment, from: Fragment, where: Fragment): Fragment => sql`
  select ${columns}, ${headsOf('b', '')} from ${from} where ${where}
  union all select ${columns}, ${headsOf('q', '-')} from ${from}
    join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1 where b.version > 1 and ${where}`

/**
 * The frozen amounts of the documents' bills: of all bills, and of those posted outside the period. `rows` are the sums
 * of the documents; their ids of sessions bound the search for the bills.
 */
export async function billedHeads(
  db: Db,
  books: Books,
  period: Period,
  rows: readonly Pick<StateSums, 'firstId' | 'lastId'>[],
): Promise<{ billed: Heads; elsewhere: Heads }> {
  if (rows.length === 0) return { billed: NOTHING, elsewhere: NOTHING }
  const [first, last] = [Math.min(...rows.map(r => r.firstId)), Math.max(...rows.map(r => r.lastId))]
  const from = sql`(select i.transaction_id, i.bill_version from ${documents(books, period, 'both')}) d
    join bill b on b.transaction_id = d.transaction_id and b.version = d.bill_version
      and b.transaction_id between ${first} and ${last}`
  const outside = sql`x.at < ${period.from} or x.at >= ${period.to}`
  const sums = sql<Heads & Record<`${(typeof HEADS)[number]}Elsewhere`, number>>`
    select ${sumOf()}, ${sumOf('_elsewhere', outside)} from (${heads(sql`b.billed_at as at`, from, sql`true`)}) x`
  const [r] = (await planned(db, trx => sums.execute(trx))).rows
  if (!r) return { billed: NOTHING, elsewhere: NOTHING }
  return {
    billed: { taxable: r.taxable, cgst: r.cgst, sgst: r.sgst, igst: r.igst },
    elsewhere: {
      taxable: r.taxableElsewhere,
      cgst: r.cgstElsewhere,
      sgst: r.sgstElsewhere,
      igst: r.igstElsewhere,
    },
  }
}
/**
 * For bills posted in the period without a document of it: `fromElsewhere`, whose document is dated outside of the period or is
 * not written yet, and `deliveries`, which get none.
 */
export async function headsWithoutDocument(
  db: Db,
  { scope }: Books,
  { from, to, zone }: Period,
): Promise<{ fromElsewhere: Heads; deliveries: Heads }> {
  const where = sql`b.team_id = any(${teamsOf(scope)}) and b.billed_at >= ${from} and b.billed_at < ${to}
    and not exists (select from invoice i where i.transaction_id = b.transaction_id and i.bill_version = b.version
      and i.dated >= ${from} and i.dated < ${to})`
  const sums = sql<Heads & Record<`${(typeof HEADS)[number]}Delivered`, number>>`
    select ${sumOf('', sql`not x.is_delivery`)}, ${sumOf('_delivered', sql`x.is_delivery`)}
    from (${heads(sql`${isBillOfDelivery(zone)} as is_delivery`, sql`bill b`, where)}) x`
  const { rows } = await planned(db, trx => sums.execute(trx))
  const [r] = rows
  if (!r) return { fromElsewhere: NOTHING, deliveries: NOTHING }
  return {
    fromElsewhere: { taxable: r.taxable, cgst: r.cgst, sgst: r.sgst, igst: r.igst },
    deliveries: {
      taxable: r.taxableDelivered,
      cgst: r.cgstDelivered,
      sgst: r.sgstDelivered,
      igst: r.igstDelivered,
    },
  }
}

/**
 * The amounts that bills and corrections moved within the period: the owners' net and the heads of tax, for the
 * accounts of the books.
 */
export const ledgerHeads = (db: Db, books: Books, { month, zone, from, to }: Period): Promise<Heads> =>
  atMark(db, zone, async (trx, folded) => {
    const of = (kind: string) => sql`coalesce(sum(x.paise) filter (where x.kind = ${sql.lit(kind)}), 0)::bigint`
    const { rows } = await sql<Heads>`
      select ${of('owner')} as taxable, ${of('cgst')} as cgst, ${of('sgst')} as sgst, ${of('igst')} as igst
      from (select s.kind, s.credit_paise - s.debit_paise as paise from ledger_month s join ledger_party y on y.party_id = s.party_id
          where ${areSumsKept(folded)} and s.month = ${`${month}-01`}::date and s.posting_kind in ('bill', 'correction') and ${inParties(books)}
        union all select a.kind, case e.side when 'C' then e.amount_paise else -e.amount_paise end
          from posting p join entry e on e.posting_id = p.posting_id join account a on a.account_id = e.account_id
          where ${beyond(folded)} and p.posting_id > ${folded} and p.event_at >= ${from} and p.event_at < ${to}
            and p.kind in ('bill', 'correction') and ${inBooks(books)}) x`.execute(trx)
    return rows[0] ?? NOTHING
  })
