// A charger reports itself out of service, without anybody having asked for it.
import { sql } from 'kysely'
import { downSinceSql, isMeantToServe, isOutByFaultSql } from '#fleet/chargers/trouble.store.ts'
import { liveStatusSql } from '#fleet/stations/station.store.ts'
import { LOST_REVENUE } from '../alert-cost.rules.ts'
import { outOfServiceOver } from '../alert-fault.store.ts'
import { ago, alertKind, CHARGERS_WITH_STATE, isMeant, ofCharger, toOperation } from '../alert-kind.store.ts'
import { outOfServicePast } from '../alert-past.store.ts'

export const chargerOutOfService = alertKind({
  id: 'charger-out-of-service',
  title: 'Charge point out of service',
  group: 'Charge Points',
  severity: 'Major',
  subject: 'charger',
  parameters: { minutes: { label: 'Out of service for', unit: 'minutes', default: 5, min: 0, max: 10_080 } },
  candidates: look => sql`select ${ofCharger(downSinceSql(look.now))} from ${CHARGERS_WITH_STATE}
    where c.deleted_at is null and ${isMeant(look, sql`c.chargepoint_pk`)} and ${isMeantToServe}
      and ${liveStatusSql('s', look.now)} = 'maintenance' and not ${isOutByFaultSql}`,
  holds: (p, look) => sql`x.since <= ${ago(look, p.minutes, 'mins')}`,
  past: (p, look) => outOfServicePast(p, look),
  onNews: 'opens and closes',
  outlastsAbsence: true,
  cost: LOST_REVENUE,
  opens:
    'a charge point has reported itself out of service for the minutes of the rule, without anybody having asked for that and not by faults alone, which Connector faulted tells',
  closes: 'it reports that it is in service, faults alone keep it out, or it stays away for 10 minutes',
  text: name => `${name} reports itself out of service`,
  over: outOfServiceOver,
  step: { text: 'Reset it', needs: ['ChargerPoint.update'], to: toOperation('Reset') },
})
