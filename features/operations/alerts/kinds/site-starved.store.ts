// The cars of a site take all that its limit allows, for longer than a rush lasts.
import { sql } from 'kysely'
import { ago, alertKind, ofTeam } from '../alert-kind.store.ts'
import { starvedPast } from '../alert-past-partly.store.ts'

/** At its limit: the last few percent are never used, for shares are rounded down. */
const FULL = 0.95
const isFull = sql`coalesce(h.measured >= h.load_limit * ${FULL}::numeric, false)`

export const siteStarved = alertKind({
  id: 'site-starved',
  title: 'Site starved by its limit',
  group: 'Sites',
  severity: 'Minor',
  subject: 'site',
  parameters: { minutes: { label: 'At its limit for', unit: 'minutes', default: 60, min: 5, max: 1440 } },
  candidates: look => sql`select ${ofTeam({
    subject: sql`'site ' || z.zone_id`,
    name: sql`z.zone_name`,
    since: sql`coalesce(b.at, ${look.now}::timestamptz - interval '1 day')`,
    facts: sql`jsonb_build_object('limit', z.load_balancing_value, 'unit', z.load_balancing_unit)`,
    zoneId: sql`z.zone_id`,
  })} from charging_site z join team m on m.id = z.team_id
      join lateral (select ${isFull} as is_full from load_history h where h.zone_id = z.zone_id and h.at <= ${look.now}
        and h.at > ${look.now}::timestamptz - interval '10 minutes' order by h.at desc limit 1) l on l.is_full
      left join lateral (select h.at from load_history h where h.zone_id = z.zone_id and h.at <= ${look.now}
        and h.at > ${look.now}::timestamptz - interval '1 day' and not ${isFull} order by h.at desc limit 1) b on true
    where z.is_load_balancing and ${look.chargers === undefined}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  past: (p, look) => starvedPast(p, isFull, look),
  onNews: 'nothing',
  unkept: 'What sites take is kept for 3 days.',
  opens: 'the charge points of a site have taken 95 % of its limit or more for the minutes of the rule',
  closes: 'they take less than that, or no figures come for 10 minutes',
  text: (name, f) => `${name} charges at its limit of ${f.limit} ${f.unit}`,
  over: 'It takes less than its limit',
  step: { text: 'Try another limit', needs: ['ChargingSite.view'], to: s => `/charging-site/${s.zoneId}` },
})
