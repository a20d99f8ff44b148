// The bills that a month settles (D-PO-1): of each ended, charged session of a team the version that held at the end of the month
// and that no payout has yet, including late bills and corrections, with their sums by charger. A correction counts with its
// difference from the version settled before.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Brought } from './month.rules.ts'
import type { Heads } from './reckoning.rules.ts'
import { type BaseSums, baseSums, basesOf, COUNTED_FIGURES, countedGstin, givenBack } from './tax-bases.store.ts'
import type { Counting, TaxBases } from './tax-taken.rules.ts'

export type DueBills = {
  teamId: number
  /** Sessions that stopped before this. */
  end: Date
  /** Bills written before this are settled, or never are; null: none are settled yet. */
  billsFrom: Date | null
  /** Missing: no tax is taken at source. */
  counting?: Counting | undefined
}

/** The columns of a bill `b` and its session `t` that a payout adds up. */
const FIGURES = sql`t.payment_type, b.energy_wh, b.total_paise, b.taxable_paise, b.cgst_paise, b.sgst_paise, b.igst_paise,
  b.surcharge_paise, b.gateway_fee_paise, b.commission_percent_paise, b.commission_unit_paise`

/**
 * Whether a corrected bill counts before an instant: by the date of its note, or of the correction where there is no note. A first
 * bill counts by the stop of its session alone.
 */
const isCorrectedBefore = (alias: 'b' | 'n', end: Date): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`coalesce((select d.dated from invoice d where d.transaction_id = ${of('transaction_id')}
    and d.bill_version = ${of('version')}), ${of('billed_at')}) < ${end}::timestamptz`
}
/**
 * Bills of a team in no payout, with the version that was settled last. Of a session the last version counts that is not corrected
 * after the end of the month; `is_due` is false for bills that wait: for the end of their month, for a review, for the capture of
 * their payment, and for corrections that the next month settles.
 */
const openBills = ({ teamId, end, billsFrom, counting }: DueBills): RawBuilder<unknown> => sql`
  select b.transaction_id, b.version, b.billed_at, t.chargepoint_pk, l.prior_version, ${FIGURES} ${counting ? COUNTED_FIGURES : sql``},
    (t.stopped_at < ${end}::timestamptz and not t.in_review and t.status is distinct from 'AUTHORIZED'
      and (b.version = 1 or ${isCorrectedBefore('b', end)})) as is_due
  from bill b join transaction t on t.transaction_id = b.transaction_id
  cross join lateral (select max(p.bill_version) as prior_version from payout_line p where p.transaction_id = b.transaction_id) l
  where b.team_id = ${teamId}::int and b.billed_at >= coalesce(${billsFrom}::timestamptz, '-infinity') and not t.is_free
    and b.version > coalesce(l.prior_version, 0)
    and not exists (select from bill n where n.transaction_id = b.transaction_id and n.version > b.version
      and ${isCorrectedBefore('n', end)})`

/** The version of a bill that was settled before it; `x`: has transaction_id and prior_version. */
const BEFORE = sql`left join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version`
/**
 * The commission by unit of a bill: of the kind asked for or, if the bill was made under the other kind, of that kind.
 * So a team that changes between a share and an amount per kWh within a month loses neither part.
 */
export const byUnit = (b: 'b' | 'o' | 'x' | 'e' | 'f', kind: 'percent' | 'unit'): RawBuilder<number> => {
  const [own, other] = [kind, kind === 'percent' ? 'unit' : 'percent'].map(k => sql.ref(`${b}.commission_${k}_paise`))
  return sql`coalesce(nullif(${own}, 0), ${other}, 0)`
}
const difference = (column: string): RawBuilder<number> =>
  sql`coalesce(sum(${sql.ref(`x.${column}`)} - coalesce(${sql.ref(`o.${column}`)}, 0)), 0)::bigint`
const sums = (counting: Counting | undefined) => sql`count(*) filter (where x.prior_version is null) as sessions,
  ${difference('energy_wh')} as energy_wh, ${difference('total_paise')} as total_paise,
  ${difference('taxable_paise')} as net_paise,
  ${difference('cgst_paise')} as cgst_paise, ${difference('sgst_paise')} as sgst_paise, ${difference('igst_paise')} as igst_paise,
  ${difference('surcharge_paise')} as surcharge_paise, ${difference('gateway_fee_paise')} as gateway_fee_paise,
  coalesce(sum(${byUnit('x', 'percent')}) filter (where x.prior_version is null), 0)::bigint as percent_paise,
  coalesce(sum(${byUnit('x', 'unit')}) filter (where x.prior_version is null), 0)::bigint as per_kwh_paise,
  count(*) filter (where x.prior_version is not null) as corrections,
  coalesce(sum(x.total_paise - coalesce(o.total_paise, 0)) filter (where x.payment_type = 'RFID'), 0)::bigint as collected_paise
  ${counting ? baseSums(counting) : sql``}`
const gstinOf = (counting: Counting | undefined) => (counting ? countedGstin(counting) : sql`null::text`)
type Sums = Partial<BaseSums> & {
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
  corrections: number
  collectedPaise: number
}
/** Of the rows of a charger, one for each supplier. */
function broughtOf(rows: readonly Sums[]): Brought {
  const sum = (of: (r: Sums) => number): number => rows.reduce((n, r) => n + of(r), 0)
  return {
    sessions: sum(r => r.sessions),
    energyWh: sum(r => r.energyWh),
    totalPaise: BigInt(sum(r => r.totalPaise)),
    netPaise: BigInt(sum(r => r.netPaise)),
    taxPaise: BigInt(sum(r => r.cgstPaise + r.sgstPaise + r.igstPaise)),
    surchargePaise: BigInt(sum(r => r.surchargePaise)),
    gatewayFeePaise: BigInt(sum(r => r.gatewayFeePaise)),
    percentPaise: BigInt(sum(r => r.percentPaise)),
    perKwhPaise: BigInt(sum(r => r.perKwhPaise)),
    collectedPaise: BigInt(sum(r => r.collectedPaise)),
  }
}

export type ByCharger = {
  byCharger: ReadonlyMap<number, Brought>
  heads: Heads
  /** The time of the earliest bill that waits; null: none waits. */
  waitsFrom: Date | null
  /** The change of commission from corrections, by the payout that settled the session first. */
  reversedOf: ReadonlyMap<number, bigint>
  /** Missing: no tax is taken at source. */
  bases?: TaxBases
}
type Row = Sums & { chargepointPk: number | null; isDue: boolean; billedAt: Date }
function gathered(rows: readonly (Sums & { chargepointPk: number | null })[]): Omit<ByCharger, 'waitsFrom'> {
  const head = (of: (r: Sums) => number) => BigInt(rows.reduce((n, r) => n + of(r), 0))
  return {
    byCharger: new Map(
      [...Map.groupBy(rows, r => r.chargepointPk)].flatMap(([pk, own]) =>
        pk === null ? [] : [[pk, broughtOf(own)] as const],
      ),
    ),
    heads: {
      cgstPaise: head(r => r.cgstPaise),
      sgstPaise: head(r => r.sgstPaise),
      igstPaise: head(r => r.igstPaise),
    },
    reversedOf: new Map(),
  }
}

/**
 * Makes the statements of a transaction look each bill up by its key. The same transaction writes the lines of payouts:
 * the planner may still take this table for empty, as it was before, and would then read all rows for each bill.
 */
export const lookUpByKey = (trx: Trx): Promise<unknown> =>
  sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
    trx,
  )

type Reversed = { chargepointPk: number; payoutNo: number; paise: number }
/**
 * The change of commission from corrections, by charger and by the payout that settled the session first, below 0 where commission is given back. The terms are those of
 * the payout that settled the session first. For a charger that paid the higher of its two parts, the month counts as
 * if it had been settled with all corrections of its sessions, including those in earlier payouts. `of`: has
 * transaction_id, version, prior_version, chargepoint_pk.
 */
async function reversals(db: Db | Trx, of: RawBuilder<unknown>, payoutNo: number | undefined): Promise<Reversed[]> {
  const change = (n: 'b' | 'e', o: 'o' | 'f') => sql<number>`sum(case when r.rule in (1, 3, 5)
    then ${byUnit(n, 'percent')} - ${byUnit(o, 'percent')} else ${byUnit(n, 'unit')} - ${byUnit(o, 'unit')} end)`
  const { rows } = await sql<Reversed>`
    with now as (select x.chargepoint_pk, l.payout_no, l.chargepoint_pk as first_pk, r.rule, ${change('b', 'o')} as paise
      from ${of} x
        join payout_line l on l.transaction_id = x.transaction_id and l.prior_version is null
        join payout p on p.payout_no = l.payout_no cross join lateral (select (p.terms->>'rule')::int as rule) r
        join bill b on b.transaction_id = x.transaction_id and b.version = x.version
        join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version
      where x.prior_version is not null group by 1, 2, 3, 4)
    select y.chargepoint_pk, y.payout_no, sum(y.paise)::bigint as paise from (
      select r.chargepoint_pk, r.payout_no, case when r.rule = 7 then 0 when r.rule in (3, 4, 5, 6) then r.paise
        else greatest(t.unit + d.paise + r.paise, c.fixed_paise) - greatest(t.unit + d.paise, c.fixed_paise) end as paise
      from now r join payout_charger c on c.payout_no = r.payout_no and c.chargepoint_pk = r.first_pk
        cross join lateral (select case r.rule when 1 then c.percent_paise else c.per_kwh_paise end as unit) t
        cross join lateral (select coalesce(${change('e', 'f')}, 0) as paise
          from payout_line k
            join payout_line g on g.transaction_id = k.transaction_id and g.prior_version is null and g.payout_no = r.payout_no
            join bill e on e.transaction_id = k.transaction_id and e.version = k.bill_version
            join bill f on f.transaction_id = k.transaction_id and f.version = k.prior_version
          where r.rule in (1, 2) and k.chargepoint_pk = r.first_pk and k.prior_version is not null
            and k.payout_no < coalesce(${payoutNo ?? null}::int, 2147483647)) d) y group by 1, 2`.execute(db)
  return rows
}
const summedBy = (rows: readonly Reversed[], key: 'chargepointPk' | 'payoutNo'): ReadonlyMap<number, bigint> => {
  const sums = new Map<number, bigint>()
  for (const r of rows) sums.set(r[key], (sums.get(r[key]) ?? 0n) + BigInt(r.paise))
  return sums
}
/** The lines of a payout as `reversals` reads them. */
const linesOf = (payoutNo: number) =>
  sql`(select transaction_id, bill_version as version, prior_version, chargepoint_pk from payout_line
    where payout_no = ${payoutNo} and prior_version is not null)`

/** With what corrections of settled bills change: the commission, and tax that was deducted at source. */
async function withCorrections(
  db: Db | Trx,
  found: ByCharger,
  rows: readonly Sums[],
  of: RawBuilder<unknown>,
  { payoutNo, counting }: { payoutNo: number | undefined; counting: Counting | undefined },
): Promise<ByCharger> {
  const isCorrecting = rows.some(r => r.corrections > 0)
  const back = counting && isCorrecting ? await givenBack(db, of, counting, payoutNo) : 0n
  const whole = counting ? { ...found, bases: basesOf(rows, back, counting) } : found
  if (!isCorrecting) return whole
  const all = await reversals(db, of, payoutNo)
  const reversed = summedBy(all, 'chargepointPk')
  const byCharger = new Map(
    [...found.byCharger].map(([pk, b]) => [pk, { ...b, reversedPaise: reversed.get(pk) ?? 0n }]),
  )
  return { ...whole, byCharger, reversedOf: summedBy(all, 'payoutNo') }
}

const bringing = async (db: Db | Trx, due: DueBills, payoutNo?: number): Promise<ByCharger> => {
  const written =
    payoutNo === undefined
      ? sql``
      : sql`, written as (insert into payout_line (transaction_id, bill_version, payout_no, chargepoint_pk, prior_version)
          select transaction_id, version, ${payoutNo}::int, chargepoint_pk, prior_version from open where is_due)`
  const { rows } = await sql<Row>`
    with open as materialized (${openBills(due)})${written}
    select case when x.is_due then x.chargepoint_pk end as chargepoint_pk, x.is_due, ${gstinOf(due.counting)} as gstin,
      min(x.billed_at) as billed_at, ${sums(due.counting)}
    from open x ${BEFORE} group by 1, 2, 3`.execute(db)
  const settled = rows.filter(r => r.isDue)
  const waiting = rows.filter(r => !r.isDue).map(r => r.billedAt)
  const waitsFrom = waiting.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const found = { ...gathered(settled), waitsFrom }
  const of = payoutNo === undefined ? sql`(select * from (${openBills(due)}) open where is_due)` : linesOf(payoutNo)
  return withCorrections(db, found, settled, of, { payoutNo, counting: due.counting })
}

/** The sums of the due bills by charger; only sums leave the database, however many sessions there are. */
export const dueByCharger = (db: Db | Trx, due: DueBills): Promise<ByCharger> => bringing(db, due)

/** The same, and adds a line for each bill to the payout `payoutNo`, which must follow in this transaction. */
export const settleDue = (trx: Trx, payoutNo: number, due: DueBills): Promise<ByCharger> => bringing(trx, due, payoutNo)

/** The sums of a payout's lines by charger, read again from their bills. */
export async function payoutSumsByCharger(
  db: Db | Trx,
  payoutNo: number,
  counting?: Counting,
): Promise<Omit<ByCharger, 'waitsFrom'>> {
  const { rows } = await sql<Sums & { chargepointPk: number }>`
    select x.chargepoint_pk, ${gstinOf(counting)} as gstin, ${sums(counting)} from (select l.transaction_id, l.prior_version, l.chargepoint_pk, ${FIGURES}
        ${counting ? COUNTED_FIGURES : sql``}
        from payout_line l join bill b on b.transaction_id = l.transaction_id and b.version = l.bill_version
        join transaction t on t.transaction_id = l.transaction_id where l.payout_no = ${payoutNo}) x ${BEFORE} group by 1, 2`.execute(
    db,
  )
  const found = { ...gathered(rows), waitsFrom: null }
  return withCorrections(db, found, rows, linesOf(payoutNo), { payoutNo, counting })
}
