// Suppliers in states where the platform has no number as a collector of tax, though it has several (section 52 CGST). Amounts in
// paise.
import { sql } from 'kysely'
import type { Books } from './books.store.ts'
import { type Fragment, type Item, within } from './open-shape.store.ts'
import { DIGITS } from './open-states.store.ts'
import type { Period } from './period.rules.ts'

/** The platform's numbers on the last day of the month of a payout `p`, as an array; null where none is set. */
const NUMBERS = sql`(select string_to_array(s.value #>> '{}', ', ') from tax_setting s where s.name = 'tcsNumber' and s.company_id is null
  and s.since < (p.month + interval '1 month')::date order by s.since desc, s.setting_id desc limit 1)`
const stateOf = (gstin: Fragment) => sql`(select k.code from ${DIGITS} where k.digits = left(${gstin}, 2))`

/**
 * The suppliers of payouts with tax collected, by GST number: each files under the platform's first number. Of the platform alone,
 * whose return it is.
 */
export const withoutCollector = ({ scope }: Books, period: Period | null): Item => ({
  key: sql`'collector:' || x.payout_no || ':' || x.gstin`,
  at: sql`x.made_at`,
  amount: sql`x.paise`,
  team: sql`x.team_id`,
  payout: sql`x.payout_id`,
  what: sql`'Tax collected of ' || x.gstin`,
  state: sql`'no collector'`,
  from: sql`(select p.payout_no, p.payout_id, p.team_id, p.made_at, s.gstin, n.numbers,
      s."tcsCgstPaise" + s."tcsSgstPaise" + s."tcsIgstPaise" as paise
    from payout p cross join lateral (select ${NUMBERS} as numbers offset 0) n
      cross join lateral jsonb_to_recordset(coalesce(p.taxes -> 'bySupplier', '[]'))
        s (gstin text, "tcsCgstPaise" bigint, "tcsSgstPaise" bigint, "tcsIgstPaise" bigint)
    where ${scope.kind === 'all'}::boolean and p.taxes -> 'tcs' <> 'null'::jsonb and ${within(sql`p.period_start`, period)}) x`,
  where: sql<boolean>`cardinality(x.numbers) > 1 and x.paise > 0
    and not exists (select from unnest(x.numbers) c (gstin) where ${stateOf(sql`c.gstin`)} = ${stateOf(sql`x.gstin`)})`,
})
