// The rows of many ended sessions beside their own: terms of teams, names for searches, bills and invoices. Rows are written as
// the product's rules have them, by the hundred thousand; triggers must be switched off.
import { type RawBuilder, sql } from 'kysely'
import { financeDefaults } from '#people/teams/team-finance.contract.ts'
import type { Db } from '#platform/db/db.ts'

const ZONE = 'Asia/Kolkata'
/** Of a company's papers: each supplies its own sessions. */
const gstinOf = (company: RawBuilder<unknown>) => sql`'29AACCC' || lpad(${company}::text, 4, '0') || 'P1Z1'`
/** Sessions of a range of ids that have ended. */
type Range = { from: number; to: number }
const ended = ({ from, to }: Range) =>
  sql<boolean>`t.transaction_id >= ${from}::int and t.transaction_id <= ${to}::int and t.stopped_at is not null`

/** Companies, the teams' terms and the chargers' teams, from a day on. */
export async function fillTerms(db: Db, since: Date): Promise<void> {
  await sql`insert into company (company_id) select id from team where company_type in ('GP', 'P') on conflict do nothing`.execute(
    db,
  )
  await sql`update team set finance = ${JSON.stringify(financeDefaults)}::jsonb, created_at = ${since} where company_type = 'C'`.execute(
    db,
  )
  await sql`insert into team_finance_history (team_id, since, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm,
      commission_paise_per_kwh, settlement_percentage, finance)
    select id, ${since}, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm, commission_paise_per_kwh, settlement_percentage,
      finance from team where company_type = 'C'`.execute(db)
  await sql`insert into charger_team_history (chargepoint_pk, team_id, since) select chargepoint_pk, team_id, ${since} from charger`.execute(
    db,
  )
}

/** The names by which lists are searched. */
export async function fillNames(db: Db): Promise<void> {
  await sql`insert into session_charger select distinct company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name
    from transaction on conflict do nothing`.execute(db)
  await sql`insert into session_tag select distinct ocpp_tag_pk, id_tag from transaction on conflict do nothing`.execute(
    db,
  )
  await sql`insert into session_email select distinct lower(email) from transaction where email <> '' on conflict do nothing`.execute(
    db,
  )
  await sql`insert into session_phone select distinct lower(phone) from transaction where phone <> '' on conflict do nothing`.execute(
    db,
  )
}

/**
 * The bills: one line of energy, GST in two halves, and on top what the gateway takes where a driver pays through it, so
 * that the sum is the session's charge.
 */
export const fillBills = (db: Db, range: Range): Promise<unknown> =>
  sql`insert into bill (transaction_id, company_id, team_id, billed_at, energy_wh, taxable_paise, cgst_paise, sgst_paise, igst_paise,
      gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, place_of_supply,
      supplier_name, supplier_gstin, supplier_state, tax_ppm, gateway_ppm, pg_charges_bearer, hold_paise, commission_ppm,
      commission_paise_per_kwh, lines, facts)
    select transaction_id, company_id, team_id, stopped_at, energy_wh, gross - 2 * half, half, half, 0, gross, charged_paise - gross, 0,
      charged_paise, round((gross - 2 * half) * 0.05), 0, '29', 'Company ' || company_id - 1, ${gstinOf(sql`company_id`)}, '29', 180000,
      gateway_ppm, 'EV', hold_paise, 50000, 0,
      case when energy_wh = 0 then '[]' else jsonb_build_array(jsonb_build_object('kind', 'energy', 'label', 'Energy', 'quantity',
        energy_wh, 'unit', 'Wh', 'ratePaise', 1695, 'rateUnit', 'kWh', 'amountPaise', gross - 2 * half, 'slots', '[0]'::jsonb)) end,
      jsonb_build_object('seconds', seconds, 'idleSeconds', 0, 'insideState', true, 'borders', '[]'::jsonb, 'droppedSamples', 0,
        'notChargedPaise', 0, 'pieces', jsonb_build_array(jsonb_build_object('slot', 0, 'seconds', seconds, 'energyWh', energy_wh,
        'idleSeconds', 0, 'chargingSeconds', seconds)))
    from (select *, round(gross * 9 / 118.0)::bigint as half from (
      select t.*, extract(epoch from stopped_at - started_at)::int as seconds,
        case when payment_type = 'RFID' then 0 else 23600 end as gateway_ppm,
        charged_paise - case when payment_type = 'RFID' then 0 else round(charged_paise * 0.0236 / 1.0236)::bigint end as gross
      from transaction t where ${ended(range)}) g) b order by transaction_id`.execute(db)

const fiscalYearStart = sql`date_trunc('year', dated at time zone ${ZONE} - interval '3 months')`
/** The tax invoices of the fiscal year that begins in April of `year`, numbered by company without a hole. */
export const fillInvoices = (db: Db, year: number): Promise<unknown> =>
  sql`insert into invoice (kind, number, gstin, series, fiscal_year, sequence, transaction_id, bill_version, dated, made_at, company_id,
      team_id, supplier_name, supplier_state, place_of_supply, sac, rate_ppm, energy_wh, cost_paise, cgst_paise, sgst_paise, igst_paise,
      rounding_paise, total_paise)
    select 'invoice', 'CM/' || fiscal || '/' || lpad(n::text, 7, '0'), supplier_gstin, 'CM', fiscal, n, transaction_id, 1, dated, dated,
      company_id, team_id, supplier_name, '29', '29', '998714', 180000, energy_wh, total_paise - 2 * cgst_paise, cgst_paise, sgst_paise, 0,
      0, total_paise
    from (select b.*, row_number() over (partition by company_id order by transaction_id)::int as n
      from (select *, billed_at as dated, ${`${year % 100}-${(year + 1) % 100}`}::text as fiscal from bill) b
      where total_paise > 0 and ${fiscalYearStart} = make_date(${year}::int, 1, 1)) x
    order by transaction_id`.execute(db)
export const fillInvoiceCounters = async (db: Db): Promise<void> => {
  await sql`insert into invoice_counter select gstin, series, fiscal_year, max(sequence) from invoice group by 1, 2, 3`.execute(
    db,
  )
  await sql`update invoice_progress set billed_until = (select max(billed_at) from bill)`.execute(db)
}
