// A session runs for longer than cars charge.
import { sql } from 'kysely'
import { ago, alertKind, isMeant, ofSession } from '../alert-kind.store.ts'

export const sessionLong = alertKind({
  id: 'session-long',
  title: 'Session too long',
  group: 'Sessions',
  severity: 'Minor',
  subject: 'session',
  parameters: { hours: { label: 'Running for', unit: 'hours', default: 24, min: 1, max: 720 } },
  candidates: look => sql`select ${ofSession(sql`r.started_at`, sql`jsonb_build_object('charger', r.chargepoint_id)`)}
    from transaction r where r.stopped_at is null and ${isMeant(look, sql`r.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.hours, 'hours')}`,
  onNews: 'nothing',
  text: (name, f) => `${name} at ${f.charger} runs too long`,
  over: 'It has ended',
  step: { text: 'Stop it', to: s => `/transactions/${s.transactionId}` },
})
