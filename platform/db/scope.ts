// The teams whose records an answer may hold, and that as SQL. Who may have which scope is told by platform/access.
import { type RawBuilder, sql } from 'kysely'

/**
 * Teams whose records an answer may hold. `all` needs no condition, `company` is one whole company, else the list.
 * Stores take it as an argument and turn it into SQL with `within`.
 */
export type Scope =
  | { kind: 'all'; teamId: number }
  | { kind: 'company'; teamId: number; companyId: number }
  | { kind: 'teams'; teamId: number; teams: number[] }

/** `team_id` of the table named `alias` lies within the scope, as SQL. */
export const within = (scope: Scope, alias: string): RawBuilder<boolean> => {
  switch (scope.kind) {
    case 'all':
      return sql<boolean>`true`
    case 'company':
      return sql<boolean>`${sql.ref(`${alias}.company_id`)} = ${scope.companyId}`
    case 'teams':
      return sql<boolean>`${sql.ref(`${alias}.team_id`)} = any(${sql.val(scope.teams)}::int[])`
  }
}
