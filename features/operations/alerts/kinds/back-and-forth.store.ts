// A charger that loses its connection again and again.
import { sql } from 'kysely'
import { isByUsSql } from '#fleet/stations/ended-by-us.store.ts'
import { alertKind, CHARGERS_WITH_STATE, isInService, isMeant, ofCharger } from '../alert-kind.store.ts'
import { connectionMoments, countedPast } from '../alert-past.store.ts'

export const backAndForth = alertKind({
  id: 'charger-back-and-forth',
  title: 'Charge point back and forth',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { times: { label: 'Disconnected', unit: 'times an hour', default: 5, min: 2, max: 1000 } },
  // Chargers that connected within the hour: of the others nothing need be counted.
  candidates:
    look => sql`select ${ofCharger(sql`h.first_at`, sql`jsonb_build_object('times', h.times)`, sql`h.last_at`)}
    from ${CHARGERS_WITH_STATE} cross join lateral (select count(*) as times, min(h.at) as first_at, max(h.at) as last_at from connection_history h
      where h.chargepoint_pk = c.chargepoint_pk and h.event in ('disconnected', 'replaced') and not ${isByUsSql('h')}
        and h.at > ${look.now}::timestamptz - interval '1 hour' and h.at <= ${look.now}) h
    where ${isInService} and h.times > 1 and greatest(s.connected_at, s.disconnected_at) > ${look.now}::timestamptz - interval '1 hour'
      and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: p => sql`(x.facts->>'times')::int >= ${p.times}`,
  past: (p, look) =>
    countedPast({ moments: connectionMoments(look, ['disconnected', 'replaced']), times: p.times, hours: 1 }),
  onNews: 'opens and closes',
  opens: 'a charge point has lost its connection as often as the rule says within an hour',
  closes: 'it has lost it less often within an hour',
  text: (name, f) => `${name} lost its connection ${f.times} times in an hour`,
  over: 'Its connection has held for most of an hour',
  step: {
    text: 'Check signal and SIM',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=timeline&lanes=connection`,
  },
})
