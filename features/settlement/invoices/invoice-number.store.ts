// The number of an invoice in SQL, for statements that name numbers which no invoice has. Equal to `numberStart`.
import { type RawBuilder, sql } from 'kysely'
import { TEST_SERIES } from './invoice.rules.ts'

/** The part of a number before its sequence. */
export const numberStartSql = (series: RawBuilder<unknown>, year: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${series} || case when starts_with(${series}, ${TEST_SERIES}) then left(${year}, 2) else '/' || ${year} end || '/'`
