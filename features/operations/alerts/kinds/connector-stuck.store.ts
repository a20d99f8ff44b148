// A connector stays in a state that drivers pass through: plugged in without a start, ended without being unplugged.
import { sql } from 'kysely'
import { connectorSinceSql } from '#fleet/stations/status-since.store.ts'
import { LOST_REVENUE } from '../alert-cost.rules.ts'
import { ago, alertKind, CHARGERS_WITH_STATE, isInService, isMeant, ofConnector } from '../alert-kind.store.ts'
import { overOfCharger } from '../alert-over.store.ts'
import { connectorPast } from '../alert-past.store.ts'

const STATES = ['Preparing', 'Finishing', 'SuspendedEV']

export const connectorStuck = alertKind({
  id: 'connector-stuck',
  title: 'Connector stuck',
  group: 'Connectors',
  severity: 'Minor',
  subject: 'connector',
  parameters: { minutes: { label: 'In one state for', unit: 'minutes', default: 120, min: 5, max: 10_080 } },
  candidates: look => sql`select ${ofConnector(connectorSinceSql, sql`jsonb_build_object('status', n.status)`)}
    from ${CHARGERS_WITH_STATE} join connector n using (chargepoint_pk)
    where n.status = any(${sql.val(STATES)}::text[]) and n.status_at is not null and s.live_status <> 'offline'
      and ${isInService} and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  past: (p, look) => connectorPast(STATES, p, look),
  onNews: 'opens and closes',
  outlastsAbsence: true,
  cost: LOST_REVENUE,
  opens: 'a connector has been in Preparing, Finishing or SuspendedEV for the minutes of the rule',
  closes: 'it moves on, or its charge point stays away for 10 minutes',
  text: (name, f) => `${name} stays in ${f.status}`,
  over: look => overOfCharger(look.now, 'It has moved on'),
  step: {
    text: 'Look at the connector',
    needs: ['ChargerPoint.view'],
    to: s => `/charger/${s.chargepointPk}?tab=general`,
  },
})
