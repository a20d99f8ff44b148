// The bases of tax that is taken at source, in SQL (M-8): the taxable value of the documents of bills, by the rule of invoices
// (M-2.9), of sessions whose money the platform took for another supplier.
import { share } from '@wattdesk/base/money'
import { type RawBuilder, sql } from 'kysely'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Counting, Supplies, TaxBases } from './tax-taken.rules.ts'

/** What a bill `b` and its session `t` need beside the figures of a payout. */
export const COUNTED_FIGURES = sql`, b.tax_ppm, b.supplier_gstin, b.supplier_state, b.place_of_supply, t.stopped_at`

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
const isCounted = ({ platformPans }: Counting): RawBuilder<boolean> =>
  sql<boolean>`(x.payment_type in ('CARD', 'UPI', 'WALLET', 'PREPAID') and x.supplier_gstin is not null
    and substr(x.supplier_gstin, 3, 10) <> all(${texts(platformPans)}))`
const IS_ACROSS = sql<boolean>`(x.igst_paise > 0 or (x.supplier_state is not null and x.place_of_supply is not null
  and x.supplier_state <> x.place_of_supply))`

export type BaseSums = { insidePaise: number; acrossPaise: number; grossPaise: number; suppliers: string[] | null }
/** Sums over rows `x`, with the version `o` before each. */
export const baseSums = (counting: Counting): RawBuilder<unknown> => {
  const value = change(counting)
  const sum = (where: RawBuilder<boolean>) =>
    sql`coalesce(sum(${value}) filter (where ${isCounted(counting)} and ${where}), 0)::bigint`
  return sql`, ${sum(sql<boolean>`not ${IS_ACROSS}`)} as inside_paise, ${sum(IS_ACROSS)} as across_paise,
    ${sum(sql<boolean>`(x.prior_version is null or ${value} > 0)`)} as gross_paise,
    array_agg(distinct x.supplier_gstin) filter (where ${isCounted(counting)}) as suppliers`
}

/**
 * TDS that earlier payouts took from value that bills have lost since. `of`: the corrections, each with transaction_id, version and
 * prior_version. By the rate of the payout that settled the session first, so that nothing is given back which was not taken.
 */
export async function givenBack(db: Db | Trx, of: RawBuilder<unknown>, counting: Counting): Promise<bigint> {
  const { rows } = await sql<{ ratePpm: number; paise: number }>`
    select r.rate_ppm, sum(-${change(counting)})::bigint as paise
    from (select c.transaction_id, c.prior_version, t.payment_type, b.total_paise, b.igst_paise ${COUNTED_FIGURES}
        from ${of} c join bill b on b.transaction_id = c.transaction_id and b.version = c.version
          join transaction t on t.transaction_id = c.transaction_id where c.prior_version is not null) x
      join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version
      join payout_line l on l.transaction_id = x.transaction_id and l.prior_version is null
      join payout p on p.payout_no = l.payout_no
      cross join lateral (select coalesce((p.taxes -> 'tds' ->> 'ratePpm')::int, 0) as rate_ppm) r
    where r.rate_ppm > 0 and ${isCounted(counting)} and ${change(counting)} < 0
    group by p.payout_no, r.rate_ppm`.execute(db)
  return rows.reduce((sum, r) => sum + share(BigInt(r.paise), r.ratePpm), 0n)
}

/** The bases of a month, from the sums of its charge points. */
export const basesOf = (rows: readonly Partial<BaseSums>[], givenBackPaise: bigint): TaxBases => {
  const sum = (of: (r: Partial<BaseSums>) => number | undefined) => BigInt(rows.reduce((n, r) => n + (of(r) ?? 0), 0))
  return {
    insidePaise: sum(r => r.insidePaise),
    acrossPaise: sum(r => r.acrossPaise),
    grossPaise: sum(r => r.grossPaise),
    givenBackPaise,
    suppliers: [...new Set(rows.flatMap(r => r.suppliers ?? []))].toSorted(),
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
  const { rows } = await sql<BaseSums & { no: number }>`
    select 0 as no ${baseSums(counting)}
    from (select l.transaction_id, l.prior_version, t.payment_type, b.total_paise, b.igst_paise ${COUNTED_FIGURES}
        from payout p join payout_line l on l.payout_no = p.payout_no
          join bill b on b.transaction_id = l.transaction_id and b.version = l.bill_version
          join transaction t on t.transaction_id = l.transaction_id
        where p.team_id = ${teamId} and p.month >= ${from}::date and p.month < ${until}::date) x
      left join bill o on o.transaction_id = x.transaction_id and o.version = x.prior_version`.execute(db)
  return BigInt(rows[0]?.grossPaise ?? 0)
}
