// The past of causes of which a part alone is kept, for trials of rules (ALERT-10): what is missing stands beside it, in `unkept`
// of the kind.
import { type RawBuilder, sql } from 'kysely'
import { FAILED_UPDATES } from '#fleet/chargers/trouble.rules.ts'
import type { PastLook } from './alert-kind.store.ts'
import { spellOf, spellOfTeam } from './alert-past.store.ts'

const minutes = (n: number) => sql`make_interval(mins => ${n}::int)`

/** From a report that an update has failed until the next report about an update. All of it is kept. */
export const failedUpdatePast = (look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: sql`h.at`, until: sql`h.next_at` })}
  from mine m join (select t.chargepoint_pk, t.status, t.at, lead(t.at) over (partition by t.chargepoint_pk order by t.id) as next_at
    from transfer_state t where t.chargepoint_pk in (select chargepoint_pk from mine) and t.at > ${look.since} and t.at <= ${look.now}
      and t.action in ('FirmwareStatusNotification', 'SignedFirmwareStatusNotification')) h using (chargepoint_pk)
  where h.status = any(${sql.val([...FAILED_UPDATES])}::text[])`

/** From the first start of a session whose time had to be corrected by so much until the first one that had not. */
export const clockPast = (p: { minutes: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: sql`h.at`, until: sql`h.next_at` })}
  from mine m join (select r.chargepoint_pk, r.start_received_at as at, coalesce(r.clock_offset_sec, 0) as offset_sec,
      lead(r.start_received_at) over (partition by r.chargepoint_pk order by r.start_received_at, r.transaction_id) as next_at
    from transaction r where r.started_at > ${look.since} and r.started_at <= ${look.now} and ${look.within('r')}
      and r.start_time_from <> 'receipt') h using (chargepoint_pk)
  where abs(h.offset_sec) > ${p.minutes}::int * 60`

/** While so many different tags were refused within the day before, by the first and the last refusal of each. */
export const unknownTagsPast = (p: { tags: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOf.charger({ from: sql`h.at`, until: sql`h.next_at` })}
  from mine m join (with told as materialized (select u.chargepoint_pk, u.id_tag, x.at from unknown_tag u
        cross join lateral (values (u.first_at), (u.last_at)) x (at)
        where u.chargepoint_pk in (select chargepoint_pk from mine) and x.at > ${look.since} and x.at <= ${look.now}),
      turn as (select chargepoint_pk, at from told union select chargepoint_pk, at + interval '24 hours' from told)
    select o.chargepoint_pk, o.at, lead(o.at) over (partition by o.chargepoint_pk order by o.at) as next_at,
      (select count(distinct t.id_tag) from told t where t.chargepoint_pk = o.chargepoint_pk and t.at <= o.at
        and t.at > o.at - interval '24 hours') as tags from turn o) h using (chargepoint_pk)
  where m.is_in_service and h.tags >= ${p.tags}::int`

/** A running session counts as stuck after so long, whatever it sends. */
const LONGEST_RUN_HOURS = 24
/** Sessions from the end of their first day until they ended. */
export const stuckPast = (p: { hours: number }, look: PastLook): RawBuilder<unknown> => {
  const hours = sql`make_interval(hours => ${Math.max(p.hours, LONGEST_RUN_HOURS)}::int)`
  return sql`select ${spellOf.session({ from: sql`r.started_at + ${hours}`, until: sql`r.stopped_at` })}
    from transaction r join mine m using (chargepoint_pk) where r.started_at > ${look.since} and r.started_at <= ${look.now}
      and ${look.within('r')} and coalesce(r.stopped_at, ${look.now}) > r.started_at + ${hours}`
}

/** How old the last figure of a site may be. */
const FRESH_MINUTES = 10
/** While a site was at its limit for so long, by its figures; where none came for some minutes nothing is known. */
export const starvedPast = (
  p: { minutes: number },
  isFull: RawBuilder<unknown>,
  look: PastLook,
): RawBuilder<unknown> => sql`
  select ${spellOfTeam({
    subject: sql`'site ' || o.zone_id`,
    name: sql`o.zone_name`,
    zoneId: sql`o.zone_id`,
    from: sql`greatest(o.at, coalesce(o.since, o.first_at) + ${minutes(p.minutes)})`,
    until: sql`least(o.next_at, o.at + ${minutes(FRESH_MINUTES)})`,
  })}
  from (select z.team_id, z.zone_id, z.zone_name, h.at, ${isFull} as is_full, min(h.at) over (partition by h.zone_id) as first_at,
      lead(h.at) over (partition by h.zone_id order by h.at) as next_at,
      max(h.at) filter (where not ${isFull}) over (partition by h.zone_id order by h.at) as since
    from charging_site z join load_history h using (zone_id)
    where z.is_load_balancing and h.at > ${look.since} and h.at <= ${look.now} and ${look.within('z')}) o
  where o.is_full`

/** While so many jobs of a queue were given up within the day before. */
export const jobsPast = (p: { jobs: number }, look: PastLook): RawBuilder<unknown> => sql`
  select ${spellOfTeam({
    subject: sql`'queue ' || o.queue`,
    name: sql`'The queue ' || o.queue`,
    from: sql`o.at`,
    until: sql`o.first_at + interval '24 hours'`,
  })}
  from (select t.id as team_id, t.company_id, j.queue, j.at,
      ${p.jobs === 1 ? sql`j.at` : sql`lag(j.at, ${p.jobs - 1}::int) over (partition by j.queue order by j.at)`} as first_at
    from jobs_given_up_each(${look.since}) j join team t on t.company_type = 'GP' where j.at <= ${look.now}) o
  where o.first_at > o.at - interval '24 hours' and ${look.within('o')}`
