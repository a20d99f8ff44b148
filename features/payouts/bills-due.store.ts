// Which bills a month settles (D-PO-1): the current version of each ended, charged session of a team that no payout has yet,
// late ones and corrections too, and what they bring by charger. A correction brings its difference to the version before.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Brought } from './month.rules.ts'
import type { Heads } from './reckoning.rules.ts'

export type Due = {
  teamId: number
  /** Sessions that stopped before this. */
  end: Date
  /** Bills written before this are settled, or never are; null: none are settled yet. */
  billsFrom: Date | null
}

/**
 * Bills of a team in no payout, with the version that was settled last; `is_due` is false of those that wait: for the end of
 * their month, for a decision, for the capture of their payment. A version that another one followed is settled by that one.
 */
const openBills = ({ teamId, end, billsFrom }: Due): RawBuilder<unknown> => sql`
  select b.transaction_id, b.version, b.billed_at, t.chargepoint_pk,
    (t.stopped_at < ${end}::timestamptz and not t.in_review and t.status is distinct from 'AUTHORIZED') as is_due,
    (select max(l.bill_version) from payout_line l where l.transaction_id = b.transaction_id) as prior_version
  from bill b join transaction t on t.transaction_id = b.transaction_id
  where b.team_id = ${teamId}::int and b.billed_at >= coalesce(${billsFrom}::timestamptz, '-infinity') and not t.is_free
    and not exists (select from bill n where n.transaction_id = b.transaction_id and n.version > b.version)
    and not exists (select from payout_line l where l.transaction_id = b.transaction_id and l.bill_version = b.version)`

/** The same figures of a bill and of the version settled before it; `of`: has transaction_id, version, prior_version. */
const withBills = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`${of}
  join bill b on b.transaction_id = x.transaction_id and b.version = x.version
  join transaction t on t.transaction_id = x.transaction_id
  left join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version`
const difference = (column: string): RawBuilder<number> =>
  sql`coalesce(sum(${sql.ref(`b.${column}`)} - coalesce(${sql.ref(`o.${column}`)}, 0)), 0)::bigint`
const sums = sql`count(*) filter (where x.prior_version is null) as sessions,
  ${difference('energy_wh')} as energy_wh, ${difference('total_paise')} as total_paise,
  ${difference('taxable_paise')} as net_paise,
  ${difference('cgst_paise')} as cgst_paise, ${difference('sgst_paise')} as sgst_paise, ${difference('igst_paise')} as igst_paise,
  ${difference('surcharge_paise')} as surcharge_paise, ${difference('gateway_fee_paise')} as gateway_fee_paise,
  ${difference('commission_percent_paise')} as percent_paise, ${difference('commission_unit_paise')} as per_kwh_paise,
  coalesce(sum(b.total_paise - coalesce(o.total_paise, 0)) filter (where t.payment_type = 'RFID'), 0)::bigint as collected_paise`
type Sums = {
  sessions: number
  energyWh: number
  totalPaise: number
  netPaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  surchargePaise: number
  gatewayFeePaise: number
  percentPaise: number
  perKwhPaise: number
  collectedPaise: number
}
const broughtOf = (r: Sums): Brought => ({
  ...{ sessions: r.sessions, energyWh: r.energyWh, totalPaise: BigInt(r.totalPaise), netPaise: BigInt(r.netPaise) },
  taxPaise: BigInt(r.cgstPaise + r.sgstPaise + r.igstPaise),
  ...{ surchargePaise: BigInt(r.surchargePaise), gatewayFeePaise: BigInt(r.gatewayFeePaise) },
  ...{ percentPaise: BigInt(r.percentPaise), perKwhPaise: BigInt(r.perKwhPaise) },
  collectedPaise: BigInt(r.collectedPaise),
})

export type ByCharger = {
  byCharger: ReadonlyMap<number, Brought>
  heads: Heads
  /** The earliest bill of those that wait; null: none does. */
  waitsFrom: Date | null
}
type Row = Sums & { chargepointPk: number | null; isDue: boolean; billedAt: Date }
function gathered(rows: readonly (Sums & { chargepointPk: number | null })[]): Omit<ByCharger, 'waitsFrom'> {
  const head = (of: (r: Sums) => number) => BigInt(rows.reduce((n, r) => n + of(r), 0))
  return {
    byCharger: new Map(rows.flatMap(r => (r.chargepointPk === null ? [] : [[r.chargepointPk, broughtOf(r)] as const]))),
    heads: {
      ...{ cgstPaise: head(r => r.cgstPaise), sgstPaise: head(r => r.sgstPaise) },
      igstPaise: head(r => r.igstPaise),
    },
  }
}

/** What the bills that are due bring, by charger: sums alone leave the database, however many sessions they are. */
export async function dueByCharger(db: Db | Trx, due: Due): Promise<ByCharger> {
  const { rows } = await sql<Row>`
    with open as materialized (${openBills(due)})
    select case when x.is_due then x.chargepoint_pk end as chargepoint_pk, x.is_due, min(x.billed_at) as billed_at, ${sums}
    from ${withBills(sql`open x`)} group by 1, 2`.execute(db)
  return { ...gathered(rows.filter(r => r.isDue)), waitsFrom: rows.find(r => !r.isDue)?.billedAt ?? null }
}

/** What the lines of a payout bring, by charger, read anew from their bills. */
export async function settledByCharger(db: Db | Trx, payoutNo: number): Promise<Omit<ByCharger, 'waitsFrom'>> {
  const { rows } = await sql<Sums & { chargepointPk: number }>`
    select x.chargepoint_pk, ${sums} from ${withBills(sql`(select transaction_id, bill_version as version, prior_version,
      chargepoint_pk from payout_line where payout_no = ${payoutNo}) x`)} group by 1`.execute(db)
  return gathered(rows)
}

/**
 * Writes the lines of a payout and answers what they bring: where that is not what the payout says, a bill was written
 * between the two.
 */
export async function writeLines(trx: Trx, payoutNo: number, due: Due): Promise<Brought> {
  const { rows } = await sql<Sums>`
    with open as materialized (${openBills(due)}),
    x as (insert into payout_line (transaction_id, bill_version, payout_no, chargepoint_pk, prior_version)
      select transaction_id, version, ${payoutNo}::int, chargepoint_pk, prior_version from open where is_due
      returning transaction_id, bill_version as version, prior_version)
    select ${sums} from ${withBills(sql`x`)}`.execute(trx)
  return broughtOf(rows[0] as Sums)
}
