// The terms of a team for billing: those saved with its finance or, while it has none, the two percents of its company
// (D-TEAM-4). Changes hold for sessions that start afterwards.
import { sql } from 'kysely'
import * as prices from '#money/price-groups/price-terms.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { termsOf } from './team.rules.ts'
import type { FinanceConfig } from './team-finance.contract.ts'
import { recordFinance } from './team-finance-history.store.ts'

/** Saves a team's finance; its price groups take the new terms. */
export async function save(trx: Trx, teamId: number, finance: FinanceConfig, now: Date): Promise<void> {
  await trx
    .updateTable('team')
    .set({ finance: JSON.stringify(finance), ...termsOf(finance) })
    .where('id', '=', teamId)
    .execute()
  await recordFinance(trx, [teamId], now)
  await prices.takeTeamTerms(trx, [teamId], now)
}

/** The two percents of a company for its teams without a finance of their own: on making a team, and when they change. */
export async function takeCompanyTerms(trx: Trx, companyId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update team t set tax_ppm = c.tax_ppm, transaction_ppm = c.transaction_ppm
    from company c where c.company_id = ${companyId} and t.company_id = c.company_id and t.finance is null
      and (t.tax_ppm, t.transaction_ppm) is distinct from (c.tax_ppm, c.transaction_ppm)
    returning t.id`.execute(trx)
  const teamIds = rows.map(r => r.id)
  if (teamIds.length === 0) return
  await recordFinance(trx, teamIds, now)
  await prices.takeTeamTerms(trx, teamIds, now)
}

export type PaymentRow = {
  paymentGatewayId: number
  currency: string
  taxPpm: number
  transactionPpm: number
  pgChargesBearer: 'EV' | 'CPO'
}
/** Gateway and currency of the company, percents and bearer of the team. */
export const paymentDetails = async (db: Db, teamId: number): Promise<PaymentRow | undefined> =>
  (
    await sql<PaymentRow>`
      select c.payment_gateway_id, co.currency, t.tax_ppm, t.transaction_ppm, t.pg_charges_bearer
      from team t join team co on co.id = t.company_id join company c on c.company_id = t.company_id
      where t.id = ${teamId}`.execute(db)
  ).rows[0]
