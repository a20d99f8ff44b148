// Decides the date of every posting (M-8): the date of the event or, where the company has closed that month, the time of the
// decision. The function `book_date` of the database decides, and holds the month open until the transaction ends. A trigger
// refuses a posting that bears a date in a closed month (migrations/0146).
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
 * The date of postings that are made by the hundred as their events come in, stops above all. An event of the last hour keeps its
 * date without a look at the closed months, which saves the time of `book_date`: a month is hardly ever closed within the hour.
 * If it is, the trigger refuses the posting, and the charger sends its stop again.
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
