// Reads the dashboard's figures besides the sums of sessions: how many devices existed and were connected at a moment,
// and the energy of single sessions.
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { type Scope, within } from '#platform/db/scope.ts'

export type Devices = { total: number; online: number }

/**
 * Counts the devices of the scope at a moment: by their teams at that time, and by the last status of their stations
 * before it.
 */
export async function deviceCountsAt(db: Db, scope: Scope, at: Date): Promise<Devices> {
  const { rows } = await sql<Devices>`
    select count(*) as total, count(*) filter (where l.to_status in ('online', 'charging')) as online
    from charger c
    cross join lateral (select h.team_id from charger_team_history h
      where h.chargepoint_pk = c.chargepoint_pk and h.since <= ${at} order by h.since desc, h.history_id desc limit 1) h
    join team m on m.id = h.team_id
    cross join lateral (select m.id as team_id, m.company_id) s
    left join lateral (select l.to_status from station_status_history l
      where l.chargepoint_pk = c.chargepoint_pk and l.changed_at <= ${at}
      order by l.changed_at desc, l.id desc limit 1) l on true
    where ${within(scope, 's')}`.execute(db)
  return rows[0] ?? { total: 0, online: 0 }
}

export type EndedSession = { stoppedAt: Date; energyWh: number }
/**
 * The sessions that began in a range and have ended, in the order in which they ended: those that the figures count as
 * finished, with no energy for a dismissed session.
 */
export const endedSessions = async (
  db: Db,
  scope: Scope,
  { from, until }: { from: Date; until: Date },
): Promise<EndedSession[]> =>
  (
    await sql<EndedSession>`select coalesce(t.stopped_at, t.started_at) as stopped_at,
        case when t.is_dismissed then 0 else t.energy_wh end::float8 as energy_wh
      from transaction t
      where t.started_at >= ${from} and t.started_at < ${until} and t.stopped_at is not null and not t.in_review
        and ${within(scope, 't')}
      order by t.stopped_at, t.transaction_id`.execute(db)
  ).rows
