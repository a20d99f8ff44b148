// Reads the payouts of which working papers of tax taken at source are made. Amounts in paise.
import { sql } from 'kysely'
import type { Scope } from '#platform/access/scope.ts'
import { texts } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'
import { IS_TAXED, TAKEN } from '#settlement/collected-taxes/collected-tax.store.ts'
import { suppliesOf } from '#settlement/payouts/tax-bases.store.ts'
import type { Supplies } from '#settlement/payouts/tax-taken.rules.ts'
import { isInBooksScope } from '#settlement/reconciliation/books.store.ts'
import type { TaxedPayout } from './working-papers.rules.ts'

/** The payouts of some months, yyyy-MM, in which a tax was on. */
export const taxedPayouts = async (
  trx: Trx,
  scope: Scope,
  { months, zone }: { months: readonly string[]; zone: string },
): Promise<TaxedPayout[]> =>
  (
    await sql<TaxedPayout>`select p.payout_no, ${TAKEN}, to_char(p.month, 'YYYY-MM') as month, p.party ->> 'companyName' as company_name,
        p.party ->> 'teamName' as team_name, to_char(
          least((p.made_at at time zone ${zone})::date, (p.month + interval '1 month' - interval '1 day')::date), 'YYYY-MM-DD') as day
      from payout p where p.month = any(${texts(months.map(m => `${m}-01`))}::date[]) and ${IS_TAXED} and ${isInBooksScope(scope, 'p')}
      order by p.month, p.payout_no`.execute(trx)
  ).rows

/** The value that counts of payouts by supplier; payouts that were reckoned alike are read together. */
export async function suppliesBy(trx: Trx, payouts: readonly TaxedPayout[]): Promise<Map<number, Supplies[]>> {
  const alike = Map.groupBy(
    payouts.filter(p => p.taxes?.tcs),
    p => JSON.stringify(p.taxes?.counting),
  )
  const all: Supplies[] = []
  for (const group of alike.values()) {
    const counting = group[0]?.taxes?.counting
    if (!counting) continue
    const nos = group.map(p => p.payoutNo)
    all.push(...(await suppliesOf(trx, nos, counting)))
  }
  return Map.groupBy(all, s => s.payoutNo)
}
