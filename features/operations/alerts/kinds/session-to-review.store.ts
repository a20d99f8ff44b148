// A session waits for a person's decision, without which nobody is billed.
import { sql } from 'kysely'
import { ago, alertKind, isMeant } from '../alert-kind.store.ts'

export const sessionToReview = alertKind({
  id: 'session-to-review',
  title: 'Session to review',
  group: 'Sessions',
  severity: 'Minor',
  subject: 'session',
  parameters: { hours: { label: 'Waiting for', unit: 'hours', default: 0, min: 0, max: 47 } },
  candidates: look => sql`select v.company_id, v.team_id, 'review ' || v.id as subject, v.chargepoint_pk,
      v.connector_id::smallint, null::int as zone_id, v.transaction_id,
      coalesce('Session ' || v.transaction_id, 'A session at ' || c.chargepoint_id) as subject_name, v.created_at as since,
      null::timestamptz as happened_at, jsonb_build_object('reason', v.reason) as facts
    from session_review v join charger c using (chargepoint_pk)
    where v.decided_at is null and ${isMeant(look, sql`v.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.hours, 'hours')}`,
  onNews: 'opens and closes',
  text: (name, f) => `${name} waits for a decision: ${f.reason}`,
  over: 'It is decided',
  step: { text: 'Decide it', to: () => '/transactions/review' },
})
