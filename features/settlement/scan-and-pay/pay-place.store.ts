// A connector as scan and pay sees it: its charger, its state, its running session, and the price of a session that
// begins now.

import { type RawBuilder, sql } from 'kysely'
import { driverTextSql, isPlannedSql } from '#fleet/maintenance/planned-time.store.ts'
import { evseConnectorSql } from '#fleet/stations/evse.store.ts'
import { liveStatusSql } from '#fleet/stations/station.store.ts'
import { rateEntries } from '#money/price-groups/gateway-rate.store.ts'
import { heldVersionFirst } from '#money/price-groups/price-version.store.ts'
import { texts } from '#platform/db/columns.ts'
import { recordAtFirst } from '#platform/db/dated.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { PATIENCE_MS } from './pay.rules.ts'
import type { PlaceFacts } from './pay-reply.rules.ts'

export type Place = Omit<PlaceFacts, 'hasProvider'> & {
  pk: number
  teamId: number
}

/** Condition: a session runs on the connector, or a paid session is about to begin; the session `but` is left out. */
const takenSql = (
  pk: RawBuilder<unknown>,
  connectorId: RawBuilder<unknown>,
  but: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  exists (select from transaction t where t.chargepoint_pk = ${pk} and t.connector_id = ${connectorId} and t.stopped_at is null)
  or exists (select from pay_session o where o.chargepoint_pk = ${pk} and o.connector_id = ${connectorId}
    and o.closed_at is null and o.paid_at is not null and o.pay_session_id is distinct from ${but}
    and not exists (select from transaction e where e.transaction_id = o.transaction_id and e.stopped_at is not null)))`

/**
 * The connector of a charger by its id, which is case-sensitive as it is for chargers; undefined where there is none. `own`: the
 * public ids of sessions that the caller has asked for, who is no rival of his own.
 */
export async function place(
  db: Db | Trx,
  {
    chargepointId,
    connectorId,
    now,
    own = [],
  }: { chargepointId: string; connectorId: number; now: Date; own?: readonly string[] },
): Promise<Place | undefined> {
  const at = sql`${now}::timestamptz`
  const { rows } = await sql<Place>`
    select c.chargepoint_pk as pk, c.company_id, c.team_id, c.chargepoint_id, c.chargepoint_name,
      nullif(concat_ws(', ', nullif(concat_ws(' ', c.street, c.house_number), ''), nullif(c.city, '')), '') as address,
      c.charger_type, c.charger_category = 'free' as is_free, c.access_level = 'Private' as is_private, c.pay_with_card, c.pay_with_wallet, c.preparing_state,
      ${driverTextSql(sql`c.chargepoint_pk`, now)} as closed_text, ${liveStatusSql('s', now)} as live_status, coalesce(s.boot_accepted, false) as is_accepted, s.whole_status,
      n.connector_id, n.evse_id, ${evseConnectorSql('n')} as evse_connector_id, n.connector_name, n.connector_type, n.kw::float8 as kw, n.status,
      ${takenSql(sql`c.chargepoint_pk`, sql`n.connector_id`, sql`null`)} as is_taken,
      exists (select from pay_session o where o.chargepoint_pk = c.chargepoint_pk and o.connector_id = n.connector_id
        and o.closed_at is null and o.paid_at is null and o.order_id is not null and o.public_id <> all(${texts([...own])})
        and o.created_at > ${new Date(now.getTime() - PATIENCE_MS / 5)}) as is_asked_for,
      (select v.content from price_group_version v where v.price_group_id = (
          select h.price_group_id from connector_price_history h
          where h.chargepoint_pk = c.chargepoint_pk and h.connector_id = n.connector_id
          order by ${recordAtFirst(sql`h.since`, at, sql`h.history_id`)} limit 1)
        order by ${heldVersionFirst(at)} limit 1) as snapshot,
      ${rateEntries(sql`c.company_id`)} as rate_entries
    from charger c join connector n using (chargepoint_pk) join charger_state s using (chargepoint_pk)
    where c.chargepoint_id = ${chargepointId} and n.connector_id = ${connectorId} and c.deleted_at is null and c.is_active`.execute(
    db,
  )
  return rows[0]
}

/** Locks a connector until the transaction ends, so that decisions about the connector are made one after the other. */
export const holdConnector = (trx: Trx, pk: number, connectorId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`connector ${pk} ${connectorId} is paid for`}, 0))`.execute(trx)

export type ForStart = {
  isTaken: boolean
  preparingState: boolean
  status: string | null
  companyId: number
  teamId: number
  node: string | null
  connected: boolean
  bootAccepted: boolean
  byHand: boolean
  /** Planned maintenance runs. */
  isPlanned: boolean
}
/** The state of a connector for a session that is about to begin; undefined where the charger is gone. */
export const forStart = async (
  trx: Trx,
  s: { chargepointPk: number; connectorId: number; paySessionId: number },
  now: Date,
): Promise<ForStart | undefined> =>
  (
    await sql<ForStart>`
      select ${takenSql(sql`c.chargepoint_pk`, sql`${s.connectorId}::int`, sql`${s.paySessionId}::int`)} as is_taken,
        c.preparing_state, c.company_id, c.team_id, x.node, coalesce(x.connected, false) as connected,
        coalesce(x.boot_accepted, false) as boot_accepted, coalesce(x.maintenance_by_hand, false) as by_hand,
        ${isPlannedSql(sql`c.chargepoint_pk`, now)} as is_planned,
        (select n.status from connector n where n.chargepoint_pk = c.chargepoint_pk and n.connector_id = ${s.connectorId}) as status
      from charger c left join charger_state x using (chargepoint_pk)
      where c.chargepoint_pk = ${s.chargepointPk} and c.deleted_at is null`.execute(trx)
  ).rows[0]

export type Operated = { companyId: number; pk: number; isPrivate: boolean }
/** The operator of a charger, and whether the charger is private. */
export const operatedBy = (db: Db | Trx, chargepointId: string): Promise<Operated | undefined> =>
  db
    .selectFrom('charger')
    .select(['companyId', 'chargepointPk as pk'])
    .select(sql<boolean>`access_level = 'Private'`.as('isPrivate'))
    .where('chargepointId', '=', chargepointId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
