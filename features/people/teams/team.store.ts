// The tree of companies and teams.
import { storedState } from '@wattdesk/base/address'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { pick } from '#platform/db/record.ts'
import { recordFinance } from './team-finance-history.store.ts'

export type NewTeam = {
  parentId: number | null
  /** GP once an installation, P under it, C below an operator (D-ACC-5). */
  companyType: 'GP' | 'P' | 'C'
  name: string
  domain?: string
  street?: string
  city?: string
  state?: string
  zipcode?: string
  latitude?: number
  longitude?: number
  description?: string
  /** The time of creation, if not now: for a team with a past. */
  createdAt?: Date
}

/** Creates a team below another; returns its id. */
export const create = (db: Db | Trx, t: NewTeam & { companyType: 'C' }): Promise<number> => make(db, t)

/** Creates the own team of a company. Called by the store of companies, which writes the rest of the company. */
export const createOwnTeam = (db: Db | Trx, t: NewTeam & { companyType: 'GP' | 'P' }): Promise<number> => make(db, t)

async function make(db: Db | Trx, t: NewTeam): Promise<number> {
  const { rows } = await sql<{ id: number; createdAt: Date }>`
    with parent as (select company_id, path from team where id = ${t.parentId}),
    next as (select nextval(pg_get_serial_sequence('team', 'id'))::int as id)
    insert into team (id, parent_id, company_id, company_type, path, name, domain, street, city, state, zipcode,
      latitude, longitude, description, created_at)
    select next.id, ${t.parentId}::int, case when ${t.companyType} = 'C' then (select company_id from parent) else next.id end,
      ${t.companyType}, coalesce((select path from parent), '{}'::int[]) || next.id, ${t.name}, ${t.domain ?? null},
      ${t.street ?? null}, ${t.city ?? null}, ${storedState(t)}, ${t.zipcode ?? null},
      ${t.latitude ?? null}::numeric, ${t.longitude ?? null}::numeric, ${t.description ?? ''},
      coalesce(${t.createdAt ?? null}::timestamptz, now())
    from next returning id, created_at`.execute(db)
  const made = rows[0]
  if (!made) throw new Error(`Team ${t.name} was not made`)
  const { id, createdAt } = made
  await recordFinance(db, [id], createdAt)
  return id
}

/** The platform owner's company, where the installation has one. */
export const platform = (db: Db | Trx): Promise<{ id: number; name: string } | undefined> =>
  db.selectFrom('team').select(['id', 'name']).where('companyType', '=', 'GP').executeTakeFirst()

/** Gives a user a role on a team, in place of the present one. */
export async function addMember(db: Db | Trx, m: { teamId: number; userId: number; roleId: number }): Promise<void> {
  await db
    .insertInto('teamMember')
    .values(pick(m, ['teamId', 'userId', 'roleId']))
    .onConflict(c => c.columns(['userId', 'teamId']).doUpdateSet({ roleId: m.roleId }))
    .execute()
}
