// Closings of months (M-8): only added to. The last event of a company says until when its books are closed; the database
// refuses what is dated before that (migrations/0146), and a closing waits for those who write in the month.
import { sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { runFor } from '#settlement/payouts/payout-until.store.ts'
import type { Period } from './period.rules.ts'

/** Two who close or reopen months of a company come one after the other. */
export const holdClosings = (trx: Trx, companyId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('closing of company ' || ${companyId}::int, 7001008))`.execute(trx)

/** Waits for those who write with a date before `until`, and holds off others until the transaction ends. */
export const holdMonths = (trx: Trx, companyId: number, since: Date | null, until: Date): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(book_lock(${companyId}::int, m.month)) from (
      select m::date as month from generate_series(book_month(coalesce(${since}::timestamptz, '2000-01-01')),
        book_month(${until}::timestamptz - interval '1 microsecond'), interval '1 month') m order by 1) m`.execute(trx)

type ClosingEvent = {
  event: 'closed' | 'reopened'
  month: string
  reason: string
  closedUntil: Date | null
  at: Date
  by: string | null
}
/** All events of a company, the last one first. */
export const closingEvents = async (db: Db | Trx, companyId: number): Promise<ClosingEvent[]> =>
  (
    await sql<ClosingEvent>`select c.event, to_char(c.month, 'YYYY-MM') as month, c.reason, c.closed_until, c.at, u.username as by
      from month_closing c left join app_user u on u.id = c.user_id where c.company_id = ${companyId}
      order by c.closing_id desc`.execute(db)
  ).rows

export type Closing = {
  isClosed: boolean
  /** The caller stands on the company's own team, on which months are closed. */
  isOwn: boolean
  closedUntil: Date | null
  /** The month is the last one that is closed, which alone can be reopened. */
  isLast: boolean
  history: ClosingEvent[]
}
/** How a month stands in the company of a scope; null where the scope is of no single company. */
export async function closingOf(db: Db, scope: Scope, period: Period): Promise<Closing | null> {
  if (scope.kind === 'all') return null
  const companyId = scope.kind === 'company' ? scope.companyId : await companyOf(db, scope.teams)
  if (companyId === undefined) return null
  const all = await closingEvents(db, companyId)
  const until = all[0]?.closedUntil ?? null
  return {
    isClosed: until !== null && until >= period.to,
    isOwn: scope.kind === 'company',
    closedUntil: until,
    isLast: until?.getTime() === period.to.getTime(),
    history: all.filter(e => e.month === period.month),
  }
}
const companyOf = async (db: Db, teams: readonly number[]): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`select distinct company_id as id from team
    where id = any(${ints(teams)}) and company_type <> 'GP' limit 2`.execute(db)
  return rows.length === 1 ? rows[0]?.id : undefined
}

type New = Pick<ClosingEvent, 'event' | 'month' | 'reason' | 'closedUntil' | 'at'> & {
  companyId: number
  userId: number | null
}
export const addClosing = (trx: Trx, c: New): Promise<unknown> =>
  sql`insert into month_closing (company_id, month, event, reason, closed_until, at, user_id) values (${c.companyId},
    ${`${c.month}-01`}::date, ${c.event}, ${c.reason}, ${c.closedUntil}::timestamptz, ${c.at}::timestamptz, ${c.userId})`.execute(
    trx,
  )

/** Bills of the company dated before `until` that are not in the ledger yet, or failed to be posted. */
export const billsToPost = async (trx: Trx, companyId: number, until: Date): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*) as n from bill_to_post k
      join bill b on b.transaction_id = k.transaction_id and b.version = k.version
      where b.company_id = ${companyId} and b.billed_at < ${until}`.execute(trx)
  ).rows[0]?.n ?? 0

/** Teams of the company that had charge points before the end of the month and for which the month is not run. */
export async function teamsNotRun(trx: Trx, companyId: number, { month, to }: Period): Promise<number> {
  const { rows } = await sql<{ id: number }>`select t.id from team t
    where exists (select from charger_team_history h where h.team_id = t.id and h.since < ${to}) and t.company_id = ${companyId}`.execute(
    trx,
  )
  const ids = rows.map(r => r.id)
  return ids.length - (await runFor(trx, ids, `${month}-01`)).size
}
