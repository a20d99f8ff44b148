// The provider's reports against the ledger, by day of the business time zone, and the recorded comparisons with the
// provider's lists (M-5). For the companies of a scope, since a provider's account belongs to a company. Amounts in
// paise.
import { type RawBuilder, sql } from 'kysely'
import { areSumsKept, atMark, beyond } from '#money/ledger/ledger-sums.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { teamsOf } from './books.store.ts'
import type { Period } from './period.rules.ts'

const companiesOf = (scope: Scope): RawBuilder<number[]> =>
  scope.kind === 'company'
    ? sql`array[${scope.companyId}::int]`
    : sql`array(select c.company_id from company c where c.company_id = any(${teamsOf(scope)}))`

export type DaySums = {
  day: string
  captured: number
  capturedLedger: number
  refunded: number
  refundedLedger: number
  fees: number
  feesBilled: number
}
/** Days on which anything moved. */
export const daySums = (db: Db, scope: Scope, { from, to }: Period, zone: string): Promise<DaySums[]> =>
  atMark(db, zone, async (trx, folded) => {
    const companies = companiesOf(scope)
    const ofCompanies = await sql<{
      ids: number[]
    }>`select array(select t.id from team t where t.company_id = any(${companies})) as ids`.execute(trx)
    const teams = sql`${sql.val(ofCompanies.rows[0]?.ids ?? [])}::int[]`
    const day = (at: RawBuilder<unknown>) => sql`((${at}) at time zone ${zone})::date`
    const within = (at: RawBuilder<unknown>) => sql`${at} >= ${from} and ${at} < ${to}`
    const { rows } = await sql<DaySums>`
    with moved as (
      select ${day(sql`y.captured_at`)} as day, y.amount_paise as captured, 0 as captured_ledger, 0 as refunded, 0 as refunded_ledger,
          coalesce(y.fee_paise, 0) as fees, 0 as fees_billed
        from payment y where y.company_id = any(${companies}) and y.captured_at is not null and ${within(sql`y.captured_at`)}
      union all select ${day(sql`r.processed_at`)}, 0, 0, r.amount_paise, 0, 0, 0
        from refund r where r.company_id = any(${companies}) and r.status = 'processed' and ${within(sql`r.processed_at`)}
      union all select x.day, 0, case when x.posting_kind <> 'refunded' then x.paise else 0 end, 0,
          case when x.posting_kind = 'refunded' then -x.paise else 0 end, 0, 0
        from (select s.day, s.posting_kind, s.debit_paise - s.credit_paise as paise
          from ledger_gateway_day s where ${areSumsKept(folded)} and s.company_id = any(${companies}) and s.day >= ${day(sql`${from}::timestamptz`)}
            and s.day < ${day(sql`${to}::timestamptz`)}
          union all select ${day(sql`p.event_at`)}, p.kind, case e.side when 'D' then e.amount_paise else -e.amount_paise end
          from entry e join posting p on p.posting_id = e.posting_id join account a on a.account_id = e.account_id
          where ${beyond(folded)} and p.posting_id > ${folded} and ${within(sql`p.event_at`)} and a.kind = 'gateway'
            and a.ref = any(${companies})) x
        where x.posting_kind in ('payment', 'top-up', 'refunded')
      union all select ${day(sql`b.billed_at`)}, 0, 0, 0, 0, 0, b.gateway_fee_paise + b.surcharge_paise
        from bill b where b.team_id = any(${teams}) and ${within(sql`b.billed_at`)}
      union all select ${day(sql`b.billed_at`)}, 0, 0, 0, 0, 0, -q.gateway_fee_paise - q.surcharge_paise
        from bill b join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1
        where b.version > 1 and b.team_id = any(${teams}) and ${within(sql`b.billed_at`)})
    select m.day::text as day, sum(m.captured)::bigint as captured, sum(m.captured_ledger)::bigint as captured_ledger,
      sum(m.refunded)::bigint as refunded, sum(m.refunded_ledger)::bigint as refunded_ledger, sum(m.fees)::bigint as fees,
      sum(m.fees_billed)::bigint as fees_billed
    from moved m group by m.day order by m.day desc`.execute(trx)
    return rows
  })

type Told = {
  kind: string
  paymentId: string
  refundId?: string
  theirs: string | number | null
  ours: string | number | null
}
export type CheckRow = {
  checkId: number
  company: string
  fromAt: Date
  toAt: Date
  at: Date
  payments: number
  refunds: number
  differences: Told[]
}
const check = sql`k.check_id, m.name as company, k.from_at, k.to_at, k.at, k.payments, k.refunds, k.differences`
/** The last comparison of each company. */
export const lastRuns = async (db: Db, scope: Scope): Promise<CheckRow[]> =>
  (
    await sql<CheckRow>`select ${check} from unnest(${companiesOf(scope)}) c (id) join team m on m.id = c.id
      cross join lateral (select * from provider_check x where x.company_id = c.id order by x.at desc limit 1) k
      order by m.name`.execute(db)
  ).rows
const MOST = 50
/** Comparisons made within a period: their number, and those with differences, the newest first. */
export async function providerChecksWithin(
  db: Db,
  scope: Scope,
  { from, to }: Period,
): Promise<{ runs: number; differing: CheckRow[] }> {
  const where = sql`k.company_id = any(${companiesOf(scope)}) and k.at >= ${from} and k.at < ${to}`
  const [{ rows }, differing] = await Promise.all([
    sql<{ n: number }>`select count(*) as n from provider_check k where ${where}`.execute(db),
    sql<CheckRow>`select ${check} from provider_check k join team m on m.id = k.company_id
      where ${where} and k.differences <> '[]'::jsonb order by k.at desc limit ${sql.lit(MOST)}`.execute(db),
  ])
  return { runs: rows[0]?.n ?? 0, differing: differing.rows }
}
