// Bills as they are stored: only added to. They are written with the session they bill (features/charging/sessions): the first one
// with its end, a later change as a new version, which is what counts from then on (M-2.7).
import { type RawBuilder, sql } from 'kysely'
import { bookDateOfNow } from '#money/ledger/book-date.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { packedBill } from './bill-pack.rules.ts'
import type { BillRow } from './bill-row.rules.ts'

/** The columns of a bill beside its session, version, time, lines and facts, with their types. */
const COLUMNS: Readonly<Record<keyof Omit<BillRow, 'lines' | 'facts'>, readonly [column: string, type: string]>> = {
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
  recipientName: ['recipient_name', 'text'],
  recipientGstin: ['recipient_gstin', 'text'],
  recipientAddress: ['recipient_address', 'text'],
  recipientType: ['recipient_type', 'text'],
  taxPpm: ['tax_ppm', 'int'],
  gatewayPpm: ['gateway_ppm', 'int'],
  pgChargesBearer: ['pg_charges_bearer', 'text'],
  holdPaise: ['hold_paise', 'bigint'],
  overrunPaise: ['overrun_paise', 'bigint'],
  commissionPpm: ['commission_ppm', 'int'],
  commissionPaisePerKwh: ['commission_paise_per_kwh', 'bigint'],
}
/** Lines and facts are stored whole, or in the short form (bill-pack.rules.ts). */
const STORED = {
  ...COLUMNS,
  lines: ['lines', 'jsonb'],
  facts: ['facts', 'jsonb'],
  packedLines: ['packed_lines', 'json'],
  packedFacts: ['packed_facts', 'json'],
} as const
const columns = sql.raw(
  Object.values(STORED)
    .map(([column]) => column)
    .join(', '),
)
const typed = sql.raw(
  Object.entries(STORED)
    .map(([key, [, type]]) => `"${key}" ${type}`)
    .join(', '),
)
const values = sql.raw(
  Object.keys(STORED)
    .map(key => `b."${key}"`)
    .join(', '),
)
/** Lines and facts of a row of `bill`, in whichever form it has them. */
const BILL_LINES = sql.raw('coalesce(lines, bill_lines(packed_lines))')
const BILL_FACTS = sql.raw('coalesce(facts, bill_facts(packed_facts))')

/** The migration that brought the short form. */
const SHORT_SINCE = '0103'
/** Databases on which no version runs that does not read the short form: it cannot be started any more. */
const short = new WeakSet<Db>()
/** True once every running node reads bills in the short form. */
export async function areShortBillsRead(db: Db | Trx): Promise<boolean> {
  if (short.has(db)) return true
  const { rows } = await sql<{ are: boolean }>`
    select not exists (select from node where ended_at is null and version < ${SHORT_SINCE}) as are`.execute(db)
  const areRead = rows[0]?.are === true
  if (areRead && !db.isTransaction) short.add(db)
  return areRead
}

/** A bill as it is written: in the short form where that is wanted and gives back every key and value. */
function stored<B extends BillRow>({ lines, facts, ...bill }: B, isShort: boolean) {
  const packed = isShort ? packedBill(lines, facts) : null
  return packed ? { ...bill, packedLines: packed.lines, packedFacts: packed.facts } : { ...bill, lines, facts }
}

/**
 * The statement that writes the bills of those sessions that are in `ended`, which has their transaction_id, company_id and
 * team_id. `isShort`: lines and facts are written in the short form. `version` names the number of the bill where it is not the
 * first.
 */
export const insertBills = (
  bills: readonly (BillRow & { transactionId: number })[],
  ended: RawBuilder<unknown>,
  billedAt: RawBuilder<unknown>,
  isShort: boolean,
  version: RawBuilder<unknown> = sql`1`,
): RawBuilder<unknown> => sql`
  insert into bill (transaction_id, version, company_id, team_id, billed_at, ${columns})
  select t.transaction_id, ${version}, t.company_id, t.team_id, ${bookDateOfNow(sql`t.company_id`, billedAt)}, ${values}
  from ${ended} join json_to_recordset(${JSON.stringify(bills.map(b => stored(b, isShort)))}::json) b ("transactionId" int, ${typed})
    on b."transactionId" = t.transaction_id`

/** All versions of a session's bill, the first one first; the last one counts. */
export async function billVersions(db: Db | Trx, transactionId: number): Promise<(BillRow & { version: number })[]> {
  const shown = sql.raw(
    Object.entries(COLUMNS)
      .map(([key, [column]]) => `'${key}', ${column}`)
      .join(', '),
  )
  const { rows } = await sql<{ bill: BillRow & { version: number } }>`
    select json_build_object('version', version, ${shown}, 'lines', ${BILL_LINES}, 'facts', ${BILL_FACTS}) as bill from bill
    where transaction_id = ${transactionId} order by version`.execute(db)
  return rows.map(r => r.bill)
}
