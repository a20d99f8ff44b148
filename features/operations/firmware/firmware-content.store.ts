// The uploaded bytes of firmware files. The bytes themselves are in the file store.
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

export type Content = Stored<'firmwareContent'>
type New = Pick<Content, 'teamId' | 'storedName' | 'fileName' | 'bytes' | 'sha256' | 'createdBy' | 'createdAt'>

export const add = async (trx: Trx, c: New): Promise<number> =>
  (
    await sql<{
      id: number
    }>`insert into firmware_content (company_id, team_id, stored_name, file_name, bytes, sha256, created_by, created_at)
      select company_id, id, ${c.storedName}, ${c.fileName}, ${c.bytes}, ${c.sha256}, ${c.createdBy}, ${c.createdAt}
      from team where id = ${c.teamId} returning content_id as id`.execute(trx)
  ).rows[0]?.id ?? 0

/** An upload of the scope that no record names yet, or the record `firmwareId` alone; locked until the transaction ends. */
export const free = async (
  trx: Trx,
  scope: Scope,
  contentId: number,
  firmwareId: number | null,
): Promise<Content | undefined> =>
  (
    await sql<Content>`select * from firmware_content c where c.content_id = ${contentId} and c.gone_at is null
      and ${within(scope, 'c')} and not exists (select from firmware f where f.content_id = c.content_id
        and f.firmware_id is distinct from ${firmwareId}::int) for update of c`.execute(trx)
  ).rows[0]

/** Bytes that the firmware files of a company take up. */
export const usedBytes = async (db: Db, companyId: number): Promise<number> =>
  (
    await sql<{ n: number }>`select coalesce(sum(bytes), 0)::bigint as n from firmware_content
      where company_id = ${companyId} and gone_at is null`.execute(db)
  ).rows[0]?.n ?? 0

/** Marks for removal what no record names, of uploads before a moment; returns how many. */
export async function giveUpUnnamed(trx: Trx, before: Date, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`update firmware_content c set gone_at = ${at} where c.gone_at is null
    and c.created_at < ${before} and not exists (select from firmware f where f.content_id = c.content_id and f.deleted_at is null)`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}
/** Those whose bytes are to be removed. */
export const givenUp = async (db: Db): Promise<Pick<Content, 'contentId' | 'storedName'>[]> =>
  (
    await sql<Pick<Content, 'contentId' | 'storedName'>>`select content_id, stored_name from firmware_content
      where gone_at is not null and stored_name <> '' order by content_id limit 500`.execute(db)
  ).rows
/** The row stays: records of former campaigns name it. */
export const forget = (db: Db, contentId: number): Promise<unknown> =>
  sql`update firmware_content set stored_name = '' where content_id = ${contentId}`.execute(db)
