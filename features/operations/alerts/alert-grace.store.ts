// Charge points whose connection the product itself has ended, for instance by a restart, and that have not connected again yet.
// Their state is not known, so their alerts stay as they are.
import { type RawBuilder, sql } from 'kysely'
import { isMeantToServe } from '#fleet/chargers/trouble.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { COMING_BACK_MINUTES } from './alert.words.ts'
import { CHARGERS_WITH_STATE } from './alert-kind.store.ts'

/** Charger state `s` is of one that is awaited. */
export const isAwaitedSql = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(s.sent_away_at > ${now}::timestamptz - make_interval(mins => ${COMING_BACK_MINUTES}) and (not s.connected or s.live_status = 'offline'))`

export type ComingBack = { chargers: number; until: Date | null }
/** How many charge points of a scope that should serve are awaited, and until when the last of them is. */
export async function comingBack(db: Db, scope: Scope, now: Date): Promise<ComingBack> {
  const { rows } = await sql<ComingBack>`select count(*)::int as chargers,
      max(s.sent_away_at) + make_interval(mins => ${COMING_BACK_MINUTES}) as until
    from ${CHARGERS_WITH_STATE}
    where ${isAwaitedSql(now)} and c.deleted_at is null and ${isMeantToServe} and ${within(scope, 'c')}`.execute(db)
  return rows[0] ?? { chargers: 0, until: null }
}
