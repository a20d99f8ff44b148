// The pairs by which chargers of OCPP 2.0.1 name their connectors, as the API tells them beside connectorId.
import { type RawBuilder, sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/** The number of the connector within its EVSE, of a row of the table connector; null where the EVSE has no other. */
export const evseConnectorSql = (alias: string): RawBuilder<number | null> => {
  const of = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(case when exists (select from connector beside where beside.chargepoint_pk = ${of('chargepoint_pk')}
    and beside.evse_id = ${of('evse_id')} and beside.connector_id <> ${of('connector_id')}) then ${of('evse_connector_id')} end)`
}

/** The columns evse_id and evse_connector_id of a row that has chargepoint_pk and connector_id, such as a session. */
export function shownEvseSql(alias: string): RawBuilder<unknown> {
  const of = (name: string) => sql.ref(`${alias}.${name}`)
  const one = (value: RawBuilder<unknown>) => sql`(select ${value} from connector shown
    where shown.chargepoint_pk = ${of('chargepoint_pk')} and shown.connector_id = ${of('connector_id')})`
  return sql`${one(sql`shown.evse_id`)} as evse_id, ${one(evseConnectorSql('shown'))} as evse_connector_id`
}

/** connectorWords (evse-words.rules.ts) of a row of the table connector. */
export const connectorWordsSql = (alias: string): RawBuilder<string> => sql`(case
  when ${sql.ref(`${alias}.evse_id`)} is null then 'connector ' || ${sql.ref(`${alias}.connector_id`)}
  else 'EVSE ' || ${sql.ref(`${alias}.evse_id`)} || coalesce(', connector ' || ${evseConnectorSql(alias)}, '') end)`

/** The same of a row that has chargepoint_pk and connector_id, also where the connector is gone. */
export const placeWordsSql = (alias: string): RawBuilder<string> => {
  const of = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`coalesce((select ${connectorWordsSql('told')} from connector told where told.chargepoint_pk = ${of('chargepoint_pk')}
    and told.connector_id = ${of('connector_id')}), 'connector ' || ${of('connector_id')})`
}

/** connectorMark of such a row. */
export const placeMarkSql = (alias: string): RawBuilder<string> =>
  sql`regexp_replace(${placeWordsSql(alias)}, '^connector ', '')`

export type ShownEvse = { evseId: number | null; evseConnectorId: number | null }
const NONE: ShownEvse = { evseId: null, evseConnectorId: null }
/** How the connectors of these chargers are named: by charger and number. */
export async function evsesOf(
  db: Db | Trx,
  pks: readonly number[],
): Promise<(pk: number, connectorId: number) => ShownEvse> {
  const { rows } = await sql<ShownEvse & { pk: number; connectorId: number }>`
    select n.chargepoint_pk as pk, n.connector_id, n.evse_id, ${evseConnectorSql('n')} as evse_connector_id
    from connector n where n.chargepoint_pk = any(${ints(pks)}) and n.evse_id is not null`.execute(db)
  const named = new Map(
    rows.map(({ pk, connectorId, ...evse }) => [`${pk} ${connectorId}`, evse satisfies ShownEvse] as const),
  )
  return (pk, connectorId) => named.get(`${pk} ${connectorId}`) ?? NONE
}
