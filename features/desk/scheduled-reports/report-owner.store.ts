// What a report needs to know of its owner, its team and its view.
import { type RawBuilder, sql } from 'kysely'
import type { ViewContent } from '#office/saved-views/saved-view.contract.ts'
import { peopleWith } from '#people/roles/nearest-role.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/** The version of a person's sessions, which a token must name. */
export const verOf = async (db: Db, userId: number): Promise<number | undefined> =>
  (await db.selectFrom('appUser').select('ver').where('id', '=', userId).executeTakeFirst())?.ver
export const contactOf = (db: Db | Trx, userId: number): Promise<{ email: string; username: string } | undefined> =>
  db.selectFrom('appUser').select(['email', 'username']).where('id', '=', userId).executeTakeFirst()

/** Whether a person may see the team at the end of a path: a role is held on it, or on a team above it. */
export const seesTeam = (userId: RawBuilder<unknown>, path: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from team_member seen where seen.user_id = ${userId} and seen.team_id = any(${path}))`

export type ReachedView = { viewId: number; name: string; list: string; content: ViewContent }
/** A view that a person reaches on a team: their own, or one that is shared there. */
export const viewFor = async (
  db: Db | Trx,
  { userId, teamId }: { userId: number; teamId: number },
  viewId: number,
): Promise<ReachedView | undefined> =>
  (
    await sql<ReachedView>`select v.view_id, v.name, v.list, v.content from saved_view v
      where v.view_id = ${viewId} and (v.user_id = ${userId} or v.is_shared and v.team_id = ${teamId})`.execute(db)
  ).rows[0]
/** The views of all lists that a person reaches on a team. */
export const viewsFor = async (
  db: Db,
  { userId, teamId }: { userId: number; teamId: number },
): Promise<Omit<ReachedView, 'content'>[]> =>
  (
    await sql<Omit<ReachedView, 'content'>>`select v.view_id, v.name, v.list from saved_view v
      where v.user_id = ${userId} or v.is_shared and v.team_id = ${teamId} order by lower(v.name), v.view_id`.execute(
      db,
    )
  ).rows

/** Who may pause, delete and take over the reports of a team: people of its company whose role there changes users. */
export const keepersOf = async (db: Db | Trx, teamId: number): Promise<number[]> =>
  (await peopleWith(db, teamId, { feature: 'Users', flag: 'update' })).map(u => u.userId)
