// A session waits for a person's decision, without which nobody is billed.
import { sql } from 'kysely'
import { ago, alertKind, atConnector, isMeant } from '../alert-kind.store.ts'

export const sessionToReview = alertKind({
  id: 'session-to-review',
  title: 'Session to review',
  group: 'Sessions',
  severity: 'Minor',
  subject: 'session',
  parameters: { hours: { label: 'Waiting for', unit: 'hours', default: 0, min: 0, max: 47 } },
  candidates: look => sql`select v.company_id, v.team_id, 'review ' || v.id as subject, v.chargepoint_pk,
      ${atConnector(sql`v.connector_id`)}, c.zone_id, v.transaction_id,
      coalesce('Session ' || v.transaction_id, 'A session at ' || c.chargepoint_id) as subject_name, v.created_at as since,
      null::timestamptz as happened_at, jsonb_build_object('reason', v.reason) as facts
    from session_review v join charger c using (chargepoint_pk)
    where v.decided_at is null and ${isMeant(look, sql`v.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.hours, 'hours')}`,
  past: (
    p,
    look,
  ) => sql`select o.team_id, 'review ' || o.id as subject, coalesce('Session ' || o.transaction_id, 'A session at ' || m.chargepoint_id) as subject_name,
      o.chargepoint_pk, m.zone_id, o.transaction_id, o.created_at + make_interval(hours => ${p.hours}::int) as from_at, o.decided_at as until_at
    from session_review o join mine m using (chargepoint_pk)
    where o.created_at > ${look.since} and o.created_at <= ${look.now} and ${look.within('o')}`,
  onNews: 'opens and closes',
  opens: 'a session has waited for a person’s decision for the hours of the rule',
  closes: 'it is decided',
  text: (name, f) => `${name} waits for a decision: ${f.reason}`,
  over: 'It is decided',
  step: { text: 'Decide it', needs: ['Transaction.full'], to: () => '/transactions/review' },
})
