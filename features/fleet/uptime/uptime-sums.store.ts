// The uptime of stations since a moment as one rule in SQL: for the page of uptime, and for alerts about it (D-UP-1).
import { type RawBuilder, sql } from 'kysely'
import { plannedOfSegments, sharedMsSql } from '#fleet/maintenance/planned-time.store.ts'
import { plannedSql } from '#fleet/stations/station.store.ts'
import { statusBefore } from './uptime-mark.store.ts'

/** Percent with two decimals between two moments of `sums`; null where no time counts. */
export const percentSql = (from: string, to: string): RawBuilder<number | null> =>
  sql.raw(`round((100.0 * (up_${to} - up_${from}) / nullif(counted_${to} - counted_${from}, 0))::numeric, 2)`)

/** Whole milliseconds of the segment (at, until) that lie before a time. */
const before = (at: Date) =>
  sql`greatest(0, round(date_part('epoch', least(x.until, ${at}::timestamptz) - x.at) * 1000))`
const tailUntil = (name: string, at: Date) => sql`
  coalesce(sum(${before(at)}) filter (where x.status in ('online', 'charging')), 0) as ${sql.ref(`up_${name}`)},
  coalesce(sum(${before(at)}) filter (where not x.is_planned), 0) as ${sql.ref(`counted_${name}`)}`

/** The part of the same that planned maintenance takes up. */
const plannedUntil = (name: string, at: Date) => {
  const ms = sql`round(${sharedMsSql(sql`least(x.until, ${at}::timestamptz)`)})`
  return sql`sum(${ms}) filter (where x.status in ('online', 'charging')) as ${sql.ref(`up_${name}`)},
    sum(${ms}) filter (where not x.is_planned) as ${sql.ref(`counted_${name}`)}`
}
const unplanned = (name: string) => {
  const of = (what: string) =>
    sql`${sql.ref(`w.${what}_${name}`)} - coalesce(${sql.ref(`p.${what}_${name}`)}, 0) as ${sql.ref(`${what}_${name}`)}`
  return sql`${of('up')}, ${of('counted')}`
}

/** The sums up to a moment: of its mark where it has one, else of the last mark with the time since. */
const until = (name: string, at: Date, mark: RawBuilder<unknown>): RawBuilder<unknown> => {
  const of = (kept: string, mine: string) => sql`case when ${at}::timestamptz <= ${mark}
      then coalesce(${sql.ref(`at_${name}.${kept}`)}, 0) else b.${sql.ref(kept)} + tail.${sql.ref(`${mine}_${name}`)} end
      as ${sql.ref(`${mine}_${name}`)}`
  return sql`${of('up_ms', 'up')}, ${of('counted_ms', 'counted')}`
}

type Sums = {
  /** Which stations, over `charger c`. */
  where: RawBuilder<unknown>
  now: Date
  /** Up to when marks have been added; null before the first. */
  mark: RawBuilder<unknown>
  /** Moments by name: `up_NAME` and `counted_NAME` are the milliseconds up to each. */
  moments: Readonly<Record<string, Date>>
}
/** The common table expressions that end with `sums`: a line for each station that ever booted, by its key `pk`. */
export function uptimeSums({ where, now, mark, moments }: Sums): RawBuilder<unknown> {
  const all = Object.entries(moments)
  return sql`b as materialized (select c.chargepoint_pk as pk, coalesce(m.at, s.first_boot_at) as at,
        coalesce(m.up_ms, 0) as up_ms, coalesce(m.counted_ms, 0) as counted_ms,
        coalesce(m.status, h.status, 'offline') as status, coalesce(m.is_planned, h.is_planned, false) as is_planned
      from charger c join charger_state s using (chargepoint_pk)
      left join uptime_mark m on m.chargepoint_pk = c.chargepoint_pk and m.at = ${mark}
      left join lateral ${statusBefore(sql`c.chargepoint_pk`, sql`s.first_boot_at`, sql`m.at is null`)} h on true
      where c.deleted_at is null and s.first_boot_at < ${now} and ${where}),
    seg as (select pk, at, 0::bigint as id, status, is_planned from b
      union all select b.pk, h.changed_at, h.id, h.to_status, ${plannedSql('h')}
      from station_status_history h join b on b.pk = h.chargepoint_pk
      where h.changed_at > coalesce(${mark}, '-infinity') and h.changed_at > b.at and h.changed_at <= ${now}),
    x as (select pk, at, status, is_planned, lead(at, 1, ${now}::timestamptz) over (partition by pk order by at, id) as until
      from seg),
    w as (select x.pk, ${sql.join(all.map(m => tailUntil(...m)))} from x group by x.pk),
    p as (select x.pk, ${sql.join(all.map(m => plannedUntil(...m)))} from x join ${plannedOfSegments} group by x.pk),
    tail as (select w.pk, ${sql.join(all.map(([name]) => unplanned(name)))} from w left join p using (pk)),
    sums as (select b.pk, ${sql.join(all.map(m => until(...m, mark)))} from b join tail using (pk)
      ${sql.join(
        all.map(([name, at]) => {
          const alias = sql.ref(`at_${name}`)
          return sql`left join uptime_mark ${alias} on ${sql.ref(`at_${name}.chargepoint_pk`)} = b.pk and ${sql.ref(`at_${name}.at`)} = ${at}`
        }),
        sql` `,
      )})`
}

const MARK = sql`(select nullif(value->>'until', '')::timestamptz from setting where key = 'uptime')`
/** Selects the uptime of stations since a moment: `pk`, and the milliseconds `up_ms` of `counted_ms`. `where`: as in `Sums`. */
export const uptimeSince = ({ from, now, where }: Pick<Sums, 'now' | 'where'> & { from: Date }): RawBuilder<unknown> =>
  sql`with ${uptimeSums({ where, now, mark: MARK, moments: { from, now } })}
    select pk, up_now - up_from as up_ms, counted_now - counted_from as counted_ms from sums`
