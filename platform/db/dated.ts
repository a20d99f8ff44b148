// Dated records, by the column `since`: the record in force at a moment is the last of those before it.
import { type RawBuilder, sql } from 'kysely'

/**
 * The order in which the record that holds at `at` comes first, for `limit 1`; before the earliest record, the earliest.
 * `later` are the columns by which of two that begin at the same moment the later one counts.
 */
export const recordAtFirst = (
  since: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  ...later: readonly RawBuilder<unknown>[]
): RawBuilder<unknown> =>
  sql`${since} <= ${at} desc, case when ${since} <= ${at} then ${since} end desc, ${since},
    ${sql.join(later.map(l => sql`${l} desc`))}`
