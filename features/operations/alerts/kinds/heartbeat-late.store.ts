// A charger is connected and says nothing.
import { sql } from 'kysely'
import {
  ago,
  alertKind,
  CHARGERS_WITH_STATE,
  isInService,
  isMeant,
  ofCharger,
  toOperation,
} from '../alert-kind.store.ts'
import { overOfCharger } from '../alert-over.store.ts'
import { SHORT_SILENCES, silentPast } from '../alert-past-kept.store.ts'

export const heartbeatLate = alertKind({
  id: 'heartbeat-late',
  title: 'Heartbeat late',
  group: 'Charge Points',
  severity: 'Minor',
  subject: 'charger',
  parameters: { minutes: { label: 'Silent for', unit: 'minutes', default: 10, min: 2, max: 1440 } },
  candidates: look => sql`select ${ofCharger(sql`s.last_message_at`)} from ${CHARGERS_WITH_STATE}
    where s.connected and s.last_message_at is not null and s.last_message_at < ${look.now}::timestamptz - interval '2 minutes'
      and ${isInService} and ${isMeant(look, sql`c.chargepoint_pk`)}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  onNews: 'opens and closes',
  past: silentPast,
  unkept: SHORT_SILENCES,
  opens: 'a charge point is connected and has sent nothing for the minutes of the rule',
  closes: 'it sends a message, or its connection ends',
  text: name => `${name} is connected, but silent`,
  over: look => overOfCharger(look.now, 'It has sent a message', [[sql`not s.connected`, 'Its connection has ended']]),
  step: { text: 'Ask it for a heartbeat', needs: ['ChargerPoint.update'], to: toOperation('TriggerMessage') },
})
