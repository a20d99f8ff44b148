// A session runs for longer than cars charge.
import { sql } from 'kysely'
import { ago, alertKind, isMeant, ofSession } from '../alert-kind.store.ts'
import { spellOf } from '../alert-past.store.ts'

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
  past: (
    p,
    look,
  ) => sql`select ${spellOf.session({ from: sql`r.started_at + make_interval(hours => ${p.hours}::int)`, until: sql`r.stopped_at` })}
    from transaction r join mine m using (chargepoint_pk) where r.started_at > ${look.since} and r.started_at <= ${look.now}
      and ${look.within('r')} and coalesce(r.stopped_at, ${look.now}) > r.started_at + make_interval(hours => ${p.hours}::int)`,
  onNews: 'nothing',
  opens: 'a session has run for the hours of the rule',
  closes: 'it ends',
  text: (name, f) => `${name} at ${f.charger} runs too long`,
  over: 'It has ended',
  step: {
    text: 'Stop it',
    needs: ['Transaction.view', 'ChargerPoint.update'],
    to: s => `/transactions/${s.transactionId}`,
  },
})
