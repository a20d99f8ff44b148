// Documents at the invoice registration portal as lists, papers and the portal itself need them (TAX-09). Amounts in paise.
import type { ListQuery } from '@wattdesk/base/paging'
import type { DocumentType } from '@wattdesk/irp/document'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { EInvoiceState } from './e-invoice.words.ts'
import type { ShownRow } from './e-invoice-shown.rules.ts'
import type { OwnDocument } from './portal-document.rules.ts'

type Fragment = RawBuilder<unknown>

/** SQL: what a document shows of its registration, as JSON; null for a document that has none. */
const shownWhere = (where: Fragment): RawBuilder<ShownRow | null> => sql<ShownRow | null>`(
  select json_build_object('state', e.state, 'irn', e.irn, 'ackNo', e.ack_no, 'ackedAt', e.acked_at, 'qr', e.signed_qr,
    'fault', e.error_text, 'cancelledAt', e.cancelled_at) from e_invoice e where ${where})`
export const shownOfInvoice = (invoiceId: Fragment) => shownWhere(sql`e.invoice_id = ${invoiceId}`)
export const shownOfCommission = (documentId: Fragment) => shownWhere(sql`e.commission_document_id = ${documentId}`)

export type Row = {
  eInvoiceId: number
  companyId: number
  teamId: number
  type: DocumentType
  number: string
  dated: Date
  teamName: string
  transactionId: number | null
  commissionDocumentId: number | null
  gstin: string
  recipientName: string | null
  recipientGstin: string
  total: number
  state: EInvoiceState
  irn: string | null
  ackNo: string | null
  ackedAt: Date | null
  attempts: number
  nextAt: Date | null
  errorCode: string | null
  errorField: string | null
  errorText: string | null
  cancelReason: string | null
  cancelledAt: Date | null
}
const columns: Columns = {
  date: { sql: sql`e.dated`, type: 'date' },
  number: { sql: sql`e.number`, type: 'text' },
  total: { sql: sql`x.total`, type: 'number', per: 100 },
}
const FROM = sql`e_invoice e join team m on m.id = e.team_id
  left join invoice i on i.invoice_id = e.invoice_id left join commission_document d on d.document_id = e.commission_document_id
  cross join lateral (select case e.type when 'CRN' then -1 else 1 end * coalesce(i.total_paise, d.total_paise) as total) x`
const SELECT = sql`e.e_invoice_id, e.company_id, e.team_id, e.type, e.number, e.dated, m.name as team_name, i.transaction_id,
  e.commission_document_id, e.gstin, coalesce(i.recipient_name, d.recipient_name) as recipient_name,
  coalesce(i.recipient_gstin, d.recipient_gstin) as recipient_gstin, x.total, e.state, e.irn, e.ack_no, e.acked_at, e.attempts,
  e.next_at, e.error_code, e.error_field, e.error_text, e.cancel_reason, e.cancelled_at`

type Asked = { q?: string | undefined; state?: EInvoiceState | undefined }
const matching = (scope: Scope, { q, state }: Asked) =>
  sql`${FROM} where ${joined(
    [
      within(scope, 'e'),
      state ? sql<boolean>`e.state = ${state}` : sql<boolean>`true`,
      searchSql(q, [
        sql`e.number`,
        sql`e.irn`,
        sql`e.gstin`,
        sql`coalesce(i.recipient_gstin, d.recipient_gstin)`,
        sql`coalesce(i.recipient_name, d.recipient_name)`,
        sql`m.name`,
      ]),
    ],
    'AND',
  )}`
export const list = (db: Db, scope: Scope, query: ListQuery & Asked): Promise<ListRows<Row>> =>
  pageOrExportRows(
    db,
    query,
    sql<Row & Keyed>`select e.e_invoice_id as cursor_key, ${SELECT} from ${matching(scope, query)}
      ${endSql(query, '-date', columns, { number: sql`e.e_invoice_id` })}`,
  )
export const count = async (db: Db, scope: Scope, asked: Asked): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${matching(scope, asked)}`.execute(db)).rows[0]?.n ?? 0
export const get = async (db: Db | Trx, scope: Scope, eInvoiceId: number): Promise<Row | undefined> =>
  (
    await sql<Row>`select ${SELECT} from ${FROM} where e.e_invoice_id = ${eInvoiceId} and ${within(scope, 'e')}`.execute(
      db,
    )
  ).rows[0]

/** SQL: a PIN code that was typed last for a document of the same GST number in the company. */
const known = (pin: 'seller_pin' | 'buyer_pin', isSame: Fragment) => sql`(select k.${sql.ref(pin)} from e_invoice k
  left join invoice ki on ki.invoice_id = k.invoice_id left join commission_document kd on kd.document_id = k.commission_document_id
  where k.company_id = e.company_id and k.${sql.ref(pin)} is not null and ${isSame} order by k.e_invoice_id desc limit 1)`
const knownPins = (recipient: Fragment) => sql`e.seller_pin, e.buyer_pin,
  ${known('seller_pin', sql`k.gstin = e.gstin`)} as known_seller_pin,
  ${known('buyer_pin', sql`coalesce(ki.recipient_gstin, kd.recipient_gstin) = ${recipient}`)} as known_buyer_pin`

type Line = { kind?: 'fixed' | 'unit' | 'corrections'; paise: number; ratePpm: number }
type Source = Omit<OwnDocument, 'lines' | 'corrects'> & {
  lines: Line[]
  correctsNumber: string | null
  correctsDated: Date | null
}
const LINE_TEXTS = {
  fixed: 'Platform service, fixed charges',
  unit: 'Platform service, commission by unit',
  corrections: 'Platform service, corrected bills of earlier months',
} as const

/** The document of a row as it was written. */
export async function ownDocument(db: Db, eInvoiceId: number): Promise<OwnDocument> {
  const { rows } = await sql<Source>`
    select e.type, e.number, e.dated, e.gstin, i.supplier_name, i.supplier_address, i.recipient_name, i.recipient_gstin,
      i.recipient_address, i.place_of_supply, i.recipient_type, i.sac, json_build_array(json_build_object('paise', i.cost_paise, 'ratePpm', i.rate_ppm)) as lines,
      false as is_tax_within, i.cost_paise as taxable_paise, i.cgst_paise, i.sgst_paise, i.igst_paise, i.rounding_paise, i.total_paise,
      o.number as corrects_number, o.dated as corrects_dated, ${knownPins(sql`i.recipient_gstin`)}
    from e_invoice e join invoice i on i.invoice_id = e.invoice_id left join invoice o on o.invoice_id = i.of_invoice_id
    where e.e_invoice_id = ${eInvoiceId}
    union all select e.type, e.number, e.dated, e.gstin, d.supplier_name, d.supplier_address, d.recipient_name, d.recipient_gstin,
      d.recipient_address, d.place_of_supply, d.recipient_type, d.sac, d.lines::json, d.is_tax_within, d.taxable_paise, d.cgst_paise, d.sgst_paise,
      d.igst_paise, d.rounding_paise, d.total_paise, o.number, o.dated, ${knownPins(sql`d.recipient_gstin`)}
    from e_invoice e join commission_document d on d.document_id = e.commission_document_id
      left join commission_document o on o.document_id = d.of_document_id
    where e.e_invoice_id = ${eInvoiceId}`.execute(db)
  const [r] = rows
  if (!r) throw new Error(`The e-invoice ${eInvoiceId} has no document`)
  const { correctsNumber: number, correctsDated: dated, lines, ...own } = r
  return {
    ...own,
    lines: lines.map(l => ({ ...l, text: l.kind ? LINE_TEXTS[l.kind] : 'Charging of an electric vehicle' })),
    corrects: number !== null && dated !== null ? { number, dated } : null,
  }
}
