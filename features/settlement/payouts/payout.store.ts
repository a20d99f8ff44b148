// Stored payouts: written once by the run of a month; after that only their state changes (M-3, D-PO-3).
import { sql } from 'kysely'
import { bigints, ints, texts } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Period } from './period.rules.ts'
import type { ChargerPart, MonthFacts, Reckoned } from './reckoning.rules.ts'
import { TAKEN_HEADS } from './tax-taken.rules.ts'

export type State = 'PAYOUTPENDING' | 'PAYOUTCOMPLETED'
type New = {
  payoutNo: number
  payoutId: string
  period: Period
  facts: MonthFacts
  figures: Reckoned
  madeAt: Date
  madeBy: number | null
  billsFrom: Date
}

/** The number of a payout to come. */
export const nextNo = async (trx: Trx): Promise<number> =>
  Number(
    (await sql<{ no: number }>`select nextval(pg_get_serial_sequence('payout', 'payout_no')) as no`.execute(trx))
      .rows[0]?.no,
  )

export async function insert(trx: Trx, { payoutNo, payoutId, period, facts, figures: m, ...p }: New): Promise<void> {
  await trx
    .insertInto('payout')
    .values({
      payoutNo,
      payoutId,
      companyId: facts.companyId,
      teamId: facts.teamId,
      month: period.month,
      periodStart: period.start,
      periodEnd: period.end,
      madeAt: p.madeAt,
      madeBy: p.madeBy,
      billsFrom: p.billsFrom,
      terms: JSON.stringify(facts.terms),
      party: JSON.stringify(facts.party),
      accounts: JSON.stringify(facts.accounts),
      sessions: m.sessions,
      chargers: m.chargers.length,
      energyWh: m.energyWh,
      ...paiseOf(m),
      fixedPaise: Number(m.fixedPaise),
      unitPaise: Number(m.unitPaise),
      fixedPartPaise: Number(m.fixedPartPaise),
      unitPartPaise: Number(m.unitPartPaise),
      commissionPaise: Number(m.commissionPaise),
      taxOnCommissionPaise: Number(m.taxOnCommissionPaise),
      deductedTaxPaise: Number(m.deductedTaxPaise),
      ownerTaxPaise: Number(m.ownerTaxPaise),
      givenPaise: Number(m.givenPaise),
      refundsBornePaise: Number(m.refundsBornePaise),
      carriedInPaise: Number(m.carriedInPaise),
      carriedOutPaise: Number(m.carriedOutPaise),
      payoutPaise: Number(m.payoutPaise),
      ...Object.fromEntries(TAKEN_HEADS.map(head => [head, Number(m[head])])),
      taxes: m.taxes && JSON.stringify(m.taxes),
    })
    .execute()
  await insertChargers(trx, payoutNo, period.days, m.chargers)
  await noteChange(trx, payoutNo, { at: p.madeAt, userId: p.madeBy, status: 'PAYOUTPENDING', notes: '' })
}

const paiseOf = (m: Reckoned | ChargerPart) => ({
  totalPaise: Number(m.totalPaise),
  netPaise: Number(m.netPaise),
  taxPaise: Number(m.taxPaise),
  surchargePaise: Number(m.surchargePaise),
  gatewayFeePaise: Number(m.gatewayFeePaise),
  percentPaise: Number(m.percentPaise),
  perKwhPaise: Number(m.perKwhPaise),
  collectedPaise: Number(m.collectedPaise),
})

async function insertChargers(trx: Trx, payoutNo: number, days: number, all: readonly ChargerPart[]): Promise<void> {
  if (all.length === 0) return
  const of = <T>(get: (c: ChargerPart) => T): T[] => all.map(get)
  const paise = (get: (c: ChargerPart) => bigint) => bigints(of(c => Number(get(c))))
  await sql`insert into payout_charger (payout_no, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, active_days,
      days_in_month, sessions, energy_wh, total_paise, net_paise, tax_paise, surcharge_paise, gateway_fee_paise, percent_paise,
      per_kwh_paise, collected_paise, fixed_paise, unit_paise, commission_paise)
    select ${payoutNo}::int, pk, id, name, type, active, ${days}::int, sessions, wh, total, net, tax, surcharge, fee, percent, per_kwh,
      collected, fixed, unit, commission
    from unnest(${ints(of(c => c.chargepointPk))}, ${texts(of(c => c.chargepointId))}, ${texts(of(c => c.chargepointName))},
      ${texts(of(c => c.chargerType))}, ${ints(of(c => c.activeDays))}, ${ints(of(c => c.sessions))},
      ${bigints(of(c => c.energyWh))}, ${paise(c => c.totalPaise)}, ${paise(c => c.netPaise)}, ${paise(c => c.taxPaise)},
      ${paise(c => c.surchargePaise)}, ${paise(c => c.gatewayFeePaise)}, ${paise(c => c.percentPaise)},
      ${paise(c => c.perKwhPaise)}, ${paise(c => c.collectedPaise)}, ${paise(c => c.fixedPaise)}, ${paise(c => c.unitPaise)},
      ${paise(c => c.commissionPaise)}) x (pk, id, name, type, active, sessions, wh, total, net, tax, surcharge, fee,
      percent, per_kwh, collected, fixed, unit, commission)`.execute(trx)
}

type Change = { at: Date; userId: number | null; status: State; notes: string }
const noteChange = (trx: Trx, payoutNo: number, c: Change): Promise<unknown> =>
  trx
    .insertInto('payoutChange')
    .values({ payoutNo, ...c })
    .execute()

export type HeldPayout = {
  payoutNo: number
  payoutId: string
  teamId: number
  companyId: number
  status: State
  notes: string
  payoutPaise: number
  /** The number of lines in its history, including its creation. */
  changes: number
}
/** A payout by its id, locked until the transaction ends. */
export async function holdPayout(trx: Trx, payoutId: string): Promise<HeldPayout | undefined> {
  await sql`select from payout where payout_id = ${payoutId} for no key update`.execute(trx)
  return (
    await sql<HeldPayout>`select p.payout_no, p.payout_id, p.team_id, p.company_id, p.status, p.notes, p.payout_paise,
        (select count(*) from payout_change c where c.payout_no = p.payout_no) as changes
      from payout p where p.payout_id = ${payoutId}`.execute(trx)
  ).rows[0]
}

/** Sets the state of a locked payout, with its line in the history. */
export async function setState(trx: Trx, payoutNo: number, c: Change): Promise<void> {
  // A payout that is completed already keeps its time of completion.
  const completedAt = c.status === 'PAYOUTCOMPLETED' ? sql<Date>`coalesce(completed_at, ${c.at}::timestamptz)` : null
  await trx
    .updateTable('payout')
    .set({ status: c.status, notes: c.notes, completedAt })
    .where('payoutNo', '=', payoutNo)
    .execute()
  await noteChange(trx, payoutNo, c)
}
