// Tables that are cut into parts by time: parts are made ahead, and dropped whole when all of their rows are past keeping.
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'

export const DAY_MS = 86_400_000
const LOCK_NOT_AVAILABLE = '55P03'

/** Tables with the width of their parts in days. */
export type Widths = Readonly<Record<string, number>>

/** Makes the parts of these tables from `since` to two ahead, through the function `make_parts` of the migrations. */
export async function makeParts(db: Db, widths: Widths, since = new Date()): Promise<void> {
  for (const [table, days] of Object.entries(widths))
    await sql`select make_parts(${table}, make_interval(days => ${days}), ${since})`.execute(db)
}

/**
 * Drops the parts of a table that begin before a day. A part under a long reading, such as a backup, is dropped the
 * next time: a drop that waits keeps everybody from the whole table.
 *
 * @param first the first part that is kept begins on this day (UTC) or later
 * @returns how many parts were dropped
 */
export async function dropParts(db: Db | Trx, table: string, first: Date): Promise<number> {
  const text = first.toISOString().slice(0, 10).replaceAll('-', '')
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ ${`^${table}_[0-9]{8}$`}
      and c.relname < ${`${table}_${text}`}`.execute(db)
  let dropped = 0
  for (const { name } of rows)
    try {
      // One statement is one transaction, also for a caller that has begun none.
      await sql`do ${sql.lit(`begin set local lock_timeout = '1s'; drop table "${name}"; end`)}`.execute(db)
      dropped++
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    }
  return dropped
}
