// A connector, or a charge point as a whole, reports a fault (OCPP 1.6 section 7.7, status Faulted).
import { sql } from 'kysely'
import { LOST_REVENUE } from '../alert-cost.rules.ts'
import { faultOver, faults } from '../alert-fault.store.ts'
import { ago, alertKind, toOperation } from '../alert-kind.store.ts'
import { connectorPast } from '../alert-past.store.ts'

export const connectorFaulted = alertKind({
  id: 'connector-faulted',
  title: 'Connector faulted',
  group: 'Connectors',
  severity: 'Major',
  subject: 'connector',
  parameters: { minutes: { label: 'Faulted for', unit: 'minutes', default: 0, min: 0, max: 10_080 } },
  candidates: faults,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  past: (p, look) => connectorPast(['Faulted'], p, look),
  onNews: 'opens and closes',
  outlastsAbsence: true,
  cost: LOST_REVENUE,
  opens:
    'a connector, or a charge point as a whole, has reported a fault for the minutes of the rule; a fault of the whole stands for those of its connectors',
  closes: 'it reports another status, or its charge point stays away for 10 minutes',
  text: (name, f) => `${name} is faulted${f.error && f.error !== 'NoError' ? `: ${f.error}` : ''}`,
  over: faultOver,
  step: { text: 'Reset it', needs: ['ChargerPoint.update'], to: toOperation('Reset') },
})
