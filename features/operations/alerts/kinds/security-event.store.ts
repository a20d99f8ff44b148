// A charger reported a critical security event that is not one of each start.
import { sql } from 'kysely'
import { ALARM_DAYS, ALARMING_EVENTS } from '#fleet/stations/security-event.rules.ts'
import { ago, alertKind, CHARGERS_WITH_STATE, isMeant, ofCharger } from '../alert-kind.store.ts'
import { spellOf } from '../alert-past.store.ts'

export const securityEvent = alertKind({
  id: 'security-event',
  title: 'Security event',
  group: 'Charge Points',
  severity: 'Critical',
  subject: 'charger',
  parameters: { days: { label: 'Stays open for', unit: 'days', default: ALARM_DAYS, min: 1, max: 30 } },
  candidates: look => sql`select ${ofCharger(sql`e.last_at`, sql`jsonb_build_object('type', e.type)`, sql`e.last_at`)}
    from ${CHARGERS_WITH_STATE} join (select distinct on (e.chargepoint_pk) e.chargepoint_pk, e.received_at as last_at, e.type
      from security_event e where e.source = 'charger' and e.type = any(${sql.val([...ALARMING_EVENTS])}::text[])
        and e.received_at > ${look.now}::timestamptz - interval '30 days'
      order by e.chargepoint_pk, e.received_at desc) e using (chargepoint_pk)
    where c.deleted_at is null and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since > ${ago(look, p.days, 'days')}`,
  past: (
    p,
    look,
  ) => sql`select ${spellOf.charger({ from: sql`e.received_at`, until: sql`e.received_at + make_interval(days => ${p.days}::int)` })}
    from security_event e join mine m using (chargepoint_pk) where e.source = 'charger' and e.received_at > ${look.since}
      and e.received_at <= ${look.now} and e.type = any(${sql.val([...ALARMING_EVENTS])}::text[])`,
  onNews: 'nothing',
  isStored: true,
  opens: 'a charge point reports a critical security event that is not one of each start',
  closes: 'the days of the rule have passed without another one',
  text: (name, f) => `${name} reported ${f.type}`,
  over: 'It reported nothing of the kind since',
  step: {
    text: 'Read its security events',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=logs`,
  },
})
