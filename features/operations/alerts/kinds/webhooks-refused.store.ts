// Events of the payment provider were given up: what they tell is known only by the hourly comparison.
import { sql } from 'kysely'
import { ago, alertKind } from '../alert-kind.store.ts'
import { spellOfTeam } from '../alert-past.store.ts'

export const webhooksRefused = alertKind({
  id: 'webhooks-refused',
  title: 'Provider’s events given up',
  group: 'Money',
  severity: 'Major',
  subject: 'company',
  parameters: { days: { label: 'Stays open for', unit: 'days', default: 2, min: 1, max: 30 } },
  candidates:
    look => sql`select w.company_id, w.company_id as team_id, 'webhooks ' || w.company_id as subject, null::int as chargepoint_pk,
      null::smallint as connector_id, null::int as zone_id, null::int as transaction_id, c.name as subject_name,
      max(w.given_up_at) as since, max(w.given_up_at) as happened_at, jsonb_build_object('events', count(*)) as facts
    from webhook_event w join team c on c.id = w.company_id
    where w.given_up_at > ${look.now}::timestamptz - interval '30 days' and ${look.chargers === undefined}
    group by w.company_id, c.name`,
  holds: (p, look) => sql`x.since > ${ago(look, p.days, 'days')}`,
  past: (p, look) => sql`select ${spellOfTeam({
    subject: sql`'webhooks ' || o.company_id`,
    name: sql`o.name`,
    from: sql`o.given_up_at`,
    until: sql`o.given_up_at + make_interval(days => ${p.days}::int)`,
  })}
    from (select w.company_id, w.company_id as team_id, c.name, w.given_up_at from webhook_event w join team c on c.id = w.company_id
      where w.given_up_at > ${look.since} and w.given_up_at <= ${look.now}) o where ${look.within('o')}`,
  onNews: 'nothing',
  opens: 'an event of the payment provider could not be taken in and was given up',
  closes: 'none was given up for the days of the rule',
  text: (name, f) =>
    `${f.events} ${f.events === 1 ? 'event' : 'events'} of the payment provider of ${name} could not be taken in`,
  over: 'None was given up since',
  step: { text: 'Look at the reconciliation', needs: ['Finance.view'], to: () => '/reconciliation?tab=provider' },
})
