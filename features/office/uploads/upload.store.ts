// The records of uploads: for whom, how large, and whether a record names them. The bytes are in the file store under
// the same name.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import type { Used } from './upload.rules.ts'

export type Upload = {
  name: string
  directory: string
  contentType: string
  bytes: number
  teamId: number
  createdBy: number
}

/** Enters an upload; its company is that of the team. */
export const create = (db: Db | Trx, u: Upload, now: Date): Promise<unknown> =>
  sql`insert into upload (name, directory, content_type, bytes, team_id, company_id, created_by, created_at)
    select ${u.name}, ${u.directory}, ${u.contentType}, ${u.bytes}, id, company_id, ${u.createdBy}::int, ${now}
    from team where id = ${u.teamId}`.execute(db)

const FOUND = ['name', 'directory', 'contentType', 'companyId', 'teamId'] as const
export type StoredUpload = Pick<Stored<'upload'>, (typeof FOUND)[number]>
/** An upload by its name. */
export const get = (db: Db, name: string): Promise<StoredUpload | undefined> =>
  db.selectFrom('upload').select(FOUND).where('name', '=', name).where('goneAt', 'is', null).executeTakeFirst()

/** Bytes of a team's company, and of a user since `since`. */
export const used = async (
  db: Db | Trx,
  { teamId, userId, since }: { teamId: number; userId: number; since: Date },
): Promise<Used> =>
  (
    await sql<Used>`
      select (select coalesce(sum(bytes), 0)::bigint from upload
          where company_id = (select company_id from team where id = ${teamId})) as of_company,
        (select coalesce(sum(bytes), 0)::bigint from upload where created_by = ${userId} and created_at > ${since}) as of_user`.execute(
      db,
    )
  ).rows[0] ?? { ofCompany: 0, ofUser: 0 }

/** Uploads of a team's company, and of a user, follow each other from here to the end of the transaction. */
export async function lockUploads(trx: Trx, { teamId, userId }: { teamId: number; userId: number }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('uploads of company ' || company_id, 0))
    from team where id = ${teamId}`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of user ${userId}`}, 0))`.execute(trx)
}

/** Files that are called by a name that somebody sent: from now on they are kept. */
export const keepFiles = (db: Db | Trx, names: readonly string[], now: Date): Promise<unknown> =>
  sql`update upload set named_at = ${now} where name = any(${sql.val(names)}::text[]) and named_at is null
    and gone_at is null`.execute(db)

/**
 * Returns those of `names` that a user may put into a record: files uploaded by this user, by the user's company, or by
 * a team that the user's roles cover. Locks them until the transaction ends, so that none is removed meanwhile.
 */
export const usable = async (
  trx: Trx,
  names: readonly string[],
  { userId, companyId, teamIds }: { userId: number; companyId: number; teamIds: readonly number[] },
): Promise<Pick<StoredUpload, 'name' | 'directory'>[]> =>
  (
    await sql<Pick<StoredUpload, 'name' | 'directory'>>`
      select u.name, u.directory from upload u
      where u.name = any(${sql.val(names)}::text[]) and u.gone_at is null and (u.created_by = ${userId}
        or u.company_id = ${companyId}
        or exists (select 1 from team t where t.id = u.team_id and t.path && ${sql.val(teamIds)}::int[]))
      for share of u`.execute(trx)
  ).rows

/** Gives up uploads of before `before` that no call has ever named; how many. */
export const giveUpUnusedUploads = async (trx: Trx, before: Date, now: Date): Promise<number> =>
  Number(
    (
      await trx
        .updateTable('upload')
        .set({ goneAt: now })
        .where('namedAt', 'is', null)
        .where('goneAt', 'is', null)
        .where('createdAt', '<', before)
        .executeTakeFirst()
    ).numUpdatedRows,
  )
/** Holds files until the transaction ends: who puts one into a record now is done, or waits. */
export const holdUploads = (trx: Trx, names: readonly string[]): Promise<unknown> =>
  trx.selectFrom('upload').select('name').where('name', 'in', names).orderBy('name').forUpdate().execute()
/** Gives up files whose record is gone: nobody reads them from now on, and their bytes go with the next upkeep. */
export const giveUpFiles = (trx: Trx, names: readonly string[], now: Date): Promise<unknown> =>
  trx.updateTable('upload').set({ goneAt: now }).where('name', 'in', names).where('goneAt', 'is', null).execute()
/** Names of what was given up, also before a crash; at most a thousand. */
export const filesGivenUp = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('upload').select('name').where('goneAt', 'is not', null).limit(1000).execute()).map(r => r.name)
export const forget = (db: Db, name: string): Promise<unknown> =>
  db.deleteFrom('upload').where('name', '=', name).where('goneAt', 'is not', null).execute()
