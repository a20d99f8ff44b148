// Chargers of a site went offline together: power or network of the site.
import { sql } from 'kysely'
import { downSinceSql, isDownSql } from '#fleet/chargers/trouble.store.ts'
import { LOST_REVENUE } from '../alert-cost.rules.ts'
import { ago, alertKind, CHARGERS_WITH_STATE, isMeant } from '../alert-kind.store.ts'
import { siteBackOver } from '../alert-over.store.ts'
import { outagePast } from '../alert-past.store.ts'

export const siteOutage = alertKind({
  id: 'site-outage',
  title: 'Outage of a site',
  group: 'Sites',
  severity: 'Critical',
  subject: 'site',
  parameters: { minutes: { label: 'Offline for', unit: 'minutes', default: 2, min: 1, max: 1440 } },
  candidates: look => sql`select z.company_id, z.team_id, 'site ' || z.zone_id as subject, null::int as chargepoint_pk,
      null::smallint as connector_id, z.zone_id, null::int as transaction_id, z.zone_name as subject_name,
      min(d.since) as since, null::timestamptz as happened_at, jsonb_build_object('chargers', count(*)) as facts
    from (select c.zone_id, ${downSinceSql(look.now)} as since from ${CHARGERS_WITH_STATE} where c.deleted_at is null
        and ${isMeant(look, sql`c.chargepoint_pk`)} and ${isDownSql(look.now, 'with its site')}) d
      join charging_site z on z.zone_id = d.zone_id
    group by z.zone_id`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  past: (p, look) => outagePast(p, look),
  onNews: 'nothing',
  cost: LOST_REVENUE,
  opens: 'two or more charge points of a site went offline within a minute of each other, for the minutes of the rule',
  closes: 'fewer than two of them are still offline',
  text: (name, f) => `${f.chargers} charge points of ${name} went offline together`,
  over: siteBackOver,
  step: {
    text: 'Check power and network of the site',
    needs: ['ChargingSite.view'],
    to: s => `/charging-site/${s.zoneId}`,
  },
})
