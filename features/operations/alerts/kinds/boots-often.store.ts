// A charger starts more often than a person would make it.
import { sql } from 'kysely'
import { isByUsSql } from '#fleet/stations/ended-by-us.store.ts'
import { alertKind, CHARGERS_WITH_STATE, isInService, isMeant, ofCharger } from '../alert-kind.store.ts'
import { connectionMoments, countedPast } from '../alert-past.store.ts'

export const bootsOften = alertKind({
  id: 'boots-often',
  title: 'Boots too often',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { times: { label: 'Started', unit: 'times in 24 hours', default: 5, min: 2, max: 1000 } },
  candidates:
    look => sql`select ${ofCharger(sql`h.first_at`, sql`jsonb_build_object('times', h.times)`, sql`h.last_at`)}
    from ${CHARGERS_WITH_STATE} cross join lateral (select count(*) as times, min(h.at) as first_at, max(h.at) as last_at from connection_history h
      where h.chargepoint_pk = c.chargepoint_pk and h.event = 'booted' and not ${isByUsSql('h')}
        and h.at > ${look.now}::timestamptz - interval '24 hours' and h.at <= ${look.now}) h
    where ${isInService} and h.times > 1 and s.last_boot_at > ${look.now}::timestamptz - interval '24 hours'
      and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: p => sql`(x.facts->>'times')::int >= ${p.times}`,
  past: (p, look) => countedPast({ moments: connectionMoments(look, ['booted']), times: p.times, hours: 24 }),
  onNews: 'opens and closes',
  opens:
    'a charge point has started as often as the rule says within 24 hours, restarts that Wattdesk asked for left out',
  closes: 'it has started less often within 24 hours',
  text: (name, f) => `${name} started ${f.times} times in 24 hours`,
  over: 'It starts less often',
  step: {
    text: 'See what comes before each start',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=timeline`,
  },
})
