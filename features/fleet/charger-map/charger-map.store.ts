// Where chargers stand, read in one statement as columns: of a hundred thousand chargers each takes some twenty characters.
import { type RawBuilder, sql } from 'kysely'
import { latitudeSql, longitudeSql } from '#fleet/chargers/charger-list.store.ts'
import { liveStatusSql } from '#fleet/stations/station.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import type { ChargerPlaces } from './charger-map.contract.ts'

const PER_PORTION = 2000
const steps = (degrees: RawBuilder<unknown>) => sql`floor(${degrees} * 100000)::int`

/** All chargers of the scope, in the order of their keys. */
export const places = async (db: Db, scope: Scope, now: Date): Promise<ChargerPlaces[]> =>
  (
    await sql<ChargerPlaces>`
      select json_agg(x.pk order by x.pk) as keys, json_agg(x.latitude order by x.pk) as latitudes,
        json_agg(x.longitude order by x.pk) as longitudes, string_agg(x.code, '' order by x.pk) as codes
      from (select c.chargepoint_pk as pk, ${steps(latitudeSql)} as latitude, ${steps(longitudeSql)} as longitude,
          case ${liveStatusSql('s', now)} when 'maintenance' then 'M' when 'offline' then 'I' else 'A' end as code, (row_number() over (order by c.chargepoint_pk) - 1) / ${PER_PORTION}::int as portion
        from charger c join charger_state s on s.chargepoint_pk = c.chargepoint_pk
        where c.deleted_at is null and ${within(scope, 'c')}) x
      group by x.portion order by x.portion`.execute(db)
  ).rows
