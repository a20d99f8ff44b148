// Who supplies the sessions of a team (M-2.5, TAX-02), as of a time: a team with a GST number, or nobody where none has one.
import { type RawBuilder, sql } from 'kysely'
import { recordAtFirst } from '#platform/db/dated.ts'
import type { Db } from '#platform/db/db.ts'

type Fragment = RawBuilder<unknown>
/** SQL: the rows of `team_registration` of a team that are in force at `at`. Order them by `byBeginning`. */
export const registrationsAt = (teamId: Fragment, at: Fragment): Fragment => sql`(
  select l.* from (select distinct on (r.gstin) r.* from team_registration r
    where r.team_id = ${teamId} and r.since <= ${at} order by r.gstin, r.since desc, r.line_id desc) l
  where not l.is_ended)`
/** SQL: orders registrations `r` by their beginning. The first one is the team's first registration. */
export const byBeginning: Fragment = sql`r.since, r.line_id`

/**
 * The supplier of a path of teams (M-2.5): the nearest team upwards with a GST number by the finance at `at`, which is the
 * first of its registrations, or the number of its first payout account; with all its registrations of that time.
 */
export const supplierAt = (path: Fragment, at: Fragment) => sql`(
  select json_build_object('name', f.business_name, 'gstin', f.gstin, 'street', s.street, 'houseNumber', s.house_number,
    'zipcode', s.zipcode, 'city', s.city, 'state', s.state, 'registrations', coalesce((
      select json_agg(json_build_object('name', r.legal_name, 'gstin', r.gstin, 'address', r.address, 'recipientType', r.recipient_type) order by ${byBeginning})
      from ${registrationsAt(sql`s.id`, at)} r), '[]'))
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
  const supplier = rows[0]?.supplier
  return supplier ? { name: supplier.name, gstin: supplier.gstin } : null
}
