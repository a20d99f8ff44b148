// Reading the security events of one charger. The charger bounds what a statement reads, by the index of its events.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { CRITICAL_EVENTS } from '#fleet/stations/security-event.rules.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { SEVERITY_WORDS, type SecurityEventRow, SOURCE_WORDS } from './security-event.contract.ts'

export type Event = Omit<SecurityEventRow, 'at' | 'toldAt' | 'receivedAt'> & {
  at: Date
  toldAt: Date | null
  receivedAt: Date
}
const severity = sql`case when e.type = any(${sql.val([...CRITICAL_EVENTS])}::text[]) then ${sql.lit(SEVERITY_WORDS.critical)}
  else ${sql.lit(SEVERITY_WORDS.other)} end`
const source = sql`case e.source when 'charger' then ${sql.lit(SOURCE_WORDS.charger)} else ${sql.lit(SOURCE_WORDS.server)} end`
const columns: Columns = {
  at: { sql: sql`e.at`, type: 'date' },
  receivedAt: { sql: sql`e.received_at`, type: 'date' },
  type: { sql: sql`e.type`, type: 'text' },
  severity: { sql: severity, type: 'text' },
  source: { sql: source, type: 'text' },
  techInfo: { sql: sql`e.tech_info`, type: 'text' },
}

export const securityEventOf = (e: Event): SecurityEventRow => ({
  ...e,
  at: e.at.toISOString(),
  toldAt: e.toldAt?.toISOString() ?? null,
  receivedAt: e.receivedAt.toISOString(),
})
const row = sql`e.id, e.at, e.told_at, e.received_at, e.type, ${severity} as severity, ${source} as source, e.tech_info`

/** `since`: from when on the reader may see what passed at the charger. */
type Charger = { pk: number; since: Date }
const narrowed = ({ pk, since }: Charger, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      sql<boolean>`e.chargepoint_pk = ${pk} and e.received_at >= ${since}`,
      searchSql(query.q, [sql`e.type`, sql`e.tech_info`]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

export const list = (db: Db, charger: Charger, query: ListQuery): Promise<ListRows<Event>> =>
  pageOrExportRows(
    db,
    query,
    sql<Event & Keyed>`select e.id as cursor_key, ${row} from security_event e where ${narrowed(charger, query)}
      ${endSql(query, '-at', columns, { number: sql`e.id` })}`,
  )
export const count = async (db: Db, charger: Charger, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from security_event e where ${narrowed(charger, query)}`.execute(db))
    .rows[0]?.n ?? 0

/**
 * The events of a time, oldest first, and all of them as (at, bad, connector_id). `lateMs`: how late an event may
 * arrive.
 */
export function securityBetween(
  pk: number,
  { from, to, since, lateMs }: { from: Date; to: Date; since: Date; lateMs: number },
  most: number,
) {
  const here = sql`from security_event e where e.chargepoint_pk = ${pk} and e.received_at >= ${since}
    and e.received_at >= ${from} and e.received_at < ${new Date(to.getTime() + lateMs)} and e.at >= ${from} and e.at < ${to}`
  return {
    rows: sql<Event>`select ${row} ${here} order by e.at, e.id limit ${most}`,
    all: sql`select e.at, e.type = any(${sql.val([...CRITICAL_EVENTS])}::text[]), 0 ${here}`,
  }
}
