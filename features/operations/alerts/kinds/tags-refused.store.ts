// Sessions that were begun with a tag which was refused: blocked, expired, in use elsewhere, not allowed here, or unknown.
import { sql } from 'kysely'
import { alertKind, CHARGERS_WITH_STATE, isInService, isMeant, leastOf, ofCharger } from '../alert-kind.store.ts'
import { countedPast } from '../alert-past.store.ts'

export const tagsRefused = alertKind({
  id: 'tags-refused',
  title: 'Refusals of tags',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { times: { label: 'Starts refused', unit: 'times in 24 hours', default: 5, min: 1, max: 1000 } },
  candidates:
    look => sql`select ${ofCharger(sql`h.first_at`, sql`jsonb_build_object('times', h.times)`, sql`h.last_at`)}
    from (select h.chargepoint_pk, h.company_id, count(*) as times, min(h.started_at) as first_at, max(h.started_at) as last_at
        from transaction h where h.id_tag_status <> 'Accepted' and h.started_at > ${look.now}::timestamptz - interval '24 hours'
          and h.started_at <= ${look.now} and ${isMeant(look, sql`h.chargepoint_pk`)} group by 1, 2) h
      join (${CHARGERS_WITH_STATE}) on c.chargepoint_pk = h.chargepoint_pk and c.company_id = h.company_id
    where ${isInService} and h.times >= ${leastOf('times', 5)}`,
  holds: p => sql`(x.facts->>'times')::int >= ${p.times}`,
  past: (p, look) =>
    countedPast({
      ...p,
      hours: 24,
      moments: sql`select h.chargepoint_pk, h.started_at as at from transaction h
    where h.id_tag_status <> 'Accepted' and h.started_at > ${look.since} and h.started_at <= ${look.now} and ${look.within('h')}`,
    }),
  onNews: 'nothing',
  opens: 'a charge point has begun as many sessions with refused tags as the rule says within 24 hours',
  closes: 'there are fewer of them within 24 hours',
  text: (name, f) => `${name} was refused ${f.times} ${f.times === 1 ? 'start' : 'starts'} within a day`,
  over: 'Fewer starts were refused within a day',
  step: {
    text: 'See its sessions',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=timeline&lanes=sessions`,
  },
})
