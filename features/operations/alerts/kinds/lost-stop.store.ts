// A charger reported the stop of a session that nobody knows: energy that nobody pays for until a person matches it.
import { sql } from 'kysely'
import { ago, alertKind, atConnector, isMeant } from '../alert-kind.store.ts'

export const lostStop = alertKind({
  id: 'stop-without-session',
  title: 'Stop without session',
  group: 'Sessions',
  severity: 'Minor',
  subject: 'charger',
  parameters: { hours: { label: 'Waiting for', unit: 'hours', default: 0, min: 0, max: 47 } },
  candidates: look => sql`select v.company_id, v.team_id, 'stop ' || v.id as subject, v.chargepoint_pk,
      ${atConnector(sql`v.connector_id`)}, c.zone_id, null::int as transaction_id,
      'A stop of ' || c.chargepoint_id as subject_name, v.created_at as since, null::timestamptz as happened_at,
      '{}'::jsonb as facts
    from session_review v join charger c using (chargepoint_pk)
    where v.decided_at is null and v.reason = 'Stop matches no session' and ${isMeant(look, sql`v.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.hours, 'hours')}`,
  past: (p, look) => sql`select o.team_id, 'stop ' || o.id as subject, 'A stop of ' || m.chargepoint_id as subject_name,
      o.chargepoint_pk, m.zone_id, o.transaction_id, o.created_at + make_interval(hours => ${p.hours}::int) as from_at, o.decided_at as until_at
    from session_review o join mine m using (chargepoint_pk)
    where o.created_at > ${look.since} and o.created_at <= ${look.now} and ${look.within('o')} and o.reason = 'Stop matches no session'`,
  onNews: 'opens and closes',
  opens: 'a stop that matches no session has waited for a person for the hours of the rule',
  closes: 'it is decided',
  text: name => `${name} matches no session`,
  over: 'It is decided',
  step: { text: 'Match it with a session', needs: ['Transaction.full'], to: () => '/transactions/review' },
})
