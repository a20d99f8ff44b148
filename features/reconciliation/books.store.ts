// The accounts that a caller's books hold, as SQL, and the trial balance over them (D-WAL-3). Amounts in paise, balances as
// debit less credit. As of a month's end counts what was posted for times before it, whenever it was written.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/access/scope.ts'
import { texts } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/db.ts'
import { KINDS } from '../ledger/ledger.rules.ts'

/** Whose books: those of a scope; `isWhole`: with the accounts of the installation itself, for ROOT on the platform's team. */
export type Books = { scope: Scope; isWhole: boolean }
export const booksOf = (scope: Scope, who: { userType: string }): Books => ({
  scope,
  isWhole: scope.kind === 'all' && who.userType === 'ROOT',
})

/** Opened by whichever team came first; theirs is the company's. */
const OF_COMPANY = Object.entries(KINDS).flatMap(([kind, k]) => (k.of === 'company' ? [kind] : []))
/** The account named `a` is in the books. */
export function inBooks({ scope, isWhole }: Books): RawBuilder<boolean> {
  if (isWhole) return sql<boolean>`true`
  switch (scope.kind) {
    case 'all':
      return sql<boolean>`a.company_id is not null`
    case 'company':
      return sql<boolean>`a.company_id = ${scope.companyId}`
    case 'teams': {
      const teams = sql.val(scope.teams)
      return sql<boolean>`((a.team_id = any(${teams}::int[]) and a.kind <> all(${texts(OF_COMPANY)}))
        or (a.kind = any(${texts(OF_COMPANY)}) and a.ref = any(${teams}::int[])))`
    }
  }
}
/** Of records with a team, or with none where they are the company's own: within the scope. */
export const ofScope = (scope: Scope, alias: string): RawBuilder<boolean> => {
  const [team, company] = [sql.ref(`${alias}.team_id`), sql.ref(`${alias}.company_id`)]
  switch (scope.kind) {
    case 'all':
      return sql<boolean>`true`
    case 'company':
      return sql<boolean>`${company} = ${scope.companyId}`
    case 'teams':
      return sql<boolean>`coalesce(${team}, ${company}) = any(${sql.val(scope.teams)}::int[])`
  }
}
/** The teams of a scope, as an array: the key of what is ordered by team and time. */
export const teamsOf = (scope: Scope): RawBuilder<number[]> => {
  switch (scope.kind) {
    case 'all':
      return sql`array(select id from team)`
    case 'company':
      return sql`array(select id from team where company_id = ${scope.companyId})`
    case 'teams':
      return sql`${sql.val(scope.teams)}::int[]`
  }
}

/** Entries `e` up to `until`, exclusive; all of them without it. */
export const until = (end: Date | null): RawBuilder<unknown> =>
  end === null ? sql`` : sql`join posting p on p.posting_id = e.posting_id and p.event_at < ${end}`
const debit = sql`coalesce(sum(e.amount_paise) filter (where e.side = 'D'), 0)::bigint`
const credit = sql`coalesce(sum(e.amount_paise) filter (where e.side = 'C'), 0)::bigint`

export type KindSums = {
  kind: string
  accounts: number
  open: number
  debit: number
  credit: number
  drifting: number
}
/**
 * All kinds of the books. `drifting`: accounts that keep a balance which is not the sum of their entries; of an earlier time
 * it says nothing.
 */
export const kindSums = async (db: Db, books: Books, end: Date | null): Promise<KindSums[]> =>
  (
    await sql<KindSums>`
      with moved as materialized (select e.account_id, ${debit} as debit, ${credit} as credit from entry e ${until(end)}
        ${books.isWhole ? sql`` : sql`where e.account_id in (select a.account_id from account a where ${inBooks(books)})`} group by 1)
      select a.kind, count(m.account_id) as accounts, count(*) filter (where m.debit <> m.credit) as open,
        coalesce(sum(m.debit), 0)::bigint as debit, coalesce(sum(m.credit), 0)::bigint as credit,
        count(*) filter (where a.is_kept and a.balance_paise <> (coalesce(m.debit, 0) - coalesce(m.credit, 0))
          * case a.normal_side when 'D' then 1 else -1 end) as drifting
      from account a left join moved m on m.account_id = a.account_id where ${inBooks(books)} group by a.kind`.execute(
      db,
    )
  ).rows

/** What accounts outside the books have of postings that touch accounts in them. */
export async function outsideSums(db: Db, books: Books, end: Date | null): Promise<{ debit: number; credit: number }> {
  if (books.isWhole) return { debit: 0, credit: 0 }
  const { rows } = await sql<{ debit: number; credit: number }>`
    with crossing as (select e.posting_id from entry e ${until(end)} join account a on a.account_id = e.account_id
      where ${inBooks(books)} group by 1
      having sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end) <> 0)
    select ${debit} as debit, ${credit} as credit from crossing x join entry e on e.posting_id = x.posting_id
      join account a on a.account_id = e.account_id where (${inBooks(books)}) is not true`.execute(db)
  return rows[0] ?? { debit: 0, credit: 0 }
}

/** Debit less credit of the books and of what lies outside of the same postings: 0, whoever asks. */
export async function differenceOf(db: Db, books: Books, end: Date | null): Promise<number> {
  const [kinds, outside] = await Promise.all([kindSums(db, books, end), outsideSums(db, books, end)])
  return kinds.reduce((n, k) => n + k.debit - k.credit, outside.debit - outside.credit)
}
