// Transactions as screens read them: rows by id, one with its bill, meter values, the cards' figures.
// Which rows a list shows is in transaction-list.store.ts.

import { rupeesFromPaise } from '@wattdesk/base/money'
import { type RawBuilder, sql } from 'kysely'
import type { StoredBill } from '#charging/billing/bill-reply.rules.ts'
import { type MeterRow, meterRows } from '#charging/metering/meter.rules.ts'
import { metersOf } from '#charging/metering/meter.store.ts'
import type { RegisterScale } from '#charging/metering/sample.rules.ts'
import type { TimeFrom } from '#charging/metering/session-times.contract.ts'
import { energyInDoubt } from '#charging/sessions/review.store.ts'
import { isBelowReading } from '#charging/sessions/session.rules.ts'
import type { PayoutState } from '#charging/sessions/session-change.store.ts'
import { shownType } from '#charging/sessions/shown-type.store.ts'
import { byClock } from '#fleet/stations/clock.rules.ts'
import { type ShownEvse, shownEvseSql } from '#fleet/stations/evse.store.ts'
import { powerNowSql } from '#fleet/stations/station.store.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { planned } from '#platform/db/big-list-ways.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { payoutIdOf, statusOf } from '#settlement/payouts/payout-state.store.ts'
import { type SessionOfValues, type SignedValue, signedValuesOf } from './signed-values.rules.ts'
import type { ActiveTransaction, PaymentType, Transaction, TransactionSummary } from './transaction.contract.ts'
import { type Balances, purseOf, remainingOf } from './transaction-balance.store.ts'
import { liveCharged, liveEnergy } from './transaction-figures.store.ts'
import { sessionsOf, type TransactionListRequest } from './transaction-list.store.ts'

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))

const rowColumns = sql`t.transaction_id, t.chargepoint_id, t.chargepoint_name, t.chargepoint_pk, t.charger_type, t.connector_id,
  ${shownEvseSql('t')}, m.name as team_name, t.email, t.phone, t.id_tag, t.ocpp_tag_pk, t.started_at, t.start_received_at, t.stopped_at,
  t.meter_start_wh, t.meter_stop_wh, coalesce(l.current_wh, t.meter_stop_wh, t.meter_start_wh) as current_wh,
  ${liveEnergy} as energy_wh, ${liveCharged} as charged_paise, t.stop_reason, t.paid_paise, t.refund_paise, t.refund_status,
  ${shownType} as payment_type, t.payment_description, t.payment_id, ${statusOf('t')} as status, t.notes,
  ${payoutIdOf('t')} as payout_id, t.in_review, ${energyInDoubt} as energy_in_doubt`
const rowTables = sql`transaction t join team m on m.id = t.team_id
  left join transaction_live l on l.transaction_id = t.transaction_id`

type Row = ShownEvse & {
  transactionId: number
  chargepointId: string
  chargepointName: string
  chargepointPk: number
  chargerType: string
  connectorId: number
  teamName: string
  email: string | null
  phone: string | null
  idTag: string
  ocppTagPk: number | null
  startedAt: Date
  startReceivedAt: Date
  stoppedAt: Date | null
  meterStartWh: number
  meterStopWh: number | null
  currentWh: number
  energyWh: number
  chargedPaise: number
  stopReason: string | null
  paidPaise: number
  refundPaise: number
  refundStatus: string | null
  paymentType: PaymentType
  paymentDescription: string | null
  paymentId: string | null
  status: string | null
  notes: string | null
  payoutId: string | null
  inReview: boolean
  energyInDoubt: boolean
}

/** The row of D-TXN-2. */
const rowOf = (r: Row): Transaction => ({
  transactionId: r.transactionId,
  chargepoint_id: r.chargepointId,
  chargepoint_name: r.chargepointName,
  charge_box_pk: r.chargepointPk,
  charger_type: r.chargerType,
  connectorId: r.connectorId,
  evseId: r.evseId,
  evseConnectorId: r.evseConnectorId,
  team_name: r.teamName,
  email: r.email,
  phone: r.phone,
  tag: r.idTag,
  ocpp_tag_pk: r.ocppTagPk,
  starttime: r.startedAt.toISOString(),
  start_time: r.startedAt.toISOString(),
  created_at: r.startReceivedAt.toISOString(),
  stoptime: r.stoppedAt?.toISOString() ?? null,
  start_meter_value: r.meterStartWh,
  stop_meter_value: r.meterStopWh,
  current_meter_value: r.currentWh,
  kw_consumed: r.energyWh / 1000,
  energy_consumed: r.energyWh / 1000,
  stop_reason: r.stopReason,
  totalAmountCharged: rupees(r.chargedPaise),
  totalAmountPaid: rupees(r.paidPaise),
  totalRefund: rupees(r.refundPaise),
  refundStatus: r.refundStatus,
  payment_type: r.paymentType,
  paymentDescription: r.paymentDescription,
  paymentId: r.paymentId,
  status: r.status,
  notes: r.notes,
  payoutId: r.payoutId,
  inReview: r.inReview,
  energyInDoubt: r.energyInDoubt,
})

/** Rows in the order of `ids`; sessions outside the scope are left out. */
export async function transactionRowsById(db: Db, scope: Scope, ids: readonly number[]): Promise<Transaction[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`select ${rowColumns} from unnest(${sql.val(ids)}::int[]) with ordinality i (id, n)
    join (${rowTables}) on t.transaction_id = i.id where ${within(scope, 't')} order by i.n`.execute(db)
  return rows.map(rowOf)
}

type Detail = Row &
  Balances & {
    stopIdTag: string | null
    driverName: string | null
    reservationId: number | null
    isFree: boolean
    isDismissed: boolean
    idTagStatus: string
    startToldAt: Date | null
    stopToldAt: Date | null
    startTimeFrom: TimeFrom
    stopTimeFrom: TimeFrom | null
    clockOffsetSec: number | null
    readingWh: number | null
    powerW: number | null
    socPercent: string | null
    meteredAt: Date | null
    snapshot: PriceSnapshot | null
    bill: (Omit<StoredBill, 'billedAt'> & { billedAt: string }) | null
  }

/** One transaction with its newest bill as stored; undefined outside the scope. */
export async function transactionById(db: Db, scope: Scope, id: number, now: Date) {
  const { rows } =
    await sql<Detail>`select ${rowColumns}, t.stop_id_tag, t.driver_name, t.reservation_id, t.is_free, t.is_dismissed, t.id_tag_status, t.start_told_at, t.stop_told_at,
      t.start_time_from, t.stop_time_from, t.clock_offset_sec, t.reading_wh, ${powerNowSql(now)} as power_w,
      ${purseOf.columns},
      l.soc_percent, l.metered_at, v.content as snapshot,
      (select json_build_object('version', b.version, 'billedAt', b.billed_at, 'taxablePaise', b.taxable_paise,
        'cgstPaise', b.cgst_paise, 'sgstPaise', b.sgst_paise, 'igstPaise', b.igst_paise, 'grossPaise', b.gross_paise,
        'surchargePaise', b.surcharge_paise, 'totalPaise', b.total_paise, 'overrunPaise', b.overrun_paise,
        'supplierName', b.supplier_name, 'supplierGstin', b.supplier_gstin, 'supplierState', b.supplier_state,
        'placeOfSupply', b.place_of_supply, 'recipientName', b.recipient_name, 'recipientGstin', b.recipient_gstin, 'taxPpm', b.tax_ppm, 'gatewayPpm', b.gateway_ppm,
        'lines', b.lines, 'facts', b.facts)
        from current_bill b where b.transaction_id = t.transaction_id) as bill
    from ${rowTables} left join price_group_version v on v.price_version_id = t.price_version_id ${purseOf.tables}
    left join charger_state s on s.chargepoint_pk = t.chargepoint_pk
    left join connector n on n.chargepoint_pk = t.chargepoint_pk and n.connector_id = t.connector_id
    where t.transaction_id = ${id} and ${within(scope, 't')}`.execute(db)
  const r = rows[0]
  if (!r) return undefined
  const { bill, snapshot } = r
  return {
    row: rowOf(r),
    startedAt: r.startedAt,
    stoppedAt: r.stoppedAt,
    meteredAt: r.meteredAt,
    snapshot,
    bill: bill && { ...bill, billedAt: new Date(bill.billedAt) },
    further: {
      stop_tag: r.stopIdTag,
      driver_name: r.driverName,
      reservationId: r.reservationId,
      isFree: r.isFree,
      isDismissed: r.isDismissed,
      startAnswer: r.idTagStatus,
      initialBalance: r.beforePaise === null ? null : rupees(r.beforePaise),
      remainingBalance: remainingOf(r),
      told_starttime: r.startToldAt?.toISOString() ?? null,
      told_stoptime: r.stopToldAt?.toISOString() ?? null,
      startTimeFrom: r.startTimeFrom,
      stopTimeFrom: r.stopTimeFrom,
      clockOffsetSec: r.clockOffsetSec,
      readingWh: r.readingWh,
      stopBelowReading: r.readingWh !== null && r.meterStopWh !== null && isBelowReading(r.meterStopWh, r.readingWh),
      powerW: r.powerW,
      socPercent: r.socPercent === null ? null : Number(r.socPercent),
      meteredAt: r.meteredAt?.toISOString() ?? null,
    },
  }
}

type HeldState = PayoutState & { teamId: number; payoutId: string | null }
/** Payout, status and notes of a transaction of the scope, locked until the transaction of the database ends. */
export const holdStatus = async (trx: Trx, scope: Scope, id: number): Promise<HeldState | undefined> =>
  (
    await sql<HeldState>`select t.transaction_id, t.team_id, ${statusOf('t')} as status, t.notes,
        ${payoutIdOf('t')} as payout_id
      from transaction t where t.transaction_id = ${id} and ${within(scope, 't')} for no key update`.execute(trx)
  ).rows[0]

/** Meter values of one transaction on one connector, oldest first, by our clock; undefined outside the scope. */
export async function meterValues(
  { db, archive }: Pick<Services, 'db' | 'archive'>,
  scope: Scope,
  id: number,
  connectorId: number,
): Promise<MeterRow[] | undefined> {
  const { rows } = await sql<{ startReceivedAt: Date; offsetSec: number; registerScale: RegisterScale }>`
    select t.start_received_at, coalesce(t.clock_offset_sec, 0) as offset_sec, t.register_scale
    from transaction t where t.transaction_id = ${id} and ${within(scope, 't')}`.execute(db)
  const [session] = rows
  if (!session) return undefined
  const { offsetSec, registerScale } = session
  const meters = await metersOf(db, [{ transactionId: id, startReceivedAt: session.startReceivedAt }], archive)
  return meters
    .filter(m => m.connectorId === connectorId)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.receivedAt.getTime() - b.receivedAt.getTime())
    .flatMap(m => meterRows(byClock(m.at, m.receivedAt, offsetSec), m.samples, registerScale))
}

/** The signed values of a transaction, oldest first, with the session that they are of; undefined outside the scope. */
export async function signedValues(
  { db, archive }: Pick<Services, 'db' | 'archive'>,
  scope: Scope,
  id: number,
): Promise<{ session: SessionOfValues; values: SignedValue[] } | undefined> {
  const { rows } = await sql<
    Omit<SessionOfValues, 'chargepoint_id' | 'starttime' | 'stoptime'> & {
      chargepointId: string
      startReceivedAt: Date
      startedAt: Date
      stoppedAt: Date | null
    }
  >`select t.transaction_id, k.station_transaction_id, t.chargepoint_id, t.connector_id,
      t.start_received_at, t.started_at, t.stopped_at
    from transaction t left join station_transaction k using (transaction_id)
    where t.transaction_id = ${id} and ${within(scope, 't')}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { chargepointId, startReceivedAt, startedAt, stoppedAt, ...session } = found
  const meters = await metersOf(db, [{ transactionId: id, startReceivedAt }], archive)
  return {
    session: {
      ...session,
      chargepoint_id: chargepointId,
      starttime: startedAt.toISOString(),
      stoptime: stoppedAt?.toISOString() ?? null,
    },
    values: signedValuesOf(meters),
  }
}

/** Running sessions of a charge point, by connector. */
export async function activeOf(db: Db, scope: Scope, pk: number): Promise<ActiveTransaction[]> {
  const { rows } = await sql<{ transactionId: number }>`select t.transaction_id from transaction t
    where t.chargepoint_pk = ${pk} and t.stopped_at is null and ${within(scope, 't')} order by t.connector_id, t.started_at desc`.execute(
    db,
  )
  return transactionRowsById(
    db,
    scope,
    rows.map(r => r.transactionId),
  )
}

const MANY = 2000
const A_MINUTE = 60_000
const known = new WeakMap<Db, Map<string, { at: number; n: number }>>()
/** Charge points that have had a session; of a large network, as of at most a minute ago. */
async function usedChargers(db: Db, scope: Scope): Promise<number> {
  const kept = known.get(db) ?? new Map<string, { at: number; n: number }>()
  known.set(db, kept)
  const key = JSON.stringify(scope)
  const last = kept.get(key)
  if (last && performance.now() - last.at < A_MINUTE) return last.n
  // A charger that has moved to another team since was used here all the same.
  const { rows } = await sql<{ n: number }>`select count(*) as n from charger c
    where (${within(scope, 'c')} or exists (select from charger_team_history h join team m on m.id = h.team_id
        cross join lateral (select h.team_id, m.company_id) x where h.chargepoint_pk = c.chargepoint_pk and ${within(scope, 'x')}))
      -- Not "exists", which may be turned into reading all sessions of the scope: 0.7 s for a team of 40,000 among 10,000,000.
      and (select true from transaction t where t.chargepoint_pk = c.chargepoint_pk and ${within(scope, 't')} limit 1)`.execute(
    db,
  )
  const n = rows[0]?.n ?? 0
  if (n > MANY) kept.set(key, { at: performance.now(), n })
  else kept.delete(key)
  return n
}

/** The cards' figures: the whole scope, before search and filter (D-TXN-10). Revenue is that of ended sessions. */
export async function summaryOf(db: Db, asked: TransactionListRequest): Promise<TransactionSummary> {
  const { scope, own } = asked
  if (own) {
    const { rows } = await planned(db, trx =>
      sql<{ total: number; active: number; revenue: number; chargers: number }>`
        select count(*) as total, count(*) filter (where t.stopped_at is null) as active, count(distinct t.chargepoint_pk) as chargers,
          coalesce(sum(t.charged_paise) filter (where t.stopped_at is not null), 0)::bigint as revenue
        from transaction t where ${within(scope, 't')} and ${own}`.execute(trx),
    )
    const r = rows[0] ?? { total: 0, active: 0, revenue: 0, chargers: 0 }
    return summary(r.total, r.active, r.revenue, r.chargers)
  }
  const one = async (query: RawBuilder<{ n: number }>) => (await query.execute(db)).rows[0]?.n ?? 0
  const [total, revenue, active, chargers] = await Promise.all([
    sessionsOf(db, scope),
    one(sql`select coalesce(sum(u.charged_paise), 0)::bigint as n from usage_team u where ${within(scope, 'u')}`),
    one(sql`select count(*) as n from transaction t where t.stopped_at is null and ${within(scope, 't')}`),
    usedChargers(db, scope),
  ])
  return summary(total, active, revenue, chargers)
}
const summary = (total: number, active: number, revenuePaise: number, chargers: number): TransactionSummary => ({
  totalTransactions: total,
  activeTransactions: active,
  completed: total - active,
  totalRevenue: rupees(revenuePaise),
  totalChargers: chargers,
})
