// Reads the documents of a supplier's GST number in a month: invoices and notes of sessions, and for the platform those of the
// commission. Amounts in paise; those of a credit note are above 0.
import { type RawBuilder, sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { allRows } from '#platform/http/exports.ts'
import { type NumberSums, sumsByNumber } from '#settlement/commission-invoices/commission-read.store.ts'
import { isThroughPlatform } from '#settlement/payouts/tax-bases.store.ts'
import { type Books, isInBooksScope, teamsOf } from '#settlement/reconciliation/books.store.ts'
import type { Period } from '#settlement/reconciliation/period.rules.ts'
import { type StateSums, stateSumsIn } from '#settlement/reconciliation/register.store.ts'
import { LARGE_INVOICES, type NumberRun, type OutwardDocument, SECTIONS } from './gstr1.rules.ts'

type Fragment = RawBuilder<unknown>
export type Month = { books: Books; period: Period }
/** The platform as an e-commerce operator that collects tax in a month. `etin`: the GST number that it collects under. */
export type Operator = { etin: string; pans: readonly string[] }
/** The documents of one GST number. `operator`: through whom they may be supplied; null where nobody collects tax. */
export type Return = Month & { gstin: string; operator: Operator | null }

/** Invoices of the commission are the platform's, so they are its own alone to report. */
export const hasCommission = ({ books }: Month): boolean => books.scope.kind === 'all'

const dayOf = (at: Fragment, { period }: Month): Fragment => sql`(${at} at time zone ${period.zone})::date`
/** The total above which an invoice `alias` to a consumer across states is large. */
const largeTotal = (alias: 'd' | 'o', month: Month): Fragment => {
  const day = dayOf(sql.ref(`${alias}.dated`), month)
  const cases = LARGE_INVOICES.toReversed().map(l => sql`when ${day} >= ${l.from}::date then ${l.paise}::bigint`)
  return sql`(case ${sql.join(cases, sql` `)} end)`
}
const isAcross = (alias: 'd' | 'o'): Fragment => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`(${of('igst_paise')} <> 0 or coalesce(${of('supplier_state')} <> ${of('place_of_supply')}, false))`
}
/** A note is reported as its invoice is: by itself where that was large, else with the sums of consumers. */
const sectionOf = (month: Month): Fragment => sql`case
  when d.recipient_gstin is not null then case d.kind when 'invoice' then 'b2b' else 'cdnr' end
  when d.kind = 'invoice' then case when ${isAcross('d')} and d.total_paise > ${largeTotal('d', month)} then 'b2cl' else 'b2cs' end
  when ${isAcross('o')} and o.total_paise > ${largeTotal('o', month)} then 'cdnur' else 'b2cs' end`

type Source = { table: Fragment; where: Fragment }
const inMonth = ({ period: { from, to }, gstin }: Return): Fragment =>
  sql`d.dated >= ${from} and d.dated < ${to} and d.gstin = ${gstin}`
const ofSessions = (r: Return): Source => ({
  table: sql`invoice d left join invoice o on o.invoice_id = d.of_invoice_id
    left join e_invoice e on e.invoice_id = d.invoice_id and e.state = 'registered'`,
  where: sql`d.team_id = any(${teamsOf(r.books.scope)}) and ${inMonth(r)}`,
})
const ofCommission = (r: Return): Source => ({
  table: sql`commission_document d left join commission_document o on o.document_id = d.of_document_id
    left join e_invoice e on e.commission_document_id = d.document_id and e.state = 'registered'`,
  where: sql`${hasCommission(r)}::boolean and ${inMonth(r)}`,
})

/** Vouchers of payments, whose numbers alone are reported. */
const ofVouchers = (r: Return): Source => ({
  table: sql`(select v.kind || ' voucher' as kind, v.series, v.fiscal_year, v.sequence, v.number, v.dated, v.gstin, v.team_id from voucher v) d`,
  where: sql`d.team_id = any(${teamsOf(r.books.scope)}) and ${inMonth(r)}`,
})

/** SQL: a document `d` of a session was supplied through the operator of a return. */
const isThrough = ({ operator }: Return): Fragment =>
  operator
    ? sql`coalesce((select ${isThroughPlatform(sql`t.payment_type`, sql`d.gstin`, operator.pans)} from transaction t
        where t.transaction_id = d.transaction_id), false)`
    : sql`false`

type Row = Omit<OutwardDocument, 'isDouble'>
const columns = (
  r: Return,
  own: Fragment,
): Fragment => sql`${sectionOf(r)} as section, ${own}, d.kind, d.number, d.dated,
  to_char(${dayOf(sql`d.dated`, r)}, 'YYYY-MM-DD') as day, d.recipient_gstin,
  case when d.recipient_gstin is not null then d.recipient_name end as recipient_name, d.place_of_supply,
  d.recipient_type, (${isAcross('d')} or d.recipient_type is not null) as is_across, e.irn,
  to_char(${dayOf(sql`e.acked_at`, r)}, 'YYYY-MM-DD') as irn_day, d.sac, d.cgst_paise as cgst, d.sgst_paise as sgst, d.igst_paise as igst,
  d.rounding_paise as rounding, d.total_paise as total`
/** In the order of sections, and in them of recipients or places of supply. */
const documents = (r: Return): RawBuilder<Row> => {
  const [sessions, commission] = [ofSessions(r), ofCommission(r)]
  const session = sql`d.invoice_id as id, d.transaction_id, d.rate_ppm, null::jsonb as lines, false as is_tax_within, d.cost_paise as taxable,
    ${isThrough(r)} as is_through_operator`
  const fee = sql`d.document_id as id, null::integer as transaction_id, null::integer as rate_ppm, d.lines, d.is_tax_within,
    d.taxable_paise as taxable, false as is_through_operator`
  return sql<Row>`select section, id, transaction_id, kind, number, day, recipient_gstin, recipient_name, place_of_supply, recipient_type, is_across,
      irn, irn_day, sac, rate_ppm, lines, is_tax_within, taxable, cgst, sgst, igst, rounding, total, is_through_operator
    from (select ${columns(r, session)} from ${sessions.table} where ${sessions.where}
      union all select ${columns(r, fee)} from ${commission.table} where ${commission.where}) x
    order by array_position(${texts(SECTIONS)}, section), case when section in ('b2b', 'cdnr') then recipient_gstin
      when section = 'b2cl' then coalesce(place_of_supply, '') else '' end collate "C", dated, number collate "C", id`
}

/** The runs of numbers of a return. */
export const numberRuns = async (trx: Trx, r: Return): Promise<NumberRun[]> => {
  const numbers = (s: Source) =>
    sql`select d.kind, d.series, d.fiscal_year, d.sequence, d.number from ${s.table} where ${s.where}`
  const { rows } = await sql<NumberRun>`
    select kind, (array_agg(number order by sequence))[1] as first, (array_agg(number order by sequence desc))[1] as last,
      count(*) as documents
    from (select x.*, x.sequence - row_number() over (partition by kind, series, fiscal_year order by sequence) as run
      from (${sql.join([ofSessions(r), ofCommission(r), ofVouchers(r)].map(numbers), sql` union all `)}) x) y
    group by kind, series, fiscal_year, run order by kind, series collate "C", fiscal_year, min(sequence)`.execute(trx)
  return rows
}
const doubles = async (trx: Trx, r: Return): Promise<Set<string>> => {
  const [sessions, commission] = [ofSessions(r), ofCommission(r)]
  const numbers = (s: Source) => sql`select upper(d.number) as number from ${s.table} where ${s.where}`
  const { rows } = await sql<{ number: string }>`select number
    from (${numbers(sessions)} union all ${numbers(commission)}) x group by 1 having count(*) > 1`.execute(trx)
  return new Set(rows.map(x => x.number))
}

/** The sums of the registers, as the transaction of a return sees them. */
export type Registers = { sessions: StateSums[]; commission: NumberSums[] }
export const registersIn = async (trx: Trx, month: Month): Promise<Registers> => ({
  sessions: await stateSumsIn(trx, month.books, month.period),
  commission: hasCommission(month) ? await sumsByNumber(trx, month.period) : [],
})

/**
 * All documents of a return in portions, of one moment. `before` reads first what else is to be of that moment.
 */
export async function* outwardDocuments(
  db: Db,
  r: Return,
  before: (trx: Trx) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<OutwardDocument[]> {
  let twice = new Set<string>()
  const portions = allRows(db, async trx => {
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true)`.execute(
      trx,
    )
    twice = await doubles(trx, r)
    await before(trx)
    return documents(r)
  })
  for await (const rows of portions) yield rows.map(row => ({ ...row, isDouble: twice.has(row.number.toUpperCase()) }))
}

/** Taxable value of documents supplied through the operator that stand in another month than their tax was collected in; paise. */
export type OtherMonths = { later: number; earlier: number }
/**
 * `later`: of documents of the month whose tax the payouts of the month did not collect. `earlier`: of documents of other months whose
 * tax they did. A line of a payout has the documents of all versions of a bill since the line before.
 */
export async function otherMonths(trx: Trx, r: Return): Promise<OtherMonths> {
  const { scope } = r.books
  const { from, to, month } = r.period
  const signed = sql`case d.kind when 'credit note' then -d.cost_paise else d.cost_paise end`
  const isCollected = sql`p.month = ${`${month}-01`}::date and p.taxes -> 'tcs' <> 'null'::jsonb`
  const isOfLine = sql`l.transaction_id = d.transaction_id and l.bill_version >= d.bill_version and coalesce(l.prior_version, 0) < d.bill_version`
  const { rows } = await sql<OtherMonths>`select
    coalesce((select sum(${signed}) from invoice d where d.team_id = any(${teamsOf(scope)}) and ${inMonth(r)} and ${isThrough(r)}
      and not exists (select from payout_line l join payout p on p.payout_no = l.payout_no where ${isOfLine} and ${isCollected})), 0)::bigint as later,
    coalesce((select sum(${signed}) from payout p join payout_line l on l.payout_no = p.payout_no join invoice d on ${isOfLine}
      where ${isCollected} and ${isInBooksScope(scope, 'p')} and d.gstin = ${r.gstin} and (d.dated < ${from} or d.dated >= ${to})
        and ${isThrough(r)}), 0)::bigint as earlier`.execute(trx)
  return rows[0] ?? { later: 0, earlier: 0 }
}

export type TaxHeads = { cgst: number; sgst: number; igst: number }
/** What the settlements that have commission documents in the return brought to the heads of tax on the commission. */
export async function commissionLedger(db: Db | Trx, r: Return): Promise<TaxHeads> {
  const { where } = ofCommission(r)
  const { rows } = await sql<{ kind: string; paise: number }>`
    select a.kind, sum(case when e.side = a.normal_side then e.amount_paise else -e.amount_paise end)::bigint as paise
    from posting g join entry e on e.posting_id = g.posting_id join account a on a.account_id = e.account_id
    where g.idempotency_key in (select 'settlement:' || p.payout_id from commission_document d join payout p on p.payout_no = d.payout_no
        where ${where})
      and a.kind in ('cgstOut', 'sgstOut', 'igstOut') group by 1`.execute(db)
  const of = (kind: string) => rows.find(x => x.kind === kind)?.paise ?? 0
  return { cgst: of('cgstOut'), sgst: of('sgstOut'), igst: of('igstOut') }
}

/** Whether every company with documents in the return has closed the month. */
export async function isClosedByAll(db: Db, r: Return): Promise<boolean> {
  const [sessions, commission] = [ofSessions(r), ofCommission(r)]
  const companies = (s: Source) => sql`select d.company_id from ${s.table} where ${s.where}`
  const { rows } = await sql<{ isClosed: boolean }>`select coalesce(bool_and(coalesce(books_closed_until(c.company_id)
      >= ${r.period.to}::timestamptz, false)), false) as is_closed
    from (${companies(sessions)} union ${companies(commission)}) c`.execute(db)
  return rows[0]?.isClosed ?? false
}

/** Whether other teams of the company have documents under the number in the month. */
export async function isOfMoreTeams(
  db: Db,
  { books: { scope }, period: { from, to }, gstin }: Return,
): Promise<boolean> {
  if (scope.kind !== 'teams') return false
  const { rows } = await sql<{ isThere: boolean }>`select exists (select from invoice d
    where d.company_id = (select company_id from team where id = ${scope.teamId}) and d.dated >= ${from} and d.dated < ${to}
      and d.gstin = ${gstin} and d.team_id <> all(${teamsOf(scope)})) as is_there`.execute(db)
  return rows[0]?.isThere ?? false
}
