// The statements on views of lists. A person reaches their own and, of the team asked for, those that are shared.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { ViewContent } from './saved-view.contract.ts'

export type SavedViewRow = {
  viewId: number
  teamId: number
  userId: number
  list: string
  name: string
  isShared: boolean
  content: ViewContent
  updatedAt: Date
  keptBy: string
  scheduledReports: number
}
type Reader = { userId: number; teamId: number }

const columns = sql`v.view_id, v.team_id, v.user_id, v.list, v.name, v.is_shared, v.content, v.updated_at, u.username as kept_by,
  (select count(*)::int from scheduled_report s where s.company_id = v.company_id and s.view_id = v.view_id and s.deleted_at is null
    and s.state <> 'Stopped') as scheduled_reports`
const reached = ({ userId, teamId }: Reader) => sql`(v.user_id = ${userId} or v.is_shared and v.team_id = ${teamId})`

export const list = async (db: Db, reader: Reader, name: string): Promise<SavedViewRow[]> =>
  (
    await sql<SavedViewRow>`select ${columns} from saved_view v join app_user u on u.id = v.user_id
      where v.list = ${name} and ${reached(reader)} order by lower(v.name), v.view_id`.execute(db)
  ).rows

/** Returns one view that the reader may open; in a transaction the view is locked. */
export const get = async (trx: Trx, reader: Reader, id: number): Promise<SavedViewRow | undefined> =>
  (
    await sql<SavedViewRow>`select ${columns} from saved_view v join app_user u on u.id = v.user_id
      where v.view_id = ${id} and ${reached(reader)} for update of v`.execute(trx)
  ).rows[0]

/** How many views of a list a person keeps; later ones wait until this transaction has ended. */
export async function count(trx: Trx, userId: number, name: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('views', ${userId}))`.execute(trx)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from saved_view where user_id = ${userId} and list = ${name}`.execute(trx)
  return rows[0]?.n ?? 0
}

type Saved = { name: string; isShared: boolean; content: ViewContent }
/** Answers the key of the new view. A name that the person has already is the database's unique violation. */
export async function create(trx: Trx, by: Reader, name: string, saved: Saved, at: Date): Promise<number> {
  const { rows } = await sql<{ viewId: number }>`
    insert into saved_view (company_id, team_id, user_id, list, name, is_shared, content, updated_at)
    select company_id, id, ${by.userId}, ${name}, ${saved.name}, ${saved.isShared}, ${JSON.stringify(saved.content)}::jsonb, ${at}
    from team where id = ${by.teamId} returning view_id`.execute(trx)
  const id = rows[0]?.viewId
  if (id === undefined) throw new Error(`No view was made: team ${by.teamId} does not exist`)
  return id
}

export async function update(trx: Trx, id: number, saved: Saved, at: Date): Promise<void> {
  await trx
    .updateTable('savedView')
    .set({ name: saved.name, isShared: saved.isShared, content: JSON.stringify(saved.content), updatedAt: at })
    .where('viewId', '=', id)
    .execute()
  // Nobody else's list opens with a view that is no longer shared.
  if (!saved.isShared)
    await sql`delete from saved_view_default d using saved_view v
      where d.view_id = ${id} and v.view_id = d.view_id and d.user_id <> v.user_id`.execute(trx)
}

export async function remove(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('savedView').where('viewId', '=', id).execute()
}

export const defaultOf = async (db: Db | Trx, userId: number, name: string): Promise<number | null> =>
  (
    await db
      .selectFrom('savedViewDefault')
      .select('viewId')
      .where('userId', '=', userId)
      .where('list', '=', name)
      .executeTakeFirst()
  )?.viewId ?? null

export async function setDefault(trx: Trx, userId: number, name: string, viewId: number | null): Promise<void> {
  if (viewId === null)
    await trx.deleteFrom('savedViewDefault').where('userId', '=', userId).where('list', '=', name).execute()
  else
    await sql`insert into saved_view_default (user_id, list, view_id) values (${userId}, ${name}, ${viewId})
      on conflict (user_id, list) do update set view_id = excluded.view_id`.execute(trx)
}
