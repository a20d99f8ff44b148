// A charger is up, and yet no session has delivered energy for days: it looks well and is not, or nobody finds it.
import { sql } from 'kysely'
import { liveStatusSql } from '#fleet/stations/station.store.ts'
import { ago, alertKind, CHARGERS_WITH_STATE, isInService, isMeant, leastOf, ofCharger } from '../alert-kind.store.ts'
import { nothingChargedOver } from '../alert-over.store.ts'
import { nothingChargedPast } from '../alert-past-figures.store.ts'

export const nothingCharged = alertKind({
  id: 'nothing-charged',
  title: 'Nothing charged, though up',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { days: { label: 'Up without a charge for', unit: 'days', default: 7, min: 1, max: 90 } },
  // The days are those in which it was up, by the marks of uptime, since its last session with energy or its first start.
  candidates:
    look => sql`select ${ofCharger(sql`t.since`, sql`jsonb_build_object('days', floor(u.up_ms / 86400000.0))`)}
    from ${CHARGERS_WITH_STATE}
      cross join lateral (select coalesce((select coalesce(t.stopped_at, ${look.now}) from transaction t where t.chargepoint_pk = c.chargepoint_pk
        and t.started_at > ${look.now}::timestamptz - interval '180 days' and (t.energy_wh > 0 or exists (select from transaction_live l
          where l.transaction_id = t.transaction_id and l.current_wh > t.meter_start_wh))
        order by t.started_at desc limit 1), s.first_boot_at) as since) t
      cross join lateral (select max(m.up_ms) - min(m.up_ms) as up_ms from uptime_mark m
        where m.chargepoint_pk = c.chargepoint_pk and m.at >= t.since) u
    where ${isInService} and not s.maintenance_by_hand and ${liveStatusSql('s', look.now)} in ('online', 'charging')
      and t.since <= ${ago(look, leastOf('days', 7), 'days')} and u.up_ms >= 86400000.0 * ${leastOf('days', 7)}
      and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: p => sql`(x.facts->>'days')::int >= ${p.days}`,
  past: (p, look) => nothingChargedPast(p, look),
  onNews: 'nothing',
  everyMinutes: 60,
  inParts: true,
  text: (name, f) => `${name} was up for ${f.days} ${f.days === 1 ? 'day' : 'days'}, and nothing was charged`,
  over: nothingChargedOver,
  step: {
    text: 'Try a charge there',
    needs: ['ChargerPoint.update'],
    to: s => `/charger/${s.chargepointPk}?tab=remote_operations&operation=RemoteStart`,
  },
})
