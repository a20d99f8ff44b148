// What is known of the revenue of an alert's subject, for its cost, as SQL over the alert `a`.
import { hourMs } from '@wattdesk/base/time'
import { type RawBuilder, sql } from 'kysely'
import { ENOUGH_MS } from '#fleet/chargers/pace.rules.ts'
import { type AlertCost, type CostRow, costOf } from './alert-cost.rules.ts'
import type { AlertFacts, AlertKind } from './alert-kind.store.ts'

/** As JSON: the pace of its charger, the connectors of that, and the mean pace of its site. A pace of another team's days does not count. */
export const costTextSql: RawBuilder<string> = sql`json_build_object(
  'revenuePaise', (select p.revenue_paise from charger_pace p where p.chargepoint_pk = a.chargepoint_pk and p.team_id = a.team_id),
  'upMs', (select p.up_ms from charger_pace p where p.chargepoint_pk = a.chargepoint_pk),
  'connectors', case when a.connector_id is not null then (select count(*) from connector n where n.chargepoint_pk = a.chargepoint_pk) end,
  'connectorId', a.connector_id,
  'siteHourlyPaise', case when a.chargepoint_pk is null and a.zone_id is not null then (select avg(o.revenue_paise * ${hourMs}::float8 / o.up_ms)
    from charger c join charger_pace o using (chargepoint_pk, team_id) where c.zone_id = a.zone_id and c.team_id = a.team_id
      and c.deleted_at is null and o.revenue_paise > 0 and o.up_ms >= ${ENOUGH_MS}) end)::text`

/** What an alert has cost so far, or until its end; null where its kind has no cost, or too little is known. */
export const alertCost = (
  kind: AlertKind | undefined,
  { costText, ...times }: Pick<CostRow, 'since' | 'closedAt'> & { costText: string },
  facts: AlertFacts,
  now: Date,
): AlertCost | null =>
  costOf(kind?.cost, { ...(JSON.parse(costText) as Omit<CostRow, 'since' | 'closedAt'>), ...times }, facts, now)
