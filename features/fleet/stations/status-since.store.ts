// Since when a connector, or a charge point as a whole, has been in the status that it reports now. A charge point tells all
// statuses again whenever it connects: the same status told again continues the one before.
import { type RawBuilder, sql } from 'kysely'
import { plannedSql } from './station.store.ts'

/** Further back the history is not read. */
const READ_DAYS = 60
/** By the clocks of both sides, a status is received a day before it was true at the earliest. */
const CLOCKS = sql.lit('1 day')

type Reported = {
  pk: RawBuilder<unknown>
  /** 0: the charge point as a whole. */
  connectorId: RawBuilder<unknown>
  at: RawBuilder<unknown>
  receivedAt: RawBuilder<unknown>
}
/**
 * When what stands now in a column of the last report was first reported, after something else had been; null where nothing
 * was reported.
 */
function firstToldSql(
  r: Reported,
  column: 'status' | 'error_code',
  value: RawBuilder<unknown>,
): RawBuilder<Date | null> {
  const told = sql.ref(`o.${column}`)
  const mine = sql`o.chargepoint_pk = ${r.pk} and o.connector_id = ${r.connectorId} and o.at <= ${r.at}`
  const read = sql`o.received_at > ${r.receivedAt} - make_interval(days => ${sql.lit(READ_DAYS)})`
  // Reports that come late are received after others that were true later.
  const late = sql`o.received_at >= coalesce(other.received_at, '-infinity'::timestamptz) - ${CLOCKS}::interval`
  return sql<Date | null>`coalesce((select min(o.at) from
      (select (select o.received_at from connector_status_history o where ${mine} and ${read} and ${told} <> ${value}
        order by o.received_at desc limit 1) as received_at) other
      left join lateral (select o.at, o.received_at from connector_status_history o
        where ${mine} and ${read} and ${late} and ${told} <> ${value}
        order by o.at desc, o.received_at desc limit 1) before on true
      join connector_status_history o on ${mine} and ${read} and ${late} and ${told} = ${value}
        and (before.at is null or (o.at, o.received_at) > (before.at, before.received_at))), ${r.at})`
}
const OF_CONNECTOR: Reported = {
  pk: sql`n.chargepoint_pk`,
  connectorId: sql`n.connector_id`,
  at: sql`n.status_at`,
  receivedAt: sql`n.status_received_at`,
}
const OF_WHOLE: Reported = {
  pk: sql`s.chargepoint_pk`,
  connectorId: sql`0`,
  at: sql`s.whole_status_at`,
  receivedAt: sql`s.whole_status_at`,
}

/** Since when connector `n` has had its status. */
export const connectorSinceSql: RawBuilder<Date | null> = firstToldSql(OF_CONNECTOR, 'status', sql`n.status`)
/** Since when the charge point of state `s` has had its status as a whole. */
export const wholeSinceSql: RawBuilder<Date | null> = firstToldSql(OF_WHOLE, 'status', sql`s.whole_status`)

const errorSince = (
  r: Reported,
  code: RawBuilder<unknown>,
  status: RawBuilder<unknown>,
  faulted: RawBuilder<unknown>,
) => sql<Date | null>`case when ${status} = 'Faulted' then ${faulted} else ${firstToldSql(r, 'error_code', code)} end`
/** Since when the error of connector `n` stands: as long as it is faulted, whatever codes it has told meanwhile. */
export const connectorErrorSinceSql = errorSince(OF_CONNECTOR, sql`n.error_code`, sql`n.status`, connectorSinceSql)
/** The same of the charge point of state `s` as a whole. */
export const wholeErrorSinceSql = errorSince(OF_WHOLE, sql`s.whole_error_code`, sql`s.whole_status`, wholeSinceSql)

/** Since when the charge point of state `s` has been out of service; times offline in between count as out of service. */
export const outOfServiceSinceSql: RawBuilder<Date> = sql<Date>`coalesce((select min(h.changed_at) from station_status_history h
  where h.chargepoint_pk = s.chargepoint_pk and h.to_status = 'maintenance' and not ${plannedSql('h')}
    and h.changed_at > coalesce((select o.changed_at from station_status_history o where o.chargepoint_pk = s.chargepoint_pk
      and (o.to_status in ('online', 'charging') or ${plannedSql('o')}) order by o.changed_at desc limit 1), '-infinity')), s.status_changed_at)`
