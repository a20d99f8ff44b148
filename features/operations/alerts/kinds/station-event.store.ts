// A station of OCPP 2.0.1 tells of something grave that lasts: danger, broken or failing parts (N07).
import { sql } from 'kysely'
import { severityWord } from '#fleet/station-events/station-event.rules.ts'
import { GRAVEST } from '#fleet/station-events/station-event.words.ts'
import { lastingEvents } from '../alert-event.store.ts'
import { alertKind } from '../alert-kind.store.ts'
import { spellOf } from '../alert-past.store.ts'

export const stationEvent = alertKind({
  id: 'station-event',
  title: 'Station event',
  group: 'Charge Points',
  severity: 'Major',
  subject: 'charger',
  parameters: { severity: { label: 'Severity of 0 (danger) up to', unit: '', default: GRAVEST, min: 0, max: 9 } },
  candidates: lastingEvents,
  holds: p => sql`(x.facts->>'severity')::int <= ${p.severity}`,
  past: (p, look) => sql`select ${spellOf.charger({ from: sql`e.at`, until: sql`coalesce(e.ended_at, 'infinity')` })}
    from station_event e join mine m using (chargepoint_pk) where not e.is_over and e.severity <= ${p.severity}
      and e.at > ${look.since} and e.at <= ${look.now}`,
  onNews: 'nothing',
  isStored: true,
  opens: 'a charge point of OCPP 2.0.1 tells of an event of this severity or a graver one, by its monitors',
  closes: 'the charge point tells that it is over',
  text: (name, f) =>
    `${name} tells ${f.event} (${severityWord(f.severity === null ? null : Number(f.severity))})${f.info ? `: ${f.info}` : ''}`,
  over: 'The charge point told that it is over',
  step: {
    text: 'Read its events',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=logs&log=events`,
  },
})
