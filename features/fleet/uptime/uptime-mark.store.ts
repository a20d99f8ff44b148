// Uptime added up to full business hours (uptime_mark, uptime_point): each line follows from the one before and from
// the history of statuses in between.
import { type RawBuilder, sql } from 'kysely'
import { plannedOfSegments, sharedMsSql } from '#fleet/maintenance/planned-time.store.ts'
import { plannedSql } from '#fleet/stations/station.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { keepSetting } from '#platform/db/setting.ts'

/**
 * How far uptime has been added up. `seenId` and `nextSeenId`: the last line of the history before the last run but
 * one, and before the last run.
 */
export type Progress = { until: string; zone: string; seenId: number; nextSeenId: number }

/** Holds the progress until the transaction ends; undefined before the first run. */
export async function holdProgress(trx: Trx): Promise<Progress | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uptime', 0))`.execute(trx)
  return progress(trx)
}
export const progress = async (db: Db | Trx): Promise<Progress | undefined> =>
  (await sql<{ value: Progress }>`select value from setting where key = 'uptime'`.execute(db)).rows[0]?.value

/** The first boot of any station; null before it. */
export const firstBoot = async (db: Db | Trx): Promise<Date | null> =>
  (await sql<{ at: Date | null }>`select min(first_boot_at) as at from charger_state`.execute(db)).rows[0]?.at ?? null

/** The newest line of the history. */
export const newestId = async (db: Db | Trx): Promise<number> =>
  (await sql<{ id: number }>`select coalesce(max(id), 0)::bigint as id from station_status_history`.execute(db)).rows[0]
    ?.id ?? 0

/** Stations of which an earlier time than `until` was told since the line `seenId`, each with the earliest. */
export const toldLate = async (trx: Trx, seenId: number, until: Date): Promise<{ pk: number; since: Date }[]> =>
  (
    await sql<{ pk: number; since: Date }>`select chargepoint_pk as pk, min(changed_at) as since
      from station_status_history where id > ${seenId} and changed_at <= ${until} group by 1 order by 1`.execute(trx)
  ).rows

/**
 * The status that held at `at` (a column), by the history, where `when` holds. The condition is inside the query:
 * otherwise PostgreSQL would look up the status of every station and discard it.
 */
export const statusBefore = (pk: RawBuilder<unknown>, at: RawBuilder<unknown>, when: RawBuilder<unknown>) => sql`(
  select h.to_status as status, ${plannedSql('h')} as is_planned
  from station_status_history h where ${when} and h.chargepoint_pk = ${pk} and h.changed_at <= ${at}
  order by h.changed_at desc, h.id desc limit 1)`

/** Adds up from one mark to the next, for all stations or some; `before` null: from the first boot on. */
export async function addMarks(trx: Trx, before: Date | null, at: Date, pks?: readonly number[]): Promise<void> {
  const from = before ?? new Date(0)
  const ms = sql`extract(epoch from until - at) * 1000`
  const planned = sharedMsSql(sql`x.until`)
  const only = pks ? sql`and c.chargepoint_pk = any(${sql.val(pks)}::int[])` : sql``
  await sql`
    with b as materialized (select c.chargepoint_pk, coalesce(m.at, s.first_boot_at) as at,
        coalesce(m.up_ms, 0) as up_ms, coalesce(m.counted_ms, 0) as counted_ms,
        coalesce(m.status, h.status, 'offline') as status, coalesce(m.is_planned, h.is_planned, false) as is_planned
      from charger c join charger_state s using (chargepoint_pk)
      left join uptime_mark m on m.chargepoint_pk = c.chargepoint_pk and m.at = ${from}
      left join lateral ${statusBefore(sql`c.chargepoint_pk`, sql`s.first_boot_at`, sql`m.at is null`)} h on true
      -- One that was deleted counts up to the last moment before.
      where (c.deleted_at is null or c.deleted_at >= ${at}) and s.first_boot_at < ${at} ${only}),
    seg as (select chargepoint_pk, at, 0::bigint as id, status, is_planned from b
      union all select h.chargepoint_pk, h.changed_at, h.id, h.to_status, ${plannedSql('h')}
      from station_status_history h join b using (chargepoint_pk) where h.changed_at > b.at and h.changed_at <= ${at}),
    x as (select chargepoint_pk as pk, status, is_planned, at, lead(at, 1, ${at}::timestamptz) over w as until,
        lead(at) over w is null as is_last
      from seg window w as (partition by chargepoint_pk order by at, id)),
    sums as (select pk, sum(${ms}) filter (where status in ('online', 'charging')) as up, sum(${ms}) filter (where not is_planned) as counted,
        max(status) filter (where is_last) as status, bool_or(is_planned) filter (where is_last) as is_planned
      from x group by pk),
    -- What planned maintenance takes up is neither.
    p as (select x.pk, sum(${planned}) filter (where x.status in ('online', 'charging')) as up,
        sum(${planned}) filter (where not x.is_planned) as counted
      from x join ${plannedOfSegments} group by x.pk)
    insert into uptime_mark (chargepoint_pk, at, up_ms, counted_ms, status, is_planned)
    select b.chargepoint_pk, ${at}::timestamptz, b.up_ms + coalesce(s.up, 0) - coalesce(p.up, 0),
      b.counted_ms + coalesce(s.counted, 0) - coalesce(p.counted, 0), s.status, s.is_planned
    from b join sums s on s.pk = b.chargepoint_pk left join p on p.pk = b.chargepoint_pk`.execute(trx)
}

/**
 * Stores the means of the teams over the time between two marks, by the teams at its end; replaces the former means.
 */
export async function addPoints(trx: Trx, span: 'hour' | 'day', from: Date, at: Date): Promise<void> {
  await sql`delete from uptime_point where span = ${span} and at = ${from}`.execute(trx)
  await sql`
    insert into uptime_point (team_id, company_id, span, at, stations, percent_sum)
    select t.id, t.company_id, ${span}, ${from}::timestamptz, count(*),
      sum(100.0 * (m.up_ms - coalesce(d.up_ms, 0)) / (m.counted_ms - coalesce(d.counted_ms, 0)))
    from uptime_mark m left join uptime_mark d on d.chargepoint_pk = m.chargepoint_pk and d.at = ${from}
    join charger c on c.chargepoint_pk = m.chargepoint_pk
    left join lateral (select h.team_id from charger_team_history h where h.chargepoint_pk = m.chargepoint_pk
      and h.since <= ${at} order by h.since desc, h.history_id desc limit 1) h on true
    join team t on t.id = coalesce(h.team_id, c.team_id)
    where m.at = ${at} and m.counted_ms > coalesce(d.counted_ms, 0)
    group by t.id, t.company_id`.execute(trx)
}

/** The moments of marks after a time, oldest first. */
export const marksAfter = async (trx: Trx, since: Date): Promise<Date[]> =>
  (await sql<{ at: Date }>`select distinct at from uptime_mark where at > ${since} order by at`.execute(trx)).rows.map(
    r => r.at,
  )
/** The last moment of marks up to a time; null before the first. */
export const markBefore = async (trx: Trx, at: Date): Promise<Date | null> =>
  (await sql<{ at: Date | null }>`select max(at) as at from uptime_mark where at <= ${at}`.execute(trx)).rows[0]?.at ??
  null

export const removeMarks = (trx: Trx, pks: readonly number[], after: Date | null): Promise<unknown> =>
  sql`delete from uptime_mark where chargepoint_pk = any(${sql.val(pks)}::int[])
    and at > ${after ?? new Date(0)}`.execute(trx)

/** Keeps of the marks and points before a time the business days alone. */
export async function thinOut(trx: Trx, before: Date, zone: string): Promise<void> {
  await sql`delete from uptime_mark where at < ${before} and at <> date_trunc('day', at, ${zone})`.execute(trx)
  await sql`delete from uptime_point where span = 'hour' and at < ${before}`.execute(trx)
}

/** Takes away all that has been added up: the next run begins with the first boot. */
export async function startAnew(trx: Trx): Promise<void> {
  await removeAll(trx)
  await keepProgress(trx, { until: '', zone: '', seenId: 0, nextSeenId: 0 })
}
export const keepProgress = (trx: Trx, progress: Progress): Promise<unknown> => keepSetting(trx, 'uptime', progress)
export async function removeAll(trx: Trx): Promise<void> {
  await sql`delete from uptime_mark`.execute(trx)
  await sql`delete from uptime_point`.execute(trx)
}

export type Mark = { pk: number; at: Date; upMs: number; countedMs: number }
/** Returns all marks, to be compared with marks made again. */
export const allMarks = async (db: Db | Trx): Promise<Mark[]> =>
  (await sql<Mark>`select chargepoint_pk as pk, at, up_ms, counted_ms from uptime_mark order by 1, 2`.execute(db)).rows
