// The past of causes that stand in figures kept by day, in marks of uptime and in balances, for trials of rules (ALERT-10).
import { dayMs, dayOf, hourMs, startOfDay } from '@wattdesk/base/time'
import { type RawBuilder, sql } from 'kysely'
import { msWithin, oursRanges } from '#fleet/uptime/uptime-ours.store.ts'
import type { PastLook } from './alert-kind.store.ts'
import { away, spellOf, spellOfTeam } from './alert-past.store.ts'

/** When a business day of SQL begins. */
const begins = (day: RawBuilder<unknown>, { zone }: PastLook) => sql`((${day})::timestamp at time zone ${zone})`

/** How long after its end a day is judged: its sessions have ended by then. */
const JUDGED_AFTER_MS = 6 * hourMs
/** The last day that is judged by now; `on`: as SQL, and so many weeks before. */
export function judgedDay({ now, zone }: { now: Date; zone: string }) {
  const end = startOfDay(new Date(now.getTime() - JUDGED_AFTER_MS), zone)
  const day = startOfDay(end, zone, -1)
  const on = (weeks: number): RawBuilder<unknown> => sql`${dayOf(startOfDay(day, zone, -7 * weeks), zone)}::date`
  return { day, end, on }
}
/** What the judged day brought each team, and its weekday on average in the four weeks before. */
export const revenueOf = (on: (weeks: number) => RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select u.team_id, coalesce(sum(u.revenue_paise) filter (where u.day = ${on(0)}), 0) as paise,
    round(sum(u.revenue_paise) filter (where u.day < ${on(0)}) / 4) as usual
  from usage_day u where u.day in (${sql.join([0, 1, 2, 3, 4].map(on))}) group by 1`
/** While a day stands that brought a team too little against its weekday: from when it is judged until the next one is. */
export const revenuePast = (p: { percent: number; rupees: number }, look: PastLook): RawBuilder<unknown> => {
  const judged = (day: RawBuilder<unknown>) =>
    sql`${begins(day, look)} + make_interval(secs => ${JUDGED_AFTER_MS / 1000}::int)`
  const first = sql`(${look.since}::timestamptz at time zone ${look.zone})::date`
  const last = sql`(${look.now}::timestamptz at time zone ${look.zone})::date`
  return sql`select ${spellOfTeam({
    subject: sql`'revenue ' || o.team_id`,
    name: sql`t.name`,
    from: judged(sql`o.day + 1`),
    until: judged(sql`o.day + 2`),
  })}
    from (select d.day, u.team_id, coalesce(sum(u.revenue_paise) filter (where u.day = d.day), 0) as paise,
          round(sum(u.revenue_paise) filter (where u.day < d.day) / 4) as usual
        from (select n::date as day from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') n) d
          join (select u.team_id, u.company_id, u.day, u.revenue_paise from usage_day u
            where u.day >= ${first} - 28 and u.day <= ${last} and ${look.within('u')}) u
            on u.day in (d.day, d.day - 7, d.day - 14, d.day - 21, d.day - 28)
        group by 1, 2) o join team t on t.id = o.team_id
    where o.paise < o.usual and o.usual >= 100 * ${p.rupees}::numeric and o.paise * 100 < o.usual * ${p.percent}::numeric`
}

/** So much time has to count before a percentage says anything. */
const LEAST_MS = dayMs
type Low = { from: Date; now: Date; percent: RawBuilder<number> }
/** Of stations `pk` with `up_ms` of `counted_ms`: the percentage without the time that our own server took, of those below. */
export const fairUptime = (uptime: RawBuilder<unknown>, { from, now, percent }: Low): RawBuilder<unknown> => sql`
  select f.pk, round((100.0 * f.up_ms / f.counted_ms)::numeric, 2) as percent
  from (select l.pk, l.up_ms, l.counted_ms - ${msWithin(sql`o.ranges`, sql`${from}`, sql`${now}`)} as counted_ms
    from (select u.* from ${uptime} u where u.counted_ms >= ${LEAST_MS} and 100.0 * u.up_ms < u.counted_ms * ${percent}) l
      left join lateral (${oursRanges({ from: sql`${from}`, now, isMine: pk => sql`${pk} = l.pk` })}) o on true) f
  where f.counted_ms >= ${LEAST_MS}`

/** While the uptime of the 30 days before is below target, as it stood at each mark: each hour of late, before that each midnight. */
export const uptimePast = (p: { percent: number }, look: PastLook): RawBuilder<unknown> => {
  const dayOfMark = sql`(u.at at time zone ${look.zone})::date`
  const isLow = (counted: RawBuilder<unknown>) =>
    sql`(${counted} >= ${LEAST_MS} and round((100.0 * u.up_ms / nullif(${counted}, 0))::numeric, 2) < ${p.percent}::numeric)`
  return sql`with low as materialized (select u.*, ${isLow(sql`u.counted_ms`)} as is_low
      from (select u.chargepoint_pk, u.at, lead(u.at) over (partition by u.chargepoint_pk order by u.at) as next_at, b.at as from_at,
          u.up_ms - coalesce(b.up_ms, 0) as up_ms, u.counted_ms - coalesce(b.counted_ms, 0) as counted_ms
        from uptime_mark u join mine using (chargepoint_pk)
          left join uptime_mark b on b.chargepoint_pk = u.chargepoint_pk and b.at = ${begins(sql`${dayOfMark} - 29`, look)}
        where u.at > ${look.since} and u.at <= ${look.now}) u),
      ours as materialized (${oursRanges({
        from: sql`${look.since}::timestamptz - interval '30 days'`,
        now: look.now,
        isMine: pk => sql`${pk} in (select chargepoint_pk from low where is_low)`,
      })})
    select ${spellOf.charger({ from: sql`u.at`, until: sql`u.next_at` })}
    from mine m join low u using (chargepoint_pk) left join ours o using (chargepoint_pk)
    where m.is_in_service and u.is_low and ${isLow(sql`(u.counted_ms - ${msWithin(sql`o.ranges`, sql`u.from_at`, sql`u.at`)})`)}`
}

/** Sessions with energy so long ago at most are known to the look. */
const CHARGES_DAYS = 180
/** Joins to `charger c join charger_state s`: `t.since`, when it last charged or first started, and `u.up_ms`, how long it was up since. */
export const sinceCharged = (now: Date): RawBuilder<unknown> => sql`
  cross join lateral (select coalesce((select coalesce(t.stopped_at, ${now}) from transaction t where t.chargepoint_pk = c.chargepoint_pk
    and t.started_at > ${now}::timestamptz - make_interval(days => ${CHARGES_DAYS}) and (t.energy_wh > 0 or exists (select from transaction_live l
      where l.transaction_id = t.transaction_id and l.current_wh > t.meter_start_wh))
    order by t.started_at desc limit 1), s.first_boot_at) as since) t
  cross join lateral (select max(m.up_ms) - min(m.up_ms) as up_ms from uptime_mark m
    where m.chargepoint_pk = c.chargepoint_pk and m.at >= t.since) u`
/** What a charger was up until `at`, between the marks before and after it as if it were up evenly. */
const upUntil = (at: RawBuilder<unknown>) => sql`(select coalesce(b.up_ms + (coalesce(n.up_ms, b.up_ms) - b.up_ms)
    * extract(epoch from ${at} - b.at)::numeric / nullif(extract(epoch from n.at - b.at)::numeric, 0), b.up_ms)
  from (select coalesce(max(k.at), g.first_boot_at) as at, coalesce(max(k.up_ms), 0)::numeric as up_ms from uptime_mark k
      where k.chargepoint_pk = g.chargepoint_pk and k.at <= ${at}) b
    left join lateral (select k.at, k.up_ms::numeric as up_ms from uptime_mark k where k.chargepoint_pk = g.chargepoint_pk and k.at > ${at}
      order by k.at limit 1) n on true)`
/** From when a charger had been up for so many days since it last charged, or first started, until it charges; not while it is offline. */
export const nothingChargedPast = (p: { days: number }, look: PastLook): RawBuilder<unknown> => {
  const least = sql`86400000.0 * ${p.days}::numeric`
  return sql`select ${spellOf.charger({ from: sql`lower(x.part)`, until: sql`upper(x.part)` })}
    from mine m join (select g.chargepoint_pk, g.until, f.reached_at from (
        select g.chargepoint_pk, g.first_boot_at, g.since, g.until, ${upUntil(sql`g.since`)} as up_ms from (
          select c.chargepoint_pk, c.first_boot_at, c.ended_at as since,
            coalesce(lead(c.began_at) over (partition by c.chargepoint_pk order by c.began_at), 'infinity') as until
          from (select m.chargepoint_pk, m.first_boot_at, r.started_at as began_at, coalesce(r.stopped_at, 'infinity') as ended_at
              from mine m join transaction r using (chargepoint_pk) left join transaction_live l using (transaction_id)
              where r.started_at > ${look.since}::timestamptz - make_interval(days => ${CHARGES_DAYS}) and r.started_at <= ${look.now}
                and ${look.within('r')} and (r.energy_wh > 0 or l.current_wh > r.meter_start_wh)
            union all select m.chargepoint_pk, m.first_boot_at, m.first_boot_at, m.first_boot_at from mine m
              where m.first_boot_at is not null) c) g
        where g.since < g.until and g.since < ${look.now} and g.until > ${look.since}) g
      -- The first mark by which it was up for long enough, and when between that and the mark before.
      cross join lateral (select case when k.up_ms = b.up_ms then k.at
          else b.at + (k.at - b.at) * ((g.up_ms + ${least} - b.up_ms) / (k.up_ms - b.up_ms))::float8 end as reached_at
        from (select k.at, k.up_ms from uptime_mark k where k.chargepoint_pk = g.chargepoint_pk and k.at >= g.since
            and k.up_ms >= g.up_ms + ${least} and k.at <= ${look.now} order by k.at limit 1) k
          cross join lateral (select greatest(g.since, coalesce(max(j.at), g.since)) as at, greatest(g.up_ms, coalesce(max(j.up_ms), 0)) as up_ms
            from uptime_mark j where j.chargepoint_pk = g.chargepoint_pk and j.at < k.at) b) f
      where f.reached_at < g.until) h using (chargepoint_pk)
    left join (${away(look)}) a using (chargepoint_pk)
    cross join lateral unnest(tstzmultirange(tstzrange(h.reached_at, h.until)) - coalesce(a.ranges, '{}')) x (part)
  where m.is_in_service`
}

/** From when a charger connected so often in a business day, which is told on that day and the next one. */
export const reconnectingPast = (p: { times: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: begins(sql`d.day`, look), until: begins(sql`d.day + 2`, look) })}
  from mine m join charger_day d using (chargepoint_pk) where d.connects >= ${p.times}::int
    and d.day >= (${look.since}::timestamptz at time zone ${look.zone})::date`

/** While a campaign stood still after it had stopped by itself. */
export const stoppedPast = (look: PastLook): RawBuilder<unknown> => sql`select ${spellOfTeam({
  subject: sql`'campaign ' || o.campaign_id`,
  name: sql`o.name`,
  from: sql`o.at`,
  until: sql`o.next_at`,
})}
  from (select m.team_id, m.campaign_id, m.name, e.what, e.at, lead(e.at) over (partition by e.campaign_id order by e.event_id) as next_at
    from firmware_campaign m join firmware_campaign_event e using (campaign_id)
    where e.chargepoint_pk is null and m.deleted_at is null and ${look.within('m')}) o
  where o.what = 'Stopped' and o.at <= ${look.now}`

/** The balances of accounts of a kind one after the other: `ref`, `paise`, since when and until when, and what brought it there. */
const balances = (kind: string, look: PastLook) => sql`(
  select a.ref, e.balance_after as paise, p.kind, p.event_at as at,
    lead(p.event_at) over (partition by e.account_id order by e.account_version) as next_at
  from account a join entry e using (account_id) join posting p using (posting_id)
  where a.kind = ${sql.lit(kind)} and e.balance_after is not null and p.event_at <= ${look.now})`

/** While a wallet that was used within 30 days had less than the rule's rupees, and no session ran with it. */
export const walletPast = (p: { rupees: number }, look: PastLook): RawBuilder<unknown> => sql`select ${spellOfTeam({
  subject: sql`'wallet ' || o.ref`,
  name: sql`'The wallet of driver ' || o.ref`,
  from: sql`o.at`,
  until: sql`least(o.next_at, o.at + interval '30 days')`,
})}
  from (select d.team_id, b.ref, b.at, b.next_at from ${balances('wallet', look)} b join driver d on d.id = b.ref
    where d.is_active and b.kind not in ('hold', 'reserve') and b.paise < 100 * ${p.rupees}::bigint and ${look.within('d')}) o`

/** While something of a captured payment was left, from so many hours after it was captured on. */
export const unusedPaymentPast = (p: { hours: number }, look: PastLook): RawBuilder<unknown> => sql`
  select coalesce(o.team_id, o.company_id) as team_id, 'payment ' || o.payment_no as subject, 'Payment ' || o.payment_id as subject_name,
    o.chargepoint_pk, null::int as zone_id, null::int as transaction_id,
    greatest(b.at, o.captured_at + make_interval(hours => ${p.hours}::int)) as from_at, b.next_at as until_at
  from ${balances('payment', look)} b join payment o on o.payment_no = b.ref
  where b.paise > 0 and o.captured_at is not null and ${look.within('o')}`
