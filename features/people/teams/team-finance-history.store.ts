// The finance of teams as of each change, written in the transaction of the change and only added to; bills and payouts
// of a past time use it (D-TEAM-4, M-3).
import { sql } from 'kysely'
import { byBeginning, registrationsAt } from '#office/installation/supplier.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/**
 * Records the finance of these teams as of `at` where it differs from the last record: the saved form and its terms for
 * billing, with the GST number and business name that the team supplies by: of its first registration, or without one of its
 * first payout account (TAX-02). Payouts, reports and bills read the GST number here. The PAN is the
 * team's own, else that of its first payout account. A record is never dated before the last one.
 */
export async function recordFinance(db: Db | Trx, teamIds: readonly number[], at: Date): Promise<void> {
  await sql`
    insert into team_finance_history (team_id, since, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm,
      commission_paise_per_kwh, settlement_percentage, finance, gstin, business_name, pan)
    select t.id, greatest(${at}::timestamptz, l.since), t.tax_ppm, t.transaction_ppm, t.pg_charges_bearer, t.commission_ppm,
      t.commission_paise_per_kwh, t.settlement_percentage, t.finance, n.gstin, n.name, coalesce(t.pan, a.pan)
    from team t
    left join lateral (select a.gst, a.business_name, a.pan from payout_account a where a.team_id = t.id and not a.of_company
      order by a.payout_detail_id limit 1) a on true
    left join lateral (select r.gstin, r.legal_name from ${registrationsAt(sql`t.id`, sql`${at}::timestamptz`)} r
      order by ${byBeginning} limit 1) f on true
    cross join lateral (select coalesce(f.gstin, a.gst) as gstin,
      case when f.gstin is null then a.business_name else f.legal_name end as name) n
    left join lateral (select * from team_finance_history h where h.team_id = t.id
      order by h.since desc, h.history_id desc limit 1) l on true
    where t.id = any(${sql.val(teamIds)}::int[]) and (l.history_id is null
      or (l.tax_ppm, l.transaction_ppm, l.pg_charges_bearer, l.commission_ppm, l.commission_paise_per_kwh,
        l.settlement_percentage, l.finance, l.gstin, l.business_name, l.pan) is distinct from
      (t.tax_ppm, t.transaction_ppm, t.pg_charges_bearer, t.commission_ppm, t.commission_paise_per_kwh,
        t.settlement_percentage, t.finance, n.gstin, n.name, coalesce(t.pan, a.pan)))
    order by t.id`.execute(db)
}
