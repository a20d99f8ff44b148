// Reading the live status: counts, stations in the order of the panel, one station, the history.
import { type RawBuilder, sql } from 'kysely'
import { bestFirst, isCharger } from '#fleet/chargers/charger-id.store.ts'
import { evseConnectorSql } from '#fleet/stations/evse.store.ts'
import { ACTIVE_CONNECTOR, type LiveStatus, STATUS_ORDER } from '#fleet/stations/station.rules.ts'
import { heardSql, liveStatusSql, powerNowSql, unknownSinceSql } from '#fleet/stations/station.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type Counts = Record<LiveStatus, number>
export async function counts(db: Db, scope: Scope, now: Date): Promise<Counts> {
  const { rows } = await sql<{ status: LiveStatus; n: number }>`
    select ${liveStatusSql('s', now)} as status, count(*) as n
    from charger c join charger_state s using (chargepoint_pk)
    where c.deleted_at is null and ${within(scope, 'c')} group by 1`.execute(db)
  const found = Object.fromEntries(rows.map(r => [r.status, r.n]))
  return { online: 0, charging: 0, offline: 0, maintenance: 0, ...found }
}

export type StationRow = {
  pk: number
  id: string
  name: string
  companyId: number
  teamId: number
  status: LiveStatus
  unknownSince: Date | null
  byHand: boolean
  street: string | null
  houseNumber: string | null
  zipcode: string | null
  city: string | null
  state: string | null
  active: number
  total: number
  powerW: number | null
  lastUpdate: Date | null
  // For one station's detail and for changing it.
  heard: boolean
  node: string | null
  isAccepted: boolean
  wholeStatus: string | null
  statuses: (string | null)[] | null
  vendor: string | null
  firmware: string | null
  lastHeartbeat: Date | null
  maintenanceReason: string | null
  /** The availability that the charger is still to be told, and the status with which the charger refused. */
  wish: string | null
  refusal: string | null
  /** When a person ended maintenance, as long as the charger has not reported that it is back. */
  endedAt: Date | null
}
const ORDER = sql.raw(`array[${STATUS_ORDER.map(s => `'${s}'`).join(', ')}]`)

/** The rows of the page `found` of (chargepoint_pk), with every field that a station shows. */
const stationsOf = (found: RawBuilder<unknown>, now: Date, order: RawBuilder<unknown>) => sql<StationRow>`
  with found as materialized (${found})
  select c.chargepoint_pk as pk, c.chargepoint_id as id, c.chargepoint_name as name, c.company_id, c.team_id,
    ${liveStatusSql('s', now)} as status, ${unknownSinceSql('s')} as unknown_since, s.maintenance_by_hand as by_hand, c.street, c.house_number, c.zipcode, c.city, c.state,
    n.active, n.total, n.statuses,
    case when ${heardSql('s', now)} then coalesce((select sum(${powerNowSql(now)}) from transaction t
        join transaction_live l using (transaction_id)
        left join connector n on n.chargepoint_pk = t.chargepoint_pk and n.connector_id = t.connector_id
      where t.chargepoint_pk = c.chargepoint_pk and t.stopped_at is null), 0)::float8 end as power_w,
    greatest(s.last_message_at, s.status_changed_at) as last_update,
    ${heardSql('s', now)} as heard, s.node, c.registration_status = 'Accepted' as is_accepted, s.whole_status,
    s.vendor, s.fw_version as firmware, s.last_heartbeat_at as last_heartbeat, s.maintenance_reason,
    s.availability_wish as wish, s.availability_refusal as refusal,
    case when s.maintenance_ended_at = s.status_changed_at then s.maintenance_ended_at end as ended_at
  from found f join charger c using (chargepoint_pk) join charger_state s using (chargepoint_pk)
  cross join lateral (select count(*) filter (where n.status = any(${sql.val(ACTIVE_CONNECTOR)}::text[]))::int as active,
      count(*) filter (where n.is_configured)::int as total, json_agg(n.status order by n.connector_id) as statuses
    from connector n where n.chargepoint_pk = c.chargepoint_pk) n
  ${order}`

export type StationQuery = { status: LiveStatus | undefined; limit: number; offset: number }
/** Stations online, charging, offline, maintenance; within each by name (S-LIVE). */
export async function list(db: Db, scope: Scope, q: StationQuery, now: Date): Promise<StationRow[]> {
  const status = liveStatusSql('s', now)
  const byName = sql`lower(c.chargepoint_name), c.chargepoint_pk`
  const order = q.status ? sql`order by ${byName}` : sql`order by array_position(${ORDER}, ${status}), ${byName}`
  const found = sql`select c.chargepoint_pk from charger c join charger_state s using (chargepoint_pk)
    where c.deleted_at is null and ${within(scope, 'c')} ${q.status ? sql`and ${status} = ${q.status}` : sql``}
    ${order} limit ${q.limit} offset ${q.offset}`
  return (await stationsOf(found, now, order).execute(db)).rows
}

/** A page of that order over all statuses: only the statuses that the page lies in are sorted. */
export async function page(
  db: Db,
  scope: Scope,
  { limit, offset, of }: { limit: number; offset: number; of: Counts },
  now: Date,
): Promise<StationRow[]> {
  const rows: StationRow[] = []
  let first = 0
  for (const status of STATUS_ORDER) {
    const from = Math.max(offset, first)
    const to = Math.min(offset + limit, first + of[status])
    if (from < to) rows.push(...(await list(db, scope, { status, limit: to - from, offset: from - first }, now)))
    first += of[status]
  }
  return rows
}

export async function get(db: Db | Trx, scope: Scope, id: string, now: Date): Promise<StationRow | undefined> {
  const found = sql`select c.chargepoint_pk from charger c
    where c.deleted_at is null and ${within(scope, 'c')} and ${isCharger('c', id)} order by ${bestFirst('c', id)} limit 1`
  return (await stationsOf(found, now, sql``).execute(db)).rows[0]
}

/** As `get`, with the station's state locked until the transaction ends. */
export async function getForChange(trx: Trx, scope: Scope, id: string, now: Date): Promise<StationRow | undefined> {
  const known = await get(trx, scope, id, now)
  if (!known) return undefined
  await sql`select 1 from charger_state where chargepoint_pk = ${known.pk} for update`.execute(trx)
  return get(trx, scope, String(known.pk), now)
}

/**
 * True where a session has begun at a connector where a car stands; a session that lost its end long ago blocks nobody.
 */
export async function hasSession(trx: Trx, pk: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select 1 from transaction t
    join connector n on n.chargepoint_pk = t.chargepoint_pk and n.connector_id = t.connector_id
    where t.chargepoint_pk = ${pk} and t.stopped_at is null
      and n.status = any(${sql.val(ACTIVE_CONNECTOR)}::text[])) as has`.execute(trx)
  return rows[0]?.has ?? false
}

export type ConnectorRow = {
  connectorId: number
  evseId: number | null
  evseConnectorId: number | null
  status: string | null
  errorCode: string | null
  powerW: number | null
  transactionId: number | null
  updatedAt: Date | null
}
/** The connectors of one station; power of a running session only. */
export const connectors = async (db: Db, pk: number, now: Date): Promise<ConnectorRow[]> =>
  (
    await sql<ConnectorRow>`
      select n.connector_id, n.evse_id, ${evseConnectorSql('n')} as evse_connector_id, n.status, n.error_code, n.status_at as updated_at, t.transaction_id,
        ${powerNowSql(now)} as power_w
      from connector n join charger_state s using (chargepoint_pk)
      left join lateral (select transaction_id from transaction t where t.chargepoint_pk = n.chargepoint_pk
          and t.connector_id = n.connector_id and t.stopped_at is null order by t.transaction_id desc limit 1) t on true
      left join transaction_live l using (transaction_id)
      where n.chargepoint_pk = ${pk} order by n.connector_id`.execute(db)
  ).rows

export type HistoryRow = {
  id: number
  pk: number
  chargepointId: string
  name: string
  fromStatus: string | null
  toStatus: string
  reason: string | null
  changedBy: string | null
  changedAt: Date
}
/** Changes are counted up to here; more are "at least". */
export const MOST_COUNTED = 10_000

/** Newest first: the newest of each team, merged, so that the index of (team, time) serves every scope. */
export async function history(
  db: Db,
  scope: Scope,
  q: { pk: number | undefined; limit: number; offset: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const upTo = q.limit + q.offset
  const teams = sql`(select id as team_id, company_id from team) t`
  const rowsOf = (what: RawBuilder<unknown>, ending: RawBuilder<unknown>) =>
    q.pk === undefined
      ? sql`from ${teams} cross join lateral (select ${what} from station_status_history h
          where h.team_id = t.team_id ${ending}) h where ${within(scope, 't')}`
      : sql`from (select ${what} from station_status_history h
          where h.chargepoint_pk = ${q.pk} and ${within(scope, 'h')} ${ending}) h`
  const [page, count] = await Promise.all([
    sql<HistoryRow>`
      with p as (select h.* ${rowsOf(sql`*`, sql`order by h.changed_at desc, h.id desc limit ${upTo}`)}
        order by h.changed_at desc, h.id desc limit ${q.limit} offset ${q.offset})
      select p.id, p.chargepoint_pk as pk, c.chargepoint_id, c.chargepoint_name as name, p.from_status, p.to_status, p.reason,
        u.username as changed_by, p.changed_at
      from p join charger c using (chargepoint_pk) left join app_user u on u.id = p.changed_by
      order by p.changed_at desc, p.id desc`.execute(db),
    sql<{ n: number }>`select count(*) as n from (select 1 ${rowsOf(sql`1`, sql`limit ${MOST_COUNTED + 1}`)}
      limit ${MOST_COUNTED + 1}) x`.execute(db),
  ])
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 }
}
