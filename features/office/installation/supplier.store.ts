// Who supplies the sessions of a team (M-2.5), as of a time: a team with a GST number, or nobody where none has one.
import { type RawBuilder, sql } from 'kysely'
import { recordAtFirst } from '#platform/db/dated.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * The supplier of a path of teams (M-2.5): the nearest team upwards whose first payout account had a GST number, by the
 * finance at `at`.
 */
export const supplierAt = (path: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(
  select json_build_object('name', f.business_name, 'gstin', f.gstin, 'street', s.street, 'houseNumber', s.house_number,
    'zipcode', s.zipcode, 'city', s.city, 'state', s.state)
  from unnest(${path}) with ordinality p (id, depth) join team s on s.id = p.id
  cross join lateral (select h.gstin, h.business_name from team_finance_history h where h.team_id = p.id
    order by ${recordAtFirst(sql`h.since`, at, sql`h.history_id`)} limit 1) f
  where f.gstin is not null order by p.depth desc limit 1)`

/** Name and GST number of the team or the team above that supplies sessions beginning at `at`; null without a supplier. */
export async function teamSupplier(db: Db, teamId: number, at: Date): Promise<{ name: string; gstin: string } | null> {
  const { rows } = await sql<{ supplier: { name: string; gstin: string } | null }>`
    select ${supplierAt(sql`t.path`, sql`${at}::timestamptz`)} as supplier from team t where t.id = ${teamId}`.execute(
    db,
  )
  return rows[0]?.supplier ?? null
}
