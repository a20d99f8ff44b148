// A charger was up for days, by the marks of uptime, since its last session with energy or its first start, and charged nothing.
import { sql } from 'kysely'
import { liveStatusSql } from '#fleet/stations/station.store.ts'
import {
  ago,
  alertKind,
  CHARGERS_WITH_STATE,
  isInService,
  isMeant,
  leastOf,
  ofCharger,
  toOperation,
} from '../alert-kind.store.ts'
import { nothingChargedOver } from '../alert-over.store.ts'
import { nothingChargedPast, sinceCharged } from '../alert-past-figures.store.ts'

export const nothingCharged = alertKind({
  id: 'nothing-charged',
  title: 'Nothing charged, though up',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { days: { label: 'Up without a charge for', unit: 'days', default: 7, min: 1, max: 90 } },
  candidates:
    look => sql`select ${ofCharger(sql`t.since`, sql`jsonb_build_object('days', floor(u.up_ms / 86400000.0))`)}
    from ${CHARGERS_WITH_STATE} ${sinceCharged(look.now)}
    where ${isInService} and not s.maintenance_by_hand and ${liveStatusSql('s', look.now)} in ('online', 'charging')
      and t.since <= ${ago(look, leastOf('days', 7), 'days')} and u.up_ms >= 86400000.0 * ${leastOf('days', 7)}
      and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: p => sql`(x.facts->>'days')::int >= ${p.days}`,
  past: (p, look) => nothingChargedPast(p, look),
  onNews: 'nothing',
  everyMinutes: 60,
  inParts: true,
  opens: 'a charge point has been up for the days of the rule since its last session with energy',
  closes: 'it charges, or is not up any more',
  text: (name, f) => `${name} was up for ${f.days} ${f.days === 1 ? 'day' : 'days'}, and nothing was charged`,
  over: nothingChargedOver,
  step: { text: 'Try a charge there', needs: ['ChargerPoint.update'], to: toOperation('RemoteStart') },
})
