// The pairs by which chargers of OCPP 2.0.1 name their connectors, as the API tells them beside connectorId.
import { type RawBuilder, sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'

/** The number of the connector within its EVSE, of a row of the table connector; null where the EVSE has no other. */
export const evseConnectorSql = (alias: string): RawBuilder<number | null> => {
  const of = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`(case when exists (select from connector beside where beside.chargepoint_pk = ${of('chargepoint_pk')}
    and beside.evse_id = ${of('evse_id')} and beside.connector_id <> ${of('connector_id')}) then ${of('evse_connector_id')} end)`
}

export type ShownEvse = { evseId: number | null; evseConnectorId: number | null }
const NONE: ShownEvse = { evseId: null, evseConnectorId: null }
/** How the connectors of these chargers are named: by charger and number. */
export async function evsesOf(db: Db, pks: readonly number[]): Promise<(pk: number, connectorId: number) => ShownEvse> {
  const { rows } = await sql<ShownEvse & { pk: number; connectorId: number }>`
    select n.chargepoint_pk as pk, n.connector_id, n.evse_id, ${evseConnectorSql('n')} as evse_connector_id
    from connector n where n.chargepoint_pk = any(${ints(pks)}) and n.evse_id is not null`.execute(db)
  const named = new Map(
    rows.map(({ pk, connectorId, ...evse }) => [`${pk} ${connectorId}`, evse satisfies ShownEvse] as const),
  )
  return (pk, connectorId) => named.get(`${pk} ${connectorId}`) ?? NONE
}
