// The past of causes, for trials of rules (ALERT-10): stretches of time, from when a rule would have held until it would not.
// Each is one statement over a history and the chargers of the trial, `mine m`.
import { type RawBuilder, sql } from 'kysely'
import { TOGETHER_SEC } from '#fleet/chargers/trouble.rules.ts'
import { ENDED_BY_US } from '#fleet/stations/ended-by-us.rules.ts'
import { isByUsSql } from '#fleet/stations/ended-by-us.store.ts'
import { placeWordsSql } from '#fleet/stations/evse.store.ts'
import { plannedSql } from '#fleet/stations/station.store.ts'
import { AWAY_MINUTES, COMING_BACK_MINUTES } from './alert.words.ts'
import type { PastLook } from './alert-kind.store.ts'

const minutes = (n: number) => sql`make_interval(mins => ${n}::int)`

type Stretch = { from: RawBuilder<unknown>; until: RawBuilder<unknown> }
/** The columns of a stretch of charger `m`, of its connector `h`, and of session `r` of charger `m`. */
export const spellOf = {
  charger: ({
    from,
    until,
  }: Stretch) => sql`m.team_id, 'charger ' || m.chargepoint_pk as subject, m.chargepoint_id as subject_name,
    m.chargepoint_pk, m.zone_id, null::int as transaction_id, ${from} as from_at, ${until} as until_at`,
  /** 0 is the charger as a whole. */
  connector: ({ from, until }: Stretch) => sql`m.team_id, case h.connector_id when 0 then 'charger ' || m.chargepoint_pk
      else 'connector ' || m.chargepoint_pk || '/' || h.connector_id end as subject,
    m.chargepoint_id || case h.connector_id when 0 then '' else ', ' || ${placeWordsSql('h')} end as subject_name, m.chargepoint_pk, m.zone_id,
    null::int as transaction_id, ${from} as from_at, ${until} as until_at`,
  session: ({ from, until }: Stretch) => sql`r.team_id, 'session ' || r.transaction_id as subject,
    'Session ' || r.transaction_id as subject_name, r.chargepoint_pk, m.zone_id, r.transaction_id, ${from} as from_at, ${until} as until_at`,
}
/** The same of something that is of no charger: of the team of row `o`. */
export const spellOfTeam = (
  o: Stretch & { subject: RawBuilder<unknown>; name: RawBuilder<unknown>; zoneId?: RawBuilder<unknown> },
) =>
  sql`o.team_id, ${o.subject} as subject, ${o.name} as subject_name, null::int as chargepoint_pk, ${o.zoneId ?? sql`null`}::int as zone_id,
    null::int as transaction_id, ${o.from} as from_at, ${o.until} as until_at`

/** When chargers of `mine` were offline; of one that was so before the days, since when is not known. */
const offlineSpells = (look: PastLook) => sql`
  select h.chargepoint_pk, case when h.to_status = 'offline' then h.changed_at else '-infinity' end as since,
    coalesce(case when h.to_status = 'offline' then h.next_at else h.changed_at end, 'infinity') as until
  from (select h.chargepoint_pk, h.from_status, h.to_status, h.changed_at, ${plannedSql('h')} as is_planned,
      lead(h.changed_at) over w as next_at, lag(h.changed_at) over w as last_at
    from station_status_history h where h.changed_at > ${look.since} and h.changed_at <= ${look.now}
      and (h.to_status = 'offline' or h.from_status = 'offline') and ${look.within('h')}
    window w as (partition by h.chargepoint_pk order by h.changed_at, h.id)) h
  where (h.to_status = 'offline' and not h.is_planned) or (h.last_at is null and h.from_status = 'offline' and h.to_status <> 'offline')`

/**
 * Offline stretches of chargers that had started before, with, of the others of the site that went within a minute, when the
 * last came back. `silent_until`: until the charger is back or is first refused. A refused charger has power and network, so it is
 * no longer part of an outage of its site. `told_at`: when the wait of a rule is over; what the product itself has sent away has time to come back.
 * `planned_to`: until when planned maintenance silences it then, and `mates_planned_to` the first of the others; null: it does not.
 */
const offline = (look: PastLook, p: { minutes: number }, order: RawBuilder<unknown>) => {
  const mates = sql`over (partition by d.zone_id order by d.since
      range between ${order} and make_interval(secs => ${TOGETHER_SEC}) following exclude current row)`
  return sql`
  select d.*, max(d.silent_until) ${mates} as mates_until,
    case when bool_and(d.planned_to is not null) ${mates} then min(d.planned_to) ${mates} end as mates_planned_to
  from (select m.*, d.since, d.until, least(d.until, f.refused_at) as silent_until, g.told_at, ${plannedTo(sql`m.chargepoint_pk`, sql`g.told_at`)} as planned_to
    from mine m join (${offlineSpells(look)}) d using (chargepoint_pk)
      left join lateral (select max(h.at) + ${minutes(COMING_BACK_MINUTES)} as back_by from connection_history h
        where h.chargepoint_pk = m.chargepoint_pk and h.event = 'disconnected' and h.reason = any(${sql.val([...ENDED_BY_US])}::text[])
          and h.at > d.since - ${minutes(COMING_BACK_MINUTES)} and h.at < d.since + ${minutes(COMING_BACK_MINUTES)}) a on true
      left join lateral (select min(h.at) as refused_at from connection_history h where h.chargepoint_pk = m.chargepoint_pk
        and h.event = 'refused' and h.at >= d.since and h.at < d.until) f on true
      cross join lateral (select greatest(d.since + ${minutes(p.minutes)}, a.back_by) as told_at) g
    where m.is_meant and d.since >= m.first_boot_at) d`
}
/** Until when planned maintenance of a charger goes on from a moment; null: none runs then. */
export const plannedTo = (pk: RawBuilder<unknown>, at: RawBuilder<unknown>) =>
  sql`(select upper(p.at) from planned p where p.chargepoint_pk = ${pk} and p.at @> ${at})`

/** Alone, once the last of those that went with it is back, or once it is refused: until then the outage of the site is told. */
export const offlinePast = (p: { minutes: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({
    from: sql`greatest(m.told_at, case when m.zone_id is not null and m.mates_until is not null then least(m.silent_until, m.mates_until) end)`,
    until: sql`m.until`,
  })} from (${offline(look, p, sql`make_interval(secs => ${TOGETHER_SEC}) preceding`)}) m`

/** While a charger and one that went within the minute after it are both away. */
export const outagePast = (p: { minutes: number }, look: PastLook): RawBuilder<unknown> => sql`
  select z.team_id, 'site ' || z.zone_id as subject, z.zone_name as subject_name, null::int as chargepoint_pk, z.zone_id,
    null::int as transaction_id,
    greatest(d.told_at, case when d.planned_to is not null and d.mates_planned_to is not null then least(d.planned_to, d.mates_planned_to) end) as from_at,
    least(d.silent_until, d.mates_until) as until_at
  from (${offline(look, p, sql`current row`)}) d join charging_site z using (zone_id) where d.mates_until is not null`

/**
 * Out of service by the charger's own report, counted from the first one since it was last in service, and not by faults
 * alone; while it is away the alert stands for some minutes.
 */
export const outOfServicePast = (p: { minutes: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({
    from: sql`lower(x.part)`,
    until: sql`case when d.next_to = 'offline' and upper(x.part) = d.next_at then d.next_at + ${minutes(AWAY_MINUTES)} else upper(x.part) end`,
  })}
  from mine m join (select h.*, min(h.changed_at) filter (where h.is_out) over (partition by h.chargepoint_pk, h.run) as began_at
      from (select h.chargepoint_pk, h.changed_at, h.to_status = 'maintenance' and not ${plannedSql('h')} as is_out,
          lead(h.changed_at) over w as next_at, lead(h.to_status) over w as next_to,
          count(*) filter (where h.to_status in ('online', 'charging') or ${plannedSql('h')}) over w as run
        from station_status_history h where h.changed_at > ${look.since} and h.changed_at <= ${look.now} and ${look.within('h')}
          and (h.to_status in ('offline', 'maintenance') or h.from_status in ('offline', 'maintenance'))
        window w as (partition by h.chargepoint_pk order by h.changed_at, h.id)) h) d using (chargepoint_pk)
    cross join lateral (select greatest(d.changed_at, d.began_at + ${minutes(p.minutes)}) as from_at) e
    left join (${outByFaults(look)}) f using (chargepoint_pk)
    cross join lateral unnest(tstzmultirange(tstzrange(e.from_at, greatest(e.from_at, coalesce(d.next_at, 'infinity')))) - coalesce(f.ranges, '{}')) x (part)
  where m.is_meant and d.is_out and d.changed_at >= m.first_boot_at and upper(x.part) > lower(x.part) + interval '1 second'`

/** What is counted: moments `at` of chargers, and over how many hours they count. */
type Counted = { moments: RawBuilder<unknown>; times: number; hours: number }
/** While so many of the moments lie within the hours before: from the last of them on, until the first of them is too long ago. */
export const countedPast = ({ moments, times, hours }: Counted): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: sql`h.at`, until: sql`h.first_at + make_interval(hours => ${hours}::int)` })}
  from mine m join (select h.chargepoint_pk, h.at, ${times === 1 ? sql`h.at` : sql`lag(h.at, ${times - 1}::int) over (partition by h.chargepoint_pk order by h.at)`} as first_at
    from (${moments}) h) h using (chargepoint_pk)
  where m.is_in_service and h.first_at > h.at - make_interval(hours => ${hours}::int)`

/** Moments of the connection of chargers, but those that the product itself has brought about. */
export const connectionMoments = (look: PastLook, events: readonly string[]): RawBuilder<unknown> => sql`
  select h.chargepoint_pk, h.at from connection_history h
  where h.event = any(${sql.val([...events])}::text[]) and h.at > ${look.since} and h.at <= ${look.now} and ${look.within('h')}
    and not ${isByUsSql('h')}`

/** From when until when connectors, 0 the charge point as a whole, had a status; told again it goes on. */
const statusSpells = (look: PastLook): RawBuilder<unknown> => sql`
  select h.chargepoint_pk, h.connector_id, h.status, h.at,
    coalesce(lead(h.at) over (partition by h.chargepoint_pk, h.connector_id order by h.at, h.received_at), 'infinity') as until
  from (select h.chargepoint_pk, h.connector_id, h.status, h.at, h.received_at,
      lag(h.status) over (partition by h.chargepoint_pk, h.connector_id order by h.at, h.received_at) as before
    from connector_status_history h where h.received_at > ${look.since} and h.at > ${look.since} and h.at <= ${look.now}
      and ${look.within('h')}) h
  where h.before is distinct from h.status`

/** The times in which chargers as a whole had one of these states. */
const wholeTimes = (states: readonly string[], look: PastLook): RawBuilder<unknown> => sql`
  select h.chargepoint_pk, range_agg(tstzrange(h.at, h.until)) as ranges from (${statusSpells(look)}) h
  where h.connector_id = 0 and h.at < h.until and h.status = any(${sql.val([...states])}::text[]) group by 1`

/** The times in which faults alone kept chargers out of service: of the whole, or of each connector. */
const outByFaults = (look: PastLook): RawBuilder<unknown> => sql`
  select m.chargepoint_pk, coalesce(w.ranges, '{}') + (coalesce(each.ranges, '{}') - coalesce(u.ranges, '{}')) as ranges
  from mine m left join (${wholeTimes(['Faulted'], look)}) w using (chargepoint_pk)
    left join (${wholeTimes(['Unavailable'], look)}) u using (chargepoint_pk)
    left join (select n.chargepoint_pk, range_intersect_agg(coalesce(o.ranges, '{}')) as ranges
      from mine join connector n using (chargepoint_pk) left join (select h.chargepoint_pk, h.connector_id, range_agg(tstzrange(h.at, h.until)) as ranges
          from (${statusSpells(look)}) h where h.status = 'Faulted' and h.at < h.until group by 1, 2) o using (chargepoint_pk, connector_id)
      group by 1) each using (chargepoint_pk)`

/**
 * While connectors stay in one of these states and the charger is not offline, and for some minutes of its absence. The
 * state of the charger as a whole stands for that of its connectors.
 */
export const connectorPast = (
  states: readonly string[],
  p: { minutes: number },
  look: PastLook,
): RawBuilder<unknown> => sql`
  select ${spellOf.connector({ from: sql`lower(y.part)`, until: sql`upper(y.part)` })}
  from mine m join (select o.*, o.at + ${minutes(p.minutes)} as since from (${statusSpells(look)}) o) h using (chargepoint_pk)
    left join (${away(look)}) a using (chargepoint_pk)
    left join (${wholeTimes(states, look)}) w on w.chargepoint_pk = h.chargepoint_pk and h.connector_id > 0
    cross join lateral unnest(tstzmultirange(tstzrange(h.since, greatest(h.since, h.until))) - coalesce(a.ranges, '{}')) x (part)
    cross join lateral unnest(tstzmultirange(tstzrange(lower(x.part), least(h.until, upper(x.part) + ${minutes(AWAY_MINUTES)})))
      - coalesce(w.ranges, '{}')) y (part)
  where m.is_in_service and h.since < h.until and h.status = any(${sql.val([...states])}::text[])`
/** The times for which chargers were offline. */
export const away = (
  look: PastLook,
): RawBuilder<unknown> => sql`select d.chargepoint_pk, range_agg(tstzrange(d.since, d.until)) as ranges
  from (${offlineSpells(look)}) d group by 1`
