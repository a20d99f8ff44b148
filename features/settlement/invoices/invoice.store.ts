// Invoices and notes as they are written: only added to, their numbers taken in the same transaction (M-6). Amounts in paise.
import type { RecipientType } from '@wattdesk/base/business'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Figures, InvoiceKind } from './invoice.rules.ts'

/**
 * SQL: a session `t` gets documents; `hasInvoice`: one of its versions has. One of an operator's own RFID tag may be a delivery
 * without invoice, by the setting of the day on which it ended (M-8).
 */
const isInvoiced = (zone: string, hasInvoice: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(t.payment_type <> 'RFID' or ${hasInvoice}
    or are_rfid_sessions_invoiced(t.company_id, (t.stopped_at at time zone ${zone})::date))`

/** The same where the session's documents are looked up. */
export const getsInvoice = (zone: string): RawBuilder<boolean> =>
  isInvoiced(zone, sql<boolean>`exists (select from invoice d where d.transaction_id = t.transaction_id)`)
/** SQL: the session of a bill `b` has no invoice and gets none. */
export const isBillOfDelivery = (zone: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from transaction t where t.transaction_id = b.transaction_id and not ${getsInvoice(zone)})`

/** A version of a bill without a document, though its total differs from that of the version before it. */
export type Lacking = {
  transactionId: number
  billVersion: number
  companyId: number
  teamId: number
  totalPaise: number
  priorPaise: number
  /** The invoice of an earlier version; null where there is none. */
  invoiceId: number | null
  stoppedAt: Date
  billedAt: Date
  taxPpm: number | null
  isAcross: boolean
  energyWh: number
  supplierName: string | null
  supplierGstin: string | null
  supplierState: string | null
  supplierAddress: string | null
  placeOfSupply: string | null
  recipientGstin: string | null
  recipientAddress: string | null
  recipientType: RecipientType | null
  name: string | null
  email: string | null
  phone: string | null
}

/**
 * Writers come one after the other, so that two never take the same bill; chargers and their bills never wait for them.
 */
export const lock = (trx: Trx): Promise<unknown> => sql`select pg_advisory_xact_lock(7001006)`.execute(trx)

const readLacking = async (trx: Trx, zone: string, of: RawBuilder<boolean>, most: number): Promise<Lacking[]> =>
  (
    await sql<Lacking>`
      select b.transaction_id, b.version as bill_version, b.company_id, b.team_id, b.total_paise,
        coalesce(p.total_paise, 0) as prior_paise, i.invoice_id, t.stopped_at, b.billed_at, b.tax_ppm,
        b.igst_paise > 0 or b.recipient_type is not null or (b.supplier_state is not null and b.place_of_supply is not null
          and b.supplier_state <> b.place_of_supply) as is_across,
        b.energy_wh, b.supplier_name, b.supplier_gstin, b.supplier_state, b.supplier_address, b.place_of_supply,
        b.recipient_gstin, b.recipient_address, b.recipient_type, coalesce(b.recipient_name, t.driver_name) as name, t.email, t.phone
      from bill b join transaction t on t.transaction_id = b.transaction_id
      left join bill p on p.transaction_id = b.transaction_id and p.version = b.version - 1
      left join invoice i on i.transaction_id = b.transaction_id and i.kind = 'invoice'
      where ${of} and ${isInvoiced(zone, sql<boolean>`i.invoice_id is not null`)} and t.stopped_at is not null and not t.in_review and b.total_paise <> coalesce(p.total_paise, 0)
        and not exists (select from invoice x where x.transaction_id = b.transaction_id and x.bill_version = b.version)
        -- The versions of a session one after the other: a note waits for its invoice.
        and not exists (select from bill e left join bill ep on ep.transaction_id = e.transaction_id and ep.version = e.version - 1
          where e.transaction_id = b.transaction_id and e.version < b.version and e.total_paise <> coalesce(ep.total_paise, 0)
            and not exists (select from invoice x where x.transaction_id = e.transaction_id and x.bill_version = e.version))
      order by b.billed_at, b.transaction_id limit ${most}`.execute(trx)
  ).rows
export const lackingSince = (trx: Trx, zone: string, since: Date | null, most: number): Promise<Lacking[]> =>
  readLacking(trx, zone, since ? sql<boolean>`b.billed_at >= ${since}::timestamptz` : sql<boolean>`true`, most)
export const lackingOf = (trx: Trx, zone: string, transactionId: number): Promise<Lacking[]> =>
  readLacking(trx, zone, sql<boolean>`b.transaction_id = ${transactionId}`, 1)

/** Since when bills may lack a paper; null: since ever. */
export async function progress(db: Db | Trx): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select nullif(billed_until, '-infinity') as until from invoice_progress`.execute(db)
  return rows[0]?.until ?? null
}
export const setProgress = (trx: Trx, until: Date): Promise<unknown> =>
  sql`update invoice_progress set billed_until = greatest(billed_until, ${until}::timestamptz)`.execute(trx)

export type Group = { gstin: string; series: string; fiscalYear: string; count: number }
/**
 * Takes numbers for each group and returns the first of each, in the order of `groups`. The counters stay locked until
 * the transaction ends.
 */
export async function takeNumbers(trx: Trx, groups: readonly Group[]): Promise<number[]> {
  const { rows } = await sql<{ n: number; last: number }>`
    with g as (select * from json_to_recordset(${JSON.stringify(groups.map((g, n) => ({ ...g, n })))}::json)
      x (n int, gstin text, series text, "fiscalYear" text, count int)),
    c as (insert into invoice_counter as c (gstin, series, fiscal_year, last)
      select gstin, series, "fiscalYear", count from g order by 1, 2, 3
      on conflict (gstin, series, fiscal_year) do update set last = c.last + excluded.last
      returning gstin, series, fiscal_year, last)
    select g.n, c.last from g join c on (c.gstin, c.series, c.fiscal_year) = (g.gstin, g.series, g."fiscalYear") order by g.n`.execute(
    trx,
  )
  return rows.map((r, i) => r.last - (groups[i]?.count ?? 0) + 1)
}

/**
 * A moment, but not before that of the document written last: numbers rise with it even where the clock of another node is
 * ahead.
 */
export async function momentAfterLast(trx: Trx, at: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select greatest(${at}::timestamptz,
    (select made_at from invoice order by invoice_id desc limit 1)) as at`.execute(trx)
  return rows[0]?.at ?? at
}

export type Written = {
  lacking: Lacking
  kind: InvoiceKind
  number: string
  series: string
  fiscalYear: string
  sequence: number
  dated: Date
  /** Null on a document that bears one date alone. */
  suppliedAt: Date | null
  sac: string
  ratePpm: number
  figures: Figures
}
export async function insert(trx: Trx, written: readonly Written[], at: Date): Promise<void> {
  const rows = written.map(
    ({ lacking: l, figures: f, kind, number, series, fiscalYear, sequence, dated, suppliedAt, sac, ratePpm }) => ({
      kind,
      number,
      gstin: l.supplierGstin ?? '',
      series,
      year: fiscalYear,
      sequence,
      transaction: l.transactionId,
      version: l.billVersion,
      of: kind === 'invoice' ? null : l.invoiceId,
      dated,
      supplied: suppliedAt,
      company: l.companyId,
      team: l.teamId,
      s_name: l.supplierName,
      s_address: l.supplierAddress,
      s_state: l.supplierState,
      place: l.placeOfSupply,
      r_name: l.name,
      r_email: l.email,
      r_phone: l.phone,
      r_gstin: l.recipientGstin,
      r_address: l.recipientAddress,
      r_type: l.recipientType,
      sac,
      rate: ratePpm,
      wh: l.energyWh,
      cost: Number(f.costPaise),
      cgst: Number(f.cgstPaise),
      sgst: Number(f.sgstPaise),
      igst: Number(f.igstPaise),
      rounding: Number(f.roundingPaise),
      total: Number(f.totalPaise),
    }),
  )
  await sql`insert into invoice (kind, number, gstin, series, fiscal_year, sequence, transaction_id, bill_version, of_invoice_id,
      dated, supplied_at, made_at, company_id, team_id, supplier_name, supplier_address, supplier_state, place_of_supply, recipient_name,
      recipient_email, recipient_phone, recipient_gstin, recipient_address, recipient_type, sac, rate_ppm, energy_wh, cost_paise, cgst_paise, sgst_paise, igst_paise,
      rounding_paise, total_paise)
    select kind, number, gstin, series, year, sequence, transaction, version, "of", dated, supplied, ${at}::timestamptz, company, team,
      s_name, s_address, s_state, place, r_name, r_email, r_phone, r_gstin, r_address, r_type, sac, rate, wh, cost, cgst, sgst, igst, rounding, total
    from json_to_recordset(${JSON.stringify(rows)}::json) x (kind text, number text, gstin text, series text, year text,
      sequence int, transaction int, version int, "of" bigint, dated timestamptz, supplied timestamptz, company int, team int, s_name text,
      s_address text, s_state text, place text, r_name text, r_email text, r_phone text, r_gstin text, r_address text, r_type text, sac text, rate int, wh bigint,
      cost bigint, cgst bigint, sgst bigint, igst bigint, rounding bigint, total bigint)`.execute(trx)
}
