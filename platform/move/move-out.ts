// Reads the rows of an owner at one moment and stores them sealed, a file for each table, row by row as JSON. Streams from
// end to end.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Through } from '#platform/backup/keys.ts'
import { store } from '#platform/backup/streams.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { StoredTable } from './move-manifest.ts'
import { forOwner, type MovedTable, type MovePlan, type SharedTable } from './move-plan.ts'

const ROWS_AT_ONCE = 2000

export type ColumnOf = { name: string; type: string }
/** The columns of a table that are written, in their order: those that are computed are left out. */
export const columnsOf = async (trx: Trx, table: string): Promise<ColumnOf[]> =>
  (
    await sql<ColumnOf>`select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum`.execute(trx)
  ).rows

/** The rows of a table that move, as a select of its columns. */
function rowsOf(t: MovedTable | SharedTable, columns: readonly ColumnOf[], owner: number): string {
  const from = 'from' in t && t.from !== undefined ? `(${forOwner(t.from, owner)})` : t.table
  return `select ${columns.map(c => `x."${c.name}"`).join(', ')} from ${from} x where ${forOwner(t.where, owner)}`
}

/** Stores the rows of all tables of a plan; `trx` shows one moment. */
export async function storeTables(
  trx: Trx,
  plan: MovePlan,
  owner: number,
  to: { place: Files; seal: Through },
): Promise<{ shared: StoredTable[]; tables: StoredTable[] }> {
  const all = async (tables: readonly (MovedTable | SharedTable)[], folder: string) => {
    const stored: StoredTable[] = []
    for (const t of tables) {
      const columns = await columnsOf(trx, t.table)
      let rows = 0
      const lines = linesOfRows(trx, rowsOf(t, columns, owner), n => {
        rows += n
      })
      const options = { seal: to.seal, isCompressed: true }
      const file = await store(
        to.place,
        `${folder}/${t.table}.jsonl.zst`,
        Readable.from(lines, { objectMode: false }),
        options,
      )
      stored.push({ name: t.table, rows, columns: columns.map(c => c.name), stored: file })
    }
    return stored
  }
  return { shared: await all(plan.shared, 'shared'), tables: await all(plan.moved, 'tables') }
}

async function* linesOfRows(trx: Trx, select: string, counted: (n: number) => void): AsyncGenerator<Buffer> {
  // A line break in JSON stands between values only.
  await sql
    .raw(
      `declare move_rows no scroll cursor for select replace(row_to_json(r)::text, E'\\n', ' ') as line from (${select}) r`,
    )
    .execute(trx)
  for (;;) {
    const { rows: found } = await sql`fetch forward ${sql.lit(ROWS_AT_ONCE)} from move_rows`.execute(trx)
    const rows = found as { line: string }[]
    if (rows.length === 0) break
    counted(rows.length)
    yield Buffer.from(rows.map(r => `${r.line}\n`).join(''))
  }
  await sql`close move_rows`.execute(trx)
}

/** The sums of a plan for an owner. */
export async function sumsOf(trx: Trx, plan: MovePlan, owner: number): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const [name, text] of Object.entries(plan.sums)) {
    const { rows } = await sql<{
      n: string
    }>`select coalesce((${sql.raw(forOwner(text, owner))}), 0)::text as n`.execute(trx)
    sums[name] = rows[0]?.n ?? '0'
  }
  return sums
}

/** How many rows of each table belong to an owner. */
export async function countsOf(trx: Trx, plan: MovePlan, owner: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const t of plan.moved) {
    if (t.isCounted === false) continue
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(t.table)} x
      where ${sql.raw(forOwner(t.where, owner))}`.execute(trx)
    counts[t.table] = rows[0]?.n ?? 0
  }
  return counts
}

/** The migrations that a database has. */
export const migrationsIn = async (trx: Trx): Promise<{ name: string; checksum: string | null }[]> =>
  (
    await sql<{ name: string; checksum: string | null }>`select name, checksum from migration order by name`.execute(
      trx,
    )
  ).rows
