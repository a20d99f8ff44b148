// Charging sites: the places of a team at which chargers stand.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'

/** Makes a site of a team; answers its id. */
export async function create(db: Db | Trx, s: { teamId: number; zoneName: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into charging_site (company_id, team_id, zone_name)
    select company_id, id, ${s.zoneName} from team where id = ${s.teamId} returning zone_id as id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`Site ${s.zoneName} was not made: its team does not exist`)
  return id
}
