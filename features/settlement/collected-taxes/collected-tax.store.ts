// Reads the tax that payouts took at source. Amounts in paise.
import type { ListQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import { addressLine } from '#fleet/chargers/charger.rules.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { texts } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { CollectedTaxRow } from './collected-tax.contract.ts'
import { type LedgerHeads, type TakenRow, takenOf } from './collected-tax.rules.ts'

/** The columns of a payout `p` that tell of tax taken at source. */
export const TAKEN = sql`p.payout_id, p.tcs_cgst_paise, p.tcs_sgst_paise, p.tcs_igst_paise, p.tds_paise, p.taxes`
/** Payouts with value that a tax was taken of, or given back for. */
export const IS_TAXED = sql<boolean>`exists (select from (values (p.taxes #>> '{tcs,insidePaise}'), (p.taxes #>> '{tcs,acrossPaise}'),
  (p.taxes #>> '{tds,grossPaise}'), (p.taxes #>> '{tds,givenBackPaise}')) v (paise) where v.paise::bigint <> 0)`

type Row = TakenRow & { teamName: string }
const columns: Columns = {
  team_name: { sql: sql`m.name`, type: 'text' },
  tds: { sql: sql`p.tds_paise`, type: 'number', per: 100 },
}
const matching = (scope: Scope, month: string, q: string | undefined) => sql`payout p join team m on m.id = p.team_id
  where ${joined(
    [
      sql<boolean>`p.month = ${`${month}-01`}::date and ${IS_TAXED}`,
      within(scope, 'p'),
      searchSql(q, [sql`m.name`, sql`p.payout_id`, sql`p.taxes -> 'tds' ->> 'pan'`, sql`p.taxes ->> 'suppliers'`]),
    ],
    'AND',
  )}`
export const list = (db: Db, scope: Scope, month: string, query: ListQuery): Promise<ListRows<Row>> =>
  pageOrExportRows(
    db,
    query,
    sql<Row & Keyed>`select p.payout_no as cursor_key, m.name as team_name, ${TAKEN}
      from ${matching(scope, month, query.q)} ${endSql(query, 'team_name', columns, { number: sql`p.payout_no` })}`,
  )
export const count = async (db: Db, scope: Scope, month: string, q: string | undefined): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${matching(scope, month, q)}`.execute(db)).rows[0]?.n ?? 0

export const rowOf = (r: Row): CollectedTaxRow => ({
  payoutId: r.payoutId,
  team_name: r.teamName,
  gstin: r.taxes?.suppliers.join(', ') ?? '',
  pan: r.taxes?.tds?.pan ?? null,
  ...takenOf(r),
})

type TaxedPayout = TakenRow & { month: string }
/** The payouts of a team in some months in which a tax was on. */
export const payoutsOf = async (db: Db, teamId: number, months: readonly string[]): Promise<TaxedPayout[]> =>
  (
    await sql<TaxedPayout>`select to_char(p.month, 'YYYY-MM') as month, ${TAKEN} from payout p
      where p.team_id = ${teamId} and to_char(p.month, 'YYYY-MM') = any(${texts(months)}) and ${IS_TAXED} order by p.month`.execute(
      db,
    )
  ).rows

/** What the settlement of these payouts brought to the heads of the ledger. */
export async function ledgerOf(db: Db, payoutIds: readonly string[]): Promise<LedgerHeads> {
  const { rows } = await sql<{ kind: keyof LedgerHeads; paise: number }>`
    select a.kind, sum(case when e.side = a.normal_side then e.amount_paise else -e.amount_paise end)::bigint as paise
    from posting g join entry e on e.posting_id = g.posting_id join account a on a.account_id = e.account_id
    where g.idempotency_key = any(${texts(payoutIds.map(id => `settlement:${id}`))})
      and a.kind in ('tcsCgst', 'tcsSgst', 'tcsIgst', 'tds') group by 1`.execute(db)
  const of = (kind: keyof LedgerHeads) => rows.find(r => r.kind === kind)?.paise ?? 0
  return { tcsCgst: of('tcsCgst'), tcsSgst: of('tcsSgst'), tcsIgst: of('tcsIgst'), tds: of('tds') }
}

type Owner = { name: string; address: string; gstin: string | null; pan: string | null }
type OwnerRow = Omit<Owner, 'address'> & Parameters<typeof addressLine>[0]
/** A team as its certificate names it, as of a time. */
export async function ownerOf(db: Db, teamId: number, at: Date): Promise<Owner | undefined> {
  const { rows } = await sql<OwnerRow>`
    select case when co.id = t.id then t.name else co.name || ', ' || t.name end as name,
      co.street, co.house_number, co.zipcode, co.city, co.state, f.gstin, f.pan
    from team t join team co on co.id = t.company_id
    left join lateral (select h.gstin, h.pan from team_finance_history h where h.team_id = t.id and h.since < ${at}
      order by h.since desc, h.history_id desc limit 1) f on true
    where t.id = ${teamId}`.execute(db)
  return rows.map(({ name, gstin, pan, ...address }) => ({ name, gstin, pan, address: addressLine(address) }))[0]
}
