// Reads the facts behind the health of a charger.
import { dayMs, dayOf, minuteMs, startOfDay } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { UNEXPECTED_DAYS } from '#fleet/chargers/trouble.rules.ts'
import {
  downSinceSql,
  lastRefusalSql,
  type OverdrawRow,
  overdrawSql,
  refusalsSql,
  troubleSql,
} from '#fleet/chargers/trouble.store.ts'
import { plannedUntilSql } from '#fleet/maintenance/planned-time.store.ts'
import { alarmsOf } from '#fleet/station-events/station-event.store.ts'
import { type ChargerDay, daysOf } from '#fleet/stations/charger-day.store.ts'
import { shownEvseSql } from '#fleet/stations/evse.store.ts'
import { outsideText } from '#fleet/stations/outside-limit.rules.ts'
import { type OutsideLimitRow, outsideLimitsSql } from '#fleet/stations/outside-limit.store.ts'
import { ALARM_DAYS, ALARMING_EVENTS, CRITICAL_EVENTS } from '#fleet/stations/security-event.rules.ts'
import { connectorErrorSinceSql, connectorSinceSql, wholeErrorSinceSql } from '#fleet/stations/status-since.store.ts'
import type { Db } from '#platform/db/db.ts'
import type { BootFacts, Facts, Unexpected } from './charger-health.rules.ts'

/** `since`: from when on the reader may see what people asked of the charger and its messages. */
type When = { now: Date; zone: string; since: Date }
type TurnedAwayRow = { reason: string; times: number; from: string; at: string }
type Kept = Omit<
  Facts,
  'zone' | 'connects' | 'boots' | 'refused' | 'odd' | 'error' | 'bootReason' | 'security' | 'events'
>
type KeptRow = Omit<Kept, 'overdraw' | 'outside' | 'turnedAway'> & {
  overdraw: OverdrawRow | null
  outside: OutsideLimitRow[]
  turnedAway: TurnedAwayRow | null
}
/** The last refusal of a charger, with how often and since when it was refused for the same reason; null where it is not refused. */
const turnedAwaySql = (now: Date, since: Date) =>
  sql<TurnedAwayRow | null>`(select json_build_object('reason', h.reason, 'times', h.times, 'from', h.at, 'at', ${lastRefusalSql})
    from ${refusalsSql(now)} and ${lastRefusalSql} >= ${since} order by ${lastRefusalSql} desc limit 1)`
const keptOf = async (db: Db, pk: number, now: Date, since: Date): Promise<Kept | undefined> =>
  (
    await sql<KeptRow>`
      select c.chargepoint_pk as pk, c.registration_status as registration, c.is_active, s.maintenance_by_hand as by_hand,
        ${plannedUntilSql(sql`c.chargepoint_pk`, now)} as planned_until,
        s.first_boot_at, ${troubleSql(now)} as trouble, s.clock_offset_sec, s.clock_off_since, s.config_differs,
        s.config_differs_since, r.read_at as config_read_at, s.connected_at, s.last_boot_at, s.fw_version as firmware,
        s.fw_update_status as update_status, s.fw_update_at as update_at,
        c.kwh_registers_since, case when s.kwh_registers_seen_at > ${new Date(now.getTime() - UNEXPECTED_DAYS * dayMs)}
          then s.kwh_registers_seen_at end as kwh_registers_seen_at,
        ${turnedAwaySql(now, since)} as turned_away, ${overdrawSql} as overdraw, ${outsideLimitsSql('c')} as outside, coalesce((select z.is_load_balancing from charging_site z
          where z.zone_id = c.zone_id), false) as is_balanced,
        case when ${troubleSql(now)} = 'Connector faulted' then (select min(${connectorSinceSql}) from connector n
          where n.chargepoint_pk = c.chargepoint_pk and n.status = 'Faulted') else ${downSinceSql(now)} end as trouble_since
      from charger c join charger_state s using (chargepoint_pk) left join charger_config_read r using (chargepoint_pk)
      where c.chargepoint_pk = ${pk}`.execute(db)
  ).rows.map(({ overdraw, outside, turnedAway, ...k }) => ({
    ...k,
    turnedAway: turnedAway && { ...turnedAway, from: new Date(turnedAway.from), at: new Date(turnedAway.at) },
    overdraw: overdraw && { ...overdraw, since: new Date(overdraw.since) },
    outside:
      outside.length === 0
        ? null
        : {
            text: outside.map(o => outsideText(o, now.getTime())).join('; '),
            since: new Date(Math.min(...outside.map(o => o.since))),
          },
  }))[0]

type OddRow = { isRefused: boolean; kinds: number; last: Date; what: string }
/** Returns the recent odd values, refused and accepted ones apart; refusals are stored as 'refused: CODE'. */
const oddOf = async (db: Db, pk: number, now: Date): Promise<OddRow[]> =>
  (
    await sql<OddRow>`select value like 'refused: %' as is_refused, count(*)::int as kinds, max(last_at) as last,
        (array_agg(case when value like 'refused: %' then field || ' (' || substr(value, 10) || ')'
          else field || ' = ' || value end order by last_at desc, field))[1] as what
      from odd_value where chargepoint_pk = ${pk} and last_at > ${new Date(now.getTime() - UNEXPECTED_DAYS * dayMs)}
      group by 1`.execute(db)
  ).rows

type ErrorRow = NonNullable<Facts['error']>
/**
 * Returns the error that a connector, or the charge point as a whole, reports now, else the last error that is over. Of
 * several that stand, the one behind the trouble comes first, so that both signs tell the same time.
 */
const errorOf = async (db: Db, { pk, troubleSince }: Kept, now: Date, since: Date): Promise<Facts['error']> =>
  (
    await sql<ErrorRow>`
      with x as (
        select n.connector_id, n.error_code, n.info, n.vendor_error_code, ${connectorErrorSinceSql} as at, true as is_now
          from connector n where n.chargepoint_pk = ${pk} and n.error_code <> 'NoError'
        union all select 0, s.whole_error_code, null, null, ${wholeErrorSinceSql}, true from charger_state s
          where s.chargepoint_pk = ${pk} and s.whole_error_code <> 'NoError'
        union all (select connector_id, error_code, info, vendor_error_code, at, false from connector_status_history
          where chargepoint_pk = ${pk} and received_at > ${new Date(now.getTime() - UNEXPECTED_DAYS * dayMs)}
            and received_at >= ${since} and error_code <> 'NoError' order by received_at desc limit 1))
      select x.connector_id, ${shownEvseSql('x')}, concat_ws(', ', error_code, nullif(vendor_error_code, ''), nullif(info, '')) as text, at, is_now
      from (select ${pk}::int as chargepoint_pk, x.* from x) x where at is not null
      order by is_now desc, at is not distinct from ${troubleSince}::timestamptz desc, connector_id = 0 desc, at desc limit 1`.execute(
      db,
    )
  ).rows[0] ?? null

type Security = Facts['security']
/** Returns the recent critical security events of the charger. */
const securityOf = async (db: Db, pk: number, now: Date): Promise<Security> =>
  (
    await sql<Security>`select count(*)::int as critical,
        count(*) filter (where e.type = any(${sql.val([...ALARMING_EVENTS])}::text[]))::int as alarms, max(e.received_at) as last,
        (array_agg(e.type order by e.received_at desc, e.id desc))[1] as last_type
      from security_event e where e.chargepoint_pk = ${pk} and e.source = 'charger'
        and e.received_at > ${new Date(now.getTime() - ALARM_DAYS * dayMs)}
        and e.type = any(${sql.val([...CRITICAL_EVENTS])}::text[])`.execute(db)
  ).rows[0] ?? { critical: 0, alarms: 0, last: null, lastType: null }

/** How long before a boot an operation may have caused it: a firmware update is loaded and installed first. */
const CAUSED_MS = 30 * minuteMs
/** Returns the last operation before a boot that may have caused it. */
const causeOf = async (db: Db, pk: number, at: Date, since: Date): Promise<BootFacts['asked'] | undefined> =>
  (
    await sql<NonNullable<BootFacts['asked']>>`
      select t.operation, u.username as by from task t left join app_user u on u.id = t.created_by
      where t.chargepoint_pk = ${pk} and t.created_at >= ${since} and t.operation in ('Reset', 'UpdateFirmware', 'SignedUpdateFirmware')
        and t.state = 'done' and t.created_at between ${new Date(at.getTime() - CAUSED_MS)} and ${at}
      order by t.created_at desc limit 1`.execute(db)
  ).rows[0]
type Connection = { openedAt: Date; goneAt: Date | null; told: string | null }
/** Returns the connection over which a charger booted with its own reason for it, and the end of the connection before. */
const connectionOf = async (db: Db, pk: number, at: Date): Promise<Connection | undefined> =>
  (
    await sql<Connection>`
      select (select b.reason from connection_history b where b.chargepoint_pk = ${pk} and b.event = 'booted' and b.at = ${at}
          order by b.id desc limit 1) as told, o.at as opened_at, (select max(g.at) from connection_history g where g.chargepoint_pk = ${pk}
          and g.event in ('disconnected', 'replaced') and g.at <= o.at) as gone_at
      from connection_history o where o.chargepoint_pk = ${pk} and o.event = 'connected' and o.at <= ${at}
      order by o.at desc limit 1`.execute(db)
  ).rows[0]

async function bootOf(db: Db, k: Kept, since: Date): Promise<BootFacts> {
  const at = k.lastBootAt
  if (at === null) return { asked: null, told: null, isFirst: true, awayMs: null }
  const [cause, over] = await Promise.all([causeOf(db, k.pk, at, since), connectionOf(db, k.pk, at)])
  // A charger boots within minutes of its connection; a later boot came over a connection that already stood.
  const isNew = over !== undefined && at.getTime() - over.openedAt.getTime() < 2 * minuteMs
  const awayMs = isNew && over.goneAt ? Math.max(0, over.openedAt.getTime() - over.goneAt.getTime()) : null
  return { asked: cause ?? null, told: over?.told ?? null, isFirst: k.firstBootAt?.getTime() === at.getTime(), awayMs }
}

/** Returns the facts of a charger that exists. */
export async function factsOf(db: Db, pk: number, { now, zone, since }: When): Promise<Facts | undefined> {
  const kept = await keptOf(db, pk, now, since)
  if (!kept) return undefined
  const from = (back: number) => dayOf(startOfDay(now, zone, -back), zone)
  const [days, odd, error, bootReason, security, events] = await Promise.all([
    daysOf(db, pk, from(UNEXPECTED_DAYS - 1)),
    oddOf(db, pk, now),
    errorOf(db, kept, now, since),
    bootOf(db, kept, since),
    securityOf(db, pk, now),
    alarmsOf(db, pk),
  ])
  const perDay = (what: 'connects' | 'boots') => ({
    today: days.find(d => d.day === from(0))?.[what] ?? 0,
    yesterday: days.find(d => d.day === from(1))?.[what] ?? 0,
  })
  return {
    ...kept,
    zone,
    connects: perDay('connects'),
    boots: perDay('boots'),
    refused: unexpectedOf(days, odd, 'refused'),
    odd: unexpectedOf(days, odd, 'odd'),
    error,
    bootReason,
    security,
    events,
  }
}

function unexpectedOf(days: readonly ChargerDay[], rows: readonly OddRow[], what: 'refused' | 'odd'): Unexpected {
  const row = rows.find(r => r.isRefused === (what === 'refused'))
  const count = days.reduce((sum, d) => sum + d[what], 0)
  return { count, kinds: row?.kinds ?? 0, last: row?.last ?? null, what: row?.what ?? null }
}
