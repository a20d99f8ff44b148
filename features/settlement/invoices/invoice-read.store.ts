// The invoice of a session as it is shown, with its notes.
import type { RecipientType } from '@wattdesk/base/business'
import { rupeesFromPaise } from '@wattdesk/base/money'
import { stateName, stateOfGstin } from '@wattdesk/base/states'
import { isLanguage, USUAL } from '@wattdesk/words/language'
import { sql } from 'kysely'
import { letterThen } from '#charging/billing/payer.store.ts'
import { shownType } from '#charging/sessions/shown-type.store.ts'
import { type ShownEvse, shownEvseSql } from '#fleet/stations/evse.store.ts'
import { sessionSeconds } from '#fleet/stations/session-length.rules.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { shownOfInvoice } from '#settlement/e-invoices/e-invoice-read.store.ts'
import { type ShownRow, shownPart } from '#settlement/e-invoices/e-invoice-shown.rules.ts'
import type { Invoice, InvoiceNote } from './invoice.contract.ts'
import { getsInvoice } from './invoice.store.ts'
import { zoneOf } from './special-zone.rules.ts'

type Paper = {
  kind: 'invoice' | InvoiceNote['kind']
  number: string
  dated: string
  suppliedAt: string | null
  costPaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  roundingPaise: number
  totalPaise: number
  eInvoice: ShownRow | null
}
type Row = ShownEvse & {
  transactionId: number
  gstin: string
  supplierName: string | null
  supplierAddress: string | null
  supplierState: string | null
  placeOfSupply: string | null
  recipientName: string | null
  recipientEmail: string | null
  recipientPhone: string | null
  recipientGstin: string | null
  recipientAddress: string | null
  recipientType: RecipientType | null
  lut: string | null
  sac: string
  ratePpm: number
  energyWh: number
  chargepointId: string
  chargepointName: string
  connectorId: number
  startedAt: Date
  stoppedAt: Date
  paymentType: string
  paymentId: string | null
  language: string | null
  papers: Paper[]
}
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const supplyOf = (p: Paper) => (p.suppliedAt === null ? null : new Date(p.suppliedAt).toISOString())
const figuresOf = (p: Paper) => ({
  cost: rupees(p.costPaise),
  gst: rupees(p.totalPaise - p.costPaise),
  cgst: rupees(p.cgstPaise),
  sgst: rupees(p.sgstPaise),
  igst: rupees(p.igstPaise),
  rounding: rupees(p.roundingPaise),
  total: rupees(p.totalPaise),
})
const stateOf = (code: string | null): Invoice['placeOfSupply'] => (code ? { code, name: stateName(code) } : null)

/** Whether a session of the scope has a billed version without a paper, which can be written then. */
export async function isLacking(db: Db, scope: Scope, transactionId: number, zone: string): Promise<boolean> {
  const { rows } = await sql`select from transaction t join bill b on b.transaction_id = t.transaction_id
    left join bill p on p.transaction_id = b.transaction_id and p.version = b.version - 1
    where t.transaction_id = ${transactionId} and ${within(scope, 't')} and t.stopped_at is not null and not t.in_review
      and ${getsInvoice(zone)}
      and b.total_paise <> coalesce(p.total_paise, 0) and not exists (select from invoice i
        where i.transaction_id = b.transaction_id and i.bill_version = b.version) limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a billed session of the scope is a delivery without invoice. */
export async function isDelivery(db: Db, scope: Scope, transactionId: number, zone: string): Promise<boolean> {
  const { rows } =
    await sql`select from transaction t where t.transaction_id = ${transactionId} and ${within(scope, 't')}
      and t.stopped_at is not null and not t.in_review and not ${getsInvoice(zone)}
      and exists (select from bill b where b.transaction_id = t.transaction_id and b.total_paise > 0)`.execute(db)
  return rows.length > 0
}

/** When the bill of invoice `i` was made, by whose letter it is without tax. */
const BILLED_AT = sql`(select b.billed_at from bill b where b.transaction_id = i.transaction_id and b.version = i.bill_version)`

/** undefined: outside the scope, or without an invoice. */
export async function invoiceOf(
  db: Db,
  scope: Scope,
  transactionId: number,
  businessZone: string,
): Promise<Invoice | undefined> {
  const { rows } = await sql<Row>`
    select i.transaction_id, i.gstin, i.supplier_name, i.supplier_address, i.supplier_state, i.place_of_supply,
      i.recipient_name, i.recipient_email, i.recipient_phone, i.recipient_gstin, i.recipient_address, i.recipient_type,
      case when i.recipient_type = 'SEZWOP' then ${letterThen(sql`i.company_id`, sql`t.started_at`, BILLED_AT)} end as lut, i.sac, i.rate_ppm, i.energy_wh, t.chargepoint_id,
      t.chargepoint_name, t.connector_id, ${shownEvseSql('t')}, t.started_at, t.stopped_at, ${shownType} as payment_type, t.payment_id,
      coalesce((select s.language from pay_session s where s.transaction_id = t.transaction_id limit 1),
        (select d.language from driver d where d.id = t.driver_id)) as language,
      (select json_agg(json_build_object('kind', p.kind, 'number', p.number, 'dated', p.dated,
        'suppliedAt', p.supplied_at, 'costPaise', p.cost_paise,
        'cgstPaise', p.cgst_paise, 'sgstPaise', p.sgst_paise, 'igstPaise', p.igst_paise, 'roundingPaise', p.rounding_paise,
        'totalPaise', p.total_paise, 'eInvoice', ${shownOfInvoice(sql`p.invoice_id`)}) order by p.bill_version) from invoice p where p.transaction_id = i.transaction_id) as papers
    from invoice i join transaction t on t.transaction_id = i.transaction_id
    where i.transaction_id = ${transactionId} and i.kind = 'invoice' and ${within(scope, 't')}`.execute(db)
  const [r] = rows
  const own = r?.papers.find(p => p.kind === 'invoice')
  if (!r || !own) return undefined
  const notes = r.papers.flatMap(p => (p.kind === 'invoice' ? [] : [{ ...p, kind: p.kind }]))
  const remainsPaise = notes.reduce(
    (sum, n) => sum + (n.kind === 'credit note' ? -n.totalPaise : n.totalPaise),
    own.totalPaise,
  )
  return {
    number: own.number,
    reference: `INV-${r.transactionId}`,
    transactionId: r.transactionId,
    date: new Date(own.dated).toISOString(),
    dateOfSupply: supplyOf(own),
    businessZone,
    supplier: {
      name: r.supplierName ?? '',
      address: r.supplierAddress,
      gstin: r.gstin || null,
      state: stateOf(r.supplierState),
    },
    recipient: {
      name: r.recipientName,
      email: r.recipientEmail,
      phone: r.recipientPhone,
      ...(r.recipientGstin && {
        business: {
          gstin: r.recipientGstin,
          address: r.recipientAddress,
          state: stateOf(stateOfGstin(r.recipientGstin) ?? null),
          ...zoneOf(r.recipientType, r.lut),
        },
      }),
    },
    placeOfSupply: stateOf(r.placeOfSupply),
    chargepoint_id: r.chargepointId,
    chargepoint_name: r.chargepointName,
    connectorId: r.connectorId,
    evseId: r.evseId,
    evseConnectorId: r.evseConnectorId,
    starttime: r.startedAt.toISOString(),
    stoptime: r.stoppedAt.toISOString(),
    durationSeconds: sessionSeconds(r.startedAt, r.stoppedAt),
    energy: r.energyWh / 1000,
    payment_type: r.paymentType,
    paymentId: r.paymentId,
    sac: r.sac,
    ratePercent: r.ratePpm / 10_000,
    ...figuresOf(own),
    ...shownPart(own.eInvoice),
    isReverseCharge: false,
    language: isLanguage(r.language) ? r.language : USUAL,
    notes: notes.map(n => ({
      kind: n.kind,
      number: n.number,
      date: new Date(n.dated).toISOString(),
      dateOfSupply: supplyOf(n),
      ...figuresOf(n),
      ...shownPart(n.eInvoice),
    })),
    remains: rupees(remainsPaise),
  }
}

/** The team whose session an invoice is of. */
export const teamOfSession = async (db: Db, transactionId: number): Promise<number> => {
  const row = db.selectFrom('transaction').select('teamId').where('transactionId', '=', transactionId)
  return (await row.executeTakeFirstOrThrow()).teamId
}
