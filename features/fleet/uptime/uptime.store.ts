// Uptime of stations over a window, from the marks and the changes since the last mark; the history of one station.
import { type RawBuilder, sql } from 'kysely'
import { bestFirst, isCharger } from '#fleet/chargers/charger-id.store.ts'
import { plannedOfSegments, sharedMsSql } from '#fleet/maintenance/planned-time.store.ts'
import { plannedSql } from '#fleet/stations/station.store.ts'
import type { Db } from '#platform/db/db.ts'
import { type Scope, within } from '#platform/db/scope.ts'
import type { UptimeClass } from './uptime.contract.ts'
import type { Change, Connection } from './uptime.rules.ts'
import { progress, statusBefore } from './uptime-mark.store.ts'

export type UptimeQuery = {
  /** The window. */
  from: Date
  now: Date
  /** The beginning of the last point of the trend: today's midnight, or the hour. */
  edge: Date
  /** The beginning of the point before: that point may have ended a moment ago and not be added up yet. */
  before: Date
  class: UptimeClass | undefined
  limit: number
  offset: number
}
export type StationRow = { pk: number; id: string; name: string; city: string | null; uptime: number | null }
export type UptimeRow = {
  overall: number | null
  excellent: number
  good: number
  needsAttention: number
  other: number
  /** The mean over the time since `edge`; null where no station has any. */
  last: number | null
  /** The mean from `before` to `edge`. */
  lastButOne: number | null
  stations: StationRow[]
}

const PERCENT = (from: string, to: string) =>
  sql.raw(`round((100.0 * (up_${to} - up_${from}) / nullif(counted_${to} - counted_${from}, 0))::numeric, 2)`)
const CLASS_OF = sql.raw(
  `case when uptime is null then 'other' when uptime >= 95 then 'excellent' when uptime >= 90 then 'good' else 'needs_attention' end`,
)

/** The sums up to `at`: of the mark `m` where `at` is a mark, else with the time since the last mark. */
const until = (at: Date, last: Date | null, mark: string, name: string): RawBuilder<unknown> =>
  last !== null && at <= last
    ? sql`coalesce(${sql.ref(`${mark}.up_ms`)}, 0) as ${sql.ref(`up_${name}`)},
        coalesce(${sql.ref(`${mark}.counted_ms`)}, 0) as ${sql.ref(`counted_${name}`)}`
    : sql`b.up_ms + ${sql.ref(`tail.up_${name}`)} as ${sql.ref(`up_${name}`)},
        b.counted_ms + ${sql.ref(`tail.counted_${name}`)} as ${sql.ref(`counted_${name}`)}`

/** Whole milliseconds of the segment (at, until) that lie before a time. */
const before = (at: Date) =>
  sql`greatest(0, round(date_part('epoch', least(x.until, ${at}::timestamptz) - x.at) * 1000))`
const tailUntil = (at: Date, name: string) => sql`
  coalesce(sum(${before(at)}) filter (where x.status in ('online', 'charging')), 0) as ${sql.ref(`up_${name}`)},
  coalesce(sum(${before(at)}) filter (where not x.is_planned), 0) as ${sql.ref(`counted_${name}`)}`

/** The part of the same that planned maintenance takes up. */
const plannedUntil = (at: Date, name: string) => {
  const ms = sql`round(${sharedMsSql(sql`least(x.until, ${at}::timestamptz)`)})`
  return sql`sum(${ms}) filter (where x.status in ('online', 'charging')) as ${sql.ref(`up_${name}`)},
    sum(${ms}) filter (where not x.is_planned) as ${sql.ref(`counted_${name}`)}`
}
const unplanned = (name: string) => {
  const of = (what: string) =>
    sql`${sql.ref(`w.${what}_${name}`)} - coalesce(${sql.ref(`p.${what}_${name}`)}, 0) as ${sql.ref(`${what}_${name}`)}`
  return sql`${of('up')}, ${of('counted')}`
}

/** Returns the stations of a scope, the lowest first, those without a value last; the figures are for all of them. */
export async function list(db: Db, scope: Scope, a: UptimeQuery): Promise<UptimeRow> {
  const last = (await progress(db))?.until
  const mark = last ? new Date(last) : null
  const { rows } = await sql<Omit<UptimeRow, 'stations'> & { stations: StationRow[] | null }>`
    with b as materialized (select c.chargepoint_pk as pk, coalesce(m.at, s.first_boot_at) as at,
        coalesce(m.up_ms, 0) as up_ms, coalesce(m.counted_ms, 0) as counted_ms,
        coalesce(m.status, h.status, 'offline') as status, coalesce(m.is_planned, h.is_planned, false) as is_planned
      from charger c join charger_state s using (chargepoint_pk)
      left join uptime_mark m on m.chargepoint_pk = c.chargepoint_pk and m.at = ${mark}::timestamptz
      left join lateral ${statusBefore(sql`c.chargepoint_pk`, sql`s.first_boot_at`, sql`m.at is null`)} h on true
      where c.deleted_at is null and s.first_boot_at < ${a.now} and ${within(scope, 'c')}),
    seg as (select pk, at, 0::bigint as id, status, is_planned from b
      union all select b.pk, h.changed_at, h.id, h.to_status, ${plannedSql('h')}
      from station_status_history h join b on b.pk = h.chargepoint_pk
      where h.changed_at > ${mark ?? new Date(0)} and h.changed_at > b.at and h.changed_at <= ${a.now}),
    x as (select pk, at, status, is_planned, lead(at, 1, ${a.now}::timestamptz) over (partition by pk order by at, id) as until
      from seg),
    w as (select x.pk, ${tailUntil(a.now, 'now')}, ${tailUntil(a.from, 'from')}, ${tailUntil(a.edge, 'edge')},
        ${tailUntil(a.before, 'before')}
      from x group by x.pk),
    p as (select x.pk, ${plannedUntil(a.now, 'now')}, ${plannedUntil(a.from, 'from')}, ${plannedUntil(a.edge, 'edge')},
        ${plannedUntil(a.before, 'before')}
      from x join ${plannedOfSegments} group by x.pk),
    tail as (select w.pk, ${unplanned('now')}, ${unplanned('from')}, ${unplanned('edge')}, ${unplanned('before')}
      from w left join p using (pk)),
    sums as (select b.pk, ${until(a.now, null, 'b', 'now')}, ${until(a.from, mark, 'f', 'from')},
        ${until(a.edge, mark, 'e', 'edge')}, ${until(a.before, mark, 'g', 'before')}
      from b join tail using (pk)
      left join uptime_mark f on f.chargepoint_pk = b.pk and f.at = ${a.from}
      left join uptime_mark e on e.chargepoint_pk = b.pk and e.at = ${a.edge}
      left join uptime_mark g on g.chargepoint_pk = b.pk and g.at = ${a.before}),
    u as materialized (select c.chargepoint_pk as pk, c.chargepoint_id as id, c.chargepoint_name as name, c.city,
        ${PERCENT('from', 'now')} as uptime, ${PERCENT('edge', 'now')} as since_edge,
        ${PERCENT('before', 'edge')} as before_edge
      from charger c left join sums on sums.pk = c.chargepoint_pk where c.deleted_at is null and ${within(scope, 'c')})
    select round(avg(uptime), 2)::float8 as overall, count(*) filter (where uptime >= 95) as excellent,
      count(*) filter (where uptime >= 90 and uptime < 95) as good, count(*) filter (where uptime < 90) as needs_attention,
      count(*) filter (where uptime is null) as other, round(avg(since_edge), 2)::float8 as last,
      round(avg(before_edge), 2)::float8 as last_but_one,
      (select json_agg(p) from (select pk, id, name, city, uptime::float8 as uptime from u
        where ${a.class ? sql`${CLASS_OF} = ${a.class}` : sql`true`}
        order by u.uptime nulls last, lower(name), pk limit ${a.limit} offset ${a.offset}) p) as stations
    from u`.execute(db)
  const r = rows[0]
  if (!r) throw new Error('A summary has one row')
  return { ...r, stations: r.stations ?? [] }
}

export type Point = { at: Date; uptime: number }
/** Returns the means of whole hours or days from `from` on, before `edge`. */
export const points = async (
  db: Db,
  scope: Scope,
  { span, from, edge }: { span: 'hour' | 'day'; from: Date; edge: Date },
): Promise<Point[]> =>
  (
    await sql<Point>`select at, round((sum(percent_sum) / sum(stations))::numeric, 2)::float8 as uptime from uptime_point p
      where span = ${span} and at >= ${from} and at < ${edge} and ${within(scope, 'p')} group by 1 order by 1`.execute(
      db,
    )
  ).rows

export type Station = StationRow & { firstBootAt: Date | null }
/** Returns a station of the scope. */
export const find = async (db: Db, scope: Scope, id: string): Promise<Station | undefined> =>
  (
    await sql<Omit<Station, 'uptime'> & { uptime: null }>`select c.chargepoint_pk as pk, c.chargepoint_id as id,
      c.chargepoint_name as name, c.city, null as uptime, s.first_boot_at
    from charger c join charger_state s using (chargepoint_pk)
    where c.deleted_at is null and ${within(scope, 'c')} and ${isCharger('c', id)} order by ${bestFirst('c', id)} limit 1`.execute(
      db,
    )
  ).rows[0]

/** Returns the changes of stations' statuses in a window, with the last change before it, oldest first. */
export const changesOf = async (
  db: Db,
  pks: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<(Change & { pk: number })[]> =>
  (
    await sql<Change & { pk: number }>`
      select h.chargepoint_pk as pk, h.changed_at as at, h.to_status as to, h.reason,
        ${plannedSql('h')} as is_planned
      from unnest(${sql.val(pks)}::int[]) p (pk) cross join lateral (
        (select * from station_status_history h where h.chargepoint_pk = p.pk and h.changed_at <= ${from}
          order by h.changed_at desc, h.id desc limit 1)
        union all select * from station_status_history h where h.chargepoint_pk = p.pk and h.changed_at > ${from}
          and h.changed_at <= ${to}) h
      order by h.chargepoint_pk, h.changed_at, h.id`.execute(db)
  ).rows

/** Returns the events of stations' connections from a little before a window to now, oldest first. */
export const connectionsOf = async (
  db: Db,
  pks: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<(Connection & { pk: number })[]> =>
  (
    await sql<Connection & { pk: number }>`
      select h.chargepoint_pk as pk, h.at, h.event, h.reason from connection_history h
      where h.chargepoint_pk = any(${sql.val(pks)}::int[]) and h.at > ${from}::timestamptz - interval '10 minutes' and h.at <= ${to}
      order by h.chargepoint_pk, h.at, h.id`.execute(db)
  ).rows

export type SiteStation = { pk: number; name: string; siteId: number; siteName: string; firstBootAt: Date | null }
/** Returns the stations of sites in the scope that have more than one. */
export const siteStations = async (db: Db, scope: Scope): Promise<SiteStation[]> =>
  (
    await sql<SiteStation>`select c.chargepoint_pk as pk, c.chargepoint_name as name, z.zone_id as site_id,
        z.zone_name as site_name, s.first_boot_at
      from charger c join charger_state s using (chargepoint_pk) join charging_site z on z.zone_id = c.zone_id
      where c.deleted_at is null and ${within(scope, 'c')} order by 1`.execute(db)
  ).rows
