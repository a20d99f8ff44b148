// The accounts in a caller's books, as SQL (D-WAL-3), and the entries before the end of a month: those posted for times
// before it, whenever they were written.
import { type RawBuilder, sql } from 'kysely'
import { OF_COMPANY } from '#money/ledger/ledger.rules.ts'
import type { Scope } from '#platform/access/scope.ts'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Period } from './period.rules.ts'

/** `ids`: the teams of a scope, once they are known. */
export type Reach = Scope & { ids?: readonly number[] }
/** The books of a scope; `isWhole`: with the accounts of the installation itself, for ROOT on the platform's team. */
export type Books = { scope: Reach; isWhole: boolean }
export const booksOf = (scope: Scope, who: { userType: string }): Books => ({
  scope,
  isWhole: scope.kind === 'all' && who.userType === 'ROOT',
})

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
/** The party `y` of sums (ledger_party) is in the books. */
export function inParties({ scope, isWhole }: Books): RawBuilder<boolean> {
  if (isWhole) return sql<boolean>`true`
  switch (scope.kind) {
    case 'all':
      return sql<boolean>`y.company_id <> 0`
    case 'company':
      return sql<boolean>`y.company_id = ${scope.companyId}`
    case 'teams':
      return sql<boolean>`y.team_id = any(${sql.val(scope.teams)}::int[])`
  }
}
/** Condition for records within the scope; a record without a team is the company's own. */
export const isInBooksScope = (scope: Scope, alias: string): RawBuilder<boolean> => {
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
/** The teams of a scope, as an array: the leading key of indexes by team and time. */
export const teamsOf = (scope: Reach): RawBuilder<number[]> => {
  if (scope.ids) return sql`${sql.val(scope.ids)}::int[]`
  switch (scope.kind) {
    case 'all':
      return sql`array(select id from team)`
    case 'company':
      return sql`array(select id from team where company_id = ${scope.companyId})`
    case 'teams':
      return sql`${sql.val(scope.teams)}::int[]`
  }
}
/** The scope with the ids of its teams, so that the database plans statements for their number. */
const knownScope = async (db: Db | Trx, scope: Scope): Promise<Reach> => {
  const { rows } = await sql<{ ids: number[] }>`select ${teamsOf(scope)} as ids`.execute(db)
  return { ...scope, ids: rows[0]?.ids ?? [] }
}
export const knownBooks = async (db: Db | Trx, books: Books): Promise<Books> => ({
  ...books,
  scope: await knownScope(db, books.scope),
})

/** Entries `e` up to the end of a month; without a month, all of them. */
export const until = (asOf: Period | null): RawBuilder<unknown> =>
  asOf === null ? sql`` : sql`join posting p on p.posting_id = e.posting_id and p.event_at < ${asOf.to}`
/** Sums `s` up to the end of a month. */
export const upTo = (asOf: Period | null): RawBuilder<boolean> =>
  asOf === null ? sql<boolean>`true` : sql<boolean>`s.month <= ${`${asOf.month}-01`}::date`
export const debit = sql`coalesce(sum(e.amount_paise) filter (where e.side = 'D'), 0)::bigint`
export const credit = sql`coalesce(sum(e.amount_paise) filter (where e.side = 'C'), 0)::bigint`
