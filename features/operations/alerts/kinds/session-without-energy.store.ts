// A session has run for a while and delivered nothing.
import { sql } from 'kysely'
import { ago, alertKind, isMeant, ofSession } from '../alert-kind.store.ts'
import { overOfSession } from '../alert-over.store.ts'
import { spellOf } from '../alert-past.store.ts'

export const sessionWithoutEnergy = alertKind({
  id: 'session-without-energy',
  title: 'Session without energy',
  group: 'Sessions',
  severity: 'Minor',
  subject: 'session',
  parameters: { minutes: { label: 'Without energy for', unit: 'minutes', default: 30, min: 5, max: 1440 } },
  candidates: look => sql`select ${ofSession(sql`r.started_at`, sql`jsonb_build_object('charger', r.chargepoint_id)`)}
    from transaction r left join transaction_live l using (transaction_id)
    where r.stopped_at is null and coalesce(l.current_wh, r.meter_start_wh) <= r.meter_start_wh
      and ${isMeant(look, sql`r.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  past: (
    p,
    look,
  ) => sql`select ${spellOf.session({ from: sql`r.started_at + make_interval(mins => ${p.minutes}::int)`, until: sql`r.stopped_at` })}
    from transaction r join mine m using (chargepoint_pk) left join transaction_live l using (transaction_id)
    where r.started_at > ${look.since} and r.started_at <= ${look.now} and ${look.within('r')}
      and coalesce(l.current_wh, r.meter_start_wh) <= r.meter_start_wh and r.energy_wh = 0
      and coalesce(r.stopped_at, ${look.now}) > r.started_at + make_interval(mins => ${p.minutes}::int)`,
  onNews: 'nothing',
  opens: 'a session has run for the minutes of the rule and delivered nothing',
  closes: 'it delivers energy, or ends',
  text: (name, f) => `${name} at ${f.charger} has delivered nothing`,
  over: () => overOfSession('It delivers energy'),
  step: { text: 'Look at the session', needs: ['Transaction.view'], to: s => `/transactions/${s.transactionId}` },
})
