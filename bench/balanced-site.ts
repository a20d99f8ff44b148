// The site of the runs that balance load over real sockets.
import { sql } from 'kysely'
import { setSites } from '#fleet/chargers/charger-site.store.ts'
import type { Db } from '#platform/db/db.ts'
import * as sites from '#power/charging-sites/charging-site.store.ts'
import { wake } from '#power/load-balancing/load.store.ts'

/** Puts all chargers into one site that shares `limitKw` among them, and has it planned at once. */
export async function balanceAll(db: Db, limitKw: number): Promise<void> {
  const { rows } = await sql<{ teamId: number }>`select team_id from charger order by 1 limit 1`.execute(db)
  const zoneId = await sites.create(db, {
    teamId: rows[0]?.teamId ?? 0,
    zoneName: 'Depot',
    isLoadBalancing: true,
    loadBalancingValue: limitKw,
    loadBalancingUnit: 'kW',
  })
  const { rows: keys } = await sql<{ pk: number }>`select chargepoint_pk as pk from charger order by 1`.execute(db)
  await setSites(
    db,
    keys.map(k => k.pk),
    zoneId,
    new Date(),
  )
  await wake(db, [zoneId], new Date())
}
