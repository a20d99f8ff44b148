// Faults of a charge point as a whole (connector 0) and of its connectors, each told once: a fault of the whole stands for
// those of the connectors, and faults stand for being out of service by them.
import { type RawBuilder, sql } from 'kysely'
import { isOutByFaultSql, isReportingSql } from '#fleet/chargers/trouble.store.ts'
import { connectorSinceSql, wholeSinceSql } from '#fleet/stations/status-since.store.ts'
import { type AlertLook, CHARGERS_WITH_STATE, isMeant, ofCharger, ofConnector } from './alert-kind.store.ts'
import { overOfCharger } from './alert-over.store.ts'

/** Charge points that are faulted as a whole, and faulted connectors of the others. */
export const faults = (look: AlertLook): RawBuilder<unknown> => {
  // The list of chargers filters the states, not the chargers: the database would search the list again for each charger.
  const isLookedAt = sql`c.deleted_at is null and ${isReportingSql(look.now)} and ${isMeant(look, sql`s.chargepoint_pk`)}`
  return sql`select ${ofCharger(wholeSinceSql, sql`jsonb_build_object('error', s.whole_error_code)`)} from ${CHARGERS_WITH_STATE}
    where s.whole_status = 'Faulted' and s.whole_status_at is not null and ${isLookedAt}
  union all select ${ofConnector(connectorSinceSql, sql`jsonb_build_object('error', n.error_code)`)}
    from ${CHARGERS_WITH_STATE} join connector n using (chargepoint_pk) where n.status = 'Faulted' and n.status_at is not null
      and coalesce(s.whole_status, '') <> 'Faulted' and ${isLookedAt}`
}
export const faultOver = (look: AlertLook): RawBuilder<string> =>
  overOfCharger(look.now, 'It reports no fault any more', [
    [sql`a.connector_id is not null and s.whole_status = 'Faulted'`, 'Its charge point reports a fault as a whole'],
  ])

export const outOfServiceOver = (look: AlertLook): RawBuilder<string> =>
  overOfCharger(look.now, 'It is in service again', [
    [isOutByFaultSql, 'It is out of service by a fault, which is told by itself'],
  ])
