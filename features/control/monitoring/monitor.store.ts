// What stations watch of themselves, and how far we have asked them to.
import { sql } from 'kysely'
import type { VariableName } from '#control/device-model/device-model.rules.ts'
import { booleans, floats, ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type Monitor = VariableName & {
  monitorId: number
  kind: string
  value: number
  severity: number
  duringTransaction: boolean
  isOurs: boolean
}
/** Keeps monitors as they were told; one that is ours stays ours. */
export const keepMonitors = (db: Db | Trx, pk: number, ms: readonly Monitor[], at: Date): Promise<unknown> =>
  sql`insert into station_monitor as m (chargepoint_pk, monitor_id, component, component_instance, evse_id, connector_id, variable,
      variable_instance, kind, value, severity, during_transaction, is_ours, told_at)
    select distinct on (x.monitor_id) ${pk}::int, x.*, ${at}::timestamptz from unnest(${ints(ms.map(m => m.monitorId))}, ${texts(ms.map(m => m.component))},
      ${texts(ms.map(m => m.componentInstance))}, ${ints(ms.map(m => m.evseId))}, ${ints(ms.map(m => m.connectorId))},
      ${texts(ms.map(m => m.variable))}, ${texts(ms.map(m => m.variableInstance))}, ${texts(ms.map(m => m.kind))},
      ${floats(ms.map(m => m.value))}, ${ints(ms.map(m => m.severity))}, ${booleans(ms.map(m => m.duringTransaction))},
      ${booleans(ms.map(m => m.isOurs))}) x (monitor_id, component, component_instance, evse_id, connector_id, variable,
      variable_instance, kind, value, severity, during_transaction, is_ours)
    on conflict (chargepoint_pk, monitor_id) do update set component = excluded.component,
      component_instance = excluded.component_instance, evse_id = excluded.evse_id, connector_id = excluded.connector_id,
      variable = excluded.variable, variable_instance = excluded.variable_instance, kind = excluded.kind, value = excluded.value,
      severity = excluded.severity, during_transaction = excluded.during_transaction, is_ours = m.is_ours or excluded.is_ours,
      told_at = excluded.told_at`.execute(db)

/** Monitors that a station did not tell in a report begun at this time are there no more. */
export async function endReport(db: Db | Trx, pk: number, begunAt: Date): Promise<void> {
  await sql`delete from station_monitor where chargepoint_pk = ${pk} and told_at < ${begunAt}`.execute(db)
  await sql`insert into station_monitoring (chargepoint_pk, told_at) values (${pk}, ${begunAt})
    on conflict (chargepoint_pk) do update set told_at = excluded.told_at`.execute(db)
}

/** Monitors that a station has removed. */
export const dropMonitors = async (trx: Trx, pk: number, ids: readonly number[]): Promise<void> => {
  await sql`delete from station_monitor where chargepoint_pk = ${pk} and monitor_id = any(${ints(ids)})`.execute(trx)
}

/** Takes note that the usual monitors are being set; false where they were before. */
export const claimUsual = async (db: Db, pk: number, at: Date): Promise<boolean> =>
  (
    await sql`insert into station_monitoring as m (chargepoint_pk, set_at) values (${pk}, ${at})
      on conflict (chargepoint_pk) do update set set_at = excluded.set_at where m.set_at is null returning 1`.execute(
      db,
    )
  ).rows.length > 0
/** They could not be set: another time. */
export const releaseUsual = (db: Db, pk: number): Promise<unknown> =>
  sql`update station_monitoring set set_at = null where chargepoint_pk = ${pk}`.execute(db)

/** Of these variables, in small letters, those that a station can watch. */
export const watchable = async (db: Db, pk: number, names: readonly string[]): Promise<VariableName[]> =>
  (
    await sql<VariableName>`select component, component_instance, evse_id, connector_id, variable, variable_instance
      from device_variable where chargepoint_pk = ${pk} and attribute = 'Actual' and lower(variable) = any(${texts(names)})
        and (characteristics ->> 'supportsMonitoring')::boolean
      order by component, evse_id, connector_id`.execute(db)
  ).rows
