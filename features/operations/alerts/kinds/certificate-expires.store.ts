// The certificate of a charger that this installation issued runs out, and no later one was issued.
import { sql } from 'kysely'
import { alertKind, CHARGERS_WITH_STATE, isMeant, mostOf, ofCharger, toOperation } from '../alert-kind.store.ts'
import { spellOf } from '../alert-past.store.ts'

export const certificateExpires = alertKind({
  id: 'certificate-expires',
  title: 'Certificate expires',
  group: 'Charge Points',
  severity: 'Major',
  subject: 'charger',
  parameters: { days: { label: 'Expires within', unit: 'days', default: 30, min: 1, max: 365 } },
  candidates: look => sql`select ${ofCharger(
    sql`e.issued_at`,
    sql`jsonb_build_object('day', to_char(e.expires_at at time zone ${look.zone}, 'YYYY-MM-DD'), 'at', extract(epoch from e.expires_at))`,
  )} from ${CHARGERS_WITH_STATE} join charger_certificate e on (e.chargepoint_pk, e.company_id) = (c.chargepoint_pk, c.company_id)
    where c.deleted_at is null and e.expires_at < ${look.now}::timestamptz + make_interval(days => ${mostOf('days', 30)}::int)
      and not exists (select from charger_certificate l where (l.chargepoint_pk, l.company_id) = (e.chargepoint_pk, e.company_id)
        and (l.expires_at, l.id) > (e.expires_at, e.id))
      and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: (p, look) =>
    sql`to_timestamp((x.facts->>'at')::float8) <= ${look.now}::timestamptz + make_interval(days => ${p.days}::int)`,
  past: (
    p,
    look,
  ) => sql`select ${spellOf.charger({ from: sql`greatest(e.issued_at, e.expires_at - make_interval(days => ${p.days}::int))`, until: sql`e.next_at` })}
    from mine m join (select e.chargepoint_pk, e.company_id, e.issued_at, e.expires_at, lead(e.issued_at) over (
        partition by e.chargepoint_pk, e.company_id order by e.expires_at) as next_at from charger_certificate e where ${look.within('e')}) e
      using (chargepoint_pk, company_id)`,
  onNews: 'nothing',
  opens: 'a certificate that was issued to a charge point expires within the days of the rule',
  closes: 'a later certificate is issued to it',
  text: (name, f) => `The certificate of ${name} is valid until ${f.day}`,
  over: 'It has a newer certificate',
  step: { text: 'Ask it for a new one', needs: ['ChargerPoint.update'], to: toOperation('ExtendedTriggerMessage') },
})
