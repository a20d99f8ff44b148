// Since when a connector, or a charge point as a whole, has been in the status that it reports now. A charge point tells all
// statuses again whenever it connects: the same status told again continues the one before.
import { type RawBuilder, sql } from 'kysely'
import { plannedSql } from './station.store.ts'

/** Further back the history is not read. */
const READ_DAYS = 60
/** By the clocks of both sides, a status is received a day before it was true at the earliest. */
const CLOCKS = sql.lit('1 day')

/** When connector `n` first reported the status that it has now, after it had another one; null where it has reported none. */
export const connectorSinceSql: RawBuilder<Date | null> = (() => {
  const mine = sql`o.chargepoint_pk = n.chargepoint_pk and o.connector_id = n.connector_id and o.at <= n.status_at`
  const read = sql`o.received_at > n.status_received_at - make_interval(days => ${sql.lit(READ_DAYS)})`
  // Reports that come late are received after others that were true later.
  const late = sql`o.received_at >= coalesce(other.received_at, '-infinity'::timestamptz) - ${CLOCKS}::interval`
  return sql<Date | null>`coalesce((select min(o.at) from
      (select (select o.received_at from connector_status_history o where ${mine} and ${read} and o.status <> n.status
        order by o.received_at desc limit 1) as received_at) other
      left join lateral (select o.at, o.received_at from connector_status_history o
        where ${mine} and ${read} and ${late} and o.status <> n.status
        order by o.at desc, o.received_at desc limit 1) before on true
      join connector_status_history o on ${mine} and ${read} and ${late} and o.status = n.status
        and (before.at is null or (o.at, o.received_at) > (before.at, before.received_at))), n.status_at)`
})()

/** Since when the charge point of state `s` has been out of service; times offline in between count as out of service. */
export const outOfServiceSinceSql: RawBuilder<Date> = sql<Date>`coalesce((select min(h.changed_at) from station_status_history h
  where h.chargepoint_pk = s.chargepoint_pk and h.to_status = 'maintenance' and not ${plannedSql('h')}
    and h.changed_at > coalesce((select o.changed_at from station_status_history o where o.chargepoint_pk = s.chargepoint_pk
      and (o.to_status in ('online', 'charging') or ${plannedSql('o')}) order by o.changed_at desc limit 1), '-infinity')), s.status_changed_at)`
