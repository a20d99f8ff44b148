// The scope for records of a company rather than of one of its teams (users, roles): all companies for the platform, a
// company and those below it for a company, its company alone for a team.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'

/** `company_id` of the table named `alias` is one of the scope's companies, as SQL. */
export function inCompanies(scope: Scope, alias: string): RawBuilder<boolean> {
  const column = sql.ref(`${alias}.company_id`)
  switch (scope.kind) {
    case 'all':
      return sql<boolean>`true`
    case 'company':
      return sql<boolean>`${column} = ${scope.companyId}`
    case 'teams':
      return sql<boolean>`${column} in (select s.company_id from team s where s.id = any(${sql.val(scope.teams)}::int[]))`
  }
}

/** `company_id` of the table named `alias` is the company of one team, as SQL. */
export const isCompanyOfTeam = (teamId: number, alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.company_id`)} = (select s.company_id from team s where s.id = ${teamId})`
