// From when on the log of a charger may be read: frames name no team, so what passed while the charger stood outside of the
// reader's teams is left out by the time of its last move into them.
import { sql } from 'kysely'
import { type Scope, within } from '../../platform/access/scope.ts'
import type { Db } from '../../platform/db/db.ts'

const ALWAYS = new Date(0)

/** The moment since which a charger has stood within the scope; the beginning of time where it always has. */
export async function withinSince(db: Db, scope: Scope, pk: number): Promise<Date> {
  if (scope.kind === 'all') return ALWAYS
  const { rows } = await sql<{ at: Date | null }>`
    select max(n.since) as at from charger_team_history h
    cross join lateral (select n.since from charger_team_history n where n.chargepoint_pk = h.chargepoint_pk
      and (n.since, n.history_id) > (h.since, h.history_id) order by n.since, n.history_id limit 1) n
    left join team t on t.id = h.team_id cross join lateral (select h.team_id, t.company_id) x
    where h.chargepoint_pk = ${pk} and h.team_id is not null and (${within(scope, 'x')}) is not true`.execute(db)
  return rows[0]?.at ?? ALWAYS
}
