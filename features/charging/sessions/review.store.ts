// Rows of what waits for a person (D-TXN-11): lost stops, which belong to no session, are made here; a session's own
// row is written with the session. Rows are read and decided here.
import { type RawBuilder, sql } from 'kysely'
import type { Payer } from '#charging/billing/bill-posting.rules.ts'
import type { BillRow } from '#charging/billing/bill-row.rules.ts'
import type { Misfit } from '#charging/metering/register-fit.rules.ts'
import type { RegisterScale } from '#charging/metering/sample.rules.ts'
import type { TimeSource } from '#charging/metering/session-times.rules.ts'
import { type ShownEvse, shownEvseSql } from '#fleet/stations/evse.store.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { heldVersionFirst } from '#money/price-groups/price-version.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { joined } from '#platform/db/list.ts'
import { REASONS_WITH_CERTAIN_ENERGY } from './session.rules.ts'

/** Keeps a message that fits no session for a person to look at; the same one again is the same review. */
export async function addReview(
  db: Db | Trx,
  r: {
    companyId: number
    teamId: number
    pk: number
    connectorId: number | null
    reason: string
    detail: unknown
    receivedAt: Date
    /** By how much the charger's clock was ahead, where it is corrected. */
    clockOffsetSec: number | null
  },
): Promise<void> {
  await sql`insert into session_review (company_id, team_id, chargepoint_pk, connector_id, reason, created_at, clock_offset_sec,
      detail)
    select ${r.companyId}, ${r.teamId}, ${r.pk}, ${r.connectorId}, ${r.reason}, ${r.receivedAt}, ${r.clockOffsetSec}, d.detail
    from (select ${JSON.stringify(r.detail)}::jsonb as detail) d
    where not exists (select from session_review o where o.chargepoint_pk = ${r.pk} and o.reason = ${r.reason}
      and o.detail = d.detail)
    on conflict do nothing`.execute(db)
}

/** A review as it waits. Registers in Wh. */
export type Review = ShownEvse & {
  id: number
  reason: string
  companyId: number
  teamId: number
  pk: number
  chargepointId: string | null
  connectorId: number | null
  tag: string | null
  detail: unknown
  createdAt: Date
  /** By how much the charger's clock was ahead when a stop without a session came. */
  clockOffsetSec: number | null
  transactionId: number | null
  /** The stop as the charger told it, as text: an impossible time may not even be readable. */
  stopAt: string | null
  stopWh: number | null
  /** Why the energy does not fit the samples. */
  misfit: Misfit | null
}

const reviews = async (db: Db | Trx, where: RawBuilder<boolean>, most?: number): Promise<Review[]> => {
  const { rows } = await sql<Review>`
    select r.id, r.reason, r.company_id, r.team_id, r.chargepoint_pk as pk, r.detail, r.created_at, r.clock_offset_sec, r.connector_id,
      ${shownEvseSql('r')}, coalesce(t.chargepoint_id, c.chargepoint_id) as chargepoint_id, coalesce(t.id_tag, r.detail->>'idTag') as tag,
      t.transaction_id, coalesce(r.detail->>'stoptime', r.detail->>'stoppedAt', r.detail->>'timestamp') as stop_at,
      coalesce((r.detail->>'stop_meter_value')::bigint,
        (r.detail->>'meterStop')::bigint * coalesce(t.register_scale, 1)) as stop_wh, r.detail->'misfit' as misfit
    from session_review r left join transaction t on t.transaction_id = r.transaction_id
    left join charger c on c.chargepoint_pk = r.chargepoint_pk
    where r.decided_at is null and ${where} order by r.created_at, r.id ${most ? sql`limit ${most}` : sql``}`.execute(
    db,
  )
  return rows
}

/** Everything that waits for a decision, oldest first. */
export const openReviews = (db: Db, scope: Scope): Promise<Review[]> => reviews(db, within(scope, 'r'))
/** A row that waits; undefined when it is decided, gone or outside the scope. */
export const openReview = async (db: Db | Trx, scope: Scope, id: number): Promise<Review | undefined> =>
  (await reviews(db, joined([sql<boolean>`r.id = ${id}`, within(scope, 'r')], 'AND')))[0]

/**
 * Locks a waiting review and its session, or the session that a lost stop is to be given to, for a decision: nobody
 * else decides the review or ends the session until the transaction is over. The session is locked first, in the order
 * of a session's end. Undefined when the review is decided, gone or outside the scope; then nothing has been written.
 */
export async function holdReview(
  trx: Trx,
  scope: Scope,
  id: number,
  givenTo: number | undefined,
): Promise<Review | undefined> {
  const waiting = await openReview(trx, scope, id)
  if (!waiting) return undefined
  const transactionId = waiting.transactionId ?? givenTo ?? null
  if (transactionId !== null)
    await sql`select from transaction t where t.transaction_id = ${transactionId} and ${within(scope, 't')} for update`.execute(
      trx,
    )
  const { rows } = await sql`select from session_review where id = ${id} and decided_at is null for update`.execute(trx)
  return rows.length > 0 ? waiting : undefined
}

/** The ids of what has waited since before `until`, those after `afterId`, at most `most`. */
export async function overdueReviews(db: Db, until: Date, afterId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from session_review
    where decided_at is null and created_at < ${until} and id > ${afterId} order by id limit ${most}`.execute(db)
  return rows.map(r => r.id)
}

/** Whether a review is there at all, decided or not. */
export async function hasReview(db: Db | Trx, scope: Scope, id: number): Promise<boolean> {
  const { rows } = await sql`select from session_review r where r.id = ${id} and ${within(scope, 'r')}`.execute(db)
  return rows.length > 0
}

/** As SQL over `transaction t`: whether the energy of a session that waits may be wrong. */
export const energyInDoubt = sql<boolean>`(t.in_review and exists (select from session_review r
  where r.transaction_id = t.transaction_id and r.team_id = t.team_id and r.decided_at is null
    and r.reason <> all(${sql.val([...REASONS_WITH_CERTAIN_ENERGY])}::text[])))`

/** Which of these sessions lie within a scope. */
export async function sessionsWithin(db: Db | Trx, scope: Scope, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select t.transaction_id as id from transaction t
    where t.transaction_id = any(${sql.val(ids)}::int[]) and ${within(scope, 't')}`.execute(db)
  return new Set(rows.map(r => r.id))
}

/** Marks it as decided; it is held. `transactionId`: the session it is about from now on. */
export async function markDecided(
  trx: Trx,
  id: number,
  d: { at: Date; by: number | null; decision: unknown; transactionId: number | null },
): Promise<void> {
  await sql`update session_review set decided_at = ${d.at}, decided_by = ${d.by}, decision = ${JSON.stringify(d.decision)}::jsonb,
    transaction_id = coalesce(transaction_id, ${d.transactionId}::int) where id = ${id}`.execute(trx)
}

/** The price that the connector of a session has by now, as it stood at the session's start; undefined: none. */
export async function connectorPrice(
  trx: Trx,
  transactionId: number,
): Promise<{ priceVersionId: number; snapshot: PriceSnapshot } | undefined> {
  const { rows } = await sql<{ priceVersionId: number; snapshot: PriceSnapshot }>`
    select v.price_version_id, v.content as snapshot from transaction t
    join connector n on n.chargepoint_pk = t.chargepoint_pk and n.connector_id = t.connector_id
    join price_group_version v on v.price_group_id = n.price_group_id
    where t.transaction_id = ${transactionId}
    order by ${heldVersionFirst(sql`t.started_at`)} limit 1`.execute(trx)
  return rows[0]
}

/** Returns the session that began next on the same connector, if any; dismissed sessions are passed over. */
export async function nextSession(
  trx: Trx,
  s: { transactionId: number; pk: number; connectorId: number; startedAt: Date },
): Promise<{ startedAt: Date; meterStartWh: number } | undefined> {
  const { rows } = await sql<{ startedAt: Date; meterStartWh: number }>`
    select started_at, meter_start_wh::float8 as meter_start_wh from transaction
    where chargepoint_pk = ${s.pk} and connector_id = ${s.connectorId} and started_at > ${s.startedAt}
      and transaction_id <> ${s.transactionId} and not is_dismissed
    order by started_at, transaction_id limit 1`.execute(trx)
  return rows[0]
}

/** Gives a session that had no price at its start one, by the decision of a person. */
export async function givePrice(trx: Trx, transactionId: number, priceVersionId: number): Promise<void> {
  await sql`update transaction set price_version_id = ${priceVersionId}
    where transaction_id = ${transactionId} and price_version_id is null`.execute(trx)
}

/** Notes what a decision keeps back for a session for which nothing was at its start; the posting moves it. */
export async function keepBack(trx: Trx, transactionId: number, paise: bigint): Promise<void> {
  await sql`update transaction set hold_paise = ${paise.toString()}::bigint where transaction_id = ${transactionId}`.execute(
    trx,
  )
}

/** A waiting session with the decision on its end. `timeFrom`: how the end came about, where the decision changes that. */
export type ReviewedSession = {
  payer: Payer
  bill: BillRow | null
  /** 0 where the session is dismissed. */
  energyWh: number
  billedAt: Date
  stoppedAt: Date
  timeFrom: TimeSource | null
  /** The registers as they are read by the scale, which a decision may change. */
  meterStartWh: number
  meterStopWh: number
  registerScale: RegisterScale
  isDismissed: boolean
}
/**
 * The part of a statement that ends the waiting of a session; a trigger brings the figures of the hour up to it. The bill
 * follows in the same statement (session-end.store.ts).
 */
export const decisionParts = (s: ReviewedSession): RawBuilder<unknown> => {
  const paise = s.bill?.totalPaise ?? 0
  return sql`t as (update transaction t set in_review = false, is_dismissed = ${s.isDismissed}, stopped_at = ${s.stoppedAt},
        stop_told_at = case when stop_reason is not null then nullif(coalesce(t.stop_told_at, t.stopped_at), ${s.stoppedAt}) end,
        stop_time_from = coalesce(${s.timeFrom}::text, t.stop_time_from), meter_stop_wh = ${s.meterStopWh},
        meter_start_wh = ${s.meterStartWh}, register_scale = ${s.registerScale},
        energy_wh = ${s.energyWh}, charged_paise = ${paise}::bigint,
        paid_paise = case when t.payment_type in ('RFID', 'WALLET', 'PREPAID') then ${paise}::bigint else t.paid_paise end
      where t.transaction_id = ${s.payer.transactionId} and t.in_review
      returning t.transaction_id, t.company_id, t.team_id, 1 as version, ${s.billedAt}::timestamptz as billed_at)`
}

/** The start of a transaction came after its end, which waits for nobody any more. */
export const startCameAfterAll = (db: Db, pk: number, id: string, at: Date): Promise<void> =>
  endUnmatched(db, { pk, id, at, action: 'start arrived' })
/** All events of a transaction are there, and nobody has charged: its end waits for nobody. */
export const nobodyCharged = (db: Db, pk: number, id: string, at: Date): Promise<void> =>
  endUnmatched(db, { pk, id, at, action: 'nobody charged' })

async function endUnmatched(
  db: Db,
  { pk, id, at, action }: { pk: number; id: string; at: Date; action: string },
): Promise<void> {
  await sql`update session_review set decided_at = ${at}, decision = ${JSON.stringify({ action })}::jsonb
    where chargepoint_pk = ${pk} and decided_at is null and reason = 'Stop matches no session'
      and detail ->> 'stationTransactionId' = ${id}`.execute(db)
}
