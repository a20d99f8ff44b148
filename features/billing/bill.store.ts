// Bills as they are stored: only added to. The first one is written with the end of its session (session.store.ts,
// session-review.store.ts), a later change as a new version, which is what counts from then on (money.md 2.7).
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { BillRow } from './bill-row.rules.ts'

/** The columns of a bill beside its session, version and time, with their types. */
const COLUMNS: Readonly<Record<keyof BillRow, readonly [column: string, type: string]>> = {
  energyWh: ['energy_wh', 'bigint'],
  taxablePaise: ['taxable_paise', 'bigint'],
  cgstPaise: ['cgst_paise', 'bigint'],
  sgstPaise: ['sgst_paise', 'bigint'],
  igstPaise: ['igst_paise', 'bigint'],
  grossPaise: ['gross_paise', 'bigint'],
  surchargePaise: ['surcharge_paise', 'bigint'],
  gatewayFeePaise: ['gateway_fee_paise', 'bigint'],
  totalPaise: ['total_paise', 'bigint'],
  commissionPercentPaise: ['commission_percent_paise', 'bigint'],
  commissionUnitPaise: ['commission_unit_paise', 'bigint'],
  supplierName: ['supplier_name', 'text'],
  supplierGstin: ['supplier_gstin', 'text'],
  supplierState: ['supplier_state', 'text'],
  supplierAddress: ['supplier_address', 'text'],
  placeOfSupply: ['place_of_supply', 'text'],
  taxPpm: ['tax_ppm', 'int'],
  gatewayPpm: ['gateway_ppm', 'int'],
  pgChargesBearer: ['pg_charges_bearer', 'text'],
  holdPaise: ['hold_paise', 'bigint'],
  overrunPaise: ['overrun_paise', 'bigint'],
  commissionPpm: ['commission_ppm', 'int'],
  commissionPaisePerKwh: ['commission_paise_per_kwh', 'bigint'],
  lines: ['lines', 'jsonb'],
  facts: ['facts', 'jsonb'],
}
const names = Object.values(COLUMNS).map(([column]) => column)
const columns = sql.raw(names.join(', '))
const typed = sql.raw(
  Object.entries(COLUMNS)
    .map(([key, [, type]]) => `"${key}" ${type}`)
    .join(', '),
)
const values = sql.raw(
  Object.keys(COLUMNS)
    .map(key => `b."${key}"`)
    .join(', '),
)

/**
 * The statement that writes the bills of those sessions that are in `ended`, which has their transaction_id, company_id and
 * team_id. `version` names the number of the bill where it is not the first.
 */
export const insertBills = (
  bills: readonly (BillRow & { transactionId: number })[],
  ended: RawBuilder<unknown>,
  billedAt: RawBuilder<unknown>,
  version: RawBuilder<unknown> = sql`1`,
): RawBuilder<unknown> => sql`
  insert into bill (transaction_id, version, company_id, team_id, billed_at, ${columns})
  select t.transaction_id, ${version}, t.company_id, t.team_id, ${billedAt}, ${values}
  from ${ended} join json_to_recordset(${JSON.stringify(bills)}::json) b ("transactionId" int, ${typed})
    on b."transactionId" = t.transaction_id`

/**
 * Bills an ended session anew: a version above the last one, by which its row goes from then on, and with the row the lists
 * and the figures of its hour. Its energy is the bill's. Answers the number; undefined where the session has no bill yet, or waits for a decision.
 */
export async function addBillVersion(
  trx: Trx,
  { transactionId, at, bill }: { transactionId: number; at: Date; bill: BillRow },
): Promise<number | undefined> {
  // Held first, so that two versions made at once follow each other.
  await sql`select from transaction where transaction_id = ${transactionId} for update`.execute(trx)
  const { rows } = await sql<{ version: number }>`
    with o as (select t.transaction_id, b.version + 1 as version from transaction t join current_bill b using (transaction_id)
      where t.transaction_id = ${transactionId} and not t.in_review),
    t as (update transaction t set charged_paise = ${bill.totalPaise}::bigint, energy_wh = ${bill.energyWh}::bigint,
        meter_stop_wh = t.meter_start_wh + ${bill.energyWh}::bigint,
        paid_paise = case when t.payment_type in ('RFID', 'WALLET', 'PREPAID') then ${bill.totalPaise}::bigint else t.paid_paise end
      from o where t.transaction_id = o.transaction_id
      returning t.transaction_id, t.company_id, t.team_id, o.version),
    b as (${insertBills([{ ...bill, transactionId }], sql`t`, sql`${at}::timestamptz`, sql`t.version`)})
    select version from t`.execute(trx)
  return rows[0]?.version
}

/** All versions of a session's bill, the first one first; the last one counts. */
export async function billVersions(db: Db | Trx, transactionId: number): Promise<(BillRow & { version: number })[]> {
  const shown = sql.raw(
    Object.entries(COLUMNS)
      .map(([key, [column]]) => `'${key}', ${column}`)
      .join(', '),
  )
  const { rows } = await sql<{ bill: BillRow & { version: number } }>`
    select json_build_object('version', version, ${shown}) as bill from bill
    where transaction_id = ${transactionId} order by version`.execute(db)
  return rows.map(r => r.bill)
}
