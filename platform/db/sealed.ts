// Sealing: a table is cut into parts by time. When a part has ended, its rows are written as compressed blocks, and the
// part is dropped. A row of `sealed_until` holds the moment up to which a table is sealed. A reader takes older rows from
// the blocks and later rows from the table, in one statement: so it finds each row once, even while the moment moves.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from './db.ts'
import { DAY_MS } from './parts.ts'

/** How long rows stay after the end of their part: late and repeated rows mostly come within that time. */
const OPEN_DAYS = 2

/** The moment up to which a table is sealed, as SQL. */
export const sealedUntil = (table: string): RawBuilder<Date> =>
  sql`(select until_at from sealed_until where table_name = ${sql.lit(table)})`

/** A part of a table: its name, and its end, which is the beginning of the next part. */
type Part = { name: string; toAt: Date }
const partsOf = async (db: Db, table: string): Promise<Part[]> =>
  (
    await sql<Part>`select name, b[1]::timestamptz as to_at
      from (select c.relname as name, regexp_match(pg_get_expr(c.relpartbound, c.oid), $$ TO \\('(.+)'\\)$$) as b
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass) p
      where b is not null order by to_at`.execute(db)
  ).rows

/** The times of a part that is sealed now: from, inclusive, to, exclusive. */
export type Span = { from: Date; to: Date }
type Sealing = {
  table: string
  /** Writes the blocks of all rows of the span. */
  packSpan: (trx: Trx, span: Span) => Promise<void>
  /** Removes rows from the default part, which holds the rows of no other part. */
  removeRestBefore: (trx: Trx, at: Date) => Promise<unknown>
}

/**
 * Seals the parts of a table that ended two days ago or longer, one after the other, and drops them. A part is sealed in one
 * transaction: a sealing that breaks off leaves nothing, and a second process waits for the first. Returns how many parts
 * were sealed.
 */
export async function sealParts(db: Db, sealing: Sealing, now: Date): Promise<number> {
  const { table, removeRestBefore } = sealing
  const latest = now.getTime() - OPEN_DAYS * DAY_MS
  let sealed = 0
  for (const { name, toAt } of await partsOf(db, table)) {
    if (toAt.getTime() > latest) break
    if (await sealUntil(db, sealing, toAt)) sealed++
    await db.transaction().execute(async trx => {
      // Waits for no reader: what is left is dropped the next time.
      await sql`set local lock_timeout = '1s'`.execute(trx)
      await removeRestBefore(trx, toAt)
      await sql`drop table if exists ${sql.table(name)}`.execute(trx)
    })
  }
  return sealed
}

/** Seals a table up to the end of a part. False where it is sealed that far already. */
const sealUntil = (db: Db, { table, packSpan }: Sealing, to: Date): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const { rows } = await sql<{ from: Date }>`select until_at as "from" from sealed_until
      where table_name = ${table} for update`.execute(trx)
    const from = rows[0]?.from
    if (!from) throw new Error(`${table} is no table that is sealed`)
    if (to <= from) return false
    await packSpan(trx, { from, to })
    await sql`update sealed_until set until_at = ${to} where table_name = ${table}`.execute(trx)
    return true
  })

/**
 * Seals a table without rows up to a moment before which it has none, as far as rows that come from elsewhere are sealed.
 * Returns up to which moment the table is sealed then; the moment stays where it is until the transaction ends.
 */
export async function sealEmpty(trx: Trx, table: string, until: Date): Promise<Date> {
  const { rows } = await sql<{
    at: Date
  }>`select until_at as at from sealed_until where table_name = ${table} for update`.execute(trx)
  const at = rows[0]?.at
  if (!at) throw new Error(`${table} is no table that is sealed`)
  if (at >= until) return at
  const { rows: left } = await sql`select from ${sql.table(table)} where received_at < ${until} limit 1`.execute(trx)
  if (left.length > 0) return at
  await sql`update sealed_until set until_at = ${until} where table_name = ${table}`.execute(trx)
  return until
}
