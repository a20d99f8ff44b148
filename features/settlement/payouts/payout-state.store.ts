// The payout of a session and its state, from the payout's lines, one for each version of the session's bill that was
// settled (M-3). Parts of statements for all who read sessions (D-PO-3).
import { type RawBuilder, sql } from 'kysely'

/** The payout of a session's latest line; null: settled in none. `t`: the name that the transaction has in the statement. */
export const payoutIdOf = (t: string): RawBuilder<string | null> => sql`(select p.payout_id from payout_line pl
  join payout p on p.payout_no = pl.payout_no where pl.transaction_id = ${sql.ref(`${t}.transaction_id`)}
  order by pl.bill_version desc limit 1)`

/**
 * The state of the session's payouts: completed once all of them are, pending while one is (the alphabetically later
 * word). In no payout: the session's own status.
 */
export const statusOf = (t: string): RawBuilder<string | null> => sql`coalesce((select max(p.status)
  from payout_line pl join payout p on p.payout_no = pl.payout_no
  where pl.transaction_id = ${sql.ref(`${t}.transaction_id`)}), ${sql.ref(`${t}.status`)})`

/** Whether a session has a line in a payout. */
export const inPayout = (t: string, payoutId: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${t}.transaction_id`)} in (select pl.transaction_id from payout_line pl
    join payout p on p.payout_no = pl.payout_no where p.payout_id = ${payoutId})`
