// The part of a charger's past that a reader may see (D-CHARGER-12). Records without a team, or whose team is not
// enough, are cut at the charger's last move: into the reader's teams, or into the company to which it belongs now.
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'

const ALWAYS = new Date(0)

/**
 * When a charger last left the teams x (team_id, company_id) for which `outside` is true; null where it was in none.
 */
const lastLeft = (pk: RawBuilder<unknown>, outside: RawBuilder<boolean>): RawBuilder<Date | null> =>
  sql<Date | null>`(select max(n.since) from charger_team_history h
    cross join lateral (select n.since from charger_team_history n where n.chargepoint_pk = h.chargepoint_pk
      and (n.since, n.history_id) > (h.since, h.history_id) order by n.since, n.history_id limit 1) n
    left join team t on t.id = h.team_id cross join lateral (select h.team_id, t.company_id) x
    where h.chargepoint_pk = ${pk} and h.team_id is not null and ${outside})`

/** Returns the moment since which a charger has stood within the scope; the beginning of time where it always has. */
export async function withinSince(db: Db | Trx, scope: Scope, pk: number): Promise<Date> {
  if (scope.kind === 'all') return ALWAYS
  const at = lastLeft(sql`${pk}`, sql<boolean>`(${within(scope, 'x')}) is not true`)
  const { rows } = await sql<{ at: Date | null }>`select ${at} as at`.execute(db)
  return rows[0]?.at ?? ALWAYS
}

/** Since when the charger of a row has belonged to its company, for every reader. */
export const chargerSinceInCompany = (pk: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`coalesce(${lastLeft(
    pk,
    sql<boolean>`x.company_id is distinct from (select o.company_id from charger o where o.chargepoint_pk = h.chargepoint_pk)`,
  )}, '-infinity')`
