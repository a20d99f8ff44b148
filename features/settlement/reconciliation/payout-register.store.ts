// The payouts of a month, as an accountant books them. Amounts in paise.
import type { ListQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { PayoutStatus } from '#settlement/payouts/payout.contract.ts'
import { isInBooksScope } from './books.store.ts'
import type { Period } from './period.rules.ts'

export type PayoutRegisterRow = {
  payoutId: string
  teamName: string
  sessions: number
  energyWh: number
  collected: number
  net: number
  gst: number
  ownerGst: number
  gatewayFee: number
  commission: number
  gstOnCommission: number
  deductedGst: number
  collectedByOperator: number
  creditsGiven: number
  carriedIn: number
  carriedOut: number
  tcsCgst: number
  tcsSgst: number
  tcsIgst: number
  tds: number
  payout: number
  status: PayoutStatus
  completedAt: Date | null
}
const columns: Columns = {
  team_name: { sql: sql`m.name`, type: 'text' },
  payout: { sql: sql`o.payout_paise`, type: 'number' },
  commission: { sql: sql`o.commission_paise`, type: 'number' },
}
const matching = (
  scope: Scope,
  { from, to }: Period,
  q: string | undefined,
) => sql`payout o join team m on m.id = o.team_id
  where o.period_start >= ${from} and o.period_start < ${to} and ${isInBooksScope(scope, 'o')} and ${searchSql(q, [sql`m.name`, sql`o.payout_id`])}`

export const list = (db: Db, scope: Scope, period: Period, query: ListQuery): Promise<ListRows<PayoutRegisterRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      PayoutRegisterRow & Keyed
    >`select o.payout_no as cursor_key, o.payout_id, m.name as team_name, o.sessions, o.energy_wh, o.total_paise as collected, o.net_paise as net,
        o.tax_paise as gst, o.owner_tax_paise as owner_gst, o.gateway_fee_paise as gateway_fee, o.commission_paise as commission,
        o.tax_on_commission_paise as gst_on_commission, o.deducted_tax_paise as deducted_gst,
        o.collected_paise as collected_by_operator, o.given_paise as credits_given, o.carried_in_paise as carried_in,
        o.tcs_cgst_paise as tcs_cgst, o.tcs_sgst_paise as tcs_sgst, o.tcs_igst_paise as tcs_igst, o.tds_paise as tds,
        o.carried_out_paise as carried_out, o.payout_paise as payout, o.status, o.completed_at
      from ${matching(scope, period, query.q)} ${endSql(query, 'team_name', columns, { number: sql`o.payout_no` })}`,
  )
export const count = async (db: Db, scope: Scope, period: Period, q: string | undefined): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${matching(scope, period, q)}`.execute(db)).rows[0]?.n ?? 0
