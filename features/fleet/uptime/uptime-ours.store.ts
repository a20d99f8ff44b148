// When stations were offline because our own server had ended, for figures that must not count that against them.
import { type RawBuilder, sql } from 'kysely'
import { ENDED_BY_US } from '#fleet/stations/ended-by-us.rules.ts'
import { texts } from '#platform/db/columns.ts'

/** The change of status lies this close to the end of the connection. */
const CLOSE = sql.lit('5 minutes')
/** One that has not come back counts as held back by us for so long. */
const NOT_BACK = sql.lit('1 hour')

type Ours = { from: RawBuilder<unknown>; now: Date; isMine: (pk: RawBuilder<unknown>) => RawBuilder<unknown> }
/** Selects `chargepoint_pk` and `ranges`, the times until each station was back, of stations that have any. */
export const oursRanges = ({ from, now, isMine }: Ours): RawBuilder<unknown> => sql`
  select e.chargepoint_pk, range_agg(tstzrange(h.changed_at, greatest(h.changed_at, coalesce(n.changed_at,
      least(${now}::timestamptz, e.at + ${NOT_BACK}::interval))))) as ranges
  from connection_history e
    cross join lateral (select h.changed_at, h.id from station_status_history h where h.chargepoint_pk = e.chargepoint_pk
      and h.to_status = 'offline' and h.changed_at between e.at - ${CLOSE}::interval and e.at + ${CLOSE}::interval
      order by abs(extract(epoch from h.changed_at - e.at)) limit 1) h
    left join lateral (select n.changed_at from station_status_history n where n.chargepoint_pk = e.chargepoint_pk
      and (n.changed_at, n.id) > (h.changed_at, h.id) and n.changed_at <= ${now} and n.to_status <> 'offline'
      order by n.changed_at, n.id limit 1) n on true
  where e.event = 'disconnected' and e.reason = any(${texts([...ENDED_BY_US])}) and e.at <= ${now}
    and e.at > (${from})::timestamptz - interval '1 day' and ${isMine(sql`e.chargepoint_pk`)}
  group by 1`

/** The milliseconds of ranges, which may be null, between two moments. */
export const msWithin = (ranges: RawBuilder<unknown>, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql<number>`coalesce((select sum(extract(epoch from upper(p) - lower(p)) * 1000)
    from unnest(${ranges} * tstzmultirange(tstzrange(${from}, ${to}))) p), 0)`
