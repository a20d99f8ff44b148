// Sessions as chargers write them: starts, meter values, stops, reviews. Reading for screens is in
// transaction-list.store.ts. Batches of many chargers' messages are one statement, and one commit.

import { type RawBuilder, sql } from 'kysely'
import type { Payer } from '#charging/billing/bill-posting.rules.ts'
import type { BillRow } from '#charging/billing/bill-row.rules.ts'
import type { SampledValue } from '#charging/metering/meter.rules.ts'
import { deleteLive, insertLive, insertStopMeters, type StopMeter } from '#charging/metering/meter.store.ts'
import type { RegisterScale } from '#charging/metering/sample.rules.ts'
import type { TimeSource } from '#charging/metering/session-times.rules.ts'
import type { StationStart } from '#fleet/stations/station-transaction.rules.ts'
import { linkTransactions } from '#fleet/stations/station-transaction.store.ts'
import { connectorVersionAt } from '#money/price-groups/price-version.store.ts'
import { paymentRowOfSession } from '#money/refunds/own-payment.store.ts'
import { bigints, booleans, floats, ints, jsons, texts, times } from '#platform/db/columns.ts'
import { recordAtFirst } from '#platform/db/dated.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type Start = {
  companyId: number
  teamId: number
  pk: number
  chargepointId: string
  chargepointName: string
  chargerType: string
  connectorId: number
  ocppTagPk: number | null
  idTag: string
  driverId: number | null
  driverName: string | null
  email: string | null
  phone: string | null
  /** The certain start, the charger's own, and how the certain one came about. */
  startedAt: Date
  toldAt: Date
  timeFrom: TimeSource
  clockOffsetSec: number | null
  receivedAt: Date
  /** As read by the scale. */
  meterStartWh: number
  registerScale: RegisterScale
  reservationId: number | null
  /** The station's own transaction; null in OCPP 1.6. */
  stationTransaction: StationStart | null
  idTagStatus: string
  isFree: boolean
  toleranceWatt: number
  paymentType: Payer['paymentType']
  /** The amount held for the session from its wallet, card or payment, in paise; null where nothing is held. */
  holdPaise: number | null
  /** The payment that the session was requested with, its description, and the amount of it taken for the session. */
  paymentId: string | null
  paymentDescription: string | null
  paidPaise: number
  isSimulated: boolean
}
/** `meterStart`: the register as the charger told it, without scale. */
export type StartKey = Pick<Start, 'pk' | 'connectorId' | 'idTag' | 'toldAt'> & {
  meterStart: number
  /** The station's own name of the transaction, which alone tells transactions of 2.0.1 apart; null in OCPP 1.6. */
  name: string | null
}
export type StartedSession = { transactionId: number; idTagStatus: string; isRunning: boolean }

/**
 * Sessions already begun by the same start, in order: with the same content in OCPP 1.6, the charger's own time (D-OCPP-6), and
 * with the same name of the transaction in 2.0.1. A resent start meets its first one.
 */
export async function sameStarts(db: Db | Trx, keys: readonly StartKey[]): Promise<(StartedSession | undefined)[]> {
  const named = keys.some(k => k.name !== null)
    ? sql`union all select k.n::int as n, t.transaction_id, t.id_tag_status, t.stopped_at is null as is_running
    from unnest(${ints(keys.map(k => k.pk))}, ${texts(keys.map(k => k.name))}) with ordinality k (pk, name, n)
    join station_transaction s on s.chargepoint_pk = k.pk and s.station_transaction_id = k.name
    join transaction t using (transaction_id)`
    : sql``
  const { rows } = await sql<StartedSession & { n: number }>`
    select k.n::int as n, t.transaction_id, t.id_tag_status, t.stopped_at is null as is_running
    from unnest(${ints(keys.map(k => k.pk))}, ${ints(keys.map(k => k.connectorId))}, ${texts(keys.map(k => k.idTag))},
      ${times(keys.map(k => k.toldAt))}, ${bigints(keys.map(k => k.meterStart))}, ${texts(keys.map(k => k.name))})
      with ordinality k (pk, connector, tag, at, meter, name, n)
    join transaction t on t.chargepoint_pk = k.pk and t.connector_id = k.connector and lower(t.id_tag) = lower(k.tag)
      and coalesce(t.start_told_at, t.started_at) = k.at and t.meter_start_wh = k.meter * t.register_scale
      and not t.has_station_name
    where k.name is null ${named}`.execute(db)
  const begun = new Array<StartedSession | undefined>(keys.length).fill(undefined)
  for (const { n, ...row } of rows) begun[n - 1] = row
  return begun
}

/** A session set aside: its stop never came, and another one began on its connector. */
export type SetAside = { transactionId: number; connectorId: number; energyWh: number; stoppedAt: Date }

/**
 * Plans are kept from when a network was young and its tables empty: what is looked up is looked up by its index from the
 * first day on, also by the triggers of this transaction.
 */
const byIndex = sql`(select set_config('enable_seqscan', 'off', true)) by_index`

/** The team that a charger stood in at a moment. */
const teamAt = (pk: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(
  select h.team_id from charger_team_history h where h.chargepoint_pk = ${pk}
  order by ${recordAtFirst(sql`h.since`, at, sql`h.history_id`)} limit 1)`

/**
 * Begins sessions, which are counted in their hour by a trigger, and sets aside what still runs on the same connectors from before: its
 * stop never came (D-TXN-11). Those count as finished when their stop comes after all or somebody decides. Answers, in
 * order, each session's id and what it set aside. The tags are held against their deletion; a session whose tag has been
 * deleted since it was judged is not begun, and its id is 0.
 */
export async function begin(db: Db | Trx, starts: readonly Start[]): Promise<{ id: number; setAside: SetAside[] }[]> {
  const all = <T>(of: (s: Start) => T): T[] => starts.map(of)
  const { rows } = await sql<{ n: number; id: number } & { [K in keyof SetAside]: SetAside[K] | null }>`
    with tag as materialized (select ocpp_tag_pk from ocpp_tag where ocpp_tag_pk = any(${ints(all(x => x.ocppTagPk))})
        and deleted_at is null order by 1 for key share),
      s as materialized (select s.*, nextval('transaction_id_seq')::int as id from ${byIndex}, unnest(${ints(all(x => x.companyId))},
        ${ints(all(x => x.teamId))}, ${ints(all(x => x.pk))}, ${texts(all(x => x.chargepointId))},
        ${texts(all(x => x.chargepointName))}, ${texts(all(x => x.chargerType))}, ${ints(all(x => x.connectorId))},
        ${ints(all(x => x.ocppTagPk))}, ${texts(all(x => x.idTag))}, ${ints(all(x => x.driverId))},
        ${texts(all(x => x.driverName))}, ${texts(all(x => x.email))}, ${texts(all(x => x.phone))},
        ${times(all(x => x.startedAt))}, ${times(all(x => x.receivedAt))}, ${bigints(all(x => x.meterStartWh))},
        ${ints(all(x => x.reservationId))}, ${texts(all(x => x.idTagStatus))}, ${booleans(all(x => x.isFree))},
        ${ints(all(x => x.toleranceWatt))}, ${texts(all(x => x.paymentType))},
        ${booleans(all(x => x.isSimulated))}, ${times(all(x => x.toldAt))}, ${texts(all(x => x.timeFrom))},
        ${ints(all(x => x.clockOffsetSec))}, ${bigints(all(x => x.holdPaise))}, ${texts(all(x => x.paymentId))},
        ${texts(all(x => x.paymentDescription))}, ${bigints(all(x => x.paidPaise))}, ${ints(all(x => x.registerScale))}, ${texts(all(x => x.stationTransaction?.id ?? null))},
        ${floats(all(x => x.stationTransaction?.registerWh ?? null))}, ${booleans(all(x => x.stationTransaction?.isStartOpen ?? true))},
        ${ints(all(x => x.stationTransaction?.remoteStartId ?? null))}, ${texts(all(x => x.stationTransaction?.idTokenType ?? null))},
        ${jsons(all(x => (x.stationTransaction ? JSON.stringify(x.stationTransaction.steps) : null)))}) with ordinality s (company_id, team_id, pk, chargepoint_id, chargepoint_name,
        charger_type, connector_id, ocpp_tag_pk, id_tag, driver_id, driver_name, email, phone, started_at, received_at,
        meter_start_wh, reservation_id, id_tag_status, is_free, tolerance_watt, payment_type, is_simulated,
        told_at, time_from, clock_offset_sec, hold_paise, payment_id, payment_description, paid_paise, register_scale, station_transaction_id,
        register_wh, is_start_open, remote_start_id, id_token_type, steps, n)
        where s.ocpp_tag_pk is null or s.ocpp_tag_pk in (select ocpp_tag_pk from tag)),
    aside as (update transaction t set stopped_at = coalesce(l.metered_at, t.started_at), stop_received_at = s.received_at,
        stop_time_from = 'reading', reading_wh = coalesce(l.current_wh, t.meter_start_wh),
        meter_stop_wh = coalesce(l.current_wh, t.meter_start_wh), in_review = true,
        energy_wh = greatest(0, coalesce(l.current_wh, t.meter_start_wh) - t.meter_start_wh), charged_paise = 0
      from s, transaction o left join transaction_live l on l.transaction_id = o.transaction_id
      where t.transaction_id = o.transaction_id and o.chargepoint_pk = s.pk and o.connector_id = s.connector_id
        and o.stopped_at is null
        -- A queued start of before leaves alone what runs.
        and o.started_at <= s.started_at
      returning s.n, s.received_at, t.transaction_id, t.company_id, t.team_id, t.chargepoint_pk, t.connector_id, t.stopped_at,
        t.meter_stop_wh, t.energy_wh),
    gone as (${deleteLive(sql`aside`)}),
    review as (insert into session_review (company_id, team_id, transaction_id, chargepoint_pk, connector_id, reason, detail,
        created_at)
      select company_id, team_id, transaction_id, chargepoint_pk, connector_id, 'Stop never came',
        jsonb_build_object('stoptime', stopped_at, 'stop_meter_value', meter_stop_wh, 'transactionId', transaction_id), received_at
      from aside on conflict do nothing),
    t as (insert into transaction (transaction_id, company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name,
        charger_type, connector_id, ocpp_tag_pk, id_tag, driver_id, driver_name, email, phone, started_at, start_received_at,
        meter_start_wh, reservation_id, id_tag_status, is_free, tolerance_watt, payment_type, is_simulated, start_told_at, start_time_from,
        clock_offset_sec, hold_paise, payment_id, payment_description, paid_paise, register_scale, status, has_station_name, price_version_id)
      select s.id, m.company_id, m.id, pk, chargepoint_id, chargepoint_name, charger_type, connector_id, ocpp_tag_pk, id_tag,
        driver_id, driver_name, email, phone, started_at, received_at, meter_start_wh, reservation_id, id_tag_status, is_free,
        tolerance_watt, payment_type, is_simulated, nullif(told_at, started_at), time_from, clock_offset_sec, hold_paise,
        payment_id, case when y.method <> 'upi' then 'Payment by ' || y.method else payment_description end, paid_paise,
        register_scale, y.status, station_transaction_id is not null,
        ${connectorVersionAt(sql`s.pk`, sql`s.connector_id`, sql`s.started_at`)}
      from s join team m on m.id = coalesce(${teamAt(sql`s.pk`, sql`s.started_at`)}, s.team_id)
        -- The state of its payment is its own until a payout settles it, and how it was really paid (D-TXN-3, D-TXN-7).
        left join lateral (select p.method, case when p.captured_at is null then 'AUTHORIZED' else 'CAPTURED' end as status
          from ${paymentRowOfSession(sql`s`)} p) y on true order by n
      returning transaction_id, company_id, team_id, started_at, meter_start_wh),
    ${starts.some(s => s.stationTransaction !== null) ? sql`k as (${linkTransactions(sql`s`)}),` : sql``}
    l as (${insertLive(sql`t`)})
    select s.n::int as n, s.id, a.transaction_id, a.connector_id, a.energy_wh, a.stopped_at
    from s left join aside a on a.n = s.n`.execute(db)
  const begun = starts.map(() => ({ id: 0, setAside: [] as SetAside[] }))
  for (const { n, id, transactionId, connectorId, energyWh, stoppedAt } of rows) {
    const b = begun[n - 1]
    if (!b) continue
    b.id = id
    if (transactionId !== null && connectorId !== null && energyWh !== null && stoppedAt)
      b.setAside.push({ transactionId, connectorId, energyWh, stoppedAt })
  }
  return begun
}

/** A session with the stop that its charger sent. */
export type Stop = {
  /** The certain end, the charger's own, and how the certain one came about. */
  stoppedAt: Date
  toldAt: Date
  timeFrom: TimeSource
  /** The last plausible register before it. */
  readingWh: number
  receivedAt: Date
  meterStopWh: number
  energyWh: number
  stopReason: string
  stopIdTag: string | null
  /** Set when a person must look first; then there is no bill. */
  review: string | null
  reviewDetail: unknown
  bill: BillRow | null
  /** The time of the bill: a lost stop is billed later than it was received. */
  billedAt: Date
  payer: Payer
  /** transactionData. */
  meters: readonly { at: Date; samples: readonly SampledValue[] }[]
}
/**
 * The parts of a statement that end sessions by their stops, with their last meter values, each stored once; a trigger brings
 * the figures of the hour up to them. A session that has had its stop stays as it is: the first result stands (O-40). The bills
 * follow in the same statement (session-end.store.ts).
 */
export function stopParts(stops: readonly Stop[], meters: readonly StopMeter[]): RawBuilder<unknown> {
  const all = <T>(of: (s: Stop) => T): T[] => stops.map(of)
  const metered = meters.length > 0 ? sql`m as (${insertStopMeters(meters, sql`t`)}),` : sql``
  return sql`t as (update transaction t set stopped_at = s.stopped_at, stop_received_at = s.received_at,
        meter_stop_wh = s.meter_stop_wh, energy_wh = s.energy_wh, charged_paise = coalesce(s.total_paise, 0),
        stop_told_at = nullif(s.told_at, s.stopped_at), stop_time_from = s.time_from, reading_wh = s.reading_wh,
        stop_reason = s.reason, stop_id_tag = s.tag, in_review = s.review is not null,
        paid_paise = case when t.payment_type in ('RFID', 'WALLET', 'PREPAID') then coalesce(s.total_paise, 0)
          else t.paid_paise end
      from ${byIndex}, unnest(${ints(all(x => x.payer.transactionId))}, ${times(all(x => x.stoppedAt))}, ${times(all(x => x.receivedAt))},
        ${bigints(all(x => x.meterStopWh))}, ${bigints(all(x => x.energyWh))}, ${texts(all(x => x.stopReason))},
        ${texts(all(x => x.stopIdTag))}, ${texts(all(x => x.review))},
        ${jsons(all(x => (x.review === null ? null : JSON.stringify(x.reviewDetail))))},
        ${bigints(all(x => x.bill?.totalPaise ?? null))}, ${times(all(x => x.toldAt))}, ${texts(all(x => x.timeFrom))},
        ${bigints(all(x => x.readingWh))}, ${times(all(x => x.billedAt))})
        s (id, stopped_at, received_at, meter_stop_wh, energy_wh, reason, tag, review, review_detail, total_paise, told_at,
          time_from, reading_wh, billed_at)
      where t.transaction_id = s.id
        -- Set aside without a stop of its own: the late one still counts.
        and (t.stopped_at is null or (t.in_review and t.stop_reason is null))
      returning t.transaction_id, t.company_id, t.team_id, t.chargepoint_pk, t.connector_id, t.stop_received_at, s.review,
        s.review_detail, 1 as version, s.billed_at),
    l as (${deleteLive(sql`t`)}),
    ${metered}
    r as (insert into session_review (company_id, team_id, transaction_id, chargepoint_pk, connector_id, reason, detail,
        created_at)
      select company_id, team_id, transaction_id, chargepoint_pk, connector_id, review, review_detail, stop_received_at
      from t where review is not null on conflict do nothing),
    done as (update session_review r set decided_at = t.stop_received_at, decision = '{"action": "stop arrived"}'
      from t where r.transaction_id = t.transaction_id and r.decided_at is null and r.reason = 'Stop never came')`
}

export type Running = {
  transactionId: number
  connectorId: number
  idTag: string
  startedAt: Date
  meterStartWh: number
  registerScale: RegisterScale
  /** The last reading. */
  currentWh: number
}
/** Running sessions of each charger, oldest first, in the order of the chargers. */
export async function runningOn(db: Db | Trx, pks: readonly number[]): Promise<Running[][]> {
  const { rows } = await sql<Running & { pk: number }>`
    select t.chargepoint_pk as pk, t.transaction_id, t.connector_id, t.id_tag, t.started_at, t.meter_start_wh, t.register_scale,
      coalesce(l.current_wh, t.meter_start_wh) as current_wh
    from transaction t left join transaction_live l using (transaction_id)
    where t.chargepoint_pk = any(${ints(pks)}) and t.stopped_at is null order by t.started_at`.execute(db)
  const byPk = new Map<number, Running[]>()
  for (const { pk, ...row } of rows) byPk.set(pk, [...(byPk.get(pk) ?? []), row])
  return pks.map(pk => byPk.get(pk) ?? [])
}

/** Whether a session of this charger has ended with exactly this stop, by the charger's own time: the same one sent again. */
export async function hasSameStop(db: Db, pk: number, toldAt: Date, meterStop: number): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`select exists (select from transaction where chargepoint_pk = ${pk}
    and coalesce(stop_told_at, stopped_at) = ${toldAt} and meter_stop_wh = ${meterStop}::bigint * register_scale and stop_reason is not null) as same`.execute(
    db,
  )
  return rows[0]?.same === true
}

/**
 * A charger's clock has become known: its running sessions began by that clock where their start, so corrected, agrees
 * with its receipt within two minutes. Their price and their hour follow. Answers which.
 */
export async function anchorStarts(db: Db, pk: number, offsetSec: number): Promise<number[]> {
  const { rows } = await sql<{ transactionId: number }>`
    with s as materialized (select transaction_id, coalesce(start_told_at, started_at) as told_at,
        coalesce(start_told_at, started_at) - make_interval(secs => ${offsetSec}) as at
      from transaction where chargepoint_pk = ${pk} and stopped_at is null and clock_offset_sec is null
        and abs(extract(epoch from coalesce(start_told_at, started_at) - start_received_at) - ${offsetSec}) <= ${NEAR_S} for update)
    update transaction t set started_at = s.at, start_told_at = s.told_at, start_time_from = 'clock', clock_offset_sec = ${offsetSec},
      price_version_id = ${connectorVersionAt(sql`t.chargepoint_pk`, sql`t.connector_id`, sql`s.at`)}
    from s where t.transaction_id = s.transaction_id returning t.transaction_id`.execute(db)
  return rows.map(r => r.transactionId)
}
const NEAR_S = 120

/** The amount of the bill of an ended session in paise; undefined while the session runs or waits for review. */
export async function chargedOf(db: Db, transactionId: number): Promise<number | undefined> {
  const { rows } = await sql<{ chargedPaise: number }>`select charged_paise from transaction
    where transaction_id = ${transactionId} and stopped_at is not null and not in_review`.execute(db)
  return rows[0]?.chargedPaise
}

/** When a running session began and at which register, as a later event of its station tells (2.0.1). */
export type MovedStart = { transactionId: number; startedAt: Date; toldAt: Date; meterStartWh: number }
/** Moves the start of running sessions; their price and their hour follow. */
export async function moveStarts(db: Db, moved: readonly MovedStart[]): Promise<void> {
  await sql`
    with m as materialized (select * from unnest(${ints(moved.map(m => m.transactionId))}, ${times(moved.map(m => m.startedAt))},
        ${times(moved.map(m => m.toldAt))}, ${bigints(moved.map(m => m.meterStartWh))}) m (id, started_at, told_at, wh)),
    t as (update transaction t set started_at = m.started_at, start_told_at = nullif(m.told_at, m.started_at), meter_start_wh = m.wh,
        price_version_id = ${connectorVersionAt(sql`t.chargepoint_pk`, sql`t.connector_id`, sql`m.started_at`)}
      from m where t.transaction_id = m.id and t.stopped_at is null returning t.transaction_id, t.meter_start_wh)
    update transaction_live l set current_wh = greatest(l.current_wh, t.meter_start_wh) from t where l.transaction_id = t.transaction_id`.execute(
    db,
  )
}

/** Brings the running figures of active sessions into their rows, for lists and sorting; trails by up to a minute. */
export async function bringUpActive(db: Db): Promise<void> {
  // Rows locked by a stop that is under way are left alone.
  await sql`with l as materialized (
      select t.transaction_id, greatest(0, l.current_wh - t.meter_start_wh) as energy_wh, l.charged_paise
      from transaction t join transaction_live l using (transaction_id) where t.stopped_at is null
        and (t.energy_wh <> greatest(0, l.current_wh - t.meter_start_wh) or t.charged_paise <> l.charged_paise)
      for update of t skip locked)
    update transaction t set energy_wh = l.energy_wh, charged_paise = l.charged_paise
    from l where t.transaction_id = l.transaction_id and t.stopped_at is null`.execute(db)
}
