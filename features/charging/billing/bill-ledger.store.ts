// Bills of sessions that are paid for outside the product, on their way into the ledger (M-4): a bill is committed with its
// mark in `bill_to_post`, and is posted together with others by one statement that removes the marks. So each bill is posted
// once, whatever breaks off, and however many workers there are. The posting follows from the stored bill alone.
import { type RawBuilder, sql } from 'kysely'
import { postLines } from '#money/ledger/posting-part.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { OUTSIDE_LINES } from './bill-posting.rules.ts'

export type WaitingBill = { transactionId: number; version: number }

/** The statement that marks bills to be posted; the sessions in `ended` have their transaction_id and the version of the bill. */
export const insertMarks = (
  transactionIds: RawBuilder<unknown>,
  ended: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into bill_to_post (transaction_id, version)
  select t.transaction_id, t.version from ${ended} where t.transaction_id = any(${transactionIds})`

/** Lines of the bill `b` less those of the version before it, `q`, as `values`: order, kind, side, other side, amount. */
const lines = sql.join(
  OUTSIDE_LINES.map(({ kind, side, part }, n) => {
    const amount = sql`${sql.ref(`b.${part}`)} - coalesce(${sql.ref(`q.${part}`)}, 0)`
    return sql`(${sql.lit(n)}, ${sql.lit(kind)}, ${sql.lit(side)}, ${sql.lit(side === 'D' ? 'C' : 'D')}, ${amount})`
  }),
)

/**
 * Posts the marked bills and removes their marks, in one statement. `chosen` selects the ctid of each mark. Returns the
 * number of marks. Where a bill cannot be posted nothing is done, and the error is thrown.
 */
async function postChosen(db: Db | Trx, chosen: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with taken as materialized (delete from bill_to_post where ctid = any(array(${chosen})) returning transaction_id, version),
    line as materialized (
      select 'bill:' || k.transaction_id || ':' || k.version as key, case k.version when 1 then 'bill' else 'correction' end as posting_kind,
        b.company_id, b.team_id, k.transaction_id, b.billed_at as event_at,
        (row_number() over (partition by k.transaction_id, k.version order by x.n))::smallint as line_no,
        x.kind, b.team_id as ref, case when x.paise > 0 then x.side else x.other_side end as side, abs(x.paise) as paise
      from taken k
      cross join lateral (select * from bill where transaction_id = k.transaction_id and version = k.version offset 0) b
      left join lateral (select * from bill where transaction_id = k.transaction_id and version = k.version - 1 offset 0) q on true
      cross join lateral (values ${lines}) x (n, kind, side, other_side, paise)
      where x.paise <> 0),
    ${postLines(sql`line`)}
    select count(*) as n from taken`.execute(db)
  return rows[0]?.n ?? 0
}

/** Posts at most `most` of the bills that have not failed before; waits for bills that another worker is posting. */
export const postSome = (db: Db | Trx, most: number): Promise<number> =>
  postChosen(db, sql`select ctid from bill_to_post where tries = 0 limit ${most}`)
/** The same for a worker, which leaves the work to another worker that is at it. */
export const postSomeAlone = (db: Db, most: number): Promise<number> =>
  postChosen(
    db,
    sql`select ctid from bill_to_post where tries = 0 and (select pg_try_advisory_xact_lock(7001007)) limit ${most}`,
  )
export const postOne = (db: Db, { transactionId, version }: WaitingBill): Promise<number> =>
  postChosen(db, sql`select ctid from bill_to_post where transaction_id = ${transactionId} and version = ${version}`)

/** Whether bills wait that have not failed before. */
export async function areWaiting(db: Db | Trx): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean
  }>`select exists (select from bill_to_post where tries = 0) as is`.execute(db)
  return rows[0]?.is === true
}
/** The bills that may have made a call of `postSome` fail. */
export const someWaiting = async (db: Db, most: number): Promise<WaitingBill[]> =>
  (await sql<WaitingBill>`select transaction_id, version from bill_to_post where tries = 0 limit ${most}`.execute(db))
    .rows
/** Bills that were set aside and whose next attempt is due. */
export const dueAgain = async (db: Db, most: number): Promise<WaitingBill[]> =>
  (
    await sql<WaitingBill>`select transaction_id, version from bill_to_post where tries > 0 and next_at <= now() limit ${most}`.execute(
      db,
    )
  ).rows

/** Sets a bill aside that could not be posted: its next attempt follows in 1 minute, then after 2, 4 and so on up to an hour. */
export const setAside = (db: Db, { transactionId, version }: WaitingBill, error: unknown): Promise<unknown> =>
  sql`update bill_to_post set tries = least(tries + 1, 100), error = ${String(error).slice(0, 500)},
      next_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ least(tries, 6))
    where transaction_id = ${transactionId} and version = ${version}`.execute(db)
