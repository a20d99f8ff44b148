// What was uploaded, for whom, and what it is; the bytes are in the file store under the same name.
import { sql } from 'kysely'
import type { Db, Trx } from '../../server/db.ts'

export type Upload = {
  name: string
  directory: string
  contentType: string
  bytes: number
  teamId: number | null
  createdBy: number | null
}

export const create = (db: Db | Trx, u: Upload): Promise<unknown> => db.insertInto('upload').values(u).execute()

export type Found = Pick<Upload, 'name' | 'directory' | 'contentType'> & {
  companyId: number | null
  teamId: number | null
}
/** An upload by its name, with the company of its team. */
export const get = async (db: Db, name: string): Promise<Found | undefined> =>
  (
    await sql<Found>`select u.name, u.directory, u.content_type, u.team_id, t.company_id
      from upload u left join team t on t.id = u.team_id where u.name = ${name}`.execute(db)
  ).rows[0]
