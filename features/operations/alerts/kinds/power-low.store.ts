// A car charges with far less than its connector could give.
import { sql } from 'kysely'
import { ago, alertKind, isMeant, ofSession } from '../alert-kind.store.ts'
import { powerOver } from '../alert-over.store.ts'
import { lowPowerPast } from '../alert-past-kept.store.ts'

export const powerLow = alertKind({
  id: 'power-low',
  title: 'Power below the rating',
  group: 'Sessions',
  severity: 'Minor',
  subject: 'session',
  parameters: {
    percent: { label: 'Power below', unit: '% of the rating', default: 25, min: 1, max: 95 },
    minutes: { label: 'Running for', unit: 'minutes', default: 15, min: 5, max: 1440 },
  },
  // Both its mean so far and its power now are low. A nearly full battery takes less, and so does a car at a site that shares.
  candidates: look => sql`select ${ofSession(
    sql`r.started_at`,
    sql`jsonb_build_object('charger', r.chargepoint_id, 'percent', least(99, round(100 * w.most / (n.kw * 1000))), 'kw', n.kw)`,
  )} from transaction r join transaction_live l using (transaction_id) join charger c using (chargepoint_pk)
      join connector n on n.chargepoint_pk = r.chargepoint_pk and n.connector_id = r.connector_id
      left join charging_site z on z.zone_id = c.zone_id
      cross join lateral (select greatest(l.power_w, (l.current_wh - r.meter_start_wh) * 3600.0
        / greatest(1, extract(epoch from l.metered_at - r.started_at))) as most) w
    where r.stopped_at is null and n.kw > 0 and n.status = 'Charging' and l.current_wh > r.meter_start_wh
      and w.most < 950 * n.kw and coalesce(l.soc_percent, 0) < 80 and z.is_load_balancing is not true
      and l.metered_at > ${look.now}::timestamptz - interval '15 minutes' and ${isMeant(look, sql`r.chargepoint_pk`)}`,
  holds: (p, look) => sql`(x.facts->>'percent')::numeric < ${p.percent} and x.since <= ${ago(look, p.minutes, 'mins')}`,
  onNews: 'nothing',
  past: lowPowerPast,
  unkept:
    'Of a past session only the mean power while it charged is known, not its course, nor how full the battery was.',
  opens:
    'a session has run for the minutes of the rule, and both its mean power and its power now are below the percentage of the connector’s rating',
  closes: 'it charges with more, its battery is nearly full, or it pauses or ends',
  text: (name, f) => `${name} at ${f.charger} charges with ${f.percent} % of ${f.kw} kW`,
  over: powerOver,
  step: { text: 'Look at the session', needs: ['Transaction.view'], to: s => `/transactions/${s.transactionId}` },
})
