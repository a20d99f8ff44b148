// What companies have their stations of OCPP 2.0.1 show to drivers, and the prices that are shown.
import { sql } from 'kysely'
import type { RateEntry } from '#money/price-groups/gateway-rate.rules.ts'
import { rateEntries } from '#money/price-groups/gateway-rate.store.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { connectorVersionAt } from '#money/price-groups/price-version.store.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'

/** Running cost every so many seconds, 0 for never, and the price before the start. */
export type DisplaySettings = { runningCostSec: number; showsTariff: boolean }
/** The settings of the companies that show anything. */
export async function displaySettings(db: Db): Promise<Map<number, DisplaySettings>> {
  const rows = await db
    .selectFrom('company')
    .select(['companyId', 'runningCostSec', 'showsTariff'])
    .where(eb => eb.or([eb('runningCostSec', '>', 0), eb('showsTariff', '=', true)]))
    .execute()
  return new Map(rows.map(({ companyId, ...settings }) => [companyId, settings]))
}

/** `versions`: how many prices the connectors of the charger have, one without a price counted as one. */
export type ChargerTariff = { versions: number; snapshot: PriceSnapshot | null; rateEntries: RateEntry[] | null }
/** The price that all connectors of a charger have at a moment, in the order of the chargers. */
export async function chargerTariffs(db: Db, pks: readonly number[], at: Date): Promise<ChargerTariff[]> {
  const { rows } = await sql<ChargerTariff>`
    select p.versions::int as versions, v.content as snapshot, ${rateEntries(sql`c.company_id`)} as rate_entries
    from unnest(${ints(pks)}) with ordinality k (pk, n)
    join charger c on c.chargepoint_pk = k.pk
    cross join lateral (select count(distinct coalesce(x.id, 0)) as versions, min(x.id) as id
      from (select ${connectorVersionAt(sql`n.chargepoint_pk`, sql`n.connector_id`, sql`${at}::timestamptz`)} as id
        from connector n where n.chargepoint_pk = k.pk) x) p
    left join price_group_version v on v.price_version_id = p.id and p.versions = 1
    order by k.n`.execute(db)
  return rows
}
