// Sums of a month beside its open lines: energy served beyond the amounts kept back (M-2.8), and rests below the
// provider's least.
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { type Books, teamsOf } from './books.store.ts'
import type { Period } from './period.rules.ts'

export type Sum = { sessions: number; amount: number }
/** For sessions that ended in the period, by their current bill. */
export const overrunOf = async (db: Db, { scope }: Books, { from, to }: Period): Promise<Sum> =>
  (
    await sql<Sum>`select count(*) as sessions, coalesce(sum(b.overrun_paise), 0)::bigint as amount
      from bill b join transaction t on t.transaction_id = b.transaction_id
      where b.overrun_paise > 0 and not exists (select from bill n where n.transaction_id = b.transaction_id and n.version > b.version)
        and t.team_id = any(${teamsOf(scope)}) and t.stopped_at >= ${from} and t.stopped_at < ${to}`.execute(db)
  ).rows[0] ?? { sessions: 0, amount: 0 }

/** Posted within the period for sessions of the books' teams. */
export const smallRestsOf = async (db: Db, { scope }: Books, { from, to }: Period): Promise<Sum> =>
  (
    await sql<Sum>`select count(distinct p.transaction_id) as sessions,
        coalesce(sum(case e.side when 'C' then e.amount_paise else -e.amount_paise end), 0)::bigint as amount
      from account a join entry e on e.account_id = a.account_id join posting p on p.posting_id = e.posting_id
      where a.kind = 'smallRests' and p.team_id = any(${teamsOf(scope)}) and p.event_at >= ${from} and p.event_at < ${to}`.execute(
      db,
    )
  ).rows[0] ?? { sessions: 0, amount: 0 }
