// The monitors of a station as a list.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { severityWord } from '#fleet/station-events/station-event.rules.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { StationMonitor } from './monitor.contract.ts'

const componentSql = sql`(m.component || case when m.component_instance <> '' then '[' || m.component_instance || ']' else '' end
  || case when m.evse_id = 0 then '' else '#' || m.evse_id || case when m.connector_id = 0 then '' else '.' || m.connector_id end end)`
const variableSql = sql`(m.variable || case when m.variable_instance <> '' then '[' || m.variable_instance || ']' else '' end)`
const columns: Columns = {
  monitorId: { sql: sql`m.monitor_id`, type: 'number' },
  component: { sql: componentSql, type: 'text' },
  variable: { sql: variableSql, type: 'text' },
  kind: { sql: sql`m.kind`, type: 'text' },
  value: { sql: sql`m.value`, type: 'number' },
  severity: { sql: sql`m.severity`, type: 'number' },
  toldAt: { sql: sql`m.told_at`, type: 'date' },
}

type MonitorRow = Omit<StationMonitor, 'severityWord' | 'toldAt'> & { toldAt: Date }
export const monitorReply = (m: MonitorRow): StationMonitor => ({
  ...m,
  severityWord: severityWord(m.severity) as StationMonitor['severityWord'],
  toldAt: m.toldAt.toISOString(),
})

const narrowed = (pk: number, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      sql<boolean>`m.chargepoint_pk = ${pk}`,
      searchSql(query.q, [componentSql, variableSql, sql`m.kind`]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )
export const list = (db: Db, pk: number, query: ListQuery): Promise<ListRows<MonitorRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      MonitorRow & Keyed
    >`select m.monitor_id as cursor_key, m.monitor_id, ${componentSql} as component, ${variableSql} as variable,
        m.kind, m.value, m.severity::int as severity, m.during_transaction, m.is_ours, m.told_at
      from station_monitor m where ${narrowed(pk, query)}
      ${endSql(query, 'component', columns, { number: sql`m.monitor_id` })}`,
  )
export const count = async (db: Db, pk: number, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from station_monitor m where ${narrowed(pk, query)}`.execute(db))
    .rows[0]?.n ?? 0

/** When a station has told all of its monitors last; null: never. */
export const toldAt = async (db: Db, pk: number): Promise<Date | null> =>
  (await sql<{ toldAt: Date | null }>`select told_at from station_monitoring where chargepoint_pk = ${pk}`.execute(db))
    .rows[0]?.toldAt ?? null
