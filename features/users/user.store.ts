// Users of the portal.
import { sql } from 'kysely'
import type { Db, Trx } from '../../server/db.ts'

export type NewUser = {
  companyId: number
  username: string
  firstName: string
  lastName: string
  email: string
  userType: 'ROOT' | 'ADMIN' | 'USER'
  passwordHash: string | null
}

/** Makes a user; answers the id. A taken username is the database's unique violation. */
export async function create(db: Db | Trx, u: NewUser): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into app_user (company_id, username, first_name, last_name, email, user_type, password_hash)
    values (${u.companyId}, ${u.username}, ${u.firstName}, ${u.lastName}, ${u.email}, ${u.userType}, ${u.passwordHash})
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`User ${u.username} was not made`)
  return id
}

export const count = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from app_user`.execute(db)).rows[0]?.n ?? 0
