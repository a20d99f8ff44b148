// The owner's part of a session, as SQL over `transaction t` with its current bill `b` and its terms `k`: the terms of
// its payout, or before a payout those at its stop (D-REP-2). Every amount was frozen in the bill; the terms only say
// which amounts count.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#platform/db/scope.ts'
import { byUnit } from '#settlement/payouts/bills-due.store.ts'
import type { ReportRow } from './report.contract.ts'

const million = sql.lit(1_000_000)

/** Teams of a scope, as `m (id)`. */
export const teamsOf = (scope: Scope): RawBuilder<unknown> => {
  if (scope.kind === 'teams') return sql`unnest(${sql.val(scope.teams)}::int[]) m (id)`
  return scope.kind === 'all'
    ? sql`(select id from team) m (id)`
    : sql`(select id from team where company_id = ${scope.companyId}) m (id)`
}

/**
 * The two lists of terms for the figures, as parts of a `with`. `terms`: the finance of teams, each with the period in
 * which it held; the first finance of a team also holds for all earlier times. Nothing saved: by share of the net
 * amount, 18 % tax on it, borne by the platform. `settled`: the terms that payouts were made with.
 */
export const termsOf = (teams: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  terms as materialized (select h.team_id, case when row_number() over w = 1 then '-infinity' else h.since end as held_from,
    coalesce(lead(h.since) over w, 'infinity') as held_until,
    coalesce((h.finance #>> '{payout_details,payout_rule}')::int, 5) as rule,
    coalesce(h.finance #>> '{payout_details,tax_bearer}', 'CM') = 'CPO' as is_tax_deducted,
    (coalesce((h.finance #>> '{payout_details,tax}')::numeric, 18) * 10000)::bigint as tax_ppm, coalesce(h.gstin, '') as gstin
  from team_finance_history h where h.team_id in (select m.id from ${teams})
  window w as (partition by h.team_id order by h.since, h.history_id)),
  settled as materialized (select p.payout_no, (p.terms ->> 'rule')::int as rule, p.terms ->> 'taxBearer' = 'CPO' as is_tax_deducted,
    (p.terms ->> 'payoutTaxPpm')::bigint as tax_ppm, coalesce(p.terms ->> 'gstin', '') as gstin
  from payout p where p.team_id in (select m.id from ${teams}))`

/**
 * The source of a session's figures; to be joined to `transaction t`, with the parts of `termsOf`. A settled session goes by the
 * terms of the payout that settled it first, by which its corrections are settled too (M-3); any other by the terms at its stop.
 */
export const withFigures = sql`
  left join bill b on b.transaction_id = t.transaction_id
    and not exists (select from bill n where n.transaction_id = b.transaction_id and n.version > b.version)
  left join payout_line first_line on first_line.transaction_id = t.transaction_id and first_line.prior_version is null
  left join settled s on s.payout_no = first_line.payout_no
  left join terms w on w.team_id = t.team_id and t.stopped_at >= w.held_from and t.stopped_at < w.held_until
  cross join lateral (select coalesce(s.rule, w.rule, 5) as rule, coalesce(s.is_tax_deducted, w.is_tax_deducted, false) as is_tax_deducted,
    coalesce(s.tax_ppm, w.tax_ppm) as tax_ppm, coalesce(s.gstin, w.gstin, '') as gstin) k`

/**
 * Whether a session is settled: with its current bill, with one before a correction, or not yet; null where there is
 * nothing to settle.
 */
export const settlement = sql<ReportRow['settlement']>`case when b.transaction_id is null or t.is_free then null
  when first_line.payout_no is null then 'open'
  when exists (select from payout_line l where l.transaction_id = b.transaction_id and l.bill_version = b.version) then 'settled'
  else 'corrected' end`

/**
 * The commission by share of the net amount or by kWh. A bill that froze only the other kind, because the team changed
 * its rule after the stop, has that kind, as in its payout. Under the rule of fixed charges alone there is no
 * commission.
 */
export const commission = sql<number>`(case when k.rule in (1, 3, 5) then ${byUnit('b', 'percent')}
  when k.rule in (2, 4, 6) then ${byUnit('b', 'unit')} else 0 end)`
/** The tax on it that the owner bears: rounded half up, once. */
const deductedTax = sql`(case when k.is_tax_deducted then (2 * ${commission} * k.tax_ppm + ${million}) / (2 * ${million}) else 0 end)`
const taxes = sql<number>`(coalesce(b.cgst_paise, 0) + coalesce(b.sgst_paise, 0) + coalesce(b.igst_paise, 0))`
/** Net less gateway fee, commission and its tax; of RFID also less the total, which the operator has taken himself. */
export const withoutGst = sql<number>`(coalesce(b.taxable_paise, 0) - coalesce(b.gateway_fee_paise, 0) - ${commission} - ${deductedTax}
  - case when t.payment_type = 'RFID' then coalesce(b.total_paise, 0) else 0 end)`
export const withGst = sql<number>`(${withoutGst} + ${taxes})`
export const gstin = sql<string>`k.gstin`
/** The amount that the card CPO Payout adds up: with GST where the owner has a GST number. */
export const payout = sql<number>`(case when ${gstin} <> '' then ${withGst} else ${withoutGst} end)`
