// The role that counts for a person on a team, as SQL (D-ACC-6), and the people of a company who hold a flag there.
import { type Feature, type Flag, featureIdOf } from '@wattdesk/base/access'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

/** A row with `role_id`: the nearest role that a user holds on the path to a team; no row where there is none. */
export const nearestRole = (userId: RawBuilder<unknown>, path: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select m.role_id from team_member m where m.user_id = ${userId} and m.team_id = any(${path})
    order by array_position(${path}, m.team_id) desc limit 1)`

/** The active people of a team's company whose role on the team has a flag of a feature. */
export const peopleWith = async (
  db: Db | Trx,
  teamId: number,
  { feature, flag }: { feature: Feature; flag: Flag },
): Promise<{ userId: number; email: string }[]> =>
  (
    await sql<{ userId: number; email: string }>`select u.id as user_id, u.email
      from team t join app_user u on u.company_id = t.company_id
      cross join lateral ${nearestRole(sql`u.id`, sql`t.path`)} h
      join role_access a on a.role_id = h.role_id and a.feature_id = ${featureIdOf(feature)}
      where t.id = ${teamId} and ${sql.ref(`a.can_${flag}`)} and u.is_active order by u.id`.execute(db)
  ).rows
