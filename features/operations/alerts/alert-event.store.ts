// What stations of OCPP 2.0.1 tell of themselves and has not ended, as an alert has it: the gravest of each charger.
import { sql } from 'kysely'
import { type AlertLook, CHARGERS_WITH_STATE, isMeant, ofCharger } from './alert-kind.store.ts'

const name = sql`e.component || case when e.evse_id = 0 then '' else ', EVSE ' || e.evse_id end || ': ' || e.variable`
const facts = sql`jsonb_build_object('severity', e.severity, 'event', e.event, 'info', e.info)`

export const lastingEvents = (look: AlertLook) => sql`select ${ofCharger(sql`e.since`, facts)}
  from ${CHARGERS_WITH_STATE} join (select e.chargepoint_pk, min(e.at) as since, min(e.severity) as severity,
      (array_agg(${name} order by e.severity, e.at))[1] as event, (array_agg(e.tech_info order by e.severity, e.at))[1] as info
    from station_event e where not e.is_over and e.ended_at is null and e.severity is not null
      and ${isMeant(look, sql`e.chargepoint_pk`)}
    group by 1) e using (chargepoint_pk)
  where c.deleted_at is null`
