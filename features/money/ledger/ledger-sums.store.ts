// Reads the sums of the ledger (migrations/0057) together with the entries posted after them. Mark, sums and entries
// are read at the same moment, so figures are right however long ago the last fold was.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { allRows, type ListRows } from '#platform/http/exports.ts'

/** Postings up to this id are in the sums; 0: no sum may be read. */
export type Folded = number

/**
 * The id up to which postings are folded, at the moment of a transaction. `zone`: the time zone of the months that the
 * caller reads; 0 where the sums were cut by another zone. `null`: the caller reads no months.
 */
export async function foldedIn(trx: Trx, zone: string | null): Promise<Folded> {
  // Planned for the mark as it is: beyond it are few entries. The months of a large company are sorted in memory.
  const { rows } = await sql`
    select folded_to, zone, set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)
    from ledger_mark`.execute(trx)
  const [mark] = rows as { foldedTo: number; zone: string }[]
  return mark && (zone === null || mark.zone === zone) ? mark.foldedTo : 0
}
/** In the caller's own transaction the caller has taken care of the moment: he holds the sums, and locks out who would write. */
export const atOneMoment = <T>(db: Db | Trx, read: (trx: Trx) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? read(db as Trx)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
/** Keeps postings from being added to the sums until the transaction ends; whoever adds them up passes by meanwhile. */
export const holdSums = (trx: Trx): Promise<unknown> => sql`select from ledger_mark for share`.execute(trx)
export const atMark = <T>(
  db: Db | Trx,
  zone: string | null,
  read: (trx: Trx, folded: Folded) => Promise<T>,
): Promise<T> => atOneMoment(db, async trx => read(trx, await foldedIn(trx, zone)))

/** A page, or of an export all rows. */
export const rowsAtMark = async <R>(
  db: Db,
  query: { export?: unknown },
  zone: string | null,
  statement: (folded: Folded) => RawBuilder<R>,
): Promise<ListRows<R>> =>
  query.export
    ? allRows(db, async trx => statement(await foldedIn(trx, zone)))
    : atMark(db, zone, async (trx, folded) => (await statement(folded).execute(trx)).rows)

/** SQL condition for entries `e` that are not in the sums yet. */
export const beyond = (folded: Folded): RawBuilder<boolean> => sql<boolean>`e.posting_id > ${folded}`
/** Whether sums may be read. */
export const areSumsKept = (folded: Folded): RawBuilder<boolean> => sql<boolean>`${sql.lit(folded > 0)}`
