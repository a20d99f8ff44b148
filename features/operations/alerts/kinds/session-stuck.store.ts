// A session runs without a reading for an hour, or for longer than a day: it has ended without a word (S-ATTENTION).
import { sql } from 'kysely'
import { lastReadingSql, stuckSql } from '#charging/sessions/stuck.store.ts'
import { ago, alertKind, isMeant, ofSession } from '../alert-kind.store.ts'
import { overOfSession } from '../alert-over.store.ts'
import { stuckPast } from '../alert-past-partly.store.ts'

export const sessionStuck = alertKind({
  id: 'session-stuck',
  title: 'Session stuck',
  group: 'Sessions',
  severity: 'Minor',
  subject: 'session',
  parameters: { hours: { label: 'Begun for', unit: 'hours or more', default: 1, min: 1, max: 720 } },
  candidates:
    look => sql`select ${ofSession(lastReadingSql, sql`jsonb_build_object('charger', r.chargepoint_id, 'at', extract(epoch from r.started_at))`)}
    from transaction r left join transaction_live l using (transaction_id)
    where ${stuckSql(look.now)} and ${isMeant(look, sql`r.chargepoint_pk`)}`,
  holds: (p, look) => sql`to_timestamp((x.facts->>'at')::float8) <= ${ago(look, p.hours, 'hours')}`,
  past: (p, look) => stuckPast(p, look),
  onNews: 'nothing',
  unkept:
    'Of ended sessions those that ran for a day are found: the readings of the others are kept packed, so that an hour without one does not show.',
  opens: 'a session that began the hours of the rule ago has sent no reading for an hour, or has run for a day',
  closes: 'it sends readings again within its first day, or ends',
  text: (name, f) => `${name} at ${f.charger} is stuck`,
  over: () => overOfSession('It sends readings again'),
  step: {
    text: 'Stop it',
    needs: ['Transaction.view', 'ChargerPoint.update'],
    to: s => `/transactions/${s.transactionId}`,
  },
})
