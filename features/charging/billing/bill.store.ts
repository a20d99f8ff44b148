// Bills as they are stored: only added to. They are written with the session they bill (features/charging/sessions): the first one
// with its end, a later change as a new version, which is what counts from then on (M-2.7).
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
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
