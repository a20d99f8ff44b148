// Roles and their grants.
import { sql } from 'kysely'
import type { Db, Trx } from '../../server/db.ts'
import { type Grant, SEEDED_ROLES, type SeededRole } from './role.rules.ts'

/** Makes a role of a company with its grants; answers its id. */
export async function create(db: Db | Trx, companyId: number, name: string, grants: readonly Grant[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with r as (insert into role (company_id, name) values (${companyId}, ${name}) returning id),
    a as (insert into role_access (role_id, feature_id, can_view, can_create, can_update, can_delete)
      select r.id, g."featureId", g."canView", g."canCreate", g."canUpdate", g."canDelete"
      from r, json_to_recordset(${JSON.stringify(grants)}::json) g ("featureId" int, "canView" boolean, "canCreate" boolean,
        "canUpdate" boolean, "canDelete" boolean))
    select id from r`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`Role ${name} was not made`)
  return id
}

/** The four roles of a new company (D-ACC-10), by name. */
export async function seed(db: Db | Trx, companyId: number): Promise<Record<SeededRole, number>> {
  const ids = {} as Record<SeededRole, number>
  for (const [name, grants] of Object.entries(SEEDED_ROLES) as [SeededRole, readonly Grant[]][])
    ids[name] = await create(db, companyId, name, grants)
  return ids
}

/** The id of a company's role by its name. */
export const idOf = async (db: Db | Trx, companyId: number, name: string): Promise<number | undefined> =>
  (await sql<{ id: number }>`select id from role where company_id = ${companyId} and name = ${name}`.execute(db))
    .rows[0]?.id
