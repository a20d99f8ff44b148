// The one place that decides which date something is booked with (M-8): its own or, where that month of the company is closed,
// the moment at which it is decided. The database decides under the lock of the month, which then stays open until the
// transaction ends, and refuses whatever is dated in a closed month all the same (migrations/0146).
import { type RawBuilder, sql } from 'kysely'
import { ints, times } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'

/** `company` null: money of no company, which has no months to close. */
const bookDateSql = (
  company: RawBuilder<unknown>,
  own: RawBuilder<unknown>,
  decided: RawBuilder<unknown>,
): RawBuilder<Date> => sql<Date>`book_date(${company}::int, ${own}::timestamptz, ${decided}::timestamptz)`

/**
 * The same for what is decided as it is dated, by the hundred: what is of the last hour is taken as it is, because hardly any
 * month is closed so early, and the database refuses it all the same. Such a stop comes again from its charger, with a new date.
 */
export const bookDateOfNow = (company: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`case when ${at} > statement_timestamp() - interval '1 hour' then ${at} else ${bookDateSql(company, at, at)} end`

export type BookedThing = { companyId: number | null; own: Date; decided: Date }
/** The dates of things that are booked in this transaction, in their order. */
export async function bookDates(trx: Trx, things: readonly BookedThing[]): Promise<Date[]> {
  if (things.length === 0) return []
  const { rows } = await sql<{ dated: Date }>`
    select ${bookDateSql(sql`x.company`, sql`x.own`, sql`x.decided`)} as dated
    from unnest(${ints(things.map(t => t.companyId))}, ${times(things.map(t => t.own))}, ${times(things.map(t => t.decided))})
      with ordinality x (company, own, decided, n) order by x.n`.execute(trx)
  return rows.map(r => r.dated)
}
export const bookDate = async (trx: Trx, thing: BookedThing): Promise<Date> =>
  (await bookDates(trx, [thing]))[0] ?? thing.own

/** SQL: until when the books of a company are closed; null where no month is. */
export const closedUntilSql = (company: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql<Date | null>`books_closed_until(${company}::int)`
/** SQL: until when they were closed at a moment; '-infinity' where no month was. */
export const closedThenSql = (company: RawBuilder<unknown>, moment: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`books_closed_then(${company}::int, ${moment}::timestamptz)`
