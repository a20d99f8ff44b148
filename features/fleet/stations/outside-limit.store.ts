// The limits that others set at stations (outside_limit), as the stations tell them.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { LimitSchedule, OutsideLimit } from './outside-limit.rules.ts'

type NewOutsideLimit = Omit<OutsideLimit, 'since'> & { pk: number; toldAt: Date }
/** Keeps a limit; one of the same place and source goes on with the new figures. */
export const keepOutsideLimit = (
  db: Db,
  { pk, evseId, source, isGridCritical, schedules, toldAt }: NewOutsideLimit,
): Promise<unknown> =>
  sql`insert into outside_limit (chargepoint_pk, evse_id, source, since, told_at, is_grid_critical, schedules)
    values (${pk}, ${evseId}, ${source}, ${toldAt}, ${toldAt}, ${isGridCritical}, ${JSON.stringify(schedules)}::jsonb)
    on conflict (chargepoint_pk, evse_id, source) do update set told_at = excluded.told_at,
      is_grid_critical = excluded.is_grid_critical, schedules = excluded.schedules`.execute(db)

/** Ends the limits of a source; without an EVSE, all of them at the station. */
export const endOutsideLimits = (db: Db, pk: number, source: string, evseId: number | undefined): Promise<unknown> =>
  sql`delete from outside_limit where chargepoint_pk = ${pk} and source = ${source}
    and (${evseId ?? null}::int is null or evse_id = ${evseId ?? null})`.execute(db)

/** A limit as SQL returns it within JSON. */
export type OutsideLimitRow = Omit<OutsideLimit, 'schedules'> & { schedules: readonly LimitSchedule[] }
/** The limits of the charger `alias`, as JSON; of a charger that speaks 1.6 now, none. */
export const outsideLimitsSql = (alias: string): RawBuilder<OutsideLimitRow[]> => sql`(
  select coalesce(json_agg(json_build_object('evseId', o.evse_id, 'source', o.source,
      'since', floor(extract(epoch from o.since) * 1000), 'isGridCritical', o.is_grid_critical, 'schedules', o.schedules)
      order by o.evse_id, o.source), '[]')
    from outside_limit o join charger_state p using (chargepoint_pk)
    where o.chargepoint_pk = ${sql.ref(`${alias}.chargepoint_pk`)} and p.ocpp_protocol like 'ocpp2%')`
