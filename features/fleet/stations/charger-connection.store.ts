// The history of chargers' sockets. Each connection draws a number; the highest number of a charger is its present
// connection, on whatever node (D-OCPP-8).
import { sql } from 'kysely'
import { isLeavingSql } from '#office/installation/node.store.ts'
import { ints, texts, times, unhurried } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { keepSilences } from './charger-trouble.store.ts'
import { ENDED_BY_US } from './ended-by-us.rules.ts'
import { ACTIVE_CONNECTOR, type LiveStatus, type ServedProtocol } from './station.rules.ts'

/**
 * Locks the states of these chargers, in the same order in all statements, so that no two of them wait for each other.
 * An updating statement joins `held`, which tells of a connected charger when it spoke last.
 */
export const lockConnectionStates = (
  pks: readonly number[],
) => sql`held as materialized (select chargepoint_pk as held_pk, case when connected then last_message_at end as spoke_at from charger_state
  where chargepoint_pk = any(${ints(pks)}) order by chargepoint_pk for update)`

/** Returns the number of the newest connection of each charger, on whichever node. */
export const connectionNos = async (db: Db, pks: readonly number[]): Promise<{ pk: number; connectionNo: number }[]> =>
  (
    await sql<{ pk: number; connectionNo: number }>`
    select chargepoint_pk as pk, connection_no from charger_state where chargepoint_pk = any(${ints(pks)})`.execute(db)
  ).rows

export type Opened = { pk: number; address: string; node: string; at: Date; protocol: ServedProtocol }
/** `isSentBack`: the product itself had ended the connection before, so this one says nothing about the charger. */
export type Drawn = { connectionNo: number; isSentBack: boolean }
/** Records opened sockets: raises each charger's connection number and returns it, in order. */
export async function openConnections(db: Db, opened: readonly Opened[]): Promise<Drawn[]> {
  const { rows } = await sql<Drawn & { chargepointPk: number }>`
    with ${lockConnectionStates(opened.map(o => o.pk))},
    o as (select * from unnest(${ints(opened.map(o => o.pk))}, ${texts(opened.map(o => o.address))},
        ${texts(opened.map(o => o.node))}, ${times(opened.map(o => o.at))},
        ${texts(opened.map(o => `${o.protocol}J`))}) o (pk, address, node, at, protocol)),
    back as materialized (select s.chargepoint_pk, coalesce(not s.connected
        and s.sent_away_at >= greatest(s.connected_at, s.disconnected_at), false) as is_sent_back
      from charger_state s join held on held_pk = s.chargepoint_pk),
    s as (update charger_state s set connection_no = s.connection_no + 1, connected = true, node = o.node,
        connected_at = o.at, last_message_at = o.at, unknown_since = null, endpoint_address = o.address,
        ocpp_protocol = o.protocol
      from o join held on held_pk = o.pk where s.chargepoint_pk = o.pk
      returning s.chargepoint_pk, s.connection_no, o.address, o.at),
    h as (insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, address, at)
      select c.company_id, c.team_id, s.chargepoint_pk, s.connection_no, 'connected', s.address, s.at
      from s join charger c using (chargepoint_pk))
    select chargepoint_pk, connection_no, is_sent_back from s join back using (chargepoint_pk)`.execute(db)
  const byPk = new Map(rows.map(({ chargepointPk, ...drawn }) => [chargepointPk, drawn]))
  return opened.map(o => byPk.get(o.pk) ?? { connectionNo: 0, isSentBack: false })
}

/** `code`: the code with which the socket closed (RFC 6455, 7.4); null where it never opened. */
export type Closed = {
  pk: number
  connectionNo: number
  reason: string
  code: number | null
  replaced: boolean
  at: Date
}
/** Records closed sockets; an older socket leaves its successor unchanged (D-OCPP-8). */
export async function closeConnections(db: Db, closed: readonly Closed[]): Promise<void> {
  await sql`
    with ${lockConnectionStates(closed.map(o => o.pk))},
    o as (select * from unnest(${ints(closed.map(o => o.pk))}, ${ints(closed.map(o => o.connectionNo))},
        ${texts(closed.map(o => o.reason))}, ${sql.val(closed.map(o => o.replaced))}::boolean[],
        ${times(closed.map(o => o.at))}, ${ints(closed.map(o => o.code))}) o (pk, no, reason, replaced, at, code)),
    s as (update charger_state s set connected = false, disconnected_at = o.at, node = null,
        sent_away_at = case when o.reason = any(${texts([...ENDED_BY_US])}) then o.at else s.sent_away_at end
      from o join held on held_pk = o.pk where s.chargepoint_pk = o.pk and s.connection_no = o.no
      returning s.chargepoint_pk as pk, held.spoke_at, o.at),
    silence as (${keepSilences(sql`s`)})
    insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, close_code, at)
    select c.company_id, c.team_id, o.pk, o.no, case when o.replaced then 'replaced' else 'disconnected' end, o.reason, o.code, o.at
    from ${unhurried}, o join charger c on c.chargepoint_pk = o.pk`.execute(db)
}

/** A charger whose connection was closed in the place of its node. */
export type LeftOver = {
  pk: number
  id: string
  companyId: number
  teamId: number
  isActive: boolean
  isAccepted: boolean
  liveStatus: LiveStatus
  lastHeartbeatAt: Date | null
  /** Connectors at which a car is, as last told. */
  activeConnectors: number
}
/**
 * Closes the connections that a node held when it ended or was lost, and returns their chargers. Their time of
 * disconnection is their last message, the last moment known for certain. All states are locked in the order of all
 * statements, since the chargers come back on other nodes meanwhile.
 */
export async function closeLeftOver(db: Db | Trx, node: string): Promise<LeftOver[]> {
  const { rows } = await sql<LeftOver>`
    with old as materialized (select chargepoint_pk, live_status from charger_state where node = ${node} and connected
      order by chargepoint_pk for update),
    s as (update charger_state s set connected = false, node = null,
        disconnected_at = greatest(s.last_message_at, s.connected_at),
        unknown_since = greatest(s.last_message_at, s.connected_at), sent_away_at = clock_timestamp(),
        live_status = case when s.maintenance_by_hand then s.live_status else 'offline' end,
        status_changed_at = greatest(s.last_message_at, s.connected_at)
      from old where s.chargepoint_pk = old.chargepoint_pk
      returning s.chargepoint_pk, s.connection_no, s.disconnected_at, s.last_heartbeat_at, old.live_status as before,
        s.live_status as after),
    h as (insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, at)
      select c.company_id, c.team_id, c.chargepoint_pk, s.connection_no, 'disconnected', 'Server ended', s.disconnected_at
      from s join charger c using (chargepoint_pk)),
    l as (insert into station_status_history (company_id, team_id, chargepoint_pk, from_status, to_status, reason, changed_at)
      select c.company_id, c.team_id, c.chargepoint_pk, s.before, s.after, 'Server ended', s.disconnected_at
      from s join charger c using (chargepoint_pk) where s.before <> s.after)
    select c.chargepoint_pk as pk, c.chargepoint_id as id, c.company_id, c.team_id, c.is_active,
      c.registration_status = 'Accepted' as is_accepted, s.after as live_status, s.last_heartbeat_at,
      (select count(*) from connector n where n.chargepoint_pk = c.chargepoint_pk
        and n.status = any(${sql.val(ACTIVE_CONNECTOR)}::text[])) as active_connectors
    from s join charger c using (chargepoint_pk) where c.deleted_at is null`.execute(db)
  return rows
}

/** The node that holds a charger's socket, null where none does; and whether the charger is on its way from `node` to another. */
export async function whereIs(db: Db, pk: number, node: string): Promise<{ node: string | null; isMoving: boolean }> {
  const { rows } = await sql<{ node: string | null; isMoving: boolean }>`
    select (select node from charger_state where chargepoint_pk = ${pk} and connected) as node,
      ${isLeavingSql(node)} as is_moving`.execute(db)
  return rows[0] ?? { node: null, isMoving: false }
}

export type Refused = {
  pk: number
  reason: string
  address: string
  /** The times of the first and the newest of `count` refusals. */
  firstAt: Date
  at: Date
  count: number
}
/**
 * Records refused handshakes of known chargers, each charger and reason at most once in a call: a row younger than an
 * hour adds them to its count, else they begin a new row.
 */
export async function addRefusals(db: Db, refused: readonly Refused[]): Promise<void> {
  await sql`
    with o as (select * from unnest(${ints(refused.map(o => o.pk))}, ${texts(refused.map(o => o.reason))},
        ${texts(refused.map(o => o.address))}, ${times(refused.map(o => o.firstAt))}, ${times(refused.map(o => o.at))},
        ${ints(refused.map(o => o.count))}) o (pk, reason, address, first_at, at, count)),
    known as (update connection_history h set times = h.times + o.count, last_at = o.at, address = o.address
      from o where h.id = (select k.id from connection_history k where k.chargepoint_pk = o.pk and k.event = 'refused'
        and k.reason = o.reason and k.at > o.first_at - interval '1 hour' and k.at <= o.at order by k.at desc limit 1)
      returning o.pk, o.reason)
    insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, reason, address, at, times, last_at)
    select c.company_id, c.team_id, o.pk, 0, 'refused', o.reason, o.address, o.first_at, o.count, nullif(o.at, o.first_at)
    from o join charger c on c.chargepoint_pk = o.pk
    where not exists (select from known k where k.pk = o.pk and k.reason = o.reason)`.execute(db)
}

const KEPT_DAYS = 400
/** Lines deleted in one transaction. */
export const DROPPED_AT_ONCE = 10_000
/**
 * Deletes at most `most` lines past their time; returns how many. The last line of each kind before that time stays
 * with its charger, since a connection that has stood for longer is known by its beginning alone; all old refusals go.
 */
export async function dropOldConnections(trx: Trx, now: Date, most = DROPPED_AT_ONCE): Promise<number> {
  const { numAffectedRows } = await sql`delete from connection_history where id in (
    select h.id from charger c cross join lateral (
      select o.id, o.event, row_number() over (partition by o.event order by o.at desc, o.id desc) as n
      from connection_history o where o.chargepoint_pk = c.chargepoint_pk
        and o.at < ${new Date(now.getTime() - KEPT_DAYS * 86_400_000)}) h
    where h.n > 1 or h.event = 'refused' limit ${most})`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
