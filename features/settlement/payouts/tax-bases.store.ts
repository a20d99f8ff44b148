// The bases of tax that is taken at source, in SQL (M-8): the taxable value of the documents of bills, by the rule of invoices
// (M-2.9), of sessions whose money the platform took for another supplier.
import { share } from '@wattdesk/base/money'
import { type RawBuilder, sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Counting, pooled, type Supplies, type TaxBases } from './tax-taken.rules.ts'

/** What a bill `b` and its session `t` need beside the figures of a payout. */
export const COUNTED_FIGURES = sql`, b.tax_ppm, b.supplier_gstin, b.supplier_state, b.place_of_supply, b.recipient_type,
  t.stopped_at`

/** The rate of a bill `alias` of a session `x`, as its invoice has it. */
const rateOf = (alias: 'x' | 'o', { usualRates, zone }: Counting): RawBuilder<number> => {
  const [first = { ratePpm: 0 }] = usualRates
  const day = sql`(x.stopped_at at time zone ${zone})::date`
  const cases = usualRates.toReversed().map(r => sql`when ${day} >= ${r.from}::date then ${r.ratePpm}::int`)
  const usual = cases.length === 0 ? sql`0` : sql`case ${sql.join(cases, sql` `)} else ${first.ratePpm}::int end`
  return sql<number>`coalesce(${sql.ref(`${alias}.tax_ppm`)}, ${usual})`
}
/** R(total, 10⁶, 10⁶ + rate): what is left of a total without its tax. */
const netOf = (alias: 'x' | 'o', counting: Counting): RawBuilder<number> => {
  const per = sql`(1000000 + ${rateOf(alias, counting)})::bigint`
  return sql<number>`((2 * ${sql.ref(`${alias}.total_paise`)} * 1000000 + ${per}) / (2 * ${per}))`
}
/** Of a correction the change from the bill `o` that was settled before. */
const change = (counting: Counting): RawBuilder<number> =>
  sql<number>`(${netOf('x', counting)} - coalesce(${netOf('o', counting)}, 0))`
/** SQL: the platform took the money of a session, and somebody else supplied the session. */
export const isThroughPlatform = (
  paymentType: RawBuilder<unknown>,
  supplierGstin: RawBuilder<unknown>,
  platformPans: readonly string[],
): RawBuilder<boolean> =>
  sql<boolean>`(${paymentType} in ('CARD', 'UPI', 'WALLET', 'PREPAID') and ${supplierGstin} is not null
    and substr(${supplierGstin}, 3, 10) <> all(${texts(platformPans)}))`
const isCounted = ({ platformPans }: Counting): RawBuilder<boolean> =>
  isThroughPlatform(sql`x.payment_type`, sql`x.supplier_gstin`, platformPans)
const IS_ACROSS = sql<boolean>`(x.igst_paise > 0 or x.recipient_type is not null or (x.supplier_state is not null and x.place_of_supply is not null
  and x.supplier_state <> x.place_of_supply))`

/** Sum of the change of rows `x`, with the version `o` before each. */
const sumWhere = (counting: Counting, where: RawBuilder<boolean>): RawBuilder<number> =>
  sql<number>`coalesce(sum(${change(counting)}) filter (where ${isCounted(counting)} and ${where}), 0)::bigint`
const grossSum = (counting: Counting): RawBuilder<number> =>
  sumWhere(counting, sql<boolean>`(x.prior_version is null or ${change(counting)} > 0)`)

export type BaseSums = { insidePaise: number; acrossPaise: number; grossPaise: number; gstin: string | null }
/** The GST number of the supplier of a row `x` that counts; null: it does not count. Sums are grouped by it. */
export const countedGstin = (counting: Counting): RawBuilder<string | null> =>
  sql<string | null>`case when ${isCounted(counting)} then x.supplier_gstin end`
export const baseSums = (counting: Counting): RawBuilder<unknown> =>
  sql`, ${sumWhere(counting, sql<boolean>`not ${IS_ACROSS}`)} as inside_paise, ${sumWhere(counting, IS_ACROSS)} as across_paise,
    ${grossSum(counting)} as gross_paise`

type Back = { ratePpm: number; grossPaise: number; fallenPaise: number; fallsPaise: number }
/**
 * TDS that earlier payouts took from value that bills have lost since. `of`: the corrections, each with transaction_id, version and
 * prior_version. The newest value of a session falls first: of each payout what it took from the part that falls, so that nothing
 * is given back which was not taken. `payoutNo`: only payouts before it count.
 */
export async function givenBack(
  db: Db | Trx,
  of: RawBuilder<unknown>,
  counting: Counting,
  payoutNo: number | undefined,
): Promise<bigint> {
  if (!counting.isByNumber) return givenBackByFirst(db, of, counting)
  const isBefore = sql<boolean>`l.payout_no < coalesce(${payoutNo ?? null}::int, 2147483647)`
  const { rows } = await sql<Back>`
    with falls as materialized (select x.transaction_id, ${netOf('x', counting)} as value from ${correctionsOf(of)} x
        join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version
      where ${isCounted(counting)} and ${change(counting)} < 0),
    payers as materialized (select distinct p.payout_no, (p.taxes -> 'tds' ->> 'ratePpm')::int as rate_ppm,
        (p.taxes -> 'tds' ->> 'grossPaise')::bigint as gross_paise
      from falls f join payout_line l on l.transaction_id = f.transaction_id join payout p on p.payout_no = l.payout_no
      where ${isBefore} and (p.taxes -> 'tds' ->> 'ratePpm')::int > 0),
    corrected as materialized (select distinct k.transaction_id from payers y join payout_line k on k.payout_no = y.payout_no
      where exists (select from payout_line n where n.transaction_id = k.transaction_id and n.bill_version > k.bill_version)
        or exists (select from falls f where f.transaction_id = k.transaction_id)),
    -- What a payout added to the value of a session lies above what was before. It still stands up to the least value since.
    added as (select x.transaction_id, x.payout_no, ${netOf('x', counting)} as value, coalesce(${netOf('o', counting)}, 0) as low,
        min(${netOf('x', counting)}) over (partition by x.transaction_id order by x.version desc) as stands
      from (select l.transaction_id, l.payout_no, l.bill_version as version, l.prior_version, t.payment_type, b.total_paise,
            b.igst_paise ${COUNTED_FIGURES}
          from corrected c join payout_line l on l.transaction_id = c.transaction_id
            join bill b on b.transaction_id = l.transaction_id and b.version = l.bill_version
            join transaction t on t.transaction_id = l.transaction_id where ${isBefore}) x
        left join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version
      where ${isCounted(counting)})
    select y.rate_ppm, y.gross_paise, sum(greatest(a.value, a.low) - greatest(a.stands, a.low))::bigint as fallen_paise,
      sum(greatest(a.stands, a.low) - greatest(least(a.stands, f.value), a.low))::bigint as falls_paise
    from added a join payers y on y.payout_no = a.payout_no left join falls f on f.transaction_id = a.transaction_id
    group by y.payout_no, y.rate_ppm, y.gross_paise`.execute(db)
  return rows.reduce((sum, r) => {
    const stood = BigInt(r.grossPaise - r.fallenPaise)
    return sum + share(stood, r.ratePpm) - share(stood - BigInt(r.fallsPaise), r.ratePpm)
  }, 0n)
}
/** Corrections with what counting them needs. */
const correctionsOf = (of: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select c.transaction_id, c.prior_version, t.payment_type, b.total_paise, b.igst_paise ${COUNTED_FIGURES}
    from ${of} c join bill b on b.transaction_id = c.transaction_id and b.version = c.version
      join transaction t on t.transaction_id = c.transaction_id where c.prior_version is not null)`
/** As payouts from before did: all by the rate of the payout that settled the session first. */
async function givenBackByFirst(db: Db | Trx, of: RawBuilder<unknown>, counting: Counting): Promise<bigint> {
  const { rows } = await sql<{ ratePpm: number; paise: number }>`
    select r.rate_ppm, sum(-${change(counting)})::bigint as paise
    from ${correctionsOf(of)} x
      join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version
      join payout_line l on l.transaction_id = x.transaction_id and l.prior_version is null
      join payout p on p.payout_no = l.payout_no
      cross join lateral (select coalesce((p.taxes -> 'tds' ->> 'ratePpm')::int, 0) as rate_ppm) r
    where r.rate_ppm > 0 and ${isCounted(counting)} and ${change(counting)} < 0
    group by p.payout_no, r.rate_ppm`.execute(db)
  return rows.reduce((sum, r) => sum + share(BigInt(r.paise), r.ratePpm), 0n)
}

/** The bases of a month, from the sums of its charge points by supplier. */
export function basesOf(rows: readonly Partial<BaseSums>[], givenBackPaise: bigint, counting: Counting): TaxBases {
  const sum = (all: readonly Partial<BaseSums>[], of: (r: Partial<BaseSums>) => number | undefined) =>
    BigInt(all.reduce((n, r) => n + (of(r) ?? 0), 0))
  const byGstin = Map.groupBy(rows, r => r.gstin ?? '')
  byGstin.delete('')
  const bySupplier = [...byGstin.keys()].toSorted().map(gstin => {
    const own = byGstin.get(gstin) ?? []
    return { gstin, insidePaise: sum(own, r => r.insidePaise), acrossPaise: sum(own, r => r.acrossPaise) }
  })
  return {
    bySupplier: counting.isByNumber ? bySupplier : pooled(bySupplier),
    grossPaise: sum(rows, r => r.grossPaise),
    givenBackPaise,
  }
}

/** The value that counts of payouts, by supplier. */
export const suppliesOf = async (db: Db | Trx, payoutNos: readonly number[], counting: Counting): Promise<Supplies[]> =>
  (
    await sql<Supplies>`
      select x.payout_no, x.supplier_gstin, x.recipient_gstin is not null as is_business, ${IS_ACROSS} as is_across,
        sum(greatest(${change(counting)}, 0))::bigint as gross_paise, sum(greatest(-${change(counting)}, 0))::bigint as returns_paise
      from (select l.payout_no, l.transaction_id, l.prior_version, t.payment_type, b.total_paise, b.igst_paise, b.recipient_gstin
            ${COUNTED_FIGURES}
          from payout_line l join bill b on b.transaction_id = l.transaction_id and b.version = l.bill_version
            join transaction t on t.transaction_id = l.transaction_id
          where l.payout_no = any(${ints(payoutNos)})) x
        left join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version
      where ${isCounted(counting)}
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
  ).rows

/** The gross value of a team's payouts from a month on until another one, which is not counted. */
export async function grossBetween(
  db: Db | Trx,
  teamId: number,
  { from, until }: { from: string; until: string },
  counting: Counting,
): Promise<bigint> {
  const { rows } = await sql<{ grossPaise: number }>`
    select ${grossSum(counting)} as gross_paise
    from (select l.transaction_id, l.prior_version, t.payment_type, b.total_paise, b.igst_paise ${COUNTED_FIGURES}
        from payout p join payout_line l on l.payout_no = p.payout_no
          join bill b on b.transaction_id = l.transaction_id and b.version = l.bill_version
          join transaction t on t.transaction_id = l.transaction_id
        where p.team_id = ${teamId} and p.month >= ${from}::date and p.month < ${until}::date) x
      left join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version`.execute(db)
  return BigInt(rows[0]?.grossPaise ?? 0)
}
