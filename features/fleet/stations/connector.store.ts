// The connectors of a charger as operators describe them, the price groups that connectors had with dates, and the
// first row of a charger's live state. The parts of statements here are for the record of a charger, which is written
// in the same statement (features/fleet/chargers).
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

export type NewConnector = {
  connectorId: number
  connectorName?: string
  connectorType?: string
  kw?: number
  volt?: number
  priceGroupId?: number
}

/**
 * Part of a statement whose query `name` returns `chargepoint_pk` of chargers that were just made: their live state.
 *
 * @param name of the query in the same statement
 */
export const insertState = (name: string): RawBuilder<unknown> =>
  sql`insert into charger_state (chargepoint_pk) select chargepoint_pk from ${sql.ref(name)}`

/**
 * Queries of a statement: the connectors of a charger that was just made, and their price groups from `created_at` on.
 *
 * @param name of the query in the same statement that returns the charger's `chargepoint_pk` and `created_at`
 */
export const insertConnectors = (name: string, connectors: readonly NewConnector[]): RawBuilder<unknown> => sql`
    new_connector as (insert into connector
        (chargepoint_pk, connector_id, connector_name, connector_type, kw, volt, price_group_id)
      select m.chargepoint_pk, x."connectorId", coalesce(x."connectorName", x."connectorId"::text), x."connectorType", x."kw",
        x."volt", x."priceGroupId"
      from ${sql.ref(name)} m, json_to_recordset(${JSON.stringify(connectors)}::json) x ("connectorId" int,
        "connectorName" text, "connectorType" text, "kw" numeric, "volt" numeric, "priceGroupId" int)
      returning chargepoint_pk, connector_id, price_group_id),
    new_price as (insert into connector_price_history (chargepoint_pk, connector_id, price_group_id, since)
      select n.chargepoint_pk, n.connector_id, n.price_group_id, m.created_at
      from new_connector n join ${sql.ref(name)} m using (chargepoint_pk))`

/**
 * Part of a statement whose query `name` returns chargers with `is_sold`, true where the company changed: the settings
 * that the former company set do not apply to the new company (D-CHARGER-12).
 */
export const forgetSettingsOfSold = (name: string): RawBuilder<unknown> => sql`
    update charger_state s set config_differs = 0, config_differs_since = null
    from ${sql.ref(name)} m where m.is_sold and s.chargepoint_pk = m.chargepoint_pk`

type DescribedConnector = {
  connectorId: number
  connectorName: string
  connectorType: string | null
  kw: number | null
  volt: number | null
}
/** Describes connectors, making those that do not exist yet. Their price groups are set separately, with dates. */
export async function describe(trx: Trx, pk: number, connectors: readonly DescribedConnector[]): Promise<void> {
  await sql`
    insert into connector (chargepoint_pk, connector_id, connector_name, connector_type, kw, volt, is_configured)
    select ${pk}::int, x."connectorId", x."connectorName", x."connectorType", x."kw", x."volt", true
    from json_to_recordset(${JSON.stringify(connectors)}::json) x ("connectorId" int, "connectorName" text,
      "connectorType" text, "kw" numeric, "volt" numeric)
    on conflict (chargepoint_pk, connector_id) do update set connector_name = excluded.connector_name,
      connector_type = excluded.connector_type, kw = excluded.kw, volt = excluded.volt, is_configured = true`.execute(
    trx,
  )
}

/** Stores the address in the QR code of a connector. */
export async function keepQr(trx: Trx, pk: number, connectorId: number, url: string): Promise<void> {
  await sql`update connector set qr_code_url = ${url}
    where chargepoint_pk = ${pk} and connector_id = ${connectorId}`.execute(trx)
}

/** Forgets the addresses of all QR codes of a charger, whose printed codes lead nowhere from now on. */
export async function forgetQrCodes(trx: Trx, pk: number): Promise<void> {
  await sql`update connector set qr_code_url = null where chargepoint_pk = ${pk}`.execute(trx)
}

/**
 * Gives connectors of a charger another price group from `at` on, null for none; without `connectorIds` all of them.
 */
export async function setPriceGroup(
  db: Db | Trx,
  pk: number,
  priceGroupId: number | null,
  at: Date,
  connectorIds?: readonly number[],
): Promise<void> {
  await sql`
    with n as (update connector set price_group_id = ${priceGroupId} where chargepoint_pk = ${pk}
      and price_group_id is distinct from ${priceGroupId}::int
      and (${connectorIds === undefined} or connector_id = any(${sql.val(connectorIds ?? [])}::int[]))
      returning chargepoint_pk, connector_id, price_group_id)
    insert into connector_price_history (chargepoint_pk, connector_id, price_group_id, since)
    select chargepoint_pk, connector_id, price_group_id, ${at}::timestamptz from n`.execute(db)
}
