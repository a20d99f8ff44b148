// Sessions with bills for tests of the report, and the owner's payout for them, computed here a second time from the
// frozen amounts of the bill alone (D-REP-2, M-3).
import { type Kysely, sql } from 'kysely'
import { type Bill, bill } from '#charging/billing/bill.rules.ts'
import { insertBills } from '#charging/billing/bill.store.ts'
import { billRow } from '#charging/billing/bill-row.rules.ts'
import { group, slot } from '#charging/billing/test-bill.ts'
import type { FinanceConfig } from '#people/teams/team-finance.contract.ts'
import { financeDefaults } from '#people/teams/team-finance.contract.ts'
import type { World } from '#testing/world.ts'

export type Terms = { rule: number; bearer: 'EV' | 'CPO'; taxBearer: 'CPO' | 'CM'; tax: number; gst: string }
export const financeOf = ({ rule, bearer, taxBearer, tax }: Omit<Terms, 'gst'>): FinanceConfig => ({
  ...financeDefaults,
  transaction_payment_details: { ...financeDefaults.transaction_payment_details, pg_charges_bearer: bearer },
  payout_details: {
    payout_rule: rule,
    tax_bearer: taxBearer,
    tax,
    cm_commission_in_percent: rule % 2 === 1,
    cm_commission_percent: 5,
    cm_commission_cost: 1,
  },
})

export type Session = {
  of?: 'one' | 'two'
  sibling?: boolean
  charger?: 'dc' | 'ac'
  stoppedAt: Date
  energyWh: number
  paymentType?: string
  bearer?: 'EV' | 'CPO'
  inReview?: boolean
  status?: string | null
  isFree?: boolean
}
/** The bill of a session of an hour at 16.00 a kWh, with 5 % and 1.00 a kWh as commission. */
export const billOf = ({ stoppedAt, energyWh, paymentType = 'CARD', bearer = 'EV' }: Session): Bill =>
  bill({
    startAt: new Date(stoppedAt.getTime() - 3_600_000),
    stopAt: stoppedAt,
    meterStartWh: 1000,
    meterStopWh: 1000 + energyWh,
    samples: [],
    toleranceWatt: 300,
    paymentType: paymentType as 'CARD',
    snapshot: { ...group('fixed', [slot({ pricePerKwhPaise: 1600 })]), pgChargesBearer: bearer },
    supply: { supplierState: '29', placeOfSupply: '29' },
    commission: { percentPpm: 50_000, perKwhPaise: 100 },
  })

const row = (b: Bill) =>
  billRow(b, {
    supply: { supplierState: '29', placeOfSupply: '29' },
    commissionPpm: 50_000,
    commissionPaisePerKwh: 100,
  } as never)

let made = 0
// biome-ignore lint/suspicious/noExplicitAny: the test database, with its tables or without
type AnyDb = Kysely<any>
/** An ended session with its bill, unless it waits for a review or is free; its number. */
export async function addSession(db: AnyDb, w: World, s: Session): Promise<number> {
  const o = s.of === 'two' ? w.two : w.one
  const charger = s.of === 'two' ? w.chargers.other : w.chargers[s.charger ?? 'dc']
  const isBilled = !s.inReview && !s.isFree
  const b = billOf(s)
  const total = isBilled ? Number(b.totalPaise) : 0
  const { rows } = await sql<{ transactionId: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
      id_tag, started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh, stop_reason, tolerance_watt, payment_type,
      energy_wh, charged_paise, paid_paise, in_review, is_free, status)
    values (${o.companyId}, ${s.sibling ? o.siblingId : o.teamId}, ${charger.pk}, ${charger.id}, 'Charger', 'DC', 1, ${`REPORT-${++made}`},
      ${new Date(s.stoppedAt.getTime() - 3_600_000)}, ${s.stoppedAt}, ${s.stoppedAt}, 1000, ${1000 + s.energyWh}, 'Local', 300,
      ${s.paymentType ?? 'CARD'}, ${s.inReview ? 0 : s.energyWh}, ${total}, ${total}, ${s.inReview ?? false}, ${s.isFree ?? false},
      ${s.status ?? null})
    returning transaction_id`.execute(db)
  const transactionId = rows[0]?.transactionId ?? 0
  if (isBilled) await addBill(db, transactionId, b, 1)
  return transactionId
}
/** A version of a session's bill. */
export const addBill = (db: AnyDb, transactionId: number, b: Bill, version: number): Promise<unknown> =>
  sql`with t as (update transaction set charged_paise = ${Number(b.totalPaise)}, energy_wh = ${b.energyWh}
      where transaction_id = ${transactionId} returning transaction_id, company_id, team_id)
    ${insertBills([{ ...row(b), transactionId }], sql`t`, sql`now()`, true, sql`${version}::int`)}`.execute(db)

/** Half up, away from zero. */
const rounded = (a: bigint, n: bigint, d: bigint) => (2n * a * n + d) / (2n * d)
export type Expected = { commission: number; without: number; with: number; revenue: number }
/** By money.md, from the frozen amounts: net − gateway fee of the owner − commission − its tax − what he took himself. */
export function expectedOf(b: Bill, t: Terms, paymentType = 'CARD'): Expected {
  const unit = [1, 3, 5].includes(t.rule)
    ? rounded(b.taxablePaise, 50_000n, 1_000_000n)
    : [2, 4, 6].includes(t.rule)
      ? rounded(BigInt(b.energyWh), 100n, 1000n)
      : 0n
  const tax = t.taxBearer === 'CPO' ? rounded(unit, BigInt(t.tax), 100n) : 0n
  const byGateway = ['CARD', 'UPI', 'WALLET'].includes(paymentType)
  const gross = b.taxablePaise + b.cgstPaise + b.sgstPaise + b.igstPaise
  const fee = t.bearer === 'CPO' && byGateway ? rounded(gross, 23_600n, 1_000_000n) : 0n
  const surcharge = t.bearer === 'EV' && byGateway ? rounded(gross, 23_600n, 1_000_000n) : 0n
  const own = paymentType === 'RFID' ? gross + surcharge : 0n
  const without = b.taxablePaise - fee - unit - tax - own
  const withTax = without + b.cgstPaise + b.sgstPaise + b.igstPaise
  const rupees = (p: bigint) => Number(p) / 100
  return {
    commission: rupees(unit),
    without: rupees(without),
    with: rupees(withTax),
    revenue: rupees(t.gst === '' ? without : withTax),
  }
}
