// Documents of the commission as screens, papers and files read them (M-8). Amounts in paise; in lists those of a credit note are
// below 0.
import type { RecipientType } from '@wattdesk/base/business'
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { ListQuery } from '@wattdesk/base/paging'
import { stateName } from '@wattdesk/base/states'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { shownOfCommission } from '#settlement/e-invoices/e-invoice-read.store.ts'
import { type ShownRow, shownPart } from '#settlement/e-invoices/e-invoice-shown.rules.ts'
import { zoneOf } from '#settlement/invoices/special-zone.rules.ts'
import type { CommissionDocument, CommissionRow } from './commission-invoice.contract.ts'
import type { CommissionLine } from './commission-invoice.rules.ts'
import { letterOfDocument } from './platform.store.ts'

type Heads = {
  taxable: number
  cgst: number
  sgst: number
  igst: number
  rounding: number
  total: number
}
const HEADS = ['taxable', 'cgst', 'sgst', 'igst', 'rounding', 'total'] as const
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const inRupees = (h: Heads): Heads =>
  Object.fromEntries(HEADS.map(name => [name, rupees(h[name])])) as Record<(typeof HEADS)[number], number>
const stateOf = (code: string | null) => (code ? { code, name: stateName(code) } : null)
const kindOf = (kind: 'invoice' | 'credit note') => (kind === 'invoice' ? 'Invoice' : 'Credit note')
const heads = (sign: RawBuilder<unknown>) =>
  sql.join(HEADS.map(h => sql`${sign} * ${sql.ref(`d.${h}_paise`)} as ${sql.ref(h)}`))

type Row = Heads & {
  documentId: number
  kind: 'invoice' | 'credit note'
  number: string
  corrects: string | null
  dated: Date
  month: string
  payoutId: string
  teamName: string
  recipientName: string
  recipientGstin: string | null
  placeOfSupply: string | null
  sac: string
}
const SIGN = sql`(case d.kind when 'invoice' then 1 else -1 end)`
const columns: Columns = {
  date: { sql: sql`d.dated`, type: 'date' },
  number: { sql: sql`d.number`, type: 'text' },
  month: { sql: sql`d.month`, type: 'date' },
  total: { sql: sql`(${SIGN} * d.total_paise)`, type: 'number', per: 100 },
}
const matching = (scope: Scope, q: string | undefined) => sql`commission_document d
  join payout p on p.payout_no = d.payout_no join team m on m.id = d.team_id
  left join commission_document o on o.document_id = d.of_document_id
  where ${joined([within(scope, 'd'), searchSql(q, [sql`d.number`, sql`p.payout_id`, sql`m.name`, sql`d.recipient_name`, sql`d.recipient_gstin`])], 'AND')}`

export const list = (db: Db, scope: Scope, query: ListQuery): Promise<ListRows<Row>> =>
  pageOrExportRows(
    db,
    query,
    sql<Row & Keyed>`select d.document_id as cursor_key, d.document_id, d.kind, d.number, o.number as corrects, d.dated,
        to_char(d.month, 'YYYY-MM') as month, p.payout_id, m.name as team_name, d.recipient_name, d.recipient_gstin,
        d.place_of_supply, d.sac, ${heads(SIGN)}
      from ${matching(scope, query.q)} ${endSql(query, '-date', columns, { number: sql`d.document_id` })}`,
  )
export const count = async (db: Db, scope: Scope, q: string | undefined): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${matching(scope, q)}`.execute(db)).rows[0]?.n ?? 0

export type NumberSums = Heads & { gstin: string; supplierName: string; documents: number }
/** The documents dated within a time, by the GST number that supplies: invoices less credit notes. */
export const sumsByNumber = async (trx: Trx, { from, to }: { from: Date; to: Date }): Promise<NumberSums[]> =>
  (
    await sql<NumberSums>`select d.gstin, max(d.supplier_name) as supplier_name, count(*) as documents, ${sql.join(
      HEADS.map(h => sql`sum(${SIGN} * ${sql.ref(`d.${h}_paise`)})::bigint as ${sql.ref(h)}`),
    )} from commission_document d where d.dated >= ${from} and d.dated < ${to} group by 1 order by 1`.execute(trx)
  ).rows

export const rowOf = ({ dated, teamName, placeOfSupply, kind, ...r }: Row): CommissionRow => ({
  documentId: r.documentId,
  kind: kindOf(kind),
  number: r.number,
  corrects: r.corrects,
  date: dated.toISOString(),
  month: r.month,
  payoutId: r.payoutId,
  team_name: teamName,
  recipientName: r.recipientName,
  recipientGstin: r.recipientGstin,
  placeOfSupply: placeOfSupply ? `${placeOfSupply} ${stateName(placeOfSupply)}` : '',
  sac: r.sac,
  ...inRupees(r),
})

type Stored = Omit<Row, 'corrects' | 'teamName'> & {
  teamId: number
  gstin: string
  supplierName: string
  supplierAddress: string | null
  supplierState: string | null
  recipientAddress: string
  recipientType: RecipientType | null
  lut: string | null
  lines: CommissionLine[]
  isTaxDeducted: boolean
  isTaxWithin: boolean
  correctsMonth: string | null
  correctsNumber: string | null
  correctsDated: Date | null
  eInvoice: ShownRow | null
}
const stored = async (db: Db, where: RawBuilder<boolean>): Promise<Stored[]> =>
  (
    await sql<Stored>`select d.document_id, d.kind, d.number, d.dated, to_char(d.month, 'YYYY-MM') as month, p.payout_id, d.team_id,
        d.gstin, d.supplier_name, d.supplier_address, d.supplier_state, d.recipient_name, d.recipient_address, d.recipient_gstin,
        d.recipient_type, case when d.recipient_type = 'SEZWOP' then ${letterOfDocument(sql`d.month`, sql`p.made_at`)} end as lut, d.place_of_supply, d.sac, d.lines, d.is_tax_deducted, d.is_tax_within, to_char(c.month, 'YYYY-MM') as corrects_month,
        o.number as corrects_number, o.dated as corrects_dated, ${shownOfCommission(sql`d.document_id`)} as e_invoice, ${heads(sql`1`)}
      from commission_document d join payout p on p.payout_no = d.payout_no
        left join payout c on c.payout_no = d.corrects_payout_no
        left join commission_document o on o.document_id = d.of_document_id
      where ${where} order by d.document_id`.execute(db)
  ).rows
const documentOf = (d: Stored, businessZone: string): CommissionDocument => ({
  documentId: d.documentId,
  kind: kindOf(d.kind),
  number: d.number,
  date: d.dated.toISOString(),
  businessZone,
  payoutId: d.payoutId,
  teamId: d.teamId,
  month: d.month,
  corrects:
    d.correctsMonth === null
      ? null
      : { number: d.correctsNumber, date: d.correctsDated?.toISOString() ?? null, month: d.correctsMonth },
  supplier: { name: d.supplierName, address: d.supplierAddress, gstin: d.gstin, state: stateOf(d.supplierState) },
  recipient: {
    name: d.recipientName,
    address: d.recipientAddress,
    gstin: d.recipientGstin,
    ...zoneOf(d.recipientType, d.lut),
  },
  placeOfSupply: stateOf(d.placeOfSupply),
  sac: d.sac,
  lines: d.lines.map(l => ({ kind: l.kind, amount: rupees(l.paise), ratePercent: l.ratePpm / 10_000 })),
  isTaxDeducted: d.isTaxDeducted,
  isTaxWithin: d.isTaxWithin,
  isReverseCharge: false,
  ...inRupees(d),
  ...shownPart(d.eInvoice),
})

/** undefined: outside of the scope. */
export async function get(
  db: Db,
  scope: Scope,
  documentId: number,
  zone: string,
): Promise<CommissionDocument | undefined> {
  const where = sql<boolean>`d.document_id = ${documentId} and ${within(scope, 'd')}`
  const [found] = await stored(db, where)
  return found && documentOf(found, zone)
}
/** The documents that were written with a payout. */
export const documentsOfPayout = async (db: Db, payoutId: string, zone: string): Promise<CommissionDocument[]> =>
  (await stored(db, sql<boolean>`p.payout_id = ${payoutId}`)).map(d => documentOf(d, zone))
