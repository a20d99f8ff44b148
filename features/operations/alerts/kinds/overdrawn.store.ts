// A charger draws more than the limit that its site set (D-SITE-4).
import { sql } from 'kysely'
import { overdrawPercentSql, overdrawSinceSql } from '#fleet/chargers/trouble.store.ts'
import { ago, alertKind, isMeant, ofCharger, toOperation } from '../alert-kind.store.ts'
import { overdrawnPast } from '../alert-past-kept.store.ts'

const DRAWING_TOO_MUCH = sql`load_charger w join charger c using (chargepoint_pk)
  cross join lateral (select ${overdrawSinceSql} as since) l
  where w.overdraw_since is not null and l.since is not null and c.deleted_at is null`

export const overdrawn = alertKind({
  id: 'charger-overdrawn',
  title: 'Draws more than its limit',
  group: 'Charge Points',
  severity: 'Major',
  subject: 'charger',
  parameters: { minutes: { label: 'Above its limit for', unit: 'minutes', default: 0, min: 0, max: 1440 } },
  candidates: look => sql`select ${ofCharger(sql`l.since`, sql`jsonb_build_object('percent', ${overdrawPercentSql})`)}
    from ${DRAWING_TOO_MUCH} and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  onNews: 'nothing',
  past: (p, look) => overdrawnPast(p, sql`select w.chargepoint_pk, l.since as from_at from ${DRAWING_TOO_MUCH}`, look),
  opens: 'a charge point has drawn more than the limit of its site for the minutes of the rule',
  closes: 'it keeps to its limit',
  text: (name, f) => `${name} draws ${f.percent} % more than its limit`,
  over: 'It keeps to its limit',
  step: {
    text: 'Stop its session, check its load management',
    needs: ['ChargerPoint.update'],
    to: toOperation('RemoteStop'),
  },
})
