// The events of stations: stored once each, ended when the station tells that they are over, and read by charger.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { booleans, ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { StationEvent } from './station-event.contract.ts'
import { severityWord } from './station-event.rules.ts'
import { GRAVEST } from './station-event.words.ts'

export type NewEvent = {
  pk: number
  eventId: number
  at: Date
  toldAt: Date
  receivedAt: Date
  trigger: string
  notification: string
  severity: number | null
  cause: number | null
  component: string
  componentInstance: string
  evseId: number
  connectorId: number
  variable: string
  variableInstance: string
  actualValue: string | null
  techCode: string | null
  techInfo: string | null
  stationTransactionId: string | null
  monitorId: number | null
  isOver: boolean
}
/** Stores events; one that is told again is stored once. The severity is that of the monitor, where it is known. */
export async function saveEvents(db: Db, es: readonly NewEvent[]): Promise<void> {
  await sql`insert into station_event (chargepoint_pk, event_id, at, told_at, received_at, trigger, notification, severity, cause,
      component, component_instance, evse_id, connector_id, variable, variable_instance, actual_value, tech_code, tech_info,
      station_transaction_id, monitor_id, is_over)
    select x.pk, x.event_id, x.at, x.told_at, x.received_at, x.trigger, x.notification, coalesce(m.severity, x.severity), x.cause,
      x.component, x.component_instance, x.evse_id, x.connector_id, x.variable, x.variable_instance, x.actual_value, x.tech_code,
      x.tech_info, x.station_transaction_id, x.monitor_id, x.is_over
    from unnest(${ints(es.map(e => e.pk))}, ${ints(es.map(e => e.eventId))}, ${times(es.map(e => e.at))},
      ${times(es.map(e => e.toldAt))}, ${times(es.map(e => e.receivedAt))}, ${texts(es.map(e => e.trigger))},
      ${texts(es.map(e => e.notification))}, ${ints(es.map(e => e.severity))}, ${ints(es.map(e => e.cause))},
      ${texts(es.map(e => e.component))}, ${texts(es.map(e => e.componentInstance))}, ${ints(es.map(e => e.evseId))},
      ${ints(es.map(e => e.connectorId))}, ${texts(es.map(e => e.variable))}, ${texts(es.map(e => e.variableInstance))},
      ${texts(es.map(e => e.actualValue))}, ${texts(es.map(e => e.techCode))}, ${texts(es.map(e => e.techInfo))},
      ${texts(es.map(e => e.stationTransactionId))}, ${ints(es.map(e => e.monitorId))}, ${booleans(es.map(e => e.isOver))})
      as x (pk, event_id, at, told_at, received_at, trigger, notification, severity, cause, component, component_instance,
        evse_id, connector_id, variable, variable_instance, actual_value, tech_code, tech_info, station_transaction_id,
        monitor_id, is_over)
    left join station_monitor m on m.chargepoint_pk = x.pk and m.monitor_id = x.monitor_id
    on conflict (chargepoint_pk, event_id, told_at) do nothing`.execute(db)
  // Whichever of the two came first.
  await sql`update station_event o set ended_at = n.at
    from (select o.station_event_id, min(n.at) as at from station_event o join station_event n using (chargepoint_pk, component,
          component_instance, evse_id, connector_id, variable, variable_instance)
        where o.chargepoint_pk = any(${ints(es.map(e => e.pk))}) and o.ended_at is null and not o.is_over
          and n.is_over and n.at >= o.at and (n.monitor_id is null or o.monitor_id is null or n.monitor_id = o.monitor_id)
        group by 1) n
    where o.station_event_id = n.station_event_id`.execute(db)
}

/** What lasts and is grave, of the rows `e`. */
const isAlarm: RawBuilder<boolean> = sql`(not e.is_over and e.ended_at is null and e.severity <= ${sql.lit(GRAVEST)})`

const componentSql = sql`(e.component || case when e.component_instance <> '' then '[' || e.component_instance || ']' else '' end
  || case when e.evse_id = 0 then '' else '#' || e.evse_id || case when e.connector_id = 0 then '' else '.' || e.connector_id end end)`
const variableSql = sql`(e.variable || case when e.variable_instance <> '' then '[' || e.variable_instance || ']' else '' end)`

/** The most grave of what lasts at a charger: how many, the first, and the gravest in words. */
export type Alarms = { count: number; since: Date | null; gravest: string | null; severity: number | null }
export const alarmsOf = async (db: Db, pk: number): Promise<Alarms> =>
  (
    await sql<Alarms>`select count(*)::int as count, min(e.at) as since,
        (array_agg(${componentSql} || '.' || ${variableSql} order by e.severity, e.at))[1] as gravest, min(e.severity)::int as severity
      from station_event e where e.chargepoint_pk = ${pk} and ${isAlarm}`.execute(db)
  ).rows[0] ?? { count: 0, since: null, gravest: null, severity: null }

export type EventRow = Omit<StationEvent, 'at' | 'receivedAt' | 'endedAt' | 'severityWord'> & {
  at: Date
  receivedAt: Date
  endedAt: Date | null
}
const row = sql`e.station_event_id::int as id, e.event_id, e.at, e.received_at, e.trigger, e.notification, e.severity::int as severity,
  e.cause, ${componentSql} as component, ${variableSql} as variable, e.actual_value, e.tech_code, e.tech_info, e.monitor_id,
  e.is_over, e.ended_at`
const columns: Columns = {
  at: { sql: sql`e.at`, type: 'date' },
  severity: { sql: sql`e.severity`, type: 'number' },
  component: { sql: componentSql, type: 'text' },
  variable: { sql: variableSql, type: 'text' },
  actualValue: { sql: sql`e.actual_value`, type: 'text' },
  techInfo: { sql: sql`e.tech_info`, type: 'text' },
}
export const eventReply = (e: EventRow): StationEvent => ({
  ...e,
  severityWord: severityWord(e.severity),
  at: e.at.toISOString(),
  receivedAt: e.receivedAt.toISOString(),
  endedAt: e.endedAt?.toISOString() ?? null,
})

/** `since`: from when on the reader may see what passed at the charger. */
type Charger = { pk: number; since: Date }
const narrowed = ({ pk, since }: Charger, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      sql<boolean>`e.chargepoint_pk = ${pk} and e.received_at >= ${since}`,
      searchSql(query.q, [componentSql, variableSql, sql`e.tech_info`, sql`e.tech_code`]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )
export const list = (db: Db, charger: Charger, query: ListQuery): Promise<ListRows<EventRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<EventRow & Keyed>`select e.station_event_id::int as cursor_key, ${row} from station_event e
      where ${narrowed(charger, query)} ${endSql(query, '-at', columns, { number: sql`e.station_event_id` })}`,
  )
export const count = async (db: Db, charger: Charger, query: ListQuery): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from station_event e where ${narrowed(charger, query)}`.execute(
      db,
    )
  ).rows[0]?.n ?? 0

/** The events of a time, oldest first, and all of them as (at, bad, connector_id). */
export function eventsBetween(pk: number, { from, to, since }: { from: Date; to: Date; since: Date }, most: number) {
  const here = sql`from station_event e where e.chargepoint_pk = ${pk} and e.received_at >= ${since}
    and e.at >= ${from} and e.at < ${to}`
  return {
    rows: sql<EventRow>`select ${row} ${here} order by e.at, e.station_event_id limit ${most}`,
    all: sql`select e.at, not e.is_over and e.severity <= ${sql.lit(GRAVEST)}, 0 ${here}`,
  }
}

const KEPT_DAYS = 400
/** Deletes events past their time; returns how many. */
export async function dropOldEvents(trx: Trx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  const { numAffectedRows } = await sql`delete from station_event where received_at < ${before}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
