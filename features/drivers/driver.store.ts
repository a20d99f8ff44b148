// Drivers: those who charge, as their operator knows them.
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'

export type NewDriver = {
  teamId: number
  firstName: string
  lastName: string
  email: string | null
  /** Where it is not now: of a driver with a past. */
  createdAt?: Date
}
/** Makes a driver of a team; answers the id. */
export async function create(db: Db | Trx, d: NewDriver): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into driver (company_id, team_id, first_name, last_name, email, created_at)
    select company_id, id, ${d.firstName}, ${d.lastName}, ${d.email}, coalesce(${d.createdAt ?? null}::timestamptz, now())
    from team where id = ${d.teamId} returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`Driver ${d.firstName} was not made: the team does not exist`)
  return id
}
