// Payouts as screens read them: rows of a scope in pages, one with its chargers and its history, its sessions.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { shownType } from '#charging/sessions/shown-type.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, pageSql, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { byUnit } from './bills-due.store.ts'
import type { State } from './payout.store.ts'
import type { ChargerRow, PayoutRow, SessionRow, SummedPayouts } from './payout-shape.rules.ts'
import type { Period } from './period.rules.ts'

const columns: Columns = {
  periodStartDate: { sql: sql`p.period_start`, type: 'date' },
  team_name: { sql: sql`(p.party ->> 'teamName')`, type: 'text' },
  status: { sql: sql`p.status`, type: 'text' },
  unitsConsumed: { sql: sql`p.energy_wh`, type: 'number', per: 1000 },
  totalAmountCharged: { sql: sql`p.total_paise`, type: 'number', per: 100 },
  CPOPayout: { sql: sql`p.payout_paise`, type: 'number', per: 100 },
}
const selected = sql`p.payout_no, p.payout_id, p.team_id, p.company_id, p.month,
  extract(day from p.month + interval '1 month - 1 day')::int as days, p.made_at, p.terms, p.party, p.accounts, p.sessions, p.chargers,
  p.energy_wh, p.total_paise, p.net_paise, p.tax_paise, p.surcharge_paise, p.gateway_fee_paise, p.percent_paise, p.per_kwh_paise,
  p.collected_paise, p.fixed_paise, p.unit_paise, p.fixed_part_paise, p.unit_part_paise, p.commission_paise,
  p.tax_on_commission_paise, p.deducted_tax_paise, p.owner_tax_paise, p.given_paise, p.refunds_borne_paise, p.carried_in_paise, p.carried_out_paise,
  p.payout_paise, p.tcs_cgst_paise, p.tcs_sgst_paise, p.tcs_igst_paise, p.tds_paise, p.taxes, p.status, p.notes, p.completed_at`

type Asked = ListQuery & { own?: 'true' | undefined }
const narrowed = (scope: Scope, query: Asked): RawBuilder<boolean> =>
  joined(
    [
      within(scope, 'p'),
      ...(query.own ? [sql<boolean>`p.team_id = ${scope.teamId}`] : []),
      searchSql(query.q, [sql`p.payout_id`, sql`p.party ->> 'teamName'`], [[sql`p.status`, STATES]]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )
const STATES: readonly State[] = ['PAYOUTPENDING', 'PAYOUTCOMPLETED']

export const list = (db: Db, scope: Scope, query: Asked): Promise<ListRows<PayoutRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<PayoutRow & Keyed>`select p.payout_no as cursor_key, ${selected} from payout p where ${narrowed(scope, query)}
      ${endSql(query, '-periodStartDate', columns, { number: sql`p.payout_no` })}`,
  )
/** How many payouts match, and their sums. */
export const sums = async (db: Db, scope: Scope, query: Asked): Promise<SummedPayouts> => {
  const sum = (column: string) => sql`coalesce(sum(${sql.ref(`p.${column}`)}), 0)::bigint as ${sql.ref(column)}`
  const { rows } =
    await sql<SummedPayouts>`select count(*) as payouts, ${sum('energy_wh')}, ${sum('total_paise')}, ${sum('commission_paise')},
      ${sum('tax_on_commission_paise')}, ${sum('collected_paise')}, ${sum('given_paise')}, ${sum('payout_paise')}
    from payout p where ${narrowed(scope, query)}`.execute(db)
  return rows[0] as SummedPayouts
}

/** One payout of a scope; undefined outside of it. */
export const get = async (db: Db | Trx, scope: Scope, payoutId: string): Promise<PayoutRow | undefined> =>
  (
    await sql<PayoutRow>`select ${selected} from payout p
      where p.payout_id = ${payoutId} and ${within(scope, 'p')}`.execute(db)
  ).rows[0]

/** The payouts of a month by team. */
export async function payoutsOfMonth(db: Db, scope: Scope, { month }: Period): Promise<Map<number, PayoutRow>> {
  const { rows } =
    await sql<PayoutRow>`select ${selected} from payout p where p.month = ${month}::date and ${within(scope, 'p')}`.execute(
      db,
    )
  return new Map(rows.map(r => [r.teamId, r]))
}

export const chargersOf = async (
  db: Db | Trx,
  payoutNos: readonly number[],
): Promise<(ChargerRow & { payoutNo: number })[]> =>
  db
    .selectFrom('payoutCharger')
    .selectAll()
    .where('payoutNo', '=', sql<number>`any(${sql.val(payoutNos)}::int[])`)
    .orderBy('chargepointId')
    .orderBy('chargepointPk')
    .execute()

export type Change = { at: Date; username: string | null; status: State; notes: string }
/** The history of a payout's state, the first change first. */
export const historyOf = async (db: Db, payoutNo: number): Promise<Change[]> =>
  (
    await sql<Change>`select c.at, u.username, c.status, c.notes from payout_change c
      left join app_user u on u.id = c.user_id where c.payout_no = ${payoutNo} order by c.change_id`.execute(db)
  ).rows

type OfPayout = { payoutNo: number; chargepointPk?: number | undefined; q?: string | undefined }
/**
 * Lines `l` of a payout whose session or charge point has the text in its id; only those of one charge point where
 * given.
 */
const linesOf = ({ payoutNo, chargepointPk, q }: OfPayout) =>
  joined(
    [
      sql<boolean>`l.payout_no = ${payoutNo}`,
      ...(chargepointPk === undefined ? [] : [sql<boolean>`l.chargepoint_pk = ${chargepointPk}`]),
      searchSql(q, [
        sql`l.transaction_id::text`,
        sql`(select c.chargepoint_id from transaction c where c.transaction_id = l.transaction_id)`,
      ]),
    ],
    'AND',
  )
export const countSessions = async (db: Db, of: OfPayout): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from payout_line l where ${linesOf(of)}`.execute(db)).rows[0]?.n ?? 0
/**
 * By the time they ended; of a correction the difference to the version that was settled before, with the commission by the
 * rule of the payout that settled the session first (M-3).
 */
export const sessions = (db: Db, of: OfPayout, query: ListQuery): Promise<ListRows<SessionRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<SessionRow>`select l.transaction_id, l.prior_version, t.chargepoint_id, t.stopped_at, ${shownType} as payment_type,
        b.energy_wh - coalesce(o.energy_wh, 0) as energy_wh, b.taxable_paise - coalesce(o.taxable_paise, 0) as net_paise,
        b.cgst_paise + b.sgst_paise + b.igst_paise - coalesce(o.cgst_paise + o.sgst_paise + o.igst_paise, 0) as tax_paise,
        b.surcharge_paise - coalesce(o.surcharge_paise, 0) as surcharge_paise,
        b.gateway_fee_paise - coalesce(o.gateway_fee_paise, 0) as gateway_fee_paise,
        b.total_paise - coalesce(o.total_paise, 0) as total_paise,
        case when f.rule in (1, 3, 5) then ${byUnit('b', 'percent')} - ${byUnit('o', 'percent')}
          when f.rule in (2, 4, 6) or l.prior_version is null then ${byUnit('b', 'unit')} - ${byUnit('o', 'unit')}
          else 0 end as unit_paise,
        p.status
      from payout_line l join payout p on p.payout_no = l.payout_no join transaction t on t.transaction_id = l.transaction_id
      join bill b on b.transaction_id = l.transaction_id and b.version = l.bill_version
      left join bill o on o.transaction_id = l.transaction_id and o.version = l.prior_version
      cross join lateral (select (q.terms->>'rule')::int as rule from payout_line k join payout q on q.payout_no = k.payout_no
        where k.transaction_id = l.transaction_id and k.prior_version is null) f
      where ${linesOf(of)} order by t.stopped_at, l.transaction_id, l.bill_version ${pageSql(query)}`,
  )
