// The rows of the statement report: searched, filtered, sorted and paged in the database, team by team in the order of
// the sessions' ends. Related records are joined where a filter or the order needs them, and for the rows on the page.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { rowsOf as placeOf, sortOf } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { shownType } from '#charging/sessions/shown-type.store.ts'
import { PaymentType } from '#desk/transactions/transaction.contract.ts'
import { statusText } from '#desk/transactions/transaction.rules.ts'
import { type ShownEvse, shownEvseSql } from '#fleet/stations/evse.store.ts'
import { planned } from '#platform/db/big-list-ways.ts'
import { and } from '#platform/db/big-list-where.ts'
import type { Db } from '#platform/db/db.ts'
import { behindSql, type Columns, filtersSql, joined, type Keyed, keyColumn, likeText } from '#platform/db/list.ts'
import type { Scope } from '#platform/db/scope.ts'
import { allRows, type ListRows } from '#platform/http/exports.ts'
import { statusOf } from '#settlement/payouts/payout-state.store.ts'
import {
  REPORT_NAMES,
  REPORT_STATES,
  type ReportCharger,
  type ReportQuery,
  type ReportRow,
  type ReportSort,
  reportSortFields,
} from './report.contract.ts'
import {
  commission,
  gstin,
  payout,
  settlement,
  teamsOf,
  termsOf,
  withFigures,
  withGst,
  withoutGst,
} from './report-figures.store.ts'

/** A question to the report: sessions that ended from `from` on and before `until`. */
export type ReportRequest = { scope: Scope; from: Date; until: Date; query: ReportQuery }
type Bool = RawBuilder<boolean>

const status = statusOf('t')
const STATE_WORDS = REPORT_STATES.map(s => [s, statusText(s === 'NONE' ? null : s)] as const)

/**
 * Searches the text in the columns: parts of ids and of charge points' names, words of states and payment methods. Only
 * columns that the text can match are searched. Charge points are few beside their sessions, so charge points are found
 * by name first.
 */
function searched(q: string): Bool {
  const like = `%${likeText(q)}%`
  const holds = (word: string) => word.toLowerCase().includes(q.toLowerCase())
  const types = PaymentType.options.filter(holds)
  const states = STATE_WORDS.filter(([s, word]) => s !== 'NONE' && holds(word)).map(([s]) => s)
  const parts = [
    sql<boolean>`(t.chargepoint_id ilike ${like} and t.chargepoint_pk in (
      select c.chargepoint_pk from session_charger c where c.chargepoint_id ilike ${like}))`,
    ...(/^\d+$/.test(q) ? [sql<boolean>`t.transaction_id::text like ${like}`] : []),
    ...(types.length > 0 ? [sql<boolean>`${shownType} = any(${sql.val(types)}::text[])`] : []),
    ...(states.length > 0 ? [sql<boolean>`${status} = any(${sql.val(states)}::text[])`] : []),
  ]
  return joined(parts, 'OR')
}
/** Fields of the bill or the terms. */
const FIGURES: readonly string[] = ['cm_commission', 'payout_with_gst', 'payout_without_gst', 'gst']
const columns: Columns = {
  transaction_pk: keyColumn(sql`t.transaction_id`),
  charge_box_id: { sql: sql`t.chargepoint_id`, type: 'text' },
  connector_id: { sql: sql`t.connector_id::text`, type: 'text' },
  payment_type: { sql: shownType, type: 'text' },
  gst: { sql: gstin, type: 'text' },
  totalEnergy: { sql: sql`t.energy_wh`, type: 'number', per: 1000 },
  amount_paid: { sql: sql`t.paid_paise`, type: 'number', per: 100 },
  charging_cost: { sql: sql`t.charged_paise`, type: 'number', per: 100 },
  cm_commission: { sql: commission, type: 'number', per: 100 },
  payout_with_gst: { sql: withGst, type: 'number', per: 100 },
  payout_without_gst: { sql: withoutGst, type: 'number', per: 100 },
  starttime: { sql: sql`t.started_at`, type: 'date' },
  stoptime: { sql: sql`t.stopped_at`, type: 'date' },
}
/** The sort expression of a field: figures as whole paise and Wh, ids as in the index of a team's ids. */
const sorted = (field: ReportSort): RawBuilder<unknown> =>
  field === 'transaction_pk'
    ? sql`(t.transaction_id + 0)`
    : field === 'connector_id'
      ? sql`t.connector_id`
      : (columns[field]?.sql ?? sql`t.stopped_at`)

/** Ended, billed or not to be billed, and not waiting for a person. */
export const inPeriod = (from: Date, until: Date): Bool =>
  sql<boolean>`(t.stopped_at >= ${from} and t.stopped_at < ${until} and not t.in_review)`

/** Search and filters; undefined where nothing narrows the period. */
export function narrowing({ query }: Pick<ReportRequest, 'query'>): { where: Bool; needsFigures: boolean } | undefined {
  const { q, filters, tz, chargers, status: states } = query
  const conditions = filters?.conditions ?? []
  if (!q && conditions.length === 0 && !chargers && !states) return undefined
  const where = and(
    q ? searched(q) : undefined,
    filtersSql(filters, columns, tz),
    chargers ? sql<boolean>`t.chargepoint_pk = any(${sql.val(chargers.split(',').map(Number))}::int[])` : undefined,
    states ? sql<boolean>`coalesce(${status}, 'NONE') = any(${sql.val(states.split(','))}::text[])` : undefined,
  )
  return { where, needsFigures: conditions.some(c => FIGURES.includes(c.field)) }
}

const orderOf = ({ query }: Pick<ReportRequest, 'query'>) => {
  if (query.cursor !== undefined) return { key: sorted('transaction_pk'), isFigure: false, direction: sql`asc` }
  const { field, descending } = sortOf(query.sort ?? '-stoptime')
  const name = reportSortFields.find(f => f === field) ?? 'stoptime'
  return { key: sorted(name), isFigure: FIGURES.includes(name), direction: descending ? sql`desc` : sql`asc` }
}

/**
 * Keys and ids of the rows that match, of each team the first so many in order; undefined: all. Where bills must be looked
 * into, all of them are joined at once rather than team by team.
 */
function picked(asked: ReportRequest, limit: number | undefined): RawBuilder<unknown> {
  const narrow = narrowing(asked)
  const { key, isFigure, direction } = orderOf(asked)
  const where = and(
    inPeriod(asked.from, asked.until),
    narrow?.where,
    behindSql(asked.query, { number: sql`t.transaction_id` }),
  )
  const found = sql`${key} as key, t.transaction_id as id`
  if (narrow?.needsFigures || isFigure || limit === undefined)
    return sql`(select ${found} from ${teamsOf(asked.scope)} join transaction t on t.team_id = m.id
      ${narrow?.needsFigures || isFigure ? withFigures : sql``} where ${where}) x`
  return sql`${teamsOf(asked.scope)} cross join lateral (
    select ${found} from transaction t where ${and(sql<boolean>`t.team_id = m.id`, where)}
    order by ${key} ${direction}, t.transaction_id ${direction} limit ${limit}) x`
}

const rowColumns = sql`t.transaction_id, t.chargepoint_id, t.connector_id, ${shownEvseSql('t')}, t.meter_start_wh, t.meter_stop_wh, t.energy_wh,
  ${shownType} as payment_type, t.paid_paise, t.charged_paise, ${commission}::bigint as commission_paise,
  ${withGst}::bigint as with_gst_paise, ${withoutGst}::bigint as without_gst_paise, ${status} as status, ${gstin} as gstin,
  ${settlement} as settlement,
  t.started_at, t.stopped_at`
type Row = ShownEvse & {
  transactionId: number
  chargepointId: string
  connectorId: number
  meterStartWh: number
  meterStopWh: number | null
  energyWh: number
  paymentType: string
  paidPaise: number
  chargedPaise: number
  commissionPaise: number
  withGstPaise: number
  withoutGstPaise: number
  status: string | null
  gstin: string
  settlement: ReportRow['settlement']
  startedAt: Date
  stoppedAt: Date
}
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
/** A row as D-REP-2 fills it. */
export const reportRowOf = (row: Row): ReportRow => ({
  transaction_pk: row.transactionId,
  charge_box_id: row.chargepointId,
  connector_id: row.connectorId,
  evseId: row.evseId,
  evseConnectorId: row.evseConnectorId,
  start_value: row.meterStartWh,
  stop_value: row.meterStopWh ?? row.meterStartWh,
  totalEnergy: row.energyWh / 1000,
  payment_type: row.paymentType,
  amount_paid: rupees(row.paidPaise),
  charging_cost: rupees(row.chargedPaise),
  cm_commission: rupees(row.commissionPaise),
  payout_with_gst: rupees(row.withGstPaise),
  payout_without_gst: rupees(row.withoutGstPaise),
  status: row.status,
  gst: row.gstin,
  settlement: row.settlement,
  starttime: row.startedAt.toISOString(),
  stoptime: row.stoppedAt.toISOString(),
})

/** One page, or for an export all rows in portions. */
export async function reportRows(db: Db, asked: ReportRequest): Promise<ListRows<Row>> {
  const { direction } = orderOf(asked)
  const order = sql`order by x.key ${direction}, x.id ${direction}`
  const from = (limit: number | undefined) => sql`select x.key, x.id from ${picked(asked, limit)} ${order}`
  const shown = (ids: RawBuilder<unknown>) => sql<Row & Keyed>`
    with ${termsOf(teamsOf(asked.scope))}, shown as materialized (${ids})
    select x.id as cursor_key, ${rowColumns} from shown x join transaction t on t.transaction_id = x.id ${withFigures}
    order by x.key ${direction}, x.id ${direction}`
  if (asked.query.export !== undefined) return allRows(db, shown(from(undefined)))
  const { limit, offset } = placeOf(asked.query)
  const { rows } = await planned(db, trx =>
    shown(sql`${from(limit + offset)} limit ${limit} offset ${offset}`).execute(trx),
  )
  return rows
}

export type Sums = { sessions: number; energyWh: number; payoutPaise: number }
/** The sums of all rows that match, from the rows themselves. */
export async function narrowedSums(db: Db, asked: ReportRequest): Promise<Sums> {
  const narrow = narrowing(asked)
  const { rows } = await planned(db, trx =>
    sql<Sums>`
    with ${termsOf(teamsOf(asked.scope))}
    select count(*) as sessions, coalesce(sum(t.energy_wh), 0)::bigint as energy_wh, coalesce(sum(${payout}), 0)::bigint as payout_paise
    from ${teamsOf(asked.scope)} join transaction t on t.team_id = m.id ${withFigures}
    where ${and(inPeriod(asked.from, asked.until), narrow?.where)}`.execute(trx),
  )
  return rows[0] ?? { sessions: 0, energyWh: 0, payoutPaise: 0 }
}

/**
 * Charge points with sessions in the teams of a scope: the first that match by name, and those listed by key in
 * `chargers`.
 */
export async function chargersOf(
  db: Db,
  scope: Scope,
  { q, chargers }: { q?: string | undefined; chargers?: string | undefined },
): Promise<{ rows: ReportCharger[]; total: number }> {
  const named = (chargers ?? '').split(',').filter(Boolean).map(Number)
  const matches = q ? sql<boolean>`c.chargepoint_id ilike ${`%${likeText(q)}%`}` : sql<boolean>`true`
  type Found = { chargepointPk: number; chargepointId: string; total: number }
  const { rows } = await sql<Found>`
    with c as (select distinct on (c.chargepoint_pk) c.chargepoint_pk, c.chargepoint_id from session_charger c
      where c.team_id in (select m.id from ${teamsOf(scope)}) order by c.chargepoint_pk, c.chargepoint_id)
    (select c.chargepoint_pk, c.chargepoint_id, 0 as total from c where c.chargepoint_pk = any(${sql.val(named)}::int[]))
    union all
    (select c.chargepoint_pk, c.chargepoint_id, count(*) over () as total from c
      where ${matches} and not c.chargepoint_pk = any(${sql.val(named)}::int[])
      order by c.chargepoint_id limit ${REPORT_NAMES})`.execute(db)
  return {
    rows: rows.map(r => ({ chargepoint_pk: r.chargepointPk, charge_box_id: r.chargepointId })),
    total: named.length + Math.max(0, ...rows.map(r => r.total)),
  }
}
