// The present trouble of a charger, as SQL over `charger c join charger_state s`: for its list and for the page of what
// needs attention.
import { dayMs, dayOf, hourMs, minuteMs, startOfDay } from '@wattdesk/base/time'
import { type RawBuilder, sql } from 'kysely'
import { isPlannedSql } from '#fleet/maintenance/planned-time.store.ts'
import { BEYOND_S } from '#fleet/stations/clock.rules.ts'
import { ALARM_DAYS, ALARMING_EVENTS } from '#fleet/stations/security-event.rules.ts'
import { liveStatusSql } from '#fleet/stations/station.store.ts'
import { connectorSinceSql, outOfServiceSinceSql, wholeSinceSql } from '#fleet/stations/status-since.store.ts'
import type { LoadStepUnit } from './load-figure.rules.ts'
import {
  FAILED_UPDATES,
  MANY_BOOTS,
  MANY_CONNECTS,
  TOGETHER_SEC,
  TOO_MANY_CONNECTS,
  type Trouble,
  UNEXPECTED_DAYS,
} from './trouble.rules.ts'

/** People want the charger in service: `charger c join charger_state s`. */
export const isMeantToServe: RawBuilder<boolean> = sql`(c.is_active and c.registration_status = 'Accepted' and s.first_boot_at is not null
  and not s.maintenance_by_hand)`
const isOffline = (now: Date) => sql`(${liveStatusSql('s', now)} = 'offline')`
/**
 * Since when an offline charger has been offline: a charger that fell silent on an open socket, since its last message.
 * Maintenance that was set and ended in the meantime does not count as being back.
 */
const offlineSince = sql`case when s.live_status <> 'offline' then s.last_message_at
  when s.connected then s.status_changed_at else least(s.status_changed_at, coalesce(s.disconnected_at, s.last_message_at)) end`

/**
 * The refusals, `h`, of a charger that has not been let in since, by reason: those of which the last is at most an hour old. A row
 * gathers for an hour from its first refusal, so that rows older than that by another hour, and a moment, need no look.
 */
export const refusalsSql = (now: Date): RawBuilder<unknown> =>
  sql`connection_history h where h.chargepoint_pk = c.chargepoint_pk and h.event = 'refused'
    and h.at > ${new Date(now.getTime() - 2 * hourMs - 10 * minuteMs)} and ${lastRefusalSql} > ${new Date(now.getTime() - hourMs)}
    and ${lastRefusalSql} > coalesce(greatest(s.connected_at, case when s.connected then s.last_message_at end), '-infinity')`
export const lastRefusalSql: RawBuilder<Date> = sql<Date>`coalesce(h.last_at, h.at)`
/** Whether an offline charger tries to connect and is refused; its site then has power and network. */
export const isRefusedSql = (now: Date): RawBuilder<boolean> => sql<boolean>`exists (select from ${refusalsSql(now)})`
/** The reason of the last refusal; null where it is not refused. */
export const refusedSql = (now: Date): RawBuilder<string | null> =>
  sql<string | null>`(select h.reason from ${refusalsSql(now)} order by ${lastRefusalSql} desc limit 1)`

/** Chargers that went offline within a minute of another charger of their site, both still away, and silent. */
const goneTogether = (now: Date) => sql`select x.pk from (
    select c.chargepoint_pk as pk, d.since, lag(d.since) over w as before, lead(d.since) over w as behind
    from charger c join charger_state s using (chargepoint_pk) cross join lateral (select ${offlineSince} as since) d
    where c.deleted_at is null and c.zone_id is not null and ${isMeantToServe} and ${isOffline(now)} and not ${isRefusedSql(now)}
    window w as (partition by c.zone_id order by d.since)) x
  where x.since - x.before <= make_interval(secs => ${TOGETHER_SEC}) or x.behind - x.since <= make_interval(secs => ${TOGETHER_SEC})`

/** The charger is meant to serve and not offline: what its connectors report is so now. */
export const isReportingSql = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${isMeantToServe} and not ${isOffline(now)})`

/** The word of TROUBLES; '' where nothing is wrong, or planned maintenance runs: what happens then is no trouble. */
export const troubleSql = (now: Date): RawBuilder<Trouble | ''> =>
  sql<Trouble | ''>`case when ${isPlanned(now)} then '' else ${anyTroubleSql(now)} end`
const isPlanned = (now: Date) => isPlannedSql(sql`c.chargepoint_pk`, now)

/**
 * Whether the charger is offline with others of its site, or for a reason of its own, whether or not planned maintenance runs.
 */
export const isDownSql = (now: Date, how: 'with its site' | 'alone'): RawBuilder<boolean> =>
  sql<boolean>`(${isMeantToServe} and ${isOffline(now)}
    and (c.chargepoint_pk in (${goneTogether(now)})) = ${how === 'with its site'}::boolean)`

/**
 * Faults alone keep charger `c` with state `s` out of service: it is faulted as a whole (connector 0), or each of its
 * connectors is.
 */
export const isOutByFaultSql: RawBuilder<boolean> = sql<boolean>`(coalesce(s.whole_status, '') = 'Faulted'
  or (s.live_status = 'maintenance' and coalesce(s.whole_status, '') <> 'Unavailable' and coalesce((select bool_and(n.status is not distinct from 'Faulted')
    from connector n where n.chargepoint_pk = s.chargepoint_pk), false)))`
/** Since when: as a whole, or since the last of its connectors is faulted. */
const outByFaultSince = sql`case when s.whole_status = 'Faulted' then ${wholeSinceSql}
  else (select max(${connectorSinceSql}) from connector n where n.chargepoint_pk = s.chargepoint_pk) end`

/** The same as `troubleSql`, whether or not planned maintenance runs. */
const anyTroubleSql = (now: Date): RawBuilder<Trouble | ''> => sql<Trouble | ''>`case when not ${isMeantToServe} then ''
  when ${isOffline(now)} then case when ${isRefusedSql(now)} then 'Connection refused' when c.chargepoint_pk in (${goneTogether(now)}) then 'Site down' else 'Offline' end
  when ${isOutByFaultSql} then 'Out of service by a fault'
  when s.live_status = 'maintenance' then 'Out of service'
  when exists (select from connector n where n.chargepoint_pk = c.chargepoint_pk and n.status = 'Faulted') then 'Connector faulted'
  else '' end`

/** The charger is meant to serve and went offline less than so many minutes ago: it may come back as it was. */
export const isBrieflyAwaySql = (now: Date, minutes: number): RawBuilder<boolean> =>
  sql<boolean>`(${isMeantToServe} and ${isOffline(now)} and ${offlineSince} > ${new Date(now.getTime() - minutes * minuteMs)})`

/** Since when the charger as a whole is offline or out of service. */
export const downSinceSql = (now: Date): RawBuilder<Date | null> =>
  sql<Date | null>`case when ${isOffline(now)} then ${offlineSince}
    when s.maintenance_by_hand then s.status_changed_at
    when ${isOutByFaultSql} then ${outByFaultSince}
    when s.live_status = 'maintenance' then ${outOfServiceSinceSql} else s.status_changed_at end`

/** How many different unexpected values the charger sent recently. */
export const unexpectedValuesSql = (now: Date): RawBuilder<number> =>
  sql<number>`(select count(*) from odd_value o where o.chargepoint_pk = c.chargepoint_pk and ${isRecentlyOdd(now)})`
/** A row of odd values, \`o\`, that still counts. */
export const isRecentlyOdd = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`o.last_at > ${new Date(now.getTime() - UNEXPECTED_DAYS * dayMs)}`

/** How often the charger connected today or yesterday, whichever is more. */
export const connectsSql = (now: Date, zone: string): RawBuilder<number> =>
  sql<number>`(select coalesce(max(d.connects), 0) from charger_day d where d.chargepoint_pk = c.chargepoint_pk
    and ${isOfLateDay(now, zone)})`
/** A row of a charger's days, \`d\`, of today or yesterday. */
export const isOfLateDay = (now: Date, zone: string): RawBuilder<boolean> =>
  sql<boolean>`d.day >= ${dayOf(startOfDay(now, zone, -1), zone)}::date`

/** Security events of the charger that somebody should look at. */
const alarms = (now: Date) => sql`security_event e where e.chargepoint_pk = c.chargepoint_pk and e.source = 'charger'
  and e.received_at > ${new Date(now.getTime() - ALARM_DAYS * dayMs)} and e.type = any(${sql.val([...ALARMING_EVENTS])}::text[])`
export const alarmsSql = (now: Date): RawBuilder<number> => sql`(select count(*) from ${alarms(now)})`
/** When the first of them came. */
export const alarmSinceSql = (now: Date): RawBuilder<Date | null> =>
  sql`(select min(e.received_at) from ${alarms(now)})`

/** The row of a charger that draws more than the limit set by its site (D-SITE-4); load balancing stores it. */
const overdrawn = sql`load_charger o join charging_site z on z.zone_id = o.zone_id and z.is_load_balancing
  where o.chargepoint_pk = c.chargepoint_pk and o.zone_id = c.zone_id and o.overdraw_since is not null`
/**
 * Since when the charger draws more than its limit, ms since 1970, and its figures in tenths of an ampere or in watts.
 */
export type OverdrawRow = { since: number; draw: number; limit: number; unit: LoadStepUnit }
export const overdrawSql: RawBuilder<OverdrawRow | null> = sql`(select json_build_object('since',
  floor(extract(epoch from o.overdraw_since) * 1000),
  'draw', o.overdraw, 'limit', o.overdraw_limit, 'unit', o.overdraw_unit) from ${overdrawn})`
export const overdrawSinceSql: RawBuilder<Date | null> = sql`(select o.overdraw_since from ${overdrawn})`
/** By how many percent the charger exceeds its limit; 0 where it does not. */
export const overdrawPercentSql: RawBuilder<number> = sql`coalesce((select least(999,
  round((o.overdraw - o.overdraw_limit) * 100.0 / greatest(o.overdraw_limit, 1)))::int from ${overdrawn}), 0)`

/**
 * The health of a charger for its list: the worst level of its signs, how many are not good, and of the settings that differ
 * from what was set how many. The page of the
 * charger works out the same from more facts (features/fleet/charger-health/charger-health.rules.ts).
 */
export function healthSql(
  now: Date,
  zone: string,
): RawBuilder<{ level: 'act' | 'look' | 'good'; signs: number; settings: number }> {
  const first = (back: number) => sql`${dayOf(startOfDay(now, zone, -back), zone)}::date`
  const perDay = (what: RawBuilder<unknown>) => sql`coalesce(max(${what}) filter (where d.day >= ${first(1)}), 0)`
  const odd = (isRefused: boolean) => sql`exists (select from odd_value o where o.chargepoint_pk = c.chargepoint_pk
    and o.last_at > ${new Date(now.getTime() - UNEXPECTED_DAYS * dayMs)} and (o.value like 'refused: %') = ${isRefused})`
  return sql`(select json_build_object('level', case when x.trouble <> '' or (x.connects >= ${TOO_MANY_CONNECTS} and not x.planned) or x.overdrawn then 'act'
        when x.signs > 0 then 'look' else 'good' end, 'signs', x.signs, 'settings', coalesce(s.config_differs, 0))
    from (select y.trouble, y.connects, y.planned, y.overdrawn, y.overdrawn::int + (exists (select from ${alarms(now)}))::int + (y.trouble <> '' or c.registration_status = 'Pending' or (c.registration_status = 'Accepted'
          and c.is_active and not s.maintenance_by_hand and s.first_boot_at is null))::int
        + (not y.planned and (exists (select from connector n where n.chargepoint_pk = c.chargepoint_pk and n.error_code <> 'NoError'
            and n.status_at is not null) or (coalesce(s.whole_error_code, 'NoError') <> 'NoError' and s.whole_status_at is not null)))::int
        + (not y.planned and y.connects >= ${MANY_CONNECTS})::int
        + (not y.planned and s.last_boot_at is not null and y.boots >= ${MANY_BOOTS})::int
        + (abs(coalesce(s.clock_offset_sec, 0)) > ${BEYOND_S})::int + (s.config_differs > 0)::int
        + (c.kwh_registers_since is null and coalesce(s.kwh_registers_seen_at > ${new Date(now.getTime() - UNEXPECTED_DAYS * dayMs)}, false))::int
        + (y.refused > 0 or ${odd(true)})::int + (y.odd > 0 or ${odd(false)})::int
        + (coalesce(s.fw_update_status, '') = any(${sql.val([...FAILED_UPDATES])}::text[]))::int as signs
      from (select ${troubleSql(now)} as trouble, ${isPlanned(now)} as planned, ${perDay(sql`d.connects`)} as connects, ${perDay(sql`d.boots`)} as boots,
          exists (select from ${overdrawn}) as overdrawn,
          coalesce(sum(d.refused), 0) as refused, coalesce(sum(d.odd), 0) as odd
        from charger_day d where d.chargepoint_pk = c.chargepoint_pk and d.day >= ${first(UNEXPECTED_DAYS - 1)}) y) x)`
}
