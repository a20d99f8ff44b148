// A charger connects so often in a day that it keeps losing its connection.
import { sql } from 'kysely'
import { MANY_CONNECTS } from '#fleet/chargers/trouble.rules.ts'
import { isOfLateDay } from '#fleet/chargers/trouble.store.ts'
import { alertKind, isMeant, leastOf, ofCharger } from '../alert-kind.store.ts'
import { reconnectingPast } from '../alert-past-figures.store.ts'

export const reconnecting = alertKind({
  id: 'reconnecting',
  title: 'Connects again and again',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { times: { label: 'Connected', unit: 'times a day', default: MANY_CONNECTS, min: 2, max: 1000 } },
  // Today or yesterday, by the business day.
  candidates: look => sql`select ${ofCharger(sql`d.since`, sql`jsonb_build_object('times', d.times)`)}
    from (select d.chargepoint_pk, max(d.connects) as times, min(d.day)::timestamp at time zone ${look.zone} as since
        from charger_day d where ${isOfLateDay(look.now, look.zone)} and d.connects >= ${leastOf('times', MANY_CONNECTS)}
          and ${isMeant(look, sql`d.chargepoint_pk`)} group by 1) d join charger c using (chargepoint_pk) where c.deleted_at is null`,
  holds: p => sql`(x.facts->>'times')::int >= ${p.times}`,
  past: (p, look) => reconnectingPast(p, look),
  onNews: 'nothing',
  isStored: true,
  opens: 'a charge point has connected as often as the rule says on one business day',
  closes: 'neither the day nor the day before counts so many',
  text: (name, f) => `${name} connected ${f.times} times in a day`,
  over: 'It connects less often',
  step: {
    text: 'Check signal and SIM',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=timeline&lanes=connection`,
  },
})
