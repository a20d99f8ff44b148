// The past of causes of which the present alone is of use elsewhere: it is kept for trials of rules (ALERT-10).
import { type RawBuilder, sql } from 'kysely'
import { LEAST_SILENCE_MINUTES } from '#fleet/stations/charger-trouble.store.ts'
import type { PastLook } from './alert-kind.store.ts'
import { spellOf, spellOfTeam } from './alert-past.store.ts'

const minutes = (n: number) => sql`make_interval(mins => ${n}::int)`

/** Stretches of a kind that chargers had, and those of `now`, which last: columns `chargepoint_pk` and `from_at`. */
const troubles = (kind: 'silent' | 'overdrawn', lasting: RawBuilder<unknown>, look: PastLook) => sql`
  select t.chargepoint_pk, t.from_at, t.until_at from charger_trouble t where t.kind = ${sql.lit(kind)}
    and t.chargepoint_pk in (select chargepoint_pk from mine) and t.until_at > ${look.since} and t.from_at <= ${look.now}
  union all select l.chargepoint_pk, l.from_at, null from (${lasting}) l`

/** While connected chargers sent nothing. Shorter silences than some minutes are not kept. */
export const silentPast = (p: { minutes: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: sql`h.from_at + ${minutes(p.minutes)}`, until: sql`h.until_at` })}
  from mine m join (${troubles(
    'silent',
    sql`select s.chargepoint_pk, s.last_message_at as from_at from charger_state s
      where s.connected and s.last_message_at < ${look.now} and s.chargepoint_pk in (select chargepoint_pk from mine)`,
    look,
  )}) h using (chargepoint_pk)
  where m.is_in_service`
export const SHORT_SILENCES = `Silences of less than ${LEAST_SILENCE_MINUTES} minutes are not kept.`

/** While chargers drew more than their sites let them. */
export const overdrawnPast = (
  p: { minutes: number },
  lasting: RawBuilder<unknown>,
  look: PastLook,
): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: sql`h.from_at + ${minutes(p.minutes)}`, until: sql`h.until_at` })}
  from mine m join (${troubles('overdrawn', lasting, look)}) h using (chargepoint_pk)`

/** While as many settings differed. */
export const differsPast = (p: { keys: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: sql`h.at`, until: sql`h.next_at` })}
  from mine m join (select d.chargepoint_pk, d.at, d.differs, lead(d.at) over (partition by d.chargepoint_pk order by d.at) as next_at
    from charger_differs d where d.chargepoint_pk in (select chargepoint_pk from mine) and d.at <= ${look.now}) h using (chargepoint_pk)
  where h.differs >= ${p.keys}::int and coalesce(h.next_at, 'infinity') > ${look.since}`

/** While so many different unexpected values had come within a week, by the days (UTC) on which they came. */
export const unexpectedPast = (p: { kinds: number }, days: number, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: sql`least(h.day::timestamp at time zone 'UTC', ${look.now}::timestamptz)`, until: sql`h.next_day::timestamp at time zone 'UTC'` })}
  from mine m join (
    with came as materialized (select distinct o.chargepoint_pk, o.field, o.value, n::date as day
        from odd_value o cross join lateral unnest(o.days) r (days)
          cross join lateral generate_series(lower(r.days)::timestamp, upper(r.days)::timestamp - interval '1 day', interval '1 day') n
        where o.chargepoint_pk in (select chargepoint_pk from mine) and o.last_at > ${look.since}
          and n > ${look.since}::timestamptz at time zone 'UTC' and n <= ${look.now}::timestamptz at time zone 'UTC'),
      turn as (select chargepoint_pk, day from came union select chargepoint_pk, day + ${days}::int + 1 from came)
    select t.chargepoint_pk, t.day, lead(t.day) over (partition by t.chargepoint_pk order by t.day) as next_day,
      (select count(distinct (c.field, c.value)) from came c where c.chargepoint_pk = t.chargepoint_pk
        and c.day <= t.day and c.day >= t.day - ${days}::int) as kinds from turn t) h using (chargepoint_pk)
  where h.kinds >= ${p.kinds}::int`

/** While a node had less room on its disk, by the least of each hour. */
export const diskPast = (p: { gigabytes: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOfTeam({
    subject: sql`'node ' || o.name`,
    name: sql`'Node ' || o.name`,
    from: sql`o.hour`,
    until: sql`o.hour + interval '1 hour'`,
  })}
  from (select t.id as team_id, t.company_id, d.name, d.hour from node_disk_hour d join team t on t.company_type = 'GP'
    where d.hour > ${look.since} and d.hour <= ${look.now}
      and floor(d.least_free_bytes / 1e8) / 10 < ${p.gigabytes}::numeric) o
  where ${look.within('o')}`

/** While a connector said that it charges, and after how long of that its sessions of the past had ended. */
export const lowPowerPast = (p: { percent: number; minutes: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.session({ from: sql`r.started_at + ${minutes(p.minutes)}`, until: sql`r.stopped_at` })}
  from mine m join transaction r using (chargepoint_pk)
    join connector n on n.chargepoint_pk = r.chargepoint_pk and n.connector_id = r.connector_id
    left join charging_site z on z.zone_id = m.zone_id
    cross join lateral (select extract(epoch from sum(least(coalesce(h.next_at, r.stopped_at), r.stopped_at) - greatest(h.at, r.started_at))) as sec
      from (select h.status, h.at, lead(h.at) over (order by h.at, h.received_at) as next_at from connector_status_history h
        where h.chargepoint_pk = r.chargepoint_pk and h.connector_id = r.connector_id
          and h.received_at >= r.started_at - interval '1 day' and h.received_at <= r.stopped_at + interval '1 day'
          and h.at >= r.started_at - interval '1 hour' and h.at < r.stopped_at) h
      where h.status = 'Charging' and coalesce(h.next_at, r.stopped_at) > r.started_at) c
  where r.stopped_at is not null and r.started_at > ${look.since} and r.started_at <= ${look.now} and ${look.within('r')}
    and n.kw > 0 and z.is_load_balancing is not true and r.energy_wh > 0
    and c.sec >= ${p.minutes}::int * 60 and r.energy_wh * 3600.0 / c.sec < n.kw * 10 * ${p.percent}::numeric`
