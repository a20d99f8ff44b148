// Commands that a charger refused, did not answer or could not be given.
import { sql } from 'kysely'
import { alertKind, CHARGERS_WITH_STATE, isInService, isMeant, leastOf, ofCharger } from '../alert-kind.store.ts'
import { countedPast } from '../alert-past.store.ts'

export const commandsFail = alertKind({
  id: 'commands-fail',
  title: 'Commands fail',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { times: { label: 'Failed', unit: 'commands in 24 hours', default: 5, min: 1, max: 1000 } },
  candidates:
    look => sql`select ${ofCharger(sql`k.first_at`, sql`jsonb_build_object('times', k.times)`, sql`k.last_at`)}
    from (select k.chargepoint_pk, k.company_id, count(*) as times, min(k.ended_at) as first_at, max(k.ended_at) as last_at
        from task k where k.state in ('failed', 'timeout') and k.ended_at > ${look.now}::timestamptz - interval '24 hours'
          and k.ended_at <= ${look.now} and ${isMeant(look, sql`k.chargepoint_pk`)} group by 1, 2) k
      join (${CHARGERS_WITH_STATE}) on c.chargepoint_pk = k.chargepoint_pk and c.company_id = k.company_id
    where ${isInService} and k.times >= ${leastOf('times', 5)}`,
  holds: p => sql`(x.facts->>'times')::int >= ${p.times}`,
  past: (p, look) =>
    countedPast({
      ...p,
      hours: 24,
      moments: sql`select k.chargepoint_pk, k.ended_at as at from task k
    where k.state in ('failed', 'timeout') and k.ended_at > ${look.since} and k.ended_at <= ${look.now} and ${look.within('k')}`,
    }),
  onNews: 'nothing',
  opens: 'as many commands to a charge point as the rule says have failed within 24 hours',
  closes: 'fewer of them have failed within 24 hours',
  text: (name, f) => `${f.times} ${f.times === 1 ? 'command' : 'commands'} to ${name} failed within a day`,
  over: 'Fewer of its commands have failed within a day',
  step: {
    text: 'See its commands',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=remote_operations`,
  },
})
