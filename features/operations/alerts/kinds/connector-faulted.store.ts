// A connector reports a fault (OCPP 1.6 section 7.7, status Faulted).
import { sql } from 'kysely'
import { isReportingSql } from '#fleet/chargers/trouble.store.ts'
import { connectorSinceSql } from '#fleet/stations/status-since.store.ts'
import { LOST_REVENUE } from '../alert-cost.rules.ts'
import { ago, alertKind, CHARGERS_WITH_STATE, isMeant, ofConnector, toOperation } from '../alert-kind.store.ts'
import { overOfCharger } from '../alert-over.store.ts'
import { connectorPast } from '../alert-past.store.ts'

export const connectorFaulted = alertKind({
  id: 'connector-faulted',
  title: 'Connector faulted',
  group: 'Connectors',
  severity: 'Major',
  subject: 'connector',
  parameters: { minutes: { label: 'Faulted for', unit: 'minutes', default: 0, min: 0, max: 10_080 } },
  candidates: look => sql`select ${ofConnector(connectorSinceSql, sql`jsonb_build_object('error', n.error_code)`)}
    from ${CHARGERS_WITH_STATE} join connector n using (chargepoint_pk) where n.status = 'Faulted' and n.status_at is not null
      and ${isReportingSql(look.now)} and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  past: (p, look) => connectorPast(['Faulted'], p, look),
  onNews: 'opens and closes',
  outlastsAbsence: true,
  cost: LOST_REVENUE,
  opens: 'a connector has reported a fault for the minutes of the rule',
  closes: 'it reports another status, or its charge point stays away for 10 minutes',
  text: (name, f) => `${name} is faulted${f.error && f.error !== 'NoError' ? `: ${f.error}` : ''}`,
  over: look => overOfCharger(look.now, 'It reports no fault any more'),
  step: { text: 'Reset it', needs: ['ChargerPoint.update'], to: toOperation('Reset') },
})
